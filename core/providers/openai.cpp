// SPDX-License-Identifier: GPL-3.0-or-later
// OpenAI's Chat Completions, as every "OpenAI-compatible" server speaks it: server-sent events, with the deviations
// that such servers are known for.
#include "core/net/framing.h"
#include "core/providers/dialect.h"
#include "core/providers/toolcalls.h"

#include <QJsonArray>
#include <QJsonDocument>

namespace cohort::providers {

using protocol::StopReason;
using protocol::ToolCall;

namespace {

constexpr qsizetype errorBody = 65'536;
constexpr std::chrono::milliseconds patienceAtEnd{50};

/// The base may have been typed with or without its version: the path then begins at the right place.
QUrl address(const QUrl &base, const QString &path)
{
    const bool hasVersion = base.path().contains(QLatin1String("/v"));
    return join(base, hasVersion ? path : QStringLiteral("/v1") + path);
}

QJsonObject messageJson(const Message &message)
{
    switch (message.role) {
    case Role::User:
        return {{QStringLiteral("role"), QStringLiteral("user")}, {QStringLiteral("content"), message.text}};
    case Role::Tool:
        return {{QStringLiteral("role"), QStringLiteral("tool")},
                {QStringLiteral("tool_call_id"), message.call},
                {QStringLiteral("content"), message.text}};
    case Role::Assistant:
        break;
    }
    QJsonObject object{
        {QStringLiteral("role"), QStringLiteral("assistant")},
        {QStringLiteral("content"), message.text.isEmpty() ? QJsonValue(QJsonValue::Null) : QJsonValue(message.text)}};
    QJsonArray calls;
    for (const ToolCall &call : message.calls) {
        const QString arguments = call.malformed.isEmpty()
                                      ? QString::fromUtf8(QJsonDocument(call.arguments).toJson(QJsonDocument::Compact))
                                      : QStringLiteral("{}");
        calls.append(QJsonObject{{QStringLiteral("id"), call.id},
                                 {QStringLiteral("type"), QStringLiteral("function")},
                                 {QStringLiteral("function"), QJsonObject{{QStringLiteral("name"), call.tool},
                                                                          {QStringLiteral("arguments"), arguments}}}});
    }
    if (!calls.isEmpty())
        object.insert(QStringLiteral("tool_calls"), calls);
    return object;
}

QByteArray requestBody(const ModelRequest &request)
{
    QJsonArray messages;
    if (!request.system.isEmpty())
        messages.append(QJsonObject{{QStringLiteral("role"), QStringLiteral("system")},
                                    {QStringLiteral("content"), request.system}});
    for (const Message &message : request.messages)
        messages.append(messageJson(message));
    QJsonObject body{{QStringLiteral("model"), request.model},
                     {QStringLiteral("messages"), messages},
                     {QStringLiteral("stream"), true},
                     {QStringLiteral("stream_options"), QJsonObject{{QStringLiteral("include_usage"), true}}}};
    QJsonArray tools;
    for (const ToolDefinition &tool : request.tools) {
        tools.append(
            QJsonObject{{QStringLiteral("type"), QStringLiteral("function")},
                        {QStringLiteral("function"), QJsonObject{{QStringLiteral("name"), tool.name},
                                                                 {QStringLiteral("description"), tool.description},
                                                                 {QStringLiteral("parameters"), tool.schema}}}});
    }
    if (!tools.isEmpty())
        body.insert(QStringLiteral("tools"), tools);
    return QJsonDocument(body).toJson(QJsonDocument::Compact);
}

/// Reads the events of one answer.
class AnswerReader
{
public:
    AnswerReader(const Endpoint &endpoint, const PieceSink &sink)
        : m_endpoint(endpoint)
        , m_sink(sink)
    {}

    [[nodiscard]] bool hasEnded() const { return m_ended; }

    void failWith(Error error)
    {
        m_ended = true;
        m_sink(Failed{std::move(error)});
    }

