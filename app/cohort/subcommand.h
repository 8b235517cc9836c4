// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QCommandLineParser>
#include <QString>
#include <QStringList>

#include <expected>
#include <limits>
#include <memory>
#include <vector>

namespace cohort::app {

/// What `cohort` ends with; scripts rely on these.
enum ExitCode : int {
    ExitDone = 0,
    ExitFailed = 1,
    ExitUsage = 2,
    ExitPermission = 3, ///< a permission was needed and not given, even if the model then finished
    ExitLimit = 4,
    ExitProvider = 5, ///< the provider cannot be reached or refuses
    ExitSandbox = 6,  ///< no sandbox can be made
    ExitInterrupted = 130,
};

/// A word after a subcommand's name that says what to do, and what may follow it.
struct Verb {
    QString name;
    int least = 0; ///< how many words must follow
    int most = 0;  ///< how many may
    QString needs; ///< what they are, where one must: "the session's id; 'cohort sessions list' shows them"
};

/// For Verb::most.
inline constexpr int anyNumber = std::numeric_limits<int>::max();

/// One subcommand; one file each, see CMakeLists.txt.
class Subcommand
{
public:
    virtual ~Subcommand() = default;
    [[nodiscard]] virtual QString name() const = 0;
    [[nodiscard]] virtual QString summary() const = 0; ///< one line
    [[nodiscard]] virtual QString usage() const = 0;   ///< what stands after the name
    [[nodiscard]] virtual QString example() const = 0; ///< a line that works
    /// What may follow the name; none where it has no verbs.
    [[nodiscard]] virtual QList<Verb> verbs() const { return {}; }
    [[nodiscard]] QStringList verbNames() const;
    /// Runs with the words after the name. What it returns is the exit code.
    [[nodiscard]] virtual int run(const QStringList &words) = 0;
};

/// All subcommands; generated from CMakeLists.txt.
[[nodiscard]] std::vector<std::unique_ptr<Subcommand>> makeAllSubcommands();

/// Runs the program's one event loop until something quits it; its exit code. Defined beside main().
[[nodiscard]] int runEventLoop();

// ---- for subcommands ------------------------------------------------------------------------------------------------

/// Prints to standard output, UTF-8, with a line end.
void print(const QString &text);
/// Writes bytes to standard output. The first failure is complained of and ends the program as SIGTERM does.
void writeOut(const QByteArray &bytes);
/// Whether all that was written to standard output arrived there.
[[nodiscard]] bool couldWriteOut();
/// Prints "cohort: …" to standard error.
void complain(const QString &text);

/// The exit code that belongs to a failure.
[[nodiscard]] int exitCodeOf(ErrorKind kind);
/// complain(), and its exit code.
[[nodiscard]] int failWith(const Error &error);

/// Options that many subcommands share.
[[nodiscard]] QCommandLineOption projectOption();
[[nodiscard]] QCommandLineOption outputOption(const QString &kinds);
[[nodiscard]] QCommandLineOption settingOption();

/// Parses words; prints help (exit code 0) or a complaint (2) itself, and then gives the code to return. Of the words
/// that are no options at most `most` may be there.
[[nodiscard]] std::optional<int> parse(QCommandLineParser &parser, const Subcommand &command, const QStringList &words,
                                       int most = 0);

/// A verb and the words behind it.
struct VerbWords {
    QString verb;
    QStringList rest;
};

/// parse() for a subcommand with verbs: also complains of an unknown verb, and of too few or too many words behind it.
[[nodiscard]] std::expected<VerbWords, int> parseVerb(QCommandLineParser &parser, const Subcommand &command,
                                                      const QStringList &words);

/// The project: --project, else the enclosing git root, else the current folder.
[[nodiscard]] QString projectFrom(const QCommandLineParser &parser);

/// The known word nearest to a mistyped one; empty when none is near.
[[nodiscard]] QString nearest(const QString &word, const QStringList &known);

/// Words that follow the program's name on an argument list may be anything: shown so that no terminal is fooled.
[[nodiscard]] QString printable(const QString &text);

} // namespace cohort::app
