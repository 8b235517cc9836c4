// SPDX-License-Identifier: GPL-3.0-or-later
// The window as a person has it, with the real engine, measured from inside. Prints "name value" lines.
//
//   cohort-bench-window start STARTED PROJECT    until the first usable frame, and the memory
//   cohort-bench-window stream URL PROJECT       an answer of 1,000 pieces a second
//   cohort-bench-window open SESSION PROJECT     a long session, opened and scrolled through
//   cohort-bench-window idle SECONDS PROJECT     what happens while nothing does
#include "core/engine/enginethread.h"
#include "tests/bench/measure.h"
#include "tests/bench/modelserver.h"
#include "ui/conversation/conversationpage.h"
#include "ui/conversation/conversationview.h"
#include "ui/theme/theme.h"
#include "ui/window/mainwindow.h"

#include <QApplication>
#include <QScrollBar>
#include <QThread>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <map>
#include <ranges>
#include <vector>

using namespace cohort;
using namespace cohort::bench;

namespace {

double threadTime()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}

/// Times every piece of work of the GUI thread.
class Application : public QApplication
{
public:
    using QApplication::QApplication;

    /// Whether to time the work; asking for the time takes some itself.
    void setTimesWork(bool on) { m_timesWork = on; }

    bool notify(QObject *receiver, QEvent *event) override
    {
        if (QThread::currentThread() != thread())
            return QApplication::notify(receiver, event);
        if (event->type() == QEvent::Timer)
            ++m_timers;
        if (event->type() == QEvent::Paint) {
            ++m_paints;
            ++m_paintsBy[QLatin1StringView(receiver->metaObject()->className())];
        }
        if (m_depth > 0 || !m_timesWork)
            return QApplication::notify(receiver, event);
        const auto type = event->type();
        const char *name = receiver->metaObject()->className();
        ++m_depth;
        const double start = threadTime();
        const bool done = QApplication::notify(receiver, event);
        const double took = threadTime() - start;
        --m_depth;
        ++m_pieces;
        m_sum += took;
        auto &[count, milliseconds] = m_byKind[{QLatin1StringView(name), type}];
        ++count;
        milliseconds += took;
        if (took > m_longest) {
            m_longest = took;
            m_slowest = QStringLiteral("%1, event %2").arg(QLatin1String(name)).arg(int(type));
        }
        return done;
    }

    void forget()
    {
        m_byKind.clear();
        m_paintsBy.clear();
        m_timers = m_paints = m_pieces = 0;
        m_longest = m_sum = 0;
    }
    [[nodiscard]] double longest() const { return m_longest; } ///< milliseconds of processor time
    [[nodiscard]] double sum() const { return m_sum; }
    [[nodiscard]] int timers() const { return m_timers; }
    [[nodiscard]] int paints() const { return m_paints; }
    [[nodiscard]] int pieces() const { return m_pieces; }
    /// What the time went into, on standard error.
    void tellSlowest() const
    {
        std::fprintf(stderr, "longest: %.1f ms in %s\n", m_longest, qUtf8Printable(m_slowest));
        using Entry = std::pair<std::pair<QString, int>, std::pair<int, double>>;
        std::vector<Entry> entries(m_byKind.begin(), m_byKind.end());
        std::ranges::sort(entries, std::ranges::greater{}, [](const Entry &entry) { return entry.second.second; });
        for (const auto &[kind, spent] : entries | std::views::take(10))
            std::fprintf(stderr, "  %8.1f ms %6d times: %s, event %d\n", spent.second, spent.first,
                         qUtf8Printable(kind.first), kind.second);
        for (const auto &[name, count] : m_paintsBy)
            std::fprintf(stderr, "  %6d paints of %s\n", count, qUtf8Printable(name));
    }

private:
    bool m_timesWork = true;
    int m_depth = 0;
    int m_timers = 0;
    int m_paints = 0;
    int m_pieces = 0;
    double m_longest = 0;
    double m_sum = 0;
    QString m_slowest;
    std::map<std::pair<QString, int>, std::pair<int, double>> m_byKind;
    std::map<QString, int> m_paintsBy;
};

void tell(const char *name, double value)
{
    std::printf("%s %f\n", name, value);
    std::fflush(stdout);
}

void later(int milliseconds, QObject *context, std::function<void()> work)
{
    QTimer::singleShot(milliseconds, context, std::move(work));
}

struct Bench {
    Application *application;
    ui::MainWindow *window;
    QString argument;

    [[nodiscard]] ui::Session *session() const { return window->project()->current(); }
    [[nodiscard]] QAbstractScrollArea *view() const { return window->conversation()->view(); }

    /// Calls `work` when a session (this one, or any) is there and drawn; `early`, if given, after the first frame.
    void whenUsable(const std::function<void()> &work, const QString &wanted = {},
                    const std::function<void()> &early = {}) const
    {
        class Watcher : public QObject
        {
        public:
            Watcher(const Bench &bench, std::function<void()> work, QString wanted, std::function<void()> early)
                : QObject(bench.window)
                , m_bench(bench)
                , m_work(std::move(work))
                , m_wanted(std::move(wanted))
                , m_early(std::move(early))
            {
                qApp->installEventFilter(this);
            }
            bool eventFilter(QObject *watched, QEvent *event) override
            {
                if (event->type() == QEvent::UpdateRequest && watched == m_bench.window && m_early)
                    QMetaObject::invokeMethod(this, std::exchange(m_early, {}), Qt::QueuedConnection);
                if (event->type() == QEvent::UpdateRequest && watched == m_bench.window && !m_seen
                    && m_bench.session() != nullptr && m_bench.session()->loaded()
                    && (m_wanted.isEmpty() || m_bench.session()->id() == m_wanted)) {
                    m_seen = true;
                    QMetaObject::invokeMethod(this, [this] { m_work(), deleteLater(); }, Qt::QueuedConnection);
                }
                return false;
            }

        private:
            const Bench &m_bench;
            std::function<void()> m_work;
            QString m_wanted;
            std::function<void()> m_early;
            bool m_seen = false;
        };
        new Watcher(*this, work, wanted, early);
    }

