// SPDX-License-Identifier: GPL-3.0-or-later
// Each dialect against a loopback server that cuts its bytes at every place in turn, and against every fault.
#include "core/providers/dialect.h"

#include <QEventLoop>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>
#include <QTimer>

using namespace cohort;
using namespace cohort::providers;

namespace {

/// Answers every request with prepared bytes in two pieces, and keeps what it was asked.
class Server : public QTcpServer
{
public:
    Server()
    {
        listen(QHostAddress::LocalHost);
        connect(this, &QTcpServer::newConnection, this, [this] {
            QTcpSocket *socket = nextPendingConnection();
            socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
            connect(socket, &QTcpSocket::readyRead, this, [this, socket] { take(socket); });
        });
    }

    void take(QTcpSocket *socket)
    {
        m_request += socket->readAll();
        const qsizetype headEnd = m_request.indexOf("\r\n\r\n");
        if (headEnd < 0)
            return;
        const qsizetype length = m_request.indexOf("Content-Length: ");
        const qsizetype expected =
            length < 0 ? 0 : m_request.sliced(length + 16, m_request.indexOf('\r', length) - length - 16).toLongLong();
        if (m_request.size() < headEnd + 4 + expected)
            return;
        lastBody = m_request.sliced(headEnd + 4);
        lastHead = std::exchange(m_request, {}).first(headEnd);
        const QByteArray all = head + body;
        const qsizetype first = std::clamp<qsizetype>(cut + head.size(), 0, all.size());
        socket->write(all.first(first));
        socket->flush();
        if (stalls)
            return;
        QTimer::singleShot(0, socket, [socket, rest = all.sliced(first)] {
            socket->write(rest);
            socket->disconnectFromHost();
        });
    }

    [[nodiscard]] Endpoint endpoint(const QString &path = {}) const
    {
        return {.provider = QStringLiteral("test"),
                .name = QStringLiteral("Test"),
                .baseUrl = QUrl(QStringLiteral("http://127.0.0.1:%1%2").arg(serverPort()).arg(path)),
                .key = "sk-secret",
                .hint = QStringLiteral("Start it.")};
    }

    QByteArray head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n";
    QByteArray body;
    qsizetype cut = 0;
    bool stalls = false;
    QByteArray lastBody;
    QByteArray lastHead;

private:
    QByteArray m_request;
};

/// All that a stream said.
struct Heard {
    QString text;
    QString reasoning;
    QList<protocol::ToolCall> calls;
    std::optional<Ended> ended;
    std::optional<Error> error;
    int endings = 0;
    bool done = false;
    QEventLoop loop; // qWaitFor() sleeps between its looks, which a thousand cuts cannot afford
};

Task<> listen(const Dialect *dialect, Endpoint endpoint, ModelRequest request, net::HttpClient *client,
              std::stop_token stop, Heard *heard)
{
    const PieceSink sink = [heard](Piece piece) {
        if (const auto *text = std::get_if<TextPiece>(&piece))
            heard->text += text->text;
        else if (const auto *reasoning = std::get_if<ReasoningPiece>(&piece))
            heard->reasoning += reasoning->text;
        else if (const auto *call = std::get_if<CallPiece>(&piece))
            heard->calls.append(call->call);
        else if (const auto *ended = std::get_if<Ended>(&piece))
            heard->ended = *ended, ++heard->endings;
        else if (const auto *failed = std::get_if<Failed>(&piece))
            heard->error = failed->error, ++heard->endings;
    };
    co_await dialect->stream(endpoint, request, client, sink, stop);
    heard->done = true;
    heard->loop.quit();
}

ModelRequest conversation()
{
    ModelRequest request{.model = QStringLiteral("m"),
                         .system = QStringLiteral("system"),
                         .messages = {},
                         .tools = {},
                         .contextWindow = 8192};
    const protocol::ToolCall call{.id = QStringLiteral("c1"),
                                  .tool = QStringLiteral("read"),
                                  .arguments = {{QStringLiteral("path"), QStringLiteral("a")}}};
    request.messages = {{.role = Role::User, .text = QStringLiteral("hi")},
                        {.role = Role::Assistant, .text = QStringLiteral("I look."), .calls = {call}},
                        {.role = Role::Tool,
                         .text = QStringLiteral("content"),
                         .call = QStringLiteral("c1"),
                         .tool = QStringLiteral("read")}};
    request.tools = {{.name = QStringLiteral("read"),
                      .description = QStringLiteral("d"),
                      .schema = {{QStringLiteral("type"), QStringLiteral("object")}}}};
    return request;
}

const QByteArray ollamaAnswer = R"({"message":{"role":"assistant","content":"","thinking":"Hm ü"},"done":false}
{"message":{"role":"assistant","content":"Grüß "},"done":false}
{"message":{"role":"assistant","content":"dich 🙂"},"done":false}
{"message":{"role":"assistant","content":"","tool_calls":[{"function":{"index":0,"name":"read","arguments":{"path":"a\nb"}}}]},"done":false}
{"message":{"role":"assistant","content":"","tool_calls":[{"id":"x2","function":{"name":"bash","arguments":{"command":"ls"}}}]},"done":false}
{"message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","prompt_eval_count":20,"eval_count":9}
)";

