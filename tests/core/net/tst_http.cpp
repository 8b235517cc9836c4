// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/http.h"

#include <QElapsedTimer>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

using namespace cohort;
using namespace cohort::net;

namespace {

/// A loopback server that answers each connection's first request with prepared bytes.
class Server : public QTcpServer
{
public:
    explicit Server(QByteArray answer, bool closes = true)
    {
        listen(QHostAddress::LocalHost);
        connect(this, &QTcpServer::newConnection, this, [this, answer, closes] {
            ++connections;
            QTcpSocket *socket = nextPendingConnection();
            connect(socket, &QTcpSocket::readyRead, this, [this, socket, answer, closes] {
                request += socket->readAll();
                if (!request.contains("\r\n\r\n"))
                    return;
                ++requests;
                socket->write(answer);
                if (closes)
                    socket->disconnectFromHost();
                lastRequest = std::exchange(request, {});
            });
            connect(socket, &QTcpSocket::disconnected, this, [this] { ++disconnections; });
        });
    }
    [[nodiscard]] QUrl url() const { return QUrl(QStringLiteral("http://127.0.0.1:%1/x").arg(serverPort())); }

    int connections = 0;
    int disconnections = 0;
    int requests = 0;
    QByteArray request;
    QByteArray lastRequest;
};

struct Outcome {
    std::optional<Result<HttpHead>> head;
    std::optional<Result<QByteArray>> body;
};

Task<> fetch(HttpClient *client, HttpRequest request, std::stop_token stop, Outcome *outcome)
{
    const auto stream = client->open(request);
    outcome->head = co_await stream->head(stop);
    if (*outcome->head)
        outcome->body = co_await stream->readAll(100'000'000, stop);
    else
        outcome->body = std::unexpected(outcome->head->error());
}

} // namespace

class TestHttp : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void readsStatusHeadersAndBody();
    void aRefusedConnectionIsUnreachableAndNotRetried();
    void aCutBodyIsUnreachable();
    void silenceTimesOut();
    void aStopClosesTheConnectionAtOnce();
    void oneConnectionServesManyRequests();
    void aLargeAnswerThatNobodyReadsIsNotHeldInMemory();
};

void TestHttp::readsStatusHeadersAndBody()
{
    Server server("HTTP/1.1 418 Teapot\r\nX-Kind: brown\r\nContent-Length: 5\r\n\r\nhello");
    HttpClient client;
    Outcome outcome;
    const Task<> task = fetch(
        &client, {.method = "POST", .url = server.url(), .headers = {{"X-Mine", "1"}}, .body = "{}"}, {}, &outcome);
    QTRY_VERIFY(outcome.body);
    QCOMPARE((*outcome.head)->status, 418);
    QCOMPARE((*outcome.head)->header("x-kind"), QByteArray("brown"));
    QCOMPARE(**outcome.body, QByteArray("hello"));
    QVERIFY(server.lastRequest.startsWith("POST /x HTTP/1.1\r\n"));
    QVERIFY(server.lastRequest.contains("X-Mine: 1"));
    QVERIFY(!server.lastRequest.contains("Expect:"));
}

void TestHttp::aRefusedConnectionIsUnreachableAndNotRetried()
{
    QUrl url;
    {
        const Server server("");
        url = server.url();
    }
    HttpClient client;
    Outcome outcome;
    const Task<> task = fetch(&client, {.url = url}, {}, &outcome);
    QTRY_VERIFY(outcome.body);
    QCOMPARE(outcome.body->error().kind, ErrorKind::Unreachable);
    QCOMPARE(outcome.body->error().message, QStringLiteral("connection refused"));
    QVERIFY(!outcome.body->error().mayRetry);
}

void TestHttp::aCutBodyIsUnreachable()
{
    Server server("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this");
    HttpClient client;
    Outcome outcome;
    const Task<> task = fetch(&client, {.url = server.url()}, {}, &outcome);
    QTRY_VERIFY(outcome.body);
    QVERIFY(outcome.head->has_value());
    QCOMPARE(outcome.body->error().kind, ErrorKind::Unreachable);
    QVERIFY(outcome.body->error().mayRetry);
}

void TestHttp::silenceTimesOut()
{
    Server server("", false);
    HttpClient client;
    Outcome outcome;
    const Task<> task =
        fetch(&client, {.url = server.url(), .idleTimeout = std::chrono::milliseconds(100)}, {}, &outcome);
    QTRY_VERIFY(outcome.body);
    QCOMPARE(outcome.body->error().kind, ErrorKind::TimedOut);
}

void TestHttp::aStopClosesTheConnectionAtOnce()
{
    Server server("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n", false);
    HttpClient client;
    Outcome outcome;
    std::stop_source stop;
    const Task<> task = fetch(&client, {.url = server.url()}, stop.get_token(), &outcome);
    QTRY_VERIFY(outcome.head);
    QVERIFY(!outcome.body);
    stop.request_stop();
    QTRY_VERIFY(outcome.body);
    QCOMPARE(outcome.body->error().kind, ErrorKind::Cancelled);
    QTRY_COMPARE(server.disconnections, 1);
}

void TestHttp::oneConnectionServesManyRequests()
{
    Server server("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", false);
    HttpClient client;
    for (int i = 1; i <= 20; ++i) {
        Outcome outcome;
        const Task<> task = fetch(&client, {.url = server.url()}, {}, &outcome);
        QTRY_VERIFY(outcome.body);
        QCOMPARE(**outcome.body, QByteArray("ok"));
        QCOMPARE(server.requests, i);
    }
    QCOMPARE(server.connections, 1);
}

void TestHttp::aLargeAnswerThatNobodyReadsIsNotHeldInMemory()
{
    constexpr qsizetype size = 60'000'000;
    Server server("HTTP/1.1 200 OK\r\nContent-Length: " + QByteArray::number(size) + "\r\n\r\n"
                  + QByteArray(size, 'x'));
    HttpClient client;
    const auto stream = client.open({.url = server.url()});
    QTRY_VERIFY(server.requests == 1);
    const auto waitForHead = [](HttpStream *whole, std::optional<int> *status) -> Task<> {
        const Result<HttpHead> head = co_await whole->head({});
        *status = head ? head->status : -1;
    };
    std::optional<int> status;
    const Task<> task = waitForHead(stream.get(), &status);
    QTRY_COMPARE(status.value_or(0), 200);
    const auto readOnce = [](HttpStream *whole, qsizetype *first) -> Task<> {
        const Result<QByteArray> bytes = co_await whole->read({});
        *first = bytes ? bytes->size() : -1;
    };
    // The server had every chance to send all of it; what waits for us is bounded.
    for (int i = 0; i < 50; ++i)
        QTest::qWait(1);
    qsizetype first = 0;
    const Task<> reading = readOnce(stream.get(), &first);
    QTRY_VERIFY(first > 0);
    QVERIFY2(first < 2'000'000, qPrintable(QString::number(first)));
}

QTEST_GUILESS_MAIN(TestHttp)
#include "tst_http.moc"
