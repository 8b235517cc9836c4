// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/eventstore.h"

#include <algorithm>
#include <limits>

namespace cohort::store {

namespace {

SessionRow sessionFrom(const Statement &row)
{
    return {.id = row.text(0),
            .title = row.text(1),
            .created = row.integer(2),
            .updated = row.integer(3),
            .lastSeq = row.integer(4),
            .state = row.text(5),
            .mode = row.text(6),
            .provider = row.text(7),
            .model = row.text(8),
            .parent = row.text(9),
            .parentSeq = row.integer(10),
            .deleted = row.integer(11) != 0};
}

} // namespace

Result<> putSession(Connection &connection, const SessionRow &row)
{
    return connection
        .prepare(
            "insert into sessions(id, title, created, updated, last_seq, state, mode, provider, model, parent, "
            "parent_seq, deleted) values(?,?,?,?,?,?,?,?,?,?,?,?) on conflict(id) do update set title=excluded.title, "
            "updated=excluded.updated, last_seq=excluded.last_seq, state=excluded.state, mode=excluded.mode, "
            "provider=excluded.provider, model=excluded.model, deleted=excluded.deleted")
        .bind(1, row.id)
        .bind(2, row.title)
        .bind(3, row.created)
        .bind(4, row.updated)
        .bind(5, row.lastSeq)
        .bind(6, row.state)
        .bind(7, row.mode)
        .bind(8, row.provider)
        .bind(9, row.model)
        .bind(10, row.parent)
        .bind(11, row.parentSeq)
        .bind(12, row.deleted ? 1 : 0)
        .run();
}

Result<QList<SessionRow>> listSessions(Connection &connection, bool deleted)
{
    QList<SessionRow> rows;
    Statement select = connection.prepare(
        "select id, title, created, updated, last_seq, state, mode, provider, model, parent, parent_seq, deleted "
        "from sessions where deleted = ? order by updated desc, id desc");
    select.bind(1, deleted ? 1 : 0);
    while (select.step())
        rows.append(sessionFrom(select));
    if (Result<> result = select.result(); !result)
        return std::unexpected(result.error());
    return rows;
}

Result<std::optional<SessionRow>> findSession(Connection &connection, const QString &id)
{
    std::optional<SessionRow> row;
    Statement select = connection.prepare(
        "select id, title, created, updated, last_seq, state, mode, provider, model, parent, parent_seq, deleted "
        "from sessions where id = ?");
    select.bind(1, id);
    if (select.step())
        row = sessionFrom(select);
    if (Result<> result = select.result(); !result)
        return std::unexpected(result.error());
    return row;
}

Result<> appendEvents(Connection &connection, const QString &session, const QList<EventRow> &events)
{
    for (const EventRow &event : events) {
        Result<> result = connection.prepare("insert into events(session, seq, body) values(?,?,?)")
                              .bind(1, session)
                              .bind(2, event.seq)
                              .bind(3, event.body)
                              .run();
        if (!result)
            return result;
    }
    return {};
}

Result<QList<EventRow>> readEvents(Connection &connection, const QString &session, qint64 after, int limit)
{
    QList<EventRow> rows;
    const auto collect = [&rows](Statement &select) -> Result<> {
        while (select.step())
            rows.append({.seq = select.integer(0), .body = select.bytes(1)});
        return select.result();
    };
    Result<> result;
    if (limit >= 0) {
        Statement select =
            connection.prepare("select seq, body from events where session = ? and seq > ? order by seq limit ?");
        select.bind(1, session).bind(2, after).bind(3, limit > 0 ? limit : -1);
        result = collect(select);
    } else {
        Statement select =
            connection.prepare("select seq, body from events where session = ? and seq < ? order by seq desc limit ?");
        select.bind(1, session)
            .bind(2, after > 0 ? after : std::numeric_limits<qint64>::max())
            .bind(3, -static_cast<qint64>(limit));
        result = collect(select);
        std::ranges::reverse(rows);
    }
    if (!result)
        return std::unexpected(result.error());
    return rows;
}

Result<> copyEvents(Connection &connection, const QString &from, const QString &to, qint64 seq)
{
    return connection
        .prepare("insert into events(session, seq, body) select ?, seq, body from events where session = ? and seq <= "
                 "? order by seq")
        .bind(1, to)
        .bind(2, from)
        .bind(3, seq)
        .run();
}

Result<> putPartial(Connection &connection, const QString &session, const PartialRow &row)
{
    return connection.prepare("insert into partials(session, turn, item, channel, position, body) values(?,?,?,?,?,?)")
        .bind(1, session)
        .bind(2, row.turn)
        .bind(3, row.item)
        .bind(4, row.channel)
        .bind(5, row.position)
        .bind(6, row.body)
        .run();
}

Result<> dropPartials(Connection &connection, const QString &session, const QString &item)
{
    return connection.prepare("delete from partials where session = ? and item = ?")
        .bind(1, session)
        .bind(2, item)
        .run();
}

Result<QList<PartialRow>> readPartials(Connection &connection, const QString &session)
{
    QList<PartialRow> rows;
    Statement select =
        connection.prepare("select turn, item, channel, position, body from partials where session = ? order by id");
    select.bind(1, session);
    while (select.step()) {
        rows.append({.turn = select.text(0),
                     .item = select.text(1),
                     .channel = select.text(2),
                     .position = select.integer(3),
                     .body = select.text(4)});
    }
    if (Result<> result = select.result(); !result)
        return std::unexpected(result.error());
    return rows;
}

} // namespace cohort::store
