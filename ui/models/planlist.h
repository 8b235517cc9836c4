// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/protocol/types.h"

#include <QAbstractListModel>

namespace cohort::ui {

/// The agent's to-do list.
class PlanList : public QAbstractListModel
{
    Q_OBJECT
public:
    enum Roles { StateRole = Qt::UserRole + 1 };
    using QAbstractListModel::QAbstractListModel;

    void setItems(const QList<protocol::PlanItem> &items);
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

private:
    QList<protocol::PlanItem> m_items;
};

} // namespace cohort::ui
