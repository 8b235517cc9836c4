// SPDX-License-Identifier: GPL-3.0-or-later
// The rehearsal: a scripted model. It needs no server; everything else about its turns is real.
#include "core/providers/dialect.h"
#include "core/providers/script.h"

#include <QDir>
#include <QFile>

namespace cohort::providers {

namespace {

constexpr std::chrono::milliseconds humanPause{24};
constexpr qsizetype pieceLength = 4; ///< UTF-16 units between two pauses
const auto scriptFolder = QStringLiteral(":/rehearsals/");

Result<Script> loadScript(const QString &name)
{
    // A name of ours, or the path of a file of the person's own.
    const QString path = name.contains(QLatin1Char('/')) ? name : scriptFolder + name + QStringLiteral(".yaml");
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return fail(ErrorKind::NotFound, QStringLiteral("there is no rehearsal \"%1\"").arg(name));
    return Script::parse(file.readAll(), name);
}

class RehearsalDialect : public Dialect
{
public:
    [[nodiscard]] QString id() const override { return QStringLiteral("rehearsal"); }

    [[nodiscard]] Task<Result<QList<ModelInfo>>> listModels(Endpoint, net::HttpClient *, std::stop_token) const override
    {
        QList<ModelInfo> models;
        for (const QString &file : QDir(scriptFolder).entryList({QStringLiteral("*.yaml")}, QDir::Files, QDir::Name))
            models.append({.name = file.chopped(5)});
        co_return models;
    }

    [[nodiscard]] Task<> stream(Endpoint endpoint, ModelRequest request, net::HttpClient *, PieceSink sink,
                                std::stop_token stop) const override
    {
        sink(Reading{});
        const Result<Script> script = loadScript(request.model);
        if (!script) {
            sink(Failed{script.error()});
            co_return;
        }
        const Script::Answer answer = script->next(request.messages);
        if (!answer.reasoning.isEmpty())
            sink(ReasoningPiece{answer.reasoning});
        const qsizetype step = endpoint.humanPace ? pieceLength : std::max<qsizetype>(answer.text.size(), 1);
        for (qsizetype at = 0; at < answer.text.size(); at += step) {
            if (endpoint.humanPace) {
                if (const Result<> waited = co_await pause(humanPause, stop); !waited) {
                    sink(Failed{waited.error()});
                    co_return;
                }
            }
            sink(TextPiece{answer.text.mid(at, step)});
        }
        for (const protocol::ToolCall &call : answer.calls)
            sink(CallPiece{call});
        Ended ended{.stop = answer.calls.isEmpty() ? protocol::StopReason::Stop : protocol::StopReason::ToolCalls};
        ended.usage = {.input = estimateTokens(request), .output = estimateTokens(answer.text), .estimated = true};
        sink(ended);
    }
};

} // namespace

std::unique_ptr<Dialect> makeRehearsalDialect()
{
    return std::make_unique<RehearsalDialect>();
}

} // namespace cohort::providers
