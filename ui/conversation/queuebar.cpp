// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/conversation/queuebar.h"

#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

namespace cohort::ui {

QueueBar::QueueBar(QWidget *parent)
    : QWidget(parent)
    , m_layout(new QVBoxLayout(this))
{
    setAccessibleName(tr("Queued messages"));
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(0);
    hide();
}

void QueueBar::setPrompts(const QList<QueuedPrompt> &prompts)
{
    if (prompts == m_prompts)
        return;
    m_prompts = prompts;
    while (auto *item = m_layout->takeAt(0)) {
        item->widget()->deleteLater();
        delete item;
    }
    for (const auto &prompt : prompts) {
        auto *row = new QWidget;
        auto *layout = new QHBoxLayout(row);
        layout->setContentsMargins(0, 0, 0, 0);
        auto *text = new QLabel(tr("Queued: %1")
                                    .arg(fontMetrics().elidedText(prompt.text.simplified(), Qt::ElideRight,
                                                                  fontMetrics().averageCharWidth() * 70)));
        text->setTextFormat(Qt::PlainText);
        text->setToolTip(prompt.text);
        text->setForegroundRole(QPalette::PlaceholderText);
        text->setMinimumWidth(fontMetrics().averageCharWidth() * 8);
        auto *now = new QToolButton;
        now->setText(tr("Send Now"));
        now->setToolTip(tr("Give it to the agent at its next step"));
        auto *back = new QToolButton;
        back->setText(tr("Take Back"));
        back->setToolTip(tr("Put it into the composer again"));
        connect(now, &QToolButton::clicked, this, [this, id = prompt.id] { Q_EMIT sendNow(id); });
        connect(back, &QToolButton::clicked, this, [this, prompt] { Q_EMIT takeBack(prompt.id, prompt.text); });
        layout->addWidget(text, 1);
        layout->addWidget(now);
        layout->addWidget(back);
        m_layout->addWidget(row);
    }
    setVisible(!prompts.isEmpty());
}

} // namespace cohort::ui
