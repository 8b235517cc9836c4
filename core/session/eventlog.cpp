// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/eventlog.h"

#include "core/base/log.h"
#include "core/protocol/codec.h"

#include <QDateTime>
#include <QJsonArray>
#include <QJsonDocument>

namespace cohort::session {

using protocol::Event;
using store::Connection;
using store::Durability;

namespace {

constexpr qsizetype largestEvent = 64 * 1024; ///< bytes of JSON
constexpr qsizetype smallestReference = 2048; ///< UTF-16 units; shorter strings stay in the event
const QString referenceKey = QStringLiteral("$content");
const QString externalKey = QStringLiteral("$external"); ///< in the envelope of an event that has references

/// A key of the event's own that looks like one of ours gets another "$", so that nobody's data is taken for a
/// reference.
QString escaped(const QString &key)
{
    return key.startsWith(QLatin1Char('$')) ? QLatin1Char('$') + key : key;
}

/// Replaces long strings by references, wherever they are.
Result<QJsonValue> externalized(const QJsonValue &value, const store::ContentStore &contents)
{
    if (value.isString() && value.toString().size() >= smallestReference) {
        const QByteArray bytes = value.toString().toUtf8();
        const Result<QString> hash = contents.put(bytes);
        if (!hash)
            return std::unexpected(hash.error());
        return QJsonObject{{referenceKey, *hash}, {QStringLiteral("bytes"), bytes.size()}};
    }
    if (value.isObject()) {
        const QJsonObject object = value.toObject();
        QJsonObject smaller;
        for (auto it = object.begin(); it != object.end(); ++it) {
            const Result<QJsonValue> inner = externalized(it.value(), contents);
            if (!inner)
                return inner;
            smaller.insert(escaped(it.key()), *inner);
        }
        return smaller;
    }
    if (value.isArray()) {
        QJsonArray array;
        for (const QJsonValue &element : value.toArray()) {
            const Result<QJsonValue> inner = externalized(element, contents);
            if (!inner)
                return inner;
            array.append(*inner);
        }
        return array;
    }
    return value;
}

QJsonValue resolved(const QJsonValue &value, const store::ContentStore &contents)
{
    if (value.isObject()) {
        const QJsonObject object = value.toObject();
        if (object.contains(referenceKey)) {
            const Result<QByteArray> bytes = contents.get(object.value(referenceKey).toString());
            return bytes ? QString::fromUtf8(*bytes) : QStringLiteral("[%1]").arg(bytes.error().message);
        }
        QJsonObject whole;
        for (auto it = object.begin(); it != object.end(); ++it)
            whole.insert(it.key().startsWith(QLatin1Char('$')) ? it.key().sliced(1) : it.key(),
                         resolved(it.value(), contents));
        return whole;
    }
    if (value.isArray()) {
        QJsonArray array;
        for (const QJsonValue &element : value.toArray())
            array.append(resolved(element, contents));
        return array;
    }
    return value;
}

} // namespace

Result<QByteArray> encodeEvent(const Event &event, const store::ContentStore &contents)
{
    const QJsonObject object = protocol::toJson(event);
    QByteArray line = protocol::toLine(object);
    if (line.size() <= largestEvent)
        return line;
    const Result<QJsonValue> smaller = externalized(object, contents);
    if (!smaller)
        return std::unexpected(smaller.error());
    QJsonObject envelope = smaller->toObject();
    envelope.insert(externalKey, true);
    return protocol::toLine(envelope);
}

Result<Event> decodeEvent(const QByteArray &body, const store::ContentStore &contents)
{
    const Result<QJsonObject> object = protocol::objectFromLine(body);
    if (!object)
        return std::unexpected(object.error());
    if (!object->contains(externalKey))
        return protocol::eventFromJson(*object);
    QJsonObject envelope = *object;
    envelope.remove(externalKey);
    return protocol::eventFromJson(resolved(envelope, contents).toObject());
}

EventLog::EventLog(store::Database *database, const store::ContentStore *contents, store::SessionRow row)
    : m_database(database)
    , m_contents(contents)
    , m_row(std::move(row))
{}

EventLog::~EventLog() = default;

void EventLog::append(Event event)
{
    event.session = m_row.id;
    event.seq = ++m_row.lastSeq;
    event.time = QDateTime::currentMSecsSinceEpoch();
    m_row.updated = event.time;
    Q_EMIT appended(event);
    m_unsent.append(event);
    m_outbox.push_back({.event = std::move(event), .ready = false});
    scheduleFlush();
}

void EventLog::stream(Event event)
{
    event.session = m_row.id;
    event.after = m_row.lastSeq;
    event.time = QDateTime::currentMSecsSinceEpoch();
    m_outbox.push_back({.event = std::move(event), .ready = true});
    if (m_outbox.size() == 1)
        publishReady();
}

void EventLog::keepPartial(const store::PartialRow &row)
{
    m_extras.append(
        [session = m_row.id, row](Connection &connection) { return store::putPartial(connection, session, row); });
    scheduleFlush();
}

void EventLog::dropPartials(const QString &item)
{
    m_extras.append(
        [session = m_row.id, item](Connection &connection) { return store::dropPartials(connection, session, item); });
    scheduleFlush();
}

void EventLog::scheduleFlush()
{
    if (m_flushScheduled)
        return;
    m_flushScheduled = true;
    QMetaObject::invokeMethod(this, [this] { static_cast<void>(flush(Durability::Normal)); }, Qt::QueuedConnection);
}

Gate<> EventLog::flush(Durability durability)
{
    m_flushScheduled = false;
    Gate<> gate;
    if (m_unsent.isEmpty() && m_extras.isEmpty() && durability == Durability::Normal) {
        gate.open({});
        return gate;
    }
    m_waiting.push_back(gate);
    if (durability == Durability::Full)
        m_durability = Durability::Full;
    if (!m_committing)
        m_scope.hold(commitAll());
    return gate;
}

Task<> EventLog::commitAll()
{
    // One at a time: were a later commit on its way while this one fails, its numbers would leave a gap.
    m_committing = true;
    while (!m_waiting.isEmpty()) {
        const QList<Gate<>> gates = std::exchange(m_waiting, {});
        const QList<Event> events = std::exchange(m_unsent, {});
        const Result<> result =
            co_await commit(events, std::exchange(m_extras, {}), std::exchange(m_durability, Durability::Normal));
        if (!result)
            lose(events, result.error());
        // Whoever waits goes on before what is sent in answer to what is published here: after a turn's end the session
        // is free for the next prompt.
        for (const Gate<> &gate : gates)
            gate.open(result);
        if (result)
            settle(events.size());
        publishReady();
    }
    m_committing = false;
}

Task<Result<>> EventLog::commit(QList<Event> events, QList<Extra> extras, Durability durability)
{
    const auto work = [row = m_row, events, extras, contents = m_contents](Connection &connection) -> Result<> {
        QList<store::EventRow> rows;
        for (const Event &event : events) {
            Result<QByteArray> body = encodeEvent(event, *contents);
            if (!body)
                return std::unexpected(body.error());
            rows.append({.seq = event.seq, .body = std::move(*body)});
        }
        Result<> result = store::putSession(connection, row);
        if (result)
            result = store::appendEvents(connection, row.id, rows);
        for (const Extra &extra : extras) {
            if (result)
                result = extra(connection);
        }
        return result;
    };
    co_return co_await m_database->write(work, durability);
}

void EventLog::settle(qsizetype count)
{
    // Commits come back in order, so the oldest that wait are meant.
    for (Entry &entry : m_outbox) {
        if (count == 0)
            break;
        if (!entry.ready) {
            entry.ready = true;
            --count;
        }
    }
}

void EventLog::lose(const QList<Event> &events, const Error &error)
{
    qCCritical(logSession) << "events could not be kept:" << error.message;
    m_failure = error;
    if (events.isEmpty())
        return;
    // Numbers stay dense: what is not in the log had none, and what waits behind it moves up.
    m_row.lastSeq = events.first().seq - 1;
    qsizetype lost = events.size();
    for (auto entry = m_outbox.begin(); entry != m_outbox.end();) {
        if (entry->ready) {
            ++entry;
        } else if (lost > 0) {
            --lost;
            entry->event.seq = 0;
            entry->event.after = m_row.lastSeq;
            entry->ready = true;
            // The end of a turn is told all the same, or somebody would wait for ever.
            entry = entry->event.as<protocol::TurnFinished>() != nullptr ? entry + 1 : m_outbox.erase(entry);
        } else {
            entry->event.seq = ++m_row.lastSeq;
            ++entry;
        }
    }
    qint64 next = events.first().seq;
    for (Event &event : m_unsent)
        event.seq = next++;
}

void EventLog::publishReady()
{
    QList<Event> events;
    while (!m_outbox.empty() && m_outbox.front().ready) {
        events.append(std::move(m_outbox.front().event));
        m_outbox.pop_front();
    }
    if (!events.isEmpty())
        Q_EMIT published(events);
}

Task<Result<>> EventLog::barrier()
{
    const Gate<> gate = flush(Durability::Full);
    const Result<> result = co_await gate;
    if (const auto failure = std::exchange(m_failure, std::nullopt))
        co_return std::unexpected(*failure);
    co_return result;
}

Task<> EventLog::finish()
{
    co_await flush(Durability::Normal);
    co_await m_scope.finish();
}

} // namespace cohort::session
