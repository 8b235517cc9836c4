// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/cgroup.h"

#include "core/base/ids.h"

#include <QFile>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>

namespace cohort::sandbox {

namespace {

constexpr auto mount = "/sys/fs/cgroup";

/// Our own group's path in the hierarchy of `controller` ("" for v2), from /proc/self/cgroup; nothing when not there.
std::optional<QString> ownGroup(QByteArrayView controller)
{
    QFile file(QStringLiteral("/proc/self/cgroup"));
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    for (const QByteArray &line : file.readAll().split('\n')) {
        const QList<QByteArray> parts = line.split(':');
        if (parts.size() >= 3 && parts.at(1).split(',').contains(controller))
            return QFile::decodeName(parts.at(2));
    }
    return std::nullopt;
}

bool writeFile(const QString &path, const QByteArray &text)
{
    const int file = ::open(QFile::encodeName(path).constData(), O_WRONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    const bool written = ::write(file, text.constData(), static_cast<std::size_t>(text.size())) == text.size();
    ::close(file);
    return written;
}

} // namespace

ControlGroup::ControlGroup(qint64 memoryBytes, int processes)
{
    const QByteArray memory = QByteArray::number(memoryBytes);
    const QByteArray pids = QByteArray::number(processes);
    if (QFile::exists(QLatin1String(mount) + QStringLiteral("/cgroup.controllers"))) {
        if (const auto own = ownGroup(""))
            make(QLatin1String(mount) + *own, {{"memory.max", memory}, {"memory.swap.max", "0"}, {"pids.max", pids}});
        return;
    }
    const auto ownMemory = ownGroup("memory");
    const auto ownPids = ownGroup("pids");
    if (!ownMemory || !ownPids)
        return;
    const bool both =
        make(QLatin1String(mount) + QStringLiteral("/memory") + *ownMemory, {{"memory.limit_in_bytes", memory}})
        && make(QLatin1String(mount) + QStringLiteral("/pids") + *ownPids, {{"pids.max", pids}});
    if (!both) {
        for (const QString &folder : std::as_const(m_folders))
            ::rmdir(QFile::encodeName(folder).constData());
        m_folders.clear();
        m_members.clear();
        m_entrances.clear();
    }
}

bool ControlGroup::make(const QString &parent, const QList<std::pair<QByteArray, QByteArray>> &limits)
{
    const QString folder = parent + (parent.endsWith(QLatin1Char('/')) ? QString() : QStringLiteral("/"))
                           + QStringLiteral("cohort-") + newId();
    if (::mkdir(QFile::encodeName(folder).constData(), 0755) != 0)
        return false;
    for (const auto &[name, value] : limits) {
        const QString file = folder + QLatin1Char('/') + QString::fromLatin1(name);
        if (!QFile::exists(file) && name == "memory.swap.max")
            continue; // no swap accounting
        if (!writeFile(file, value)) {
            ::rmdir(QFile::encodeName(folder).constData());
            return false;
        }
    }
    m_folders.append(folder);
    m_members.append(QFile::encodeName(folder) + "/cgroup.procs");
    // Where there is one (version 1), moving a thread of one's own to "tasks" is all that a process of one thread
    // needs, and spares the kernel's wait for all processors: some 10 ms.
    const QByteArray tasks = QFile::encodeName(folder) + "/tasks";
    m_entrances.append(::access(tasks.constData(), W_OK) == 0 ? tasks : m_members.last());
    return true;
}

ControlGroup::~ControlGroup()
{
    for (const QString &folder : std::as_const(m_folders))
        ::rmdir(QFile::encodeName(folder).constData());
}

void ControlGroup::join() const
{
    for (const QByteArray &file : m_entrances) {
        const int descriptor = ::open(file.constData(), O_WRONLY | O_CLOEXEC);
        if (descriptor < 0)
            continue;
        if (::write(descriptor, "0", 1) != 1)
            ::_exit(125); // never run unlimited where a limit was promised
        ::close(descriptor);
    }
}

bool ControlGroup::ranOutOfMemory() const
{
    for (const QString &folder : m_folders) {
        for (const char *name : {"/memory.events", "/memory.oom_control"}) {
            QFile file(folder + QLatin1String(name));
            if (!file.open(QIODevice::ReadOnly))
                continue;
            for (const QByteArray &line : file.readAll().split('\n')) {
                if (line.startsWith("oom_kill ") && line.sliced(9).toLongLong() > 0)
                    return true;
            }
        }
    }
    return false;
}

void ControlGroup::killAll() const
{
    for (const QByteArray &name : m_members) {
        QFile file(QFile::decodeName(name));
        if (!file.open(QIODevice::ReadOnly))
            continue;
        for (const QByteArray &pid : file.readAll().split('\n')) {
            if (const int number = pid.toInt(); number > 0)
                ::kill(number, SIGKILL);
        }
    }
}

} // namespace cohort::sandbox
