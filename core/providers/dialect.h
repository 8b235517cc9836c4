// SPDX-License-Identifier: GPL-3.0-or-later
// A dialect speaks one wire format to any server that understands it. One file each; see CMakeLists.txt.
#pragma once

#include "core/base/task.h"
#include "core/net/http.h"
#include "core/protocol/types.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <variant>
#include <vector>

namespace cohort::providers {

enum class Role : std::uint8_t { User, Assistant, Tool };

/// One message of a conversation as a model is given it.
struct Message {
    Role role = Role::User;
    QString text;
    QString reasoning;               ///< of an assistant
    QList<protocol::ToolCall> calls; ///< of an assistant
    QString call;                    ///< of a tool: the id of the call that it answers
    QString tool;                    ///< of a tool: its name

    bool operator==(const Message &) const = default;
};

/// A tool as a model is told of it.
struct ToolDefinition {
    QString name;
    QString description;
    QJsonObject schema; ///< JSON schema of the arguments
    qint64 tokens = 0;  ///< a guess of what all of it takes
};

struct ModelRequest {
    QString model;
    QString system;
    QList<Message> messages;
    QList<ToolDefinition> tools;
    qint64 contextWindow = 0; ///< tokens to allocate where the server lets us choose; 0: its default
};

/// Where and how to reach a server.
struct Endpoint {
    QString provider; ///< id, for messages
    QString name;     ///< for messages: "Ollama"
    QUrl baseUrl;
    QByteArray key; ///< secret; never logged
    QString hint;   ///< what to do when it cannot be reached
    std::chrono::milliseconds idleTimeout{600'000};
    bool humanPace = false; ///< for scripted answers
};

struct ModelInfo {
    QString name;
    qint64 contextLength = 0; ///< tokens; 0: not said
    bool tools = true;
    bool reasoning = false;
};

// ---- what a stream says ---------------------------------------------------------------------------------------------

/// The server has the request and is reading it; no token yet.
struct Reading {};
struct TextPiece {
    QString text;
};
struct ReasoningPiece {
    QString text;
};
/// A call, whole.
struct CallPiece {
    protocol::ToolCall call;
};
/// The last piece of a good stream.
struct Ended {
    protocol::StopReason stop = protocol::StopReason::Stop;
    protocol::Usage usage; ///< estimated when the server did not say
};
/// The last piece of a bad one. What came before is worth showing, its calls are not to be run.
struct Failed {
    Error error;
};

using Piece = std::variant<Reading, TextPiece, ReasoningPiece, CallPiece, Ended, Failed>;
using PieceSink = std::function<void(Piece)>;

/// One wire format. Stateless: every call brings its endpoint.
class Dialect
{
public:
    virtual ~Dialect() = default;

    [[nodiscard]] virtual QString id() const = 0;

    /// Asks the server which models it has.
    [[nodiscard]] virtual Task<Result<QList<ModelInfo>>> listModels(Endpoint endpoint, net::HttpClient *client,
                                                                    std::stop_token stop) const = 0;

    /// Streams one answer into `sink`. Never throws and never returns without exactly one Ended or Failed as the last
    /// piece. A stop closes the connection and ends with Failed(Cancelled).
    [[nodiscard]] virtual Task<> stream(Endpoint endpoint, ModelRequest request, net::HttpClient *client,
                                        PieceSink sink, std::stop_token stop) const = 0;
};

/// All dialects; generated from CMakeLists.txt.
[[nodiscard]] std::vector<std::unique_ptr<Dialect>> makeAllDialects();

// ---- for dialects ---------------------------------------------------------------------------------------------------

/// "cannot reach Ollama at http://…: connection refused. Start it with …"
[[nodiscard]] Error unreachable(const Endpoint &endpoint, const Error &cause);

/// What a status other than 2xx means, with the server's own words from whatever body it sent.
[[nodiscard]] Error refusal(const Endpoint &endpoint, const net::HttpHead &head, const QByteArray &body,
                            const QString &model);

/// The server's own words in an error body of any of the shapes seen in the field; empty when there are none.
[[nodiscard]] QString errorText(const QByteArray &body);

/// GET, with the body parsed as a JSON object.
[[nodiscard]] Task<Result<QJsonObject>> getJson(Endpoint endpoint, QUrl url, net::HttpHeaders headers,
                                                net::HttpClient *client, std::stop_token stop);

/// `base` with `path` appended, whatever slashes the person typed.
[[nodiscard]] QUrl join(const QUrl &base, const QString &path);

/// A guess of the tokens in a text: a quarter of its bytes, at least.
[[nodiscard]] qint64 estimateTokens(QStringView text);
[[nodiscard]] qint64 estimateTokens(const QJsonObject &object);
[[nodiscard]] qint64 estimateTokens(const ModelRequest &request);

} // namespace cohort::providers
