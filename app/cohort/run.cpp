// SPDX-License-Identifier: GPL-3.0-or-later
// cohort run: one turn without a window.
#include "app/cohort/enginerun.h"
#include "app/cohort/interrupts.h"
#include "app/cohort/subcommand.h"
#include "app/cohort/turnprinter.h"
#include "core/protocol/codec.h"

#include <QCoreApplication>
#include <QFile>
#include <QSocketNotifier>

#include <termios.h>
#include <unistd.h>

#include <cstdio>
#include <iostream>

namespace cohort::app {

using namespace protocol;

namespace {

/// What the person asked for.
struct RunOptions {
    engine::EngineOptions engine;
    QString prompt;
    QString session;
    bool continueLast = false;
    QString fork;
    std::optional<Mode> mode;
    ModelChoice model;
    QStringList attachments;
    TurnLimits limits;
    OutputForm form = OutputForm::Text;
};

/// Asks in the terminal what a card asks in the window.
class TerminalPermission : public QObject
{
public:
    TerminalPermission(engine::EngineLink *link, QString session)
        : m_link(link)
        , m_session(std::move(session))
        , m_notifier(STDIN_FILENO, QSocketNotifier::Read)
    {
        m_notifier.setEnabled(false);
        connect(&m_notifier, &QSocketNotifier::activated, this, &TerminalPermission::readAnswer);
    }

    void ask(const PermissionRequested &request)
    {
        m_open.append(request);
        if (m_open.size() == 1)
            showFirst();
    }

    void forget(const QString &request)
    {
        m_open.removeIf([&](const PermissionRequested &open) { return open.request == request; });
        m_notifier.setEnabled(!m_open.isEmpty());
    }

    [[nodiscard]] bool isAsking() const { return !m_open.isEmpty(); }

private:
    void showFirst()
    {
        const PermissionRequested &request = m_open.first();
        QString text = QStringLiteral("\n%1").arg(request.summary);
        if (!request.command.isEmpty())
            text += QStringLiteral(":\n    %1").arg(request.command);
        if (!request.diff.isEmpty())
            text += QStringLiteral(":\n%1").arg(request.diff);
        text +=
            QStringLiteral(
                "\n  asked because %1; where: %2\n  [o]nce, this [s]ession, [a]lways in this project (%3), [d]eny? ")
                .arg(request.reason, request.where, request.rule);
        const QByteArray bytes = printable(text).toUtf8();
        std::fwrite(bytes.constData(), 1, static_cast<std::size_t>(bytes.size()), stderr);
        std::fflush(stderr);
        ::tcflush(STDIN_FILENO, TCIFLUSH); // what was typed before the question answers nothing
        m_notifier.setEnabled(true);
    }

    void readAnswer()
    {
        m_notifier.setEnabled(false);
        std::array<char, 1024> line{};
        const ssize_t size = ::read(STDIN_FILENO, line.data(), line.size());
        if (m_open.isEmpty())
            return;
        QString word = QString::fromUtf8(line.data(), std::max<ssize_t>(size, 0)).trimmed().toLower();
        for (const char *whole : {"once", "session", "always", "deny"}) {
            if (word == QLatin1String(whole))
                word.truncate(1);
        }
        if (size > 0 && (word.size() != 1 || !QStringLiteral("osad").contains(word))) {
            std::fputs("  Type o, s, a or d, and Enter: ", stderr);
            m_notifier.setEnabled(true);
            return;
        }
        const PermissionRequested request = m_open.takeFirst();
        DecidePermission decision{.session = m_session, .request = request.request};
        decision.allow = word == QLatin1String("o") || word == QLatin1String("s") || word == QLatin1String("a");
        decision.scope = word == QLatin1String("s")   ? Scope::Session
                         : word == QLatin1String("a") ? Scope::Project
                                                      : Scope::Once;
        m_link->send(decision);
        if (!m_open.isEmpty())
            showFirst();
    }

