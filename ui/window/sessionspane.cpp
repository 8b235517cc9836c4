// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/sessionspane.h"

#include "ui/theme/theme.h"

#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <QVBoxLayout>

namespace cohort::ui {

using namespace protocol;

namespace {

/// A title with a dot: filled for what works or waits, a ring for what has news.
class SessionDelegate : public QStyledItemDelegate
{
public:
    explicit SessionDelegate(Project *project, QObject *parent)
        : QStyledItemDelegate(parent)
        , m_project(project)
    {}

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const QSize size = QStyledItemDelegate::sizeHint(option, index);
        return {option.fontMetrics.averageCharWidth(), std::max(size.height(), option.fontMetrics.height() * 8 / 5)};
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &given, const QModelIndex &index) const override
    {
        QStyleOptionViewItem option = given;
        initStyleOption(&option, index);
        const QString title = option.text;
        option.text.clear();
        option.widget->style()->drawControl(QStyle::CE_ItemViewItem, &option, painter, option.widget);
        const auto &colours = theme::colours();
        const bool selected = option.state & QStyle::State_Selected;
        const bool unread = index.data(SessionList::UnreadRole).toBool();
        const int dot = option.fontMetrics.height() / 2;
        const QRect area = option.rect.adjusted(dot, 0, -dot / 2, 0);
        const QRectF circle(area.left(), area.center().y() - dot / 2.0 + 0.5, dot, dot);
        QColor colour;
        switch (SessionState(index.data(SessionList::StateRole).toInt())) {
        case SessionState::Working:
            colour = colours.accent;
            break;
        case SessionState::Waiting:
            colour = colours.warning;
            break;
        case SessionState::Interrupted:
            colour = colours.bad;
            break;
        case SessionState::Idle:
            break;
        }
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        if (colour.isValid() || unread) {
            painter->setPen(QPen(colour.isValid() ? colour : colours.accent, 1.5));
            painter->setBrush(colour.isValid() ? QBrush(selected ? option.palette.highlightedText().color() : colour)
                                               : Qt::NoBrush);
            painter->drawEllipse(circle.adjusted(1, 1, -1, -1));
        }
        QFont font = option.font;
        font.setBold(unread);
        painter->setFont(font);
        painter->setPen(selected ? option.palette.highlightedText().color() : option.palette.text().color());
        const QRect words = area.adjusted(dot * 2, 0, 0, 0);
        painter->drawText(words, Qt::AlignVCenter | Qt::AlignLeft,
                          QFontMetrics(font).elidedText(title.simplified(), Qt::ElideRight, words.width()));
        painter->restore();
    }

    void setEditorData(QWidget *editor, const QModelIndex &index) const override
    {
        if (auto *edit = qobject_cast<QLineEdit *>(editor))
            edit->setText(index.data(Qt::DisplayRole).toString());
    }

    QWidget *createEditor(QWidget *parent, const QStyleOptionViewItem &, const QModelIndex &) const override
    {
        auto *edit = new QLineEdit(parent);
        edit->setAccessibleName(SessionsPane::tr("Title of the session"));
        return edit;
    }

    void setModelData(QWidget *editor, QAbstractItemModel *, const QModelIndex &index) const override
    {
        const auto *edit = qobject_cast<QLineEdit *>(editor);
        const QString title = edit != nullptr ? edit->text().trimmed() : QString();
        if (!title.isEmpty() && title != index.data(Qt::DisplayRole).toString())
            m_project->rename(index.data(SessionList::IdRole).toString(), title);
    }

private:
    Project *m_project;
};

/// Renaming happens in place, though the model itself changes only by the engine's word.
class RenamableList : public QListView
{
public:
    using QListView::QListView;

    void rename(const QModelIndex &index)
    {
        m_renaming = true;
        edit(index);
        m_renaming = false;
    }

protected:
    bool edit(const QModelIndex &index, EditTrigger trigger, QEvent *event) override
    {
        return m_renaming && QListView::edit(index, trigger, event);
    }
    using QListView::edit;

private:
    bool m_renaming = false;
};

} // namespace

SessionsPane::SessionsPane(Project *project, QWidget *parent)
    : QWidget(parent)
    , m_project(project)
    , m_list(new RenamableList)
{
    m_list->setModel(project->sessions());
    m_list->setItemDelegate(new SessionDelegate(project, m_list));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setUniformItemSizes(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // titles are cut
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    m_list->setAccessibleName(tr("Sessions"));
    auto *fresh = new QToolButton;
    fresh->setText(tr("New Session"));
    fresh->setIcon(theme::icon(QStringLiteral("new-session")));
    fresh->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    fresh->setToolTip(tr("Begin a new session (Ctrl+N)"));
    fresh->setAutoRaise(true);
    fresh->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(fresh);
    layout->addWidget(m_list, 1);
    connect(fresh, &QToolButton::clicked, this, [this] { m_project->newSession(); });
    connect(m_list, &QListView::clicked, this,
            [this](const QModelIndex &index) { m_project->open(index.data(SessionList::IdRole).toString()); });
    connect(m_list, &QListView::activated, this,
            [this](const QModelIndex &index) { m_project->open(index.data(SessionList::IdRole).toString()); });
    connect(m_list, &QListView::customContextMenuRequested, this, &SessionsPane::showMenu);
    connect(project, &Project::currentChanged, this, &SessionsPane::showCurrent);
    connect(project->sessions(), &QAbstractItemModel::modelReset, this, &SessionsPane::showCurrent);
}

void SessionsPane::showCurrent()
{
    if (m_project->current() == nullptr)
        return;
    if (const int row = m_project->sessions()->indexOf(m_project->current()->id()); row >= 0)
        m_list->setCurrentIndex(m_project->sessions()->index(row));
}

void SessionsPane::renameCurrent()
{
    showCurrent();
    if (m_list->currentIndex().isValid())
        static_cast<RenamableList *>(m_list)->rename(m_list->currentIndex());
}

void SessionsPane::showMenu(const QPoint &point)
{
    const QModelIndex index = m_list->indexAt(point);
    if (!index.isValid())
        return;
    const QString id = index.data(SessionList::IdRole).toString();
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("&Rename"), this, [this, index = QPersistentModelIndex(index)] {
        static_cast<RenamableList *>(m_list)->rename(index);
    });
    menu->addAction(tr("&Fork"), this, [this, id] { m_project->fork(id, 0); });
    menu->addSeparator();
    menu->addAction(tr("&Delete"), this, [this, id] { m_project->remove(id); });
    menu->popup(m_list->viewport()->mapToGlobal(point));
}

} // namespace cohort::ui
