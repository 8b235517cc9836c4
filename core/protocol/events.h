// SPDX-License-Identifier: GPL-3.0-or-later
// What the engine says happened. Durable events make up a session's log; streaming events fill the time between.
#pragma once

#include "core/protocol/types.h"

#include <variant>

namespace cohort::protocol {

// ---- durable events -------------------------------------------------------------------------------------------------

/// The first event of every session.
struct SessionCreated {
    static constexpr const char *type = "session_created";
    QString title;
    Mode mode = Mode::Ask;
    ModelChoice model;
    QString parent;       ///< forked from this session …
    qint64 parentSeq = 0; ///< … up to and with this event

    bool operator==(const SessionCreated &) const = default;
    static constexpr auto fields()
    {
        return std::tuple{Field{"title", &SessionCreated::title}, Field{"mode", &SessionCreated::mode},
                          Field{"model", &SessionCreated::model}, Field{"parent", &SessionCreated::parent},
                          Field{"parentSeq", &SessionCreated::parentSeq}};
    }
};

struct SessionRenamed {
    static constexpr const char *type = "session_renamed";
    QString title;

    bool operator==(const SessionRenamed &) const = default;
    static constexpr auto fields() { return std::tuple{Field{"title", &SessionRenamed::title}}; }
};

struct ModeChanged {
    static constexpr const char *type = "mode_changed";
    Mode mode = Mode::Ask;

    bool operator==(const ModeChanged &) const = default;
    static constexpr auto fields() { return std::tuple{Field{"mode", &ModeChanged::mode}}; }
};

struct ModelChanged {
    static constexpr const char *type = "model_changed";
    ModelChoice model;

    bool operator==(const ModelChanged &) const = default;
    static constexpr auto fields() { return std::tuple{Field{"model", &ModelChanged::model}}; }
};

/// A prompt waits for the running turn to end.
struct PromptQueued {
    static constexpr const char *type = "prompt_queued";
    QString prompt; ///< id
    QString text;
    QStringList attachments;

    bool operator==(const PromptQueued &) const = default;
    static constexpr auto fields()
    {
        return std::tuple{Field{"prompt", &PromptQueued::prompt}, Field{"text", &PromptQueued::text},
                          Field{"attachments", &PromptQueued::attachments}};
    }
};

/// A queued prompt was taken back, or left the queue because its turn begins.
struct PromptUnqueued {
    static constexpr const char *type = "prompt_unqueued";
    QString prompt;

    bool operator==(const PromptUnqueued &) const = default;
    static constexpr auto fields() { return std::tuple{Field{"prompt", &PromptUnqueued::prompt}}; }
};

struct TurnStarted {
    static constexpr const char *type = "turn_started";
    Mode mode = Mode::Ask;
    ModelChoice model;
    bool scripted = false; ///< a rehearsal answers, not a model
    QString sandbox;       ///< how commands will run, for people

    bool operator==(const TurnStarted &) const = default;
    static constexpr auto fields()
    {
        return std::tuple{Field{"mode", &TurnStarted::mode}, Field{"model", &TurnStarted::model},
                          Field{"scripted", &TurnStarted::scripted}, Field{"sandbox", &TurnStarted::sandbox}};
    }
};

/// What the person said: it opens a turn, or steers the running one.
struct UserMessage {
    static constexpr const char *type = "user_message";
    QString text;
    QStringList attachments; ///< paths in the project
    bool steering = false;

    bool operator==(const UserMessage &) const = default;
    static constexpr auto fields()
    {
        return std::tuple{Field{"text", &UserMessage::text}, Field{"attachments", &UserMessage::attachments},
                          Field{"steering", &UserMessage::steering}};
    }
};

/// One answer of a model, whole: closes the item that its deltas streamed.
struct AssistantMessage {
    static constexpr const char *type = "assistant_message";
    QString item;
    QString text;
    QString reasoning;
    QList<ToolCall> toolCalls;
    StopReason stop = StopReason::Stop;
    Usage usage;
    qint64 firstTokenMs = 0; ///< from the request to the first byte of the answer
    qint64 durationMs = 0;

    bool operator==(const AssistantMessage &) const = default;
    static constexpr auto fields()
    {
        return std::tuple{Field{"item", &AssistantMessage::item},
                          Field{"text", &AssistantMessage::text},
                          Field{"reasoning", &AssistantMessage::reasoning},
                          Field{"toolCalls", &AssistantMessage::toolCalls},
                          Field{"stop", &AssistantMessage::stop},
                          Field{"usage", &AssistantMessage::usage},
                          Field{"firstTokenMs", &AssistantMessage::firstTokenMs},
                          Field{"durationMs", &AssistantMessage::durationMs}};
    }
};

struct ToolCallStarted {
    static constexpr const char *type = "tool_call_started";
    QString call; ///< the id that everything about this call carries
    QString tool;
    QString target; ///< what it works on, short: a path, a pattern, a command line
    QJsonObject arguments;

