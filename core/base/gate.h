// SPDX-License-Identifier: GPL-3.0-or-later
// The awaitable that all others are made of: a value that arrives once, or a stop, whichever is first.
#pragma once

#include "core/base/error.h"

#include <QAbstractEventDispatcher>
#include <QMetaObject>

#include <coroutine>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>

#ifdef __SANITIZE_THREAD__
extern "C" void __tsan_release(void *address);
extern "C" void __tsan_acquire(void *address);
#endif

namespace cohort {

/// Resumes a coroutine from the event loop of the thread it is posted to.
///
/// Copies tell the thread sanitizer what it cannot see, because Qt is not built with it: what was done before the call
/// was posted happened before it is carried out.
class Resumption
{
public:
    explicit Resumption(std::coroutine_handle<> handle)
        : m_handle(handle)
    {}
#ifdef __SANITIZE_THREAD__
    Resumption(const Resumption &other)
        : m_handle(other.m_handle)
    {
        __tsan_release(&posted);
    }
    Resumption &operator=(const Resumption &) = delete;
    ~Resumption() = default;
#endif

    void operator()() const
    {
#ifdef __SANITIZE_THREAD__
        __tsan_acquire(&posted);
#endif
        m_handle.resume();
    }

private:
    std::coroutine_handle<> m_handle;
#ifdef __SANITIZE_THREAD__
    static inline int posted = 0;
#endif
};

/// A one-shot result between whoever produces it (any thread) and one coroutine that awaits it.
///
/// The coroutine resumes exactly once, on the thread on which it awaited, from that thread's event loop and never
/// from inside open() or request_stop(). A stop opens the gate with ErrorKind::Cancelled. Copies share one state.
template<class T = void>
class Gate
{
public:
    explicit Gate(const std::stop_token &stop = {})
        : m_state(std::make_shared<State>())
    {
        if (stop.stop_possible()) {
            std::weak_ptr<State> weak = m_state;
            m_state->onStop.emplace(stop, [weak] {
                if (auto state = weak.lock())
                    state->open(fail(ErrorKind::Cancelled, QStringLiteral("stopped")));
            });
        }
    }

    /// Gives the result; the first one wins. Returns whether this one did.
    bool open(Result<T> result) const { return m_state->open(std::move(result)); }

    /// Whether a result is there already, so that awaiting will not suspend.
    [[nodiscard]] bool isOpen() const
    {
        const std::scoped_lock lock(m_state->mutex);
        return m_state->result.has_value();
    }

    auto operator co_await() const
    {
        struct Awaiter {
            std::shared_ptr<State> state;

            bool await_ready() const
            {
                const std::scoped_lock lock(state->mutex);
                return state->result.has_value();
            }
            bool await_suspend(std::coroutine_handle<> handle) const
            {
                const std::scoped_lock lock(state->mutex);
                if (state->result)
                    return false;
                state->waiter = handle;
                state->thread = QAbstractEventDispatcher::instance();
                return true;
            }
            Result<T> await_resume() const
            {
                state->onStop.reset();
                return std::move(*state->result);
            }
        };
        return Awaiter{m_state};
    }

private:
    struct State {
        std::mutex mutex;
        std::optional<Result<T>> result;
        std::coroutine_handle<> waiter;
        QObject *thread = nullptr; ///< the awaiting thread's dispatcher; outlives every task of that thread
        std::optional<std::stop_callback<std::function<void()>>> onStop;

        bool open(Result<T> value)
        {
            const std::scoped_lock lock(mutex);
            if (result)
                return false;
            result.emplace(std::move(value));
            if (waiter) {
                QMetaObject::invokeMethod(thread, Resumption(waiter), Qt::QueuedConnection);
            }
            return true;
        }
    };

    std::shared_ptr<State> m_state;
};

} // namespace cohort
