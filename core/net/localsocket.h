// SPDX-License-Identifier: GPL-3.0-or-later
// Lines over a Unix socket between processes of one person: mode 0600, and the peer's user id is checked.
#pragma once

#include "core/base/error.h"
#include "core/net/framing.h"

#include <QObject>
#include <QString>

#include <memory>

class QSocketNotifier;

namespace cohort::net {

/// One end of a connection that carries lines. Lives on one thread; never blocks.
class LocalConnection : public QObject
{
    Q_OBJECT
public:
    /// Takes ownership of a connected socket.
    explicit LocalConnection(int socket, QObject *parent = nullptr);
    ~LocalConnection() override;

    /// Unreachable when nobody listens there; Denied when another user does.
    [[nodiscard]] static Result<std::unique_ptr<LocalConnection>> connectTo(const QString &path);

    /// Sends a line; `line` has no line end of its own. A peer that reads nothing for 32 MB is dropped.
    void send(const QByteArray &line);

Q_SIGNALS:
    void received(const QByteArray &line);
    void closed();

private:
    void readSome();
    void writeSome();
    void close();

    int m_socket;
    LineFramer m_framer;
    QByteArray m_pending;
    std::unique_ptr<QSocketNotifier> m_readable;
    std::unique_ptr<QSocketNotifier> m_writable;
};

/// Listens on a path. Removes a dead socket that a killed process left there.
class LocalServer : public QObject
{
    Q_OBJECT
public:
    explicit LocalServer(QObject *parent = nullptr);
    ~LocalServer() override;

    [[nodiscard]] Result<> listen(const QString &path);
    void close();

Q_SIGNALS:
    /// The receiver owns the connection.
    void connected(cohort::net::LocalConnection *connection);

private:
    void acceptSome();

    int m_socket = -1;
    QString m_path;
    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace cohort::net
