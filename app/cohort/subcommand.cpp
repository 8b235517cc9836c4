// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cohort/subcommand.h"

#include "app/cohort/interrupts.h"

#include <QDir>
#include <QFileInfo>

#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <utility>

namespace cohort::app {

namespace {

bool outputFailed = false;

/// The edits that lead from one word to the other (Levenshtein).
int distance(const QString &from, const QString &to)
{
    QList<int> row(to.size() + 1);
    for (int i = 0; i <= to.size(); ++i)
        row[i] = i;
    for (int i = 1; i <= from.size(); ++i) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= to.size(); ++j) {
            const int substitution = diagonal + (from.at(i - 1) == to.at(j - 1) ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, substitution});
        }
    }
    return row.last();
}

} // namespace

void print(const QString &text)
{
    const QByteArray bytes = text.toUtf8() + '\n';
    writeOut(bytes);
}

void writeOut(const QByteArray &bytes)
{
    const auto size = static_cast<std::size_t>(bytes.size());
    const bool written = std::fwrite(bytes.constData(), 1, size, stdout) == size && std::fflush(stdout) == 0;
    if (!written && !std::exchange(outputFailed, true)) {
        if (errno != EPIPE) // whoever reads has simply had enough
            complain(QStringLiteral("standard output cannot be written: %1")
                         .arg(QString::fromLocal8Bit(std::strerror(errno))));
        if (!InterruptWatcher::isWatching())
            ::_exit(ExitFailed);
        ::kill(::getpid(), SIGTERM); // ends what runs in order
    }
}

bool couldWriteOut()
{
    return !outputFailed;
}

void complain(const QString &text)
{
    const QByteArray bytes = "cohort: " + printable(text).toUtf8() + '\n';
    std::fwrite(bytes.constData(), 1, static_cast<std::size_t>(bytes.size()), stderr);
}

QString printable(const QString &text)
{
    QString clean = text;
    clean.replace(QLatin1String("\r\n"), QLatin1String("\n"));
    for (QChar &letter : clean) {
        const char16_t code = letter.unicode();
        const bool control = code < 0x20 || (code >= 0x7F && code < 0xA0);
        // Overrides of the writing direction make a command look like another.
        const bool reorders = code == 0x061C || code == 0x200E || code == 0x200F || (code >= 0x202A && code <= 0x202E)
                              || (code >= 0x2066 && code <= 0x2069);
        if (reorders)
            letter = QChar(QChar::ReplacementCharacter);
        if (control && letter != QLatin1Char('\n') && letter != QLatin1Char('\t'))
            letter = QChar(QChar::ReplacementCharacter);
    }
    return clean;
}

int exitCodeOf(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::NoSandbox:
        return ExitSandbox;
    case ErrorKind::Unreachable:
    case ErrorKind::Refused:
        return ExitProvider;
    case ErrorKind::Limit:
        return ExitLimit;
    case ErrorKind::Cancelled:
        return ExitInterrupted;
    default:
        return ExitFailed;
    }
}

int failWith(const Error &error)
{
    complain(error.message);
    return exitCodeOf(error.kind);
}

QCommandLineOption projectOption()
{
    return {{QStringLiteral("C"), QStringLiteral("project")},
            QStringLiteral("The project's folder."),
            QStringLiteral("DIR")};
}

QCommandLineOption outputOption(const QString &kinds)
{
    return {{QStringLiteral("o"), QStringLiteral("output")},
            QStringLiteral("How to print: %1.").arg(kinds),
            QStringLiteral("FORM"),
            QStringLiteral("text")};
}

QCommandLineOption settingOption()
{
    return {QStringLiteral("set"), QStringLiteral("A setting for this run; may be given several times."),
            QStringLiteral("section.name=value")};
}

QStringList Subcommand::verbNames() const
{
    QStringList names;
    for (const Verb &verb : verbs())
        names.append(verb.name);
    return names;
}

