// SPDX-License-Identifier: GPL-3.0-or-later
// The command line. `cohort DIR` hands over to the desktop program; everything else is a subcommand.
#include "app/cohort/subcommand.h"
#include "core/base/log.h"
#include "core/settings/settings.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <unistd.h>

#include <cerrno>
#include <clocale>
#include <csignal>
#include <cstring>

using namespace cohort;
using namespace cohort::app;

namespace {

void printHelp(const std::vector<std::unique_ptr<Subcommand>> &commands)
{
    QString text = QStringLiteral("Usage: cohort [DIR]                open DIR's window\n"
                                  "       cohort COMMAND [OPTIONS]   see 'cohort COMMAND --help'\n\nCommands:\n");
    for (const auto &command : commands)
        text += QStringLiteral("  %1 %2\n").arg(command->name(), -12).arg(command->summary());
    text += QStringLiteral("\nExample:\n  cohort run --mode edit \"Make the failing test pass\"");
    print(text);
}

/// Becomes the desktop program.
int openWindow(const QStringList &words)
{
    const QByteArray program =
        QFile::encodeName(QCoreApplication::applicationDirPath() + QStringLiteral("/cohort-desktop"));
    QList<QByteArray> arguments{program};
    for (const QString &word : words)
        arguments.append(word.toLocal8Bit());
    std::vector<char *> pointers;
    for (QByteArray &argument : arguments)
        pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    ::execv(program.constData(), pointers.data());
    complain(QStringLiteral("cannot start %1: %2. Is the desktop program installed?")
                 .arg(QFile::decodeName(program), QString::fromLocal8Bit(std::strerror(errno))));
    return ExitFailed;
}

} // namespace

int cohort::app::runEventLoop()
{
    return QCoreApplication::exec();
}

int main(int count, char **words)
{
    std::signal(SIGPIPE, SIG_IGN); // whoever no longer reads is noticed when we write
    QCoreApplication application(count, words);
    QCoreApplication::setApplicationName(QStringLiteral("cohort"));
    QCoreApplication::setApplicationVersion(QStringLiteral(COHORT_VERSION));
    const QStringList arguments = QCoreApplication::arguments().sliced(1);
    const QString first = arguments.value(0);
    const auto commands = makeAllSubcommands();

    const settings::Paths paths = settings::Paths::fromEnvironment();
    LogBook::instance().open(paths.state + QStringLiteral("/log"),
                             logLevelFromName(qEnvironmentVariable("COHORT_LOG_LEVEL", QStringLiteral("info"))));

    if (first == QLatin1String("--help") || first == QLatin1String("-h") || first == QLatin1String("help")) {
        printHelp(commands);
        return ExitDone;
    }
    if (first == QLatin1String("--version")) {
        print(QStringLiteral("cohort %1").arg(QCoreApplication::applicationVersion()));
        return ExitDone;
    }
    for (const auto &command : commands) {
        if (command->name() == first) {
            const int code = command->run(arguments.sliced(1));
            return couldWriteOut() ? code : ExitFailed;
        }
    }
    if (first.isEmpty() || QFileInfo(first).isDir())
        return openWindow(arguments);
    QStringList names;
    for (const auto &command : commands)
        names.append(command->name());
    const QString near = nearest(first, names);
    complain(QStringLiteral("there is no command and no folder '%1'.%2 See 'cohort --help'.")
                 .arg(first, near.isEmpty() ? QString() : QStringLiteral(" Did you mean '%1'?").arg(near)));
    return ExitUsage;
}
