// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/conversation/rowlayout.h"

#include "ui/conversation/rowpieces.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>
#include <QPainter>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocumentFragment>

namespace cohort::ui {

namespace {

using PaintContext = QAbstractTextDocumentLayout::PaintContext;
using Selection = QAbstractTextDocumentLayout::Selection;

QColor colourOf(Ground ground)
{
    const auto &colours = theme::colours();
    switch (ground) {
    case Ground::Bubble:
        return colours.bubble;
    case Ground::Badge:
    case Ground::Warning:
        return colours.card;
    case Ground::Bad:
        return colours.removedGround;
    case Ground::None:
    case Ground::Code:
        break;
    }
    return colours.code;
}

void paintGround(QPainter *painter, const RowPiece &piece)
{
    const auto &colours = theme::colours();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setClipRect(piece.box.adjusted(-1, piece.opens ? -1 : 0, 1, piece.closes ? 1 : 0), Qt::IntersectClip);
    painter->setPen(piece.ground == Ground::Code ? colours.line : colourOf(piece.ground));
    painter->setBrush(colourOf(piece.ground));
    const qreal radius = QFontMetricsF(piece.document->defaultFont()).height() * 0.4;
    painter->drawRoundedRect(
        piece.box.adjusted(0.5, piece.opens ? 0.5 : -radius * 2, -0.5, piece.closes ? -0.5 : radius * 2), radius,
        radius);
    if (piece.ground == Ground::Code && piece.opens) {
        painter->setFont(theme::sized(QGuiApplication::font(), 0.85));
        painter->setPen(colours.muted);
        const QRectF top(piece.origin.x(), piece.box.top(),
                         piece.box.width() - 2 * (piece.origin.x() - piece.box.left()),
                         piece.origin.y() - piece.box.top());
        painter->drawText(top, Qt::AlignLeft | Qt::AlignVCenter, piece.caption);
        painter->setPen(colours.accent);
        painter->drawText(top, Qt::AlignRight | Qt::AlignVCenter, Conversation::tr("Copy"));
    }
    painter->restore();
}

void markFound(PaintContext &context, const RowPiece &piece, const QString &needle)
{
    Selection mark;
    mark.format.setBackground(theme::colours().found);
    for (auto found = piece.document->find(needle); !found.isNull(); found = piece.document->find(needle, found)) {
        mark.cursor = found;
        context.selections.append(mark);
    }
}

void markSelected(PaintContext &context, const RowPiece &piece, int index,
                  const std::pair<TextSpot, TextSpot> &selected)
{
    Selection mark;
    mark.cursor = QTextCursor(piece.document.get());
    mark.cursor.setPosition(index == selected.first.piece ? selected.first.position : 0);
    if (index == selected.second.piece)
        mark.cursor.setPosition(selected.second.position, QTextCursor::KeepAnchor);
    else
        mark.cursor.movePosition(QTextCursor::End, QTextCursor::KeepAnchor);
    mark.format.setBackground(QGuiApplication::palette().highlight());
    mark.format.setForeground(QGuiApplication::palette().highlightedText());
    context.selections.append(mark);
}

} // namespace

RowLayout::RowLayout() = default;
RowLayout::~RowLayout() = default;
RowLayout::RowLayout(RowLayout &&) noexcept = default;
RowLayout &RowLayout::operator=(RowLayout &&) noexcept = default;

void RowLayout::update(const Row &row, int width, const QFont &font)
{
    if (row.revision != m_revision) {
        m_pieces = makePieces(row, std::move(m_pieces), font);
    }
    m_revision = row.revision;
    m_width = width;

    const qreal line = QFontMetricsF(font).height();
    const qreal padding = line * 0.5;
    qreal y = m_pieces.empty() ? 0 : line * (row.heading ? 0.9 : row.kind == Row::Kind::Assistant ? 0.15 : 0.05);
    for (auto &piece : m_pieces) {
        const bool boxed = piece.ground != Ground::None;
        const qreal left = piece.indent * line;
        const qreal inner = width - left - (boxed ? 2 * padding : 0);
        if (!qFuzzyCompare(piece.document->textWidth(), inner))
            piece.document->setTextWidth(inner);
        y += piece.before * line;
        const qreal caption = piece.ground == Ground::Code && piece.opens ? line * 1.15 : 0;
        const qreal above = boxed && piece.opens ? padding * (piece.ground == Ground::Code ? 0.5 : 0.7) : 0;
        const qreal below = boxed && piece.closes ? padding * 0.7 : 0;
        piece.origin = QPointF(left + (boxed ? padding : 0), y + above + caption);
        const qreal height = above + caption + piece.document->size().height() + below;
        piece.box = QRectF(left, y, width - left, height);
        y += height;
    }
    m_height = qCeil(y + (m_pieces.empty() ? 0 : line * 0.1));
}

void RowLayout::paint(QPainter *painter, const QRect &clip,
                      const std::optional<std::pair<TextSpot, TextSpot>> &selected, const QString &needle) const
{
    const auto &colours = theme::colours();
    for (size_t index = 0; index < m_pieces.size(); ++index) {
        const RowPiece &piece = m_pieces[index];
        if (piece.box.bottom() < clip.top() || piece.box.top() > clip.bottom())
            continue;
        if (piece.ground != Ground::None)
            paintGround(painter, piece);
        QAbstractTextDocumentLayout::PaintContext context;
        context.palette.setColor(QPalette::Text, colours.text);
        context.clip = QRectF(clip).translated(-piece.origin);
        if (!needle.isEmpty())
            markFound(context, piece, needle);
        if (selected && selected->first.piece <= int(index) && int(index) <= selected->second.piece)
            markSelected(context, piece, int(index), *selected);
        painter->save();
        painter->translate(piece.origin);
        painter->setClipRect(
            QRectF(QPointF(0, 0), QSizeF(piece.box.right() - piece.origin.x(), piece.document->size().height())),
            Qt::IntersectClip);
        piece.document->documentLayout()->draw(painter, context);
        painter->restore();
    }
}

Hit RowLayout::hit(const QPointF &point) const
{
    Hit hit;
    for (size_t index = 0; index < m_pieces.size(); ++index) {
        const RowPiece &piece = m_pieces[index];
        const bool last = index + 1 == m_pieces.size();
        if (point.y() > piece.box.bottom() && !last)
            continue;
        const QPointF inside = point - piece.origin;
        auto *layout = piece.document->documentLayout();
        hit.spot = {int(index), layout->hitTest(inside, Qt::FuzzyHit)};
        if (!piece.box.contains(point))
            return hit;
        hit.text = layout->hitTest(inside, Qt::ExactHit) >= 0;
        hit.link = layout->anchorAt(inside);
        hit.toggles = piece.toggles;
        hit.tool = piece.tool;
        const qreal line = QFontMetricsF(piece.document->defaultFont()).height();
        if (piece.ground == Ground::Code && piece.opens && point.y() < piece.origin.y()
            && point.x() > piece.box.right() - line * 4)
            hit.copy = piece.copy;
        return hit;
    }
    return hit;
}

TextSpot RowLayout::end() const
{
    if (m_pieces.empty())
        return {};
    return {int(m_pieces.size()) - 1, m_pieces.back().document->characterCount() - 1};
}

QString RowLayout::text(TextSpot from, TextSpot to) const
{
    QStringList parts;
    for (int index = from.piece; index <= to.piece && index < int(m_pieces.size()); ++index) {
        QTextCursor cursor(m_pieces[size_t(index)].document.get());
        cursor.setPosition(index == from.piece ? from.position : 0);
        if (index == to.piece)
            cursor.setPosition(to.position, QTextCursor::KeepAnchor);
        else
            cursor.movePosition(QTextCursor::End, QTextCursor::KeepAnchor);
        parts.append(cursor.selection().toPlainText());
    }
    return parts.join(u'\n');
}

std::pair<TextSpot, TextSpot> RowLayout::wordAt(TextSpot spot) const
{
    if (spot.piece >= int(m_pieces.size()))
        return {spot, spot};
    QTextCursor cursor(m_pieces[size_t(spot.piece)].document.get());
    cursor.setPosition(spot.position);
    cursor.select(QTextCursor::WordUnderCursor);
    return {{spot.piece, cursor.selectionStart()}, {spot.piece, cursor.selectionEnd()}};
}

} // namespace cohort::ui
