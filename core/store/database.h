// SPDX-License-Identifier: GPL-3.0-or-later
// One database file on a thread of its own, with group commit and barriers.
#pragma once

#include "core/base/task.h"
#include "core/store/sqlite.h"

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace cohort::store {

enum class Durability : std::uint8_t {
    Normal, ///< survives our death, may miss a power cut
    Full,   ///< on the disk: a barrier for this write and all before it
};

/// Writes that arrive together are committed together, in order; reads see all writes given before them.
class Database
{
public:
    /// How opening went, for whoever must tell the person.
    struct Opened {
        bool readOnly = false;
        QString notice; ///< "made by a newer Cohort", "was damaged and kept aside as …"; empty when all is well
    };

    Database();
    ~Database();
    Q_DISABLE_COPY_MOVE(Database)

    /// Opens `path`, making or migrating it. A damaged file is kept aside as `path`.damaged-<time> and a new one begun;
    /// one of a newer version is opened for reading only.
    [[nodiscard]] Task<Result<Opened>> open(QString path);

    /// Any thread. `write` runs in a transaction with its neighbours; `written` is called on the database's thread
    /// after the commit, or with why nothing of it was kept.
    void write(std::function<Result<>(Connection &)> write, Durability durability,
               std::function<void(Result<>)> written);

    /// Resumes when committed.
    [[nodiscard]] Task<Result<>> write(std::function<Result<>(Connection &)> write, Durability durability);

    /// Runs `job` (Connection & → Result<T>) on the database's thread, outside transactions.
    template<class Job, class R = std::invoke_result_t<Job, Connection &>>
    [[nodiscard]] Task<R> read(Job job, std::stop_token stop = {})
    {
        Gate<typename R::value_type> gate(stop);
        post({.work = {},
              .durability = Durability::Normal,
              .written = {},
              .read = [job = std::move(job), gate](Connection *connection) mutable {
                  if (connection == nullptr)
                      gate.open(fail(ErrorKind::Io, QStringLiteral("the project's data is not open")));
                  else
                      gate.open(job(*connection));
              }});
        co_return co_await gate;
    }

private:
    struct Job {
        std::function<Result<>(Connection &)> work;
        Durability durability = Durability::Normal;
        std::function<void(Result<>)> written;
        std::function<void(Connection *)> read;
    };

    void post(Job job);
    void loop();
    void commitTogether(std::deque<Job> &jobs);
    Result<> commitOnce(std::deque<Job> &jobs);
    Result<Opened> openHere(const QString &path);

    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::deque<Job> m_jobs;
    bool m_ending = false;
    std::unique_ptr<Connection> m_connection; ///< the database's thread only
    std::thread m_thread;
};

} // namespace cohort::store
