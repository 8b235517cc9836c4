// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QSocketNotifier>

#include <functional>
#include <memory>

namespace cohort::app {

/// SIGINT, SIGTERM and SIGHUP as calls in the event loop, while it lives; the second ends the program at once. What was
/// begun is so ended in order: a killed program would leave things behind in the project.
class InterruptWatcher : public QObject
{
public:
    /// Keeps these signals back. Before the first thread is made, since each inherits what is blocked.
    static void block();

    explicit InterruptWatcher(std::function<void()> interrupt);
    ~InterruptWatcher() override;

    /// Whether one lives.
    [[nodiscard]] static bool isWatching();

private:
    std::function<void()> m_interrupt;
    int m_descriptor = -1;
    int m_count = 0;
    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace cohort::app
