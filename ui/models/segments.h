// SPDX-License-Identifier: GPL-3.0-or-later
// Markdown cut into parts that are laid out one by one, so that a growing text renders only its last part again.
#pragma once

#include <QList>
#include <QString>

namespace cohort::ui {

/// A part of a text. All parts in order make up the text, but for the fence lines of code.
struct Segment {
    enum class Kind : quint8 { Markdown, Code };

    Kind kind = Kind::Markdown;
    qsizetype start = 0;
    qsizetype length = 0;
    QString language;       ///< of code, as it stands after the fence
    bool continued = false; ///< code that goes on from the segment before

    bool operator==(const Segment &) const = default;
};

/// Cuts at fenced code that is not indented, at blank lines once a part is long, and code every few hundred lines. What
/// comes later never changes a part but the last one.
[[nodiscard]] QList<Segment> segmentsOf(QStringView markdown);

} // namespace cohort::ui
