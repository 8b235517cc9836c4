// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/task.h"

#include <QTimer>

namespace cohort {

Task<Result<>> pause(std::chrono::milliseconds duration, std::stop_token stop)
{
    Gate<> gate(stop);
    QTimer timer;
    timer.setSingleShot(true);
    QObject::connect(&timer, &QTimer::timeout, &timer, [gate] { gate.open({}); });
    timer.start(duration);
    co_return co_await gate;
}

Task<> yieldToEventLoop()
{
    Gate<> gate;
    QMetaObject::invokeMethod(QAbstractEventDispatcher::instance(), [gate] { gate.open({}); }, Qt::QueuedConnection);
    co_await gate;
}

TaskScope::~TaskScope()
{
    Q_ASSERT_X(m_running == 0, "TaskScope", "destroyed while flows run: await finish() first");
}

void TaskScope::hold(Task<> task)
{
    ++m_running;
    track(std::move(task));
}

Task<> TaskScope::track(Task<> task)
{
    co_await task;
    if (--m_running == 0 && m_emptied)
        m_emptied->open({});
}

Task<> TaskScope::finish()
{
    m_stop.request_stop();
    if (m_running == 0)
        co_return;
    m_emptied.emplace();
    const Gate<> emptied = *m_emptied;
    co_await emptied;
}

} // namespace cohort
