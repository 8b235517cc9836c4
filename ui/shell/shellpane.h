// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/shellruns.h"

#include <QPointer>
#include <QWidget>

class QLabel;
class QListView;

namespace cohort::ui {

class TerminalView;

/// The session's commands with their output, live.
class ShellPane : public QWidget
{
    Q_OBJECT
public:
    explicit ShellPane(QWidget *parent = nullptr);

    void setRuns(ShellRuns *runs);

private:
    void showRun(int row);
    void changed(int first, int last);

    QPointer<ShellRuns> m_runs;
    QListView *m_list;
    QLabel *m_title;
    TerminalView *m_view;
    int m_row = -1;
};

} // namespace cohort::ui
