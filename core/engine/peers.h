// SPDX-License-Identifier: GPL-3.0-or-later
// Other processes at work on the same project: JSON lines over Unix sockets in the project's data folder.
#pragma once

#include "core/base/task.h"
#include "core/net/localsocket.h"
#include "core/protocol/commands.h"

#include <QFileSystemWatcher>
#include <QObject>

#include <map>

namespace cohort::engine {

/// Lives on the engine thread.
///
/// Lines: {"id":n,"command":{…}} asks, {"id":n,"reply":{…}} or {"id":n,"error":{…}} answers, {"events":[…]} tells.
/// Whoever connects is told the events of all sessions that the other side drives.
class Peers : public QObject
{
    Q_OBJECT
public:
    using Handler = std::function<void(protocol::Command, std::function<void(Result<protocol::Reply>)>)>;

    /// @param folder  where the sockets of all processes of this project are
    /// @param handler  carries out what another process asks
    Peers(QString folder, Handler handler);
    ~Peers() override;

    /// The path on which this process listens once serve() was called.
    [[nodiscard]] QString ownSocket() const;

    /// Listens, so that others can take part; does nothing when it listens already.
    void serve();

    /// Connects to all that are there and to all that come, and tells what they tell.
    void follow();

    /// Tells everybody who is connected.
    void broadcast(const QList<protocol::Event> &events);

    /// Asks the process behind `socket`. Unreachable when it is gone.
    [[nodiscard]] Task<Result<protocol::Reply>> ask(QString socket, protocol::Command command, std::stop_token stop);

Q_SIGNALS:
    /// What another process published.
    void told(const QList<cohort::protocol::Event> &events);
    /// Somebody came or went: something may have been missed.
    void membersChanged();

private:
    struct Client;
    void welcome(net::LocalConnection *connection);
    void lookAround();
    Result<Client *> connectTo(const QString &socket);
    void take(Client *client, const QByteArray &line);

    QString m_folder;
    Handler m_handler;
    std::unique_ptr<net::LocalServer> m_server;
    std::vector<net::LocalConnection *> m_listeners;      ///< who connected to us; children of this
    std::map<QString, std::unique_ptr<Client>> m_clients; ///< whom we connected to, by socket
    std::unique_ptr<QFileSystemWatcher> m_watcher;
    qint64 m_nextId = 1;
};

} // namespace cohort::engine
