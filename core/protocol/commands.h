// SPDX-License-Identifier: GPL-3.0-or-later
// What a face asks of the engine, and what it gets back. Every command has exactly one reply or one error.
#pragma once

#include "core/protocol/events.h"

namespace cohort::protocol {

// ---- sessions -------------------------------------------------------------------------------------------------------

/// Reply: SessionReply.
struct CreateSession {
    static constexpr const char *type = "create_session";
    QString title; ///< empty: taken from the first prompt
    std::optional<Mode> mode;
    ModelChoice model;

    bool operator==(const CreateSession &) const = default;
    static constexpr auto fields()
    {
        return std::tuple{Field{"title", &CreateSession::title}, Field{"mode", &CreateSession::mode},
                          Field{"model", &CreateSession::model}};
    }
};

/// A new session that begins as a copy of another, up to and with event `seq` (0: all). Reply: SessionReply.
struct ForkSession {
    static constexpr const char *type = "fork_session";
    QString session;
    qint64 seq = 0;

    bool operator==(const ForkSession &) const = default;
    static constexpr auto fields()
    {
        return std::tuple{Field{"session", &ForkSession::session}, Field{"seq", &ForkSession::seq}};
    }
};

struct RenameSession {
    static constexpr const char *type = "rename_session";
    QString session;
    QString title;

    bool operator==(const RenameSession &) const = default;
    static constexpr auto fields()
    {
        return std::tuple{Field{"session", &RenameSession::session}, Field{"title", &RenameSession::title}};
    }
};

/// Moves a session to the trash, or brings it back.
struct DeleteSession {
    static constexpr const char *type = "delete_session";
    QString session;
    bool restore = false;

    bool operator==(const DeleteSession &) const = default;
    static constexpr auto fields()
    {
        return std::tuple{Field{"session", &DeleteSession::session}, Field{"restore", &DeleteSession::restore}};
    }
};

/// Reply: SessionList, newest first.
struct ListSessions {
    static constexpr const char *type = "list_sessions";
    bool trash = false; ///< the deleted ones instead

    bool operator==(const ListSessions &) const = default;
    static constexpr auto fields() { return std::tuple{Field{"trash", &ListSessions::trash}}; }
};

/// Durable events after number `after`, at most `limit` (0: all); backwards when `limit` is negative: the newest
/// -limit events before number `after` (0: the end). Reply: EventPage, oldest first.
struct ReadEvents {
    static constexpr const char *type = "read_events";
    QString session;
    qint64 after = 0;
    int limit = 0;

    bool operator==(const ReadEvents &) const = default;
    static constexpr auto fields()
    {
        return std::tuple{Field{"session", &ReadEvents::session}, Field{"after", &ReadEvents::after},
                          Field{"limit", &ReadEvents::limit}};
    }
};

// ---- turns ----------------------------------------------------------------------------------------------------------

/// Reply: PromptReply as soon as the prompt is durable; the turn goes on in events.
struct SubmitPrompt {
    static constexpr const char *type = "submit_prompt";
    QString session;
    QString text;
    QStringList attachments; ///< paths in the project that the agent should read
    WhenBusy whenBusy = WhenBusy::Queue;
    TurnLimits limits;
    bool unattended = false; ///< nobody can answer: what would be asked is denied

    bool operator==(const SubmitPrompt &) const = default;
    static constexpr auto fields()
    {
        return std::tuple{
            Field{"session", &SubmitPrompt::session},         Field{"text", &SubmitPrompt::text},
            Field{"attachments", &SubmitPrompt::attachments}, Field{"whenBusy", &SubmitPrompt::whenBusy},
            Field{"limits", &SubmitPrompt::limits},           Field{"unattended", &SubmitPrompt::unattended}};
    }
};

/// Takes a queued prompt back, or with `now` steers the running turn with it.
struct UnqueuePrompt {
    static constexpr const char *type = "unqueue_prompt";
    QString session;
    QString prompt;
    bool now = false;

    bool operator==(const UnqueuePrompt &) const = default;
    static constexpr auto fields()
    {
        return std::tuple{Field{"session", &UnqueuePrompt::session}, Field{"prompt", &UnqueuePrompt::prompt},
                          Field{"now", &UnqueuePrompt::now}};
    }
};

/// Stops the running turn within 100 ms; what was done is kept.
struct Interrupt {
    static constexpr const char *type = "interrupt";
    QString session;

