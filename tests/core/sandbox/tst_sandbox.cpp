// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/cgroup.h"
#include "core/sandbox/sandbox.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace cohort;
using namespace cohort::sandbox;

namespace {

struct Ran {
    std::optional<Result<SandboxEnd>> end;
    QByteArray output;
    QByteArray errors;
};

Task<> runInto(SandboxRunner *runner, SandboxCommand command, std::stop_token stop, Ran *ran)
{
    const OutputSink sink = [ran](Channel channel, QByteArrayView bytes) {
        (channel == Channel::Output ? ran->output : ran->errors).append(bytes);
    };
    ran->end = co_await runner->run(std::move(command), sink, stop);
}

} // namespace

class TestSandbox : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void runsAndReportsTheEnd();
    void writesInTheProjectOnly();
    void keepsOut_data();
    void keepsOut();
    void gitAndCohortAreReadOnly();
    void absentGitIsBlockedAndLeavesNoTrace();
    void aLinkedGitRunsNothing();
    void isolatedWritesNothing();
    void timeEndsIt();
    void aStopKillsEverything();
    void endlessOutputEndsIt();
    void memoryIsBounded();
    void processesAreBounded();
    void controlGroupsAreUsedAgainAndNoneStays();
    void openDescriptorsOfTheCallerAreNotInside();
    void aLinkToTheHomeIsTheHome();
    void aProjectAroundTheHomeIsRefused();

private:
    Ran run(const QString &line, const std::function<void(SandboxCommand &)> &change = {});
    QByteArray fileText(const QString &name) const;

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<SandboxRunner> m_runner;
    QString m_project;
};

void TestSandbox::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_project = m_folder->filePath(QStringLiteral("project"));
    QVERIFY(QDir().mkpath(m_project));
    m_runner = makeBubblewrapRunner(m_folder->filePath(QStringLiteral("cache")));
}

