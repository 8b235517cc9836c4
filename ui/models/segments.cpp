// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/segments.h"

namespace cohort::ui {

namespace {

constexpr qsizetype longEnough = 1500; ///< characters of Markdown after which a blank line ends a part
constexpr int linesOfCode = 150;       ///< in one part

/// The length of a run of three or more backticks or tildes at the start of a line, or 0.
qsizetype fenceLength(QStringView line)
{
    if (line.isEmpty() || (line[0] != u'`' && line[0] != u'~'))
        return 0;
    qsizetype count = 0;
    while (count < line.size() && line[count] == line[0])
        ++count;
    if (count < 3 || (line[0] == u'`' && line.sliced(count).contains(u'`')))
        return 0;
    return count;
}

bool closesFence(QStringView line, QChar mark, qsizetype length)
{
    const auto trimmed = line.trimmed();
    if (trimmed.size() < length)
        return false;
    return std::ranges::all_of(trimmed, [mark](QChar letter) { return letter == mark; });
}

} // namespace

QList<Segment> segmentsOf(QStringView markdown)
{
    QList<Segment> segments;
    Segment current;
    QChar mark;
    qsizetype fence = 0;
    int lines = 0;

    const auto finish = [&](qsizetype end) {
        current.length = end - current.start;
        if (current.kind == Segment::Kind::Code || !markdown.sliced(current.start, current.length).trimmed().isEmpty())
            segments.append(current);
    };

    for (qsizetype at = 0; at < markdown.size();) {
        const qsizetype newline = markdown.indexOf(u'\n', at);
        const qsizetype end = newline < 0 ? markdown.size() : newline;
        const qsizetype next = newline < 0 ? markdown.size() : newline + 1;
        const QStringView line = markdown.sliced(at, end - at);

        if (fence > 0) {
            if (closesFence(line, mark, fence)) {
                finish(at);
                current = {.start = next};
                fence = 0;
            } else if (++lines >= linesOfCode && newline >= 0) {
                finish(next);
                current = {.kind = Segment::Kind::Code, .start = next, .language = current.language, .continued = true};
                lines = 0;
            }
        } else if (const auto length = fenceLength(line); length > 0) {
            finish(at);
            mark = line[0];
            fence = length;
            lines = 0;
            current = {
                .kind = Segment::Kind::Code, .start = next, .language = line.sliced(length).trimmed().toString()};
        } else if (line.trimmed().isEmpty() && at - current.start > longEnough) {
            // not inside a list item or a table that goes on: the next line begins at the margin, and not with a mark
            if (next < markdown.size() && markdown[next].isLetterOrNumber() && !markdown[next].isDigit()) {
                finish(at);
                current = {.start = next};
            }
        }
        at = next;
    }
    if (current.start < markdown.size() || fence > 0)
        finish(markdown.size());
    return segments;
}

} // namespace cohort::ui
