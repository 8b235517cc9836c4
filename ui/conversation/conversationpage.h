// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/project.h"

#include <QPointer>
#include <QWidget>

class QStackedWidget;
class QToolButton;
class QVBoxLayout;

namespace cohort::ui {

class Composer;
class ConversationView;
class FindBar;
class QueueBar;
class Welcome;

/// A session to read and to write in.
class ConversationPage : public QWidget
{
    Q_OBJECT
public:
    explicit ConversationPage(Project *project, QWidget *parent = nullptr);

    [[nodiscard]] ConversationView *view() const { return m_view; }
    [[nodiscard]] Composer *composer() const { return m_composer; }
    void find();
    void findNext(int step);

    [[nodiscard]] QHash<QString, QString> drafts();
    void setDrafts(const QHash<QString, QString> &drafts);

Q_SIGNALS:
    void reviewWanted(const QString &path);
    void rehearsalWanted();
    void commandEntered(const QString &name, const QString &argument);

private:
    void showSession();
    void showState();
    void showWelcome();
    void submit(const QString &text, const QStringList &attachments);

    Project *m_project;
    QPointer<Session> m_session;
    ConversationView *m_view;
    Welcome *m_welcome;
    QStackedWidget *m_stack;
    FindBar *m_find = nullptr; ///< made when it is first asked for
    QueueBar *m_queue;
    Composer *m_composer;
    QToolButton *m_send;
    QHash<QString, QString> m_drafts;
    QList<std::pair<QString, QStringList>> m_waiting; ///< sent before there was a session
    bool m_waited = false;                            ///< long enough for the providers to tell whether they answer
    QVBoxLayout *m_lower = nullptr;
};

} // namespace cohort::ui
