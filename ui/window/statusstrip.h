// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/project.h"

#include <QStatusBar>

class QLabel;
class QTimer;
class QToolButton;

namespace cohort::ui {

/// Sandbox, provider, changed files, and how long it has been working.
class StatusStrip : public QStatusBar
{
    Q_OBJECT
public:
    explicit StatusStrip(Project *project, QWidget *parent = nullptr);

Q_SIGNALS:
    void changesWanted();

private:
    void update();
    void tick();

    Project *m_project;
    QLabel *m_sandbox;
    QLabel *m_provider;
    QToolButton *m_changes;
    QLabel *m_activity;
    QTimer *m_second;
};

} // namespace cohort::ui