    engine::EngineLink *m_link;
    QString m_session;
    QSocketNotifier m_notifier;
    QList<PermissionRequested> m_open;
};

/// The session that the options mean, made if need be.
Task<Result<SessionInfo>> findSession(engine::EngineLink *link, RunOptions options)
{
    if (!options.fork.isEmpty()) {
        const Result<SessionPlace> place = co_await findPlace(link, options.fork);
        if (!place)
            co_return std::unexpected(place.error());
        const Result<Reply> reply = co_await ask(link, ForkSession{.session = place->session, .seq = place->seq});
        if (!reply)
            co_return std::unexpected(reply.error());
        co_return std::get<SessionReply>(*reply).session;
    }
    if (!options.session.isEmpty())
        co_return co_await findNamed(link, options.session);
    if (options.continueLast) {
        const Result<Reply> listed = co_await ask(link, ListSessions{});
        if (!listed)
            co_return std::unexpected(listed.error());
        if (const auto &all = std::get<SessionList>(*listed).sessions; !all.isEmpty())
            co_return all.first();
    }
    const Result<Reply> reply =
        co_await ask(link, CreateSession{.title = {}, .mode = options.mode, .model = options.model});
    if (!reply)
        co_return std::unexpected(reply.error());
    co_return std::get<SessionReply>(*reply).session;
}

int exitCodeOf(const std::optional<TurnFinished> &finished)
{
    if (!finished)
        return ExitFailed;
    switch (finished->outcome) {
    case Outcome::Done:
        return finished->refusedCalls > 0 ? ExitPermission : ExitDone;
    case Outcome::Interrupted:
        return ExitInterrupted;
    case Outcome::Limit:
        return ExitLimit;
    case Outcome::Failed:
        break;
    }
    return app::exitCodeOf(kindFromName(finished->errorKind));
}

Task<int> runTurn(engine::Engine *engine, RunOptions options)
{
    const Result<SessionInfo> session = co_await findSession(engine, options);
    if (!session)
        co_return failWith(session.error());
    const QString id = session->id;
    const bool isNew = session->lastSeq <= 1;
    // Before anything is changed: the turn that runs is not ours.
    if (session->state == SessionState::Working || session->state == SessionState::Waiting)
        co_return failWith({.kind = ErrorKind::Conflict,
                            .message = QStringLiteral("the session is at work; wait until it is done, or go on with a "
                                                      "copy of it: --fork %1")
                                           .arg(id)});
    if (!isNew && options.mode) {
        if (const Result<Reply> done = co_await ask(engine, SetMode{.session = id, .mode = *options.mode}); !done)
            co_return failWith(done.error());
    }
    if (!isNew && (!options.model.provider.isEmpty() || !options.model.model.isEmpty())) {
        if (const Result<Reply> done = co_await ask(engine, SetModel{.session = id, .model = options.model}); !done)
            co_return failWith(done.error());
    }

    TurnPrinter printer(options.form);
    const bool attended =
        options.form == OutputForm::Text && ::isatty(STDIN_FILENO) == 1 && ::isatty(STDERR_FILENO) == 1;
    TerminalPermission permission(engine, id);
    QString turn;
    QList<Event> early; // published before the reply told us which turn is ours
    const Gate<> ended;
    const auto take = [&](const Event &event) {
        if (event.turn != turn && !event.turn.isEmpty())
            return;
        printer.show(event);
        if (const auto *request = event.as<PermissionRequested>(); request != nullptr && attended) {
            printer.setAsking(true);
            permission.ask(*request);
        }
        if (const auto *decided = event.as<PermissionDecided>()) {
            permission.forget(decided->request);
            printer.setAsking(permission.isAsking());
        }
        if (event.as<TurnFinished>() != nullptr)
            ended.open({});
    };
    QObject receiver;
    QObject::connect(engine, &engine::EngineLink::published, &receiver, [&](const QList<Event> &events) {
        for (const Event &event : events) {
            if (event.session != id)
                continue;
            if (turn.isEmpty())
                early.append(event);
            else
                take(event);
        }
    });
    const InterruptWatcher watcher([engine, id] { engine->send(Interrupt{.session = id}); });
    const Result<Reply> reply = co_await ask(engine, SubmitPrompt{.session = id,
                                                                  .text = options.prompt,
                                                                  .attachments = options.attachments,
                                                                  .whenBusy = WhenBusy::Refuse,
                                                                  .limits = options.limits,
                                                                  .unattended = !attended});
    if (!reply)
        co_return failWith(reply.error());
    turn = std::get<PromptReply>(*reply).turn;
    for (const Event &event : std::exchange(early, {}))
        take(event);
    co_await ended;
    printer.finish(id);
    const std::optional<TurnFinished> &finished = printer.finished();
    if (finished && finished->outcome != Outcome::Done && options.form == OutputForm::Text)
        complain(finished->message);
    const int code = exitCodeOf(finished);
    if (code == ExitProvider && options.form == OutputForm::Text)
        complain(QStringLiteral("--provider and --model choose another; 'cohort doctor' tells which ones answer."));
    if (code == ExitPermission && options.form == OutputForm::Text)
        complain(QStringLiteral(
            "a permission was needed and not given. Choose a mode with --mode, or allow it in a terminal or window."));
    co_return code;
}

class RunSubcommand : public Subcommand
{
public:
    [[nodiscard]] QString name() const override { return QStringLiteral("run"); }
    [[nodiscard]] QString summary() const override { return QStringLiteral("Run one turn without a window."); }
    [[nodiscard]] QString usage() const override { return QStringLiteral("[OPTIONS] PROMPT|-"); }
    [[nodiscard]] QString example() const override
    {
        return QStringLiteral("cohort run --mode edit \"Make the failing test pass\"");
    }

