// SPDX-License-Identifier: GPL-3.0-or-later
// All sessions of one project: what is in the database, and those that this process drives right now.
#pragma once

#include "core/session/session.h"

#include <map>

namespace cohort::session {

/// Lives on the engine thread. A session is locked while this process works on it and let go when it is idle, so that
/// others may go on with it.
class SessionManager : public QObject
{
    Q_OBJECT
public:
    /// @param self  how this process names itself in locks
    SessionManager(const SessionServices &services, Holder self, QObject *parent = nullptr);
    ~SessionManager() override;

    [[nodiscard]] Task<Result<protocol::SessionInfo>> create(protocol::CreateSession command);
    [[nodiscard]] Task<Result<protocol::SessionInfo>> fork(protocol::ForkSession command);
    [[nodiscard]] Task<Result<QList<protocol::SessionInfo>>> list(bool trash);
    [[nodiscard]] Task<Result<protocol::EventPage>> read(protocol::ReadEvents command);
    [[nodiscard]] Task<Result<protocol::PromptReply>> submit(protocol::SubmitPrompt command);

    /// Runs one tool as an agent's call would run, in a session of its own that goes straight to the trash.
    [[nodiscard]] Task<Result<protocol::ToolCallFinished>> runTool(protocol::RunTool command);
    /// Stops what runTool() runs.
    void interruptTools();

    /// The session, locked and recovered if need be. Conflict when another process drives it: holderOf() says which.
    [[nodiscard]] Task<Result<Session *>> drive(QString id);

    /// The session if this process drives it now.
    [[nodiscard]] Session *driven(const QString &id) const;

    /// Which other process drives a session.
    [[nodiscard]] std::optional<Holder> holderOf(const QString &id) const;

    /// Lets an idle session go, after everything is kept.
    void release(const QString &id);

    [[nodiscard]] int working() const;

    /// Interrupts everything and waits for it; call before destruction.
    [[nodiscard]] Task<> finish();

Q_SIGNALS:
    void published(const QList<cohort::protocol::Event> &events);
    void sessionsChanged();

private:
    [[nodiscard]] QString lockFile(const QString &id) const;
    [[nodiscard]] Session *adopt(std::unique_ptr<Session> session);
    [[nodiscard]] Task<Result<Session *>> load(QString id);
    Task<> letGo(std::unique_ptr<Session> session);
    void settled(const QString &id);

    const SessionServices &m_services;
    Holder m_self;
    std::map<QString, std::unique_ptr<Session>> m_driven;
    QMap<QString, QMap<QString, QString>> m_seen; ///< survives the letting go of a session
    bool m_finishing = false;
    std::stop_source m_toolStop;
    QMap<QString, QList<Gate<>>> m_moving; ///< sessions being loaded or let go, with who waits for that
    TaskScope m_scope;
};

} // namespace cohort::session