std::optional<int> parse(QCommandLineParser &parser, const Subcommand &command, const QStringList &words, int most)
{
    const QCommandLineOption help({QStringLiteral("h"), QStringLiteral("help")}, QStringLiteral("Show this help."));
    parser.addOption(help);
    parser.setOptionsAfterPositionalArgumentsMode(QCommandLineParser::ParseAsOptions);
    const bool understood = parser.parse(QStringList{QStringLiteral("cohort")} + words);
    if (parser.isSet(help)) {
        QString text = QStringLiteral("Usage: cohort %1 %2\n%3\n\nOptions:\n")
                           .arg(command.name(), command.usage(), command.summary());
        // The parser's own help begins with its usage line, which knows nothing of subcommands.
        const QString options = parser.helpText();
        const qsizetype start = options.indexOf(QStringLiteral("Options:\n"));
        text += start < 0 ? QString() : options.sliced(start + 9).trimmed().prepend(QStringLiteral("  "));
        text += QStringLiteral("\n\nExample:\n  ") + command.example();
        print(text);
        return ExitDone;
    }
    if (!understood) {
        QString reason = parser.errorText();
        if (const QStringList unknown = parser.unknownOptionNames(); !unknown.isEmpty()) {
            // Names cannot be asked of the parser; its help lists them.
            QStringList known;
            for (const QString &word : parser.helpText().split(QRegularExpression(QStringLiteral("[\\s,]+")))) {
                if (word.startsWith(QStringLiteral("--")))
                    known.append(word.sliced(2));
            }
            const QString near = nearest(unknown.first(), known);
            reason = QStringLiteral("there is no option '%1'.").arg(unknown.first());
            if (!near.isEmpty())
                reason += QStringLiteral(" Did you mean '--%1'?").arg(near);
        }
        complain(QStringLiteral("%1 See 'cohort %2 --help'.").arg(reason, command.name()));
        return ExitUsage;
    }
    if (const QStringList plain = parser.positionalArguments(); plain.size() > most) {
        complain(QStringLiteral("'cohort %1' does not know what to do with '%2'. See 'cohort %1 --help'.")
                     .arg(command.name(), printable(plain.at(most))));
        return ExitUsage;
    }
    return std::nullopt;
}

std::expected<VerbWords, int> parseVerb(QCommandLineParser &parser, const Subcommand &command, const QStringList &words)
{
    if (const auto code = parse(parser, command, words, anyNumber))
        return std::unexpected(*code);
    const QStringList plain = parser.positionalArguments();
    const QString name = plain.value(0);
    const QList<Verb> verbs = command.verbs();
    const auto verb = std::ranges::find(verbs, name, &Verb::name);
    if (verb == verbs.end()) {
        const QString known = command.verbNames().join(QStringLiteral(", "));
        const QString near = nearest(name, command.verbNames());
        const QString hint = near.isEmpty() ? QString() : QStringLiteral(" Did you mean '%1'?").arg(near);
        complain(name.isEmpty() ? QStringLiteral("'cohort %1' needs one of: %2.").arg(command.name(), known)
                                : QStringLiteral("there is no 'cohort %1 %2'.%3 Known are: %4.")
                                      .arg(command.name(), printable(name), hint, known));
        return std::unexpected(ExitUsage);
    }
    VerbWords result{.verb = name, .rest = plain.sliced(1)};
    if (result.rest.size() < verb->least) {
        complain(QStringLiteral("'cohort %1 %2' needs %3.").arg(command.name(), name, verb->needs));
        return std::unexpected(ExitUsage);
    }
    if (result.rest.size() > verb->most) {
        complain(QStringLiteral("'cohort %1 %2' does not know what to do with '%3'. See 'cohort %1 --help'.")
                     .arg(command.name(), name, printable(result.rest.at(verb->most))));
        return std::unexpected(ExitUsage);
    }
    return result;
}

QString projectFrom(const QCommandLineParser &parser)
{
    if (parser.isSet(QStringLiteral("project")))
        return QFileInfo(parser.value(QStringLiteral("project"))).absoluteFilePath();
    const QString current = QDir::currentPath();
    const QString home = QDir::homePath();
    for (QDir folder(current); folder.path() != home;) {
        if (folder.exists(QStringLiteral(".git")))
            return folder.path();
        if (folder.isRoot() || !folder.cdUp())
            break;
    }
    return current;
}

QString nearest(const QString &word, const QStringList &known)
{
    QString best;
    int least = static_cast<int>(word.size()) / 2 + 1;
    for (const QString &candidate : known) {
        if (const int edits = distance(word, candidate); edits < least) {
            least = edits;
            best = candidate;
        }
    }
    return best;
}

} // namespace cohort::app
