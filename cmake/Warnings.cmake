# SPDX-License-Identifier: GPL-3.0-or-later
# The warnings Cohort's own code is compiled with: link cohort_warnings to a target to have them.

option(COHORT_WERROR "Treat warnings as errors" ON)

add_library(cohort_warnings INTERFACE)
target_compile_options(cohort_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wnon-virtual-dtor -Woverloaded-virtual -Wno-conversion -Wno-missing-field-initializers -Wimplicit-fallthrough
    # g++ 14 sees uninitialised members in every std::expected that a coroutine moves
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>
    $<$<CXX_COMPILER_ID:GNU>:-Wshadow=local;-Wlogical-op;-Wduplicated-cond>
    $<$<CXX_COMPILER_ID:Clang>:-Wshadow>
    $<$<BOOL:${COHORT_WERROR}>:-Werror>
)