    [[nodiscard]] int run(const QStringList &words) override
    {
        QCommandLineParser parser;
        addOptions(parser);
        if (const auto code = parse(parser, *this, words, anyNumber))
            return *code;
        RunOptions options;
        if (const auto problem = read(parser, options)) {
            complain(*problem + QStringLiteral(" See 'cohort run --help'."));
            return ExitUsage;
        }
        InterruptWatcher::block();
        return runWithEngine(options.engine, [&options](engine::Engine *engine) { return runTurn(engine, options); });
    }

private:
    static void addOptions(QCommandLineParser &parser)
    {
        const auto value = [](const char *name, const char *description, const char *placeholder) {
            return QCommandLineOption(QString::fromLatin1(name).split(QLatin1Char(' ')), QString::fromUtf8(description),
                                      QLatin1String(placeholder));
        };
        parser.addOptions(
            {projectOption(), value("s session", "Go on with this session.", "ID"),
             QCommandLineOption({QStringLiteral("c"), QStringLiteral("continue")},
                                QStringLiteral("Go on with the newest session.")),
             value("fork", "Go on with a copy of a session, up to an event.", "ID[@SEQ]"),
             value("provider", "Which provider answers.", "ID"), value("m model", "Which model answers.", "NAME"),
             value("dialect", "With --base-url: what the server speaks: ollama or openai.", "NAME"),
             value("base-url", "A server for this run.", "URL"),
             value("api-key-env", "With --base-url: the environment variable with its API key.", "VAR"),
             value("mode", "plan, ask, edit or auto.", "MODE"), outputOption(QStringLiteral("text, json or jsonl")),
             value("attach", "A file of the project that belongs to the prompt; may be given several times.", "FILE"),
             value("max-turns", "Stop after so many model calls.", "N"),
             value("max-tokens", "Stop after so many tokens.", "N"),
             value("timeout", "Stop after so many seconds.", "SECONDS"), settingOption()});
    }