    void start() const
    {
        const auto tellTime = [this](const char *name) { tell(name, double(now() - argument.toLongLong()) / 1e6); };
        const auto shown = [this, tellTime] {
            tellTime("session");
            if (qEnvironmentVariableIsSet("COHORT_BENCH_VERBOSE"))
                application->tellSlowest();
            later(1000, window, [] {
                tell("memory", double(residentKib()) / 1024);
                QCoreApplication::quit();
            });
        };
        whenUsable(shown, {}, [tellTime] { tellTime("frame"); }); // one can type in the first frame
    }

    void stream() const
    {
        whenUsable([this] {
            later(500, window, [this] {
                application->forget();
                const std::int64_t used = processorTime();
                const std::int64_t began = now();
                session()->submit(QStringLiteral("go"), {}, protocol::WhenBusy::Queue);
                const auto finish = [this, used, began] {
                    if (session()->working())
                        return;
                    tell("processor", 100.0 * double(processorTime() - used) / double(now() - began));
                    tell("seconds", double(now() - began) / 1e9);
                    tell("gui", application->sum() / (double(now() - began) / 1e8));
                    tell("longest", application->longest());
                    tell("paints", application->paints());
                    application->tellSlowest();
                    QCoreApplication::quit();
                };
                later(1000, window,
                      [this, finish] { QObject::connect(session(), &ui::Session::changed, window, finish); });
            });
        });
    }

    void open() const
    {
        whenUsable([this] {
            later(500, window, [this] {
                application->forget();
                const double start = threadTime();
                window->project()->open(argument);
                whenUsable(
                    [this, start] {
                        tell("opened", threadTime() - start);
                        tell("rows", session()->transcript()->count());
                        // Older pages are still read; they count as well.
                        later(3000, window, [this, start] {
                            tell("complete", threadTime() - start);
                            tell("allrows", session()->transcript()->count());
                            tell("longest", application->longest());
                            application->tellSlowest();
                            application->forget();
                            scroll(0);
                        });
                    },
                    argument);
            });
        });
    }

    void scroll(int step) const
    {
        if (step == 300) {
            tell("scroll", application->longest());
            tell("memory", double(residentKib()) / 1024);
            application->tellSlowest();
            QCoreApplication::quit();
            return;
        }
        QScrollBar *bar = view()->verticalScrollBar();
        // by pages near the end, then to places far away
        bar->setValue(step < 200 ? bar->value() - bar->pageStep() / 2
                                 : int(qint64(bar->maximum()) * ((step * 37) % 100) / 100));
        later(5, window, [this, step] { scroll(step + 1); });
    }

    void idle() const
    {
        whenUsable([this] {
            later(3000, window, [this] {
                application->forget();
                const std::int64_t used = processorTime();
                const std::int64_t began = now();
                later(argument.toInt() * 1000, window, [this, used, began] {
                    // the one timer is this one
                    tell("timers", application->timers() - 1);
                    tell("paints", application->paints());
                    tell("pieces", application->pieces());
                    tell("processor", double(processorTime() - used) / 1e6);
                    tell("seconds", double(now() - began) / 1e9);
                    QCoreApplication::quit();
                });
            });
        });
    }
};

} // namespace

int main(int count, char **words)
{
    const auto milestone = [words](const char *what) {
        if (std::strcmp(words[1], "start") == 0)
            std::fprintf(stderr, "%8.1f ms: %s\n", double(now() - std::atoll(words[2])) / 1e6, what);
    };
    milestone("main");
    QCoreApplication::setApplicationName(QStringLiteral("cohort"));
    Application application(count, words);
    QApplication::setCursorFlashTime(0);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.size() != 4)
        return 2;
    const QString &mode = arguments.at(1);
    engine::EngineOptions options{.project = arguments.at(3), .overrides = {}, .holder = QStringLiteral("the window")};
    if (mode == QLatin1String("stream")) {
        options.provider = {.dialect = QStringLiteral("ollama"), .baseUrl = arguments.at(2), .keyVariable = {}};
        options.overrides = {QStringLiteral("agent.provider=adhoc"), QStringLiteral("agent.model=m")};
    }
    milestone("application");
    ui::theme::apply(QStringLiteral("light"));
    milestone("theme");
    const engine::EngineThread engine(options);
    ui::MainWindow window(engine.link(), {.folder = arguments.at(3),
                                          .layoutFile = arguments.at(3) + QStringLiteral(".layout"),
                                          .newSession = true,
                                          .prompt = {},
                                          .model = {}});
    milestone("window made");
    const Bench bench{.application = &application, .window = &window, .argument = arguments.at(2)};
    application.setTimesWork(mode != QLatin1String("start") || qEnvironmentVariableIsSet("COHORT_BENCH_VERBOSE"));
    if (mode == QLatin1String("start"))
        bench.start();
    else if (mode == QLatin1String("stream"))
        bench.stream();
    else if (mode == QLatin1String("open"))
        bench.open();
    else
        bench.idle();
    window.show();
    milestone("shown");
    window.begin();
    milestone("begun");
    return QApplication::exec();
}
