// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/recovery.h"

namespace cohort::session {

QList<protocol::Event> recoveryEvents(const Conversation &conversation, const QList<store::PartialRow> &partials)
{
    const QString &turn = conversation.openTurn();
    if (turn.isEmpty())
        return {};
    QList<protocol::Event> events;
    const auto add = [&](protocol::EventBody body) { events.append({.turn = turn, .body = std::move(body)}); };

    QMap<QString, protocol::AssistantMessage> answers;
    for (const store::PartialRow &partial : partials) {
        if (partial.turn != turn)
            continue;
        protocol::AssistantMessage &answer = answers[partial.item];
        answer.item = partial.item;
        answer.stop = protocol::StopReason::Interrupted;
        QString &text = partial.channel == QLatin1String("reasoning") ? answer.reasoning : answer.text;
        text.truncate(partial.position); // a retried answer began again
        text += partial.body;
    }
    for (const protocol::AssistantMessage &answer : std::as_const(answers))
        add(answer);
    for (const QString &request : conversation.openPermissions())
        add(protocol::PermissionDecided{.request = request, .allowed = false, .byPerson = false});
    for (const QString &call : conversation.openCalls()) {
        add(protocol::ToolCallFinished{
            .call = call,
            .status = protocol::ToolStatus::Cancelled,
            .output = QStringLiteral("[The call was cut off when Cohort ended. What it had done until then is done.]"),
            .summary = QStringLiteral("interrupted")});
    }
    add(protocol::TurnFinished{
        .outcome = protocol::Outcome::Interrupted,
        .message = QStringLiteral(
            "Cohort ended in the middle of this turn. Everything up to here is kept; say \"continue\" to go on.")});
    return events;
}

} // namespace cohort::session
