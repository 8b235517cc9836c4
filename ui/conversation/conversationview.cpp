// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/conversation/conversationview.h"

#include "ui/conversation/permissioncard.h"
#include "ui/theme/theme.h"

#include <QAccessible>
#include <QApplication>
#include <QPainter>
#include <QScrollBar>
#include <QToolButton>

#include <algorithm>

namespace cohort::ui {

namespace {
constexpr int lettersInColumn = 124; ///< the widest comfortable line
constexpr int layoutsKept = 40;      ///< beside those on screen
} // namespace

ConversationView::ConversationView(QWidget *parent)
    : QAbstractScrollArea(parent)
    , m_newButton(new QToolButton(this))
{
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::StrongFocus);
    verticalScrollBar()->setAutoFillBackground(true); // opaque: what lies below is not drawn with it
    setAccessibleName(tr("Conversation"));
    viewport()->setMouseTracking(true);
    viewport()->setBackgroundRole(QPalette::Base);
    viewport()->setAutoFillBackground(true);
    viewport()->setCursor(Qt::IBeamCursor);
    m_newButton->setText(tr("↓ New"));
    m_newButton->setToolTip(tr("Go to the end of the conversation"));
    m_newButton->setFocusPolicy(Qt::TabFocus);
    m_newButton->setAutoRaise(false);
    m_newButton->hide();
    connect(m_newButton, &QToolButton::clicked, this, &ConversationView::scrollToEnd);
}

ConversationView::~ConversationView() = default;

void ConversationView::setTranscript(Transcript *transcript)
{
    if (m_transcript != nullptr)
        m_transcript->disconnect(this);
    m_transcript = transcript;
    m_follow = true;
    if (transcript != nullptr) {
        connect(transcript, &Transcript::rowsInserted, this,
                [this](const QModelIndex &, int first, int last) { insertRows(first, last); });
        connect(transcript, &Transcript::dataChanged, this,
                [this](const QModelIndex &from, const QModelIndex &to) { changeRows(from.row(), to.row()); });
        connect(transcript, &Transcript::modelReset, this, &ConversationView::reset);
    }
    reset();
}

void ConversationView::reset()
{
    m_heights.clear();
    m_selectionStart = m_selectionEnd = {};
    m_current = m_anchorRow = -1;
    for (auto &[id, card] : m_cards)
        delete card;
    m_cards.clear();
    forgetLayouts();
    if (m_transcript != nullptr && m_transcript->count() > 0)
        insertRows(0, m_transcript->count() - 1);
    m_newButton->hide();
    scheduleLayout();
}

void ConversationView::forgetLayouts()
{
    m_layouts.clear();
    for (auto &height : m_heights)
        height.measured = false;
    m_topsDirty = true;
    scheduleLayout();
}

void ConversationView::insertRows(int first, int last)
{
    std::vector<Height> heights;
    heights.reserve(size_t(last - first + 1));
    for (int row = first; row <= last; ++row)
        heights.push_back({guess(m_transcript->row(row)), false});
    m_heights.insert(m_heights.begin() + first, heights.begin(), heights.end());
    m_topsDirty = true;
    if (!m_follow && first > 0 && last == m_transcript->count() - 1)
        m_newButton->show();
    scheduleLayout();
}

void ConversationView::changeRows(int first, int last)
{
    for (int row = first; row <= last; ++row) {
        m_heights[size_t(row)].measured = false;
        if (m_transcript->row(row).kind == Row::Kind::Permission || m_transcript->row(row).kind == Row::Kind::TurnEnd)
            announce(row);
    }
    scheduleLayout();
}

void ConversationView::announce(int row)
{
    if (!QAccessible::isActive())
        return;
    QAccessibleAnnouncementEvent event(this, Transcript::plainText(m_transcript->row(row)));
    QAccessible::updateAccessibility(&event);
}

int ConversationView::widestColumn() const
{
    return lettersInColumn * fontMetrics().averageCharWidth();
}

int ConversationView::columnWidth() const
{
    const int margin = fontMetrics().height();
    return std::min(viewport()->width() - 2 * margin, widestColumn());
}

int ConversationView::columnLeft() const
{
    // in the middle of the widget, with or without a scroll bar, so that the composer stands below it
    return std::min((width() - columnWidth()) / 2, viewport()->width() - columnWidth());
}

int ConversationView::guess(const Row &row) const
{
    const int line = fontMetrics().height();
    const int letters = std::max(20, columnWidth() / std::max(1, fontMetrics().averageCharWidth()));
    const int lines =
        int(row.text.size() / letters) + int(row.kind == Row::Kind::Assistant ? row.text.size() / 200 : 0) + 1;
    return line * (lines + (row.heading ? 2 : 0)) + line / 2;
}

