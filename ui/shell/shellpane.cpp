// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/shellpane.h"

#include "ui/models/describe.h"
#include "ui/shell/terminalview.h"
#include "ui/theme/theme.h"

#include <QLabel>
#include <QListView>
#include <QPainter>
#include <QSplitter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

namespace cohort::ui {

namespace {

/// A command with a dot that says how it fares.
class RunDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        const auto *runs = qobject_cast<const ShellRuns *>(index.model());
        if (runs == nullptr)
            return;
        const auto &run = runs->run(index.row());
        const QString mark = run.running ? (run.request.isEmpty() ? QStringLiteral("▶ ") : QStringLiteral("? "))
                             : run.good  ? QStringLiteral("✓ ")
                                         : QStringLiteral("✕ ");
        option->text = mark + option->text.simplified();
        option->textElideMode = Qt::ElideRight;
    }
};

} // namespace

ShellPane::ShellPane(QWidget *parent)
    : QWidget(parent)
    , m_list(new QListView)
    , m_title(new QLabel)
    , m_view(new TerminalView)
{
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setItemDelegate(new RunDelegate(m_list));
    m_list->setUniformItemSizes(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setAccessibleName(tr("Commands"));
    m_title->setTextFormat(Qt::PlainText);
    m_title->setForegroundRole(QPalette::PlaceholderText);
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_title->setMargin(theme::spacing(this) / 2);
    m_title->setText(tr("Commands that the agent runs show here."));
    auto *right = new QWidget;
    auto *layout = new QVBoxLayout(right);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_title);
    layout->addWidget(m_view, 1);
    auto *splitter = new QSplitter;
    splitter->addWidget(m_list);
    splitter->addWidget(right);
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 4);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(splitter);
}

void ShellPane::setRuns(ShellRuns *runs)
{
    if (m_runs != nullptr)
        m_runs->disconnect(this);
    m_view->setText(nullptr);
    m_row = -1;
    m_runs = runs;
    m_list->setModel(runs);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex &index) { showRun(index.isValid() ? index.row() : -1); });
    connect(runs, &QAbstractItemModel::rowsInserted, this,
            [this](const QModelIndex &, int, int last) { m_list->setCurrentIndex(m_runs->index(last)); });
    connect(runs, &QAbstractItemModel::rowsAboutToBeRemoved, this, [this](const QModelIndex &, int first, int last) {
        if (m_row >= first && m_row <= last)
            showRun(-1);
    });
    connect(runs, &QAbstractItemModel::rowsRemoved, this, [this] { showRun(m_list->currentIndex().row()); });
    connect(runs, &QAbstractItemModel::dataChanged, this,
            [this](const QModelIndex &from, const QModelIndex &to) { changed(from.row(), to.row()); });
    if (runs->rowCount() > 0)
        m_list->setCurrentIndex(runs->index(runs->rowCount() - 1));
    else
        showRun(-1);
}

void ShellPane::showRun(int row)
{
    m_row = row;
    if (m_runs == nullptr || row < 0 || row >= m_runs->rowCount()) {
        m_row = -1;
        m_view->setText(nullptr);
        m_title->setText(tr("Commands that the agent runs show here."));
        return;
    }
    m_view->setText(&m_runs->run(row).output);
    changed(row, row);
}

void ShellPane::changed(int first, int last)
{
    if (m_row < first || m_row > last)
        return;
    const auto &run = m_runs->run(m_row);
    QString state = !run.running ? run.summary : run.request.isEmpty() ? tr("running …") : tr("waits for your answer");
    if (!run.running && run.durationMs > 0)
        state += QStringLiteral(" · ") + durationText(run.durationMs);
    m_title->setText(QStringLiteral("$ %1   %2").arg(run.command.simplified(), state));
    m_view->refresh();
}

} // namespace cohort::ui
