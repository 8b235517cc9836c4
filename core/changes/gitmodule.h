// SPDX-License-Identifier: GPL-3.0-or-later
// The face of the module that holds libgit2: plain C, so that the module and the program need not share more.
#pragma once

#include <cstddef>

extern "C" {

/// Called for each differing run, with 0-based line ranges.
using CohortDiffBlock = void (*)(void *context, int beforeStart, int beforeCount, int afterStart, int afterCount);

/// Diffs two texts by lines. 0 on success, else libgit2's error code.
using CohortDiffLines = int (*)(const char *before, std::size_t beforeSize, const char *after, std::size_t afterSize,
                                CohortDiffBlock block, void *context);
}
