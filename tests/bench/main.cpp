// SPDX-License-Identifier: GPL-3.0-or-later
// Measures Cohort against floors in the same run and prints the ratios. Run by packaging/check --bench.
//
//   cohort-bench [PART…]    run, turns, stream, interrupt, peers, window, paced, long, idle; all of them when none is
//   named
#include "app/cohort/enginerun.h"
#include "app/cohort/subcommand.h"
#include "core/base/ids.h"
#include "core/session/eventlog.h"
#include "core/session/projectdata.h"
#include "tests/bench/measure.h"
#include "tests/bench/modelserver.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTimer>
#include <QUrl>

#include <cstdio>
#include <thread>

using namespace cohort;
using namespace cohort::bench;
using namespace cohort::protocol;

int cohort::app::runEventLoop()
{
    return QCoreApplication::exec();
}

namespace {

constexpr double ms = 1e6;
constexpr int longMessages = 10'000;

/// What all parts share: the server, a home of our own, a project.
struct Bench {
    ModelServer server;
    QTemporaryDir folder;
    QString project;

    Bench()
        : project(folder.filePath(QStringLiteral("project")))
    {
        QDir().mkpath(project);
        qputenv("COHORT_HOME", QFile::encodeName(folder.filePath(QStringLiteral("home"))));
        qputenv("OLLAMA_HOST", "127.0.0.1:1");
    }

    static QString program(const char *name)
    {
        return QCoreApplication::applicationDirPath() + u'/' + QLatin1String(name);
    }

    [[nodiscard]] QStringList minimalProgram() const
    {
        return {program("cohort-bench-request"), QString::number(QUrl(server.url()).port())};
    }

    [[nodiscard]] engine::EngineOptions engine() const
    {
        return {.project = project,
                .overrides = {QStringLiteral("agent.provider=adhoc"), QStringLiteral("agent.model=m")},
                .holder = QStringLiteral("the benchmark"),
                .provider = engine::AdHocProvider{
                    .dialect = QStringLiteral("ollama"), .baseUrl = server.url(), .keyVariable = {}}};
    }
};

/// The events of the turns of one session, and a wait for the end of each.
class Turns : public QObject
{
public:
    explicit Turns(engine::EngineLink *link)
        : m_link(link)
    {
        connect(link, &engine::EngineLink::published, this, [this](const QList<Event> &events) {
            for (const Event &event : events) {
                const auto *delta = event.as<TextDelta>();
                if (delta != nullptr) {
                    if (m_deltas++ == 0)
                        m_firstDelta = now();
                    m_units += delta->text.size();
                    m_lastDelta = now();
                }
                if (const auto *end = event.as<TurnFinished>()) {
                    if (end->outcome == Outcome::Failed)
                        std::fprintf(stderr, "a turn failed: %s\n", qUtf8Printable(end->message));
                    m_ended.open({});
                }
            }
        });
    }

    Task<Result<QString>> makeSession()
    {
        const auto reply =
            co_await app::ask(m_link, CreateSession{.title = QStringLiteral("bench"), .mode = Mode::Auto, .model = {}});
        if (!reply)
            co_return std::unexpected(reply.error());
        co_return std::get<SessionReply>(*reply).session.id;
    }

    /// One turn from the prompt to its end.
    Task<> turn(QString session)
    {
        m_ended = Gate<>();
        m_deltas = 0;
        m_units = 0;
        m_link->send(SubmitPrompt{.session = session, .text = QStringLiteral("go"), .attachments = {}, .limits = {}});
        static_cast<void>(co_await m_ended);
    }

    /// A turn that is interrupted after `delay`: how long it took until its end, in milliseconds.
    Task<double> interrupted(QString session, std::chrono::milliseconds delay)
    {
        m_ended = Gate<>();
        m_link->send(SubmitPrompt{.session = session, .text = QStringLiteral("go"), .attachments = {}, .limits = {}});
        const Gate<> waited;
        QTimer::singleShot(delay, this, [waited] { waited.open({}); });
        static_cast<void>(co_await waited);
        const std::int64_t start = now();
        m_link->send(Interrupt{.session = session});
        static_cast<void>(co_await m_ended);
        co_return double(now() - start) / ms;
    }

