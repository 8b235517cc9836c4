// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

#include <deque>

namespace cohort::ui {

/// How a run of letters looks. Colours: -1 the default, 0–15 the palette's, 16–255 of the 256, else 0x1000000 | rgb.
struct TerminalStyle {
    int foreground = -1;
    int background = -1;
    bool bold = false;
    bool faint = false;
    bool italic = false;
    bool underline = false;
    bool inverse = false;

    bool operator==(const TerminalStyle &) const = default;
};

struct TerminalRun {
    QString text;
    TerminalStyle style;

    bool operator==(const TerminalRun &) const = default;
};

/// What a command wrote, as lines: carriage returns and backspaces overwrite, colours are kept, cursor movements within
/// the newest line and erasing are done, everything else of a terminal is dropped. Bounded: old lines go first.
///
/// Follows ECMA-48 for control sequences; text may be cut anywhere between two calls of write().
class TerminalText
{
public:
    explicit TerminalText(int maximumLines = 10'000);

    void write(QStringView text);

    [[nodiscard]] int lineCount() const { return int(m_lines.size()); }
    /// Lines that were dropped at the beginning.
    [[nodiscard]] qint64 dropped() const { return m_dropped; }
    [[nodiscard]] QList<TerminalRun> line(int index) const;
    [[nodiscard]] QString plainLine(int index) const;
    [[nodiscard]] QString plainText() const;
    /// Counts all lines ever begun: a view draws from the first that changed.
    [[nodiscard]] qint64 revision() const { return m_revision; }

private:
    struct Line {
        QString text;
        QList<std::pair<int, TerminalStyle>> styles; ///< from this column on
    };
    void put(QStringView letters);
    void newLine();
    void control(QChar letter);
    void sequence(QChar final);
    void select(const QList<int> &parameters);
    void erase(int from, int to);
    static void setStyle(Line &line, int from, int to, const TerminalStyle &style);

    enum class State : quint8 { Text, Escape, Control, String, StringEscape };

    int m_maximumLines;
    std::deque<Line> m_lines;
    qint64 m_dropped = 0;
    qint64 m_revision = 0;
    int m_column = 0;
    TerminalStyle m_style;
    State m_state = State::Text;
    QString m_parameters;
};

} // namespace cohort::ui
