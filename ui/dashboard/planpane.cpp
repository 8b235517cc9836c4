// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dashboard/planpane.h"

#include "ui/theme/theme.h"

#include <QLabel>
#include <QListView>
#include <QStackedWidget>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

namespace cohort::ui {

namespace {

class StepDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        const auto state = protocol::PlanState(index.data(PlanList::StateRole).toInt());
        QString mark = QStringLiteral("○");
        if (state == protocol::PlanState::Done) {
            mark = QStringLiteral("✓");
            option->palette.setColor(QPalette::Text, theme::colours().muted);
        } else if (state == protocol::PlanState::Active) {
            mark = QStringLiteral("▶");
            option->font.setBold(true);
        }
        option->text = mark + QStringLiteral("  ") + option->text;
        option->features |= QStyleOptionViewItem::WrapText;
    }
};

} // namespace

PlanPane::PlanPane(QWidget *parent)
    : QWidget(parent)
    , m_stack(new QStackedWidget)
    , m_list(new QListView)
{
    auto *none = new QLabel(tr("The agent's plan shows here when it makes one."));
    none->setWordWrap(true);
    none->setMargin(theme::spacing(this) * 2);
    none->setAlignment(Qt::AlignTop);
    none->setForegroundRole(QPalette::PlaceholderText);
    m_list->setItemDelegate(new StepDelegate(m_list));
    m_list->setWordWrap(true);
    m_list->setSpacing(theme::spacing(this) / 3);
    m_list->setResizeMode(QListView::Adjust);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setAccessibleName(tr("Plan"));
    m_stack->addWidget(none);
    m_stack->addWidget(m_list);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
}

void PlanPane::setPlan(PlanList *plan)
{
    if (m_list->model() != nullptr)
        m_list->model()->disconnect(this);
    m_list->setModel(plan);
    const auto show = [this, plan] { m_stack->setCurrentIndex(plan->rowCount() > 0 ? 1 : 0); };
    connect(plan, &QAbstractItemModel::modelReset, this, show);
    show();
}

} // namespace cohort::ui
