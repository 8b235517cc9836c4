// SPDX-License-Identifier: GPL-3.0-or-later
// cohort tool: runs one tool exactly as an agent's call would.
#include "core/tools/tool.h"

#include "app/cohort/enginerun.h"
#include "app/cohort/interrupts.h"
#include "app/cohort/subcommand.h"
#include "core/protocol/codec.h"

#include <QFile>
#include <QJsonDocument>

#include <cstdio>

namespace cohort::app {

using namespace protocol;

namespace {

Task<int> runTool(engine::Engine *engine, RunTool command)
{
    const InterruptWatcher watcher([engine] { engine->send(Interrupt{}); });
    const Result<Reply> reply = co_await ask(engine, command);
    QJsonObject answer{
        {QStringLiteral("ok"), false}, {QStringLiteral("output"), QString()}, {QStringLiteral("error"), QString()}};
    int code = ExitFailed;
    if (!reply) {
        answer.insert(QStringLiteral("error"), reply.error().message);
        code = reply.error().kind == ErrorKind::NoSandbox ? ExitSandbox : ExitFailed;
    } else {
        const ToolCallFinished &result = std::get<ToolReply>(*reply).result;
        const bool ok = result.status == ToolStatus::Ok;
        answer.insert(QStringLiteral("ok"), ok);
        answer.insert(ok || result.exitCode ? QStringLiteral("output") : QStringLiteral("error"), result.output);
        if (!ok && result.exitCode)
            answer.insert(QStringLiteral("error"), result.summary);
        code = ok ? ExitDone : result.status == ToolStatus::Denied ? ExitPermission : ExitFailed;
    }
    print(QString::fromUtf8(toLine(answer)));
    co_return code;
}

class ToolSubcommand : public Subcommand
{
public:
    [[nodiscard]] QString name() const override { return QStringLiteral("tool"); }
    [[nodiscard]] QString summary() const override
    {
        return QStringLiteral("List, show and run the tools that agents have.");
    }
    [[nodiscard]] QString usage() const override
    {
        return QStringLiteral("list|show NAME|run NAME [--mode M] [--args JSON|-]");
    }
    [[nodiscard]] QString example() const override
    {
        return QStringLiteral("cohort tool run read --args '{\"path\":\"README.md\"}'");
    }
    [[nodiscard]] QList<Verb> verbs() const override
    {
        return {{.name = QStringLiteral("list")},
                {.name = QStringLiteral("show"),
                 .least = 1,
                 .most = 1,
                 .needs = QStringLiteral("a tool's name; 'cohort tool list' shows them")},
                {.name = QStringLiteral("run"),
                 .least = 1,
                 .most = 1,
                 .needs = QStringLiteral("a tool's name; 'cohort tool list' shows them")}};
    }

    [[nodiscard]] int run(const QStringList &words) override
    {
        QCommandLineParser parser;
        parser.addOptions(
            {projectOption(),
             {QStringLiteral("mode"), QStringLiteral("run: plan, ask, edit or auto; what would be asked is denied."),
              QStringLiteral("MODE"), QStringLiteral("ask")},
             {QStringLiteral("args"), QStringLiteral("run: the arguments, a JSON object; - reads standard input."),
              QStringLiteral("JSON"), QStringLiteral("{}")},
             settingOption()});
        const auto typed = parseVerb(parser, *this, words);
        if (!typed)
            return typed.error();
        const auto all = tools::makeAllTools();
        if (typed->verb == QLatin1String("list")) {
            for (const auto &tool : all)
                print(QStringLiteral("%1 %2").arg(tool->name(), -6).arg(tool->description()));
            return ExitDone;
        }
        const QString wanted = typed->rest.first();
        const auto found = std::ranges::find_if(all, [&wanted](const auto &tool) { return tool->name() == wanted; });
        if (found == all.end()) {
            QStringList names;
            for (const auto &tool : all)
                names.append(tool->name());
            const QString near = nearest(wanted, names);
            complain(QStringLiteral("there is no tool '%1'.%2")
                         .arg(wanted, near.isEmpty() ? QStringLiteral(" 'cohort tool list' shows all.")
                                                     : QStringLiteral(" Did you mean '%1'?").arg(near)));
            return ExitUsage;
        }
        if (typed->verb == QLatin1String("show")) {
            print(QStringLiteral("%1\n\n%2\n\n%3")
                      .arg((*found)->name(), (*found)->description(),
                           QString::fromUtf8(QJsonDocument((*found)->schema().object()).toJson())));
            return ExitDone;
        }
        return runNamed(parser, wanted);
    }

private:
    static int runNamed(const QCommandLineParser &parser, const QString &tool)
    {
        QByteArray text = parser.value(QStringLiteral("args")).toUtf8();
        if (text == "-") {
            QFile input;
            text = input.open(stdin, QIODevice::ReadOnly) ? input.readAll() : QByteArray();
        }
        const Result<QJsonObject> object = objectFromLine(text);
        if (!object) {
            complain(QStringLiteral("--args is not a JSON object: %1.").arg(object.error().message));
            return ExitUsage;
        }
        const auto mode = valueOf<Mode>(parser.value(QStringLiteral("mode")));
        if (!mode) {
            complain(QStringLiteral("--mode must be plan, ask, edit or auto, not '%1'.")
                         .arg(parser.value(QStringLiteral("mode"))));
            return ExitUsage;
        }
        const engine::EngineOptions options{.project = projectFrom(parser),
                                            .overrides = parser.values(QStringLiteral("set")),
                                            .holder = QStringLiteral("cohort tool"),
                                            .follow = false};
        const RunTool command{.tool = tool, .arguments = *object, .mode = *mode};
        InterruptWatcher::block();
        return runWithEngine(options, [command](engine::Engine *engine) { return runTool(engine, command); });
    }
};

} // namespace

std::unique_ptr<Subcommand> makeToolSubcommand()
{
    return std::make_unique<ToolSubcommand>();
}

} // namespace cohort::app
