// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/fuzzy.h"

#include <algorithm>

namespace cohort {

namespace {

bool startsWord(QStringView text, qsizetype at)
{
    if (at == 0)
        return true;
    const QChar before = text[at - 1];
    return !before.isLetterOrNumber() || (before.isLower() && text[at].isUpper());
}

/// The score of a greedy match that begins at or after `from`; 0 when the letters are not all there.
double scoreFrom(QStringView query, QStringView text, qsizetype from, qsizetype nameStart)
{
    constexpr double together = 1.0;
    constexpr double wordStart = 0.8;
    constexpr double scattered = 0.25;
    constexpr double inName = 0.1;
    constexpr double sameCase = 0.05;
    constexpr double best = together + inName + sameCase;
    double sum = 0;
    qsizetype at = from;
    qsizetype last = -2;
    qsizetype first = -1;
    for (const QChar wanted : query) {
        if (wanted.isSpace()) {
            last = -2; // words of a query may be anywhere
            continue;
        }
        while (at < text.size() && text[at].toCaseFolded() != wanted.toCaseFolded())
            ++at;
        if (at == text.size())
            return 0;
        sum += at == last + 1 ? together : startsWord(text, at) ? wordStart : scattered;
        sum += (at >= nameStart ? inName : 0) + (text[at] == wanted ? sameCase : 0);
        if (first < 0)
            first = at;
        last = at++;
    }
    const auto letters = std::count_if(query.begin(), query.end(), [](QChar letter) { return !letter.isSpace(); });
    // Of two equal matches the shorter text is meant, or the shorter name wherever it lies.
    const qsizetype around = text.size() - (first >= nameStart ? nameStart : 0);
    const double density = static_cast<double>(letters) / static_cast<double>(around);
    return sum / (best * static_cast<double>(letters)) * (0.8 + 0.2 * density);
}

} // namespace

double fuzzyScore(QStringView query, QStringView text)
{
    query = query.trimmed();
    if (query.isEmpty() || text.isEmpty())
        return 0;
    if (query == text)
        return 1;
    const qsizetype nameStart = text.lastIndexOf(u'/') + 1;
    double best = 0;
    // The first letter may stand in many places; the best beginning is not always the first.
    constexpr int beginnings = 16;
    qsizetype from = 0;
    for (int i = 0; i < beginnings; ++i) {
        while (from < text.size() && text[from].toCaseFolded() != query.front().toCaseFolded())
            ++from;
        if (from == text.size())
            break;
        best = std::max(best, scoreFrom(query, text, from, nameStart));
        ++from;
    }
    return std::min(best, 0.999);
}

} // namespace cohort
