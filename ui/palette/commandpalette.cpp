// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/palette/commandpalette.h"

#include "ui/models/fuzzy.h"

#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QVBoxLayout>

#include <algorithm>

namespace cohort::ui {

CommandPalette::CommandPalette(QWidget *window)
    : QFrame(window)
    , m_edit(new QLineEdit)
    , m_list(new QListWidget)
{
    setFrameShape(StyledPanel);
    setAutoFillBackground(true);
    m_edit->setPlaceholderText(tr("What do you want to do?"));
    m_edit->setAccessibleName(tr("Find an action"));
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setFrameShape(NoFrame);
    m_list->setUniformItemSizes(true);
    m_list->setAccessibleName(tr("Actions"));
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_edit);
    layout->addWidget(m_list);
    m_edit->installEventFilter(this);
    connect(m_edit, &QLineEdit::textChanged, this, &CommandPalette::filter);
    connect(m_list, &QListWidget::itemClicked, this, &CommandPalette::run);
    hide();
}

void CommandPalette::open(const QList<QAction *> &actions)
{
    m_entries.clear();
    for (auto *action : actions) {
        if (action->isSeparator() || action->menu() != nullptr || action->text().isEmpty() || !action->isEnabled())
            continue;
        QString name = action->text();
        name.remove(u'&');
        m_entries.append({action, name});
    }
    m_focusBefore = QApplication::focusWidget();
    m_edit->clear();
    filter({});
    const int width =
        std::min(parentWidget()->width() - fontMetrics().height() * 2, fontMetrics().averageCharWidth() * 72);
    setGeometry((parentWidget()->width() - width) / 2, fontMetrics().height() * 3, width, fontMetrics().height() * 18);
    show();
    raise();
    m_edit->setFocus();
}

void CommandPalette::filter(const QString &text)
{
    m_list->clear();
    QList<std::pair<double, int>> scored;
    for (int index = 0; index < m_entries.size(); ++index) {
        const double score = text.isEmpty() ? 1.0 : fuzzy(text, m_entries[index].name);
        if (score > 0)
            scored.append({score, index});
    }
    std::ranges::stable_sort(scored, std::ranges::greater{}, &std::pair<double, int>::first);
    for (const auto &[score, index] : std::as_const(scored)) {
        const auto &entry = m_entries[index];
        const QString keys = entry.action->shortcut().toString(QKeySequence::NativeText);
        auto *item = new QListWidgetItem(entry.action->icon(),
                                         keys.isEmpty() ? entry.name : entry.name + QStringLiteral("    ") + keys);
        item->setData(Qt::UserRole, index);
        item->setSizeHint({0, fontMetrics().height() * 8 / 5});
        m_list->addItem(item);
    }
    m_list->setCurrentRow(0);
}

void CommandPalette::run()
{
    const auto *item = m_list->currentItem();
    hide();
    if (m_focusBefore != nullptr)
        m_focusBefore->setFocus();
    if (item == nullptr)
        return;
    if (const auto action = m_entries.value(item->data(Qt::UserRole).toInt()).action)
        action->trigger();
}

bool CommandPalette::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        switch (key->key()) {
        case Qt::Key_Escape:
            hide();
            if (m_focusBefore != nullptr)
                m_focusBefore->setFocus();
            return true;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            run();
            return true;
        case Qt::Key_Down:
            m_list->setCurrentRow(std::min(m_list->currentRow() + 1, m_list->count() - 1));
            return true;
        case Qt::Key_Up:
            m_list->setCurrentRow(std::max(m_list->currentRow() - 1, 0));
            return true;
        default:
            break;
        }
    } else if (event->type() == QEvent::FocusOut) {
        hide();
    }
    return QFrame::eventFilter(watched, event);
}

} // namespace cohort::ui
