// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/providers/dialect.h"

#include "core/base/text.h"

#include <QDateTime>
#include <QJsonArray>
#include <QJsonDocument>

namespace cohort::providers {

namespace {

constexpr qsizetype shownBody = 300;
constexpr qsizetype bodyAtMost = 8'000'000;

std::optional<std::chrono::milliseconds> retryAfter(const net::HttpHead &head)
{
    bool isNumber = false;
    if (const double wait = head.header("retry-after-ms").toDouble(&isNumber); isNumber)
        return std::chrono::milliseconds(static_cast<qint64>(wait));
    const QByteArray text = head.header("retry-after");
    if (const double wait = text.toDouble(&isNumber); isNumber)
        return std::chrono::milliseconds(static_cast<qint64>(wait * 1000));
    if (const QDateTime time = QDateTime::fromString(QString::fromLatin1(text), Qt::RFC2822Date); time.isValid())
        return std::chrono::milliseconds(std::max<qint64>(QDateTime::currentDateTimeUtc().msecsTo(time), 0));
    return std::nullopt;
}

} // namespace

Error unreachable(const Endpoint &endpoint, const Error &cause)
{
    if (cause.kind == ErrorKind::Cancelled)
        return cause;
    Error error = cause;
    error.message = QStringLiteral("cannot reach %1 at %2: %3.")
                        .arg(endpoint.name, endpoint.baseUrl.toString(QUrl::RemoveUserInfo), cause.message);
    if (!endpoint.hint.isEmpty())
        error.message += QLatin1Char(' ') + endpoint.hint;
    return error;
}

QString errorText(const QByteArray &body)
{
    const QJsonDocument document = QJsonDocument::fromJson(body);
    QJsonObject object = document.object();
    if (document.isArray() && !document.array().isEmpty())
        object = document.array().first().toObject();
    const QJsonValue error = object.value(QStringLiteral("error"));
    if (error.isString())
        return error.toString();
    if (error.isObject())
        return error.toObject().value(QStringLiteral("message")).toString();
    for (const char *key : {"message", "detail"}) {
        const QJsonValue value = object.value(QLatin1String(key));
        if (value.isString())
            return value.toString();
        if (value.isArray() && !value.toArray().isEmpty())
            return value.toArray().first().toObject().value(QStringLiteral("msg")).toString();
    }
    if (document.isObject() || body.trimmed().startsWith('<'))
        return {};
    return QString::fromUtf8(body.first(std::min(body.size(), shownBody))).simplified();
}

Error refusal(const Endpoint &endpoint, const net::HttpHead &head, const QByteArray &body, const QString &model)
{
    const QString words = errorText(body);
    const QString said = words.isEmpty() ? QString() : QStringLiteral(" It said: %1").arg(words);
    const QString who = endpoint.name;
    Error error{.kind = ErrorKind::Refused,
                .detail = QString::fromUtf8(body.first(std::min<qsizetype>(body.size(), 4000)))};
    error.retryAfter = retryAfter(head);
    switch (head.status) {
    case 401:
    case 403:
        error.message = QStringLiteral("%1 does not accept the API key.%2").arg(who, said);
        break;
    case 404:
        if (words.contains(QLatin1String("model"), Qt::CaseInsensitive) && !model.isEmpty()) {
            error.message = QStringLiteral("%1 has no model \"%2\". Choose another, or get it%3.")
                                .arg(who, model,
                                     endpoint.provider == QLatin1String("ollama")
                                         ? QStringLiteral(" with 'ollama pull %1'").arg(model)
                                         : QString());
        } else {
            error.message = QStringLiteral("%1 knows no such address: is the base URL %2 right?%3")
                                .arg(who, endpoint.baseUrl.toString(QUrl::RemoveUserInfo), said);
        }
        break;
    case 402:
        error.message = QStringLiteral("%1 wants to be paid first.%2").arg(who, said);
        break;
    case 408:
    case 409:
    case 429:
    case 500:
    case 502:
    case 503:
    case 504:
    case 529:
        error.mayRetry = !words.contains(QLatin1String("insufficient_quota"));
        error.message =
            head.status == 429
                ? QStringLiteral("%1 asks to slow down.%2").arg(who, said)
                : QStringLiteral("%1 has trouble of its own (status %2).%3").arg(who).arg(head.status).arg(said);
        break;
    default:
        if (head.status >= 300 && head.status < 400)
            error.message = QStringLiteral("%1 points elsewhere (status %2): set its base URL to %3.")
                                .arg(who)
                                .arg(head.status)
                                .arg(QString::fromUtf8(head.header("location")));
        else
            error.message = QStringLiteral("%1 refuses the request (status %2).%3").arg(who).arg(head.status).arg(said);
    }
    return error;
}

Task<Result<QJsonObject>> getJson(Endpoint endpoint, QUrl url, net::HttpHeaders headers, net::HttpClient *client,
                                  std::stop_token stop)
{
    net::HttpRequest request{.method = "GET", .url = url, .headers = headers};
    request.connectTimeout = std::chrono::seconds(3);
    request.idleTimeout = std::chrono::seconds(10);
    const auto stream = client->open(request);
    const Result<net::HttpHead> head = co_await stream->head(stop);
    if (!head)
        co_return std::unexpected(unreachable(endpoint, head.error()));
    const Result<QByteArray> body = co_await stream->readAll(bodyAtMost, stop);
    if (!body)
        co_return std::unexpected(unreachable(endpoint, body.error()));
    if (head->status / 100 != 2)
        co_return std::unexpected(refusal(endpoint, *head, *body, {}));
    const QJsonDocument document = QJsonDocument::fromJson(*body);
    if (document.isArray())
        co_return QJsonObject{{QStringLiteral("data"), document.array()}};
    if (!document.isObject())
        co_return fail(ErrorKind::Refused, QStringLiteral("%1 answered something that is not JSON").arg(endpoint.name));
    co_return document.object();
}

QUrl join(const QUrl &base, const QString &path)
{
    QUrl url = base;
    QString start = url.path();
    while (start.endsWith(QLatin1Char('/')))
        start.chop(1);
    url.setPath(start + path);
    return url;
}

qint64 estimateTokens(QStringView text)
{
    constexpr qint64 bytesPerToken = 4;
    qint64 bytes = 0;
    for (const QChar unit : text)
        bytes += unit.unicode() < 0x80 ? 1 : unit.unicode() < 0x800 || unit.isSurrogate() ? 2 : 3;
    return (bytes + bytesPerToken - 1) / bytesPerToken;
}

qint64 estimateTokens(const QJsonObject &object)
{
    return estimateTokens(QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact)));
}

qint64 estimateTokens(const ModelRequest &request)
{
    constexpr qint64 frame = 4; // what a chat template puts around a message
    qint64 tokens = estimateTokens(request.system) + frame;
    for (const Message &message : request.messages) {
        tokens += estimateTokens(message.text) + estimateTokens(message.reasoning) + frame;
        for (const protocol::ToolCall &call : message.calls)
            tokens += estimateTokens(call.arguments) + frame;
    }
    for (const ToolDefinition &tool : request.tools)
        tokens += tool.tokens + frame;
    return tokens;
}

} // namespace cohort::providers
