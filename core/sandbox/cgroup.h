// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

namespace cohort::sandbox {

/// A control group of its own for one command, where this process may make one: bounds memory and processes of all the
/// command's children together. Where it may not, isActive() is false and rlimits have to do.
class ControlGroup
{
public:
    /// Tries cgroup v2 beneath our own group, then v1's memory and pids. Never fails loudly.
    ControlGroup(qint64 memoryBytes, int processes);
    ~ControlGroup();
    Q_DISABLE_COPY_MOVE(ControlGroup)

    [[nodiscard]] bool isActive() const { return !m_folders.isEmpty(); }

    /// Puts the calling process into the group. Async-signal-safe: for the child between fork and exec.
    void join() const;

    /// Whether the kernel killed a process of the group because it ran out of its memory.
    [[nodiscard]] bool ranOutOfMemory() const;

    /// Kills whatever is left in it.
    void killAll() const;

private:
    bool make(const QString &parent, const QList<std::pair<QByteArray, QByteArray>> &limits);

    QList<QString> m_folders;
    QList<QByteArray> m_members;   ///< paths of the files that take process ids
    QList<QByteArray> m_entrances; ///< the files that join() writes to
};

} // namespace cohort::sandbox
