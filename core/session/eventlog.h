// SPDX-License-Identifier: GPL-3.0-or-later
// A session's append-only log: numbers events, commits them, and publishes them in that order after it.
#pragma once

#include "core/base/task.h"
#include "core/protocol/events.h"
#include "core/store/contentstore.h"
#include "core/store/database.h"
#include "core/store/eventstore.h"

#include <QObject>

#include <deque>

namespace cohort::session {

/// Lives on the engine thread. Only whoever holds the session's lock appends.
class EventLog : public QObject
{
    Q_OBJECT
public:
    /// `row` is the session as the database has it; a row with lastSeq 0 is made with the first event.
    EventLog(store::Database *database, const store::ContentStore *contents, store::SessionRow row);
    ~EventLog() override;

    /// Appends a durable event; session, number and time are filled in. Committed soon, with its neighbours.
    void append(protocol::Event event);

    /// Publishes a streaming event, after every durable one that was appended before it.
    void stream(protocol::Event event);

    /// Keeps a piece of an unfinished answer; at most every quarter second is one written.
    void keepPartial(const store::PartialRow &row);
    /// The item is closed by an event appended just before.
    void dropPartials(const QString &item);

    /// Resumes when everything so far is on the disk, or with why it cannot be: then something since the last barrier
    /// is not in the log.
    [[nodiscard]] Task<Result<>> barrier();

    /// Waits for what is on its way; call before destruction.
    [[nodiscard]] Task<> finish();

    [[nodiscard]] const store::SessionRow &row() const { return m_row; }
    /// Changes the session's row; it is stored with the next event.
    void setRow(const std::function<void(store::SessionRow &)> &change) { change(m_row); }

Q_SIGNALS:
    /// At once, before the event is committed: for the state that the next step builds on.
    void appended(const cohort::protocol::Event &event);
    /// In order, after the commit.
    void published(const QList<cohort::protocol::Event> &events);

private:
    struct Entry {
        protocol::Event event;
        bool ready = false;
    };
    using Extra = std::function<Result<>(store::Connection &)>;

    void scheduleFlush();
    [[nodiscard]] Gate<> flush(store::Durability durability);
    Task<> commitAll();
    Task<Result<>> commit(QList<protocol::Event> events, QList<Extra> extras, store::Durability durability);
    void settle(qsizetype count);
    void lose(const QList<protocol::Event> &events, const Error &error);
    void publishReady();

    store::Database *m_database;
    const store::ContentStore *m_contents;
    store::SessionRow m_row;
    QList<protocol::Event> m_unsent;
    QList<Extra> m_extras;
    std::deque<Entry> m_outbox;
    bool m_flushScheduled = false;
    bool m_committing = false;
    QList<Gate<>> m_waiting;                                    ///< for the next commit
    store::Durability m_durability = store::Durability::Normal; ///< that it needs
    std::optional<Error> m_failure;                             ///< events were lost and no barrier has told it yet
    TaskScope m_scope;
};

/// The stored form of an event: strings that would make it larger than 64 KiB become references to content.
[[nodiscard]] Result<QByteArray> encodeEvent(const protocol::Event &event, const store::ContentStore &contents);

/// The event of a stored form, with references resolved; content that is lost is said so in its place.
[[nodiscard]] Result<protocol::Event> decodeEvent(const QByteArray &body, const store::ContentStore &contents);

} // namespace cohort::session
