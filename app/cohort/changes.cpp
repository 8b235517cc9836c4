// SPDX-License-Identifier: GPL-3.0-or-later
// cohort changes: what the review pane does, in the terminal.
#include "app/cohort/enginerun.h"
#include "app/cohort/subcommand.h"
#include "core/protocol/codec.h"

#include <QDir>
#include <QFileInfo>

#include <unistd.h>

namespace cohort::app {

using namespace protocol;

namespace {

void printChange(const ChangeReply &reply)
{
    const bool colours = ::isatty(STDOUT_FILENO) == 1 && qEnvironmentVariableIsEmpty("NO_COLOR");
    const auto line = [colours](const QString &text, const char *code) {
        print(colours ? QStringLiteral("\033[%1m%2\033[0m").arg(QLatin1String(code), text) : text);
    };
    line(QStringLiteral("--- a/%1").arg(printable(reply.change.path)), "1");
    line(QStringLiteral("+++ b/%1").arg(printable(reply.change.path)), "1");
    if (reply.change.binary || reply.truncated)
        print(reply.change.binary ? QStringLiteral("(a binary file)") : QStringLiteral("(too large to show)"));
    for (const Hunk &hunk : reply.hunks) {
        line(QStringLiteral("%1 hunk %2").arg(hunk.header, hunk.id.first(8)), "36");
        for (const DiffLine &diff : hunk.lines) {
            const QString text = printable(diff.origin + diff.text);
            if (diff.origin == QLatin1String(" "))
                print(text);
            else
                line(text, diff.origin == QLatin1String("+") ? "32" : "31");
        }
    }
}

/// Sends one command; prints nothing. The reply or the exit code.
Task<std::expected<Reply, int>> asked(engine::Engine *engine, Command command)
{
    Result<Reply> reply = co_await ask(engine, std::move(command));
    if (!reply)
        co_return std::unexpected(failWith(reply.error()));
    co_return std::move(*reply);
}

Task<int> decide(engine::Engine *engine, QStringList paths, QStringList hunks, HunkDecision decision)
{
    for (const QString &path : std::as_const(paths)) {
        QStringList full;
        if (!hunks.isEmpty()) {
            const auto shown = co_await asked(engine, ShowChange{.path = path});
            if (!shown)
                co_return shown.error();
            for (const QString &prefix : std::as_const(hunks)) {
                QStringList meant;
                for (const Hunk &hunk : std::get<ChangeReply>(*shown).hunks) {
                    if (hunk.id.startsWith(prefix) && !prefix.isEmpty())
                        meant.append(hunk.id);
                }
                if (meant.size() != 1) {
                    complain(meant.isEmpty()
                                 ? QStringLiteral("there is no hunk '%1' in %2; 'cohort changes show' names them.")
                                       .arg(prefix, path)
                                 : QStringLiteral("%1 hunks of %2 begin with '%3'; write more of the one you mean.")
                                       .arg(meant.size())
                                       .arg(path, prefix));
                    co_return ExitFailed;
                }
                if (!full.contains(meant.first()))
                    full.append(meant.first());
            }
        }
        const auto done = co_await asked(engine, DecideHunks{.path = path, .hunks = full, .decision = decision});
        if (!done)
            co_return done.error();
    }
    co_return ExitDone;
}

Task<int> carryOut(engine::Engine *engine, QString project, QString verb, QStringList paths, QStringList hunks,
                   bool all)
{
    if (verb == QLatin1String("undo")) {
        const auto undone = co_await asked(engine, UndoDecision{});
        if (!undone)
            co_return undone.error();
        print(QStringLiteral("undone: the last decision about %1").arg(std::get<PathList>(*undone).paths.value(0)));
        co_return ExitDone;
    }
    const auto listed = co_await asked(engine, ListChanges{});
    if (!listed)
        co_return listed.error();
    QStringList known;
    for (const ChangeInfo &change : std::get<ChangeList>(*listed).changes)
        known.append(change.path);
    for (QString &path : paths) { // as the project knows it, or as it is reached from here
        const QString fromHere = QDir(project).relativeFilePath(QFileInfo(path).absoluteFilePath());
        if (!known.contains(path) && known.contains(fromHere))
            path = fromHere;
    }
    if (paths.isEmpty() && (verb == QLatin1String("list") || verb == QLatin1String("show") || all)) {
        for (const ChangeInfo &change : std::get<ChangeList>(*listed).changes) {
            paths.append(change.path);
            if (verb == QLatin1String("list"))
                print(QStringLiteral("%1  +%2 −%3  %4  %5")
                          .arg(change.kind.leftJustified(8))
                          .arg(change.added)
                          .arg(change.removed)
                          .arg(change.agent, printable(change.path)));
        }
        if (verb == QLatin1String("list"))
            co_return ExitDone;
    }
    if (verb == QLatin1String("show")) {
        for (const QString &path : std::as_const(paths)) {
            const auto shown = co_await asked(engine, ShowChange{.path = path});
            if (!shown)
                co_return shown.error();
            printChange(std::get<ChangeReply>(*shown));
        }
        co_return ExitDone;
    }
    if (paths.isEmpty() && !all) {
        complain(QStringLiteral("say which files, or --all."));
        co_return ExitUsage;
    }
    co_return co_await decide(engine, paths, hunks,
                              verb == QLatin1String("accept") ? HunkDecision::Accept : HunkDecision::Reject);
}

class ChangesSubcommand : public Subcommand
{
public:
    [[nodiscard]] QString name() const override { return QStringLiteral("changes"); }
    [[nodiscard]] QString summary() const override
    {
        return QStringLiteral("Review what agents changed: list, show, accept, reject, undo.");
    }
    [[nodiscard]] QString usage() const override
    {
        return QStringLiteral("list|show [FILE …]|accept FILE …|reject FILE …|undo [OPTIONS]");
    }
    [[nodiscard]] QString example() const override { return QStringLiteral("cohort changes accept --all"); }
    [[nodiscard]] QList<Verb> verbs() const override
    {
        return {{.name = QStringLiteral("list")},
                {.name = QStringLiteral("show"), .most = anyNumber},
                {.name = QStringLiteral("accept"), .most = anyNumber},
                {.name = QStringLiteral("reject"), .most = anyNumber},
                {.name = QStringLiteral("undo")}};
    }

    [[nodiscard]] int run(const QStringList &words) override
    {
        QCommandLineParser parser;
        parser.addOptions(
            {projectOption(),
             {QStringLiteral("hunk"),
              QStringLiteral(
                  "accept, reject: only this hunk, by the beginning of its name; may be given several times."),
              QStringLiteral("HUNK")},
             {QStringLiteral("all"), QStringLiteral("accept, reject: every changed file.")}});
        const auto typed = parseVerb(parser, *this, words);
        if (!typed)
            return typed.error();
        const engine::EngineOptions options{
            .project = projectFrom(parser), .holder = QStringLiteral("cohort changes"), .follow = false};
        const QStringList hunks = parser.values(QStringLiteral("hunk"));
        const bool all = parser.isSet(QStringLiteral("all"));
        return runWithEngine(options, [=](engine::Engine *engine) {
            return carryOut(engine, options.project, typed->verb, typed->rest, hunks, all);
        });
    }
};

} // namespace

std::unique_ptr<Subcommand> makeChangesSubcommand()
{
    return std::make_unique<ChangesSubcommand>();
}

} // namespace cohort::app
