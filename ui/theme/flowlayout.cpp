// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/flowlayout.h"

#include <QStyle>
#include <QWidget>

#include <algorithm>

namespace cohort::ui::theme {

FlowLayout::FlowLayout()
{
    setContentsMargins(0, 0, 0, 0);
}

void FlowLayout::addItem(QLayoutItem *item)
{
    m_items.emplace_back(item);
}

QLayoutItem *FlowLayout::itemAt(int index) const
{
    return index >= 0 && index < count() ? m_items[size_t(index)].get() : nullptr;
}

QLayoutItem *FlowLayout::takeAt(int index)
{
    if (index < 0 || index >= count())
        return nullptr;
    QLayoutItem *item = m_items[size_t(index)].release();
    m_items.erase(m_items.begin() + index);
    return item;
}

int FlowLayout::heightForWidth(int width) const
{
    return arrange({0, 0, width, 0}, false);
}

QSize FlowLayout::sizeHint() const
{
    QSize size;
    for (const auto &item : m_items) {
        if (item->isEmpty())
            continue;
        const QSize own = item->sizeHint();
        size = {size.width() + own.width() + (size.isEmpty() ? 0 : spacing()), std::max(size.height(), own.height())};
    }
    return size;
}

QSize FlowLayout::minimumSize() const
{
    QSize size;
    for (const auto &item : m_items) {
        if (!item->isEmpty())
            size = size.expandedTo(item->minimumSize());
    }
    return size;
}

void FlowLayout::setGeometry(const QRect &rectangle)
{
    QLayout::setGeometry(rectangle);
    arrange(rectangle, true);
}

int FlowLayout::arrange(const QRect &rectangle, bool move) const
{
    const QWidget *parent = parentWidget();
    const Qt::LayoutDirection direction = parent != nullptr ? parent->layoutDirection() : Qt::LeftToRight;
    int x = rectangle.x();
    int y = rectangle.y();
    int line = 0;
    for (const auto &item : m_items) {
        if (item->isEmpty())
            continue;
        const QSize size = item->sizeHint();
        if (x > rectangle.x() && x + size.width() > rectangle.x() + rectangle.width()) {
            x = rectangle.x();
            y += line + spacing();
            line = 0;
        }
        if (move)
            item->setGeometry(QStyle::visualRect(direction, rectangle, {{x, y}, size}));
        x += size.width() + spacing();
        line = std::max(line, size.height());
    }
    return y + line - rectangle.y();
}

} // namespace cohort::ui::theme
