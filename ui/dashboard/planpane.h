// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/planlist.h"

#include <QWidget>

class QListView;
class QStackedWidget;

namespace cohort::ui {

/// The agent's to-do list, live.
class PlanPane : public QWidget
{
    Q_OBJECT
public:
    explicit PlanPane(QWidget *parent = nullptr);

    void setPlan(PlanList *plan);

private:
    QStackedWidget *m_stack;
    QListView *m_list;
};

} // namespace cohort::ui
