// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

class QLabel;
class QVBoxLayout;

namespace cohort::ui {

/// What stands in an empty conversation: a few things to ask, or, where no model answers, how to get one.
class Welcome : public QScrollArea
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
    void makeMissing();
    void makeExamples();

    QVBoxLayout *m_column;
    QWidget *m_missing = nullptr;  ///< made when it is first shown, as is …
    QWidget *m_examples = nullptr; ///< … this
    QLabel *m_looked = nullptr;
    QLabel *m_title = nullptr;
};

} // namespace cohort::ui
