// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/changes/gitmodule.h"

#include <git2.h>

namespace {

struct Receiver {
    CohortDiffBlock block;
    void *context;
};

int handleHunk(const git_diff_delta *, const git_diff_hunk *hunk, void *payload)
{
    const auto *receiver = static_cast<const Receiver *>(payload);
    // git counts lines from 1, and gives the line before an empty range.
    const int before = hunk->old_lines == 0 ? hunk->old_start : hunk->old_start - 1;
    const int after = hunk->new_lines == 0 ? hunk->new_start : hunk->new_start - 1;
    receiver->block(receiver->context, before, hunk->old_lines, after, hunk->new_lines);
    return 0;
}

} // namespace

extern "C" __attribute__((visibility("default"))) int cohortDiffLines(const char *before, std::size_t beforeSize,
                                                                      const char *after, std::size_t afterSize,
                                                                      CohortDiffBlock block, void *context)
{
    static const int started = git_libgit2_init();
    if (started < 0)
        return started;
    git_diff_options options = GIT_DIFF_OPTIONS_INIT;
    options.context_lines = 0;
    options.interhunk_lines = 0;
    options.flags = GIT_DIFF_FORCE_TEXT;
    Receiver receiver{block, context};
    return git_diff_buffers(before, beforeSize, nullptr, after, afterSize, nullptr, &options, nullptr, nullptr,
                            &handleHunk, nullptr, &receiver);
}
