// SPDX-License-Identifier: GPL-3.0-or-later
// OpenAI's Chat Completions, as every "OpenAI-compatible" server speaks it: server-sent events, with the deviations
// that such servers are known for.
#include "core/net/framing.h"
#include "core/providers/answerreader.h"
#include "core/providers/toolcalls.h"

#include <QJsonArray>
#include <QJsonDocument>

namespace cohort::providers {

using protocol::StopReason;
using protocol::ToolCall;

namespace {

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
    const QJsonArray tools = functionTools(request.tools);
    if (!tools.isEmpty())
        body.insert(QStringLiteral("tools"), tools);
    return QJsonDocument(body).toJson(QJsonDocument::Compact);
}

class OpenaiReader : public AnswerReader
{
public:
    using AnswerReader::AnswerReader;

    void takeLine(QByteArrayView line) override
    {
        if (const auto event = m_events.push(line))
            take(event->data);
    }

    /// Good if the model had said that it was done.
    void close() override
    {
        takeLine({}); // the last event may lack the empty line that ends it
        if (!hasEnded() && !m_reason.isEmpty())
            finish();
        failCut();
    }

private:
    void take(const QByteArray &data)
    {
        if (hasEnded())
            return;
        if (data.trimmed() == "[DONE]") {
            finish();
            return;
        }
        const std::optional<QJsonObject> chunk = parse(data);
        if (!chunk)
            return;
        if (const QJsonObject usage = chunk->value(QStringLiteral("usage")).toObject(); !usage.isEmpty())
            takeUsage(usage);
        for (const QJsonValue &value : chunk->value(QStringLiteral("choices")).toArray()) {
            const QJsonObject choice = value.toObject();
            if (const QJsonObject usage = choice.value(QStringLiteral("usage")).toObject(); !usage.isEmpty())
                takeUsage(usage);
            takeDelta(choice.value(QStringLiteral("delta")).toObject());
            if (const QString reason = choice.value(QStringLiteral("finish_reason")).toString(); !reason.isEmpty())
                m_reason = reason;
        }
    }

    void takeDelta(const QJsonObject &delta)
    {
        for (const char *key : {"reasoning_content", "reasoning", "reasoning_text"}) {
            if (QString text = delta.value(QLatin1String(key)).toString(); !text.isEmpty()) {
                send(ReasoningPiece{std::move(text)});
                break;
            }
        }
        const QJsonValue content = delta.value(QStringLiteral("content"));
        if (QString text = content.toString(); !text.isEmpty())
            send(TextPiece{std::move(text)});
        for (const QJsonValue &part : content.toArray()) {
            if (QString text = part.toObject().value(QStringLiteral("text")).toString(); !text.isEmpty())
                send(TextPiece{std::move(text)});
        }
        if (QString text = delta.value(QStringLiteral("refusal")).toString(); !text.isEmpty())
            send(TextPiece{std::move(text)});
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
        Ended ended{.usage = m_usage};
        ended.usage.estimated = !m_hasUsage;
        static const QStringList cut{QStringLiteral("length"), QStringLiteral("model_length"),
                                     QStringLiteral("model_context_window_exceeded")};
        if (cut.contains(m_reason)) {
            ended.stop = StopReason::Length; // a call that was cut is no call
        } else {
            for (ToolCall &call : m_calls.finish())
                send(CallPiece{std::move(call)});
            ended.stop = !m_calls.isEmpty()                            ? StopReason::ToolCalls
                         : m_reason == QLatin1String("content_filter") ? StopReason::Filtered
                                                                       : StopReason::Stop;
        }
        end(ended);
    }

    net::SseParser m_events;
    ToolCallCollector m_calls;
    protocol::Usage m_usage;
    bool m_hasUsage = false;
    QString m_reason;
};

class OpenaiDialect : public Dialect
{
public:
    [[nodiscard]] QString id() const override { return QStringLiteral("openai"); }

    [[nodiscard]] Task<Result<QList<ModelInfo>>> listModels(Endpoint endpoint, net::HttpClient *client,
                                                            std::stop_token stop) const override
    {
        const Result<QJsonObject> answer = co_await getJson(
            endpoint, address(endpoint.baseUrl, QStringLiteral("/models")), jsonHeaders(endpoint), client, stop);
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
        OpenaiReader reader(endpoint, sink);
        sink(Reading{});
        co_await streamAnswer(endpoint,
                              {.method = "POST",
                               .url = address(endpoint.baseUrl, QStringLiteral("/chat/completions")),
                               .headers = jsonHeaders(endpoint),
                               .body = requestBody(request)},
                              request.model, &reader, client, stop);
    }
};

} // namespace

std::unique_ptr<Dialect> makeOpenaiDialect()
{
    return std::make_unique<OpenaiDialect>();
}

} // namespace cohort::providers