void ConversationView::scheduleLayout()
{
    QCoreApplication::postEvent(this, new QEvent(QEvent::LayoutRequest));
}

bool ConversationView::event(QEvent *event)
{
    if (event->type() == QEvent::LayoutRequest) {
        layOut();
        return true;
    }
    return QAbstractScrollArea::event(event);
}

PermissionCard *ConversationView::card(int row)
{
    const Row &shown = m_transcript->row(row);
    if (shown.kind != Row::Kind::Permission)
        return nullptr;
    const bool waits = !shown.permission->decided && !shown.permission->expired;
    auto &card = m_cards[shown.id];
    if (!waits) {
        if (card != nullptr) {
            if (card->isAncestorOf(QApplication::focusWidget()))
                setFocus();
            card->hide();
            card->deleteLater();
        }
        m_cards.erase(shown.id);
        return nullptr;
    }
    if (card == nullptr) {
        card = new PermissionCard(shown.permission->request, viewport());
        connect(card, &PermissionCard::decided, this, &ConversationView::decided);
        connect(card, &PermissionCard::sizeChanged, this, [this, id = shown.id] {
            if (const int index = m_transcript->indexOf(id); index >= 0) {
                m_heights[size_t(index)].measured = false;
                scheduleLayout();
            }
        });
    }
    return card;
}

int ConversationView::measure(int row)
{
    auto &height = m_heights[size_t(row)];
    const Row &shown = m_transcript->row(row);
    auto &layout = m_layouts[shown.id];
    const int width = columnWidth();
    if (height.measured && layout.revision() == shown.revision && layout.width() == width)
        return height.pixels;
    layout.update(shown, width, font());
    int pixels = layout.height();
    if (auto *asked = card(row)) {
        const int natural = asked->hasHeightForWidth() ? asked->heightForWidth(width) : asked->sizeHint().height();
        pixels += natural + fontMetrics().height();
    }
    m_topsDirty = m_topsDirty || pixels != height.pixels;
    height = {pixels, true};
    return pixels;
}

void ConversationView::updateTops()
{
    if (!m_topsDirty && m_tops.size() == m_heights.size() + 1)
        return;
    m_tops.resize(m_heights.size() + 1);
    int y = 0;
    for (size_t row = 0; row < m_heights.size(); ++row) {
        m_tops[row] = y;
        y += m_heights[row].pixels;
    }
    m_tops.back() = y;
    m_topsDirty = false;
}

int ConversationView::rowAt(int y) const
{
    const auto above = std::ranges::upper_bound(m_tops, y);
    const auto row = std::distance(m_tops.begin(), above) - 1;
    return int(std::clamp<qint64>(row, 0, std::max<qint64>(0, qint64(m_heights.size()) - 1)));
}

/// Measures what is on screen, sets the scroll bar, and leaves in place what the eye rests on.
void ConversationView::layOut()
{
    if (m_transcript == nullptr || m_heights.size() != size_t(m_transcript->count()) || viewport()->width() < 10)
        return;
    const int count = m_transcript->count();
    const int page = viewport()->height();
    if (count > 0 && m_follow) {
        int filled = 0;
        for (int row = count - 1; row >= 0 && filled < page; --row)
            filled += measure(row);
    } else if (count > 0) {
        int anchor = m_transcript->indexOf(m_anchorRow);
        if (anchor < 0) {
            updateTops();
            anchor = rowAt(verticalScrollBar()->value());
            m_anchorOffset = verticalScrollBar()->value() - m_tops[size_t(anchor)];
            m_anchorRow = m_transcript->row(anchor).id;
        }
        const auto before = m_heights[size_t(anchor)];
        const int pixels = measure(anchor);
        if (!before.measured && before.pixels != pixels && m_anchorOffset > 0) // keep what is below in its place
            m_anchorOffset = std::max(0, pixels - (before.pixels - m_anchorOffset));
        int filled = pixels - m_anchorOffset;
        for (int row = anchor + 1; row < count && filled < page; ++row)
            filled += measure(row);
    }
    showRange();
    placeCards();
    viewport()->update();
}

