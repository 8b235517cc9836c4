// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/providers/answerreader.h"

#include "core/net/framing.h"

#include <QJsonArray>
#include <QJsonDocument>

namespace cohort::providers {

namespace {

constexpr qsizetype errorBodyAtMost = 65'536;
constexpr qsizetype shownLine = 500;
/// For what may follow the end of an answer, so that the connection can be used again.
constexpr std::chrono::milliseconds patienceAtEnd{50};

} // namespace

AnswerReader::AnswerReader(const Endpoint &endpoint, const PieceSink &sink)
    : m_endpoint(endpoint)
    , m_sink(sink)
{}

void AnswerReader::failWith(Error error)
{
    m_ended = true;
    m_sink(Failed{std::move(error)});
}

void AnswerReader::end(Ended ended)
{
    m_ended = true;
    m_sink(std::move(ended));
}

void AnswerReader::failCut()
{
    if (m_ended)
        return;
    failWith(
        {.kind = ErrorKind::Unreachable,
         .message = QStringLiteral("%1 closed the connection before its answer was complete.").arg(m_endpoint.name),
         .mayRetry = true});
}

std::optional<QJsonObject> AnswerReader::parse(QByteArrayView data)
{
    const QByteArray bytes = QByteArray::fromRawData(data.data(), data.size());
    const QJsonDocument document = QJsonDocument::fromJson(bytes);
    if (!document.isObject()) {
        failWith(
            {.kind = ErrorKind::Refused,
             .message =
                 QStringLiteral("%1 sent something that is not JSON in the middle of its answer").arg(m_endpoint.name),
             .detail = QString::fromUtf8(data.first(std::min(data.size(), shownLine))),
             .mayRetry = true});
        return std::nullopt;
    }
    QJsonObject object = document.object();
    const QJsonValue error = object.value(QLatin1String("error"));
    if (error.isObject() || error.isString()) {
        failWith({.kind = ErrorKind::Refused,
                  .message = QStringLiteral("%1 broke off its answer: %2").arg(m_endpoint.name, errorText(bytes)),
                  .mayRetry = true});
        return std::nullopt;
    }
    return object;
}

Task<> streamAnswer(const Endpoint &endpoint, net::HttpRequest request, QString model, AnswerReader *reader,
                    net::HttpClient *client, std::stop_token stop)
{
    request.idleTimeout = endpoint.idleTimeout;
    const auto stream = client->open(request);
    const Result<net::HttpHead> head = co_await stream->head(stop);
    if (!head) {
        reader->failWith(unreachable(endpoint, head.error()));
        co_return;
    }
    if (head->status / 100 != 2) {
        const Result<QByteArray> body = co_await stream->readAll(errorBodyAtMost, stop);
        reader->failWith(refusal(endpoint, *head, body.value_or(QByteArray()), model));
        co_return;
    }
    net::LineFramer framer;
    while (!reader->hasEnded()) {
        const Result<QByteArray> bytes = co_await stream->read(stop);
        if (!bytes) {
            reader->failWith(unreachable(endpoint, bytes.error()));
            co_return;
        }
        if (bytes->isEmpty()) {
            reader->takeLine(framer.rest());
            reader->close();
            co_return;
        }
        if (Result<> pushed = framer.push(*bytes); !pushed) {
            reader->failWith(pushed.error());
            co_return;
        }
        while (const auto line = framer.next())
            reader->takeLine(*line);
    }
    co_await stream->drain(patienceAtEnd);
}

net::HttpHeaders jsonHeaders(const Endpoint &endpoint)
{
    net::HttpHeaders headers{{"Content-Type", "application/json"}};
    if (!endpoint.key.isEmpty())
        headers.emplaceBack("Authorization", "Bearer " + endpoint.key);
    return headers;
}

QJsonArray functionTools(const QList<ToolDefinition> &tools)
{
    QJsonArray list;
    for (const ToolDefinition &tool : tools) {
        list.append(
            QJsonObject{{QStringLiteral("type"), QStringLiteral("function")},
                        {QStringLiteral("function"), QJsonObject{{QStringLiteral("name"), tool.name},
                                                                 {QStringLiteral("description"), tool.description},
                                                                 {QStringLiteral("parameters"), tool.schema}}}});
    }
    return list;
}

} // namespace cohort::providers
