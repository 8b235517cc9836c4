// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/messagebar.h"

#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace cohort::ui {

MessageBar::MessageBar(QWidget *parent)
    : QWidget(parent)
    , m_text(new QLabel)
    , m_undoButton(new QToolButton)
{
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_undoButton->setText(tr("Undo"));
    auto *close = new QToolButton;
    close->setText(QStringLiteral("✕"));
    close->setAutoRaise(true);
    close->setAccessibleName(tr("Close this message"));
    close->setToolTip(tr("Close this message"));
    auto *layout = new QHBoxLayout(this);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_undoButton);
    layout->addWidget(close);
    setAutoFillBackground(true);
    hide();
    connect(close, &QToolButton::clicked, this, &QWidget::hide);
    connect(m_undoButton, &QToolButton::clicked, this, [this] {
        hide();
        m_undo();
    });
}

void MessageBar::tell(const QString &text)
{
    QPalette colours = palette();
    colours.setColor(QPalette::Window, theme::colours().card);
    setPalette(colours);
    m_text->setText(text);
    m_undoButton->hide();
    show();
}

void MessageBar::tell(const QString &text, const std::function<void()> &undo)
{
    tell(text);
    m_undo = undo;
    m_undoButton->show();
}

} // namespace cohort::ui
