// SPDX-License-Identifier: GPL-3.0-or-later
// Buttons that look a little different, without a style sheet: that would cost every widget.
#pragma once

#include <QPushButton>
#include <QToolButton>

namespace cohort::ui {

/// A push button whose text begins at the left, for lists of choices.
class ChoiceButton : public QPushButton
{
    Q_OBJECT
public:
    using QPushButton::QPushButton;

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
};

/// A tool button with a menu whose text tells so with an arrow of its own.
class MenuButton : public QToolButton
{
    Q_OBJECT
public:
    using QToolButton::QToolButton;

protected:
    void initStyleOption(QStyleOptionToolButton *option) const override;
};

} // namespace cohort::ui
