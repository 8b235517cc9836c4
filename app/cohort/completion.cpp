// SPDX-License-Identifier: GPL-3.0-or-later
// cohort completion: scripts for the shells, made from the table of subcommands.
#include "app/cohort/subcommand.h"

namespace cohort::app {

namespace {

QString bashScript(const std::vector<std::unique_ptr<Subcommand>> &commands)
{
    QStringList names;
    QString cases;
    for (const auto &command : commands) {
        names.append(command->name());
        if (!command->verbNames().isEmpty())
            cases += QStringLiteral("        %1) words='%2' ;;\n")
                         .arg(command->name(), command->verbNames().join(QLatin1Char(' ')));
    }
    return QStringLiteral(
               "_cohort() {\n"
               "    local words=\n"
               "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
               "        words='%1'\n"
               "    elif [ \"$COMP_CWORD\" -eq 2 ]; then\n"
               "        case ${COMP_WORDS[1]} in\n%2        esac\n"
               "    fi\n"
               "    COMPREPLY=($(compgen -W \"$words\" -- \"${COMP_WORDS[COMP_CWORD]}\"))\n"
               "    [ ${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- \"${COMP_WORDS[COMP_CWORD]}\"))\n"
               "}\n"
               "complete -F _cohort cohort")
        .arg(names.join(QLatin1Char(' ')), cases);
}

QString fishScript(const std::vector<std::unique_ptr<Subcommand>> &commands)
{
    QString text;
    for (const auto &command : commands) {
        text += QStringLiteral("complete -c cohort -n __fish_use_subcommand -a %1 -d '%2'\n")
                    .arg(command->name(), command->summary().replace(QLatin1Char('\''), QStringLiteral("\\'")));
        if (!command->verbNames().isEmpty())
            text += QStringLiteral("complete -c cohort -n '__fish_seen_subcommand_from %1' -a '%2'\n")
                        .arg(command->name(), command->verbNames().join(QLatin1Char(' ')));
    }
    return text.trimmed();
}

class CompletionSubcommand : public Subcommand
{
public:
    [[nodiscard]] QString name() const override { return QStringLiteral("completion"); }
    [[nodiscard]] QString summary() const override
    {
        return QStringLiteral("Print a completion script for bash, zsh or fish.");
    }
    [[nodiscard]] QString usage() const override { return QStringLiteral("bash|zsh|fish"); }
    [[nodiscard]] QString example() const override { return QStringLiteral("source <(cohort completion bash)"); }
    [[nodiscard]] QList<Verb> verbs() const override
    {
        return {{.name = QStringLiteral("bash")}, {.name = QStringLiteral("zsh")}, {.name = QStringLiteral("fish")}};
    }

    [[nodiscard]] int run(const QStringList &words) override
    {
        QCommandLineParser parser;
        const auto typed = parseVerb(parser, *this, words);
        if (!typed)
            return typed.error();
        const auto commands = makeAllSubcommands();
        if (typed->verb == QLatin1String("bash"))
            print(bashScript(commands));
        else if (typed->verb == QLatin1String("zsh"))
            print(QStringLiteral("autoload -U +X bashcompinit && bashcompinit\n") + bashScript(commands));
        else
            print(fishScript(commands));
        return ExitDone;
    }
};

} // namespace

std::unique_ptr<Subcommand> makeCompletionSubcommand()
{
    return std::make_unique<CompletionSubcommand>();
}

} // namespace cohort::app
