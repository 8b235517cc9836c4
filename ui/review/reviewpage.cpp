// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/review/reviewpage.h"

#include "ui/review/diffview.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QListView>
#include <QPainter>
#include <QSplitter>
#include <QStackedWidget>
#include <QStyledItemDelegate>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

namespace cohort::ui {

using namespace protocol;

namespace {

/// A path with its counts and who changed it.
class FileDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const override
    {
        return {option.fontMetrics.averageCharWidth() * 16, option.fontMetrics.height() * 5 / 2};
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &given, const QModelIndex &index) const override
    {
        QStyleOptionViewItem option = given;
        initStyleOption(&option, index);
        option.text.clear();
        option.widget->style()->drawControl(QStyle::CE_ItemViewItem, &option, painter, option.widget);
        const auto &colours = theme::colours();
        const bool selected = option.state & QStyle::State_Selected;
        const int gap = theme::spacing(option.widget);
        QRect area = option.rect.adjusted(gap, gap / 2, -gap, -gap / 2);
        const QRect upper(area.left(), area.top(), area.width(), area.height() / 2);
        const QRect lower(area.left(), area.top() + area.height() / 2, area.width(), area.height() / 2);
        const QColor text = selected ? option.palette.highlightedText().color() : option.palette.text().color();
        const auto draw = [&](QRect &from, const QString &what, const QColor &colour) {
            painter->setPen(selected ? text : colour);
            painter->drawText(from, Qt::AlignVCenter | Qt::AlignLeft, what);
            from.setLeft(from.left() + option.fontMetrics.horizontalAdvance(what) + gap);
        };
        painter->save();
        painter->setPen(text);
        painter->drawText(
            upper, Qt::AlignVCenter | Qt::AlignLeft,
            option.fontMetrics.elidedText(index.data(ChangeList::PathRole).toString(), Qt::ElideMiddle, upper.width()));
        QRect rest = lower;
        painter->setFont(theme::sized(option.font, 0.88));
        draw(rest, QStringLiteral("+%1").arg(index.data(ChangeList::AddedRole).toInt()), colours.added);
        draw(rest, QStringLiteral("−%1").arg(index.data(ChangeList::RemovedRole).toInt()), colours.removed);
        draw(rest, index.data(ChangeList::AgentRole).toString(), colours.muted);
        painter->restore();
    }
};

} // namespace

ReviewPage::ReviewPage(ChangeList *changes, QWidget *parent)
    : QWidget(parent)
    , m_changes(changes)
{
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    add(tr("Accept File"), tr("Keep all that changed in this file"), QStringLiteral("accept"),
        [this] { m_changes->decide({}, HunkDecision::Accept); });
    add(tr("Reject File"), tr("Restore this file as it was"), QStringLiteral("reject"),
        [this] { m_changes->decide({}, HunkDecision::Reject); });
    add(tr("Accept All"), tr("Keep all changes of all files"), QStringLiteral("accept-all"),
        [this] { m_changes->acceptAll(); });
    add(tr("Undo Decision"), tr("Take the last decision back (U)"), QStringLiteral("undo"),
        [this] { m_changes->undo(); });
    connect(changes, &ChangeList::shown, this, &ReviewPage::enableActions);
    enableActions();
}

DiffView *ReviewPage::diff()
{
    fill();
    return m_diff;
}

void ReviewPage::showEvent(QShowEvent *event)
{
    fill();
    QWidget::showEvent(event);
}

void ReviewPage::fill()
{
    if (m_stack != nullptr)
        return;
    m_stack = new QStackedWidget;
    m_stack->addWidget(nothingToReview());
    m_stack->addWidget(filesAndDiff());
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);

    connect(m_files->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex &index) {
        if (index.isValid())
            m_changes->show(index.data(ChangeList::PathRole).toString());
    });
    connect(m_changes, &ChangeList::shown, this, &ReviewPage::showChange);
    connect(m_changes, &QAbstractItemModel::modelReset, this, &ReviewPage::selectShown);
    connect(m_diff, &DiffView::decided, this,
            [this](const QString &hunk, HunkDecision decision) { m_changes->decide({hunk}, decision); });
    connect(m_diff, &DiffView::undoWanted, m_changes, &ChangeList::undo);
    setFocusProxy(m_diff);
    showChange();
}

