// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/session.h"

#include <algorithm>

namespace cohort::ui {

using namespace protocol;

namespace {

constexpr int firstPage = 200; ///< events: enough for a screen
constexpr int olderPage = 1000;

void add(Usage &sum, const Usage &usage)
{
    sum.input += usage.input;
    sum.cached += usage.cached;
    sum.output += usage.output;
    sum.reasoning += usage.reasoning;
    sum.estimated = sum.estimated || usage.estimated;
}

} // namespace

Session::Session(engine::EngineLink *link, SessionInfo info, QObject *parent)
    : QObject(parent)
    , m_link(link)
    , m_info(std::move(info))
{
    load();
}

void Session::load()
{
    m_link->send(ReadEvents{.session = id(), .limit = -firstPage}, this, [this](const Result<Reply> &reply) {
        if (!reply)
            Q_EMIT failed(reply.error().message);
        else if (const auto *page = std::get_if<EventPage>(&*reply))
            takePage(*page);
    });
}

void Session::takePage(const EventPage &page)
{
    m_loaded = true;
    if (m_info.state == SessionState::Working || m_info.state == SessionState::Waiting) {
        m_working = true;
        m_since.start();
    }
    for (const auto &event : page.events)
        apply(event);
    if (!page.events.isEmpty())
        m_firstSeq = page.events.first().seq;
    m_lastSeq = std::max(m_lastSeq, page.lastSeq);
    if (m_info.state == SessionState::Interrupted) { // by a crash; whoever goes on with it ends that turn first
        m_working = false;
        m_transcript.abandonTurn();
    }
    for (const auto &event : std::exchange(m_early, {}))
        if (!event.isDurable() || event.seq > m_lastSeq)
            apply(event);
    flush();
    Q_EMIT loadedChanged();
    m_complete = m_firstSeq <= 1;
    if (!m_complete)
        loadOlder();
}

void Session::loadOlder()
{
    m_link->send(ReadEvents{.session = id(), .after = m_firstSeq, .limit = -olderPage}, this,
                 [this](const Result<Reply> &reply) {
                     const auto *page = reply ? std::get_if<EventPage>(&*reply) : nullptr;
                     if (page == nullptr || page->events.isEmpty()) {
                         m_complete = true;
                         return;
                     }
                     for (const auto &event : page->events)
                         takeOldState(event);
                     m_transcript.prepend(page->events);
                     m_transcript.flush();
                     m_firstSeq = page->events.first().seq;
                     m_complete = m_firstSeq <= 1;
                     m_stateDirty = true;
                     flush();
                     if (!m_complete)
                         loadOlder();
                 });
}

void Session::apply(const Event &event)
{
    if (!m_loaded) {
        m_early.append(event);
        return;
    }
    if (event.isDurable()) {
        if (event.seq <= m_lastSeq)
            return;
        m_lastSeq = event.seq;
    }
    takeState(event);
    m_shell.apply(event);
    m_transcript.append(event);
}

void Session::takeState(const Event &event)
{
    m_stateDirty = m_stateDirty || event.isDurable() || event.as<Activity>() != nullptr; // not what streams
    if (const auto *started = event.as<TurnStarted>()) {
        m_working = true;
        m_since.start();
        m_sandbox = started->sandbox;
        m_info.model = started->model;
    } else if (const auto *finished = event.as<TurnFinished>()) {
        m_working = false;
        m_activity.clear();
        add(m_usage, finished->usage);
    } else if (const auto *activity = event.as<Activity>()) {
        m_activity = activity->text;
    } else if (const auto *mode = event.as<ModeChanged>()) {
        m_info.mode = mode->mode;
    } else if (const auto *model = event.as<ModelChanged>()) {
        m_info.model = model->model;
    } else if (const auto *created = event.as<SessionCreated>()) {
        m_info.mode = created->mode;
        m_info.model = created->model;
    } else if (const auto *renamed = event.as<SessionRenamed>()) {
        m_info.title = renamed->title;
    } else if (const auto *plan = event.as<PlanChanged>()) {
        m_plan.setItems(plan->items);
        m_planKnown = true;
    } else if (const auto *context = event.as<ContextMeasured>()) {
        m_context = *context;
    } else if (const auto *queued = event.as<PromptQueued>()) {
        m_queue.append({queued->prompt, queued->text});
        m_queueDirty = true;
    } else if (const auto *unqueued = event.as<PromptUnqueued>()) {
        m_unqueued.insert(unqueued->prompt);
        m_queue.removeIf([unqueued](const QueuedPrompt &prompt) { return prompt.id == unqueued->prompt; });
        m_queueDirty = true;
    }
}

void Session::takeOldState(const Event &event)
{
    if (const auto *finished = event.as<TurnFinished>()) {
        add(m_usage, finished->usage);
    } else if (const auto *started = event.as<TurnStarted>(); started != nullptr && m_sandbox.isEmpty()) {
        m_sandbox = started->sandbox;
    } else if (const auto *plan = event.as<PlanChanged>(); plan != nullptr && !m_planKnown) {
        m_plan.setItems(plan->items);
    } else if (const auto *queued = event.as<PromptQueued>();
               queued != nullptr && !m_unqueued.contains(queued->prompt)) {
        m_queue.prepend({queued->prompt, queued->text});
        m_queueDirty = true;
    } else if (const auto *unqueued = event.as<PromptUnqueued>()) {
        m_queue.removeIf([unqueued](const QueuedPrompt &prompt) { return prompt.id == unqueued->prompt; });
    }
}

void Session::flush()
{
    m_transcript.flush();
    m_shell.flush();
    if (std::exchange(m_queueDirty, false))
        Q_EMIT queueChanged();
    if (std::exchange(m_stateDirty, false))
        Q_EMIT changed();
}

void Session::setInfo(const SessionInfo &info)
{
    if (m_info == info)
        return;
    const bool titleChanged = m_info.title != info.title;
    m_info = info;
    const bool busy = info.state == SessionState::Working || info.state == SessionState::Waiting;
    if (m_loaded && busy && !m_working) {
        m_working = true;
        m_since.start();
    }
    if (m_loaded && info.state == SessionState::Interrupted && m_working) {
        m_working = false;
        m_transcript.abandonTurn();
        m_transcript.flush();
    }
    if (m_loaded || titleChanged)
        Q_EMIT changed();
}

QStringList Session::prompts() const
{
    QStringList prompts;
    for (int index = 0; index < m_transcript.count(); ++index)
        if (m_transcript.row(index).kind == Row::Kind::User)
            prompts.append(m_transcript.row(index).text);
    return prompts;
}

void Session::ask(Command command)
{
    m_link->send(std::move(command), this, [this](const Result<Reply> &reply) {
        if (!reply)
            Q_EMIT failed(reply.error().message);
    });
}

void Session::submit(const QString &text, const QStringList &attachments, WhenBusy whenBusy)
{
    m_link->send(SubmitPrompt{.session = id(), .text = text, .attachments = attachments, .whenBusy = whenBusy}, this,
                 [this, text](const Result<Reply> &reply) {
                     if (!reply) {
                         Q_EMIT failed(reply.error().message);
                         Q_EMIT refused(text);
                     }
                 });
}

void Session::unqueue(const QString &prompt, bool now)
{
    ask(UnqueuePrompt{.session = id(), .prompt = prompt, .now = now});
}

void Session::stop()
{
    ask(Interrupt{id()});
}

void Session::setMode(Mode mode)
{
    if (mode != m_info.mode)
        ask(SetMode{id(), mode});
}

void Session::setModel(const ModelChoice &model)
{
    if (model != m_info.model)
        ask(SetModel{id(), model});
}

void Session::decide(const QString &request, bool allow, Scope scope, const QString &rule, const QString &note)
{
    ask(DecidePermission{
        .session = id(), .request = request, .allow = allow, .scope = scope, .rule = rule, .note = note});
}

void Session::readOutput(const QString &call, const QString &hash)
{
    m_link->send(ReadContent{.hash = hash}, this, [this, call](const Result<Reply> &reply) {
        if (!reply)
            Q_EMIT failed(reply.error().message);
        else if (const auto *content = std::get_if<ContentReply>(&*reply))
            m_transcript.setOutput(call, content->text);
    });
}

} // namespace cohort::ui
