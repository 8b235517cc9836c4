// SPDX-License-Identifier: GPL-3.0-or-later
// What the person does to the conversation: mouse, keyboard, selection, the context menu.
#include "ui/conversation/conversationview.h"
#include "ui/conversation/permissioncard.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QDesktopServices>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QScrollBar>
#include <QUrl>

#include <algorithm>

namespace cohort::ui {

std::pair<int, Hit> ConversationView::hitAt(const QPoint &point)
{
    if (m_transcript == nullptr || m_heights.empty())
        return {-1, {}};
    updateTops();
    const int row = rowAt(point.y() + verticalScrollBar()->value());
    measure(row);
    const int top = m_tops[size_t(row)] - verticalScrollBar()->value();
    return {row, m_layouts[m_transcript->row(row).id].hit(QPointF(point.x() - columnLeft(), point.y() - top))};
}

std::optional<std::pair<TextSpot, TextSpot>> ConversationView::selectionOf(int row)
{
    const auto [from, to] = std::minmax(m_selectionStart, m_selectionEnd);
    const qint64 id = m_transcript->row(row).id;
    if (from.row < 0 || from == to || id < from.row || id > to.row)
        return std::nullopt;
    const auto layout = m_layouts.find(id);
    const TextSpot end = layout == m_layouts.end() ? TextSpot{} : layout->second.end();
    return std::pair{id == from.row ? from.text : TextSpot{}, id == to.row ? to.text : end};
}

void ConversationView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const auto [row, hit] = hitAt(event->position().toPoint());
    m_pressed = event->position().toPoint();
    if (row < 0)
        return;
    const Spot spot{m_transcript->row(row).id, hit.spot};
    if (event->modifiers() & Qt::ShiftModifier && m_selectionStart.row >= 0)
        m_selectionEnd = spot;
    else
        m_selectionStart = m_selectionEnd = spot;
    m_current = -1;
    m_selecting = true;
    viewport()->update();
}

void ConversationView::mouseMoveEvent(QMouseEvent *event)
{
    const auto [row, hit] = hitAt(event->position().toPoint());
    if (row < 0)
        return;
    const bool clickable = !hit.link.isEmpty() || !hit.copy.isEmpty() || hit.toggles;
    viewport()->setCursor(clickable ? Qt::PointingHandCursor : hit.text ? Qt::IBeamCursor : Qt::ArrowCursor);
    if (!m_selecting)
        return;
    m_selectionEnd = {m_transcript->row(row).id, hit.spot};
    if (event->position().y() < 0)
        verticalScrollBar()->triggerAction(QAbstractSlider::SliderSingleStepSub);
    else if (event->position().y() > viewport()->height())
        verticalScrollBar()->triggerAction(QAbstractSlider::SliderSingleStepAdd);
    viewport()->update();
}

void ConversationView::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton || !m_selecting)
        return;
    m_selecting = false;
    const bool moved = (event->position().toPoint() - m_pressed).manhattanLength() >= QApplication::startDragDistance();
    if (!moved && !(event->modifiers() & Qt::ShiftModifier)) {
        const auto [row, hit] = hitAt(event->position().toPoint());
        if (row >= 0)
            activate(row, hit);
    } else if (auto *clipboard = QGuiApplication::clipboard(); clipboard->supportsSelection()) {
        clipboard->setText(selectedText(), QClipboard::Selection);
    }
}

/// What unfolds grows downwards: the line that was clicked stays where it is.
void ConversationView::holdStill()
{
    m_follow = false;
    m_anchorRow = -1;
}

void ConversationView::activate(int row, const Hit &hit)
{
    const Row &shown = m_transcript->row(row);
    if (!hit.copy.isEmpty()) {
        QGuiApplication::clipboard()->setText(hit.copy);
    } else if (hit.link.startsWith(QLatin1StringView("review:"))) {
        Q_EMIT reviewWanted(hit.link.section(u':', 1));
    } else if (hit.link.startsWith(QLatin1StringView("output:"))) {
        const QString call = hit.link.section(u':', 1);
        for (const auto &line : shown.tools)
            if (line.call == call)
                Q_EMIT outputWanted(call, line.fullOutput);
    } else if (hit.link.startsWith(QLatin1StringView("http:")) || hit.link.startsWith(QLatin1StringView("https:"))) {
        QDesktopServices::openUrl(QUrl(hit.link)); // of a model: only the web's own schemes
    } else if (hit.toggles && hit.tool >= 0) {
        holdStill();
        m_transcript->setToolUnfolded(row, hit.tool, !shown.tools[hit.tool].unfolded);
    } else if (hit.toggles) {
        holdStill();
        m_transcript->setUnfolded(row, !shown.unfolded);
    }
}

void ConversationView::mouseDoubleClickEvent(QMouseEvent *event)
{
    const auto [row, hit] = hitAt(event->position().toPoint());
    if (row < 0 || hit.toggles)
        return;
    const qint64 id = m_transcript->row(row).id;
    const auto [from, to] = m_layouts[id].wordAt(hit.spot);
    m_selectionStart = {id, from};
    m_selectionEnd = {id, to};
    viewport()->update();
}

