// SPDX-License-Identifier: GPL-3.0-or-later
// Clocks, child processes and the table of results.
#pragma once

#include <QStringList>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace cohort::bench {

/// CLOCK_MONOTONIC in nanoseconds; the same in every process.
[[nodiscard]] std::int64_t now();

/// Processor time of this process so far, all threads, in nanoseconds.
[[nodiscard]] std::int64_t processorTime();

/// Memory of this process that is in use and its own or shared, in KiB.
[[nodiscard]] std::int64_t residentKib();

/// How a child process went.
struct Run {
    std::int64_t started = 0; ///< before it was made, as now()
    std::int64_t took = 0;    ///< until its end was seen, nanoseconds
    std::int64_t mostKib = 0; ///< of memory
    int code = -1;            ///< exit code; -1 when it did not end by itself
    std::string output;       ///< its standard output
};

/// Runs a program to its end. Its standard error is shown only where COHORT_BENCH_VERBOSE is set.
[[nodiscard]] Run run(const QStringList &words, const QString &folder = {});

/// Runs one of the programs that print "name value" lines; their values by name.
[[nodiscard]] std::map<std::string, double> runPrinting(const QStringList &words);

[[nodiscard]] double median(std::vector<double> values);

/// Prints one line of the table: what was measured, against what, and the goal. `limit` 0: no goal.
void printRow(const char *what, double floor, double measured, const char *unit, double ratio, double limit,
              bool smallerIsGood = true);
void printHead();

} // namespace cohort::bench