    bool operator==(const Interrupt &) const = default;
    static constexpr auto fields() { return std::tuple{Field{"session", &Interrupt::session}}; }
};

struct DecidePermission {
    static constexpr const char *type = "decide_permission";
    QString session;
    QString request;
    bool allow = false;
    Scope scope = Scope::Once;
    QString rule; ///< the rule to store as the person edited it; empty: the proposed one
    QString note; ///< a word to the agent

    bool operator==(const DecidePermission &) const = default;
    static constexpr auto fields()
    {
        return std::tuple{Field{"session", &DecidePermission::session}, Field{"request", &DecidePermission::request},
                          Field{"allow", &DecidePermission::allow},     Field{"scope", &DecidePermission::scope},
                          Field{"rule", &DecidePermission::rule},       Field{"note", &DecidePermission::note}};
    }
};

struct SetMode {
    static constexpr const char *type = "set_mode";
    QString session;
    Mode mode = Mode::Ask;

    bool operator==(const SetMode &) const = default;
    static constexpr auto fields()
    {
        return std::tuple{Field{"session", &SetMode::session}, Field{"mode", &SetMode::mode}};
    }
};

struct SetModel {
    static constexpr const char *type = "set_model";
    QString session;
    ModelChoice model;

    bool operator==(const SetModel &) const = default;
    static constexpr auto fields()
    {
        return std::tuple{Field{"session", &SetModel::session}, Field{"model", &SetModel::model}};
    }
};

// ---- the project ----------------------------------------------------------------------------------------------------

/// Asks every local provider what it has. Reply: ProviderList; ProvidersChanged follows when something changed.
struct RefreshProviders {
    static constexpr const char *type = "refresh_providers";
    bool operator==(const RefreshProviders &) const = default;
    static constexpr auto fields() { return std::tuple{}; }
};

/// Reply: ChangeList.
struct ListChanges {
    static constexpr const char *type = "list_changes";
    bool operator==(const ListChanges &) const = default;
    static constexpr auto fields() { return std::tuple{}; }
};

/// Reply: ChangeReply.
struct ShowChange {
    static constexpr const char *type = "show_change";
    QString path;

    bool operator==(const ShowChange &) const = default;
    static constexpr auto fields() { return std::tuple{Field{"path", &ShowChange::path}}; }
};

/// Accepts or rejects hunks of one file, or all of them when `hunks` is empty. Conflict when the file is no longer
/// what was shown. Reply: Done; ChangesChanged follows.
struct DecideHunks {
    static constexpr const char *type = "decide_hunks";
    QString path;
    QStringList hunks;
    HunkDecision decision = HunkDecision::Accept;

    bool operator==(const DecideHunks &) const = default;
    static constexpr auto fields()
    {
        return std::tuple{Field{"path", &DecideHunks::path}, Field{"hunks", &DecideHunks::hunks},
                          Field{"decision", &DecideHunks::decision}};
    }
};

/// Takes the last decision about hunks back. Reply: PathList with the file concerned.
struct UndoDecision {
    static constexpr const char *type = "undo_decision";
    bool operator==(const UndoDecision &) const = default;
    static constexpr auto fields() { return std::tuple{}; }
};

/// Files and folders whose path matches fuzzily, best first. Reply: PathList.
struct CompletePath {
    static constexpr const char *type = "complete_path";
    QString text;
    int limit = 20;

    bool operator==(const CompletePath &) const = default;
    static constexpr auto fields()
    {
        return std::tuple{Field{"text", &CompletePath::text}, Field{"limit", &CompletePath::limit}};
    }
};

/// Stored content by its hash, at most `limit` bytes from `offset`. Reply: ContentReply.
struct ReadContent {
    static constexpr const char *type = "read_content";
    QString hash;
    qint64 offset = 0;
    qint64 limit = 1'000'000;

    bool operator==(const ReadContent &) const = default;
    static constexpr auto fields()
    {
        return std::tuple{Field{"hash", &ReadContent::hash}, Field{"offset", &ReadContent::offset},
                          Field{"limit", &ReadContent::limit}};
    }
};

/// Runs one tool exactly as an agent's call would run: schema, policy, sandbox, limits; what would be asked is denied.
/// Reply: ToolReply.
struct RunTool {
    static constexpr const char *type = "run_tool";
    QString tool;
    QJsonObject arguments;
    Mode mode = Mode::Ask;

    bool operator==(const RunTool &) const = default;
    static constexpr auto fields()
    {
        return std::tuple{Field{"tool", &RunTool::tool}, Field{"arguments", &RunTool::arguments},
                          Field{"mode", &RunTool::mode}};
    }
};

/// Reply: SettingList.
struct ListSettings {
    static constexpr const char *type = "list_settings";
    bool operator==(const ListSettings &) const = default;
    static constexpr auto fields() { return std::tuple{}; }
};

/// Stores a value in the user's file and uses it from now on; an absent value goes back to the standard. Invalid says
/// what it may be. Reply: SettingList.
struct StoreSetting {
    static constexpr const char *type = "store_setting";
    QString key;
    std::optional<QString> value;

