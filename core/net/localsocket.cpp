// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/localsocket.h"

#include "core/base/log.h"

#include <QFile>
#include <QSocketNotifier>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace cohort::net {

namespace {

constexpr qsizetype pendingAtMost = 32'000'000;

Result<sockaddr_un> addressOf(const QString &path)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const QByteArray bytes = QFile::encodeName(path);
    if (bytes.size() >= static_cast<qsizetype>(sizeof(address.sun_path)))
        return fail(ErrorKind::Invalid, QStringLiteral("the socket's path %1 is too long").arg(path));
    std::memcpy(address.sun_path, bytes.constData(), static_cast<std::size_t>(bytes.size()));
    return address;
}

bool isOurUser(int socket)
{
    ucred peer{};
    socklen_t size = sizeof(peer);
    return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == geteuid();
}

} // namespace

LocalConnection::LocalConnection(int socket, QObject *parent)
    : QObject(parent)
    , m_socket(socket)
    , m_readable(std::make_unique<QSocketNotifier>(socket, QSocketNotifier::Read))
    , m_writable(std::make_unique<QSocketNotifier>(socket, QSocketNotifier::Write))
{
    m_writable->setEnabled(false);
    connect(m_readable.get(), &QSocketNotifier::activated, this, &LocalConnection::readSome);
    connect(m_writable.get(), &QSocketNotifier::activated, this, &LocalConnection::writeSome);
}

LocalConnection::~LocalConnection()
{
    m_readable.reset();
    m_writable.reset();
    if (m_socket >= 0)
        ::close(m_socket);
}

Result<std::unique_ptr<LocalConnection>> LocalConnection::connectTo(const QString &path)
{
    const Result<sockaddr_un> address = addressOf(path);
    if (!address)
        return std::unexpected(address.error());
    const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (socket < 0)
        return failErrno(errno, QStringLiteral("cannot make a socket"));
    if (::connect(socket, reinterpret_cast<const sockaddr *>(&*address), sizeof(*address)) != 0) {
        const int reason = errno;
        ::close(socket);
        return fail(
            ErrorKind::Unreachable,
            QStringLiteral("nobody answers at %1: %2").arg(path, QString::fromLocal8Bit(std::strerror(reason))));
    }
    if (!isOurUser(socket)) {
        ::close(socket);
        return fail(ErrorKind::Denied, QStringLiteral("the socket %1 belongs to another user").arg(path));
    }
    return std::make_unique<LocalConnection>(socket);
}

void LocalConnection::send(const QByteArray &line)
{
    if (m_socket < 0)
        return;
    m_pending += line;
    m_pending += '\n';
    if (m_pending.size() > pendingAtMost) {
        qCWarning(logNet) << "a local peer does not read: dropped";
        close();
        return;
    }
    writeSome();
}

void LocalConnection::readSome()
{
    std::array<char, 65536> bytes; // NOLINT(cppcoreguidelines-pro-type-member-init): filled by read
    while (m_socket >= 0) {
        const ssize_t count = ::read(m_socket, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0 && errno == EAGAIN)
            return;
        if (count <= 0 || !m_framer.push(QByteArrayView(bytes.data(), count))) {
            close();
            return;
        }
        while (const auto line = m_framer.next())
            Q_EMIT received(line->toByteArray());
    }
}

void LocalConnection::writeSome()
{
    while (m_socket >= 0 && !m_pending.isEmpty()) {
        const ssize_t count =
            ::send(m_socket, m_pending.constData(), static_cast<std::size_t>(m_pending.size()), MSG_NOSIGNAL);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0 && errno == EAGAIN)
            break;
        if (count < 0) {
            close();
            return;
        }
        m_pending.remove(0, count);
    }
    if (m_writable)
        m_writable->setEnabled(m_socket >= 0 && !m_pending.isEmpty());
}

void LocalConnection::close()
{
    if (m_socket < 0)
        return;
    m_readable->setEnabled(false);
    m_writable->setEnabled(false);
    ::close(m_socket);
    m_socket = -1;
    QMetaObject::invokeMethod(this, &LocalConnection::closed, Qt::QueuedConnection);
}

LocalServer::LocalServer(QObject *parent)
    : QObject(parent)
{}

LocalServer::~LocalServer()
{
    close();
}

Result<> LocalServer::listen(const QString &path)
{
    // It takes its name when it listens: whoever sees the name can connect.
    const QString early = path + QStringLiteral(".new");
    const Result<sockaddr_un> address = addressOf(early);
    if (!address)
        return std::unexpected(address.error());
    const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (socket < 0)
        return failErrno(errno, QStringLiteral("cannot make a socket"));
    ::unlink(QFile::encodeName(early).constData());
    const mode_t before = ::umask(0177);
    const int bound = ::bind(socket, reinterpret_cast<const sockaddr *>(&*address), sizeof(*address));
    const int reason = errno;
    ::umask(before);
    if (bound != 0 || ::listen(socket, SOMAXCONN) != 0
        || ::rename(QFile::encodeName(early).constData(), QFile::encodeName(path).constData()) != 0) {
        const int number = bound != 0 ? reason : errno;
        ::close(socket);
        return failErrno(number, QStringLiteral("cannot listen on %1").arg(path));
    }
    m_socket = socket;
    m_path = path;
    m_notifier = std::make_unique<QSocketNotifier>(socket, QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, &LocalServer::acceptSome);
    return {};
}

void LocalServer::close()
{
    if (m_socket < 0)
        return;
    m_notifier.reset();
    ::unlink(QFile::encodeName(m_path).constData());
    ::close(m_socket);
    m_socket = -1;
}

void LocalServer::acceptSome()
{
    while (true) {
        const int socket = ::accept4(m_socket, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (socket < 0)
            return;
        if (!isOurUser(socket)) {
            ::close(socket);
            continue;
        }
        Q_EMIT connected(new LocalConnection(socket));
    }
}

} // namespace cohort::net