const QByteArray openaiAnswer =
    ": processing\n\n"
    "data: {\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"},\"finish_reason\":null}]}\n\n"
    "data: {\"choices\":[{\"index\":0,\"delta\":{\"reasoning_content\":\"Hm ü\"},\"finish_reason\":\"\"}]}\n\n"
    "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Grüß \"}}]}\r\n\r\n"
    "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"dich 🙂\"}}]}\n\n"
    "data: "
    "{\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"x1\",\"type\":\"function\","
    "\"function\":{\"name\":\"read\",\"arguments\":\"\"}}]}}]}\n\n"
    "data: "
    "{\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"{\\\"path\\\":"
    "\\\"a\\\\nb\\\"}\"}}]}}]}\n\n"
    "data: "
    "{\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":1,\"id\":\"x2\",\"function\":{\"name\":\"bash\","
    "\"arguments\":\"{\\\"command\\\":\\\"ls\\\"}\"}}]}}]}\n\n"
    "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"tool_calls\"}]}\n\n"
    "data: "
    "{\"choices\":[],\"usage\":{\"prompt_tokens\":20,\"completion_tokens\":9,\"prompt_tokens_details\":{\"cached_"
    "tokens\":4}}}\n\n"
    "data: [DONE]\n\n";

} // namespace

class TestDialects : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void theAnswerIsTheSameHoweverItIsCut_data();
    void theAnswerIsTheSameHoweverItIsCut();
    void theRequestIsAsTheServerWantsIt();
    void faults_data();
    void faults();
    void aStopEndsItAndClosesTheConnection();
    void nobodyThereSaysWhatToDo();
    void lengthIsTold();

private:
    [[nodiscard]] const Dialect *dialect(const QString &id) const;
    void hear(const QString &id, const Server &server, Heard &heard);

    std::vector<std::unique_ptr<Dialect>> m_dialects;
    net::HttpClient m_client;
};

void TestDialects::initTestCase()
{
    m_dialects = makeAllDialects();
}

const Dialect *TestDialects::dialect(const QString &id) const
{
    for (const auto &known : m_dialects) {
        if (known->id() == id)
            return known.get();
    }
    qFatal("no such dialect");
}

void TestDialects::hear(const QString &id, const Server &server, Heard &heard)
{
    QTimer::singleShot(std::chrono::seconds(20), &heard.loop, [] { qFatal("the stream did not end"); });
    const Task<> task = listen(dialect(id), server.endpoint(), conversation(), &m_client, {}, &heard);
    if (!heard.done)
        heard.loop.exec();
}

void TestDialects::theAnswerIsTheSameHoweverItIsCut_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QByteArray>("answer");
    QTest::newRow("ollama") << QStringLiteral("ollama") << ollamaAnswer;
    QTest::newRow("openai") << QStringLiteral("openai") << openaiAnswer;
}

void TestDialects::theAnswerIsTheSameHoweverItIsCut()
{
    QFETCH(QString, id);
    QFETCH(QByteArray, answer);
    Server server;
    server.body = answer;
    // With its length told, the end of the answer is known at once, and so the connection is used again.
    server.head = "HTTP/1.1 200 OK\r\nContent-Length: " + QByteArray::number(answer.size()) + "\r\n\r\n";
    for (server.cut = 0; server.cut <= answer.size(); ++server.cut) {
        Heard heard;
        hear(id, server, heard);
        QCOMPARE(heard.endings, 1);
        QVERIFY2(!heard.error, heard.error ? qPrintable(heard.error->message) : "");
        QCOMPARE(heard.text, QStringLiteral("Grüß dich 🙂"));
        QCOMPARE(heard.reasoning, QStringLiteral("Hm ü"));
        QCOMPARE(heard.calls.size(), 2);
        QCOMPARE(heard.calls.at(0).tool, QStringLiteral("read"));
        QVERIFY(!heard.calls.at(0).id.isEmpty());
        QCOMPARE(heard.calls.at(0).arguments.value(QStringLiteral("path")).toString(), QStringLiteral("a\nb"));
        QCOMPARE(heard.calls.at(1).id, QStringLiteral("x2"));
        QCOMPARE(heard.ended->stop, protocol::StopReason::ToolCalls);
        QCOMPARE(heard.ended->usage.input, 20);
        QCOMPARE(heard.ended->usage.output, 9);
    }
}

