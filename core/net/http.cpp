// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/http.h"

#include "core/base/log.h"
#include "core/base/modules.h"
#include "core/net/curlmodule.h"

#include <QSocketNotifier>
#include <QTimer>

#include <cerrno>
#include <unordered_map>

namespace cohort::net {

namespace {

constexpr qsizetype bufferedAtMost = 1'000'000; ///< bytes that wait for the reader before the server has to

struct Watch {
    std::unique_ptr<QSocketNotifier> read;
    std::unique_ptr<QSocketNotifier> write;
};

/// libcurl, which is loaded for the first request.
Result<const CohortCurl *> loadCurl()
{
    static const Result<QFunctionPointer> function = moduleFunction("cohort-curl", "cohortCurl");
    if (!function)
        return std::unexpected(function.error());
    return reinterpret_cast<CohortCurlFunction>(*function)();
}

/// A short reason in lower case, without the address: the caller knows what it wanted to reach.
QString reasonOf(const CohortCurl &curl, CURLcode code, CURL *easy, const char *text)
{
    long systemError = 0;
    curl.easy_getinfo(easy, CURLINFO_OS_ERRNO, &systemError);
    switch (code) {
    case CURLE_COULDNT_CONNECT:
        if (systemError == ECONNREFUSED || QByteArrayView(text).contains("refused"))
            return QStringLiteral("connection refused");
        return QStringLiteral("no connection");
    case CURLE_COULDNT_RESOLVE_HOST:
        return QStringLiteral("the host name is unknown");
    case CURLE_COULDNT_RESOLVE_PROXY:
        return QStringLiteral("the proxy's host name is unknown");
    case CURLE_OPERATION_TIMEDOUT:
        return QStringLiteral("no answer in time");
    case CURLE_GOT_NOTHING:
    case CURLE_PARTIAL_FILE:
    case CURLE_RECV_ERROR:
        return QStringLiteral("the server closed the connection before the answer was complete");
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_UNSUPPORTED_PROTOCOL:
        return QStringLiteral("it does not speak HTTP");
    case CURLE_URL_MALFORMAT:
        return QStringLiteral("the address is not a valid URL");
    default:
        break;
    }
    const QString detail = QString::fromUtf8(text);
    return detail.isEmpty() ? QString::fromUtf8(curl.easy_strerror(code)) : detail;
}

/// Whether the same may go well a moment later. A server that is not there is not: the person should know at once.
bool mayRetry(CURLcode code)
{
    switch (code) {
    case CURLE_OPERATION_TIMEDOUT:
    case CURLE_GOT_NOTHING:
    case CURLE_PARTIAL_FILE:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
        return true;
    default:
        return false;
    }
}

} // namespace

struct HttpClient::Multi {
    Multi(HttpClient *client, const CohortCurl *functions);
    ~Multi();
    Q_DISABLE_COPY_MOVE(Multi)

    static int handleSocket(CURL *, curl_socket_t socket, int what, void *self, void *);
    static int handleTimer(CURLM *, long milliseconds, void *self);
    void act(curl_socket_t socket, int events);
    void collect();

    HttpClient *owner;
    const CohortCurl *curl;
    CURLM *multi;
    QTimer timer;
    std::unordered_map<curl_socket_t, Watch> watches;
};

struct HttpStream::Transfer {
    ~Transfer();

    static std::size_t handleHeader(char *data, std::size_t size, std::size_t count, void *self);
    static std::size_t handleBody(char *data, std::size_t size, std::size_t count, void *self);
    void finish(CURLcode code);
    void wake();
    Task<Result<>> change(std::stop_token stop);
    void abort();

    HttpClient *client = nullptr;
    CURL *easy = nullptr;
    curl_slist *headerList = nullptr;
    QByteArray requestBody;
    std::array<char, CURL_ERROR_SIZE> errorText{};
    QTimer idle;
    std::chrono::milliseconds idleTimeout{};

