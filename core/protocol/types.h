// SPDX-License-Identifier: GPL-3.0-or-later
// The values that commands and events are made of. Field names here are field names in JSON.
#pragma once

#include "core/protocol/fields.h"

#include <QJsonObject>
#include <QList>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <optional>

namespace cohort::protocol {

/// How much an agent may do without asking.
enum class Mode : std::uint8_t {
    Plan, ///< reads only
    Ask,  ///< asks before writing or running
    Edit, ///< edits freely, asks before running
    Auto, ///< runs freely inside the sandbox
};
template<>
inline constexpr auto enumNames<Mode> = std::to_array<std::string_view>({"plan", "ask", "edit", "auto"});

enum class Decision : std::uint8_t { Allow, Ask, Deny };
template<>
inline constexpr auto enumNames<Decision> = std::to_array<std::string_view>({"allow", "ask", "deny"});

/// How far an answer to a permission request reaches.
enum class Scope : std::uint8_t { Once, Session, Project };
template<>
inline constexpr auto enumNames<Scope> = std::to_array<std::string_view>({"once", "session", "project"});

/// How a turn ended.
enum class Outcome : std::uint8_t {
    Done,
    Failed,
    Interrupted, ///< by a person or a crash; the session can go on
    Limit,       ///< a limit on calls, tokens, cost or time was reached
};
template<>
inline constexpr auto enumNames<Outcome> = std::to_array<std::string_view>({"done", "failed", "interrupted", "limit"});

/// How a tool call ended.
enum class ToolStatus : std::uint8_t { Ok, Error, Denied, Cancelled };
template<>
inline constexpr auto enumNames<ToolStatus> = std::to_array<std::string_view>({"ok", "error", "denied", "cancelled"});

/// Why a model stopped.
enum class StopReason : std::uint8_t { Stop, ToolCalls, Length, Filtered, Interrupted, Failed };
template<>
inline constexpr auto enumNames<StopReason> =
    std::to_array<std::string_view>({"stop", "tool_calls", "length", "filtered", "interrupted", "failed"});

enum class Severity : std::uint8_t { Info, Warning, Error };
template<>
inline constexpr auto enumNames<Severity> = std::to_array<std::string_view>({"info", "warning", "error"});

enum class SessionState : std::uint8_t { Idle, Working, Waiting, Interrupted };
template<>
inline constexpr auto enumNames<SessionState> =
    std::to_array<std::string_view>({"idle", "working", "waiting", "interrupted"});

enum class PlanState : std::uint8_t { Pending, Active, Done };
template<>
inline constexpr auto enumNames<PlanState> = std::to_array<std::string_view>({"pending", "active", "done"});

enum class OutputChannel : std::uint8_t { Output, Error };
template<>
inline constexpr auto enumNames<OutputChannel> = std::to_array<std::string_view>({"stdout", "stderr"});

/// What to do with a prompt that arrives while a turn runs.
enum class WhenBusy : std::uint8_t {
    Queue,  ///< it becomes a turn of its own after this one
    Steer,  ///< the running turn takes it in at its next step
    Refuse, ///< Conflict
};
template<>
inline constexpr auto enumNames<WhenBusy> = std::to_array<std::string_view>({"queue", "steer", "refuse"});

/// The state of a provider as its last use showed it; nothing polls.
enum class Reachability : std::uint8_t { Unknown, Connected, Unreachable };
template<>
inline constexpr auto enumNames<Reachability> =
    std::to_array<std::string_view>({"unknown", "connected", "unreachable"});

enum class HunkDecision : std::uint8_t { Accept, Reject };
template<>
inline constexpr auto enumNames<HunkDecision> = std::to_array<std::string_view>({"accept", "reject"});

/// Tokens of one model call or of a sum of them.
struct Usage {
    qint64 input = 0;  ///< all prompt tokens, cached ones too
    qint64 cached = 0; ///< the part of `input` that a cache served
    qint64 output = 0; ///< all answer tokens, reasoning too
    qint64 reasoning = 0;
    bool estimated = false; ///< the provider did not say; counted by us

    bool operator==(const Usage &) const = default;
    static constexpr auto fields()
    {
        return std::tuple{Field{"input", &Usage::input}, Field{"cached", &Usage::cached},
                          Field{"output", &Usage::output}, Field{"reasoning", &Usage::reasoning},
                          Field{"estimated", &Usage::estimated}};
    }
};

/// A call that a model asks for.
struct ToolCall {
    QString id;
    QString tool;
    QJsonObject arguments;
    QString malformed; ///< the raw arguments when they were no JSON object; empty otherwise

    bool operator==(const ToolCall &) const = default;
    static constexpr auto fields()
    {
        return std::tuple{Field{"id", &ToolCall::id}, Field{"tool", &ToolCall::tool},
                          Field{"arguments", &ToolCall::arguments}, Field{"malformed", &ToolCall::malformed}};
    }
};

struct PlanItem {
    QString text;
    PlanState state = PlanState::Pending;

    bool operator==(const PlanItem &) const = default;
    static constexpr auto fields()
    {
        return std::tuple{Field{"text", &PlanItem::text}, Field{"state", &PlanItem::state}};
    }
};

/// Which model serves a session.
struct ModelChoice {
    QString provider; ///< id in the provider registry; empty: the preferred one
    QString model;    ///< empty: the provider's first or default one

    bool operator==(const ModelChoice &) const = default;
    static constexpr auto fields()
    {
        return std::tuple{Field{"provider", &ModelChoice::provider}, Field{"model", &ModelChoice::model}};
    }
};

/// Bounds of one turn; zero means the setting's value.
struct TurnLimits {
    int modelCalls = 0;
    qint64 tokens = 0;
    int seconds = 0;

