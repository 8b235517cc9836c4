# SPDX-License-Identifier: GPL-3.0-or-later
# cohort_registry(<target> NAME <word> TYPE <type> NAMESPACE <namespace> HEADER <header> ENTRIES <entry>…)
#
# Adds <entry>.cpp of the present folder to the target for each entry, and generates the function that makes them all:
#
#   cohort_registry(cohort_tools NAME tool TYPE std::unique_ptr<Tool> NAMESPACE cohort::tools
#                   HEADER core/tools/tool.h ENTRIES read write)
#
# defines std::vector<std::unique_ptr<Tool>> cohort::tools::makeAllTools(), in the order of the entries, from
# makeReadTool() and makeWriteTool(), which read.cpp and write.cpp define. HEADER declares TYPE and makeAllTools();
# the makers need no declaration. So a new tool is one file and one word in its folder's CMakeLists.

function(_cohort_camel_case word result)
    string(REGEX REPLACE "[-_]" ";" parts "${word}")
    set(camel "")
    foreach(part IN LISTS parts)
        string(SUBSTRING "${part}" 0 1 first)
        string(SUBSTRING "${part}" 1 -1 rest)
        string(TOUPPER "${first}" first)
        string(APPEND camel "${first}${rest}")
    endforeach()
    set(${result} "${camel}" PARENT_SCOPE)
endfunction()

function(cohort_registry target)
    cmake_parse_arguments(PARSE_ARGV 1 REGISTRY "" "NAME;TYPE;NAMESPACE;HEADER" "ENTRIES")
    foreach(argument IN ITEMS NAME TYPE NAMESPACE HEADER ENTRIES)
        if(NOT REGISTRY_${argument})
            message(FATAL_ERROR "cohort_registry(${target}): ${argument} is missing")
        endif()
    endforeach()
    if(REGISTRY_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "cohort_registry(${target}): not understood: ${REGISTRY_UNPARSED_ARGUMENTS}")
    endif()
    set(sorted ${REGISTRY_ENTRIES})
    list(REMOVE_DUPLICATES sorted)
    if(NOT sorted STREQUAL "${REGISTRY_ENTRIES}")
        message(FATAL_ERROR "cohort_registry(${target}): an entry stands twice")
    endif()

    _cohort_camel_case("${REGISTRY_NAME}" kind)
    set(declarations "")
    set(calls "")
    foreach(entry IN LISTS REGISTRY_ENTRIES)
        _cohort_camel_case("${entry}" name)
        target_sources(${target} PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}/${entry}.cpp")
        string(APPEND declarations "${REGISTRY_TYPE} make${name}${kind}();\n")
        string(APPEND calls "    all.push_back(make${name}${kind}());\n")
    endforeach()
    list(LENGTH REGISTRY_ENTRIES count)

    set(generated "${CMAKE_CURRENT_BINARY_DIR}/all${REGISTRY_NAME}s.cpp")
    file(CONFIGURE OUTPUT "${generated}" @ONLY CONTENT
"// Generated from @CMAKE_CURRENT_SOURCE_DIR@/CMakeLists.txt: change the entries there.
#include \"@REGISTRY_HEADER@\"

#include <vector>

namespace @REGISTRY_NAMESPACE@
{
@declarations@
std::vector<@REGISTRY_TYPE@> makeAll@kind@s()
{
    std::vector<@REGISTRY_TYPE@> all;
    all.reserve(@count@);
@calls@    return all;
}
}
")
    target_sources(${target} PRIVATE "${generated}")
endfunction()
