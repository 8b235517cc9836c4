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

} // namespace cohort::app
