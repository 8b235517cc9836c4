// SPDX-License-Identifier: GPL-3.0-or-later
// Cohort's log: Qt's categories and levels, into rotating files and to whoever watches (the Log pane).
#pragma once

#include <QList>
#include <QLoggingCategory>
#include <QObject>

#include <cstdint>

namespace cohort {

enum class LogLevel : std::uint8_t { Error, Warning, Info, Debug };

/// One line of the log.
struct LogRecord {
    qint64 time = 0; ///< UTC milliseconds
    LogLevel level = LogLevel::Info;
    QString category; ///< "cohort.net"
    QString text;

    bool operator==(const LogRecord &) const = default;
};

/// Where log records go. One per process; any thread may log.
class LogBook : public QObject
{
    Q_OBJECT
public:
    static LogBook &instance();

    /// Writes records of `level` and worse to `folder`/cohort.log, rotated at 2 MB, three older files kept. Without a
    /// call of this, records are only remembered. A folder that cannot be written is reported once on stderr.
    void open(const QString &folder, LogLevel level);

    /// The newest records, oldest first, at most 2000.
    [[nodiscard]] QList<LogRecord> recent() const;

Q_SIGNALS:
    /// Emitted on the thread that logged: connect with a receiver, so that it is queued across threads.
    void recorded(const cohort::LogRecord &record);

private:
    LogBook();
    ~LogBook() override;
    static void handle(QtMsgType type, const QMessageLogContext &context, const QString &text);
    void write(const LogRecord &record);

    struct Private;
    std::unique_ptr<Private> d;
};

/// The level of that name ("error", "warning", "info", "debug"); Info for anything else.
[[nodiscard]] LogLevel logLevelFromName(const QString &name);
[[nodiscard]] QString logLevelName(LogLevel level);

Q_DECLARE_LOGGING_CATEGORY(logNet)
Q_DECLARE_LOGGING_CATEGORY(logStore)
Q_DECLARE_LOGGING_CATEGORY(logSandbox)
Q_DECLARE_LOGGING_CATEGORY(logProviders)
Q_DECLARE_LOGGING_CATEGORY(logSession)
Q_DECLARE_LOGGING_CATEGORY(logEngine)
Q_DECLARE_LOGGING_CATEGORY(logUi)

} // namespace cohort

Q_DECLARE_METATYPE(cohort::LogRecord)
