// SPDX-License-Identifier: GPL-3.0-or-later
// The turn loop: assemble, stream the model, run its calls, again, until it stops asking.
#pragma once

#include "core/session/conversation.h"
#include "core/session/modelcall.h"
#include "core/session/toolcalls.h"

namespace cohort::session {

/// One turn. Owned by its session, which awaits run(); ends with exactly one TurnFinished, whatever happens.
class Turn
{
public:
    struct Start {
        QString id;
        protocol::SubmitPrompt prompt;
        protocol::Mode mode = protocol::Mode::Ask;
        protocol::ModelChoice model;
    };

    Turn(const SessionServices &services, EventLog *log, const Conversation *conversation, PermissionQueue *permissions,
         QMap<QString, QString> *seen, Start start);

    /// Runs the turn to its end.
    [[nodiscard]] Task<> run();

    /// Stops within 100 ms, wherever it is.
    void interrupt() { m_stop.request_stop(); }

    /// Says a queued prompt to the running turn: the model hears it with its next request, and it is queued no more.
    /// What comes too late stays queued.
    void steer(const QString &prompt) { m_steering.append(prompt); }

    void setMode(protocol::Mode mode) { m_calls.setMode(mode); }
    [[nodiscard]] const QString &id() const { return m_start.id; }

private:
    /// How the loop came to its end.
    struct End {
        protocol::Outcome outcome = protocol::Outcome::Done;
        QString message;
        std::optional<ErrorKind> kind;
    };
    [[nodiscard]] Task<End> loop();
    [[nodiscard]] std::optional<End> limitReached() const;
    [[nodiscard]] std::optional<End> repeats(const QList<protocol::ToolCall> &calls);
    [[nodiscard]] providers::ModelRequest assemble();
    [[nodiscard]] qint64 windowFor(qint64 tokens);
    [[nodiscard]] End endOf(const Error &error) const;
    bool hearSteering();
    void append(protocol::EventBody body);

    const SessionServices &m_services;
    EventLog *m_log;
    const Conversation *m_conversation;
    Start m_start;
    std::stop_source m_stop;
    ToolCalls m_calls;
    providers::Chosen m_chosen;
    QStringList m_steering; ///< prompts
    QElapsedTimer m_clock;
    protocol::Usage m_usage;
    protocol::TurnLimits m_limits;
    int m_modelCalls = 0;
    bool m_outOfTime = false;
    protocol::ToolCall m_lastCall;
    int m_sameCalls = 0;
    qint64 m_window = 0;
};

} // namespace cohort::session
