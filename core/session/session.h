// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/sessionlock.h"
#include "core/session/turn.h"

#include <QObject>

namespace cohort::session {

/// One session that this process drives: it holds the lock. Turns run one after another; prompts wait in a queue.
class Session : public QObject
{
    Q_OBJECT
public:
    /// @param seen  what the session's agent knows of files; outlives the session
    Session(const SessionServices &services, store::SessionRow row, const QList<protocol::Event> &events,
            std::unique_ptr<SessionLock> lock, QMap<QString, QString> *seen);
    ~Session() override;

    /// Closes a turn that died with its process, if there is one.
    void recover(const QList<store::PartialRow> &partials);

    /// Begins a turn, or queues the prompt. Resumes when it is durable.
    [[nodiscard]] Task<Result<protocol::PromptReply>> submit(protocol::SubmitPrompt prompt);
    [[nodiscard]] Result<> unqueue(const protocol::UnqueuePrompt &command);
    [[nodiscard]] Result<> decide(const protocol::DecidePermission &decision) { return m_permissions.answer(decision); }
    void interrupt();
    void setMode(protocol::Mode mode);
    void setModel(const protocol::ModelChoice &model);
    void rename(const QString &title);
    void setDeleted(bool deleted);

    [[nodiscard]] bool isWorking() const { return m_turn != nullptr; }
    [[nodiscard]] const store::SessionRow &row() const { return m_log.row(); }

    /// Interrupts what runs and waits for it and for the log; call before destruction.
    [[nodiscard]] Task<> finish();

    /// Waits until everything so far is kept.
    [[nodiscard]] Task<Result<>> settle() { return m_log.barrier(); }

Q_SIGNALS:
    void published(const QList<cohort::protocol::Event> &events);
    /// Title, state or time changed.
    void changed();
    /// No turn runs and none waits.
    void idle();

private:
    void handleAppended(const protocol::Event &event);
    void begin(const protocol::SubmitPrompt &prompt, const QString &turn);
    Task<> work();
    void beginQueued(protocol::PromptQueued queued);
    void setState(protocol::SessionState state);

    const SessionServices &m_services;
    std::unique_ptr<SessionLock> m_lock;
    EventLog m_log;
    Conversation m_conversation;
    PermissionQueue m_permissions;
    QMap<QString, QString> *m_seen;
    std::unique_ptr<Turn> m_turn;
    QMap<QString, protocol::SubmitPrompt> m_queued; ///< limits and such of queued prompts, by id
    bool m_finishing = false;
    TaskScope m_scope;
};

/// The session as faces see it.
[[nodiscard]] protocol::SessionInfo infoOf(const store::SessionRow &row);

} // namespace cohort::session
