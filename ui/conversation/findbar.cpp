// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/conversation/findbar.h"

#include "ui/conversation/conversationview.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

namespace cohort::ui {

FindBar::FindBar(ConversationView *view, QWidget *parent)
    : QWidget(parent)
    , m_view(view)
    , m_edit(new QLineEdit)
    , m_count(new QLabel)
{
    m_edit->setPlaceholderText(tr("Find in this conversation"));
    m_edit->setAccessibleName(tr("Find in this conversation"));
    m_edit->setClearButtonEnabled(true);
    const auto button = [this](const QString &text, const QString &tooltip, auto handler) {
        auto *made = new QToolButton;
        made->setText(text);
        made->setToolTip(tooltip);
        made->setAccessibleName(tooltip);
        made->setAutoRaise(true);
        connect(made, &QToolButton::clicked, this, handler);
        return made;
    };
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_edit, 1);
    layout->addWidget(m_count);
    layout->addWidget(
        button(QStringLiteral("↑"), tr("Previous message that has it (Shift+Enter)"), [this] { next(-1); }));
    layout->addWidget(button(QStringLiteral("↓"), tr("Next message that has it (Enter)"), [this] { next(1); }));
    layout->addWidget(button(QStringLiteral("✕"), tr("Close (Esc)"), [this] { finish(); }));
    connect(m_edit, &QLineEdit::textChanged, this, &FindBar::search);
    hide();
}

void FindBar::setTranscript(Transcript *transcript)
{
    m_transcript = transcript;
    if (isVisible())
        search();
}

void FindBar::begin()
{
    show();
    m_edit->setFocus();
    m_edit->selectAll();
    search();
}

void FindBar::search()
{
    m_found = m_transcript != nullptr ? m_transcript->find(m_edit->text()) : QList<int>();
    m_at = int(m_found.size());
    if (m_found.isEmpty()) {
        m_count->setText(m_edit->text().isEmpty() ? QString() : tr("not found"));
        m_view->showFound(m_edit->text(), -1);
        return;
    }
    next(-1); // the newest first
}

void FindBar::next(int step)
{
    if (m_transcript != nullptr && !m_edit->text().isEmpty() && m_at < m_found.size())
        m_found = m_transcript->find(m_edit->text()); // more may have come
    if (m_found.isEmpty())
        return;
    m_at = int((m_at + step + m_found.size()) % m_found.size());
    m_count->setText(tr("%1 of %n message(s)", nullptr, int(m_found.size())).arg(m_at + 1));
    m_view->showFound(m_edit->text(), m_found[m_at]);
}

void FindBar::finish()
{
    hide();
    m_view->showFound({}, -1);
    m_view->setFocus();
}

void FindBar::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        finish();
    else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        next(event->modifiers() & Qt::ShiftModifier ? -1 : 1);
    else
        QWidget::keyPressEvent(event);
}

} // namespace cohort::ui