    bool operator==(const StoreSetting &) const = default;
    static constexpr auto fields()
    {
        return std::tuple{Field{"key", &StoreSetting::key}, Field{"value", &StoreSetting::value}};
    }
};

using Command =
    std::variant<CreateSession, ForkSession, RenameSession, DeleteSession, ListSessions, ReadEvents, SubmitPrompt,
                 UnqueuePrompt, Interrupt, DecidePermission, SetMode, SetModel, RefreshProviders, ListChanges,
                 ShowChange, DecideHunks, UndoDecision, CompletePath, ReadContent, RunTool, ListSettings, StoreSetting>;

// ---- replies --------------------------------------------------------------------------------------------------------

struct Done {
    static constexpr const char *type = "done";
    bool operator==(const Done &) const = default;
    static constexpr auto fields() { return std::tuple{}; }
};

struct SessionReply {
    static constexpr const char *type = "session";
    SessionInfo session;

    bool operator==(const SessionReply &) const = default;
    static constexpr auto fields() { return std::tuple{Field{"session", &SessionReply::session}}; }
};

struct SessionList {
    static constexpr const char *type = "sessions";
    QList<SessionInfo> sessions;

    bool operator==(const SessionList &) const = default;
    static constexpr auto fields() { return std::tuple{Field{"sessions", &SessionList::sessions}}; }
};

struct EventPage {
    static constexpr const char *type = "events";
    QList<Event> events;
    qint64 lastSeq = 0; ///< the newest number of the session

    bool operator==(const EventPage &) const = default;
};

struct PromptReply {
    static constexpr const char *type = "prompt";
    QString turn;   ///< the turn that takes it; empty while it is queued
    QString prompt; ///< its id in the queue; empty when its turn has begun

    bool operator==(const PromptReply &) const = default;
    static constexpr auto fields()
    {
        return std::tuple{Field{"turn", &PromptReply::turn}, Field{"prompt", &PromptReply::prompt}};
    }
};

struct ProviderList {
    static constexpr const char *type = "providers";
    QList<ProviderInfo> providers;

    bool operator==(const ProviderList &) const = default;
    static constexpr auto fields() { return std::tuple{Field{"providers", &ProviderList::providers}}; }
};

struct ChangeList {
    static constexpr const char *type = "changes";
    QList<ChangeInfo> changes;

    bool operator==(const ChangeList &) const = default;
    static constexpr auto fields() { return std::tuple{Field{"changes", &ChangeList::changes}}; }
};

struct ChangeReply {
    static constexpr const char *type = "change";
    ChangeInfo change;
    QList<Hunk> hunks;
    bool truncated = false; ///< too large to show; it can be decided as a whole

    bool operator==(const ChangeReply &) const = default;
    static constexpr auto fields()
    {
        return std::tuple{Field{"change", &ChangeReply::change}, Field{"hunks", &ChangeReply::hunks},
                          Field{"truncated", &ChangeReply::truncated}};
    }
};

struct PathList {
    static constexpr const char *type = "paths";
    QStringList paths;

    bool operator==(const PathList &) const = default;
    static constexpr auto fields() { return std::tuple{Field{"paths", &PathList::paths}}; }
};

struct ContentReply {
    static constexpr const char *type = "content";
    QString text;     ///< decoded; invalid bytes become U+FFFD
    qint64 bytes = 0; ///< of all of it

    bool operator==(const ContentReply &) const = default;
    static constexpr auto fields()
    {
        return std::tuple{Field{"text", &ContentReply::text}, Field{"bytes", &ContentReply::bytes}};
    }
};

struct ToolReply {
    static constexpr const char *type = "tool";
    ToolCallFinished result;

    bool operator==(const ToolReply &) const = default;
    static constexpr auto fields() { return std::tuple{Field{"result", &ToolReply::result}}; }
};

struct SettingList {
    static constexpr const char *type = "settings";
    QList<SettingInfo> settings;

    bool operator==(const SettingList &) const = default;
    static constexpr auto fields() { return std::tuple{Field{"settings", &SettingList::settings}}; }
};

using Reply = std::variant<Done, SessionReply, SessionList, EventPage, PromptReply, ProviderList, ChangeList,
                           ChangeReply, PathList, ContentReply, ToolReply, SettingList>;

} // namespace cohort::protocol
