// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/enginethread.h"

#include "core/engine/engine.h"

#include <QThread>

namespace cohort::engine {

struct EngineThread::Private {
    QThread thread;
    Engine *engine = nullptr;
};

namespace {

/// Ends the engine on its own thread, then the thread.
Task<> endEngine(Engine *engine, QThread *thread)
{
    co_await engine->stop();
    engine->deleteLater();
    thread->quit();
}

} // namespace

EngineThread::EngineThread(EngineOptions options)
    : d(std::make_unique<Private>())
{
    d->thread.setObjectName(QStringLiteral("engine"));
    d->engine = new Engine(std::move(options));
    d->engine->moveToThread(&d->thread);
    d->thread.start();
    QMetaObject::invokeMethod(d->engine, &Engine::start, Qt::QueuedConnection);
}

EngineThread::~EngineThread()
{
    QMetaObject::invokeMethod(
        d->engine, [engine = d->engine, thread = &d->thread] { endEngine(engine, thread); }, Qt::QueuedConnection);
    d->thread.wait();
}

EngineLink *EngineThread::link() const
{
    return d->engine;
}

} // namespace cohort::engine
