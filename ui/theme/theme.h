// SPDX-License-Identifier: GPL-3.0-or-later
// Colours that the palette has no role for, icons, fonts and the choice of light or dark.
#pragma once

#include <QColor>
#include <QFont>
#include <QIcon>

class QWidget;

namespace cohort::ui::theme {

struct Colours {
    QColor text;
    QColor muted;  ///< text that stands back
    QColor accent; ///< links, what is going on
    QColor line;   ///< thin separators
    QColor bubble; ///< behind what the person said
    QColor card;   ///< behind a permission request
    QColor code;   ///< behind code
    QColor added;
    QColor removed;
    QColor addedGround;
    QColor removedGround;
    QColor good;
    QColor warning;
    QColor bad;
    QColor found; ///< behind a text that was searched for
};

/// Whether the window's colours are dark.
[[nodiscard]] bool isDark();
[[nodiscard]] const Colours &colours();
/// One of the sixteen colours of a terminal.
[[nodiscard]] QColor terminalColour(int index);

/// Uses "light", "dark" or, for anything else, what the desktop says.
void apply(const QString &scheme);
/// Uses a size in points for the whole window; 0: as the desktop says.
void applyFontSize(int points);

/// A drawing of ours, in the colour of text; from the desktop's icon theme where that has it.
[[nodiscard]] QIcon icon(const QString &name);
[[nodiscard]] QFont monospace();
/// The window's font, `steps` points larger or smaller.
[[nodiscard]] QFont sized(const QFont &font, double factor, bool bold = false);
/// The distance between things that belong together, from the style.
[[nodiscard]] int spacing(const QWidget *widget);

} // namespace cohort::ui::theme
