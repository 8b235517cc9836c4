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

} // namespace cohort::app