    HttpHead head;
    bool headComplete = false;
    QByteArray buffer;
    bool paused = false;
    bool ended = false;
    std::optional<Error> error;
    std::optional<Gate<>> waiter;
};

// ---- HttpClient -----------------------------------------------------------------------------------------------------

HttpClient::Multi::Multi(HttpClient *client, const CohortCurl *functions)
    : owner(client)
    , curl(functions)
    , multi(curl->multi_init())
{
    curl->multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, &Multi::handleSocket);
    curl->multi_setopt(multi, CURLMOPT_SOCKETDATA, this);
    curl->multi_setopt(multi, CURLMOPT_TIMERFUNCTION, &Multi::handleTimer);
    curl->multi_setopt(multi, CURLMOPT_TIMERDATA, this);
    timer.setSingleShot(true);
    QObject::connect(&timer, &QTimer::timeout, owner, [this] { act(CURL_SOCKET_TIMEOUT, 0); });
}

HttpClient::Multi::~Multi()
{
    curl->multi_cleanup(multi);
}

int HttpClient::Multi::handleSocket(CURL *, curl_socket_t socket, int what, void *self, void *)
{
    auto *multi = static_cast<Multi *>(self);
    if (what == CURL_POLL_REMOVE) {
        // libcurl may say so from inside a notifier's own signal: it must not die under it.
        if (auto node = multi->watches.extract(socket); !node.empty()) {
            for (auto *notifier : {node.mapped().read.release(), node.mapped().write.release()}) {
                notifier->setEnabled(false);
                notifier->deleteLater();
            }
        }
        return 0;
    }
    Watch &watch = multi->watches[socket];
    if (!watch.read) {
        watch.read = std::make_unique<QSocketNotifier>(socket, QSocketNotifier::Read);
        watch.write = std::make_unique<QSocketNotifier>(socket, QSocketNotifier::Write);
        QObject::connect(watch.read.get(), &QSocketNotifier::activated, multi->owner,
                         [multi, socket] { multi->act(socket, CURL_CSELECT_IN); });
        QObject::connect(watch.write.get(), &QSocketNotifier::activated, multi->owner,
                         [multi, socket] { multi->act(socket, CURL_CSELECT_OUT); });
    }
    watch.read->setEnabled((what & CURL_POLL_IN) != 0);
    watch.write->setEnabled((what & CURL_POLL_OUT) != 0);
    return 0;
}

int HttpClient::Multi::handleTimer(CURLM *, long milliseconds, void *self)
{
    auto *multi = static_cast<Multi *>(self);
    if (milliseconds < 0)
        multi->timer.stop();
    else
        multi->timer.start(static_cast<int>(milliseconds));
    return 0;
}

void HttpClient::Multi::act(curl_socket_t socket, int events)
{
    int running = 0;
    curl->multi_socket_action(multi, socket, events, &running);
    collect();
}

void HttpClient::Multi::collect()
{
    int left = 0;
    while (const CURLMsg *message = curl->multi_info_read(multi, &left)) {
        if (message->msg != CURLMSG_DONE)
            continue;
        void *transfer = nullptr;
        curl->easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &transfer);
        static_cast<HttpStream::Transfer *>(transfer)->finish(message->data.result);
    }
}

HttpClient::HttpClient(QObject *parent)
    : QObject(parent)
{}

HttpClient::~HttpClient() = default;

