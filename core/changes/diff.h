// SPDX-License-Identifier: GPL-3.0-or-later
// Line differences, by libgit2's engine.
#pragma once

#include "core/base/error.h"
#include "core/protocol/types.h"

#include <QByteArray>

namespace cohort::changes {

/// A run of lines that differ. Line numbers count from 0; a range may be empty.
struct Block {
    int beforeStart = 0;
    int beforeCount = 0;
    int afterStart = 0;
    int afterCount = 0;

    bool operator==(const Block &) const = default;
};

/// The lines of a text, each with its line end.
[[nodiscard]] QList<QByteArrayView> splitLines(QByteArrayView text);

/// The differing runs of two texts, in order. Blocking; Unsupported when the git module cannot be loaded.
[[nodiscard]] Result<QList<Block>> diffLines(const QByteArray &before, const QByteArray &after);

/// The hunks that a person decides on: one for each run of changes, with at most `context` unchanged lines around it;
/// runs that lie closer than that share one. A hunk's id names its place and its very lines.
[[nodiscard]] Result<QList<protocol::Hunk>> makeHunks(const QByteArray &before, const QByteArray &after,
                                                      int context = 3);

/// The unified diff of two texts, with a header for `path`; empty when they are the same.
[[nodiscard]] Result<QString> unifiedDiff(const QByteArray &before, const QByteArray &after, const QString &path);

/// Added and removed lines, without loading anything when one side is empty.
struct Counts {
    int added = 0;
    int removed = 0;
};
[[nodiscard]] Result<Counts> countLines(const QByteArray &before, const QByteArray &after);

} // namespace cohort::changes
