// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/localsocket.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <atomic>
#include <thread>

using namespace cohort;
using namespace cohort::net;

class TestLocalSocket : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void linesGoBothWays();
    void theSocketIsOurs();
    void nobodyThereIsUnreachable();
    void aDeadSocketIsReplaced();
    void aSocketThatIsSeenAnswers();
};

void TestLocalSocket::linesGoBothWays()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("s.sock"));
    LocalServer server;
    std::unique_ptr<LocalConnection> accepted;
    connect(&server, &LocalServer::connected, this, [&](LocalConnection *connection) { accepted.reset(connection); });
    QVERIFY(server.listen(path));
    auto client = LocalConnection::connectTo(path);
    QVERIFY(client);
    QTRY_VERIFY(accepted);
    QSignalSpy atServer(accepted.get(), &LocalConnection::received);
    QSignalSpy atClient(client->get(), &LocalConnection::received);
    const QByteArray large(3'000'000, 'y');
    (*client)->send("hello");
    (*client)->send(large);
    accepted->send("back");
    QTRY_COMPARE(atServer.size(), 2);
    QCOMPARE(atServer.at(0).at(0).toByteArray(), QByteArray("hello"));
    QCOMPARE(atServer.at(1).at(0).toByteArray(), large);
    QTRY_COMPARE(atClient.size(), 1);
    QSignalSpy gone(accepted.get(), &LocalConnection::closed);
    client->reset();
    QTRY_COMPARE(gone.size(), 1);
}

void TestLocalSocket::theSocketIsOurs()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("s.sock"));
    LocalServer server;
    QVERIFY(server.listen(path));
    struct stat info{};
    QCOMPARE(::stat(path.toLocal8Bit().constData(), &info), 0);
    QCOMPARE(info.st_mode & 0777U, 0600U);
}

void TestLocalSocket::nobodyThereIsUnreachable()
{
    const auto client = LocalConnection::connectTo(QStringLiteral("/nonexistent/s.sock"));
    QVERIFY(!client);
    QCOMPARE(client.error().kind, ErrorKind::Unreachable);
}

void TestLocalSocket::aDeadSocketIsReplaced()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("s.sock"));
    QVERIFY(QFile(path).open(QIODevice::WriteOnly)); // what a killed process left
    LocalServer server;
    QVERIFY(server.listen(path));
    QVERIFY(LocalConnection::connectTo(path));
}

void TestLocalSocket::aSocketThatIsSeenAnswers()
{
    const QTemporaryDir folder;
    for (int round = 0; round < 50; ++round) {
        const QString path = folder.filePath(QStringLiteral("%1.sock").arg(round));
        sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
        qstrncpy(address.sun_path, path.toLocal8Bit().constData(), sizeof(address.sun_path));
        std::atomic<bool> answered = false;
        const std::jthread other([&] {
            while (::access(address.sun_path, F_OK) != 0) {
            }
            const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
            answered = ::connect(socket, reinterpret_cast<const sockaddr *>(&address), sizeof(address)) == 0;
            ::close(socket);
        });
        LocalServer server;
        connect(&server, &LocalServer::connected, this, [](LocalConnection *connection) { delete connection; });
        QVERIFY(server.listen(path));
        QTRY_VERIFY(answered);
    }
}

QTEST_GUILESS_MAIN(TestLocalSocket)
#include "tst_localsocket.moc"