std::unique_ptr<HttpStream> HttpClient::open(const HttpRequest &request)
{
    auto transfer = std::make_unique<HttpStream::Transfer>();
    transfer->client = this;
    transfer->requestBody = request.body;
    transfer->idleTimeout = request.idleTimeout;
    if (d == nullptr) {
        const Result<const CohortCurl *> loaded = loadCurl();
        if (!loaded) {
            transfer->ended = true;
            transfer->error = loaded.error();
            return std::unique_ptr<HttpStream>(new HttpStream(std::move(transfer)));
        }
        d = std::make_unique<Multi>(this, *loaded);
    }
    const CohortCurl &curl = *d->curl;
    CURL *easy = transfer->easy = curl.easy_init();
    curl.easy_setopt(easy, CURLOPT_PRIVATE, transfer.get());
    curl.easy_setopt(easy, CURLOPT_URL, request.url.toEncoded().constData());
    curl.easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    curl.easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl.easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
    curl.easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
    curl.easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(request.connectTimeout.count()));
    curl.easy_setopt(easy, CURLOPT_ERRORBUFFER, transfer->errorText.data());
    curl.easy_setopt(easy, CURLOPT_HEADERFUNCTION, &HttpStream::Transfer::handleHeader);
    curl.easy_setopt(easy, CURLOPT_HEADERDATA, transfer.get());
    curl.easy_setopt(easy, CURLOPT_WRITEFUNCTION, &HttpStream::Transfer::handleBody);
    curl.easy_setopt(easy, CURLOPT_WRITEDATA, transfer.get());
    if (request.method == "POST") {
        curl.easy_setopt(easy, CURLOPT_POST, 1L);
        curl.easy_setopt(easy, CURLOPT_POSTFIELDS, transfer->requestBody.constData());
        curl.easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(transfer->requestBody.size()));
    } else if (request.method != "GET") {
        curl.easy_setopt(easy, CURLOPT_CUSTOMREQUEST, request.method.constData());
    }
    QList<QByteArray> lines{"Expect:", "Accept-Encoding: identity", "User-Agent: cohort"};
    for (const auto &[name, value] : request.headers)
        lines.append(name + ": " + value);
    for (const QByteArray &line : std::as_const(lines))
        transfer->headerList = curl.slist_append(transfer->headerList, line.constData());
    curl.easy_setopt(easy, CURLOPT_HTTPHEADER, transfer->headerList);

    transfer->idle.setSingleShot(true);
    QObject::connect(&transfer->idle, &QTimer::timeout, this, [raw = transfer.get()] {
        raw->abort();
        raw->error = Error{.kind = ErrorKind::TimedOut,
                           .message = QStringLiteral("no answer for %1 seconds").arg(raw->idleTimeout.count() / 1000),
                           .mayRetry = true};
        raw->wake();
    });
    transfer->idle.start(request.idleTimeout);
    qCDebug(logNet) << request.method << request.url.toString(QUrl::RemoveUserInfo | QUrl::RemoveQuery);
    curl.multi_add_handle(d->multi, easy);
    return std::unique_ptr<HttpStream>(new HttpStream(std::move(transfer)));
}

// ---- HttpStream -----------------------------------------------------------------------------------------------------

QByteArray HttpHead::header(QByteArrayView name) const
{
    for (const auto &[key, value] : headers) {
        if (key.compare(name, Qt::CaseInsensitive) == 0)
            return value;
    }
    return {};
}

HttpStream::Transfer::~Transfer()
{
    abort();
    if (easy == nullptr)
        return;
    client->d->curl->easy_cleanup(easy);
    client->d->curl->slist_free_all(headerList);
}

std::size_t HttpStream::Transfer::handleHeader(char *data, std::size_t size, std::size_t count, void *self)
{
    auto *transfer = static_cast<Transfer *>(self);
    const QByteArrayView line = QByteArrayView(data, static_cast<qsizetype>(size * count)).trimmed();
    transfer->idle.start(transfer->idleTimeout);
    if (line.startsWith("HTTP/")) {
        transfer->head = {}; // an interim answer (1xx) or a proxy's came before
    } else if (line.isEmpty()) {
        long status = 0;
        transfer->client->d->curl->easy_getinfo(transfer->easy, CURLINFO_RESPONSE_CODE, &status);
        if (status >= 200) {
            transfer->head.status = static_cast<int>(status);
            transfer->headComplete = true;
            transfer->wake();
        }
    } else if (const qsizetype colon = line.indexOf(':'); colon > 0) {
        transfer->head.headers.emplaceBack(line.first(colon).trimmed().toByteArray(),
                                           line.sliced(colon + 1).trimmed().toByteArray());
    }
    return size * count;
}

