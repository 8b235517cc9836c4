// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/process/process.h"

#include <QFileInfo>
#include <QProcess>

#include <fcntl.h>
#include <linux/close_range.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>

namespace cohort::process {

namespace {

constexpr unsigned firstInherited = 3; ///< after the standard three

/// After fork: only async-signal-safe calls.
void prepareChild(const ProcessSpec &spec, pid_t parent)
{
    ::setsid();
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr); // what we wait for is not theirs to miss
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent)
        ::_exit(127); // the parent died before the line above
    if (spec.folderDescriptor >= 0 && ::fchdir(spec.folderDescriptor) != 0)
        ::_exit(127);
    // Whatever whoever started us left open is not the child's: a folder's descriptor would lead out of any sandbox.
    if (::close_range(firstInherited, ~0U, CLOSE_RANGE_CLOEXEC) != 0)
        ::_exit(127);
    for (const int descriptor : spec.descriptors)
        ::fcntl(descriptor, F_SETFD, 0);
    if (spec.inChild)
        spec.inChild();
}

void killGroup(const QProcess &child)
{
    if (const auto pid = static_cast<pid_t>(child.processId()); pid > 0)
        ::kill(-pid, SIGKILL);
}

Error startError(const ProcessSpec &spec, const QProcess &child)
{
    const bool missing = !QFileInfo::exists(spec.program);
    return Error{.kind = missing ? ErrorKind::NotFound : ErrorKind::Io,
                 .message = missing ? QStringLiteral("there is no program %1").arg(spec.program)
                                    : QStringLiteral("cannot start %1").arg(spec.program),
                 .detail = child.errorString()};
}

} // namespace

Task<Result<ProcessEnd>> run(ProcessSpec spec, OutputSink sink, std::stop_token stop)
{
    if (stop.stop_requested())
        co_return fail(ErrorKind::Cancelled, QStringLiteral("stopped"));
    QProcess child;
    child.setProgram(spec.program);
    child.setArguments(spec.arguments);
    if (!spec.folder.isEmpty() && spec.folderDescriptor < 0)
        child.setWorkingDirectory(spec.folder);
    if (spec.environment) {
        QProcessEnvironment environment;
        for (const QString &entry : *spec.environment) {
            const qsizetype equals = entry.indexOf(QLatin1Char('='));
            environment.insert(entry.first(equals), entry.sliced(equals + 1));
        }
        child.setProcessEnvironment(environment);
    }
    child.setUnixProcessParameters(QProcess::UnixProcessFlag::UseVFork
                                   | QProcess::UnixProcessFlag::ResetSignalHandlers);
    child.setChildProcessModifier([&spec, parent = ::getpid()] { prepareChild(spec, parent); });

    const Gate<> ended;
    QObject::connect(&child, &QProcess::readyReadStandardOutput, &child,
                     [&] { sink(Channel::Output, child.readAllStandardOutput()); });
    QObject::connect(&child, &QProcess::readyReadStandardError, &child,
                     [&] { sink(Channel::Error, child.readAllStandardError()); });
    QObject::connect(&child, &QProcess::finished, &child, [ended] { ended.open({}); });
    QObject::connect(&child, &QProcess::errorOccurred, &child, [&](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            ended.open(std::unexpected(startError(spec, child)));
    });
    child.start();
    if (spec.input.isEmpty()) {
        child.closeWriteChannel();
    } else {
        child.write(spec.input);
        child.closeWriteChannel();
    }
    // The stop kills the group at once; the gate still opens when the kernel says that the child has gone.
    const std::stop_callback killer(stop, [&child] { killGroup(child); });
    const Result<> result = co_await ended;
    if (!result)
        co_return std::unexpected(result.error());
    sink(Channel::Output, child.readAllStandardOutput());
    sink(Channel::Error, child.readAllStandardError());
    if (stop.stop_requested())
        co_return fail(ErrorKind::Cancelled, QStringLiteral("stopped"));
    const bool signalled = child.exitStatus() == QProcess::CrashExit;
    co_return ProcessEnd{.exitCode = signalled ? 128 + child.exitCode() : child.exitCode(), .signalled = signalled};
}

Task<Result<Collected>> collect(ProcessSpec spec, qsizetype cap, std::stop_token stop)
{
    Collected all;
    const OutputSink sink = [&all, cap](Channel channel, QByteArrayView bytes) {
        QByteArray &to = channel == Channel::Output ? all.output : all.errors;
        to.append(bytes.first(std::min(bytes.size(), std::max<qsizetype>(cap - to.size(), 0))));
    };
    const Result<ProcessEnd> end = co_await run(std::move(spec), sink, stop);
    if (!end)
        co_return std::unexpected(end.error());
    all.end = *end;
    co_return all;
}

} // namespace cohort::process
