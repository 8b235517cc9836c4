// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/logpane.h"

#include "ui/theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

namespace cohort::ui {

namespace {

class RecordDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        const int level = index.data(LogList::LevelRole).toInt();
        if (level <= 1)
            option->palette.setColor(QPalette::Text, level == 0 ? theme::colours().bad : theme::colours().warning);
    }
};

} // namespace

void LogPane::showEvent(QShowEvent *event)
{
    if (layout() == nullptr)
        fill();
    QWidget::showEvent(event);
}

void LogPane::fill()
{
    auto *level = new QComboBox;
    level->addItems(LogList::levelNames());
    level->setCurrentIndex(2);
    level->setAccessibleName(tr("What to show"));
    auto *copy = new QPushButton(tr("Copy"));
    copy->setToolTip(tr("Copy the records that are shown"));
    auto *list = new QListView;
    list->setModel(&m_log);
    list->setItemDelegate(new RecordDelegate(list));
    list->setUniformItemSizes(true);
    list->setFont(theme::monospace());
    list->setFrameShape(QFrame::NoFrame);
    list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    list->setAccessibleName(tr("Log"));
    auto *bar = new QHBoxLayout;
    bar->addWidget(new QLabel(tr("Show:")));
    bar->addWidget(level);
    bar->addStretch();
    bar->addWidget(copy);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(bar);
    layout->addWidget(list, 1);
    list->scrollToBottom();
    connect(level, &QComboBox::currentIndexChanged, this, [this](int index) { m_log.setLevel(index); });
    connect(&m_log, &QAbstractItemModel::rowsInserted, list, [list] {
        if (list->verticalScrollBar()->value() >= list->verticalScrollBar()->maximum())
            list->scrollToBottom();
    });
    connect(copy, &QPushButton::clicked, this, [this] {
        QStringList lines;
        for (int row = 0; row < m_log.rowCount(); ++row)
            lines.append(m_log.data(m_log.index(row), Qt::DisplayRole).toString());
        QGuiApplication::clipboard()->setText(lines.join(u'\n'));
    });
}

} // namespace cohort::ui