    [[nodiscard]] std::int64_t streamed() const { return m_lastDelta - m_firstDelta; }
    [[nodiscard]] qint64 units() const { return m_units; }
    [[nodiscard]] int deltas() const { return m_deltas; }

private:
    engine::EngineLink *m_link;
    Gate<> m_ended;
    int m_deltas = 0;
    qint64 m_units = 0;
    std::int64_t m_firstDelta = 0;
    std::int64_t m_lastDelta = 0;
};

void measureRun(Bench &bench)
{
    constexpr int rounds = 31;
    std::vector<double> floorTook;
    std::vector<double> floorFirst;
    std::vector<double> took;
    std::vector<double> first;
    std::int64_t mostKib = 0;
    std::int64_t floorKib = 0;
    const QStringList floor = bench.minimalProgram();
    const QStringList ours{Bench::program("cohort"), QStringLiteral("run"),        QStringLiteral("--dialect"),
                           QStringLiteral("ollama"), QStringLiteral("--base-url"), bench.server.url(),
                           QStringLiteral("-m"),     QStringLiteral("m"),          QStringLiteral("go")};
    for (int round = -2; round < rounds; ++round) { // two to warm up
        bench.server.answerWith(Answer::Word);
        const Run least = run(floor, bench.project);
        const auto leastFirst = double(bench.server.firstRequest() - least.started);
        bench.server.answerWith(Answer::Word);
        const Run cohort = run(ours, bench.project);
        const auto cohortFirst = double(bench.server.firstRequest() - cohort.started);
        if (least.code != 0 || cohort.code != 0 || cohort.output != "Done.\n") {
            std::fprintf(stderr, "cohort run or its floor failed (%d, %d)\n", cohort.code, least.code);
            return;
        }
        if (round < 0)
            continue;
        floorTook.push_back(double(least.took) / ms);
        floorFirst.push_back(leastFirst / ms);
        took.push_back(double(cohort.took) / ms);
        first.push_back(cohortFirst / ms);
        mostKib = std::max(mostKib, cohort.mostKib);
        floorKib = std::max(floorKib, least.mostKib);
    }
    printRow("cohort run: start to exit (floor: a minimal Qt program)", median(floorTook), median(took), "ms",
             median(took) / median(floorTook), 2.5);
    printRow("cohort run: start to the first request", median(floorFirst), median(first), "ms",
             median(first) / median(floorFirst), 2);
    printRow("cohort run: most memory", double(floorKib) / 1024, double(mostKib) / 1024, "MB", 0, 30);
}

void measureTurns(Bench &bench)
{
    std::vector<double> bare;
    std::vector<double> turns;
    const QStringList bubblewrap{QStringLiteral("bwrap"),
                                 QStringLiteral("--ro-bind"),
                                 QStringLiteral("/"),
                                 QStringLiteral("/"),
                                 QStringLiteral("--dev"),
                                 QStringLiteral("/dev"),
                                 QStringLiteral("--proc"),
                                 QStringLiteral("/proc"),
                                 QStringLiteral("--tmpfs"),
                                 QStringLiteral("/tmp"),
                                 QStringLiteral("--unshare-all"),
                                 QStringLiteral("--die-with-parent"),
                                 QStringLiteral("--new-session"),
                                 QStringLiteral("bash"),
                                 QStringLiteral("-c"),
                                 QStringLiteral("true")};
    bench.server.answerWith(Answer::Command);
    static_cast<void>(app::runWithEngine(bench.engine(), [&](engine::Engine *engine) -> Task<int> {
        Turns all(engine);
        const Result<QString> session = co_await all.makeSession();
        if (!session)
            co_return 1;
        for (int round = -1; round < 20; ++round) {
            const Run least = run(bubblewrap);
            const std::int64_t start = now();
            co_await all.turn(*session);
            if (round < 0)
                continue;
            turns.push_back(double(now() - start) / ms);
            bare.push_back(double(least.took) / ms);
            if (least.code != 0)
                std::fprintf(stderr, "bwrap cannot be started\n");
        }
        co_return 0;
    }));
    printRow("20 turns, a sandboxed command each (floor: a bare bwrap)", median(bare), median(turns), "ms",
             median(turns) / median(bare), 0);
    // The goal is 3 ms on a machine where the minimal Qt program takes 9: a third of it on this one.
    std::vector<double> program;
    bench.server.answerWith(Answer::Word);
    program.reserve(9);
    for (int round = 0; round < 9; ++round)
        program.push_back(double(run(bench.minimalProgram(), bench.project).took) / ms);
    const double more = median(turns) - median(bare);
    printRow("  per turn more than that (floor: the minimal Qt program)", median(program), more, "ms",
             more / median(program), 0.333);
}

void measureStream(Bench &bench)
{
    std::vector<double> rates;
    std::vector<double> floors;
    bench.server.answerWith(Answer::Burst);
    static_cast<void>(app::runWithEngine(bench.engine(), [&](engine::Engine *engine) -> Task<int> {
        Turns all(engine);
        const Result<QString> session = co_await all.makeSession();
        if (!session)
            co_return 1;
        for (int round = 0; round < 7; ++round) {
            floors.push_back(burstPieces / (double(bench.server.readBurstBarely()) / 1e9) / 1000);
            co_await all.turn(*session);
            if (all.units() != 4LL * burstPieces)
                std::fprintf(stderr, "%lld characters arrived\n", static_cast<long long>(all.units()));
            rates.push_back(burstPieces / (double(all.streamed()) / 1e9) / 1000);
        }
        co_return 0;
    }));
    printRow("20,000 pieces of 4 bytes, headless (floor: bare recv)", median(floors), median(rates), "k/s", 0, 300,
             false);
}

void measureInterrupt(Bench &bench)
{
    const std::vector<std::pair<const char *, Answer>> places{
        {"interrupt while the prompt is read, worst of 10", Answer::Silence},
        {"interrupt in an answer, worst of 10", Answer::Paced},
        {"interrupt in a command, worst of 10", Answer::Sleep}};
    for (const auto &[name, answer] : places) {
        double worst = 0;
        bench.server.answerWith(answer);
        static_cast<void>(app::runWithEngine(bench.engine(), [&](engine::Engine *engine) -> Task<int> {
            Turns all(engine);
            const Result<QString> session = co_await all.makeSession();
            if (!session)
                co_return 1;
            for (int round = 0; round < 10; ++round)
                worst = std::max(worst, co_await all.interrupted(*session, std::chrono::milliseconds(150 + 7 * round)));
            co_return 0;
        }));
        printRow(name, 0, worst, "ms", 0, 100);
    }
}

/// How long after it was appended an event of `cohort run -s` reaches whoever shows the session.
void measurePeers(Bench &bench)
{
    std::vector<double> delays;
    bench.server.answerWith(Answer::Command);
    engine::EngineOptions options = bench.engine();
    options.follow = true;
    static_cast<void>(app::runWithEngine(options, [&](engine::Engine *engine) -> Task<int> {
        Turns all(engine);
        const Result<QString> session = co_await all.makeSession();
        if (!session)
            co_return 1;
        co_await all.turn(*session);
        static_cast<void>(co_await app::ask(engine, ReadEvents{.session = *session}));
        QObject receiver;
        QObject::connect(engine, &engine::EngineLink::published, &receiver, [&](const QList<Event> &events) {
            for (const Event &event : events) {
                if (event.session == *session && event.isDurable())
                    delays.push_back(double(QDateTime::currentMSecsSinceEpoch() - event.time));
            }
        });
        const QStringList words{Bench::program("cohort"), QStringLiteral("run"),        QStringLiteral("--dialect"),
                                QStringLiteral("ollama"), QStringLiteral("--base-url"), bench.server.url(),
                                QStringLiteral("-m"),     QStringLiteral("m"),          QStringLiteral("--mode"),
                                QStringLiteral("auto"),   QStringLiteral("-s"),         *session,
                                QStringLiteral("go")};
        for (int round = 0; round < 5; ++round) {
            const Gate<> ended;
            const std::jthread terminal([&words, &bench, ended] {
                if (run(words, bench.project).code != 0)
                    std::fprintf(stderr, "cohort run -s failed\n");
                ended.open({});
            });
            static_cast<void>(co_await ended);
        }
        co_return 0;
    }));
    std::printf("  (%zu events of 5 turns)\n", delays.size());
    printRow("an event of another process is shown, the latest of all", 0,
             delays.empty() ? 1e9 : *std::ranges::max_element(delays), "ms", 0, 100);
}

void measureWindowStart(Bench &bench)
{
    std::vector<double> floor;
    std::vector<double> frames;
    std::vector<double> sessions;
    double memory = 0;
    double floorMemory = 0;
    for (int round = -1; round < 9; ++round) {
        auto bare = runPrinting({Bench::program("cohort-bench-bare"), QString::number(now())});
        auto ours = runPrinting(
            {Bench::program("cohort-bench-window"), QStringLiteral("start"), QString::number(now()), bench.project});
        if (round < 0)
            continue;
        floor.push_back(bare["frame"]);
        frames.push_back(ours["frame"]);
        sessions.push_back(ours["session"]);
        floorMemory = std::max(floorMemory, bare["memory"]);
        memory = std::max(memory, ours["memory"]);
    }
    printRow("window: start to first usable frame (floor: QMainWindow)", median(floor), median(frames), "ms",
             median(frames) / median(floor), 1.5);
    printRow("window: until its session is shown", median(floor), median(sessions), "ms",
             median(sessions) / median(floor), 0);
    printRow("window: memory with a project open", floorMemory, memory, "MB", 0, 120);
}

void measurePaced(Bench &bench)
{
    bench.server.answerWith(Answer::Paced);
    auto values = runPrinting(
        {Bench::program("cohort-bench-window"), QStringLiteral("stream"), bench.server.url(), bench.project});
    std::printf("  (%.1f s, %.0f repaints)\n", values["seconds"], values["paints"]);
    printRow("window: 1,000 pieces a second, of a core", 0, values["processor"], "%", 0, 25);
    printRow("window: of that on the GUI thread", 0, values["gui"], "%", 0, 0);
    printRow("window: longest piece of work on the GUI thread", 0, values["longest"], "ms", 0, 16);
}

/// Writes a session of 10,000 messages and returns its id.
Task<Result<QString>> writeLongSession(QString project)
{
    const auto folder = session::projectFolder(settings::Paths::fromEnvironment(), project);
    if (!folder)
        co_return std::unexpected(folder.error());
    store::Database database;
    const auto opened = co_await database.open(*folder + QStringLiteral("/project.db"));
    if (!opened)
        co_return std::unexpected(opened.error());
    const store::ContentStore contents(*folder + QStringLiteral("/contents"));
    const qint64 time = QDateTime::currentMSecsSinceEpoch();
    const QString id = newId();
    session::EventLog log(&database, &contents,
                          {.id = id,
                           .title = QStringLiteral("long"),
                           .created = time,
                           .updated = time,
                           .state = QStringLiteral("idle"),
                           .mode = QStringLiteral("auto"),
                           .provider = QStringLiteral("rehearsal"),
                           .model = QStringLiteral("greeting"),
                           .parent = {}});
    log.append(
        {.body = SessionCreated{.title = QStringLiteral("long"), .mode = Mode::Auto, .model = {}, .parent = {}}});
    for (int number = 0; number < longMessages / 2; ++number) {
        const QString turn = newId();
        const QString call = newId();
        const auto append = [&](EventBody body) { log.append({.turn = turn, .body = std::move(body)}); };
        append(TurnStarted{.mode = Mode::Auto, .model = {}, .sandbox = {}});
        append(UserMessage{.text = QStringLiteral("Question %1: what does the function parse%1() do?").arg(number),
                           .attachments = {}});
        const ToolCall read{.id = call,
                            .tool = QStringLiteral("read"),
                            .arguments = QJsonObject{{QStringLiteral("path"), QStringLiteral("src/parse.cpp")}}};
        if (number % 4 == 0) {
            append(ToolCallStarted{.call = call,
                                   .tool = read.tool,
                                   .target = QStringLiteral("src/parse.cpp"),
                                   .arguments = read.arguments});
            append(ToolCallFinished{.call = call,
                                    .output = QStringLiteral("int main() { return 0; }\n"),
                                    .fullOutput = {},
                                    .summary = QStringLiteral("1 line"),
                                    .exitCode = {}});
        }
        append(AssistantMessage{
            .item = newId(),
            .text = QStringLiteral(
                        "It reads **one value** and returns it, see `src/parse.cpp`:\n\n```cpp\nauto value = "
                        "parse%1(text);\nif "
                        "(!value)\n    return std::unexpected(value.error());\n```\n\n- It fails when the text is "
                        "empty.\n- Numbers are read without the locale, so that `1.5` is the same everywhere.\n")
                        .arg(number),
            .reasoning = {},
            .toolCalls = {},
            .usage = {}});
        append(TurnFinished{.message = {}, .errorKind = {}, .usage = {}});
    }
    const Result<> written = co_await log.barrier();
    co_await log.finish();
    if (!written)
        co_return std::unexpected(written.error());
    co_return id;
}

void measureLong(Bench &bench)
{
    QString id;
    const auto write = [&]() -> Task<> {
        const Result<QString> written = co_await writeLongSession(bench.project);
        if (written)
            id = *written;
        else
            std::fprintf(stderr, "%s\n", qUtf8Printable(written.error().message));
        QMetaObject::invokeMethod(QCoreApplication::instance(), &QCoreApplication::quit, Qt::QueuedConnection);
    };
    const Task<> writing = write();
    static_cast<void>(app::runEventLoop());
    auto values = runPrinting({Bench::program("cohort-bench-window"), QStringLiteral("open"), id, bench.project});
    std::printf("  (10,000 messages: %.0f rows at first, %.0f in all)\n", values["rows"], values["allrows"]);
    printRow("window: a long session opens, GUI thread", 0, values["opened"], "ms", 0, 150);
    printRow("window: until all of it is there, GUI thread", 0, values["complete"], "ms", 0, 0);
    printRow("window: longest piece of work meanwhile", 0, values["longest"], "ms", 0, 16);
    printRow("window: longest piece of work of scrolling", 0, values["scroll"], "ms", 0, 16);
    printRow("window: memory with it open", 0, values["memory"], "MB", 0, 0);
}

void measureIdle(Bench &bench)
{
    auto values = runPrinting(
        {Bench::program("cohort-bench-window"), QStringLiteral("idle"), QStringLiteral("60"), bench.project});
    printRow("window idle for 60 s: timers fired", 0, values["timers"], "", 0, 0);
    printRow("window idle for 60 s: repaints", 0, values["paints"], "", 0, 0);
    printRow("window idle for 60 s: processor time", 0, values["processor"], "ms", 0, 10);
}

} // namespace

int main(int count, char **words)
{
    Bench bench; // first: the server's process is made before any thread
    const QCoreApplication application(count, words);
    const QStringList wanted = QCoreApplication::arguments().sliced(1);
    const std::vector<std::pair<QString, void (*)(Bench &)>> parts{
        {QStringLiteral("run"), measureRun},       {QStringLiteral("turns"), measureTurns},
        {QStringLiteral("stream"), measureStream}, {QStringLiteral("interrupt"), measureInterrupt},
        {QStringLiteral("peers"), measurePeers},   {QStringLiteral("window"), measureWindowStart},
        {QStringLiteral("paced"), measurePaced},   {QStringLiteral("long"), measureLong},
        {QStringLiteral("idle"), measureIdle}};
    printHead();
    for (const auto &[name, measure] : parts) {
        if (wanted.isEmpty() || wanted.contains(name))
            measure(bench);
    }
    return 0;
}