    bool operator==(const ToolCallStarted &) const = default;
    static constexpr auto fields()
    {
        return std::tuple{Field{"call", &ToolCallStarted::call}, Field{"tool", &ToolCallStarted::tool},
                          Field{"target", &ToolCallStarted::target}, Field{"arguments", &ToolCallStarted::arguments}};
    }
};

struct ToolCallFinished {
    static constexpr const char *type = "tool_call_finished";
    QString call;
    ToolStatus status = ToolStatus::Ok;
    QString output;     ///< what the model is given, bounded
    QString fullOutput; ///< the content hash of all of it where `output` is a part; empty otherwise
    QString summary;    ///< one short fact for people: "exit 1", "+3 −1", "12 lines"
    std::optional<int> exitCode;
    qint64 durationMs = 0;

    bool operator==(const ToolCallFinished &) const = default;
    static constexpr auto fields()
    {
        return std::tuple{Field{"call", &ToolCallFinished::call},
                          Field{"status", &ToolCallFinished::status},
                          Field{"output", &ToolCallFinished::output},
                          Field{"fullOutput", &ToolCallFinished::fullOutput},
                          Field{"summary", &ToolCallFinished::summary},
                          Field{"exitCode", &ToolCallFinished::exitCode},
                          Field{"durationMs", &ToolCallFinished::durationMs}};
    }
};

/// The turn waits for a person. Answered by DecidePermission, or ended with its turn.
struct PermissionRequested {
    static constexpr const char *type = "permission_requested";
    QString request; ///< id
    QString call;
    QString tool;
    QString summary; ///< what will happen, in plain words
    QString command; ///< the exact command line, for tools that run one
    QString diff;    ///< the exact unified diff, for tools that write
    QString reason;  ///< why it is asked: the rule or the mode
    QString where;   ///< where it would run
    QString rule;    ///< what "always" would store, editable

    bool operator==(const PermissionRequested &) const = default;
    static constexpr auto fields()
    {
        return std::tuple{
            Field{"request", &PermissionRequested::request}, Field{"call", &PermissionRequested::call},
            Field{"tool", &PermissionRequested::tool},       Field{"summary", &PermissionRequested::summary},
            Field{"command", &PermissionRequested::command}, Field{"diff", &PermissionRequested::diff},
            Field{"reason", &PermissionRequested::reason},   Field{"where", &PermissionRequested::where},
            Field{"rule", &PermissionRequested::rule}};
    }
};

struct PermissionDecided {
    static constexpr const char *type = "permission_decided";
    QString request;
    bool allowed = false;
    Scope scope = Scope::Once;
    QString rule;         ///< what was stored, if anything
    QString note;         ///< a word to the agent
    bool byPerson = true; ///< false: nobody was there to ask, or the turn ended

    bool operator==(const PermissionDecided &) const = default;
    static constexpr auto fields()
    {
        return std::tuple{
            Field{"request", &PermissionDecided::request}, Field{"allowed", &PermissionDecided::allowed},
            Field{"scope", &PermissionDecided::scope},     Field{"rule", &PermissionDecided::rule},
            Field{"note", &PermissionDecided::note},       Field{"byPerson", &PermissionDecided::byPerson}};
    }
};

/// A file was changed by a tool call. The ledger holds the baseline.
struct FileChanged {
    static constexpr const char *type = "file_changed";
    QString call;
    ChangeInfo change; ///< against the baseline, after this call

    bool operator==(const FileChanged &) const = default;
    static constexpr auto fields()
    {
        return std::tuple{Field{"call", &FileChanged::call}, Field{"change", &FileChanged::change}};
    }
};

struct PlanChanged {
    static constexpr const char *type = "plan_changed";
    QList<PlanItem> items;

    bool operator==(const PlanChanged &) const = default;
    static constexpr auto fields() { return std::tuple{Field{"items", &PlanChanged::items}}; }
};

/// How full the model's window is, after each answer.
struct ContextMeasured {
    static constexpr const char *type = "context_measured";
    qint64 used = 0;   ///< tokens
    qint64 window = 0; ///< tokens; 0 when nobody knows
    bool estimated = false;

    bool operator==(const ContextMeasured &) const = default;
    static constexpr auto fields()
    {
        return std::tuple{Field{"used", &ContextMeasured::used}, Field{"window", &ContextMeasured::window},
                          Field{"estimated", &ContextMeasured::estimated}};
    }
};

/// Something that a person should know and that is no message: a retry, a broken prefix, a limit near.
struct Notice {
    static constexpr const char *type = "notice";
    Severity severity = Severity::Info;
    QString text;

    bool operator==(const Notice &) const = default;
    static constexpr auto fields()
    {
        return std::tuple{Field{"severity", &Notice::severity}, Field{"text", &Notice::text}};
    }
};

/// The one terminal event of a turn.
struct TurnFinished {
    static constexpr const char *type = "turn_finished";
    Outcome outcome = Outcome::Done;
    QString message;      ///< for people, when it is not Done: what happened and what to do
    QString errorKind;    ///< the name of the ErrorKind when it failed
    int refusedCalls = 0; ///< calls whose permission was needed and not given
    Usage usage;
    qint64 durationMs = 0;

