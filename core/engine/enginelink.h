// SPDX-License-Identifier: GPL-3.0-or-later
// All that a face has of the engine: send a command, subscribe to events.
#pragma once

#include "core/base/error.h"
#include "core/protocol/commands.h"

#include <QObject>

#include <functional>

namespace cohort::engine {

using ReplyHandler = std::function<void(Result<protocol::Reply>)>;

/// The same for every face, in this process or behind a socket.
///
/// Threads: send() may be called from any thread. Events are emitted on the engine's thread: connect with a receiver
/// object, so that Qt queues them to the receiver's own.
class EngineLink : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    /// Sends a command. `handler` is called once, on the thread of `context`, with the reply or why there is none; not
    /// at all when `context` has died by then.
    virtual void send(protocol::Command command, QObject *context, ReplyHandler handler) = 0;

    /// Sends a command whose reply does not matter; a failure is logged.
    void send(protocol::Command command) { send(std::move(command), this, {}); }

Q_SIGNALS:
    /// Events of all sessions and of the project, in order, in batches. Events of a session that a face did not follow
    /// from the beginning are had with ReadEvents; what comes here after that has a higher number.
    void published(const QList<cohort::protocol::Event> &events);
};

} // namespace cohort::engine

Q_DECLARE_METATYPE(QList<cohort::protocol::Event>)
