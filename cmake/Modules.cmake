# SPDX-License-Identifier: GPL-3.0-or-later
# cohort_module(<name> SOURCES … [PUBLIC …] [PRIVATE …])
#   One folder of core/ or ui/ as the static library cohort-<name>. Includes are written from the repository's root.
function(cohort_module name)
    cmake_parse_arguments(PARSE_ARGV 1 module "" "" "SOURCES;PUBLIC;PRIVATE")
    add_library(cohort-${name} STATIC ${module_SOURCES})
    target_include_directories(cohort-${name} PUBLIC ${CMAKE_SOURCE_DIR})
    target_compile_definitions(cohort-${name} PUBLIC
        QT_NO_KEYWORDS QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_URL_CAST_FROM_STRING
        QT_NO_CAST_FROM_BYTEARRAY QT_NO_NARROWING_CONVERSIONS_IN_CONNECT)
    target_link_libraries(cohort-${name} PUBLIC ${module_PUBLIC} PRIVATE ${module_PRIVATE} cohort_warnings)
endfunction()
