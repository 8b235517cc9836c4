// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/conversation.h"

namespace cohort::session {

using providers::Message;
using providers::Role;

namespace {

/// What a model is told of a prompt with attached files: it reads them itself, as they are then.
QString promptText(const protocol::UserMessage &message)
{
    if (message.attachments.isEmpty())
        return message.text;
    return message.text + QStringLiteral("\n\nFiles that belong to this: ")
           + message.attachments.join(QStringLiteral(", "));
}

template<class... Visitors>
struct Overloaded : Visitors... {
    using Visitors::operator()...;
};

} // namespace

void Conversation::apply(const protocol::Event &event)
{
    std::visit(
        Overloaded{
            [&](const protocol::TurnFinished &) {
                m_openTurn.clear();
                m_openCalls.clear();
                m_openPermissions.clear();
            },
            [&](const protocol::UserMessage &message) {
                if (!message.steering)
                    m_openTurn = event.turn;
                m_messages.append({.role = Role::User, .text = promptText(message)});
            },
            [&](const protocol::AssistantMessage &message) {
                if (message.text.isEmpty() && message.toolCalls.isEmpty())
                    return; // servers refuse empty messages
                m_messages.append({.role = Role::Assistant,
                                   .text = message.text,
                                   .reasoning = message.reasoning,
                                   .calls = message.toolCalls});
            },
            [&](const protocol::ToolCallStarted &call) { m_openCalls.append(call.call); },
            [&](const protocol::ToolCallFinished &call) {
                m_openCalls.removeAll(call.call);
                m_results.insert(call.call, call.output);
            },
            [&](const protocol::PermissionRequested &request) { m_openPermissions.append(request.request); },
            [&](const protocol::PermissionDecided &decided) {
                m_openPermissions.removeAll(decided.request);
                if (decided.scope != protocol::Scope::Session || decided.rule.isEmpty())
                    return;
                const auto kind = decided.allowed ? protocol::Decision::Allow : protocol::Decision::Deny;
                if (const auto rule = policy::parseRule(decided.rule, kind, QStringLiteral("yours for this session")))
                    m_rules.append(*rule);
            },
            [&](const protocol::PromptQueued &prompt) { m_queue.append(prompt); },
            [&](const protocol::PromptUnqueued &prompt) {
                m_queue.removeIf([&](const protocol::PromptQueued &queued) { return queued.prompt == prompt.prompt; });
            },
            [](const auto &) {},
        },
        event.body);
}

QList<Message> Conversation::messages() const
{
    QList<Message> all;
    for (const Message &message : m_messages) {
        all.append(message);
        for (const protocol::ToolCall &call : message.calls) {
            all.append({.role = Role::Tool,
                        .text = m_results.value(call.id,
                                                QStringLiteral("[The call was not run: the turn was stopped before.]")),
                        .call = call.id,
                        .tool = call.tool});
        }
    }
    return all;
}

} // namespace cohort::session