    bool operator==(const TurnLimits &) const = default;
    static constexpr auto fields()
    {
        return std::tuple{Field{"modelCalls", &TurnLimits::modelCalls}, Field{"tokens", &TurnLimits::tokens},
                          Field{"seconds", &TurnLimits::seconds}};
    }
};

/// One line of a session list.
struct SessionInfo {
    QString id;
    QString title;
    qint64 created = 0; ///< UTC milliseconds
    qint64 updated = 0;
    qint64 lastSeq = 0;
    SessionState state = SessionState::Idle;
    Mode mode = Mode::Ask;
    ModelChoice model;
    QString parent;       ///< the session this one was forked from
    qint64 parentSeq = 0; ///< up to and with this event
    QString holder;       ///< which process drives it, for people; empty when nobody does

    bool operator==(const SessionInfo &) const = default;
    static constexpr auto fields()
    {
        return std::tuple{Field{"id", &SessionInfo::id},           Field{"title", &SessionInfo::title},
                          Field{"created", &SessionInfo::created}, Field{"updated", &SessionInfo::updated},
                          Field{"lastSeq", &SessionInfo::lastSeq}, Field{"state", &SessionInfo::state},
                          Field{"mode", &SessionInfo::mode},       Field{"model", &SessionInfo::model},
                          Field{"parent", &SessionInfo::parent},   Field{"parentSeq", &SessionInfo::parentSeq},
                          Field{"holder", &SessionInfo::holder}};
    }
};

/// A provider as a face shows it.
struct ProviderInfo {
    QString id;
    QString name;
    QString dialect;
    QString baseUrl;
    bool local = false;
    bool scripted = false; ///< a rehearsal: its answers come from a file, not from a model
    Reachability reachability = Reachability::Unknown;
    QString problem; ///< why it is unreachable and what to do
    QStringList models;

    bool operator==(const ProviderInfo &) const = default;
    static constexpr auto fields()
    {
        return std::tuple{Field{"id", &ProviderInfo::id},
                          Field{"name", &ProviderInfo::name},
                          Field{"dialect", &ProviderInfo::dialect},
                          Field{"baseUrl", &ProviderInfo::baseUrl},
                          Field{"local", &ProviderInfo::local},
                          Field{"scripted", &ProviderInfo::scripted},
                          Field{"reachability", &ProviderInfo::reachability},
                          Field{"problem", &ProviderInfo::problem},
                          Field{"models", &ProviderInfo::models}};
    }
};

/// One line of a diff: origin is ' ', '+' or '-'.
struct DiffLine {
    QString origin;
    QString text;                ///< without the line end
    int before = 0;              ///< line number from 1 in the baseline, 0 for an added line
    int after = 0;               ///< line number from 1 now, 0 for a removed line
    bool missingNewline = false; ///< the file ends here without a line end

    bool operator==(const DiffLine &) const = default;
    static constexpr auto fields()
    {
        return std::tuple{Field{"origin", &DiffLine::origin}, Field{"text", &DiffLine::text},
                          Field{"before", &DiffLine::before}, Field{"after", &DiffLine::after},
                          Field{"missingNewline", &DiffLine::missingNewline}};
    }
};

/// A part of a change that is accepted or rejected.
struct Hunk {
    QString id;     ///< names this very difference: a hash of its place and lines
    QString header; ///< "@@ -1,3 +1,4 @@"
    QList<DiffLine> lines;

    bool operator==(const Hunk &) const = default;
    static constexpr auto fields()
    {
        return std::tuple{Field{"id", &Hunk::id}, Field{"header", &Hunk::header}, Field{"lines", &Hunk::lines}};
    }
};

/// One changed file of the project.
struct ChangeInfo {
    QString path;    ///< relative to the project, '/' between folders
    QString kind;    ///< "modified", "created" or "deleted"
    int added = 0;   ///< lines
    int removed = 0; ///< lines
    bool binary = false;
    QString agent;    ///< who changed it last
    QString conflict; ///< why it cannot be decided as it is, for people; empty when it can

    bool operator==(const ChangeInfo &) const = default;
    static constexpr auto fields()
    {
        return std::tuple{Field{"path", &ChangeInfo::path},        Field{"kind", &ChangeInfo::kind},
                          Field{"added", &ChangeInfo::added},      Field{"removed", &ChangeInfo::removed},
                          Field{"binary", &ChangeInfo::binary},    Field{"agent", &ChangeInfo::agent},
                          Field{"conflict", &ChangeInfo::conflict}};
    }
};

/// One setting with its value in force, as a face shows it.
struct SettingInfo {
    QString key;  ///< "section.name"
    QString type; ///< "boolean", "integer", "text" or "choice"
    QString value;
    QString standard; ///< the built-in value
    QString layer;    ///< where the value comes from: "built-in", "user", "project", "environment" or "run"
    QString label;    ///< untranslated, context "Settings"
    QString tooltip;  ///< untranslated, context "Settings"
    qint64 minimum = 0;
    qint64 maximum = 0;
    QStringList choices;

    bool operator==(const SettingInfo &) const = default;
    static constexpr auto fields()
    {
        return std::tuple{Field{"key", &SettingInfo::key},         Field{"type", &SettingInfo::type},
                          Field{"value", &SettingInfo::value},     Field{"standard", &SettingInfo::standard},
                          Field{"layer", &SettingInfo::layer},     Field{"label", &SettingInfo::label},
                          Field{"tooltip", &SettingInfo::tooltip}, Field{"minimum", &SettingInfo::minimum},
                          Field{"maximum", &SettingInfo::maximum}, Field{"choices", &SettingInfo::choices}};
    }
};

} // namespace cohort::protocol
