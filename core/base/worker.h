// SPDX-License-Identifier: GPL-3.0-or-later
// A thread that does jobs one after another, for whatever may block: files, databases, git.
#pragma once

#include "core/base/task.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <type_traits>
#include <utility>

namespace cohort {

/// Runs jobs in order on one thread. Jobs given before destruction are done; then the thread ends.
class SerialWorker
{
public:
    explicit SerialWorker(const char *name);
    ~SerialWorker();
    Q_DISABLE_COPY_MOVE(SerialWorker)

    /// Any thread.
    void post(std::function<void()> job);

    /// Runs `job` (returning Result<T>) on the worker and resumes here with what it returned. A stop abandons the
    /// result (Cancelled); the job itself is not interrupted.
    template<class Job, class R = std::invoke_result_t<Job>>
    [[nodiscard]] Task<R> run(Job job, std::stop_token stop = {})
    {
        Gate<typename R::value_type> gate(stop);
        post([job = std::move(job), gate]() mutable { gate.open(job()); });
        co_return co_await gate;
    }

private:
    void loop();

    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::deque<std::function<void()>> m_jobs;
    bool m_ending = false;
    std::thread m_thread;
};

} // namespace cohort