QByteArray TestSandbox::fileText(const QString &name) const
{
    QFile file(m_project + QLatin1Char('/') + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(missing)");
}

Ran TestSandbox::run(const QString &line, const std::function<void(SandboxCommand &)> &change)
{
    SandboxCommand command{.words = shellWords(line), .project = m_project, .folder = {}, .limits = {}};
    command.limits.time = std::chrono::seconds(30);
    if (change)
        change(command);
    Ran ran;
    const Task<> task = runInto(m_runner.get(), command, {}, &ran);
    if (!QTest::qWaitFor([&ran] { return ran.end.has_value(); }, 60'000))
        qFatal("the command did not end");
    if (!*ran.end)
        qWarning() << ran.end->error().message;
    return ran;
}

void TestSandbox::runsAndReportsTheEnd()
{
    const Ran ran = run(QStringLiteral("echo out; echo err >&2; exit 7"));
    QVERIFY(*ran.end);
    QCOMPARE((*ran.end)->exitCode, 7);
    QCOMPARE(ran.output, QByteArray("out\n"));
    QCOMPARE(ran.errors, QByteArray("err\n"));
    QCOMPARE((*run(QStringLiteral("kill -9 $$")).end)->exitCode, 137);
}

void TestSandbox::writesInTheProjectOnly()
{
    QVERIFY(*run(QStringLiteral("echo hi > made.txt")).end);
    QCOMPARE(fileText(QStringLiteral("made.txt")), QByteArray("hi\n"));
    for (const char *path : {"/usr/x", "/etc/x", "/x", "/bin/x"})
        QVERIFY2((*run(QStringLiteral("echo hi > %1").arg(QLatin1String(path))).end)->exitCode != 0, path);
    // Its own /tmp is writable, but nobody else's.
    QCOMPARE((*run(QStringLiteral("echo hi > /tmp/x-of-the-sandbox && cat /tmp/x-of-the-sandbox")).end)->exitCode, 0);
    QVERIFY(!QFile::exists(QStringLiteral("/tmp/x-of-the-sandbox")));
}

void TestSandbox::keepsOut_data()
{
    QTest::addColumn<QString>("trick");
    QTest::newRow("shadow") << QStringLiteral("cat /etc/shadow");
    QTest::newRow("root's home") << QStringLiteral("ls /root");
    QTest::newRow("the person's home") << QStringLiteral("test -n \"$(ls -A ~ /home/* 2>/dev/null | grep -v agent:)\"");
    QTest::newRow("network") << QStringLiteral("exec 3<>/dev/tcp/127.0.0.1/22");
    QTest::newRow("other interfaces") << QStringLiteral("test \"$(ls /sys/class/net 2>/dev/null | grep -v lo)\"");
    QTest::newRow("being root") << QStringLiteral("test \"$(id -u)\" = 0");
    QTest::newRow("capabilities") << QStringLiteral("grep -E 'Cap(Eff|Prm|Bnd):.*[1-9a-f]' /proc/self/status");
    QTest::newRow("new namespaces") << QStringLiteral("unshare -U true");
    QTest::newRow("mounting") << QStringLiteral("mount -t tmpfs x /tmp");
    QTest::newRow("processes outside") << QStringLiteral("test \"$(ls -d /proc/[0-9]* | wc -l)\" -gt 8");
    // With the value that it has: should the sandbox leak, the machine is not changed by that.
    QTest::newRow("writing to proc") << QStringLiteral("cat /proc/sys/kernel/hostname > /proc/sys/kernel/hostname");
    QTest::newRow("writing the core pattern")
        << QStringLiteral("p=$(cat /proc/sys/kernel/core_pattern); echo \"$p\" > /proc/sys/kernel/core_pattern");
    QTest::newRow("any writable file of the kernel")
        << QStringLiteral("find /proc /sys -path '/proc/[0-9]*' -prune -o -path /proc/pressure -prune -o -type f "
                          "-writable -print 2>/dev/null "
                          "| while read -r file; do [ ! -f $file ] || echo $file; done | grep .");
    QTest::newRow("kernel memory") << QStringLiteral("head -c 1 /proc/kcore | grep -q .");
    QTest::newRow("the environment") << QStringLiteral("env | grep COHORT_TEST_SECRET");
    QTest::newRow("the desktop's sockets")
        << QStringLiteral("test -e /tmp/.X11-unix || test -e /run/dbus || test -e /run/user");
    QTest::newRow("raw disks") << QStringLiteral("ls /dev/sd* /dev/vd* /dev/nvme* /dev/mem");
}

void TestSandbox::keepsOut()
{
    QFETCH(QString, trick);
    qputenv("COHORT_TEST_SECRET", "key");
    const Ran ran = run(trick);
    qunsetenv("COHORT_TEST_SECRET");
    QVERIFY(*ran.end);
    QVERIFY2((*ran.end)->exitCode != 0, ran.output.constData());
}

void TestSandbox::gitAndCohortAreReadOnly()
{
    QVERIFY(QDir().mkpath(m_project + QStringLiteral("/.git/hooks")));
    QVERIFY(QDir().mkpath(m_project + QStringLiteral("/.cohort")));
    for (const char *trick : {"echo x > .git/hooks/pre-commit", "echo x > .git/commondir", "mv .git .git2",
                              "rm -rf .git", "echo x > .cohort/config.yaml", "mv .cohort c"})
        QVERIFY2((*run(QLatin1String(trick)).end)->exitCode != 0, trick);
    QVERIFY(QFile::exists(m_project + QStringLiteral("/.git/hooks")));
    QVERIFY(!QFile::exists(m_project + QStringLiteral("/.git/hooks/pre-commit")));
}

void TestSandbox::absentGitIsBlockedAndLeavesNoTrace()
{
    QVERIFY((*run(QStringLiteral("mkdir -p .git/hooks && echo x > .git/hooks/pre-commit")).end)->exitCode != 0);
    QVERIFY((*run(QStringLiteral("rm -r .git; mv .git a; ln -s /tmp .git; test -L .git")).end)->exitCode != 0);
    // Commands in a row share the blockers, which go away a moment after the last of them.
    QTRY_COMPARE(QDir(m_project).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot), QStringList());
}

void TestSandbox::aLinkedGitRunsNothing()
{
    QVERIFY(QFile::link(QStringLiteral("elsewhere"), m_project + QStringLiteral("/.git")));
    const Ran ran = run(QStringLiteral("echo ran > proof"));
    QVERIFY(!*ran.end);
    QCOMPARE(ran.end->error().kind, ErrorKind::NoSandbox);
    QVERIFY(!QFile::exists(m_project + QStringLiteral("/proof")));
}

void TestSandbox::isolatedWritesNothing()
{
    const Ran ran =
        run(QStringLiteral("echo x > made.txt"), [](SandboxCommand &command) { command.level = Level::Isolated; });
    QVERIFY((*ran.end)->exitCode != 0);
    QVERIFY(!QFile::exists(m_project + QStringLiteral("/made.txt")));
}

void TestSandbox::timeEndsIt()
{
    const Ran ran = run(QStringLiteral("sleep 100 & sleep 100"),
                        [](SandboxCommand &command) { command.limits.time = std::chrono::seconds(1); });
    QVERIFY(*ran.end);
    QCOMPARE((*ran.end)->ending, Ending::TimedOut);
}

void TestSandbox::aStopKillsEverything()
{
    Ran ran;
    std::stop_source stop;
    const SandboxCommand command{.words = shellWords(QStringLiteral(
                                     "(while true; do echo x >> alive; sleep 0.02; done) & echo ready; sleep 100")),
                                 .project = m_project,
                                 .folder = {}};
    const Task<> task = runInto(m_runner.get(), command, stop.get_token(), &ran);
    QTRY_VERIFY_WITH_TIMEOUT(ran.output.contains("ready"), 20'000);
    stop.request_stop();
    QTRY_VERIFY_WITH_TIMEOUT(ran.end, 20'000);
    QCOMPARE(ran.end->error().kind, ErrorKind::Cancelled);
    QTest::qWait(50);
    const QByteArray then = fileText(QStringLiteral("alive"));
    QTest::qWait(200);
    QCOMPARE(fileText(QStringLiteral("alive")), then); // nobody writes any more
}

void TestSandbox::endlessOutputEndsIt()
{
    const Ran ran = run(QStringLiteral("yes"), [](SandboxCommand &command) { command.limits.outputBytes = 1'000'000; });
    QVERIFY(*ran.end);
    QCOMPARE((*ran.end)->ending, Ending::TooMuchOutput);
    QCOMPARE(ran.output.size(), 1'000'000);
}

void TestSandbox::memoryIsBounded()
{
    const Ran ran = run(QStringLiteral("head -c 900000000 /dev/zero | tail | wc -c"),
                        [](SandboxCommand &command) { command.limits.memoryBytes = 200'000'000; });
    QVERIFY(*ran.end);
    QVERIFY2(!ran.output.contains("900000000"), ran.output.constData());
}

void TestSandbox::processesAreBounded()
{
    const Ran ran =
        run(QStringLiteral("for i in $(seq 200); do sleep 5 & done 2>/dev/null; ls -d /proc/[0-9]* | wc -l"),
            [](SandboxCommand &command) { command.limits.processes = 40; });
    QVERIFY(*ran.end);
    QVERIFY2(ran.output.trimmed().isEmpty() || ran.output.trimmed().toInt() <= 41, ran.output.constData());
}

void TestSandbox::controlGroupsAreUsedAgainAndNoneStays()
{
    constexpr qint64 memory = 200'000'000;
    constexpr int processes = 40;
    std::array<int, 2> pipe{};
    QCOMPARE(::pipe(pipe.data()), 0);
    const pid_t child = ::fork();
    if (child == 0) { // a process that dies with its group
        ControlGroups groups;
        const QByteArray folders = groups.take(memory, processes)->folders().join(u' ').toLocal8Bit();
        ::_exit(::write(pipe[1], folders.constData(), size_t(folders.size())) == folders.size() ? 0 : 1);
    }
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QCOMPARE(status, 0);
    ::close(pipe[1]);
    QByteArray text(4096, 0);
    text.truncate(std::max<ssize_t>(::read(pipe[0], text.data(), size_t(text.size())), 0));
    ::close(pipe[0]);
    if (text.isEmpty())
        QSKIP("this process may make no control groups");
    const QStringList left = QString::fromLocal8Bit(text).split(u' ');
    QVERIFY(QFile::exists(left.first()));

    QStringList mine;
    {
        ControlGroups groups;
        ControlGroups::Lease first = groups.take(memory, processes);
        mine = first->folders();
        for (const QString &folder : left)
            QVERIFY2(!QFile::exists(folder), qPrintable(folder));
        QVERIFY(groups.take(memory, processes)->folders() != mine);
        ControlGroups others;
        QVERIFY(others.take(memory, processes)->isActive());
        QVERIFY2(QFile::exists(mine.first()), "a group that is in use was swept");
        first.reset();
        QCOMPARE(groups.take(2 * memory, processes)->folders(), mine);
    }
    QVERIFY(!QFile::exists(mine.first()));
}

void TestSandbox::openDescriptorsOfTheCallerAreNotInside()
{
    // As a shell's "9</folder" does: without the flag that closes it.
    const int first = ::open("/", O_RDONLY | O_DIRECTORY);
    const int left = ::fcntl(first, F_DUPFD, 77); // a number that nothing else takes
    ::close(first);
    QVERIFY(left >= 0);
    const Ran ran = run(QStringLiteral("ls /proc/self/fd; cat /proc/self/fd/%1/etc/shadow").arg(left));
    ::close(left);
    QVERIFY((*ran.end)->exitCode != 0);
    QVERIFY2(!ran.output.split('\n').contains(QByteArray::number(left)), ran.output.constData());
}

void TestSandbox::aLinkToTheHomeIsTheHome()
{
    const QString link = m_folder->filePath(QStringLiteral("link"));
    QVERIFY(QFile::link(QDir::homePath(), link));
    const Ran ran = run(QStringLiteral("true"), [&link](SandboxCommand &command) { command.project = link; });
    QVERIFY(!*ran.end);
    QCOMPARE(ran.end->error().kind, ErrorKind::NoSandbox);
}

void TestSandbox::aProjectAroundTheHomeIsRefused()
{
    const Ran ran = run(QStringLiteral("true"), [](SandboxCommand &command) { command.project = QDir::homePath(); });
    QVERIFY(!*ran.end);
    QCOMPARE(ran.end->error().kind, ErrorKind::NoSandbox);
}

QTEST_GUILESS_MAIN(TestSandbox)
#include "tst_sandbox.moc"
