// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/sessionmanager.h"

#include "core/base/ids.h"
#include "core/base/log.h"
#include "core/protocol/codec.h"

#include <QDateTime>

namespace cohort::session {

using protocol::Event;
using protocol::SessionInfo;
using store::Connection;

namespace {

std::unexpected<Error> unknownSession(const QString &id)
{
    return fail(ErrorKind::NotFound, QStringLiteral("there is no session \"%1\" in this project").arg(id));
}

Result<QList<Event>> decodeAll(const QList<store::EventRow> &rows, const QString &session,
                               const store::ContentStore &contents)
{
    QList<Event> events;
    events.reserve(rows.size());
    for (const store::EventRow &row : rows) {
        Result<Event> event = decodeEvent(row.body, contents);
        if (!event)
            return fail(
                ErrorKind::Corrupt,
                QStringLiteral("event %1 of the session cannot be read: %2").arg(row.seq).arg(event.error().message));
        event->session = session; // a forked session's events were written under another id
        event->seq = row.seq;
        events.append(std::move(*event));
    }
    return events;
}

} // namespace

SessionManager::SessionManager(const SessionServices &services, Holder self, QObject *parent)
    : QObject(parent)
    , m_services(services)
    , m_self(std::move(self))
{}

SessionManager::~SessionManager() = default;

QString SessionManager::lockFile(const QString &id) const
{
    return m_services.dataFolder + QStringLiteral("/locks/") + id;
}

Session *SessionManager::driven(const QString &id) const
{
    const auto found = m_driven.find(id);
    return found == m_driven.end() ? nullptr : found->second.get();
}

std::optional<Holder> SessionManager::holderOf(const QString &id) const
{
    if (driven(id) != nullptr || m_moving.contains(id)) // it is ours, or will be in a moment
        return std::nullopt;
    return SessionLock::holderOf(lockFile(id));
}

Session *SessionManager::adopt(std::unique_ptr<Session> session)
{
    Session *raw = session.get();
    const QString id = raw->row().id;
    connect(raw, &Session::published, this, &SessionManager::published);
    connect(raw, &Session::changed, this, &SessionManager::sessionsChanged);
    connect(raw, &Session::idle, this, [this, id] { release(id); }, Qt::QueuedConnection);
    m_driven.emplace(id, std::move(session));
    return raw;
}

void SessionManager::release(const QString &id)
{
    const auto found = m_driven.find(id);
    if (found == m_driven.end() || found->second->isWorking())
        return;
    std::unique_ptr<Session> session = std::move(found->second);
    m_driven.erase(found);
    m_scope.hold(letGo(std::move(session)));
}

Task<> SessionManager::letGo(std::unique_ptr<Session> session)
{
    // Until it is let go, whoever wants the session waits and loads it anew.
    const QString id = session->row().id;
    m_moving.insert(id, {});
    co_await session->finish();
    session.reset();
    settled(id);
    Q_EMIT sessionsChanged();
}

Task<Result<SessionInfo>> SessionManager::create(protocol::CreateSession command)
{
    const QString standardMode = m_services.settings->text(u"agent.mode");
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    store::SessionRow row{
        .id = newId(), .title = command.title, .created = now, .updated = now, .state = QStringLiteral("idle")};
    row.mode = command.mode ? protocol::nameOf(*command.mode) : standardMode;
    row.provider =
        command.model.provider.isEmpty() ? m_services.settings->text(u"agent.provider") : command.model.provider;
    row.model = command.model.model.isEmpty() && command.model.provider.isEmpty()
                    ? m_services.settings->text(u"agent.model")
                    : command.model.model;
    const protocol::SessionCreated created{
        .title = row.title,
        .mode = protocol::valueOf<protocol::Mode>(row.mode).value_or(protocol::Mode::Ask),
        .model = {.provider = row.provider, .model = row.model}};
    Event event{.session = row.id, .seq = 1, .time = now, .body = created};
    row.lastSeq = 1;
    const auto write = [row, body = protocol::toLine(protocol::toJson(event))](Connection &connection) {
        const Result<> put = store::putSession(connection, row);
        return put ? store::appendEvents(connection, row.id, {{.seq = 1, .body = body}}) : put;
    };
    if (const Result<> kept = co_await m_services.database->write(write, store::Durability::Normal); !kept)
        co_return std::unexpected(kept.error());
    Q_EMIT published({event});
    Q_EMIT sessionsChanged();
    co_return infoOf(row);
}

Task<Result<SessionInfo>> SessionManager::fork(protocol::ForkSession command)
{
    const auto work = [command, id = newId()](Connection &connection) -> Result<store::SessionRow> {
        const Result<std::optional<store::SessionRow>> found = store::findSession(connection, command.session);
        if (!found)
            return std::unexpected(found.error());
        if (!*found)
            return unknownSession(command.session);
        store::SessionRow row = **found;
        row.parent = row.id;
        row.parentSeq = command.seq > 0 ? std::min(command.seq, row.lastSeq) : row.lastSeq;
        row.lastSeq = row.parentSeq;
        row.id = id;
        row.created = row.updated = QDateTime::currentMSecsSinceEpoch();
        row.deleted = false;
        row.state = QStringLiteral("idle");
        Result<> result = connection.execute("begin immediate");
        if (result)
            result = store::putSession(connection, row);
        if (result)
            result = store::copyEvents(connection, row.parent, row.id, row.parentSeq);
        if (result)
            result = connection.execute("commit");
        if (!result) {
            static_cast<void>(connection.execute("rollback")); // the first failure is the one to tell
            return std::unexpected(result.error());
        }
        return row;
    };
    const Result<store::SessionRow> row = co_await m_services.database->read(work);
    if (!row)
        co_return std::unexpected(row.error());
    Q_EMIT sessionsChanged();
    co_return infoOf(*row);
}

Task<Result<QList<SessionInfo>>> SessionManager::list(bool trash)
{
    const auto rows = co_await m_services.database->read(
        [trash](Connection &connection) { return store::listSessions(connection, trash); });
    if (!rows)
        co_return std::unexpected(rows.error());
    QList<SessionInfo> sessions;
    for (const store::SessionRow &row : *rows) {
        const Session *here = driven(row.id);
        SessionInfo info = infoOf(here != nullptr ? here->row() : row);
        if (here == nullptr
            && (info.state == protocol::SessionState::Working || info.state == protocol::SessionState::Waiting)) {
            if (const auto holder = holderOf(row.id))
                info.holder = holder->text();
            else
                info.state = protocol::SessionState::Interrupted; // its process is gone
        } else if (here != nullptr && here->isWorking()) {
            info.holder = m_self.text();
        }
        sessions.append(info);
    }
    co_return sessions;
}

Task<Result<protocol::EventPage>> SessionManager::read(protocol::ReadEvents command)
{
    const auto work = [command, contents = m_services.contents](Connection &connection) -> Result<protocol::EventPage> {
        const auto row = store::findSession(connection, command.session);
        if (!row)
            return std::unexpected(row.error());
        if (!*row)
            return unknownSession(command.session);
        const auto rows = store::readEvents(connection, command.session, command.after, command.limit);
        if (!rows)
            return std::unexpected(rows.error());
        Result<QList<Event>> events = decodeAll(*rows, command.session, *contents);
        if (!events)
            return std::unexpected(events.error());
        return protocol::EventPage{.events = std::move(*events), .lastSeq = (*row)->lastSeq};
    };
    co_return co_await m_services.database->read(work);
}

void SessionManager::interruptTools()
{
    std::exchange(m_toolStop, {}).request_stop();
}

Task<Result<protocol::ToolCallFinished>> SessionManager::runTool(protocol::RunTool command)
{
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    store::SessionRow row{.id = newId(),
                          .title = QStringLiteral("cohort tool run %1").arg(command.tool),
                          .created = now,
                          .updated = now,
                          .state = QStringLiteral("idle")};
    row.mode = protocol::nameOf(command.mode);
    row.deleted = true;
    EventLog log(m_services.database, m_services.contents, row);
    Conversation conversation;
    PermissionQueue permissions;
    QMap<QString, QString> seen;
    std::optional<protocol::ToolCallFinished> finished;
    connect(&log, &EventLog::appended, &log, [&finished](const Event &event) {
        if (const auto *done = event.as<protocol::ToolCallFinished>())
            finished = *done;
    });
    connect(&log, &EventLog::published, this, &SessionManager::published);
    log.append({.body = protocol::SessionCreated{.title = row.title, .mode = command.mode}});
    ToolCalls calls(m_services, &log, &permissions, &conversation, &seen,
                    {.turn = newId(), .agent = QStringLiteral("You"), .mode = command.mode, .unattended = true});
    const protocol::ToolCall call{.id = newId(), .tool = command.tool, .arguments = command.arguments};
    const Result<> ran = co_await calls.run({call}, m_toolStop.get_token());
    co_await log.finish();
    if (!ran)
        co_return std::unexpected(ran.error());
    if (!finished)
        co_return fail(ErrorKind::Cancelled, QStringLiteral("stopped"));
    co_return *finished;
}

Task<Result<Session *>> SessionManager::load(QString id)
{
    Holder holder;
    auto lock = SessionLock::acquire(lockFile(id), m_self, &holder);
    if (!lock)
        co_return std::unexpected(lock.error());
    struct Loaded {
        store::SessionRow row;
        QList<Event> events;
        QList<store::PartialRow> partials;
    };
    const auto work = [id, contents = m_services.contents](Connection &connection) -> Result<Loaded> {
        const auto row = store::findSession(connection, id);
        if (!row)
            return std::unexpected(row.error());
        if (!*row)
            return unknownSession(id);
        const auto rows = store::readEvents(connection, id, 0, 0);
        if (!rows)
            return std::unexpected(rows.error());
        Result<QList<Event>> events = decodeAll(*rows, id, *contents);
        if (!events)
            return std::unexpected(events.error());
        const auto partials = store::readPartials(connection, id);
        if (!partials)
            return std::unexpected(partials.error());
        return Loaded{.row = **row, .events = std::move(*events), .partials = *partials};
    };
    const Result<Loaded> loaded = co_await m_services.database->read(work);
    if (!loaded)
        co_return std::unexpected(loaded.error());
    if (m_finishing)
        co_return fail(ErrorKind::Cancelled, QStringLiteral("stopped"));
    Session *session =
        adopt(std::make_unique<Session>(m_services, loaded->row, loaded->events, std::move(*lock), &m_seen[id]));
    session->recover(loaded->partials);
    co_return session;
}

Task<Result<Session *>> SessionManager::drive(QString id)
{
    if (!isId(id))
        co_return unknownSession(id);
    while (m_moving.contains(id)) {
        const Gate<> gate;
        m_moving[id].append(gate);
        co_await gate;
    }
    if (m_finishing)
        co_return fail(ErrorKind::Cancelled, QStringLiteral("stopped"));
    if (Session *here = driven(id))
        co_return here;
    m_moving.insert(id, {});
    const Result<Session *> session = co_await load(id);
    settled(id);
    co_return session;
}

void SessionManager::settled(const QString &id)
{
    for (const Gate<> &gate : m_moving.take(id))
        gate.open({});
}

Task<Result<protocol::PromptReply>> SessionManager::submit(protocol::SubmitPrompt command)
{
    const QString id = command.session;
    const Result<Session *> session = co_await drive(id);
    if (!session)
        co_return std::unexpected(session.error());
    const qint64 limit = m_services.settings->number(u"limits.sessionsAtWork");
    if (!(*session)->isWorking() && working() >= limit) {
        release(id);
        co_return fail(ErrorKind::Limit, QStringLiteral("%1 sessions are at work already, which is the limit. Wait for "
                                                        "one, stop one, or raise limits.sessionsAtWork.")
                                             .arg(limit));
    }
    Result<protocol::PromptReply> reply = co_await (*session)->submit(std::move(command));
    if (!reply)
        release(id);
    co_return reply;
}

int SessionManager::working() const
{
    return static_cast<int>(
        std::ranges::count_if(m_driven, [](const auto &entry) { return entry.second->isWorking(); }));
}

Task<> SessionManager::finish()
{
    m_finishing = true;
    interruptTools();
    for (const auto &[id, session] : m_driven)
        session->interrupt();
    while (!m_driven.empty()) {
        std::unique_ptr<Session> session = std::move(m_driven.begin()->second);
        m_driven.erase(m_driven.begin());
        co_await session->finish();
    }
    co_await m_scope.finish();
}

} // namespace cohort::session
