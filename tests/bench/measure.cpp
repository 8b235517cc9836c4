// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/measure.h"

#include <QFile>

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <sstream>

namespace cohort::bench {

namespace {

std::int64_t read(clockid_t clock)
{
    timespec time{};
    clock_gettime(clock, &time);
    return std::int64_t(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

} // namespace

std::int64_t now()
{
    return read(CLOCK_MONOTONIC);
}

std::int64_t processorTime()
{
    return read(CLOCK_PROCESS_CPUTIME_ID);
}

std::int64_t residentKib()
{
    std::ifstream file("/proc/self/statm");
    std::int64_t whole = 0;
    std::int64_t resident = 0;
    file >> whole >> resident;
    return resident * (::sysconf(_SC_PAGESIZE) / 1024);
}

Run run(const QStringList &words, const QString &folder)
{
    std::vector<QByteArray> bytes;
    for (const QString &word : words)
        bytes.push_back(QFile::encodeName(word));
    std::vector<char *> arguments;
    arguments.reserve(bytes.size() + 1);
    for (QByteArray &word : bytes)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);

    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        return {};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    if (!qEnvironmentVariableIsSet("COHORT_BENCH_VERBOSE"))
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    const QByteArray place = QFile::encodeName(folder);
    if (!place.isEmpty())
        posix_spawn_file_actions_addchdir_np(&actions, place.constData());

    Run run;
    pid_t process = 0;
    run.started = now();
    const int failed = ::posix_spawnp(&process, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    if (failed == 0) {
        char buffer[65536];
        for (ssize_t got = 0; (got = ::read(ends[0], buffer, sizeof(buffer))) > 0;)
            run.output.append(buffer, static_cast<size_t>(got));
        int status = 0;
        rusage usage{};
        ::wait4(process, &status, 0, &usage);
        run.took = now() - run.started;
        run.mostKib = usage.ru_maxrss;
        run.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }
    ::close(ends[0]);
    return run;
}

std::map<std::string, double> runPrinting(const QStringList &words)
{
    std::istringstream lines(run(words).output);
    std::map<std::string, double> values;
    std::string name;
    double value = 0;
    while (lines >> name >> value)
        values[name] = value;
    return values;
}

double median(std::vector<double> values)
{
    if (values.empty())
        return 0;
    std::ranges::sort(values);
    return values[values.size() / 2];
}

void printHead()
{
    std::printf("%-58s %12s %12s %8s   %s\n", "", "floor", "Cohort", "ratio", "goal");
}

void printRow(const char *what, double floor, double measured, const char *unit, double ratio, double limit,
              bool smallerIsGood)
{
    char floorText[32] = "";
    char ratioText[32] = "";
    char goalText[64] = "";
    char measuredText[32] = "";
    if (floor > 0)
        std::snprintf(floorText, sizeof(floorText), "%.1f %s", floor, unit);
    std::snprintf(measuredText, sizeof(measuredText), "%.1f %s", measured, unit);
    if (ratio > 0)
        std::snprintf(ratioText, sizeof(ratioText), "%.2f", ratio);
    if (limit > 0) {
        const double judged = ratio > 0 ? ratio : measured;
        std::snprintf(goalText, sizeof(goalText), "%s %.4g: %s", smallerIsGood ? "at most" : "at least", limit,
                      (smallerIsGood ? judged <= limit : judged >= limit) ? "met" : "NOT MET");
    }
    std::printf("%-58s %12s %12s %8s   %s\n", what, floorText, measuredText, ratioText, goalText);
    std::fflush(stdout);
}

} // namespace cohort::bench
