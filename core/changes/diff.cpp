// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/changes/diff.h"

#include "core/base/modules.h"
#include "core/changes/gitmodule.h"

#include <QCryptographicHash>

namespace cohort::changes {

using protocol::DiffLine;
using protocol::Hunk;

namespace {

Result<CohortDiffLines> gitDiff()
{
    static const Result<QFunctionPointer> function = moduleFunction("cohort-git", "cohortDiffLines");
    return function.transform([](QFunctionPointer found) { return reinterpret_cast<CohortDiffLines>(found); });
}

DiffLine makeLine(const char *origin, QByteArrayView line, int before, int after)
{
    DiffLine result{.origin = QLatin1String(origin), .before = before, .after = after};
    if (line.endsWith('\n'))
        line.chop(1);
    else
        result.missingNewline = true;
    result.text = QString::fromUtf8(line);
    return result;
}

/// Builds one hunk from the blocks that share it.
Hunk makeHunk(const QList<QByteArrayView> &before, const QList<QByteArrayView> &after, std::span<const Block> blocks,
              int context)
{
    const Block &first = blocks.front();
    const Block &last = blocks.back();
    const int lead = std::min({context, first.beforeStart, first.afterStart});
    const int lastBeforeEnd = last.beforeStart + last.beforeCount;
    const int trail = std::min<int>(context, static_cast<int>(before.size()) - lastBeforeEnd);
    Hunk hunk;
    QCryptographicHash hash(QCryptographicHash::Blake2b_160);
    int beforeLine = first.beforeStart - lead;
    int afterLine = first.afterStart - lead;
    const int beforeBegin = beforeLine;
    const int afterBegin = afterLine;
    const auto unchangedUntil = [&](int end) {
        while (beforeLine < end) {
            hunk.lines.append(makeLine(" ", before.at(beforeLine), beforeLine + 1, afterLine + 1));
            ++beforeLine;
            ++afterLine;
        }
    };
    for (const Block &block : blocks) {
        unchangedUntil(block.beforeStart);
        hash.addData(QByteArray::number(block.beforeStart) + ':' + QByteArray::number(block.afterStart));
        for (int i = 0; i < block.beforeCount; ++i, ++beforeLine) {
            hunk.lines.append(makeLine("-", before.at(beforeLine), beforeLine + 1, 0));
            hash.addData(QByteArrayView("-"));
            hash.addData(before.at(beforeLine));
        }
        for (int i = 0; i < block.afterCount; ++i, ++afterLine) {
            hunk.lines.append(makeLine("+", after.at(afterLine), 0, afterLine + 1));
            hash.addData(QByteArrayView("+"));
            hash.addData(after.at(afterLine));
        }
    }
    unchangedUntil(lastBeforeEnd + trail);
    hunk.header = QStringLiteral("@@ -%1,%2 +%3,%4 @@")
                      .arg(beforeLine > beforeBegin ? beforeBegin + 1 : beforeBegin)
                      .arg(beforeLine - beforeBegin)
                      .arg(afterLine > afterBegin ? afterBegin + 1 : afterBegin)
                      .arg(afterLine - afterBegin);
    hunk.id = QString::fromLatin1(hash.result().toHex());
    return hunk;
}

} // namespace

QList<QByteArrayView> splitLines(QByteArrayView text)
{
    QList<QByteArrayView> lines;
    qsizetype start = 0;
    while (start < text.size()) {
        const qsizetype end = text.indexOf('\n', start);
        const qsizetype next = end < 0 ? text.size() : end + 1;
        lines.append(text.sliced(start, next - start));
        start = next;
    }
    return lines;
}

Result<QList<Block>> diffLines(const QByteArray &before, const QByteArray &after)
{
    if (before == after)
        return QList<Block>();
    const Result<CohortDiffLines> diff = gitDiff();
    if (!diff)
        return std::unexpected(diff.error());
    QList<Block> blocks;
    const int code = (*diff)(
        before.constData(), static_cast<std::size_t>(before.size()), after.constData(),
        static_cast<std::size_t>(after.size()),
        [](void *context, int beforeStart, int beforeCount, int afterStart, int afterCount) {
            static_cast<QList<Block> *>(context)->append({beforeStart, beforeCount, afterStart, afterCount});
        },
        &blocks);
    if (code != 0)
        return fail(ErrorKind::Internal,
                    QStringLiteral("the difference could not be computed (libgit2 says %1)").arg(code));
    return blocks;
}

Result<QList<Hunk>> makeHunks(const QByteArray &before, const QByteArray &after, int context)
{
    const Result<QList<Block>> blocks = diffLines(before, after);
    if (!blocks)
        return std::unexpected(blocks.error());
    const QList<QByteArrayView> beforeLines = splitLines(before);
    const QList<QByteArrayView> afterLines = splitLines(after);
    QList<Hunk> hunks;
    qsizetype begin = 0;
    for (qsizetype i = 1; i <= blocks->size(); ++i) {
        const bool joins =
            i < blocks->size()
            && blocks->at(i).beforeStart - (blocks->at(i - 1).beforeStart + blocks->at(i - 1).beforeCount)
                   <= 2 * context;
        if (joins)
            continue;
        hunks.append(makeHunk(beforeLines, afterLines,
                              std::span(blocks->constData() + begin, static_cast<std::size_t>(i - begin)), context));
        begin = i;
    }
    return hunks;
}

Result<QString> unifiedDiff(const QByteArray &before, const QByteArray &after, const QString &path)
{
    const Result<QList<Hunk>> hunks = makeHunks(before, after);
    if (!hunks)
        return std::unexpected(hunks.error());
    if (hunks->isEmpty())
        return QString();
    QString text = QStringLiteral("--- a/%1\n+++ b/%1\n").arg(path);
    for (const Hunk &hunk : *hunks) {
        text += hunk.header + QLatin1Char('\n');
        for (const DiffLine &line : hunk.lines) {
            text += line.origin + line.text + QLatin1Char('\n');
            if (line.missingNewline)
                text += QStringLiteral("\\ No newline at end of file\n");
        }
    }
    return text;
}

Result<Counts> countLines(const QByteArray &before, const QByteArray &after)
{
    if (before.isEmpty())
        return Counts{.added = static_cast<int>(splitLines(after).size())};
    if (after.isEmpty())
        return Counts{.removed = static_cast<int>(splitLines(before).size())};
    const Result<QList<Block>> blocks = diffLines(before, after);
    if (!blocks)
        return std::unexpected(blocks.error());
    Counts counts;
    for (const Block &block : *blocks) {
        counts.added += block.afterCount;
        counts.removed += block.beforeCount;
    }
    return counts;
}

} // namespace cohort::changes
