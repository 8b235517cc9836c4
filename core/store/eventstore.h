// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions and their events as rows. What the bytes mean is the session module's business.
#pragma once

#include "core/store/sqlite.h"

#include <QList>

namespace cohort::store {

struct SessionRow {
    QString id;
    QString title;
    qint64 created = 0; ///< UTC milliseconds
    qint64 updated = 0;
    qint64 lastSeq = 0;
    QString state;
    QString mode;
    QString provider;
    QString model;
    QString parent;
    qint64 parentSeq = 0;
    bool deleted = false;
};

struct EventRow {
    qint64 seq = 0;
    QByteArray body; ///< one JSON object
};

/// A piece of an answer that is not finished yet.
struct PartialRow {
    QString turn;
    QString item;
    QString channel; ///< "text" or "reasoning"
    qint64 position = 0;
    QString body;
};

// All on the database's thread; the writing ones inside a transaction.
[[nodiscard]] Result<> putSession(Connection &connection, const SessionRow &row);
[[nodiscard]] Result<QList<SessionRow>> listSessions(Connection &connection, bool deleted);
[[nodiscard]] Result<std::optional<SessionRow>> findSession(Connection &connection, const QString &id);

/// Conflict when the number is taken: somebody else wrote to this session.
[[nodiscard]] Result<> appendEvents(Connection &connection, const QString &session, const QList<EventRow> &events);

/// Events after number `after`, at most `limit` (0: all); with a negative limit the newest -limit before `after` (0:
/// the end). Oldest first.
[[nodiscard]] Result<QList<EventRow>> readEvents(Connection &connection, const QString &session, qint64 after,
                                                 int limit);

/// Copies the events up to and with `seq` to another session, under the same numbers.
[[nodiscard]] Result<> copyEvents(Connection &connection, const QString &from, const QString &to, qint64 seq);

[[nodiscard]] Result<> putPartial(Connection &connection, const QString &session, const PartialRow &row);
[[nodiscard]] Result<> dropPartials(Connection &connection, const QString &session, const QString &item);
/// All unfinished pieces of a session, in order.
[[nodiscard]] Result<QList<PartialRow>> readPartials(Connection &connection, const QString &session);

} // namespace cohort::store
