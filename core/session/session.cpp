// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session.h"

#include "core/base/ids.h"
#include "core/base/log.h"
#include "core/protocol/codec.h"
#include "core/session/recovery.h"

#include <QDateTime>

namespace cohort::session {

using protocol::Event;
using protocol::SessionState;
using protocol::SubmitPrompt;

namespace {

constexpr qsizetype longestTitle = 60; ///< UTF-16 units

QString titleFrom(const QString &prompt)
{
    const QString line = prompt.trimmed().section(QLatin1Char('\n'), 0, 0).simplified();
    if (line.size() <= longestTitle)
        return line;
    const qsizetype space = line.lastIndexOf(QLatin1Char(' '), longestTitle);
    return line.first(space > longestTitle / 2 ? space : longestTitle) + QStringLiteral("…");
}

} // namespace

protocol::SessionInfo infoOf(const store::SessionRow &row)
{
    return {.id = row.id,
            .title = row.title,
            .created = row.created,
            .updated = row.updated,
            .lastSeq = row.lastSeq,
            .state = protocol::valueOf<SessionState>(row.state).value_or(SessionState::Idle),
            .mode = protocol::valueOf<protocol::Mode>(row.mode).value_or(protocol::Mode::Ask),
            .model = {.provider = row.provider, .model = row.model},
            .parent = row.parent,
            .parentSeq = row.parentSeq,
            .holder = {}};
}

Session::Session(const SessionServices &services, store::SessionRow row, const QList<Event> &events,
                 std::unique_ptr<SessionLock> lock, QMap<QString, QString> *seen)
    : m_services(services)
    , m_lock(std::move(lock))
    , m_log(services.database, services.contents, std::move(row))
    , m_seen(seen)
{
    for (const Event &event : events)
        m_conversation.apply(event);
    connect(&m_log, &EventLog::appended, this, &Session::handleAppended);
    connect(&m_log, &EventLog::published, this, &Session::published);
}

Session::~Session() = default;

void Session::recover(const QList<store::PartialRow> &partials)
{
    QStringList items;
    for (const store::PartialRow &partial : partials) {
        if (!items.contains(partial.item))
            items.append(partial.item);
    }
    for (const Event &event : recoveryEvents(m_conversation, partials))
        m_log.append(event);
    for (const QString &item : std::as_const(items))
        m_log.dropPartials(item);
}

void Session::handleAppended(const Event &event)
{
    m_conversation.apply(event);
    if (event.as<protocol::PermissionRequested>() != nullptr)
        setState(SessionState::Waiting);
    else if (event.as<protocol::PermissionDecided>() != nullptr)
        setState(SessionState::Working);
    else if (const auto *finished = event.as<protocol::TurnFinished>())
        setState(finished->outcome == protocol::Outcome::Interrupted ? SessionState::Interrupted : SessionState::Idle);
}

void Session::setState(SessionState state)
{
    m_log.setRow([state](store::SessionRow &row) { row.state = protocol::nameOf(state); });
    Q_EMIT changed();
}

Task<Result<protocol::PromptReply>> Session::submit(SubmitPrompt prompt)
{
    if (prompt.text.trimmed().isEmpty())
        co_return fail(ErrorKind::Invalid, QStringLiteral("the prompt is empty"));
    protocol::PromptReply reply;
    if (m_turn == nullptr) {
        reply.turn = newId();
        begin(prompt, reply.turn);
    } else if (prompt.whenBusy != protocol::WhenBusy::Refuse) {
        reply.prompt = newId();
        m_queued.insert(reply.prompt, prompt);
        m_log.append({.body = protocol::PromptQueued{
                          .prompt = reply.prompt, .text = prompt.text, .attachments = prompt.attachments}});
        if (prompt.whenBusy == protocol::WhenBusy::Steer) {
            reply.turn = m_turn->id();
            m_turn->steer(reply.prompt);
        }
    } else {
        co_return fail(ErrorKind::Conflict,
                       QStringLiteral("the session is at work; interrupt it, or let the prompt wait"));
    }
    const QString id = reply.turn;
    if (const Result<> kept = co_await m_log.barrier(); !kept) {
        if (m_turn != nullptr && m_turn->id() == id)
            m_turn->interrupt(); // what is not in the log does not run
        co_return std::unexpected(kept.error());
    }
    co_return reply;
}

void Session::begin(const SubmitPrompt &prompt, const QString &turn)
{
    if (m_log.row().title.isEmpty()) {
        const QString title = titleFrom(prompt.text);
        m_log.setRow([&title](store::SessionRow &row) { row.title = title; });
        m_log.append({.body = protocol::SessionRenamed{.title = title}});
    }
    setState(SessionState::Working);
    m_log.append({.turn = turn, .body = protocol::UserMessage{.text = prompt.text, .attachments = prompt.attachments}});
    const store::SessionRow &row = m_log.row();
    m_turn = std::make_unique<Turn>(
        m_services, &m_log, &m_conversation, &m_permissions, m_seen,
        Turn::Start{.id = turn,
                    .prompt = prompt,
                    .mode = protocol::valueOf<protocol::Mode>(row.mode).value_or(protocol::Mode::Ask),
                    .model = {.provider = row.provider, .model = row.model}});
    m_scope.hold(work());
}

Task<> Session::work()
{
    co_await m_turn->run();
    if (const Result<> kept = co_await m_log.barrier(); !kept)
        qCCritical(logSession) << kept.error().message;
    m_turn.reset();
    if (m_finishing)
        co_return;
    if (!m_conversation.queue().isEmpty()) {
        beginQueued(m_conversation.queue().first());
    } else {
        Q_EMIT changed();
        Q_EMIT idle();
    }
}

void Session::beginQueued(protocol::PromptQueued queued)
{
    m_log.append({.body = protocol::PromptUnqueued{.prompt = queued.prompt}});
    SubmitPrompt prompt = m_queued.take(queued.prompt);
    prompt.text = queued.text;
    prompt.attachments = queued.attachments;
    begin(prompt, newId());
}

Result<> Session::unqueue(const protocol::UnqueuePrompt &command)
{
    for (const protocol::PromptQueued &queued : m_conversation.queue()) {
        if (queued.prompt != command.prompt)
            continue;
        if (!command.now) {
            m_log.append({.body = protocol::PromptUnqueued{.prompt = command.prompt}});
            m_queued.remove(command.prompt);
        } else if (m_turn != nullptr) {
            m_turn->steer(command.prompt);
        } else {
            beginQueued(queued);
        }
        return {};
    }
    return fail(ErrorKind::NotFound, QStringLiteral("this prompt is no longer waiting"));
}

void Session::interrupt()
{
    if (m_turn != nullptr)
        m_turn->interrupt();
}

void Session::setMode(protocol::Mode mode)
{
    m_log.setRow([mode](store::SessionRow &row) { row.mode = protocol::nameOf(mode); });
    m_log.append({.body = protocol::ModeChanged{.mode = mode}});
    if (m_turn != nullptr)
        m_turn->setMode(mode);
    Q_EMIT changed();
}

void Session::setModel(const protocol::ModelChoice &model)
{
    m_log.setRow([&model](store::SessionRow &row) {
        row.provider = model.provider;
        row.model = model.model;
    });
    m_log.append({.body = protocol::ModelChanged{.model = model}});
    Q_EMIT changed();
}

void Session::rename(const QString &title)
{
    m_log.setRow([&title](store::SessionRow &row) { row.title = title; });
    m_log.append({.body = protocol::SessionRenamed{.title = title}});
    Q_EMIT changed();
}

void Session::setDeleted(bool deleted)
{
    m_log.setRow([deleted](store::SessionRow &row) { row.deleted = deleted; });
    Q_EMIT changed();
}

Task<> Session::finish()
{
    m_finishing = true;
    interrupt();
    co_await m_scope.finish();
    co_await m_log.finish();
}

} // namespace cohort::session
