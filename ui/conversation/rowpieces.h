// SPDX-License-Identifier: GPL-3.0-or-later
// What a row of the conversation is made of: documents one below the other, each on a ground of its own.
#pragma once

#include "ui/models/transcript.h"
#include "ui/theme/highlighter.h"

#include <QCoreApplication>
#include <QFont>
#include <QRectF>
#include <QTextDocument>

#include <memory>
#include <optional>
#include <vector>

namespace cohort::ui {

enum class Ground : quint8 { None, Bubble, Code, Badge, Bad, Warning };

struct RowPiece {
    QString key; ///< the same key means the same looks
    std::unique_ptr<QTextDocument> document;
    QRectF box;     ///< with the ground around the text
    QPointF origin; ///< of the document
    Ground ground = Ground::None;
    bool opens = true;  ///< the ground has its upper corners
    bool closes = true; ///< and its lower ones
    QString caption;    ///< above code
    QString copy;
    bool toggles = false;
    int tool = -1;
    double before = 0; ///< space above, in line heights
    double indent = 0;
    std::optional<Highlighter> after; ///< the highlighter's state at the end
};

/// The pieces of a row. Those of `old` that did not change are taken over; the new ones have no place yet.
[[nodiscard]] std::vector<RowPiece> makePieces(const Row &row, std::vector<RowPiece> old, const QFont &font);

/// The texts of the conversation's own words.
struct Conversation {
    Q_DECLARE_TR_FUNCTIONS(Conversation)
};

} // namespace cohort::ui
