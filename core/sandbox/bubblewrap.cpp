// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/bubblewrap.h"

#include "core/base/log.h"
#include "core/process/process.h"
#include "core/process/programs.h"
#include "core/sandbox/visiblesettings.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTimer>

#include <fcntl.h>
#include <pwd.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <csignal>

namespace cohort::sandbox {

namespace {

constexpr std::chrono::milliseconds restAfter{1000}; ///< commands in a row share what guards the project
constexpr auto insideStart = "/etc/sandbox-start";

/// Closes a descriptor at the end of a scope.
struct Descriptor {
    int number = -1;
    explicit Descriptor(int n)
        : number(n)
    {}
    ~Descriptor() { close(); }
    Q_DISABLE_COPY_MOVE(Descriptor)
    void close()
    {
        if (number >= 0)
            ::close(std::exchange(number, -1));
    }
};

/// Whether `folder`, named by a worktree's .git file, is really this worktree's: git keeps the way back in it.
bool belongsToWorktree(const QString &folder, const QString &gitFile)
{
    QFile back(folder + QStringLiteral("/gitdir"));
    return back.open(QIODevice::ReadOnly) && QFile::decodeName(back.readAll().trimmed()) == gitFile;
}

/// The person's home folders, links resolved: the one that HOME names, and the one that the system knows.
QStringList homeFolders()
{
    QStringList folders{QFileInfo(QDir::homePath()).canonicalFilePath()};
    if (const passwd *user = ::getpwuid(::getuid()); user != nullptr)
        folders.append(QFileInfo(QFile::decodeName(user->pw_dir)).canonicalFilePath());
    folders.removeAll(QString());
    folders.removeAll(QStringLiteral("/")); // of a user that has none
    return folders;
}

std::unexpected<Error> noSandbox(const QString &problem, const QString &mend)
{
    return fail(ErrorKind::NoSandbox,
                QStringLiteral("no sandbox can be made, so nothing was run: %1. %2").arg(problem, mend));
}

/// What bubblewrap's own complaint means, and what to do.
std::unexpected<Error> setupError(const QByteArray &complaint)
{
    const QString text = QString::fromUtf8(complaint).trimmed();
    if (text.contains(QLatin1String("ermission denied")) || text.contains(QLatin1String("not permitted"))) {
        const bool appArmor = QFile::exists(QStringLiteral("/proc/sys/kernel/apparmor_restrict_unprivileged_userns"));
        return noSandbox(
            QStringLiteral("this system does not let bubblewrap make namespaces (%1)").arg(text),
            appArmor
                ? QStringLiteral("Allow them: 'sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0'.")
                : QStringLiteral("Allow unprivileged user namespaces: 'sysctl kernel.unprivileged_userns_clone=1'."));
    }
    return noSandbox(text.isEmpty() ? QStringLiteral("bubblewrap ended without a word") : text,
                     QStringLiteral("'cohort doctor' shows more."));
}

} // namespace

/// Keeps the blockers of an absent .git and .cohort in place while any command of any process runs in this project.
struct BubblewrapRunner::Guards {
    explicit Guards(const QString &projectFolder)
        : project(projectFolder)
        , lock(::open(QFile::encodeName(project).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    {
        if (lock.number >= 0)
            ::flock(lock.number, LOCK_SH);
    }
    /// Whether the project's path still leads to the folder that was locked.
    [[nodiscard]] bool isInPlace() const
    {
        struct stat held{};
        struct stat there{};
        return lock.number >= 0 && ::fstat(lock.number, &held) == 0
               && ::stat(QFile::encodeName(project).constData(), &there) == 0 && held.st_dev == there.st_dev
               && held.st_ino == there.st_ino;
    }
    ~Guards()
    {
        // Only the last of all commands takes the blockers away; a folder that is not empty is not ours.
        if (lock.number < 0 || ::flock(lock.number, LOCK_EX | LOCK_NB) != 0)
            return;
        for (const char *name : {".git", ".cohort"})
            ::unlinkat(lock.number, name, AT_REMOVEDIR);
    }
    Q_DISABLE_COPY_MOVE(Guards)

    QString project;
    Descriptor lock;
};

BubblewrapRunner::BubblewrapRunner(QString cache)
    : m_cache(std::move(cache))
{
    m_rest.setSingleShot(true);
    m_rest.setInterval(restAfter);
    QObject::connect(&m_rest, &QTimer::timeout, &m_rest, [this] { m_guards.reset(); });
}

BubblewrapRunner::~BubblewrapRunner() = default;

std::shared_ptr<BubblewrapRunner::Guards> BubblewrapRunner::guard(const QString &project)
{
    if (m_guards == nullptr || m_guards->project != project || !m_guards->isInPlace())
        m_guards = std::make_shared<Guards>(project);
    m_rest.start();
    return m_guards;
}

std::unique_ptr<SandboxRunner> makeBubblewrapRunner(const QString &cache)
{
    return std::make_unique<BubblewrapRunner>(cache);
}

Result<> BubblewrapRunner::prepare()
{
    if (m_prepared)
        return {};
    m_program = process::findHelper(QStringLiteral("bwrap"));
    if (m_program.isEmpty()) {
        return noSandbox(QStringLiteral("bubblewrap is not installed"),
                         QStringLiteral("Install the package 'bubblewrap' of your system."));
    }
    if ((QFile::permissions(m_program) & QFile::WriteOther) != 0)
        return noSandbox(QStringLiteral("%1 can be replaced by any user").arg(m_program),
                         QStringLiteral("Install it anew."));
    struct stat info{};
    if (::stat(QFile::encodeName(m_program).constData(), &info) == 0 && (info.st_mode & S_ISUID) != 0) {
        return noSandbox(QStringLiteral("%1 runs with root's rights (setuid)").arg(m_program),
                         QStringLiteral("Take them away: 'chmod u-s %1'.").arg(m_program));
    }
    const QString start = process::findHelper(QStringLiteral("sandbox-start"));
    if (start.isEmpty())
        return noSandbox(QStringLiteral("Cohort's helper sandbox-start is missing"),
                         QStringLiteral("Install Cohort anew."));
    QDir().mkpath(m_cache + QStringLiteral("/empty"));
    const Result<QString> settings = makeVisibleSettings(m_cache, start);
    if (!settings)
        return noSandbox(settings.error().message, QStringLiteral("Free some space, or set COHORT_HOME."));
    m_settings = *settings;
    m_prepared = true;
    return {};
}

QStringList BubblewrapRunner::systemArguments() const
{
    QStringList arguments{QStringLiteral("--unshare-all"),
                          QStringLiteral("--unshare-user"),
                          QStringLiteral("--uid"),
                          QString::number(insideUser),
                          QStringLiteral("--gid"),
                          QString::number(insideUser),
                          QStringLiteral("--cap-drop"),
                          QStringLiteral("ALL"),
                          QStringLiteral("--disable-userns"),
                          QStringLiteral("--die-with-parent"),
                          QStringLiteral("--new-session"),
                          QStringLiteral("--hostname"),
                          QStringLiteral("sandbox"),
                          QStringLiteral("--clearenv"),
                          QStringLiteral("--ro-bind"),
                          QStringLiteral("/usr"),
                          QStringLiteral("/usr")};
    const auto add = [&arguments](std::initializer_list<QString> words) { arguments.append(words); };
    for (const char *name : {"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"}) {
        const QString path = QLatin1String(name);
        const QFileInfo info(path);
        std::array<char, PATH_MAX> target{};
        const ssize_t length = ::readlink(name, target.data(), target.size() - 1);
        if (length > 0)
            add({QStringLiteral("--symlink"), QString::fromLocal8Bit(target.data(), length), path});
        else if (info.isDir())
            add({QStringLiteral("--ro-bind"), path, path});
    }
    if (QFileInfo::exists(QStringLiteral("/opt")))
        add({QStringLiteral("--ro-bind"), QStringLiteral("/opt"), QStringLiteral("/opt")});
    // /proc is read-only: bubblewrap keeps ordinary users from the kernel's knobs by their lack of rights, but our own
    // user may be root outside, and then owns these files.
    add({QStringLiteral("--ro-bind"), m_settings,
         QStringLiteral("/etc"),      QStringLiteral("--proc"),
         QStringLiteral("/proc"),     QStringLiteral("--remount-ro"),
         QStringLiteral("/proc"),     QStringLiteral("--dev"),
         QStringLiteral("/dev"),      QStringLiteral("--tmpfs"),
         QStringLiteral("/tmp"),      QStringLiteral("--dir"),
         QStringLiteral("/var"),      QStringLiteral("--symlink"),
         QStringLiteral("../tmp"),    QStringLiteral("/var/tmp"),
         QStringLiteral("--dir"),     QLatin1String(insideHome),
         QStringLiteral("--tmpfs"),   QLatin1String(insideHome)});
    const QList<std::pair<QString, QString>> environment{
        {QStringLiteral("PATH"), QStringLiteral("/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin")},
        {QStringLiteral("HOME"), QLatin1String(insideHome)},
        {QStringLiteral("USER"), QStringLiteral("agent")},
        {QStringLiteral("LOGNAME"), QStringLiteral("agent")},
        {QStringLiteral("SHELL"), QStringLiteral("/bin/sh")},
        {QStringLiteral("LANG"), QStringLiteral("C.UTF-8")},
        {QStringLiteral("TERM"), QStringLiteral("xterm-256color")},
        {QStringLiteral("TMPDIR"), QStringLiteral("/tmp")}};
    for (const auto &[name, value] : environment)
        add({QStringLiteral("--setenv"), name, value});
    return arguments;
}

Result<QStringList> BubblewrapRunner::projectArguments(const SandboxCommand &command, const Guards &guards) const
{
    const QString project = QDir::cleanPath(command.project);
    // What counts is where the folder is, not by which links it is reached.
    const QString real = QFileInfo(project).canonicalFilePath();
    if (guards.lock.number < 0 || real.isEmpty())
        return fail(
            ErrorKind::NotFound,
            QStringLiteral("the project folder %1 was moved or deleted. Put it back, or open it where it is now.")
                .arg(project));
    for (const QString &home : homeFolders()) {
        if (real == QLatin1String("/") || home == real || home.startsWith(real + QLatin1Char('/'))) {
            return noSandbox(
                QStringLiteral("the project %1 contains your home folder, which commands must not see").arg(project),
                QStringLiteral("Open a folder inside it instead."));
        }
    }
    for (const char *system : {"/usr", "/etc", "/proc", "/sys", "/dev", "/bin", "/lib", "/sbin", "/lib64", "/boot"}) {
        if (real == QLatin1String(system) || real.startsWith(QLatin1String(system) + QLatin1Char('/')))
            return noSandbox(QStringLiteral("the project %1 is part of the system").arg(project),
                             QStringLiteral("Copy it elsewhere."));
    }
    const QString bind = command.level == Level::Workspace ? QStringLiteral("--bind") : QStringLiteral("--ro-bind");
    QStringList arguments{bind, project, project};
    if (command.level == Level::Isolated)
        return arguments;
    for (const char *name : {".git", ".cohort"}) {
        const QString path = project + QLatin1Char('/') + QLatin1String(name);
        const QFileInfo info(path);
        if (info.isSymLink()) {
            return noSandbox(QStringLiteral("%1 is a symbolic link, which cannot be protected").arg(path),
                             QStringLiteral("Replace it by the folder itself."));
        }
        if (!info.exists()) {
            // A mount needs something to be mounted on; Guards takes it away again.
            if (::mkdirat(guards.lock.number, name, 0755) != 0 && errno != EEXIST)
                return failErrno(errno, QStringLiteral("cannot protect %1").arg(path));
            arguments += {QStringLiteral("--ro-bind"), m_cache + QStringLiteral("/empty"), path};
            continue;
        }
        arguments += {QStringLiteral("--ro-bind"), path, path};
        if (info.isFile() && qstrcmp(name, ".git") == 0) {
            QFile file(path);
            const QByteArray line = file.open(QIODevice::ReadOnly) ? file.read(PATH_MAX).trimmed() : QByteArray();
            const QString folder =
                line.startsWith("gitdir: ")
                    ? QDir::cleanPath(QDir(project).absoluteFilePath(QFile::decodeName(line.sliced(8))))
                    : QString();
            if (!folder.isEmpty() && belongsToWorktree(folder, path)) {
                QFile common(folder + QStringLiteral("/commondir"));
                const QString shared =
                    common.open(QIODevice::ReadOnly)
                        ? QDir::cleanPath(QDir(folder).absoluteFilePath(QFile::decodeName(common.readAll().trimmed())))
                        : folder;
                arguments += {QStringLiteral("--ro-bind"), shared, shared, QStringLiteral("--ro-bind"), folder, folder};
            }
        }
    }
    return arguments;
}

Task<SandboxStatus> BubblewrapRunner::probe(std::stop_token stop)
{
    if (m_status)
        co_return *m_status;
    SandboxStatus status{.summary = summary()};
    if (const Result<> prepared = prepare(); !prepared) {
        status.problem = prepared.error().message;
    } else {
        SandboxCommand command{.words = {QStringLiteral("/bin/sh"), QStringLiteral("-c"), QStringLiteral(":")},
                               .project = m_cache + QStringLiteral("/empty"),
                               .folder = {},
                               .level = Level::Isolated,
                               .limits = {}};
        status.hardLimits = m_groups.take(command.limits.memoryBytes, command.limits.processes)->isActive();
        const Result<SandboxEnd> end = co_await run(command, [](Channel, QByteArrayView) {}, stop);
        status.available = end && end->exitCode == 0;
        if (!end)
            status.problem = end.error().message;
        else if (end->exitCode != 0)
            status.problem = QStringLiteral("a shell in a sandbox ended with %1").arg(end->exitCode);
    }
    if (!stop.stop_requested())
        m_status = status;
    co_return status;
}

Task<Result<SandboxEnd>> BubblewrapRunner::run(SandboxCommand command, OutputSink sink, std::stop_token stop)
{
    if (Result<> prepared = prepare(); !prepared)
        co_return std::unexpected(prepared.error());
    const std::shared_ptr<Guards> guards = guard(command.project);
    const Result<QStringList> projectPart = projectArguments(command, *guards);
    if (!projectPart)
        co_return std::unexpected(projectPart.error());

    // bubblewrap tells through this pipe that the sandbox stands and how the command ended: nothing else can write
    // there.
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0)
        co_return failErrno(errno, QStringLiteral("cannot make a pipe"));
    const Descriptor statusRead(ends[0]);
    Descriptor statusWrite(ends[1]);

    const ControlGroups::Lease group = m_groups.take(command.limits.memoryBytes, command.limits.processes);
    process::ProcessSpec spec;
    spec.program = m_program;
    spec.arguments = systemArguments() + *projectPart;
    // Last, when every mount has its place: the root itself, which holds the folders between them, is read-only too.
    spec.arguments += {QStringLiteral("--remount-ro"),
                       QStringLiteral("/"),
                       QStringLiteral("--chdir"),
                       QDir::cleanPath(command.project + QLatin1Char('/') + command.folder),
                       QStringLiteral("--json-status-fd"),
                       QString::number(statusWrite.number),
                       QStringLiteral("--"),
                       QLatin1String(insideStart),
                       QString::number(command.limits.processes),
                       group->isActive() ? QStringLiteral("0") : QString::number(command.limits.memoryBytes),
                       QString::number(command.limits.fileBytes)};
    spec.arguments += command.words;
    spec.environment = QStringList();
    spec.descriptors = {statusWrite.number};
    spec.inChild = [&group] { group->join(); };

    std::stop_source ending;
    const std::stop_callback passOn(stop, [&ending] { ending.request_stop(); });
    SandboxEnd end;
    QTimer clock;
    clock.setSingleShot(true);
    QObject::connect(&clock, &QTimer::timeout, &clock, [&] {
        end.ending = Ending::TimedOut;
        ending.request_stop();
    });
    clock.start(command.limits.time);
    QElapsedTimer elapsed;
    elapsed.start();

    qint64 total = 0;
    QByteArray complaint; // the beginning of standard error, should bubblewrap itself fail
    const process::OutputSink counting = [&](process::Channel channel, QByteArrayView bytes) {
        constexpr qsizetype kept = 2000;
        if (bytes.isEmpty())
            return;
        const qint64 room = std::max<qint64>(command.limits.outputBytes - total, 0);
        total += bytes.size();
        if (channel == process::Channel::Error && complaint.size() < kept)
            complaint.append(bytes.first(std::min(bytes.size(), kept)));
        if (room > 0)
            sink(channel == process::Channel::Output ? Channel::Output : Channel::Error,
                 bytes.first(std::min<qint64>(bytes.size(), room)));
        if (bytes.size() > room && end.ending == Ending::Exited) {
            end.ending = Ending::TooMuchOutput;
            ending.request_stop();
        }
    };
    const Result<process::ProcessEnd> ended = co_await process::run(std::move(spec), counting, ending.get_token());
    clock.stop();
    group->killAll();
    m_rest.start(); // from the end of the last command
    end.duration = std::chrono::milliseconds(elapsed.elapsed());
    statusWrite.close();

    std::array<char, 4096> statusText{};
    const ssize_t statusSize = ::read(statusRead.number, statusText.data(), statusText.size());
    const QByteArrayView status(statusText.data(), std::max<ssize_t>(statusSize, 0));
    if (stop.stop_requested())
        co_return fail(ErrorKind::Cancelled, QStringLiteral("stopped"));
    if (!ended && ended.error().kind != ErrorKind::Cancelled)
        co_return noSandbox(ended.error().message, QStringLiteral("Install the package 'bubblewrap' of your system."));
    if (end.ending == Ending::Exited && !status.contains("exit-code")) {
        // Before the command was started, or bubblewrap was killed under it.
        if (!status.contains("child-pid"))
            co_return setupError(complaint);
        end.exitCode = ended ? ended->exitCode : 128 + SIGKILL;
    } else if (ended) {
        end.exitCode = ended->exitCode;
    } else {
        end.exitCode = 128 + SIGKILL;
    }
    if (group->ranOutOfMemory())
        end.ending = Ending::OutOfMemory;
    co_return end;
}

} // namespace cohort::sandbox
