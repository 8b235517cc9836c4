// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/log.h"

#include <QDateTime>
#include <QDir>
#include <QFile>

#include <array>
#include <cstdio>
#include <mutex>

namespace cohort {

Q_LOGGING_CATEGORY(logNet, "cohort.net", QtInfoMsg)
Q_LOGGING_CATEGORY(logStore, "cohort.store", QtInfoMsg)
Q_LOGGING_CATEGORY(logSandbox, "cohort.sandbox", QtInfoMsg)
Q_LOGGING_CATEGORY(logProviders, "cohort.providers", QtInfoMsg)
Q_LOGGING_CATEGORY(logSession, "cohort.session", QtInfoMsg)
Q_LOGGING_CATEGORY(logEngine, "cohort.engine", QtInfoMsg)
Q_LOGGING_CATEGORY(logUi, "cohort.ui", QtInfoMsg)

namespace {

constexpr qint64 maximumFileSize = 2'000'000;
constexpr int olderFiles = 3;
constexpr qsizetype remembered = 2000;
constexpr std::array levelNames{"error", "warning", "info", "debug"};

LogLevel levelOf(QtMsgType type)
{
    switch (type) {
    case QtDebugMsg:
        return LogLevel::Debug;
    case QtInfoMsg:
        return LogLevel::Info;
    case QtWarningMsg:
        return LogLevel::Warning;
    case QtCriticalMsg:
    case QtFatalMsg:
        return LogLevel::Error;
    }
    return LogLevel::Error;
}

} // namespace

struct LogBook::Private {
    mutable std::mutex mutex;
    QList<LogRecord> records;
    QFile file;
    LogLevel level = LogLevel::Info;
    bool failed = false;

    void rotate()
    {
        const QString base = file.fileName();
        file.close();
        QFile::remove(base + QStringLiteral(".%1").arg(olderFiles));
        for (int number = olderFiles - 1; number >= 1; --number)
            QFile::rename(base + QStringLiteral(".%1").arg(number), base + QStringLiteral(".%1").arg(number + 1));
        QFile::rename(base, base + QStringLiteral(".1"));
        openFile();
    }

    void openFile()
    {
        if (file.open(QIODevice::WriteOnly | QIODevice::Append | QIODevice::Unbuffered)) {
            file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
        } else if (!failed) {
            failed = true;
            std::fprintf(stderr, "cohort: cannot write the log %s: %s\n", qPrintable(file.fileName()),
                         qPrintable(file.errorString()));
        }
    }
};

LogBook &LogBook::instance()
{
    static LogBook book;
    return book;
}

LogBook::LogBook()
    : d(std::make_unique<Private>())
{
    qRegisterMetaType<LogRecord>();
}

LogBook::~LogBook()
{
    qInstallMessageHandler(nullptr);
}

void LogBook::open(const QString &folder, LogLevel level)
{
    {
        const std::scoped_lock lock(d->mutex);
        d->level = level;
        QDir().mkpath(folder);
        d->file.setFileName(folder + QStringLiteral("/cohort.log"));
    }
    if (level == LogLevel::Debug)
        QLoggingCategory::setFilterRules(QStringLiteral("cohort.*.debug=true"));
    qInstallMessageHandler(&LogBook::handle);
}

QList<LogRecord> LogBook::recent() const
{
    const std::scoped_lock lock(d->mutex);
    return d->records;
}

void LogBook::handle(QtMsgType type, const QMessageLogContext &context, const QString &text)
{
    LogRecord record{.time = QDateTime::currentMSecsSinceEpoch(),
                     .level = levelOf(type),
                     .category = QString::fromUtf8(context.category),
                     .text = text};
    instance().write(record);
    if (type == QtFatalMsg || qEnvironmentVariableIsSet("COHORT_LOG_STDERR"))
        std::fprintf(stderr, "%s: %s\n", qPrintable(record.category), qPrintable(text));
}

void LogBook::write(const LogRecord &record)
{
    {
        const std::scoped_lock lock(d->mutex);
        if (record.level > d->level)
            return;
        d->records.append(record);
        if (d->records.size() > remembered)
            d->records.remove(0, d->records.size() - remembered);
        if (!d->file.isOpen() && !d->failed)
            d->openFile();
        if (d->file.isOpen()) {
            const QString time =
                QDateTime::fromMSecsSinceEpoch(record.time, QTimeZone::UTC).toString(Qt::ISODateWithMs);
            d->file.write(QStringLiteral("%1 %2 %3 %4\n")
                              .arg(time, logLevelName(record.level), record.category, record.text)
                              .toUtf8());
            if (d->file.pos() > maximumFileSize)
                d->rotate();
        }
    }
    Q_EMIT recorded(record);
}

LogLevel logLevelFromName(const QString &name)
{
    for (std::size_t index = 0; index < levelNames.size(); ++index) {
        if (name == QLatin1String(levelNames.at(index)))
            return static_cast<LogLevel>(index);
    }
    return LogLevel::Info;
}

QString logLevelName(LogLevel level)
{
    return QLatin1String(levelNames.at(static_cast<std::size_t>(level)));
}

} // namespace cohort
