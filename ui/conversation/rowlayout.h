// SPDX-License-Identifier: GPL-3.0-or-later
// One row of the conversation, laid out: made for rows that are seen, thrown away when they are not.
#pragma once

#include "ui/models/transcript.h"

#include <QAbstractTextDocumentLayout>
#include <QFont>
#include <QRectF>
#include <QTextDocument>

#include <memory>
#include <vector>

class QPainter;

namespace cohort::ui {

/// A place in the text of a row.
struct TextSpot {
    int piece = 0;
    int position = 0;

    auto operator<=>(const TextSpot &) const = default;
};

/// What is under the mouse.
struct Hit {
    TextSpot spot;
    QString link;
    QString copy; ///< code, when the mouse is on its Copy
    bool toggles = false;
    int tool = -1;     ///< which line of a row of tools; -1: the row
    bool text = false; ///< on letters
};

struct RowPiece;

class RowLayout
{
public:
    RowLayout();
    ~RowLayout();
    RowLayout(RowLayout &&) noexcept;
    RowLayout &operator=(RowLayout &&) noexcept;

    /// Lays out what changed since the last time.
    void update(const Row &row, int width, const QFont &font);
    [[nodiscard]] int height() const { return m_height; }
    [[nodiscard]] int revision() const { return m_revision; }
    [[nodiscard]] int width() const { return m_width; }

    /// @param selected  from and to, or nothing
    /// @param needle  marked wherever it stands
    void paint(QPainter *painter, const QRect &clip, const std::optional<std::pair<TextSpot, TextSpot>> &selected,
               const QString &needle) const;
    [[nodiscard]] Hit hit(const QPointF &point) const;
    [[nodiscard]] TextSpot end() const;
    [[nodiscard]] QString text(TextSpot from, TextSpot to) const;
    [[nodiscard]] std::pair<TextSpot, TextSpot> wordAt(TextSpot spot) const;

private:
    std::vector<RowPiece> m_pieces;
    int m_height = 0;
    int m_width = 0;
    int m_revision = -1;
};

} // namespace cohort::ui
