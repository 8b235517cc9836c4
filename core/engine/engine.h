// SPDX-License-Identifier: GPL-3.0-or-later
// The engine of one project: builds and owns what lies below it, and is what faces talk to.
#pragma once

#include "core/engine/enginelink.h"
#include "core/engine/enginethread.h"
#include "core/engine/peers.h"
#include "core/session/sessionmanager.h"

namespace cohort::engine {

/// Made on any thread, then moved to its own, where start() is called; everything but send() stays there.
class Engine : public EngineLink
{
    Q_OBJECT
public:
    explicit Engine(EngineOptions options);
    /// After stop() has ended.
    ~Engine() override;

    using EngineLink::send;
    void send(protocol::Command command, QObject *context, ReplyHandler handler) override;

    /// Opens the project's data. Commands that came before wait for it; when it fails, they and all later ones get its
    /// error.
    void start();

    /// Interrupts everything, waits for it and closes the data.
    [[nodiscard]] Task<> stop();

private:
    struct Parts;

    [[nodiscard]] Task<Result<>> open();
    Task<> begin();
    Task<> carryOut(protocol::Command command, std::function<void(Result<protocol::Reply>)> answer);
    [[nodiscard]] Task<Result<protocol::Reply>> handle(protocol::Command command);
    [[nodiscard]] Task<Result<protocol::Reply>> handleSession(protocol::Command command, QString session);
    [[nodiscard]] Result<protocol::Reply> applyTo(session::Session *session, const protocol::Command &command);
    [[nodiscard]] protocol::SettingList settingList() const;
    void publish(const QList<protocol::Event> &events);
    void publishProject(protocol::EventBody body);
    void announceSessions();
    void announceChanges();
    Task<> tellSessions();
    Task<> tellChanges();
    /// Publishes what another process told; where something is missing before it, what the database has.
    void passOn(const QList<protocol::Event> &events);
    Task<> catchUp();

    EngineOptions m_options;
    std::unique_ptr<Parts> d;
    bool m_isOpen = false;
    QString m_notice; ///< what opening the data had to say; not told yet
    std::optional<Error> m_failure;
    QList<Gate<>> m_waiting;
    QMap<QString, qint64> m_followed; ///< sessions that a face has read, with the newest number it was told
    bool m_sessionsPending = false;
    bool m_changesPending = false;
    TaskScope m_scope;
};

} // namespace cohort::engine
