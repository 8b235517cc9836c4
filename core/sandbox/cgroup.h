// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QStringList>

#include <memory>
#include <vector>

namespace cohort::sandbox {

/// A control group for one command at a time, where this process may make one: bounds memory and processes of all the
/// command's children together. Where it may not, isActive() is false and rlimits have to do.
class ControlGroup
{
public:
    /// Tries cgroup v2 beneath our own group, then v1's memory and pids. Never fails loudly.
    ControlGroup();
    ~ControlGroup();
    Q_DISABLE_COPY_MOVE(ControlGroup)

    [[nodiscard]] bool isActive() const { return !m_places.empty(); }
    [[nodiscard]] QStringList folders() const;

    /// Makes ready for a command. False where the limits cannot be set; then it must not be used.
    [[nodiscard]] bool begin(qint64 memoryBytes, int processes);

    /// Makes it inactive. A group that still has members stays until another process sweeps.
    void remove();

    /// Puts the calling process into the group. Async-signal-safe: for the child between fork and exec.
    void join() const;

    /// Whether the kernel killed a process of the group since begin() because it ran out of its memory.
    [[nodiscard]] bool ranOutOfMemory() const { return outOfMemoryKills() > m_killsBefore; }

    /// Kills whatever is left in it.
    void killAll() const;

private:
    struct Place;

    bool make(const QString &parent);
    [[nodiscard]] bool limit(const char *file, qint64 value) const;
    [[nodiscard]] qint64 outOfMemoryKills() const;

    std::vector<Place> m_places; ///< one for version 2, two for version 1
    qint64 m_memoryBytes = 0;
    int m_processes = 0;
    qint64 m_killsBefore = 0;
};

/// The control groups of one runner. They are used again: one whose members are still dying cannot be removed, and
/// would stay behind after every other command.
class ControlGroups
{
public:
    struct GiveBack {
        ControlGroups *groups;
        void operator()(ControlGroup *group) const
        {
            std::unique_ptr<ControlGroup> back(group);
            if (back->isActive())
                groups->m_free.push_back(std::move(back));
        }
    };
    using Lease = std::unique_ptr<ControlGroup, GiveBack>;

    /// One that no other command uses, with these limits; this must outlive it. The first call removes what processes
    /// that were killed have left behind.
    [[nodiscard]] Lease take(qint64 memoryBytes, int processes);

private:
    std::vector<std::unique_ptr<ControlGroup>> m_free;
    bool m_swept = false;
};

} // namespace cohort::sandbox