void ConversationView::showRange()
{
    updateTops();
    const int page = viewport()->height();
    const int total = m_tops.back() + fontMetrics().height();
    m_settling = true;
    verticalScrollBar()->setPageStep(page);
    verticalScrollBar()->setSingleStep(fontMetrics().height() * 2);
    verticalScrollBar()->setRange(0, std::max(0, total - page));
    if (m_follow) {
        verticalScrollBar()->setValue(verticalScrollBar()->maximum());
    } else if (const int anchor = m_transcript->indexOf(m_anchorRow); anchor >= 0) {
        verticalScrollBar()->setValue(m_tops[size_t(anchor)] + m_anchorOffset);
        m_follow = verticalScrollBar()->value() >= verticalScrollBar()->maximum();
    }
    m_settling = false;
    // what scrolled away is laid out again when it is seen again
    if (int(m_layouts.size()) > layoutsKept * 2 && !m_heights.empty()) {
        const int first = rowAt(verticalScrollBar()->value()) - layoutsKept / 2;
        const int last = rowAt(verticalScrollBar()->value() + page) + layoutsKept / 2;
        std::erase_if(m_layouts, [&](const auto &entry) {
            const int row = m_transcript->indexOf(entry.first);
            return row < first || row > last;
        });
    }
}

void ConversationView::placeCards()
{
    for (int row = 0, count = m_transcript->count(); row < count; ++row) {
        if (m_cards.empty())
            break;
        const Row &shown = m_transcript->row(row);
        const auto found = m_cards.find(shown.id);
        if (found == m_cards.end() || found->second == nullptr)
            continue;
        const int top = m_tops[size_t(row)] - verticalScrollBar()->value() + fontMetrics().height() / 2;
        const int height = m_heights[size_t(row)].pixels - fontMetrics().height();
        found->second->setGeometry(columnLeft(), top, columnWidth(), height);
        found->second->show();
    }
    m_newButton->adjustSize();
    m_newButton->move(viewport()->geometry().center().x() - m_newButton->width() / 2,
                      viewport()->geometry().bottom() - m_newButton->height() - fontMetrics().height() / 2);
    m_newButton->raise();
}

void ConversationView::scrollContentsBy(int, int)
{
    if (m_settling || m_transcript == nullptr || m_heights.empty())
        return;
    updateTops();
    const int value = verticalScrollBar()->value();
    m_follow = value >= verticalScrollBar()->maximum() - fontMetrics().height() / 2;
    if (m_follow)
        m_newButton->hide();
    const int row = rowAt(value);
    m_anchorRow = m_transcript->row(row).id;
    m_anchorOffset = value - m_tops[size_t(row)];
    layOut();
}

void ConversationView::scrollToEnd()
{
    m_follow = true;
    m_newButton->hide();
    layOut();
}

void ConversationView::scrollToRow(int row)
{
    if (m_transcript == nullptr || row < 0 || row >= m_transcript->count())
        return;
    m_follow = false;
    m_anchorRow = m_transcript->row(row).id;
    m_anchorOffset = 0;
    layOut();
    // a little of what was before
    updateTops();
    verticalScrollBar()->setValue(std::max(0, m_tops[size_t(row)] - viewport()->height() / 4));
}

void ConversationView::showFound(const QString &needle, int row)
{
    m_needle = needle;
    if (row >= 0) {
        m_current = m_transcript->row(row).id;
        const Row &found = m_transcript->row(row);
        const bool hidden = found.kind == Row::Kind::Assistant && !found.text.contains(needle, Qt::CaseInsensitive);
        if (!found.unfolded && (hidden || found.kind == Row::Kind::Tools))
            m_transcript->setUnfolded(row, true);
        scrollToRow(row);
    }
    viewport()->update();
}

void ConversationView::paintEvent(QPaintEvent *event)
{
    if (m_transcript == nullptr || m_heights.empty() || m_tops.size() != m_heights.size() + 1)
        return;
    QPainter painter(viewport());
    const int value = verticalScrollBar()->value();
    const int left = columnLeft();
    for (int row = rowAt(value + event->rect().top()); row < int(m_heights.size()); ++row) {
        const int top = m_tops[size_t(row)] - value;
        if (top > event->rect().bottom())
            break;
        const Row &shown = m_transcript->row(row);
        const auto layout = m_layouts.find(shown.id);
        if (layout == m_layouts.end())
            continue;
        painter.save();
        painter.translate(left, top);
        if (shown.id == m_current && hasFocus()) {
            painter.setPen(QPen(theme::colours().accent, 1, Qt::DotLine));
            painter.drawRect(QRect(0, 0, columnWidth(), m_heights[size_t(row)].pixels).adjusted(-4, 2, 4, -1));
        }
        layout->second.paint(&painter, event->rect().translated(-left, -top), selectionOf(row), m_needle);
        painter.restore();
    }
}

void ConversationView::resizeEvent(QResizeEvent *)
{
    for (auto &height : m_heights)
        height.measured = false;
    layOut();
}

void ConversationView::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange
        || event->type() == QEvent::StyleChange)
        forgetLayouts();
}

} // namespace cohort::ui