void TestDialects::theRequestIsAsTheServerWantsIt()
{
    Server server;
    server.body = ollamaAnswer;
    Heard first;
    hear(QStringLiteral("ollama"), server, first);
    QVERIFY(server.lastHead.startsWith("POST /api/chat "));
    QJsonObject body = QJsonDocument::fromJson(server.lastBody).object();
    QCOMPARE(body.value(QStringLiteral("options")).toObject().value(QStringLiteral("num_ctx")).toInt(), 8192);
    QCOMPARE(body.value(QStringLiteral("truncate")).toBool(true), false);
    QJsonArray messages = body.value(QStringLiteral("messages")).toArray();
    QCOMPARE(messages.size(), 4);
    QVERIFY(messages.at(2)
                .toObject()
                .value(QStringLiteral("tool_calls"))
                .toArray()
                .at(0)
                .toObject()
                .value(QStringLiteral("function"))
                .toObject()
                .value(QStringLiteral("arguments"))
                .isObject());
    QCOMPARE(messages.at(3).toObject().value(QStringLiteral("tool_name")).toString(), QStringLiteral("read"));

    server.body = openaiAnswer;
    Heard second;
    hear(QStringLiteral("openai"), server, second);
    QVERIFY(server.lastHead.startsWith("POST /v1/chat/completions "));
    QVERIFY(server.lastHead.contains("Authorization: Bearer sk-secret"));
    body = QJsonDocument::fromJson(server.lastBody).object();
    messages = body.value(QStringLiteral("messages")).toArray();
    QVERIFY(messages.at(2)
                .toObject()
                .value(QStringLiteral("tool_calls"))
                .toArray()
                .at(0)
                .toObject()
                .value(QStringLiteral("function"))
                .toObject()
                .value(QStringLiteral("arguments"))
                .isString());
    QCOMPARE(messages.at(3).toObject().value(QStringLiteral("tool_call_id")).toString(), QStringLiteral("c1"));
}

void TestDialects::faults_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("kind");
    QTest::addColumn<bool>("mayRetry");
    QTest::addColumn<QString>("said");
    const QByteArray good = Server().head;
    const auto status = [](const char *line) {
        return QByteArray("HTTP/1.1 ") + line + "\r\nConnection: close\r\n\r\n";
    };
    const auto both = [&](const char *name, const QByteArray &head, const QByteArray &body, ErrorKind kind, bool retry,
                          const char *said) {
        for (const char *id : {"ollama", "openai"})
            QTest::addRow("%s: %s", id, name) << QString::fromLatin1(id) << head << body << static_cast<int>(kind)
                                              << retry << QString::fromUtf8(said);
    };
    const auto ollama = [&](const char *name, const QByteArray &body, ErrorKind kind, bool retry, const char *said) {
        QTest::addRow("ollama: %s", name)
            << QStringLiteral("ollama") << good << body << static_cast<int>(kind) << retry << QString::fromUtf8(said);
    };
    const auto openai = [&](const char *name, const QByteArray &body, ErrorKind kind, bool retry, const char *said) {
        QTest::addRow("openai: %s", name)
            << QStringLiteral("openai") << good << body << static_cast<int>(kind) << retry << QString::fromUtf8(said);
    };
    both("no model", status("404 Not Found"), R"({"error":"model 'm' not found"})", ErrorKind::Refused, false,
         "has no model \"m\"");
    both("wrong address", status("404 Not Found"), "<html>nginx</html>", ErrorKind::Refused, false, "base URL");
    both("bad key", status("401 Unauthorized"), R"({"error":{"message":"Incorrect API key"}})", ErrorKind::Refused,
         false, "Incorrect API key");
    both("slow down", status("429 Too Many\r\nRetry-After: 7"), R"({"error":{"message":"slow"}})", ErrorKind::Refused,
         true, "slow down");
    both("no money", status("429 Too Many"), R"({"error":{"message":"insufficient_quota"}})", ErrorKind::Refused, false,
         "insufficient_quota");
    both("overloaded", status("503 Unavailable"), R"({"detail":[{"msg":"busy"}]})", ErrorKind::Refused, true, "busy");
    both("proxy page", status("502 Bad Gateway"), "<html><body>502</body></html>", ErrorKind::Refused, true, "502");
    both("redirect", status("301 Moved\r\nLocation: https://other.example/"), "", ErrorKind::Refused, false,
         "https://other.example/");
    both("no HTTP", "SSH-2.0-OpenSSH\r\n", "", ErrorKind::Unreachable, false, "cannot reach Test");
    both("nothing", good, "", ErrorKind::Unreachable, true, "before its answer was complete");
    ollama("cut in a line", ollamaAnswer.first(200), ErrorKind::Refused, true, "not JSON");
    ollama("cut after a line", ollamaAnswer.first(ollamaAnswer.indexOf('\n') + 1), ErrorKind::Unreachable, true,
           "before its answer was complete");
    ollama("garbage", "\xff\xfe garbage\n", ErrorKind::Refused, true, "not JSON");
    ollama("error in a 200", "{\"message\":{\"content\":\"par\"},\"done\":false}\n{\"error\":\"out of memory\"}\n",
           ErrorKind::Refused, true, "out of memory");
    openai("cut in an event", openaiAnswer.first(200), ErrorKind::Unreachable, true, "before its answer was complete");
    openai("garbage", "data: \xff garbage\n\n", ErrorKind::Refused, true, "not JSON");
    openai("error in a 200",
           "data: {\"choices\":[{\"delta\":{\"content\":\"par\"}}]}\n\ndata: {\"error\":{\"message\":\"upstream "
           "died\"}}\n\n",
           ErrorKind::Refused, true, "upstream died");
}

