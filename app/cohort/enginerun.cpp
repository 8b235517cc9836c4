// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cohort/enginerun.h"

#include "app/cohort/subcommand.h"

#include <QCoreApplication>

namespace cohort::app {

namespace {

Task<> runAll(engine::Engine *engine, std::function<Task<int>(engine::Engine *)> work)
{
    engine->start();
    const int code = co_await work(engine);
    co_await engine->stop();
    // Queued: the event loop may not have begun when everything was answered at once.
    QMetaObject::invokeMethod(
        QCoreApplication::instance(), [code] { QCoreApplication::exit(code); }, Qt::QueuedConnection);
}

} // namespace

int runWithEngine(const engine::EngineOptions &options, const std::function<Task<int>(engine::Engine *)> &work)
{
    engine::Engine engine(options);
    // What the engine has to say about the project itself: that its data was damaged, or is of a newer version.
    QObject::connect(&engine, &engine::EngineLink::published, &engine, [](const QList<protocol::Event> &events) {
        for (const protocol::Event &event : events) {
            if (const auto *notice = event.as<protocol::Notice>(); notice != nullptr && event.session.isEmpty())
                complain(notice->text);
        }
    });
    const Task<> all = runAll(&engine, work);
    return runEventLoop();
}

Task<Result<protocol::Reply>> ask(engine::EngineLink *link, protocol::Command command)
{
    const Gate<protocol::Reply> gate;
    link->send(std::move(command), link, [gate](Result<protocol::Reply> reply) { gate.open(std::move(reply)); });
    co_return co_await gate;
}

Task<Result<protocol::SessionInfo>> findNamed(engine::EngineLink *link, QString name, bool trash)
{
    constexpr qsizetype shortest = 4;
    const Result<protocol::Reply> reply = co_await ask(link, protocol::ListSessions{.trash = trash});
    if (!reply)
        co_return std::unexpected(reply.error());
    QList<protocol::SessionInfo> found;
    for (const protocol::SessionInfo &info : std::get<protocol::SessionList>(*reply).sessions) {
        if (info.id == name)
            co_return info;
        if (name.size() >= shortest && info.id.endsWith(name))
            found.append(info);
    }
    if (found.size() > 1) {
        co_return fail(
            ErrorKind::Conflict,
            QStringLiteral("%1 sessions end with \"%2\"; write more of the one you mean").arg(found.size()).arg(name));
    }
    if (found.isEmpty()) {
        co_return fail(ErrorKind::NotFound,
                       trash
                           ? QStringLiteral("there is no session \"%1\" among the deleted ones of this project; "
                                            "'cohort sessions list --trash' shows them")
                                 .arg(name)
                           : QStringLiteral("there is no session \"%1\" in this project; 'cohort sessions list' shows "
                                            "them")
                                 .arg(name));
    }
    co_return found.first();
}

Task<Result<SessionPlace>> findPlace(engine::EngineLink *link, QString name)
{
    SessionPlace place;
    if (const qsizetype at = name.indexOf(QLatin1Char('@')); at >= 0) {
        bool isNumber = false;
        place.seq = name.sliced(at + 1).toLongLong(&isNumber);
        if (!isNumber || place.seq < 1)
            co_return fail(ErrorKind::Invalid,
                           QStringLiteral("after the @ in %1 the number of an event is needed").arg(name));
        name.truncate(at);
    }
    const Result<protocol::SessionInfo> session = co_await findNamed(link, name);
    if (!session)
        co_return std::unexpected(session.error());
    place.session = session->id;
    co_return place;
}

} // namespace cohort::app
