// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/database.h"

#include "core/base/log.h"
#include "core/store/schema.h"

#include <QDateTime>
#include <QFile>

#include <pthread.h>

namespace cohort::store {

Database::Database()
    : m_thread([this] { loop(); })
{
    pthread_setname_np(m_thread.native_handle(), "database");
}

Database::~Database()
{
    {
        const std::scoped_lock lock(m_mutex);
        m_ending = true;
    }
    m_wake.notify_one();
    m_thread.join();
}

void Database::post(Job job)
{
    {
        const std::scoped_lock lock(m_mutex);
        m_jobs.push_back(std::move(job));
    }
    m_wake.notify_one();
}

Task<Result<Database::Opened>> Database::open(QString path)
{
    const Gate<Opened> gate;
    post({.work = {}, .durability = Durability::Normal, .written = {}, .read = [this, path, gate](Connection *) {
              gate.open(openHere(path));
          }});
    co_return co_await gate;
}

void Database::write(std::function<Result<>(Connection &)> write, Durability durability,
                     std::function<void(Result<>)> written)
{
    post({.work = std::move(write), .durability = durability, .written = std::move(written), .read = {}});
}

Task<Result<>> Database::write(std::function<Result<>(Connection &)> write, Durability durability)
{
    const Gate<> gate;
    this->write(std::move(write), durability, [gate](Result<> result) { gate.open(std::move(result)); });
    co_return co_await gate;
}

Result<Database::Opened> Database::openHere(const QString &path)
{
    Opened opened;
    for (int attempt = 0; attempt < 2; ++attempt) {
        auto connection = Connection::open(path, OpenAs::ReadWrite);
        Error error;
        if (connection) {
            const Result<> migrated = migrate(**connection, path);
            if (migrated) {
                m_connection = std::move(*connection);
                return opened;
            }
            error = migrated.error();
        } else {
            error = connection.error();
        }
        if (error.kind == ErrorKind::Conflict && !error.mayRetry) {
            if (connection)
                connection->reset();
            auto readOnly = Connection::open(path, OpenAs::ReadOnly);
            if (!readOnly)
                return std::unexpected(readOnly.error());
            m_connection = std::move(*readOnly);
            opened.readOnly = true;
            opened.notice = error.message;
            return opened;
        }
        if (error.kind != ErrorKind::Corrupt || attempt > 0)
            return std::unexpected(error);
        if (connection)
            connection->reset();
        const QString aside = path + QStringLiteral(".damaged-")
                              + QDateTime::currentDateTimeUtc().toString(QStringLiteral("yyyyMMdd-hhmmss"));
        QFile::rename(path, aside);
        QFile::rename(path + QStringLiteral("-wal"), aside + QStringLiteral("-wal"));
        QFile::remove(path + QStringLiteral("-shm"));
        opened.notice =
            QStringLiteral("The project's data was damaged. It is kept as %1 and a new one was begun.").arg(aside);
        qCWarning(logStore) << opened.notice;
    }
    return opened;
}

void Database::loop()
{
    std::unique_lock lock(m_mutex);
    while (true) {
        m_wake.wait(lock, [this] { return m_ending || !m_jobs.empty(); });
        if (m_jobs.empty())
            break;
        std::deque<Job> jobs;
        if (m_jobs.front().read) {
            jobs.push_back(std::move(m_jobs.front()));
            m_jobs.pop_front();
        } else {
            while (!m_jobs.empty() && m_jobs.front().work) {
                jobs.push_back(std::move(m_jobs.front()));
                m_jobs.pop_front();
            }
        }
        lock.unlock();
        if (jobs.front().read)
            jobs.front().read(m_connection.get());
        else
            commitTogether(jobs);
        jobs.clear();
        lock.lock();
    }
    m_connection.reset();
}

void Database::commitTogether(std::deque<Job> &jobs)
{
    Result<> result = commitOnce(jobs);
    if (!result && jobs.size() > 1) {
        // One bad write must not take its neighbours with it: each for itself, in order.
        for (Job &job : jobs) {
            std::deque<Job> single;
            single.push_back(std::move(job));
            commitTogether(single);
        }
        return;
    }
    for (const Job &job : jobs) {
        if (job.written)
            job.written(result);
    }
}

Result<> Database::commitOnce(std::deque<Job> &jobs)
{
    if (!m_connection)
        return fail(ErrorKind::Io, QStringLiteral("the project's data is not open"));
    const bool full = std::ranges::any_of(jobs, [](const Job &job) { return job.durability == Durability::Full; });
    if (full) {
        if (Result<> result = m_connection->execute("pragma synchronous=full"); !result)
            return result;
    }
    Result<> result = m_connection->execute("begin immediate");
    if (result) {
        for (const Job &job : jobs) {
            result = job.work(*m_connection);
            if (!result)
                break;
        }
        if (result)
            result = m_connection->execute("commit");
        if (!result)
            static_cast<void>(m_connection->execute("rollback")); // the first failure is the one to tell
    }
    if (full)
        static_cast<void>(m_connection->execute("pragma synchronous=normal"));
    return result;
}

} // namespace cohort::store