    /// Why the options cannot be used, or nothing.
    static std::optional<QString> read(const QCommandLineParser &parser, RunOptions &options)
    {
        const auto text = [&parser](const char *name) { return parser.value(QLatin1String(name)); };
        QString bad;
        const auto number = [&](const char *name) {
            bool isNumber = true;
            const qint64 value = parser.isSet(QLatin1String(name)) ? text(name).toLongLong(&isNumber) : 0;
            if (!isNumber || value < 0 || value > std::numeric_limits<int>::max()
                || (parser.isSet(QLatin1String(name)) && value == 0))
                bad = QStringLiteral("--%1 needs a number greater than 0.").arg(QLatin1String(name));
            return value;
        };
        options.engine = {.project = projectFrom(parser),
                          .overrides = parser.values(QStringLiteral("set")),
                          .holder = QStringLiteral("cohort run"),
                          .follow = false};
        // Nobody reads a script's rehearsal as it is typed.
        if (::isatty(STDOUT_FILENO) != 1)
            options.engine.overrides.prepend(QStringLiteral("rehearsal.humanPace=false"));
        for (const char *name : {"session", "fork"}) {
            if (parser.isSet(QLatin1String(name)) && text(name).isEmpty())
                return QStringLiteral("--%1 needs a session's id.").arg(QLatin1String(name));
        }
        if (int(parser.isSet(QStringLiteral("session"))) + int(parser.isSet(QStringLiteral("continue")))
                + int(parser.isSet(QStringLiteral("fork")))
            > 1)
            return QStringLiteral("Only one of --session, --continue and --fork can be meant.");
        options.session = text("session");
        options.continueLast = parser.isSet(QStringLiteral("continue"));
        options.fork = text("fork");
        options.model = {.provider = text("provider"), .model = text("model")};
        options.attachments = parser.values(QStringLiteral("attach"));
        options.limits = {.modelCalls = static_cast<int>(number("max-turns")),
                          .tokens = number("max-tokens"),
                          .seconds = static_cast<int>(number("timeout"))};
        if (!bad.isEmpty())
            return bad;
        if (parser.isSet(QStringLiteral("mode"))) {
            options.mode = valueOf<Mode>(text("mode"));
            if (!options.mode)
                return QStringLiteral("--mode must be plan, ask, edit or auto, not '%1'.").arg(text("mode"));
        }
        static const QMap<QString, OutputForm> forms{{QStringLiteral("text"), OutputForm::Text},
                                                     {QStringLiteral("json"), OutputForm::Json},
                                                     {QStringLiteral("jsonl"), OutputForm::JsonLines}};
        if (!forms.contains(text("output")))
            return QStringLiteral("--output must be text, json or jsonl, not '%1'.").arg(text("output"));
        options.form = forms.value(text("output"));
        if (parser.isSet(QStringLiteral("base-url"))) {
            options.engine.provider =
                engine::AdHocProvider{.dialect = text("dialect").isEmpty() ? QStringLiteral("openai") : text("dialect"),
                                      .baseUrl = text("base-url"),
                                      .keyVariable = text("api-key-env")};
            options.model.provider = QStringLiteral("adhoc");
        } else if (parser.isSet(QStringLiteral("dialect"))) {
            return QStringLiteral("--dialect needs --base-url.");
        }
        const QStringList words = parser.positionalArguments();
        if (words.isEmpty())
            return QStringLiteral("A prompt is needed.");
        options.prompt = words.join(QLatin1Char(' '));
        if (options.prompt == QLatin1String("-")) {
            QFile input;
            if (!input.open(stdin, QIODevice::ReadOnly))
                return QStringLiteral("Standard input cannot be read.");
            options.prompt = QString::fromUtf8(input.readAll());
        }
        if (options.prompt.trimmed().isEmpty())
            return QStringLiteral("The prompt is empty.");
        return std::nullopt;
    }
};

} // namespace

std::unique_ptr<Subcommand> makeRunSubcommand()
{
    return std::make_unique<RunSubcommand>();
}

} // namespace cohort::app
