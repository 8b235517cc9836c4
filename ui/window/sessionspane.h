// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/project.h"

#include <QWidget>

class QListView;

namespace cohort::ui {

/// The project's sessions: open, begin, rename, fork, delete.
class SessionsPane : public QWidget
{
    Q_OBJECT
public:
    explicit SessionsPane(Project *project, QWidget *parent = nullptr);

    /// Asks for a new title of the current session.
    void renameCurrent();

private:
    void showCurrent();
    void showMenu(const QPoint &point);

    Project *m_project;
    QListView *m_list;
};

} // namespace cohort::ui
