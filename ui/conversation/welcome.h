// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace cohort::ui {

/// What stands in an empty conversation: a few things to ask, or, where no model answers, how to get one.
class Welcome : public QWidget
{
    Q_OBJECT
public:
    explicit Welcome(QWidget *parent = nullptr);

    /// @param looked  what was looked for and what came of it, a line each
    void showMissingModel(const QStringList &looked);
    void showExamples(const QString &project);

Q_SIGNALS:
    void rehearsalWanted();
    void lookAgainWanted();
    void exampleChosen(const QString &prompt);

private:
    QWidget *m_missing;
    QWidget *m_examples;
    QLabel *m_looked;
    QLabel *m_title;
};

} // namespace cohort::ui
