// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/enginelink.h"
#include "ui/models/planlist.h"
#include "ui/models/shellruns.h"
#include "ui/models/transcript.h"

#include <QElapsedTimer>

namespace cohort::ui {

/// A prompt that waits for the running turn to end.
struct QueuedPrompt {
    QString id;
    QString text;

    bool operator==(const QueuedPrompt &) const = default;
};

/// One open session: its conversation, what it is doing, and what can be asked of it.
class Session : public QObject
{
    Q_OBJECT
public:
    Session(engine::EngineLink *link, protocol::SessionInfo info, QObject *parent = nullptr);

    [[nodiscard]] const QString &id() const { return m_info.id; }
    [[nodiscard]] QString title() const { return m_info.title; }
    [[nodiscard]] Transcript *transcript() { return &m_transcript; }
    [[nodiscard]] ShellRuns *shell() { return &m_shell; }
    [[nodiscard]] PlanList *plan() { return &m_plan; }

    [[nodiscard]] bool loaded() const { return m_loaded; }
    /// Whether all older pages are there.
    [[nodiscard]] bool complete() const { return m_complete; }
    [[nodiscard]] bool working() const { return m_working; }
    [[nodiscard]] qint64 workingMs() const { return m_working ? m_since.elapsed() : 0; }
    [[nodiscard]] QString activity() const { return m_activity; }
    [[nodiscard]] protocol::Mode mode() const { return m_info.mode; }
    [[nodiscard]] protocol::ModelChoice model() const { return m_info.model; }
    [[nodiscard]] QString sandbox() const { return m_sandbox; }
    [[nodiscard]] protocol::Usage usage() const { return m_usage; }
    [[nodiscard]] protocol::ContextMeasured context() const { return m_context; }
    [[nodiscard]] QList<QueuedPrompt> queue() const { return m_queue; }
    /// What the person said in this session, oldest first.
    [[nodiscard]] QStringList prompts() const;

    /// Takes in what is known of it from the list.
    void setInfo(const protocol::SessionInfo &info);
    void apply(const protocol::Event &event);
    /// Tells views what apply() changed.
    void flush();

    /// Submits a prompt. What could not be sent comes back with refused().
    void submit(const QString &text, const QStringList &attachments, protocol::WhenBusy whenBusy);
    void unqueue(const QString &prompt, bool now);
    void stop();
    void setMode(protocol::Mode mode);
    void setModel(const protocol::ModelChoice &model);
    void decide(const QString &request, bool allow, protocol::Scope scope, const QString &rule, const QString &note);
    /// Reads the whole output of a call that shows a part.
    void readOutput(const QString &call, const QString &hash);

Q_SIGNALS:
    /// Anything but the conversation's rows changed.
    void changed();
    void loadedChanged();
    void queueChanged();
    void failed(const QString &message);
    void refused(const QString &text);

private:
    void load();
    void loadOlder();
    void takePage(const protocol::EventPage &page);
    void takeState(const protocol::Event &event);
    void takeOldState(const protocol::Event &event);
    void ask(protocol::Command command);

    engine::EngineLink *m_link;
    protocol::SessionInfo m_info;
    Transcript m_transcript;
    ShellRuns m_shell;
    PlanList m_plan;
    QList<protocol::Event> m_early; ///< came before the first page
    qint64 m_firstSeq = 0;
    qint64 m_lastSeq = 0;
    bool m_loaded = false;
    bool m_complete = false;
    bool m_working = false;
    bool m_stateDirty = false;
    bool m_queueDirty = false;
    bool m_planKnown = false;
    QElapsedTimer m_since;
    QString m_activity;
    QString m_sandbox;
    protocol::Usage m_usage;
    protocol::ContextMeasured m_context;
    QList<QueuedPrompt> m_queue;
    QSet<QString> m_unqueued;
};

} // namespace cohort::ui
