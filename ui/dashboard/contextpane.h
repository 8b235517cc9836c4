// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/protocol/events.h"

#include <QWidget>

class QLabel;
class QProgressBar;

namespace cohort::ui {

/// How full the model's window is, and what the session used so far.
class ContextPane : public QWidget
{
    Q_OBJECT
public:
    explicit ContextPane(QWidget *parent = nullptr);

    void show(const protocol::ContextMeasured &context, const protocol::Usage &usage);

private:
    QProgressBar *m_bar;
    QLabel *m_share;
    QLabel *m_usage;
};

} // namespace cohort::ui
