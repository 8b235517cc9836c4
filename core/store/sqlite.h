// SPDX-License-Identifier: GPL-3.0-or-later
// SQLite with owners and Result. A connection belongs to the thread that opened it.
#pragma once

#include "core/base/error.h"

#include <QByteArray>
#include <QString>

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>

struct sqlite3;
struct sqlite3_stmt;

namespace cohort::store {

class Connection;

/// A prepared statement, reset when it goes out of scope and kept by its connection for the next use.
///
///     auto insert = connection.prepare("insert into t values(?, ?)");
///     insert.bind(1, name).bind(2, 7);
///     while (insert.step()) … insert.text(0) …
///     return insert.result();
class Statement
{
public:
    ~Statement();
    Statement(Statement &&other) noexcept;
    Statement(const Statement &) = delete;
    Statement &operator=(const Statement &) = delete;
    Statement &operator=(Statement &&) = delete;

    Statement &bind(int position, const QString &text);
    Statement &bind(int position, const QByteArray &bytes); ///< as a blob
    Statement &bind(int position, qint64 number);
    Statement &bindNull(int position);

    /// Whether there is a row. False at the end and on errors: ask result() afterwards.
    [[nodiscard]] bool step();
    [[nodiscard]] QString text(int column) const;
    [[nodiscard]] QByteArray bytes(int column) const;
    [[nodiscard]] qint64 integer(int column) const;
    [[nodiscard]] bool isNull(int column) const;

    /// Success, or what the last step or prepare said.
    [[nodiscard]] Result<> result() const;

    /// Steps to the end, ignoring rows.
    [[nodiscard]] Result<> run();

private:
    friend class Connection;
    Statement(Connection *connection, sqlite3_stmt *statement, int code);

    Connection *m_connection;
    sqlite3_stmt *m_statement;
    int m_code;
};

enum class OpenAs : std::uint8_t { ReadWrite, ReadOnly };

/// One open database file.
class Connection
{
public:
    /// Opens or creates `path`; WAL, foreign keys on, 5 s of patience with other processes.
    [[nodiscard]] static Result<std::unique_ptr<Connection>> open(const QString &path, OpenAs how);
    ~Connection();
    Q_DISABLE_COPY_MOVE(Connection)

    /// `sql` is a literal: prepared once per connection.
    [[nodiscard]] Statement prepare(const char *sql);

    /// Runs statements without parameters.
    [[nodiscard]] Result<> execute(const char *sql);

    [[nodiscard]] Result<qint64> integer(const char *sql);

    /// Copies the whole database to a new file, atomically with respect to readers.
    [[nodiscard]] Result<> copyTo(const QString &path);

    [[nodiscard]] Error errorOf(int code) const;

private:
    friend class Statement;
    Connection() = default;

    sqlite3 *m_database = nullptr;
    QString m_path;
    std::unordered_map<const char *, sqlite3_stmt *> m_statements;
};

} // namespace cohort::store
