# SPDX-License-Identifier: GPL-3.0-or-later
# Programs built in the private build root (packaging/dependencies) run natively on the host: they are linked to the
# root's loader and libraries. On a native system COHORT_BUILD_ROOT is empty and nothing of this applies.
#
# In both cases the helper programs that Cohort starts stand in libexec/cohort beside bin, so that Cohort looks for
# them in one place: patched copies from the root, links to the system's own on a native system.

set(COHORT_BUILD_ROOT "" CACHE PATH "The build root that programs run from; empty on a native system")
set(COHORT_HELPERS bwrap rg)

set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")

if(COHORT_BUILD_ROOT)
    set(COHORT_ROOT_LIBRARIES "${COHORT_BUILD_ROOT}/usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}")
    file(GLOB COHORT_ROOT_LOADER "${COHORT_BUILD_ROOT}/usr/lib64/ld-linux-*.so.*" "${COHORT_BUILD_ROOT}/usr/lib/ld-linux-*.so.*")
    list(GET COHORT_ROOT_LOADER 0 COHORT_ROOT_LOADER)

    # The old kind of search path (rpath, not runpath) also holds for libraries of libraries and for plugins.
    add_link_options(
        "LINKER:--dynamic-linker=${COHORT_ROOT_LOADER}"
        "LINKER:--disable-new-dtags"
        "LINKER:-rpath,${COHORT_ROOT_LIBRARIES}"
    )
    file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/bin/qt.conf" @ONLY CONTENT
"[Paths]
Prefix=@COHORT_BUILD_ROOT@/usr
Plugins=lib/@CMAKE_LIBRARY_ARCHITECTURE@/qt6/plugins
Translations=share/qt6/translations
")
else()
    file(REMOVE "${CMAKE_BINARY_DIR}/bin/qt.conf")
endif()

# Puts one helper program into libexec/cohort.
function(cohort_add_helper name)
    find_program(COHORT_HELPER_${name} ${name} REQUIRED)
    set(source "${COHORT_HELPER_${name}}")
    set(copy "${CMAKE_BINARY_DIR}/libexec/cohort/${name}")
    file(MAKE_DIRECTORY "${CMAKE_BINARY_DIR}/libexec/cohort")
    if(NOT COHORT_BUILD_ROOT)
        file(CREATE_LINK "${source}" "${copy}" SYMBOLIC)
        return()
    endif()
    if(EXISTS "${copy}" AND "${copy}" IS_NEWER_THAN "${COHORT_BUILD_ROOT}/usr/lib/cohort-build-root")
        file(READ "${copy}.root" made_for)
        if(made_for STREQUAL COHORT_BUILD_ROOT)
            return()
        endif()
    endif()
    find_program(COHORT_PATCHELF patchelf REQUIRED)
    file(COPY_FILE "${source}" "${copy}.new")
    execute_process(
        COMMAND "${COHORT_PATCHELF}" --set-interpreter "${COHORT_ROOT_LOADER}" --force-rpath --set-rpath "${COHORT_ROOT_LIBRARIES}" "${copy}.new"
        COMMAND_ERROR_IS_FATAL ANY
    )
    file(RENAME "${copy}.new" "${copy}")
    file(WRITE "${copy}.root" "${COHORT_BUILD_ROOT}")
endfunction()

foreach(helper IN LISTS COHORT_HELPERS)
    cohort_add_helper(${helper})
endforeach()
