// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/sessionlock.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace cohort::session {

namespace {

Holder readHolder(int descriptor)
{
    std::array<char, 4096> text{};
    const ssize_t size = ::pread(descriptor, text.data(), text.size(), 0);
    const QJsonObject card = QJsonDocument::fromJson(QByteArray(text.data(), std::max<ssize_t>(size, 0))).object();
    return {.name = card.value(QStringLiteral("name")).toString(QStringLiteral("another process")),
            .pid = card.value(QStringLiteral("pid")).toInteger(),
            .socket = card.value(QStringLiteral("socket")).toString()};
}

/// A lock of the open file itself (OFD): a question about it takes nothing away from others, unlike flock().
struct flock wholeFile()
{
    struct flock lock{};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    return lock;
}

} // namespace

Result<std::unique_ptr<SessionLock>> SessionLock::acquire(const QString &file, const Holder &self, Holder *holder)
{
    QDir().mkpath(QFileInfo(file).path());
    const int descriptor = ::open(QFile::encodeName(file).constData(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (descriptor < 0)
        return failErrno(errno, QStringLiteral("cannot lock the session (%1)").arg(file));
    struct flock lock = wholeFile();
    if (::fcntl(descriptor, F_OFD_SETLK, &lock) != 0) {
        *holder = readHolder(descriptor);
        ::close(descriptor);
        return fail(ErrorKind::Conflict, QStringLiteral("this session is driven by %1").arg(holder->text()));
    }
    const QByteArray card = QJsonDocument(QJsonObject{{QStringLiteral("name"), self.name},
                                                      {QStringLiteral("pid"), self.pid},
                                                      {QStringLiteral("socket"), self.socket}})
                                .toJson(QJsonDocument::Compact);
    if (::ftruncate(descriptor, 0) != 0
        || ::pwrite(descriptor, card.constData(), static_cast<std::size_t>(card.size()), 0) != card.size()) {
        const int reason = errno;
        ::close(descriptor);
        return failErrno(reason, QStringLiteral("cannot lock the session (%1)").arg(file));
    }
    return std::unique_ptr<SessionLock>(new SessionLock(descriptor));
}

SessionLock::~SessionLock()
{
    ::close(m_descriptor);
}

std::optional<Holder> SessionLock::holderOf(const QString &file)
{
    const int descriptor = ::open(QFile::encodeName(file).constData(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return std::nullopt;
    std::optional<Holder> holder;
    struct flock lock = wholeFile();
    if (::fcntl(descriptor, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK)
        holder = readHolder(descriptor);
    ::close(descriptor);
    return holder;
}

} // namespace cohort::session