    void take(const QByteArray &data)
    {
        if (m_ended)
            return;
        if (data.trimmed() == "[DONE]") {
            finish();
            return;
        }
        const QJsonDocument document = QJsonDocument::fromJson(data);
        if (!document.isObject()) {
            failWith({.kind = ErrorKind::Refused,
                      .message = QStringLiteral("%1 sent something that is not JSON in the middle of its answer")
                                     .arg(m_endpoint.name),
                      .detail = QString::fromUtf8(data.first(std::min<qsizetype>(data.size(), 500))),
                      .mayRetry = true});
            return;
        }
        const QJsonObject chunk = document.object();
        if (const QJsonValue error = chunk.value(QStringLiteral("error")); error.isObject() || error.isString()) {
            failWith({.kind = ErrorKind::Refused,
                      .message = QStringLiteral("%1 broke off its answer: %2").arg(m_endpoint.name, errorText(data)),
                      .mayRetry = true});
            return;
        }
        if (const QJsonObject usage = chunk.value(QStringLiteral("usage")).toObject(); !usage.isEmpty())
            takeUsage(usage);
        for (const QJsonValue &value : chunk.value(QStringLiteral("choices")).toArray()) {
            const QJsonObject choice = value.toObject();
            if (const QJsonObject usage = choice.value(QStringLiteral("usage")).toObject(); !usage.isEmpty())
                takeUsage(usage);
            takeDelta(choice.value(QStringLiteral("delta")).toObject());
            if (const QString reason = choice.value(QStringLiteral("finish_reason")).toString(); !reason.isEmpty())
                m_reason = reason;
        }
    }

    /// The connection was closed: good if the model had said that it was done.
    void close()
    {
        if (m_ended)
            return;
        if (!m_reason.isEmpty()) {
            finish();
            return;
        }
        failWith(
            {.kind = ErrorKind::Unreachable,
             .message = QStringLiteral("%1 closed the connection before its answer was complete.").arg(m_endpoint.name),
             .mayRetry = true});
    }

private:
    void takeDelta(const QJsonObject &delta)
    {
        for (const char *key : {"reasoning_content", "reasoning", "reasoning_text"}) {
            if (QString text = delta.value(QLatin1String(key)).toString(); !text.isEmpty()) {
                m_sink(ReasoningPiece{std::move(text)});
                break;
            }
        }
        const QJsonValue content = delta.value(QStringLiteral("content"));
        if (QString text = content.toString(); !text.isEmpty())
            m_sink(TextPiece{std::move(text)});
        for (const QJsonValue &part : content.toArray()) {
            if (QString text = part.toObject().value(QStringLiteral("text")).toString(); !text.isEmpty())
                m_sink(TextPiece{std::move(text)});
        }
        if (QString text = delta.value(QStringLiteral("refusal")).toString(); !text.isEmpty())
            m_sink(TextPiece{std::move(text)});
        for (const QJsonValue &call : delta.value(QStringLiteral("tool_calls")).toArray())
            m_calls.take(call.toObject());
    }

    void takeUsage(const QJsonObject &usage)
    {
        m_hasUsage = true;
        m_usage.input = usage.value(QStringLiteral("prompt_tokens")).toInteger();
        m_usage.output = usage.value(QStringLiteral("completion_tokens")).toInteger();
        m_usage.cached = usage.value(QStringLiteral("prompt_tokens_details"))
                             .toObject()
                             .value(QStringLiteral("cached_tokens"))
                             .toInteger();
        m_usage.reasoning = usage.value(QStringLiteral("completion_tokens_details"))
                                .toObject()
                                .value(QStringLiteral("reasoning_tokens"))
                                .toInteger();
    }

    void finish()
    {
        m_ended = true;
        Ended ended{.usage = m_usage};
        ended.usage.estimated = !m_hasUsage;
        static const QStringList cut{QStringLiteral("length"), QStringLiteral("model_length"),
                                     QStringLiteral("model_context_window_exceeded")};
        if (cut.contains(m_reason)) {
            ended.stop = StopReason::Length; // a call that was cut is no call
        } else {
            for (ToolCall &call : m_calls.finish())
                m_sink(CallPiece{std::move(call)});
            ended.stop = !m_calls.isEmpty()                            ? StopReason::ToolCalls
                         : m_reason == QLatin1String("content_filter") ? StopReason::Filtered
                                                                       : StopReason::Stop;
        }
        m_sink(ended);
    }

