// SPDX-License-Identifier: GPL-3.0-or-later
// What an agent can do. One file a tool; see CMakeLists.txt. A tool never sees the policy: whoever calls run() has
// asked.
#pragma once

#include "core/base/worker.h"
#include "core/changes/ledger.h"
#include "core/policy/policy.h"
#include "core/providers/dialect.h"
#include "core/sandbox/sandbox.h"
#include "core/tools/schema.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace cohort::tools {

/// What a tool is given to work with. All pointers outlive the call.
struct ToolContext {
    QString project; ///< absolute path
    files::ProjectFiles *files = nullptr;
    SerialWorker *worker = nullptr; ///< where files are touched
    changes::Ledger *ledger = nullptr;
    const store::ContentStore *contents = nullptr;
    sandbox::SandboxRunner *sandbox = nullptr;
    sandbox::Limits limits;
    changes::Author author;
    QString outputFile;                     ///< where a command's whole output goes, on the file system of `contents`
    QMap<QString, QString> *seen = nullptr; ///< hash of each file as the agent last saw it, by path
    std::function<void(protocol::OutputChannel, qint64 offset, const QString &text)> progress;
    std::stop_token stop;
};

struct ToolResult {
    protocol::ToolStatus status = protocol::ToolStatus::Ok;
    QString output;     ///< for the model
    QString fullOutput; ///< content hash of all of it, where `output` is a part
    QString summary;    ///< one short fact for people
    std::optional<int> exitCode;
    qint64 durationMs = 0; ///< of the work itself, without the wait for a person; filled in by the caller of run()
    std::optional<protocol::ChangeInfo> change;
    std::optional<QList<protocol::PlanItem>> plan;
    bool noSandbox = false; ///< nothing was run because no sandbox can be made
};

class Tool
{
public:
    /// `schema` is the JSON text of the arguments' schema, and outlives the tool.
    explicit Tool(const char *schema)
        : m_schema(schema)
    {}
    virtual ~Tool() = default;
    Q_DISABLE_COPY_MOVE(Tool)

    [[nodiscard]] virtual QString name() const = 0;
    /// For models; short, since every request carries it.
    [[nodiscard]] virtual QString description() const = 0;
    /// Of the arguments.
    [[nodiscard]] const Schema &schema() const { return m_schema; }
    /// All that a model is told of it. Made when it is first asked for; for one thread.
    [[nodiscard]] const providers::ToolDefinition &definition() const;
    [[nodiscard]] virtual policy::Effect effect() const = 0;
    /// What the call works on, short: a path, a pattern, a command line. Also what policy rules are held against.
    [[nodiscard]] virtual QString target(const QJsonObject &arguments) const = 0;

    /// The unified diff that run() would make, for those who are asked; empty for tools that do not write.
    [[nodiscard]] virtual Task<Result<QString>> preview(QJsonObject arguments, ToolContext *context) const;

    /// Runs a call whose arguments fit the schema. Failure is a result with status Error whose output tells the model
    /// what to do; Cancelled when the context's stop was requested. Engine thread.
    [[nodiscard]] virtual Task<ToolResult> run(QJsonObject arguments, ToolContext *context) const = 0;

private:
    Schema m_schema;
    mutable std::optional<providers::ToolDefinition> m_definition;
};

/// All tools; generated from CMakeLists.txt.
[[nodiscard]] std::vector<std::unique_ptr<Tool>> makeAllTools();

// ---- for tools ------------------------------------------------------------------------------------------------------

/// Bytes of a result that a model is given; what is more is left out in the middle and kept on disk.
inline constexpr qsizetype resultLimit = 30'000;

[[nodiscard]] ToolResult failed(const Error &error);
[[nodiscard]] ToolResult failed(const QString &message);
[[nodiscard]] ToolResult succeeded(const QString &output, const QString &summary);

/// A result whose text may be long: bounded for the model, the whole kept in the content store.
[[nodiscard]] Task<ToolResult> bounded(QByteArray text, QString summary, ToolContext *context);

} // namespace cohort::tools
