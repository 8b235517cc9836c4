// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cohort/interrupts.h"

#include "app/cohort/subcommand.h"

#include <sys/signalfd.h>
#include <unistd.h>

#include <csignal>

namespace cohort::app {

namespace {

int watchers = 0;

sigset_t watched()
{
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        sigaddset(&set, signal);
    return set;
}

} // namespace

void InterruptWatcher::block()
{
    const sigset_t set = watched();
    ::sigprocmask(SIG_BLOCK, &set, nullptr);
}

InterruptWatcher::InterruptWatcher(std::function<void()> interrupt)
    : m_interrupt(std::move(interrupt))
{
    block();
    ++watchers;
    const sigset_t set = watched();
    m_descriptor = ::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    m_notifier = std::make_unique<QSocketNotifier>(m_descriptor, QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, [this] {
        signalfd_siginfo info{};
        while (::read(m_descriptor, &info, sizeof(info)) > 0) {
            if (++m_count > 1)
                ::_exit(ExitInterrupted);
            m_interrupt();
        }
    });
}

InterruptWatcher::~InterruptWatcher()
{
    ::close(m_descriptor);
    --watchers;
}

bool InterruptWatcher::isWatching()
{
    return watchers > 0;
}

} // namespace cohort::app
