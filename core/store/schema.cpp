// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/schema.h"

#include "core/base/log.h"

#include <QFile>

#include <array>

namespace cohort::store {

namespace {

// Step n leads from version n to n + 1. A step that was released is never edited: write another.
constexpr std::array steps{
    // 0: the event log
    R"(create table sessions(
           id text primary key, title text not null, created integer not null, updated integer not null,
           last_seq integer not null, state text not null, mode text not null, provider text not null,
           model text not null, parent text not null default '', parent_seq integer not null default 0,
           deleted integer not null default 0) strict;
       create table events(
           id integer primary key, session text not null, seq integer not null, body blob not null) strict;
       create unique index events_place on events(session, seq);
       create table partials(
           id integer primary key, session text not null, turn text not null, item text not null,
           channel text not null, position integer not null, body text not null) strict;
       create index partials_item on partials(session, item);)",
    // 1: the ledger of changes and its decisions
    R"(create table changes(
           path text primary key, baseline text, current text, baseline_mode integer not null,
           current_mode integer not null, agent text not null, session text not null, turn text not null,
           updated integer not null) strict;
       create table decisions(
           id integer primary key, path text not null, time integer not null, decision text not null,
           before_row text not null, after_row text not null, undone integer not null default 0) strict;)",
};

Result<> step(Connection &connection, int from)
{
    if (Result<> result = connection.execute("begin immediate"); !result)
        return result;
    // Another process may have done it while we waited for the lock.
    const Result<qint64> version = connection.integer("pragma user_version");
    if (!version)
        return std::unexpected(version.error());
    if (*version != from)
        return connection.execute("rollback");
    const QByteArray done = "pragma user_version=" + QByteArray::number(from + 1);
    Result<> result = connection.execute(steps.at(static_cast<std::size_t>(from)));
    if (result)
        result = connection.execute(done.constData());
    if (result)
        result = connection.execute("commit");
    if (!result)
        static_cast<void>(connection.execute("rollback")); // the first failure is the one to tell
    return result;
}

} // namespace

int schemaVersion()
{
    return static_cast<int>(steps.size());
}

Result<> migrate(Connection &connection, const QString &path)
{
    const Result<qint64> version = connection.integer("pragma user_version");
    if (!version)
        return std::unexpected(version.error());
    if (*version > schemaVersion()) {
        return fail(
            ErrorKind::Conflict,
            QStringLiteral("the project's data was written by a newer Cohort (format %1, this one knows %2). It is "
                           "open for reading only; update Cohort to go on.")
                .arg(*version)
                .arg(schemaVersion()));
    }
    if (*version > 0 && *version < schemaVersion()) {
        const QString copy = path + QStringLiteral(".v%1").arg(*version);
        QFile::remove(copy + QStringLiteral(".part"));
        if (Result<> result = connection.copyTo(copy + QStringLiteral(".part")); !result)
            return result;
        QFile::remove(copy);
        QFile::rename(copy + QStringLiteral(".part"), copy);
        qCInfo(logStore) << "migrating" << path << "from format" << *version << "; a copy is" << copy;
    }
    for (int from = static_cast<int>(*version); from < schemaVersion(); ++from) {
        if (Result<> result = step(connection, from); !result)
            return result;
    }
    return {};
}

} // namespace cohort::store
