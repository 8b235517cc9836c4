// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/loglist.h"

#include <QWidget>

namespace cohort::ui {

/// What Cohort itself reports. Its parts are made when it is first shown.
class LogPane : public QWidget
{
    Q_OBJECT
public:
    using QWidget::QWidget;

protected:
    void showEvent(QShowEvent *event) override;

private:
    void fill();

    LogList m_log;
};

} // namespace cohort::ui
