// SPDX-License-Identifier: GPL-3.0-or-later
// Ollama's native API: POST /api/chat, newline-delimited JSON. Its OpenAI-compatible endpoint cannot set the context
// window, so it is never used for Ollama.
#include "core/base/ids.h"
#include "core/providers/answerreader.h"

#include <QJsonArray>
#include <QJsonDocument>

namespace cohort::providers {

using protocol::StopReason;
using protocol::ToolCall;

namespace {

constexpr auto keepLoaded = "15m";

QJsonObject messageJson(const Message &message)
{
    QJsonObject object{{QStringLiteral("content"), message.text}};
    switch (message.role) {
    case Role::User:
        object.insert(QStringLiteral("role"), QStringLiteral("user"));
        break;
    case Role::Assistant: {
        object.insert(QStringLiteral("role"), QStringLiteral("assistant"));
        if (!message.reasoning.isEmpty())
            object.insert(QStringLiteral("thinking"), message.reasoning);
        QJsonArray calls;
        for (const ToolCall &call : message.calls) {
            calls.append(
                QJsonObject{{QStringLiteral("id"), call.id},
                            {QStringLiteral("function"), QJsonObject{{QStringLiteral("name"), call.tool},
                                                                     {QStringLiteral("arguments"), call.arguments}}}});
        }
        if (!calls.isEmpty())
            object.insert(QStringLiteral("tool_calls"), calls);
        break;
    }
    case Role::Tool:
        object.insert(QStringLiteral("role"), QStringLiteral("tool"));
        object.insert(QStringLiteral("tool_name"), message.tool);
        object.insert(QStringLiteral("tool_call_id"), message.call);
        break;
    }
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
                     {QStringLiteral("keep_alive"), QLatin1String(keepLoaded)},
                     // Rather an error than a prompt that was cut in silence.
                     {QStringLiteral("truncate"), false},
                     {QStringLiteral("shift"), false}};
    if (request.contextWindow > 0)
        body.insert(QStringLiteral("options"), QJsonObject{{QStringLiteral("num_ctx"), request.contextWindow}});
    const QJsonArray tools = functionTools(request.tools);
    if (!tools.isEmpty())
        body.insert(QStringLiteral("tools"), tools);
    return QJsonDocument(body).toJson(QJsonDocument::Compact);
}

class OllamaReader : public AnswerReader
{
public:
    using AnswerReader::AnswerReader;

    void takeLine(QByteArrayView line) override
    {
        if (hasEnded() || line.trimmed().isEmpty())
            return;
        const std::optional<QJsonObject> object = parse(line);
        if (!object)
            return;
        const QJsonObject message = object->value(QStringLiteral("message")).toObject();
        if (QString thinking = message.value(QStringLiteral("thinking")).toString(); !thinking.isEmpty())
            send(ReasoningPiece{std::move(thinking)});
        if (QString text = message.value(QStringLiteral("content")).toString(); !text.isEmpty())
            send(TextPiece{std::move(text)});
        for (const QJsonValue &value : message.value(QStringLiteral("tool_calls")).toArray())
            takeCall(value.toObject());
        if (object->value(QStringLiteral("done")).toBool())
            finish(*object);
    }

private:
    void takeCall(const QJsonObject &object)
    {
        const QJsonObject function = object.value(QStringLiteral("function")).toObject();
        ToolCall call{.id = object.value(QStringLiteral("id")).toString(),
                      .tool = function.value(QStringLiteral("name")).toString()};
        if (call.id.isEmpty())
            call.id = QStringLiteral("call_") + newId();
        const QJsonValue arguments = function.value(QStringLiteral("arguments"));
        if (arguments.isObject()) {
            call.arguments = arguments.toObject();
        } else if (arguments.isString()) {
            const QJsonDocument parsed = QJsonDocument::fromJson(arguments.toString().toUtf8());
            if (parsed.isObject())
                call.arguments = parsed.object();
            else
                call.malformed = arguments.toString();
        }
        m_hasCalls = true;
        send(CallPiece{std::move(call)});
    }

    void finish(const QJsonObject &object)
    {
        Ended ended;
        const QString reason = object.value(QStringLiteral("done_reason")).toString();
        ended.stop = m_hasCalls                          ? StopReason::ToolCalls
                     : reason == QLatin1String("length") ? StopReason::Length
                                                         : StopReason::Stop;
        ended.usage.input = object.value(QStringLiteral("prompt_eval_count")).toInteger();
        ended.usage.output = object.value(QStringLiteral("eval_count")).toInteger();
        ended.usage.estimated = ended.usage.input == 0;
        end(ended);
    }

    bool m_hasCalls = false;
};

class OllamaDialect : public Dialect
{
public:
    [[nodiscard]] QString id() const override { return QStringLiteral("ollama"); }

    [[nodiscard]] Task<Result<QList<ModelInfo>>> listModels(Endpoint endpoint, net::HttpClient *client,
                                                            std::stop_token stop) const override
    {
        const Result<QJsonObject> answer =
            co_await getJson(endpoint, join(endpoint.baseUrl, QStringLiteral("/api/tags")), {}, client, stop);
        if (!answer)
            co_return std::unexpected(answer.error());
        QList<ModelInfo> models;
        for (const QJsonValue &value : answer->value(QStringLiteral("models")).toArray()) {
            const QJsonObject object = value.toObject();
            ModelInfo model{.name = object.value(QStringLiteral("name")).toString()};
            model.contextLength =
                object.value(QStringLiteral("details")).toObject().value(QStringLiteral("context_length")).toInteger();
            if (const QJsonValue abilities = object.value(QStringLiteral("capabilities")); abilities.isArray()) {
                model.tools = abilities.toArray().contains(QStringLiteral("tools"));
                model.reasoning = abilities.toArray().contains(QStringLiteral("thinking"));
                if (!abilities.toArray().contains(QStringLiteral("completion")))
                    continue; // embeds or draws, does not talk
            }
            models.append(model);
        }
        std::ranges::stable_sort(models, std::ranges::greater{}, &ModelInfo::tools);
        co_return models;
    }

    [[nodiscard]] Task<> stream(Endpoint endpoint, ModelRequest request, net::HttpClient *client, PieceSink sink,
                                std::stop_token stop) const override
    {
        OllamaReader reader(endpoint, sink);
        sink(Reading{});
        co_await streamAnswer(endpoint,
                              {.method = "POST",
                               .url = join(endpoint.baseUrl, QStringLiteral("/api/chat")),
                               .headers = jsonHeaders(endpoint),
                               .body = requestBody(request)},
                              request.model, &reader, client, stop);
    }
};

} // namespace

std::unique_ptr<Dialect> makeOllamaDialect()
{
    return std::make_unique<OllamaDialect>();
}

} // namespace cohort::providers