std::size_t HttpStream::Transfer::handleBody(char *data, std::size_t size, std::size_t count, void *self)
{
    auto *transfer = static_cast<Transfer *>(self);
    if (transfer->buffer.size() > bufferedAtMost) {
        transfer->paused = true;
        return CURL_WRITEFUNC_PAUSE;
    }
    transfer->buffer.append(data, static_cast<qsizetype>(size * count));
    transfer->idle.start(transfer->idleTimeout);
    transfer->wake();
    return size * count;
}

void HttpStream::Transfer::finish(CURLcode code)
{
    ended = true;
    idle.stop();
    client->d->curl->multi_remove_handle(client->d->multi, easy);
    if (code != CURLE_OK) {
        error = Error{.kind = ErrorKind::Unreachable,
                      .message = reasonOf(*client->d->curl, code, easy, errorText.data()),
                      .detail = QString::fromUtf8(errorText.data()),
                      .mayRetry = mayRetry(code)};
    }
    wake();
}

void HttpStream::Transfer::wake()
{
    if (waiter)
        waiter->open({});
}

Task<Result<>> HttpStream::Transfer::change(std::stop_token stop)
{
    const Gate<> gate(stop);
    waiter = gate;
    const Result<> result = co_await gate;
    waiter.reset();
    if (!result)
        abort();
    co_return result;
}

void HttpStream::Transfer::abort()
{
    if (!ended) {
        ended = true;
        idle.stop();
        client->d->curl->multi_remove_handle(client->d->multi, easy);
    }
}

HttpStream::HttpStream(std::unique_ptr<Transfer> transfer)
    : d(std::move(transfer))
{}

HttpStream::~HttpStream() = default;

Task<Result<HttpHead>> HttpStream::head(std::stop_token stop)
{
    while (!d->headComplete) {
        if (d->error)
            co_return std::unexpected(*d->error);
        if (Result<> result = co_await d->change(stop); !result)
            co_return std::unexpected(result.error());
    }
    co_return d->head;
}

Task<Result<QByteArray>> HttpStream::read(std::stop_token stop)
{
    while (true) {
        if (stop.stop_requested()) {
            d->abort();
            co_return fail(ErrorKind::Cancelled, QStringLiteral("stopped"));
        }
        if (!d->buffer.isEmpty()) {
            QByteArray bytes = std::exchange(d->buffer, {});
            if (d->paused && !d->ended) {
                d->paused = false;
                d->client->d->curl->easy_pause(d->easy, CURLPAUSE_CONT);
            }
            co_return bytes;
        }
        if (d->error)
            co_return std::unexpected(*d->error);
        if (d->ended)
            co_return QByteArray();
        if (Result<> result = co_await d->change(stop); !result)
            co_return std::unexpected(result.error());
    }
}

Task<Result<QByteArray>> HttpStream::readAll(qsizetype cap, std::stop_token stop)
{
    QByteArray all;
    while (all.size() < cap) {
        Result<QByteArray> bytes = co_await read(stop);
        if (!bytes)
            co_return bytes;
        if (bytes->isEmpty())
            break;
        all += *bytes;
    }
    all.truncate(cap);
    co_return all;
}

Task<> HttpStream::drain(std::chrono::milliseconds patience)
{
    std::stop_source enough;
    QTimer clock;
    clock.setSingleShot(true);
    QObject::connect(&clock, &QTimer::timeout, &clock, [&enough] { enough.request_stop(); });
    clock.start(patience);
    while (true) {
        const Result<QByteArray> bytes = co_await read(enough.get_token());
        if (!bytes || bytes->isEmpty())
            co_return;
    }
}

} // namespace cohort::net
