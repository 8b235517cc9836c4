// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/task.h"
#include "core/engine/engine.h"

#include <functional>

namespace cohort::app {

/// Makes an engine in this thread, runs `work` on its event loop and ends both. What `work` returns is returned.
[[nodiscard]] int runWithEngine(const engine::EngineOptions &options,
                                const std::function<Task<int>(engine::Engine *)> &work);

/// Sends a command and waits for its reply.
[[nodiscard]] Task<Result<protocol::Reply>> ask(engine::EngineLink *link, protocol::Command command);

/// A session by its id or the end of one (four letters at least). NotFound, or Conflict where several are meant.
[[nodiscard]] Task<Result<protocol::SessionInfo>> findNamed(engine::EngineLink *link, QString name, bool trash = false);

/// A place in a session, as ID[@SEQ] names it; `seq` is 0 where none is named.
struct SessionPlace {
    QString session;
    qint64 seq = 0;
};
[[nodiscard]] Task<Result<SessionPlace>> findPlace(engine::EngineLink *link, QString name);

} // namespace cohort::app
