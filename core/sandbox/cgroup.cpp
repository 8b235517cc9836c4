// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/cgroup.h"

#include "core/base/ids.h"

#include <QDir>
#include <QFile>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <optional>
#include <utility>

namespace cohort::sandbox {

namespace {

const QString mount = QStringLiteral("/sys/fs/cgroup");
const QString prefix = QStringLiteral("/cohort-");

/// A small file's text; empty when it cannot be read.
QByteArray textOf(const QByteArray &path)
{
    QByteArray text;
    const int file = ::open(path.constData(), O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return text;
    std::array<char, 4096> part{};
    for (ssize_t got = 0; (got = ::read(file, part.data(), part.size())) > 0;)
        text.append(part.data(), got);
    ::close(file);
    return text;
}

/// The folder of our own group in the hierarchy of `controller` ("" for v2), from /proc/self/cgroup; nothing when it
/// has none.
std::optional<QString> ownGroup(QByteArrayView controller)
{
    for (const QByteArray &line : textOf("/proc/self/cgroup").split('\n')) {
        const QList<QByteArray> parts = line.split(':');
        if (parts.size() < 3 || !parts.at(1).split(',').contains(controller))
            continue;
        const QString hierarchy =
            controller.isEmpty() ? mount : mount + QLatin1Char('/') + QString::fromLatin1(controller);
        const QString path = QFile::decodeName(parts.at(2));
        return path == QLatin1String("/") ? hierarchy : hierarchy + path;
    }
    return std::nullopt;
}

/// Where groups of ours are made.
QStringList parents()
{
    if (QFile::exists(mount + QStringLiteral("/cgroup.controllers"))) {
        const auto own = ownGroup("");
        return own ? QStringList{*own} : QStringList{};
    }
    const auto memory = ownGroup("memory");
    const auto pids = ownGroup("pids");
    return memory && pids ? QStringList{*memory, *pids} : QStringList{};
}

int lockFolder(const QByteArray &path, int operation)
{
    const int folder = ::open(path.constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder >= 0 && ::flock(folder, operation | LOCK_NB) != 0) {
        ::close(folder);
        return -1;
    }
    return folder;
}

/// Removes groups that no living process has locked.
void sweep()
{
    for (const QString &parent : parents()) {
        for (const QString &name : QDir(parent).entryList({prefix.sliced(1) + QLatin1Char('*')}, QDir::Dirs)) {
            const QByteArray path = QFile::encodeName(parent + QLatin1Char('/') + name);
            const int folder = lockFolder(path, LOCK_EX);
            if (folder < 0)
                continue;
            ::rmdir(path.constData());
            ::close(folder);
        }
    }
}

} // namespace

struct ControlGroup::Place {
    QByteArray folder;
    int lock = -1; ///< held while the group is ours
    QByteArray entrance;
};

ControlGroup::ControlGroup()
{
    const QStringList all = parents();
    if (!std::ranges::all_of(all, [this](const QString &parent) { return make(parent); }))
        remove();
}

bool ControlGroup::make(const QString &parent)
{
    const QByteArray folder = QFile::encodeName(parent + prefix + newId());
    if (::mkdir(folder.constData(), 0755) != 0)
        return false;
    const int lock = lockFolder(folder, LOCK_SH);
    if (lock < 0) { // another process sweeps just now
        ::rmdir(folder.constData());
        return false;
    }
    // Where there is one (version 1), moving a thread of one's own to "tasks" is all that a process of one thread
    // needs, and spares the kernel's wait for all processors: some 10 ms.
    const QByteArray tasks = folder + "/tasks";
    m_places.push_back({.folder = folder,
                        .lock = lock,
                        .entrance = ::access(tasks.constData(), W_OK) == 0 ? tasks : folder + "/cgroup.procs"});
    return true;
}

ControlGroup::~ControlGroup()
{
    remove();
}

void ControlGroup::remove()
{
    for (const Place &place : std::exchange(m_places, {})) {
        ::rmdir(place.folder.constData());
        ::close(place.lock);
    }
}

QStringList ControlGroup::folders() const
{
    QStringList folders;
    for (const Place &place : m_places)
        folders.append(QFile::decodeName(place.folder));
    return folders;
}

bool ControlGroup::limit(const char *file, qint64 value) const
{
    bool found = false;
    for (const Place &place : m_places) {
        const int descriptor = ::open((place.folder + file).constData(), O_WRONLY | O_CLOEXEC);
        if (descriptor < 0)
            continue;
        const QByteArray text = QByteArray::number(value);
        found = ::write(descriptor, text.constData(), static_cast<std::size_t>(text.size())) == text.size();
        ::close(descriptor);
    }
    return found;
}

bool ControlGroup::begin(qint64 memoryBytes, int processes)
{
    if (!isActive())
        return true;
    if (memoryBytes != m_memoryBytes) {
        if (!limit("/memory.max", memoryBytes) && !limit("/memory.limit_in_bytes", memoryBytes))
            return false;
        static_cast<void>(limit("/memory.swap.max", 0)); // not there without swap accounting
        m_memoryBytes = memoryBytes;
    }
    if (processes != m_processes) {
        if (!limit("/pids.max", processes))
            return false;
        m_processes = processes;
    }
    m_killsBefore = outOfMemoryKills();
    return true;
}

void ControlGroup::join() const
{
    for (const Place &place : m_places) {
        const int descriptor = ::open(place.entrance.constData(), O_WRONLY | O_CLOEXEC);
        const bool joined = descriptor >= 0 && ::write(descriptor, "0", 1) == 1;
        if (!joined)
            ::_exit(125); // never run unlimited where a limit was promised
        ::close(descriptor);
    }
}

qint64 ControlGroup::outOfMemoryKills() const
{
    for (const Place &place : m_places) {
        for (const char *name : {"/memory.events", "/memory.oom_control"}) {
            for (const QByteArray &line : textOf(place.folder + name).split('\n')) {
                if (line.startsWith("oom_kill "))
                    return line.sliced(9).toLongLong();
            }
        }
    }
    return 0;
}

void ControlGroup::killAll() const
{
    for (const Place &place : m_places) {
        for (const QByteArray &pid : textOf(place.folder + "/cgroup.procs").split('\n')) {
            if (const int number = pid.toInt(); number > 0)
                ::kill(number, SIGKILL);
        }
    }
}

ControlGroups::Lease ControlGroups::take(qint64 memoryBytes, int processes)
{
    if (!std::exchange(m_swept, true))
        sweep();
    while (!m_free.empty()) {
        std::unique_ptr<ControlGroup> group = std::move(m_free.back());
        m_free.pop_back();
        if (group->begin(memoryBytes, processes))
            return {group.release(), {this}};
    }
    auto group = std::make_unique<ControlGroup>();
    if (!group->begin(memoryBytes, processes))
        group->remove();
    return {group.release(), {this}};
}

} // namespace cohort::sandbox
