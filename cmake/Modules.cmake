# SPDX-License-Identifier: GPL-3.0-or-later
# cohort_module(<name> SOURCES … [PUBLIC …] [PRIVATE …])
#   One folder of core/ or ui/ as the static library cohort-<name>. Includes are written from the repository's root.
#
# The libraries' headers cost seconds a file, so they are precompiled once: for core in cohort-pch-core, for what uses
# widgets in cohort-pch-ui.

add_library(cohort_flags INTERFACE)
target_include_directories(cohort_flags INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_definitions(cohort_flags INTERFACE
    QT_NO_KEYWORDS QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_URL_CAST_FROM_STRING
    QT_NO_CAST_FROM_BYTEARRAY QT_NO_NARROWING_CONVERSIONS_IN_CONNECT)
# ccache can keep objects made with a precompiled header only if the preprocessor leaves it named.
target_compile_options(cohort_flags INTERFACE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)

function(cohort_precompiled name header)
    file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/pch/${name}.cpp CONTENT "// carries the precompiled header\n")
    add_library(cohort-pch-${name} STATIC ${CMAKE_BINARY_DIR}/pch/${name}.cpp)
    set_target_properties(cohort-pch-${name} PROPERTIES AUTOMOC OFF)
    target_link_libraries(cohort-pch-${name} PRIVATE ${ARGN} cohort_flags cohort_warnings)
    target_precompile_headers(cohort-pch-${name} PRIVATE ${CMAKE_SOURCE_DIR}/cmake/${header})
endfunction()

function(cohort_module name)
    cmake_parse_arguments(PARSE_ARGV 1 module "" "PRECOMPILED" "SOURCES;PUBLIC;PRIVATE")
    if(NOT module_PRECOMPILED)
        set(module_PRECOMPILED core)
    endif()
    add_library(cohort-${name} STATIC ${module_SOURCES})
    target_link_libraries(cohort-${name} PUBLIC ${module_PUBLIC} cohort_flags PRIVATE ${module_PRIVATE} cohort_warnings)
    target_precompile_headers(cohort-${name} REUSE_FROM cohort-pch-${module_PRECOMPILED})
endfunction()

# cohort_loaded_module(<name> OF <module> SOURCES … LIBRARIES …)
#   The shared library lib/cohort/cohort-<name>.so, which cohort-<module> loads when it first needs it
#   (core/base/modules.h): for libraries that most starts do without.
function(cohort_loaded_module name)
    cmake_parse_arguments(PARSE_ARGV 1 module "" "OF" "SOURCES;LIBRARIES")
    add_library(cohort-${name} MODULE ${module_SOURCES})
    target_link_libraries(cohort-${name} PRIVATE cohort_flags cohort_warnings ${module_LIBRARIES})
    set_target_properties(cohort-${name} PROPERTIES PREFIX "" LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib/cohort)
    add_dependencies(cohort-${module_OF} cohort-${name})
endfunction()
