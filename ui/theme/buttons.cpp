// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/buttons.h"

#include <QStyleOptionButton>
#include <QStylePainter>

namespace cohort::ui {

QSize ChoiceButton::sizeHint() const
{
    const int letter = fontMetrics().averageCharWidth();
    return {fontMetrics().horizontalAdvance(text()) + letter * 4, fontMetrics().height() * 2};
}

void ChoiceButton::paintEvent(QPaintEvent *)
{
    QStylePainter painter(this);
    QStyleOptionButton option;
    initStyleOption(&option);
    option.text.clear();
    painter.drawControl(QStyle::CE_PushButton, option);
    const int margin = fontMetrics().averageCharWidth() * 3 / 2;
    const QRect area = rect().adjusted(margin, 0, -margin, 0);
    painter.drawItemText(area, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextShowMnemonic, palette(), isEnabled(),
                         fontMetrics().elidedText(text(), Qt::ElideMiddle, area.width()), foregroundRole());
}

void MenuButton::initStyleOption(QStyleOptionToolButton *option) const
{
    QToolButton::initStyleOption(option);
    option->features &= ~QStyleOptionToolButton::HasMenu;
}

} // namespace cohort::ui
