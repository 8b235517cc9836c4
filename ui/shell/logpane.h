// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/loglist.h"

#include <QWidget>

namespace cohort::ui {

/// What Cohort itself reports.
class LogPane : public QWidget
{
    Q_OBJECT
public:
    explicit LogPane(QWidget *parent = nullptr);

private:
    LogList m_log;
};

} // namespace cohort::ui
