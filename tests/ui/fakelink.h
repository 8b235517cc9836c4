// SPDX-License-Identifier: GPL-3.0-or-later
// An engine that a test plays: it records commands, answers from what it was given, and publishes what it is told to.
#pragma once

#include "core/engine/enginelink.h"

#include <QPointer>
#include <QUuid>

namespace cohort::tests {

class FakeLink : public engine::EngineLink
{
public:
    using EngineLink::EngineLink;
    using EngineLink::send;

    QList<protocol::Command> commands;
    QHash<QString, QList<protocol::Event>> logs; ///< durable events of each session
    QList<protocol::SessionInfo> sessions;
    QList<protocol::ProviderInfo> providers;
    QList<protocol::ChangeInfo> changes;
    QHash<QString, QList<protocol::Hunk>> hunks;
    QList<protocol::SettingInfo> settings;
    QStringList paths;
    std::optional<Error> failure; ///< the answer to every further command

    void send(protocol::Command command, QObject *context, engine::ReplyHandler handler) override
    {
        commands.append(command);
        Result<protocol::Reply> reply = failure ? Result<protocol::Reply>(std::unexpected(*failure)) : answer(command);
        if (handler)
            QMetaObject::invokeMethod(
                context, [handler = std::move(handler), reply = std::move(reply)] { handler(reply); },
                Qt::QueuedConnection);
    }

    /// Makes a session with nothing in it.
    QString addSession(const QString &title)
    {
        protocol::SessionInfo info{
            .id = QUuid::createUuid().toString(QUuid::WithoutBraces), .title = title, .created = now, .updated = now};
        info.model = {QStringLiteral("ollama"), QStringLiteral("qwen3:8b")};
        sessions.prepend(info);
        record(info.id, protocol::SessionCreated{.title = title, .model = info.model});
        return info.id;
    }

    /// Appends a durable event to a session's log.
    protocol::Event record(const QString &session, protocol::EventBody body,
                           const QString &agent = QStringLiteral("coder"))
    {
        auto &log = logs[session];
        protocol::Event event{
            .session = session, .seq = log.size() + 1, .time = now, .turn = QStringLiteral("t"), .agent = agent};
        event.body = std::move(body);
        log.append(event);
        for (auto &info : sessions)
            if (info.id == session)
                info.lastSeq = event.seq;
        return event;
    }

    /// Appends and publishes.
    void play(const QString &session, protocol::EventBody body)
    {
        Q_EMIT published({record(session, std::move(body))});
    }

    /// Publishes a streaming event.
    void stream(const QString &session, protocol::EventBody body)
    {
        protocol::Event event{.session = session,
                              .after = logs[session].size(),
                              .time = now,
                              .turn = QStringLiteral("t"),
                              .agent = QStringLiteral("coder")};
        event.body = std::move(body);
        Q_EMIT published({event});
    }

    template<class Command>
    [[nodiscard]] QList<Command> sent() const
    {
        QList<Command> found;
        for (const auto &command : commands)
            if (const auto *one = std::get_if<Command>(&command))
                found.append(*one);
        return found;
    }

    qint64 now = 1'795'000'000'000;

private:
    Result<protocol::Reply> answer(const protocol::Command &command)
    {
        using namespace protocol;
        if (std::holds_alternative<ListSessions>(command))
            return SessionList{sessions};
        if (const auto *create = std::get_if<CreateSession>(&command)) {
            const QString id = addSession(create->title);
            Q_EMIT published({Event{.body = SessionsChanged{sessions}}});
            return SessionReply{sessions.first()};
        }
        if (const auto *read = std::get_if<ReadEvents>(&command)) {
            const auto &log = logs[read->session];
            EventPage page{.lastSeq = log.size()};
            if (read->limit < 0) {
                const qsizetype end = read->after == 0 ? log.size() : std::min<qsizetype>(read->after - 1, log.size());
                const qsizetype begin = std::max<qsizetype>(0, end + read->limit);
                page.events = log.mid(begin, end - begin);
            } else {
                page.events = log.mid(read->after, read->limit == 0 ? -1 : read->limit);
            }
            return page;
        }
        if (std::holds_alternative<RefreshProviders>(command))
            return ProviderList{providers};
        if (std::holds_alternative<ListChanges>(command))
            return ChangeList{changes};
        if (const auto *show = std::get_if<ShowChange>(&command)) {
            for (const auto &change : std::as_const(changes))
                if (change.path == show->path)
                    return ChangeReply{.change = change, .hunks = hunks.value(show->path)};
            return fail(ErrorKind::NotFound, QStringLiteral("no such change"));
        }
        if (const auto *decide = std::get_if<DecideHunks>(&command)) {
            auto &left = hunks[decide->path];
            left.removeIf(
                [decide](const Hunk &hunk) { return decide->hunks.isEmpty() || decide->hunks.contains(hunk.id); });
            if (left.isEmpty())
                changes.removeIf([decide](const ChangeInfo &change) { return change.path == decide->path; });
            Q_EMIT published({Event{.body = ChangesChanged{changes}}});
            return Done{};
        }
        if (std::holds_alternative<UndoDecision>(command))
            return PathList{};
        if (std::holds_alternative<CompletePath>(command))
            return PathList{paths};
        if (std::holds_alternative<ReadContent>(command))
            return ContentReply{.text = QStringLiteral("all of it")};
        if (std::holds_alternative<SubmitPrompt>(command))
            return PromptReply{.turn = QStringLiteral("t")};
        if (const auto *store = std::get_if<StoreSetting>(&command)) {
            for (auto &setting : settings) {
                if (setting.key == store->key) {
                    setting.value = store->value.value_or(setting.standard);
                    setting.layer = store->value ? QStringLiteral("user") : QStringLiteral("built-in");
                }
            }
            return SettingList{settings};
        }
        if (std::holds_alternative<ListSettings>(command))
            return SettingList{settings};
        return Done{};
    }
};

} // namespace cohort::tests
