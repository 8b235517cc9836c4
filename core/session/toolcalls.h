// SPDX-License-Identifier: GPL-3.0-or-later
// The calls of one reply: validation, policy, permission, barrier, run, result. The only place that puts these
// together.
#pragma once

#include "core/session/conversation.h"
#include "core/session/eventlog.h"
#include "core/session/permissions.h"
#include "core/session/services.h"

namespace cohort::session {

/// What a turn's calls share.
struct CallSettings {
    QString turn;
    QString agent;
    protocol::Mode mode = protocol::Mode::Ask;
    bool unattended = false; ///< what would be asked is denied
};

/// Lives as long as the turn, owned by it.
class ToolCalls
{
public:
    /// @param conversation  holds what was answered "for this session"
    /// @param seen  what the agent knows of each file
    ToolCalls(const SessionServices &services, EventLog *log, PermissionQueue *permissions,
              const Conversation *conversation, QMap<QString, QString> *seen, CallSettings settings);

    /// Runs the calls of one reply: neighbours that only read in parallel, those with effects one by one, in order.
    /// Each gets exactly one ToolCallFinished. An error ends the turn: no sandbox, or a log that cannot be written.
    [[nodiscard]] Task<Result<>> run(QList<protocol::ToolCall> calls, std::stop_token stop);

    /// Calls that needed a permission that was not given.
    [[nodiscard]] int refused() const { return m_refused; }

    void setMode(protocol::Mode mode) { m_settings.mode = mode; }

private:
    [[nodiscard]] const tools::Tool *find(const QString &name) const;
    [[nodiscard]] Task<> runOne(protocol::ToolCall call, std::stop_token stop);
    [[nodiscard]] Task<tools::ToolResult> judgeAndRun(protocol::ToolCall call, const tools::Tool *tool,
                                                      tools::ToolContext *context);
    [[nodiscard]] Task<std::optional<tools::ToolResult>> askPermission(protocol::ToolCall call, const tools::Tool *tool,
                                                                       policy::Request request, policy::Verdict verdict,
                                                                       tools::ToolContext *context);
    [[nodiscard]] tools::ToolResult denied(const QString &text);
    [[nodiscard]] tools::ToolContext contextFor(const QString &call, const std::stop_token &stop) const;
    void append(protocol::EventBody body);

    const SessionServices &m_services;
    EventLog *m_log;
    PermissionQueue *m_permissions;
    const Conversation *m_conversation;
    QMap<QString, QString> *m_seen;
    CallSettings m_settings;
    std::optional<Error> m_fatal;
    int m_refused = 0;
};

} // namespace cohort::session
