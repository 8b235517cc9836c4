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

/// The changed files and what changed in them, to accept or reject. Its parts are made when it is first shown.
class ReviewPage : public QWidget
{
    Q_OBJECT
public:
    explicit ReviewPage(ChangeList *changes, QWidget *parent = nullptr);

    [[nodiscard]] DiffView *diff();
    [[nodiscard]] QList<QAction *> reviewActions() const { return m_actions; }
    void open(const QString &path);

protected:
    void showEvent(QShowEvent *event) override;

private:
    void fill();
    [[nodiscard]] QWidget *filesAndDiff();
    [[nodiscard]] QWidget *nothingToReview();
    void showChange();
    void selectShown();
    void enableActions();
    QAction *add(const QString &text, const QString &tooltip, const QString &icon,
                 const std::function<void()> &handler);

    ChangeList *m_changes;
    QStackedWidget *m_stack = nullptr;
    QListView *m_files = nullptr;
    QLabel *m_title = nullptr;
    QLabel *m_problem = nullptr;
    DiffView *m_diff = nullptr;
    QList<QAction *> m_actions;
};

} // namespace cohort::ui
