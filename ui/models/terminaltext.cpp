// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/terminaltext.h"

#include <algorithm>

namespace cohort::ui {

namespace {

constexpr int longestLine = 8'000; ///< letters; what goes beyond begins a new line
constexpr int longestSequence = 200;
constexpr int tabWidth = 8;
constexpr char16_t escape = 0x1b;
constexpr char16_t bell = 0x07;

} // namespace

TerminalText::TerminalText(int maximumLines)
    : m_maximumLines(maximumLines)
    , m_lines(1)
{}

void TerminalText::write(QStringView text)
{
    ++m_revision;
    for (qsizetype at = 0; at < text.size(); ++at) {
        const QChar letter = text[at];
        switch (m_state) {
        case State::Text: {
            qsizetype end = at;
            while (end < text.size() && text[end].unicode() >= 0x20 && text[end].unicode() != 0x7f)
                ++end;
            if (end > at) {
                put(text.sliced(at, end - at));
                at = end - 1;
            } else {
                control(letter);
            }
            break;
        }
        case State::Escape:
            m_parameters.clear();
            if (letter == u'[')
                m_state = State::Control;
            else if (letter == u']' || letter == u'P' || letter == u'_' || letter == u'^' || letter == u'X')
                m_state = State::String;
            else if (letter.unicode() < 0x20 || letter.unicode() > 0x2f) // else the next letter belongs to it
                m_state = State::Text;
            break;
        case State::Control:
            if (letter.unicode() >= 0x40 && letter.unicode() <= 0x7e) {
                m_state = State::Text;
                sequence(letter);
            } else if (letter.unicode() < 0x20 || m_parameters.size() > longestSequence) {
                m_state = State::Text; // broken
            } else {
                m_parameters.append(letter);
            }
            break;
        case State::String:
            if (letter == QChar(bell))
                m_state = State::Text;
            else if (letter == QChar(escape))
                m_state = State::StringEscape;
            else if (letter == u'\n')
                m_state = State::Text; // never ended: do not swallow the rest
            break;
        case State::StringEscape:
            m_state = State::Text;
            break;
        }
    }
}

void TerminalText::control(QChar letter)
{
    switch (letter.unicode()) {
    case u'\n':
        newLine();
        break;
    case u'\r':
        m_column = 0;
        break;
    case u'\b':
        m_column = std::max(0, m_column - 1);
        break;
    case u'\t':
        put(QString(tabWidth - m_column % tabWidth, u' '));
        break;
    case escape:
        m_state = State::Escape;
        break;
    default:
        break;
    }
}

void TerminalText::newLine()
{
    m_lines.emplace_back();
    m_column = 0;
    while (int(m_lines.size()) > m_maximumLines) {
        m_lines.pop_front();
        ++m_dropped;
    }
}

void TerminalText::put(QStringView letters)
{
    while (!letters.isEmpty()) {
        if (m_column >= longestLine)
            newLine();
        const auto part = letters.first(std::min<qsizetype>(letters.size(), longestLine - m_column));
        Line &line = m_lines.back();
        if (line.text.size() < m_column) {
            setStyle(line, int(line.text.size()), m_column, {});
            line.text.resize(m_column, u' ');
        }
        const int end = m_column + int(part.size());
        line.text.replace(m_column, part.size(), part.data(), part.size());
        setStyle(line, m_column, end, m_style);
        m_column = end;
        letters = letters.sliced(part.size());
    }
}

void TerminalText::setStyle(Line &line, int from, int to, const TerminalStyle &style)
{
    auto &styles = line.styles;
    if (styles.isEmpty() && style == TerminalStyle{})
        return;
    if (styles.isEmpty())
        styles.append(std::pair{0, TerminalStyle{}});
    if (styles.last().first <= from) { // the common case: at the end
        const TerminalStyle after = styles.last().second;
        if (after == style)
            return;
        if (styles.last().first == from)
            styles.last().second = style;
        else
            styles.append(std::pair{from, style});
        if (to < line.text.size())
            styles.append(std::pair{to, after});
        return;
    }
    TerminalStyle after;
    for (const auto &[column, at] : std::as_const(styles))
        if (column <= to)
            after = at;
    styles.removeIf([from, to](const auto &entry) { return entry.first >= from && entry.first <= to; });
    const auto place = std::ranges::find_if(styles, [from](const auto &entry) { return entry.first > from; });
    const auto index = std::distance(styles.begin(), place);
    styles.insert(index, std::pair{from, style});
    if (to < line.text.size())
        styles.insert(index + 1, std::pair{to, after});
}

void TerminalText::erase(int from, int to)
{
    Line &line = m_lines.back();
    to = std::min(to, int(line.text.size()));
    if (from >= to)
        return;
    if (to == line.text.size()) {
        line.text.truncate(from);
        line.styles.removeIf([from](const auto &entry) { return entry.first >= from && entry.first > 0; });
    } else {
        std::fill(line.text.begin() + from, line.text.begin() + to, u' ');
        setStyle(line, from, to, {});
    }
}

void TerminalText::sequence(QChar final)
{
    QList<int> numbers;
    const auto parts = QStringView(m_parameters).split(u';');
    for (const auto part : parts) {
        const auto subparts = part.split(u':');
        for (const auto subpart : subparts)
            numbers.append(std::clamp(subpart.toInt(), 0, 100'000));
    }
    const int first = numbers.value(0);
    const int size = int(m_lines.back().text.size());
    switch (final.unicode()) {
    case u'm':
        select(numbers);
        break;
    case u'K':
        if (first == 0)
            erase(m_column, size);
        else if (first == 1)
            erase(0, m_column);
        else
            erase(0, size);
        break;
    case u'C':
        m_column = std::min(m_column + std::max(1, first), longestLine - 1);
        break;
    case u'D':
        m_column = std::max(0, m_column - std::max(1, first));
        break;
    case u'G':
        m_column = std::clamp(first - 1, 0, longestLine - 1);
        break;
    case u'J':
        if (first == 2 || first == 3) {
            newLine();
        }
        break;
    default:
        break;
    }
}

void TerminalText::select(const QList<int> &parameters)
{
    for (qsizetype at = 0; at < parameters.size(); ++at) {
        const int code = parameters[at];
        if (code == 0)
            m_style = {};
        else if (code == 1)
            m_style.bold = true;
        else if (code == 2)
            m_style.faint = true;
        else if (code == 3)
            m_style.italic = true;
        else if (code == 4)
            m_style.underline = true;
        else if (code == 7)
            m_style.inverse = true;
        else if (code == 22)
            m_style.bold = m_style.faint = false;
        else if (code == 23)
            m_style.italic = false;
        else if (code == 24)
            m_style.underline = false;
        else if (code == 27)
            m_style.inverse = false;
        else if (code >= 30 && code <= 37)
            m_style.foreground = code - 30;
        else if (code == 39)
            m_style.foreground = -1;
        else if (code >= 40 && code <= 47)
            m_style.background = code - 40;
        else if (code == 49)
            m_style.background = -1;
        else if (code >= 90 && code <= 97)
            m_style.foreground = code - 90 + 8;
        else if (code >= 100 && code <= 107)
            m_style.background = code - 100 + 8;
        else if (code == 38 || code == 48) {
            int &colour = code == 38 ? m_style.foreground : m_style.background;
            if (parameters.value(at + 1) == 5) {
                colour = std::clamp(parameters.value(at + 2), 0, 255);
                at += 2;
            } else if (parameters.value(at + 1) == 2) {
                const auto part = [&](int index) { return std::clamp(parameters.value(at + index), 0, 255); };
                colour = 0x1000000 | (part(2) << 16) | (part(3) << 8) | part(4);
                at += 4;
            }
        }
    }
}

QList<TerminalRun> TerminalText::line(int index) const
{
    const Line &line = m_lines[size_t(index)];
    if (line.styles.isEmpty())
        return {{line.text, {}}};
    QList<TerminalRun> runs;
    for (qsizetype at = 0; at < line.styles.size(); ++at) {
        const int from = line.styles[at].first;
        const int to = at + 1 < line.styles.size() ? line.styles[at + 1].first : int(line.text.size());
        if (to > from && from < line.text.size())
            runs.append({line.text.mid(from, to - from), line.styles[at].second});
    }
    return runs;
}

QString TerminalText::plainLine(int index) const
{
    return m_lines[size_t(index)].text;
}

QString TerminalText::plainText() const
{
    QString text;
    for (const auto &line : m_lines) {
        if (&line != &m_lines.front())
            text += u'\n';
        text += line.text;
    }
    return text;
}

} // namespace cohort::ui
