// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/sqlite.h"

#include <QFile>

#include <sqlite3.h>

namespace cohort::store {

namespace {

constexpr int patienceMs = 5000;

} // namespace

// ---- Statement ------------------------------------------------------------------------------------------------------

Statement::Statement(Connection *connection, sqlite3_stmt *statement, int code)
    : m_connection(connection)
    , m_statement(statement)
    , m_code(code)
{}

Statement::Statement(Statement &&other) noexcept
    : m_connection(other.m_connection)
    , m_statement(std::exchange(other.m_statement, nullptr))
    , m_code(other.m_code)
{}

Statement::~Statement()
{
    if (m_statement != nullptr) {
        sqlite3_reset(m_statement);
        sqlite3_clear_bindings(m_statement);
    }
}

Statement &Statement::bind(int position, const QString &text)
{
    const QByteArray utf8 = text.toUtf8();
    sqlite3_bind_text(m_statement, position, utf8.constData(), static_cast<int>(utf8.size()), SQLITE_TRANSIENT);
    return *this;
}

Statement &Statement::bind(int position, const QByteArray &bytes)
{
    sqlite3_bind_blob(m_statement, position, bytes.constData(), static_cast<int>(bytes.size()), SQLITE_TRANSIENT);
    return *this;
}

Statement &Statement::bind(int position, qint64 number)
{
    sqlite3_bind_int64(m_statement, position, number);
    return *this;
}

Statement &Statement::bindNull(int position)
{
    sqlite3_bind_null(m_statement, position);
    return *this;
}

bool Statement::step()
{
    if (m_statement == nullptr)
        return false;
    m_code = sqlite3_step(m_statement);
    return m_code == SQLITE_ROW;
}

QString Statement::text(int column) const
{
    const auto *data = reinterpret_cast<const char *>(sqlite3_column_text(m_statement, column));
    return QString::fromUtf8(data, sqlite3_column_bytes(m_statement, column));
}

QByteArray Statement::bytes(int column) const
{
    const auto *data = static_cast<const char *>(sqlite3_column_blob(m_statement, column));
    return {data, sqlite3_column_bytes(m_statement, column)};
}

qint64 Statement::integer(int column) const
{
    return sqlite3_column_int64(m_statement, column);
}

bool Statement::isNull(int column) const
{
    return sqlite3_column_type(m_statement, column) == SQLITE_NULL;
}

Result<> Statement::result() const
{
    if (m_code == SQLITE_OK || m_code == SQLITE_ROW || m_code == SQLITE_DONE)
        return {};
    return std::unexpected(m_connection->errorOf(m_code));
}

Result<> Statement::run()
{
    while (step()) {
    }
    return result();
}

// ---- Connection -----------------------------------------------------------------------------------------------------

Result<std::unique_ptr<Connection>> Connection::open(const QString &path, OpenAs how)
{
    std::unique_ptr<Connection> connection(new Connection);
    connection->m_path = path;
    const int flags = how == OpenAs::ReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    const int code = sqlite3_open_v2(QFile::encodeName(path).constData(), &connection->m_database,
                                     flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nullptr);
    if (code != SQLITE_OK)
        return std::unexpected(connection->errorOf(code));
    sqlite3_busy_timeout(connection->m_database, patienceMs);
    const char *pragmas = how == OpenAs::ReadOnly ? "pragma query_only=1"
                                                  : "pragma journal_mode=wal; pragma synchronous=normal; pragma "
                                                    "foreign_keys=1; pragma wal_autocheckpoint=2000";
    if (Result<> result = connection->execute(pragmas); !result)
        return std::unexpected(result.error());
    return connection;
}

Connection::~Connection()
{
    for (const auto &[sql, statement] : m_statements)
        sqlite3_finalize(statement);
    sqlite3_close_v2(m_database);
}

Statement Connection::prepare(const char *sql)
{
    if (const auto found = m_statements.find(sql); found != m_statements.end())
        return {this, found->second, SQLITE_OK};
    sqlite3_stmt *statement = nullptr;
    const int code = sqlite3_prepare_v3(m_database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
    if (code == SQLITE_OK)
        m_statements.emplace(sql, statement);
    return {this, statement, code};
}

Result<> Connection::execute(const char *sql)
{
    const int code = sqlite3_exec(m_database, sql, nullptr, nullptr, nullptr);
    if (code != SQLITE_OK)
        return std::unexpected(errorOf(code));
    return {};
}

Result<qint64> Connection::integer(const char *sql)
{
    Statement statement = prepare(sql);
    const qint64 value = statement.step() ? statement.integer(0) : 0;
    if (Result<> result = statement.result(); !result)
        return std::unexpected(result.error());
    return value;
}

Result<> Connection::copyTo(const QString &path)
{
    sqlite3 *target = nullptr;
    int code = sqlite3_open(QFile::encodeName(path).constData(), &target);
    if (code == SQLITE_OK) {
        if (sqlite3_backup *backup = sqlite3_backup_init(target, "main", m_database, "main")) {
            sqlite3_backup_step(backup, -1);
            code = sqlite3_backup_finish(backup);
        } else {
            code = sqlite3_errcode(target);
        }
    }
    sqlite3_close_v2(target);
    if (code != SQLITE_OK)
        return std::unexpected(errorOf(code));
    return {};
}

Error Connection::errorOf(int code) const
{
    Error error{.kind = ErrorKind::Io,
                .message =
                    QStringLiteral("the database %1 failed: %2").arg(m_path, QString::fromUtf8(sqlite3_errstr(code))),
                .detail = m_database != nullptr ? QString::fromUtf8(sqlite3_errmsg(m_database)) : QString()};
    switch (code & 0xFF) {
    case SQLITE_FULL:
        error.kind = ErrorKind::NoSpace;
        error.message =
            QStringLiteral("the disk is full: nothing can be written to %1. Free some space and go on.").arg(m_path);
        break;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        error.kind = ErrorKind::Corrupt;
        break;
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
        error.kind = ErrorKind::Denied;
        break;
    case SQLITE_CANTOPEN:
        error.kind = ErrorKind::Denied;
        error.message = QStringLiteral("the database %1 cannot be opened or made").arg(m_path);
        break;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        error.kind = ErrorKind::Conflict;
        error.mayRetry = true;
        break;
    case SQLITE_MISUSE:
        error.kind = ErrorKind::Internal;
        break;
    default:
        break;
    }
    return error;
}

} // namespace cohort::store