    const Endpoint &m_endpoint;
    const PieceSink &m_sink;
    ToolCallCollector m_calls;
    protocol::Usage m_usage;
    bool m_hasUsage = false;
    QString m_reason;
    bool m_ended = false;
};

net::HttpHeaders headersFor(const Endpoint &endpoint)
{
    net::HttpHeaders headers{{"Content-Type", "application/json"}};
    if (!endpoint.key.isEmpty())
        headers.emplaceBack("Authorization", "Bearer " + endpoint.key);
    return headers;
}

class OpenaiDialect : public Dialect
{
public:
    [[nodiscard]] QString id() const override { return QStringLiteral("openai"); }

    [[nodiscard]] Task<Result<QList<ModelInfo>>> listModels(Endpoint endpoint, net::HttpClient *client,
                                                            std::stop_token stop) const override
    {
        const Result<QJsonObject> answer = co_await getJson(
            endpoint, address(endpoint.baseUrl, QStringLiteral("/models")), headersFor(endpoint), client, stop);
        if (!answer)
            co_return std::unexpected(answer.error());
        QList<ModelInfo> models;
        for (const QJsonValue &value : answer->value(QStringLiteral("data")).toArray()) {
            const QJsonObject object = value.toObject();
            ModelInfo model{.name = object.value(QStringLiteral("id")).toString()};
            for (const char *key : {"context_length", "context_window", "max_context_length", "max_model_len"}) {
                if (model.contextLength == 0)
                    model.contextLength = object.value(QLatin1String(key)).toInteger();
            }
            if (model.contextLength == 0)
                model.contextLength =
                    object.value(QStringLiteral("meta")).toObject().value(QStringLiteral("n_ctx_train")).toInteger();
            if (!model.name.isEmpty())
                models.append(model);
        }
        co_return models;
    }

    [[nodiscard]] Task<> stream(Endpoint endpoint, ModelRequest request, net::HttpClient *client, PieceSink sink,
                                std::stop_token stop) const override
    {
        net::HttpRequest http{.method = "POST",
                              .url = address(endpoint.baseUrl, QStringLiteral("/chat/completions")),
                              .headers = headersFor(endpoint)};
        http.body = requestBody(request);
        http.idleTimeout = endpoint.idleTimeout;
        AnswerReader reader(endpoint, sink);
        const auto stream = client->open(http);
        sink(Reading{});
        const Result<net::HttpHead> head = co_await stream->head(stop);
        if (!head) {
            reader.failWith(unreachable(endpoint, head.error()));
            co_return;
        }
        if (head->status / 100 != 2) {
            const Result<QByteArray> body = co_await stream->readAll(errorBody, stop);
            reader.failWith(refusal(endpoint, *head, body.value_or(QByteArray()), request.model));
            co_return;
        }
        net::LineFramer framer;
        net::SseParser events;
        while (!reader.hasEnded()) {
            const Result<QByteArray> bytes = co_await stream->read(stop);
            if (!bytes) {
                reader.failWith(unreachable(endpoint, bytes.error()));
                co_return;
            }
            if (bytes->isEmpty()) {
                if (const auto last = events.push(framer.rest()); last)
                    reader.take(last->data);
                if (const auto last = events.push({}); last)
                    reader.take(last->data);
                reader.close();
                co_return;
            }
            if (Result<> pushed = framer.push(*bytes); !pushed) {
                reader.failWith(pushed.error());
                co_return;
            }
            while (const auto line = framer.next()) {
                if (const auto event = events.push(*line))
                    reader.take(event->data);
            }
        }
        co_await stream->drain(patienceAtEnd);
    }
};

} // namespace

std::unique_ptr<Dialect> makeOpenaiDialect()
{
    return std::make_unique<OpenaiDialect>();
}

} // namespace cohort::providers
