// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/task.h"

#include <deque>
#include <utility>

namespace cohort {

/// Lets coroutines of one thread through one at a time, in the order they came. Outlives its passes.
class Turnstile
{
public:
    class Pass
    {
    public:
        explicit Pass(Turnstile *turnstile)
            : m_turnstile(turnstile)
        {}
        ~Pass()
        {
            if (m_turnstile != nullptr)
                m_turnstile->leave();
        }
        Pass(Pass &&other) noexcept
            : m_turnstile(std::exchange(other.m_turnstile, nullptr))
        {}
        Pass(const Pass &) = delete;
        Pass &operator=(const Pass &) = delete;
        Pass &operator=(Pass &&) = delete;

    private:
        Turnstile *m_turnstile;
    };

    /// Resumes when every earlier pass is gone.
    [[nodiscard]] Task<Pass> enter()
    {
        if (std::exchange(m_taken, true)) {
            const Gate<> gate;
            m_waiting.push_back(gate);
            co_await gate;
        }
        co_return Pass(this);
    }

private:
    void leave()
    {
        if (m_waiting.empty()) {
            m_taken = false;
            return;
        }
        const Gate<> next = m_waiting.front();
        m_waiting.pop_front();
        next.open({});
    }

    bool m_taken = false;
    std::deque<Gate<>> m_waiting;
};

} // namespace cohort
