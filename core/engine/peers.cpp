// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/peers.h"

#include "core/base/log.h"
#include "core/protocol/codec.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QJsonArray>

namespace cohort::engine {

using protocol::Reply;

/// A connection to another process, with what it was asked.
struct Peers::Client {
    std::unique_ptr<net::LocalConnection> connection;
    std::map<qint64, Gate<Reply>> questions;
};

Peers::Peers(QString folder, Handler handler)
    : m_folder(std::move(folder))
    , m_handler(std::move(handler))
{
    QDir().mkpath(m_folder);
}

Peers::~Peers() = default;

QString Peers::ownSocket() const
{
    return m_folder + QStringLiteral("/%1.sock").arg(QCoreApplication::applicationPid());
}

void Peers::serve()
{
    if (m_server)
        return;
    m_server = std::make_unique<net::LocalServer>();
    connect(m_server.get(), &net::LocalServer::connected, this, &Peers::welcome);
    if (const Result<> listening = m_server->listen(ownSocket()); !listening)
        qCWarning(logEngine) << "other windows cannot take part:" << listening.error().message;
}

void Peers::welcome(net::LocalConnection *connection)
{
    connection->setParent(this);
    m_listeners.push_back(connection);
    connect(connection, &net::LocalConnection::closed, this, [this, connection] {
        std::erase(m_listeners, connection);
        connection->deleteLater();
    });
    connect(connection, &net::LocalConnection::received, this, [this, connection](const QByteArray &line) {
        const Result<QJsonObject> object = protocol::objectFromLine(line);
        if (!object)
            return;
        const qint64 id = object->value(QStringLiteral("id")).toInteger();
        const QPointer<net::LocalConnection> asker(connection);
        const auto answer = [asker, id](const Result<Reply> &reply) {
            if (!asker)
                return;
            QJsonObject message{{QStringLiteral("id"), id}};
            if (reply)
                message.insert(QStringLiteral("reply"), protocol::toJson(*reply));
            else
                message.insert(QStringLiteral("error"), protocol::toJson(reply.error()));
            asker->send(protocol::toLine(message));
        };
        Result<protocol::Command> command =
            protocol::commandFromJson(object->value(QStringLiteral("command")).toObject());
        if (command)
            m_handler(std::move(*command), answer);
        else
            answer(std::unexpected(command.error()));
    });
}

void Peers::broadcast(const QList<protocol::Event> &events)
{
    if (m_listeners.empty())
        return;
    QJsonArray array;
    for (const protocol::Event &event : events)
        array.append(protocol::toJson(event));
    const QByteArray line = protocol::toLine({{QStringLiteral("events"), array}});
    for (net::LocalConnection *listener : std::vector(m_listeners))
        listener->send(line);
}

void Peers::follow()
{
    m_watcher = std::make_unique<QFileSystemWatcher>(QStringList{m_folder});
    connect(m_watcher.get(), &QFileSystemWatcher::directoryChanged, this, &Peers::lookAround);
    lookAround();
}

void Peers::lookAround()
{
    for (const QString &name : QDir(m_folder).entryList({QStringLiteral("*.sock")}, QDir::System | QDir::Files)) {
        const QString socket = m_folder + QLatin1Char('/') + name;
        if (socket == ownSocket() || m_clients.contains(socket))
            continue;
        if (const Result<Client *> client = connectTo(socket); !client)
            QFile::remove(socket); // its process is gone
    }
    Q_EMIT membersChanged();
}

Result<Peers::Client *> Peers::connectTo(const QString &socket)
{
    if (const auto known = m_clients.find(socket); known != m_clients.end())
        return known->second.get();
    Result<std::unique_ptr<net::LocalConnection>> connection = net::LocalConnection::connectTo(socket);
    if (!connection)
        return std::unexpected(connection.error());
    auto client = std::make_unique<Client>();
    client->connection = std::move(*connection);
    Client *raw = client.get();
    connect(raw->connection.get(), &net::LocalConnection::received, this,
            [this, raw](const QByteArray &line) { take(raw, line); });
    connect(raw->connection.get(), &net::LocalConnection::closed, this, [this, socket] {
        const auto gone = m_clients.extract(socket);
        if (gone.empty())
            return;
        for (const auto &[id, gate] : gone.mapped()->questions)
            gate.open(fail(ErrorKind::Unreachable, QStringLiteral("the process that drives this session has ended")));
        gone.mapped()->connection.release()->deleteLater();
        Q_EMIT membersChanged();
    });
    m_clients.emplace(socket, std::move(client));
    return raw;
}

void Peers::take(Client *client, const QByteArray &line)
{
    const Result<QJsonObject> object = protocol::objectFromLine(line);
    if (!object)
        return;
    if (const QJsonArray array = object->value(QStringLiteral("events")).toArray(); !array.isEmpty()) {
        QList<protocol::Event> events;
        for (const QJsonValue &value : array) {
            if (Result<protocol::Event> event = protocol::eventFromJson(value.toObject()))
                events.append(std::move(*event));
        }
        Q_EMIT told(events);
        return;
    }
    const auto question = client->questions.extract(object->value(QStringLiteral("id")).toInteger());
    if (question.empty())
        return;
    if (object->contains(QStringLiteral("reply")))
        question.mapped().open(protocol::replyFromJson(object->value(QStringLiteral("reply")).toObject()));
    else
        question.mapped().open(
            std::unexpected(protocol::errorFromJson(object->value(QStringLiteral("error")).toObject())));
}

Task<Result<Reply>> Peers::ask(QString socket, protocol::Command command, std::stop_token stop)
{
    const Result<Client *> client = connectTo(socket);
    if (!client)
        co_return std::unexpected(client.error());
    const qint64 id = m_nextId++;
    const Gate<Reply> gate(stop);
    (*client)->questions.emplace(id, gate);
    (*client)->connection->send(
        protocol::toLine({{QStringLiteral("id"), id}, {QStringLiteral("command"), protocol::toJson(command)}}));
    co_return co_await gate;
}

} // namespace cohort::engine