    bool operator==(const TurnFinished &) const = default;
    static constexpr auto fields()
    {
        return std::tuple{
            Field{"outcome", &TurnFinished::outcome},     Field{"message", &TurnFinished::message},
            Field{"errorKind", &TurnFinished::errorKind}, Field{"refusedCalls", &TurnFinished::refusedCalls},
            Field{"usage", &TurnFinished::usage},         Field{"durationMs", &TurnFinished::durationMs}};
    }
};

// ---- streaming events -----------------------------------------------------------------------------------------------

/// More of an answer. `offset` counts UTF-16 units from the item's start; a retried answer begins again at 0.
struct TextDelta {
    static constexpr const char *type = "text_delta";
    QString item;
    qint64 offset = 0;
    QString text;

    bool operator==(const TextDelta &) const = default;
    static constexpr auto fields()
    {
        return std::tuple{Field{"item", &TextDelta::item}, Field{"offset", &TextDelta::offset},
                          Field{"text", &TextDelta::text}};
    }
};

struct ReasoningDelta {
    static constexpr const char *type = "reasoning_delta";
    QString item;
    qint64 offset = 0;
    QString text;

    bool operator==(const ReasoningDelta &) const = default;
    static constexpr auto fields()
    {
        return std::tuple{Field{"item", &ReasoningDelta::item}, Field{"offset", &ReasoningDelta::offset},
                          Field{"text", &ReasoningDelta::text}};
    }
};

/// Output of a running command, decoded; all bytes are kept on disk. `offset` counts bytes of the channel.
struct ShellOutput {
    static constexpr const char *type = "shell_output";
    QString call;
    OutputChannel channel = OutputChannel::Output;
    qint64 offset = 0;
    QString text;

    bool operator==(const ShellOutput &) const = default;
    static constexpr auto fields()
    {
        return std::tuple{Field{"call", &ShellOutput::call}, Field{"channel", &ShellOutput::channel},
                          Field{"offset", &ShellOutput::offset}, Field{"text", &ShellOutput::text}};
    }
};

/// What the session is busy with right now, such as "qwen3:8b is reading the prompt"; empty when idle.
struct Activity {
    static constexpr const char *type = "activity";
    QString text;

    bool operator==(const Activity &) const = default;
    static constexpr auto fields() { return std::tuple{Field{"text", &Activity::text}}; }
};

// ---- events of the project: their session is empty ------------------------------------------------------------------

struct SessionsChanged {
    static constexpr const char *type = "sessions_changed";
    QList<SessionInfo> sessions; ///< all of them, newest first

    bool operator==(const SessionsChanged &) const = default;
    static constexpr auto fields() { return std::tuple{Field{"sessions", &SessionsChanged::sessions}}; }
};

struct ProvidersChanged {
    static constexpr const char *type = "providers_changed";
    QList<ProviderInfo> providers;

    bool operator==(const ProvidersChanged &) const = default;
    static constexpr auto fields() { return std::tuple{Field{"providers", &ProvidersChanged::providers}}; }
};

struct ChangesChanged {
    static constexpr const char *type = "changes_changed";
    QList<ChangeInfo> changes; ///< every file with undecided hunks, by path

    bool operator==(const ChangesChanged &) const = default;
    static constexpr auto fields() { return std::tuple{Field{"changes", &ChangesChanged::changes}}; }
};

/// An event of a type that this version does not know: kept and passed on as it is.
struct UnknownEvent {
    static constexpr const char *type = "";
    QJsonObject json;

    bool operator==(const UnknownEvent &) const = default;
};

using EventBody = std::variant<SessionCreated, SessionRenamed, ModeChanged, ModelChanged, PromptQueued, PromptUnqueued,
                               TurnStarted, UserMessage, AssistantMessage, ToolCallStarted, ToolCallFinished,
                               PermissionRequested, PermissionDecided, FileChanged, PlanChanged, ContextMeasured,
                               Notice, TurnFinished, TextDelta, ReasoningDelta, ShellOutput, Activity, SessionsChanged,
                               ProvidersChanged, ChangesChanged, UnknownEvent>;

/// One event with its place: `{"v":1,"type":…,"session":…,"seq":…,"time":…, …}`.
struct Event {
    QString session;  ///< empty for events of the project
    qint64 seq = 0;   ///< dense per session from 1; 0 for streaming events
    qint64 after = 0; ///< for streaming events: the last durable number before it
    qint64 time = 0;  ///< UTC milliseconds
    QString turn;     ///< id; empty outside turns
    QString agent;    ///< which persona; empty for the person and the engine
    EventBody body;
    QJsonObject extra; ///< fields of a later version, passed on

    bool operator==(const Event &) const = default;

    [[nodiscard]] bool isDurable() const { return seq > 0; }

    template<class Body>
    [[nodiscard]] const Body *as() const
    {
        return std::get_if<Body>(&body);
    }
};

} // namespace cohort::protocol
