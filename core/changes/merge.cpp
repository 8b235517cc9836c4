// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/changes/merge.h"

#include "core/changes/diff.h"

namespace cohort::changes {

namespace {
using protocol::Hunk;

/// The text in which the hunks named by `ids` have the lines of one side and everything else those of the other:
/// with `fromAfter` the chosen hunks are taken from `after` and the rest from `before`, else the other way round.
Result<QByteArray> compose(const Sides &sides, const QStringList &ids, bool fromAfter)
{
    const Result<QList<Hunk>> hunks = makeHunks(sides.before, sides.after);
    if (!hunks)
        return std::unexpected(hunks.error());
    int found = 0;
    QByteArray text;
    const QList<QByteArrayView> lines = splitLines(fromAfter ? sides.before : sides.after);
    const QList<QByteArrayView> others = splitLines(fromAfter ? sides.after : sides.before);
    qsizetype copied = 0;
    for (const Hunk &hunk : *hunks) {
        if (!ids.contains(hunk.id))
            continue;
        ++found;
        // Walk the hunk's lines: what the kept side has is passed over, what the taken side has is put in.
        for (const protocol::DiffLine &line : hunk.lines) {
            const int kept = fromAfter ? line.before : line.after;
            const int taken = fromAfter ? line.after : line.before;
            if (kept > 0) {
                while (copied < kept - 1)
                    text.append(lines.at(copied++));
                copied = kept;
            }
            if (taken > 0)
                text.append(others.at(taken - 1));
        }
    }
    while (copied < lines.size())
        text.append(lines.at(copied++));
    if (found != ids.size())
        return fail(ErrorKind::Conflict, QStringLiteral("the file has changed since it was shown; look at it again"));
    return text;
}

} // namespace

Result<Sides> acceptHunks(const Sides &sides, const QStringList &ids)
{
    Result<QByteArray> before = compose(sides, ids, true);
    if (!before)
        return std::unexpected(before.error());
    return Sides{.before = std::move(*before), .after = sides.after};
}

Result<Sides> rejectHunks(const Sides &sides, const QStringList &ids)
{
    Result<QByteArray> after = compose(sides, ids, false);
    if (!after)
        return std::unexpected(after.error());
    return Sides{.before = sides.before, .after = std::move(*after)};
}

} // namespace cohort::changes
