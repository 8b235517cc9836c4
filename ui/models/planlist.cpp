// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/planlist.h"

#include "ui/models/describe.h"

namespace cohort::ui {

void PlanList::setItems(const QList<protocol::PlanItem> &items)
{
    if (items == m_items)
        return;
    beginResetModel();
    m_items = items;
    endResetModel();
}

int PlanList::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_items.size());
}

QVariant PlanList::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto &item = m_items[index.row()];
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
        return item.text;
    case Qt::AccessibleTextRole:
        return tr("%1: %2", "state and step of a plan").arg(planMark(item.state), item.text);
    case StateRole:
        return int(item.state);
    default:
        return {};
    }
}

} // namespace cohort::ui
