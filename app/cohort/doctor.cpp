// SPDX-License-Identifier: GPL-3.0-or-later
// cohort doctor: whether everything that a turn needs is there, and what to do about what is not.
#include "app/cohort/enginerun.h"
#include "app/cohort/subcommand.h"
#include "core/process/programs.h"
#include "core/protocol/codec.h"
#include "core/sandbox/sandbox.h"
#include "core/settings/settings.h"

#include <QCoreApplication>

namespace cohort::app {

using namespace protocol;

namespace {

void line(bool good, const QString &what, const QString &detail)
{
    print(QStringLiteral("%1 %2  %3")
              .arg(good ? QStringLiteral("✓") : QStringLiteral("✗"), what.leftJustified(14), printable(detail)));
}

Task<int> examine(engine::Engine *engine)
{
    int code = ExitDone;
    const settings::Paths paths = settings::Paths::fromEnvironment();
    print(QStringLiteral("cohort %1, Qt %2").arg(QCoreApplication::applicationVersion(), QLatin1String(qVersion())));
    line(true, QStringLiteral("settings"), settings::Settings::userFile(paths));
    line(true, QStringLiteral("data"), paths.data);
    line(true, QStringLiteral("logs"), paths.state + QStringLiteral("/log"));
    const settings::Settings settings = settings::Settings::load(paths, {}, false, {});
    for (const QString &problem : settings.problems())
        line(false, QStringLiteral("settings"), problem);

    const auto runner = sandbox::makeBubblewrapRunner(paths.cache + QStringLiteral("/sandbox"));
    const sandbox::SandboxStatus sandbox = co_await runner->probe({});
    line(sandbox.available, QStringLiteral("sandbox"), sandbox.available ? sandbox.summary : sandbox.problem);
    if (sandbox.available)
        line(true, QStringLiteral("limits"),
             sandbox.hardLimits ? QStringLiteral("control groups: a command's processes share its memory and count")
                                : QStringLiteral("rlimits: memory holds for each process by itself"));
    else
        code = ExitSandbox;
    const QString ripgrep = process::findHelper(QStringLiteral("rg"));
    line(!ripgrep.isEmpty(), QStringLiteral("ripgrep"),
         ripgrep.isEmpty() ? QStringLiteral("missing: install the package 'ripgrep'; glob, grep and find need it")
                           : ripgrep);

    const Result<Reply> reply = co_await ask(engine, RefreshProviders{});
    if (!reply) {
        line(false, QStringLiteral("project"), reply.error().message);
        co_return code == ExitDone ? ExitFailed : code;
    }
    for (const ProviderInfo &info : std::get<ProviderList>(*reply).providers) {
        if (info.reachability == Reachability::Connected)
            line(true, info.name,
                 info.models.isEmpty() ? QStringLiteral("answers, but has no model")
                                       : info.models.join(QStringLiteral(", ")));
        else if (info.local)
            line(false, info.name, info.problem);
    }
    co_return code;
}

class DoctorSubcommand : public Subcommand
{
public:
    [[nodiscard]] QString name() const override { return QStringLiteral("doctor"); }
    [[nodiscard]] QString summary() const override
    {
        return QStringLiteral("Tell whether everything that a turn needs is there.");
    }
    [[nodiscard]] QString usage() const override { return QStringLiteral("[OPTIONS]"); }
    [[nodiscard]] QString example() const override { return QStringLiteral("cohort doctor"); }

    [[nodiscard]] int run(const QStringList &words) override
    {
        QCommandLineParser parser;
        parser.addOption(projectOption());
        if (const auto code = parse(parser, *this, words))
            return *code;
        const engine::EngineOptions options{
            .project = projectFrom(parser), .holder = QStringLiteral("cohort doctor"), .follow = false};
        return runWithEngine(options, &examine);
    }
};

} // namespace

std::unique_ptr<Subcommand> makeDoctorSubcommand()
{
    return std::make_unique<DoctorSubcommand>();
}

} // namespace cohort::app