QWidget *ReviewPage::filesAndDiff()
{
    m_files = new QListView;
    m_files->setModel(m_changes);
    m_files->setItemDelegate(new FileDelegate(m_files));
    m_files->setFrameShape(QFrame::NoFrame);
    m_files->setUniformItemSizes(true);
    m_files->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_files->setAccessibleName(tr("Changed files"));
    m_title = new QLabel;
    m_title->setFont(theme::sized(font(), 1.0, true));
    m_title->setTextFormat(Qt::PlainText);
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_problem = new QLabel;
    m_problem->setWordWrap(true);
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->hide();
    m_diff = new DiffView;

    auto *bar = new QToolBar;
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    const int icon = style()->pixelMetric(QStyle::PM_SmallIconSize, nullptr, this);
    bar->setIconSize({icon, icon});
    bar->addActions(m_actions);
    auto *right = new QWidget;
    auto *rightLayout = new QVBoxLayout(right);
    rightLayout->setContentsMargins(0, 0, 0, 0);
    rightLayout->setSpacing(0);
    auto *header = new QHBoxLayout;
    header->setContentsMargins(theme::spacing(this), 0, 0, 0);
    header->addWidget(m_title, 1);
    header->addWidget(bar);
    rightLayout->addLayout(header);
    rightLayout->addWidget(m_problem);
    rightLayout->addWidget(m_diff, 1);
    auto *splitter = new QSplitter;
    splitter->addWidget(m_files);
    splitter->addWidget(right);
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 4);
    splitter->setChildrenCollapsible(false);
    return splitter;
}

QWidget *ReviewPage::nothingToReview()
{
    auto *page = new QWidget;
    auto *title = new QLabel(tr("Nothing to review"));
    title->setFont(theme::sized(font(), 1.4, true));
    title->setAlignment(Qt::AlignCenter);
    auto *text = new QLabel(tr("What agents change in this project shows here, to accept or to reject."));
    text->setAlignment(Qt::AlignCenter);
    text->setWordWrap(true);
    text->setForegroundRole(QPalette::PlaceholderText);
    auto *undo = new QToolButton;
    undo->setDefaultAction(m_actions.last());
    undo->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    auto *layout = new QVBoxLayout(page);
    layout->addStretch(2);
    layout->addWidget(title);
    layout->addWidget(text);
    layout->addWidget(undo, 0, Qt::AlignCenter);
    layout->addStretch(3);
    return page;
}

QAction *ReviewPage::add(const QString &text, const QString &tooltip, const QString &icon,
                         const std::function<void()> &handler)
{
    auto *action = new QAction(theme::icon(icon), text, this);
    action->setToolTip(tooltip);
    connect(action, &QAction::triggered, this, handler);
    m_actions.append(action);
    return action;
}

void ReviewPage::open(const QString &path)
{
    fill();
    m_changes->show(path);
    selectShown();
    m_diff->setFocus();
}

void ReviewPage::enableActions()
{
    for (auto *action : std::as_const(m_actions))
        action->setEnabled(m_changes->rowCount() > 0 || action == m_actions.last());
}

void ReviewPage::selectShown()
{
    const int row = m_changes->indexOf(m_changes->path());
    if (row >= 0 && m_files->currentIndex().row() != row)
        m_files->setCurrentIndex(m_changes->index(row));
}

void ReviewPage::showChange()
{
    m_stack->setCurrentIndex(m_changes->rowCount() == 0 ? 0 : 1);
    const auto &change = m_changes->change();
    selectShown();
    m_title->setText(m_changes->path());
    QString problem = change.change.conflict;
    if (problem.isEmpty() && change.truncated)
        problem = tr("This change is too large to show. It can be accepted or rejected as a whole.");
    else if (problem.isEmpty() && change.change.binary)
        problem = tr("This file is not text. It can be accepted or rejected as a whole.");
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
    m_diff->show(change.change.path, change.hunks);
}

} // namespace cohort::ui
