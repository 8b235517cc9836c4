// SPDX-License-Identifier: GPL-3.0-or-later
// Where commands run. There is no way to run an agent's command but through here.
#pragma once

#include "core/base/task.h"

#include <QByteArrayView>
#include <QString>
#include <QStringList>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>

namespace cohort::sandbox {

struct Limits {
    std::chrono::seconds time{120}; ///< wall clock
    qint64 memoryBytes = 4'096'000'000;
    int processes = 512;
    qint64 outputBytes = 64'000'000;  ///< both channels together
    qint64 fileBytes = 4'000'000'000; ///< largest file it may write
};

/// What a command may change.
enum class Level : std::uint8_t {
    Isolated,  ///< no network, the project read-only
    Workspace, ///< no network, the project writable
};

struct SandboxCommand {
    QStringList words; ///< program and arguments; shellWords() makes them from a command line
    QString project;   ///< absolute path
    QString folder;    ///< working folder, relative to the project
    Level level = Level::Workspace;
    Limits limits;
};

enum class Ending : std::uint8_t { Exited, TimedOut, TooMuchOutput, OutOfMemory };

struct SandboxEnd {
    int exitCode = 0; ///< 128 + signal when a signal ended it
    Ending ending = Ending::Exited;
    std::chrono::milliseconds duration{};
};

enum class Channel : std::uint8_t { Output, Error };
using OutputSink = std::function<void(Channel, QByteArrayView)>;

/// What a person should know about the sandbox here.
struct SandboxStatus {
    bool available = false;
    QString summary;         ///< "bubblewrap, no network"
    QString problem;         ///< why none can be made
    QString mend;            ///< what to do about it
    bool hardLimits = false; ///< control groups bound memory and processes of the whole command; else each process
};

/// Runs commands in sandboxes of one kind. Lives on the engine thread.
class SandboxRunner
{
public:
    virtual ~SandboxRunner() = default;

    /// What its sandboxes are, for people: "bubblewrap, no network". Costs nothing.
    [[nodiscard]] virtual QString summary() const = 0;

    /// Makes a real sandbox, once, to find out; later calls give what is known.
    [[nodiscard]] virtual Task<SandboxStatus> probe(std::stop_token stop) = 0;

    /// Runs a command to its end. NoSandbox when none can be made: then nothing was run. Cancelled when `stop` was
    /// requested, after everything in the sandbox was killed. Output is handed on as it comes; what exceeds the limit
    /// ends the command.
    [[nodiscard]] virtual Task<Result<SandboxEnd>> run(SandboxCommand command, OutputSink sink,
                                                       std::stop_token stop) = 0;
};

/// bubblewrap from beside Cohort or from the system. `cache` is a folder for the few files that sandboxes see as
/// theirs.
[[nodiscard]] std::unique_ptr<SandboxRunner> makeBubblewrapRunner(const QString &cache);

/// The words that make a shell run `line`: bash where the system has it, else sh.
[[nodiscard]] QStringList shellWords(const QString &line);

} // namespace cohort::sandbox
