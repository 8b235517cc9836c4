// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/worker.h"

#include <pthread.h>

namespace cohort {

SerialWorker::SerialWorker(const char *name)
    : m_thread([this] { loop(); })
{
    pthread_setname_np(m_thread.native_handle(), name);
}

SerialWorker::~SerialWorker()
{
    {
        const std::scoped_lock lock(m_mutex);
        m_ending = true;
    }
    m_wake.notify_one();
    m_thread.join();
}

void SerialWorker::post(std::function<void()> job)
{
    {
        const std::scoped_lock lock(m_mutex);
        m_jobs.push_back(std::move(job));
    }
    m_wake.notify_one();
}

void SerialWorker::loop()
{
    std::unique_lock lock(m_mutex);
    while (true) {
        m_wake.wait(lock, [this] { return m_ending || !m_jobs.empty(); });
        if (m_jobs.empty())
            return;
        std::function<void()> job = std::move(m_jobs.front());
        m_jobs.pop_front();
        lock.unlock();
        job();
        job = nullptr;
        lock.lock();
    }
}

} // namespace cohort
