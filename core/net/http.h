// SPDX-License-Identifier: GPL-3.0-or-later
// HTTP for model transport: libcurl's multi interface in the thread's own event loop, read as a stream of chunks.
#pragma once

#include "core/base/task.h"

#include <QByteArray>
#include <QList>
#include <QObject>
#include <QUrl>

#include <chrono>
#include <memory>
#include <stop_token>
#include <utility>

namespace cohort::net {

using HttpHeaders = QList<std::pair<QByteArray, QByteArray>>;

struct HttpRequest {
    QByteArray method = "GET";
    QUrl url;
    HttpHeaders headers;
    QByteArray body;
    std::chrono::milliseconds connectTimeout{10'000};
    std::chrono::milliseconds idleTimeout{600'000}; ///< longest silence; local models read long prompts for minutes
};

/// Status line and headers.
struct HttpHead {
    int status = 0;
    HttpHeaders headers;

    /// The value of the first header of that name, case-insensitive; empty when absent.
    [[nodiscard]] QByteArray header(QByteArrayView name) const;
};

class HttpClient;

/// One response, read by one coroutine. Destroying it closes the connection if the response is not complete.
class HttpStream
{
public:
    ~HttpStream();
    Q_DISABLE_COPY_MOVE(HttpStream)

    /// Waits for the response to begin. Unreachable (with a short reason, such as "connection refused") when it does
    /// not; TimedOut after the idle timeout; Cancelled closes the connection.
    [[nodiscard]] Task<Result<HttpHead>> head(std::stop_token stop);

    /// The next bytes of the body, as they came; empty at its end. Errors as of head(), and Unreachable when the
    /// connection breaks in the middle.
    [[nodiscard]] Task<Result<QByteArray>> read(std::stop_token stop);

    /// All of the body, at most `cap` bytes of it; what is more is left out.
    [[nodiscard]] Task<Result<QByteArray>> readAll(qsizetype cap, std::stop_token stop);

    /// Reads the rest away, so that the connection can be used again; gives up after `patience`.
    [[nodiscard]] Task<> drain(std::chrono::milliseconds patience);

private:
    friend class HttpClient;
    struct Transfer;
    explicit HttpStream(std::unique_ptr<Transfer> transfer);

    std::unique_ptr<Transfer> d;
};

/// The connections of one thread; lives and dies there, after its streams.
class HttpClient : public QObject
{
    Q_OBJECT
public:
    explicit HttpClient(QObject *parent = nullptr);
    ~HttpClient() override;

    /// Begins a request. Redirects are not followed, nothing is decompressed.
    [[nodiscard]] std::unique_ptr<HttpStream> open(const HttpRequest &request);

private:
    friend class HttpStream;
    struct Multi;
    std::unique_ptr<Multi> d; ///< from the first request on
};

} // namespace cohort::net
