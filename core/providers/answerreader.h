// SPDX-License-Identifier: GPL-3.0-or-later
// What the dialects over HTTP have in common: one request, and the lines of its answer.
#pragma once

#include "core/providers/dialect.h"

namespace cohort::providers {

/// Turns the lines of one answer into pieces. A dialect derives its own.
class AnswerReader
{
public:
    /// Both are kept by reference.
    AnswerReader(const Endpoint &endpoint, const PieceSink &sink);
    virtual ~AnswerReader() = default;
    Q_DISABLE_COPY_MOVE(AnswerReader)

    /// One line of the body, without its end.
    virtual void takeLine(QByteArrayView line) = 0;
    /// The body is over and all its lines were taken. Unless the answer has ended, it was cut.
    virtual void close() { failCut(); }

    /// Whether the last piece was sent, Ended or Failed.
    [[nodiscard]] bool hasEnded() const { return m_ended; }
    void failWith(Error error);

protected:
    void send(Piece piece) { m_sink(std::move(piece)); }
    void end(Ended ended);
    void failCut();
    /// `data` as an object. When it is none, or tells of an error, the answer fails and nothing is returned.
    [[nodiscard]] std::optional<QJsonObject> parse(QByteArrayView data);

private:
    const Endpoint &m_endpoint;
    const PieceSink &m_sink;
    bool m_ended = false;
};

/// Sends `request` and gives the answer's lines to `reader` until it has ended. Every failure ends it: no connection,
/// a status other than 2xx, a body that stalls or is cut, a stop.
[[nodiscard]] Task<> streamAnswer(const Endpoint &endpoint, net::HttpRequest request, QString model,
                                  AnswerReader *reader, net::HttpClient *client, std::stop_token stop);

/// Content type, and the key as a bearer token.
[[nodiscard]] net::HttpHeaders jsonHeaders(const Endpoint &endpoint);

/// Tools in the form of OpenAI's functions, which others have taken over.
[[nodiscard]] QJsonArray functionTools(const QList<ToolDefinition> &tools);

} // namespace cohort::providers
