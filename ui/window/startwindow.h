// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;

namespace cohort::ui {

/// Shown when Cohort is started without a project: choose a folder, a recent one, or watch a rehearsal.
class StartWindow : public QWidget
{
    Q_OBJECT
public:
    explicit StartWindow(const QStringList &recent, QWidget *parent = nullptr);

    void showProblem(const QString &text);

Q_SIGNALS:
    void folderChosen(const QString &folder);
    void rehearsalWanted();

protected:
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    void choose();

    QLabel *m_problem;
};

} // namespace cohort::ui
