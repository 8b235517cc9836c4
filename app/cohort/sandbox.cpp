// SPDX-License-Identifier: GPL-3.0-or-later
// cohort sandbox: runs a command as an agent's would run.
#include "core/sandbox/sandbox.h"

#include "app/cohort/interrupts.h"
#include "app/cohort/subcommand.h"
#include "core/session/services.h"
#include "core/settings/settings.h"

#include <QCoreApplication>

#include <cmath>
#include <cstdio>

namespace cohort::app {

namespace {

Task<> runInside(sandbox::SandboxRunner *runner, sandbox::SandboxCommand command, int *code)
{
    const sandbox::OutputSink sink = [](sandbox::Channel channel, QByteArrayView bytes) {
        if (channel == sandbox::Channel::Output)
            writeOut(bytes.toByteArray());
        else
            std::fwrite(bytes.data(), 1, static_cast<std::size_t>(bytes.size()), stderr);
    };
    std::stop_source stop;
    const InterruptWatcher watcher([&stop] { stop.request_stop(); });
    const Result<sandbox::SandboxEnd> end = co_await runner->run(std::move(command), sink, stop.get_token());
    if (!end && stop.stop_requested()) {
        *code = ExitInterrupted;
    } else if (!end) {
        *code = failWith(end.error());
    } else {
        *code = end->exitCode;
        if (end->ending == sandbox::Ending::TimedOut)
            complain(QStringLiteral("the command was ended after %1 s")
                         .arg(std::llround(double(end->duration.count()) / 1000)));
        else if (end->ending == sandbox::Ending::TooMuchOutput)
            complain(QStringLiteral("the command was ended because it wrote too much"));
        else if (end->ending == sandbox::Ending::OutOfMemory)
            complain(QStringLiteral("the command ran out of memory"));
    }
    QMetaObject::invokeMethod(QCoreApplication::instance(), &QCoreApplication::quit, Qt::QueuedConnection);
}

Task<> showStatus(sandbox::SandboxRunner *runner, int *code)
{
    const sandbox::SandboxStatus status = co_await runner->probe({});
    if (status.available) {
        print(QStringLiteral("%1; limits on memory and processes hold for %2")
                  .arg(status.summary, status.hardLimits ? QStringLiteral("all of a command together (control groups)")
                                                         : QStringLiteral("each process (rlimits)")));
    } else {
        complain(status.problem);
        *code = ExitSandbox;
    }
    QMetaObject::invokeMethod(QCoreApplication::instance(), &QCoreApplication::quit, Qt::QueuedConnection);
}

class SandboxSubcommand : public Subcommand
{
public:
    [[nodiscard]] QString name() const override { return QStringLiteral("sandbox"); }
    [[nodiscard]] QString summary() const override
    {
        return QStringLiteral("Run a command as an agent's would run, or tell whether one could.");
    }
    [[nodiscard]] QString usage() const override { return QStringLiteral("run [OPTIONS] -- COMMAND … | status"); }
    [[nodiscard]] QString example() const override { return QStringLiteral("cohort sandbox run -- ls -la"); }
    [[nodiscard]] QList<Verb> verbs() const override
    {
        return {{.name = QStringLiteral("run"),
                 .least = 1,
                 .most = anyNumber,
                 .needs = QStringLiteral("a command after '--'")},
                {.name = QStringLiteral("status")}};
    }

    [[nodiscard]] int run(const QStringList &words) override
    {
        QCommandLineParser parser;
        parser.addOptions({projectOption(),
                           {QStringLiteral("level"), QStringLiteral("isolated (the project read-only) or workspace."),
                            QStringLiteral("LEVEL"), QStringLiteral("workspace")},
                           {QStringLiteral("timeout"), QStringLiteral("Seconds."), QStringLiteral("S")},
                           settingOption()});
        const auto typed = parseVerb(parser, *this, words);
        if (!typed)
            return typed.error();
        const settings::Paths paths = settings::Paths::fromEnvironment();
        const auto runner = sandbox::makeBubblewrapRunner(paths.cache + QStringLiteral("/sandbox"));
        int code = ExitDone;
        if (typed->verb == QLatin1String("status")) {
            const Task<> task = showStatus(runner.get(), &code);
            static_cast<void>(runEventLoop()); // the task tells its own code
            return code;
        }
        const settings::Settings settings =
            settings::Settings::load(paths, {}, false, parser.values(QStringLiteral("set")));
        for (const QString &problem : settings.problems())
            complain(problem);
        sandbox::SandboxCommand command{.words = typed->rest,
                                        .project = projectFrom(parser),
                                        .folder = {},
                                        .limits = session::commandLimits(settings)};
        const QString level = parser.value(QStringLiteral("level"));
        if (level != QLatin1String("isolated") && level != QLatin1String("workspace")) {
            complain(QStringLiteral("--level must be isolated or workspace, not '%1'.").arg(level));
            return ExitUsage;
        }
        command.level = level == QLatin1String("isolated") ? sandbox::Level::Isolated : sandbox::Level::Workspace;
        if (parser.isSet(QStringLiteral("timeout"))) {
            bool isNumber = false;
            const int seconds = parser.value(QStringLiteral("timeout")).toInt(&isNumber);
            if (!isNumber || seconds < 1) { // toInt() fails for what no int can hold
                complain(QStringLiteral("--timeout needs a number of seconds greater than 0."));
                return ExitUsage;
            }
            command.limits.time = std::chrono::seconds(seconds);
        }
        const Task<> task = runInside(runner.get(), command, &code);
        static_cast<void>(runEventLoop()); // the task tells its own code
        return code;
    }
};

} // namespace

std::unique_ptr<Subcommand> makeSandboxSubcommand()
{
    return std::make_unique<SandboxSubcommand>();
}

} // namespace cohort::app