void ConversationView::moveCurrent(int step)
{
    if (m_transcript == nullptr || m_transcript->count() == 0)
        return;
    int row = m_transcript->indexOf(m_current);
    row = row < 0 ? rowAt(verticalScrollBar()->value() + (step < 0 ? viewport()->height() : 0)) : row + step;
    row = std::clamp(row, 0, m_transcript->count() - 1);
    m_current = m_transcript->row(row).id;
    setAccessibleDescription(Transcript::plainText(m_transcript->row(row)));
    updateTops();
    const int top = m_tops[size_t(row)] - verticalScrollBar()->value();
    if (top < 0 || top + m_heights[size_t(row)].pixels > viewport()->height())
        scrollToRow(row);
    if (row == m_transcript->count() - 1)
        scrollToEnd();
    announce(row);
    viewport()->update();
}

void ConversationView::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy)) {
        copy();
    } else if (event->matches(QKeySequence::SelectAll)) {
        selectAll();
    } else if (event->key() == Qt::Key_Home) {
        verticalScrollBar()->setValue(0);
    } else if (event->key() == Qt::Key_End) {
        scrollToEnd();
    } else if (event->key() == Qt::Key_J || event->key() == Qt::Key_K) {
        moveCurrent(event->key() == Qt::Key_J ? 1 : -1);
    } else if (const int row = m_transcript != nullptr ? m_transcript->indexOf(m_current) : -1;
               row >= 0 && (event->key() == Qt::Key_Space || event->key() == Qt::Key_Return)) {
        const Row &shown = m_transcript->row(row);
        if (shown.tools.size() == 1)
            m_transcript->setToolUnfolded(row, 0, !shown.tools.first().unfolded);
        else
            m_transcript->setUnfolded(row, !shown.unfolded);
    } else {
        QAbstractScrollArea::keyPressEvent(event);
    }
}

void ConversationView::contextMenuEvent(QContextMenuEvent *event)
{
    const auto [row, hit] = hitAt(viewport()->mapFromGlobal(event->globalPos()));
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    auto *copyAction = menu->addAction(tr("Copy"), this, &ConversationView::copy);
    copyAction->setEnabled(m_selectionStart != m_selectionEnd);
    if (row >= 0) {
        const Row &shown = m_transcript->row(row);
        menu->addAction(tr("Copy Message"), this,
                        [text = Transcript::plainText(shown)] { QGuiApplication::clipboard()->setText(text); });
        if (hit.link.startsWith(QLatin1StringView("http")))
            menu->addAction(tr("Copy Link"), this, [link = hit.link] { QGuiApplication::clipboard()->setText(link); });
        if (shown.seq > 0) {
            menu->addSeparator();
            menu->addAction(tr("Fork the Session Here"), this, [this, seq = shown.seq] { Q_EMIT forkWanted(seq, {}); });
            if (shown.kind == Row::Kind::User && !shown.steering)
                menu->addAction(tr("Edit and Send Again"), this,
                                [this, seq = shown.seq, text = shown.text] { Q_EMIT forkWanted(seq - 1, text); });
        }
    }
    menu->addSeparator();
    menu->addAction(tr("Select All"), this, &ConversationView::selectAll);
    menu->popup(event->globalPos());
}

void ConversationView::copy()
{
    if (const QString text = selectedText(); !text.isEmpty())
        QGuiApplication::clipboard()->setText(text);
}

void ConversationView::selectAll()
{
    if (m_transcript == nullptr || m_transcript->count() == 0)
        return;
    const int last = m_transcript->count() - 1;
    measure(last);
    m_selectionStart = {m_transcript->row(0).id, {}};
    m_selectionEnd = {m_transcript->row(last).id, m_layouts[m_transcript->row(last).id].end()};
    viewport()->update();
}

QString ConversationView::selectedText() const
{
    const auto [from, to] = std::minmax(m_selectionStart, m_selectionEnd);
    if (m_transcript == nullptr || from.row < 0 || from == to)
        return {};
    const int first = m_transcript->indexOf(from.row);
    const int last = m_transcript->indexOf(to.row);
    QStringList parts;
    for (int row = std::max(0, first); row <= last; ++row) {
        const Row &shown = m_transcript->row(row);
        const bool whole = row > first && row < last;
        if (whole || (row == first && row != last && from.text == TextSpot{})) {
            parts.append(Transcript::plainText(shown)); // the source of what is not on screen
            continue;
        }
        RowLayout layout;
        layout.update(shown, columnWidth(), font());
        parts.append(layout.text(row == first ? from.text : TextSpot{}, row == last ? to.text : layout.end()));
    }
    parts.removeAll(QString());
    return parts.join(QStringLiteral("\n\n"));
}

bool ConversationView::focusPermission()
{
    for (int row = 0; m_transcript != nullptr && row < m_transcript->count(); ++row) {
        const Row &shown = m_transcript->row(row);
        if (shown.kind != Row::Kind::Permission || shown.permission->decided || shown.permission->expired)
            continue;
        if (auto *asked = card(row)) {
            measure(row);
            if (!m_follow)
                scrollToRow(row);
            layOut();
            asked->setFocus(Qt::ShortcutFocusReason);
            return true;
        }
    }
    return false;
}

} // namespace cohort::ui