void TestDialects::faults()
{
    QFETCH(QString, id);
    QFETCH(QByteArray, head);
    QFETCH(QByteArray, body);
    QFETCH(int, kind);
    QFETCH(bool, mayRetry);
    QFETCH(QString, said);
    Server server;
    server.head = head;
    server.body = body;
    Heard heard;
    hear(id, server, heard);
    QCOMPARE(heard.endings, 1);
    QVERIFY(heard.error);
    QVERIFY2(heard.error->message.contains(said), qPrintable(heard.error->message));
    QCOMPARE(static_cast<int>(heard.error->kind), kind);
    QCOMPARE(heard.error->mayRetry, mayRetry);
    QVERIFY(!heard.error->message.contains(QLatin1String("sk-secret")));
    if (head.contains("Retry-After"))
        QCOMPARE(heard.error->retryAfter.value_or(std::chrono::milliseconds(0)), std::chrono::milliseconds(7000));
}

void TestDialects::aStopEndsItAndClosesTheConnection()
{
    for (const char *id : {"ollama", "openai"}) {
        Server server;
        server.body = qstrcmp(id, "ollama") == 0 ? ollamaAnswer : openaiAnswer;
        server.cut = server.body.size() / 2;
        server.stalls = true;
        Heard heard;
        std::stop_source stop;
        const Task<> task =
            listen(dialect(QLatin1String(id)), server.endpoint(), conversation(), &m_client, stop.get_token(), &heard);
        QTRY_VERIFY(!heard.text.isEmpty());
        stop.request_stop();
        QTRY_VERIFY(heard.done);
        QCOMPARE(heard.error->kind, ErrorKind::Cancelled);
    }
}

void TestDialects::nobodyThereSaysWhatToDo()
{
    Endpoint endpoint;
    {
        const Server server;
        endpoint = server.endpoint();
    }
    Heard heard;
    const Task<> task = listen(dialect(QStringLiteral("ollama")), endpoint, conversation(), &m_client, {}, &heard);
    QTRY_VERIFY(heard.done);
    QCOMPARE(heard.error->message,
             QStringLiteral("cannot reach Test at %1: connection refused. Start it.").arg(endpoint.baseUrl.toString()));
}

void TestDialects::lengthIsTold()
{
    Server server;
    server.body = "{\"message\":{\"content\":\"half\"},\"done\":false}\n{\"message\":{\"content\":\"\"},\"done\":true,"
                  "\"done_reason\":\"length\",\"eval_count\":2}\n";
    Heard cut;
    hear(QStringLiteral("ollama"), server, cut);
    QCOMPARE(cut.ended->stop, protocol::StopReason::Length);
    server.body = "data: "
                  "{\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"c\",\"function\":{\"name\":"
                  "\"write\",\"arguments\":\"{\\\"pa\"}}]},\"finish_reason\":\"length\"}]}\n\ndata: [DONE]\n\n";
    Heard heard;
    hear(QStringLiteral("openai"), server, heard);
    QCOMPARE(heard.ended->stop, protocol::StopReason::Length);
    QVERIFY(heard.calls.isEmpty()); // half a call is never run
}

QTEST_GUILESS_MAIN(TestDialects)
#include "tst_dialects.moc"
