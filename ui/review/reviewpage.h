// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/changelist.h"

#include <QWidget>

#include <functional>

class QAction;
class QLabel;
class QListView;
class QStackedWidget;

namespace cohort::ui {

class DiffView;

/// The changed files and what changed in them, to accept or reject.
class ReviewPage : public QWidget
{
    Q_OBJECT
public:
    explicit ReviewPage(ChangeList *changes, QWidget *parent = nullptr);

    [[nodiscard]] DiffView *diff() const { return m_diff; }
    [[nodiscard]] QList<QAction *> reviewActions() const { return m_actions; }
    void open(const QString &path);

private:
    void showChange();
    void selectShown();
    QAction *add(const QString &text, const QString &tooltip, const QString &icon,
                 const std::function<void()> &handler);

    ChangeList *m_changes;
    QStackedWidget *m_stack;
    QListView *m_files;
    QLabel *m_title;
    QLabel *m_problem;
    DiffView *m_diff;
    QList<QAction *> m_actions;
};

} // namespace cohort::ui
