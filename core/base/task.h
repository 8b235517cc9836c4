// SPDX-License-Identifier: GPL-3.0-or-later
// Coroutines that read like a story: Task is what a flow returns, TaskScope owns flows, pause() waits.
#pragma once

#include "core/base/error.h"
#include "core/base/gate.h"

#include <QCoroTask>

#include <chrono>
#include <stop_token>

namespace cohort {

/// An eager coroutine on the thread that called it. Dropping one does not stop it: hold it in a TaskScope or await it.
template<class T = void>
using Task = QCoro::Task<T>;

/// Waits at least `duration`; Cancelled at once when `stop` is requested.
[[nodiscard]] Task<Result<>> pause(std::chrono::milliseconds duration, std::stop_token stop);

/// Gives the event loop a chance to serve others before going on.
[[nodiscard]] Task<> yieldToEventLoop();

/// Owns running flows: asks them to stop, and waits for them, before what they use dies.
///
/// Lives on one thread. Destroying a scope with flows still running is a defect and aborts.
class TaskScope
{
public:
    TaskScope() = default;
    ~TaskScope();
    Q_DISABLE_COPY_MOVE(TaskScope)

    /// The token to give to flows of this scope.
    [[nodiscard]] std::stop_token stopToken() const { return m_stop.get_token(); }

    /// Keeps `task` until it ends.
    void hold(Task<> task);

    /// Requests the stop of all flows and resumes when the last has ended.
    [[nodiscard]] Task<> finish();

    [[nodiscard]] bool isEmpty() const { return m_running == 0; }

private:
    Task<> track(Task<> task);

    std::stop_source m_stop;
    std::optional<Gate<>> m_emptied;
    int m_running = 0;
};

} // namespace cohort
