// SPDX-License-Identifier: GPL-3.0-or-later
// cohort sessions: what was said in this project.
#include "app/cohort/enginerun.h"
#include "app/cohort/subcommand.h"
#include "core/protocol/codec.h"

#include <QDateTime>
#include <QJsonArray>

namespace cohort::app {

using namespace protocol;

namespace {

QString when(qint64 time)
{
    return QDateTime::fromMSecsSinceEpoch(time).toString(QStringLiteral("yyyy-MM-dd hh:mm"));
}

void printList(const QList<SessionInfo> &sessions, bool json)
{
    if (json) {
        QJsonArray array;
        for (const SessionInfo &info : sessions)
            array.append(toJson(info));
        print(QString::fromUtf8(QJsonDocument(array).toJson(QJsonDocument::Compact)));
        return;
    }
    for (const SessionInfo &info : sessions)
        print(QStringLiteral("%1  %2  %3  %4")
                  .arg(info.id, when(info.updated), nameOf(info.state).leftJustified(11),
                       printable(info.title.isEmpty() ? QStringLiteral("(no prompt yet)") : info.title)));
}

void printEvents(const QList<Event> &events)
{
    for (const Event &event : events) {
        if (const auto *message = event.as<UserMessage>())
            print(QStringLiteral("── You, %1\n%2\n").arg(when(event.time), printable(message->text)));
        else if (const auto *answer = event.as<AssistantMessage>(); answer != nullptr && !answer->text.isEmpty())
            print(QStringLiteral("── %1\n%2\n").arg(event.agent, printable(answer->text)));
        else if (const auto *call = event.as<ToolCallStarted>())
            print(
                QStringLiteral("   ▸ %1 %2").arg(call->tool, printable(call->target.section(QLatin1Char('\n'), 0, 0))));
        else if (const auto *done = event.as<ToolCallFinished>())
            print(QStringLiteral("     %1  %2")
                      .arg(nameOf(done->status), printable(done->summary.section(QLatin1Char('\n'), 0, 0))));
        else if (const auto *finished = event.as<TurnFinished>();
                 finished != nullptr && finished->outcome != Outcome::Done)
            print(QStringLiteral("── %1: %2\n").arg(nameOf(finished->outcome), printable(finished->message)));
    }
}

class SessionsSubcommand : public Subcommand
{
public:
    [[nodiscard]] QString name() const override { return QStringLiteral("sessions"); }
    [[nodiscard]] QString summary() const override
    {
        return QStringLiteral("List, show, fork, rename, delete and restore sessions of the project.");
    }
    [[nodiscard]] QString usage() const override
    {
        return QStringLiteral("list|show ID|fork ID[@SEQ]|rename ID TITLE|delete ID|restore ID [OPTIONS]");
    }
    [[nodiscard]] QString example() const override { return QStringLiteral("cohort sessions list"); }
    [[nodiscard]] QList<Verb> verbs() const override
    {
        return {{.name = QStringLiteral("list")},
                {.name = QStringLiteral("show"),
                 .least = 1,
                 .most = 1,
                 .needs = QStringLiteral("the session's id; 'cohort sessions list' shows them")},
                {.name = QStringLiteral("fork"),
                 .least = 1,
                 .most = 1,
                 .needs = QStringLiteral("the session's id; 'cohort sessions list' shows them")},
                {.name = QStringLiteral("rename"),
                 .least = 2,
                 .most = anyNumber,
                 .needs = QStringLiteral("the session's id and a title")},
                {.name = QStringLiteral("delete"),
                 .least = 1,
                 .most = 1,
                 .needs = QStringLiteral("the session's id; 'cohort sessions list' shows them")},
                {.name = QStringLiteral("restore"),
                 .least = 1,
                 .most = 1,
                 .needs = QStringLiteral("the session's id; 'cohort sessions list' shows them")}};
    }

    [[nodiscard]] int run(const QStringList &words) override
    {
        QCommandLineParser parser;
        parser.addOptions({projectOption(),
                           outputOption(QStringLiteral("text or json; show: also jsonl")),
                           {QStringLiteral("trash"), QStringLiteral("list: the deleted ones.")}});
        const auto typed = parseVerb(parser, *this, words);
        if (!typed)
            return typed.error();
        const engine::EngineOptions options{
            .project = projectFrom(parser), .holder = QStringLiteral("cohort sessions"), .follow = false};
        const QString output = parser.value(QStringLiteral("output"));
        const bool trash = parser.isSet(QStringLiteral("trash"));
        return runWithEngine(
            options, [=](engine::Engine *engine) { return carryOut(engine, typed->verb, typed->rest, output, trash); });
    }

private:
    static Task<int> carryOut(engine::Engine *engine, QString verb, QStringList arguments, QString output, bool trash)
    {
        if (verb == QLatin1String("list")) {
            const Result<Reply> reply = co_await ask(engine, ListSessions{.trash = trash});
            if (!reply)
                co_return failWith(reply.error());
            printList(std::get<SessionList>(*reply).sessions, output == QLatin1String("json"));
            co_return ExitDone;
        }
        Command command;
        if (verb == QLatin1String("fork")) {
            const Result<SessionPlace> place = co_await findPlace(engine, arguments.first());
            if (!place)
                co_return failWith(place.error());
            command = ForkSession{.session = place->session, .seq = place->seq};
        } else {
            const bool restore = verb == QLatin1String("restore");
            const Result<SessionInfo> named = co_await findNamed(engine, arguments.first(), restore);
            if (!named)
                co_return failWith(named.error());
            if (verb == QLatin1String("rename"))
                command = RenameSession{.session = named->id, .title = arguments.sliced(1).join(QLatin1Char(' '))};
            else if (verb == QLatin1String("show"))
                command = ReadEvents{.session = named->id};
            else
                command = DeleteSession{.session = named->id, .restore = restore};
        }
        const Result<Reply> reply = co_await ask(engine, command);
        if (!reply)
            co_return failWith(reply.error());
        if (const auto *page = std::get_if<EventPage>(&*reply)) {
            if (output == QLatin1String("json"))
                print(QString::fromUtf8(toLine(toJson(*reply))));
            else if (output == QLatin1String("jsonl"))
                for (const Event &event : page->events)
                    print(QString::fromUtf8(toLine(toJson(event))));
            else
                printEvents(page->events);
        } else if (const auto *forked = std::get_if<SessionReply>(&*reply)) {
            print(forked->session.id);
        }
        co_return ExitDone;
    }
};

} // namespace

std::unique_ptr<Subcommand> makeSessionsSubcommand()
{
    return std::make_unique<SessionsSubcommand>();
}

} // namespace cohort::app
