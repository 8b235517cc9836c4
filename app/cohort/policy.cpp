// SPDX-License-Identifier: GPL-3.0-or-later
// cohort policy: what would be decided about a command line. Runs nothing.
#include "core/policy/policy.h"

#include "app/cohort/subcommand.h"
#include "core/protocol/codec.h"
#include "core/session/projectdata.h"
#include "core/session/rules.h"
#include "core/settings/settings.h"

#include <QJsonArray>

namespace cohort::app {

using namespace protocol;

namespace {

class PolicySubcommand : public Subcommand
{
public:
    [[nodiscard]] QString name() const override { return QStringLiteral("policy"); }
    [[nodiscard]] QString summary() const override
    {
        return QStringLiteral("Explain what would be allowed, asked or denied.");
    }
    [[nodiscard]] QString usage() const override
    {
        return QStringLiteral("explain [--mode MODE] -- COMMAND-LINE | list");
    }
    [[nodiscard]] QString example() const override
    {
        return QStringLiteral("cohort policy explain --mode edit -- make install");
    }
    [[nodiscard]] QList<Verb> verbs() const override
    {
        return {{.name = QStringLiteral("explain"),
                 .least = 1,
                 .most = anyNumber,
                 .needs = QStringLiteral("a command line after '--'")},
                {.name = QStringLiteral("list")}};
    }

    [[nodiscard]] int run(const QStringList &words) override
    {
        QCommandLineParser parser;
        parser.addOptions({projectOption(),
                           {QStringLiteral("mode"), QStringLiteral("plan, ask, edit or auto."), QStringLiteral("MODE")},
                           settingOption()});
        const auto typed = parseVerb(parser, *this, words);
        if (!typed)
            return typed.error();
        const settings::Paths paths = settings::Paths::fromEnvironment();
        const Result<QString> folder = session::projectFolder(paths, projectFrom(parser));
        if (!folder)
            return failWith(folder.error());
        session::RuleStore store(*folder);
        const QList<policy::Rule> rules = store.load();
        if (!store.problem().isEmpty())
            complain(store.problem());
        if (typed->verb == QLatin1String("list")) {
            for (const policy::Rule &rule : rules)
                print(QStringLiteral("%1 %2  (%3)")
                          .arg(nameOf(rule.decision).leftJustified(5), printable(rule.text()), rule.origin));
            return ExitDone;
        }
        const QString line = typed->rest.join(QLatin1Char(' '));
        const settings::Settings settings =
            settings::Settings::load(paths, {}, false, parser.values(QStringLiteral("set")));
        const QString modeName =
            parser.isSet(QStringLiteral("mode")) ? parser.value(QStringLiteral("mode")) : settings.text(u"agent.mode");
        const auto mode = valueOf<Mode>(modeName);
        if (!mode) {
            complain(QStringLiteral("--mode must be plan, ask, edit or auto, not '%1'.").arg(modeName));
            return ExitUsage;
        }
        const policy::Verdict verdict = policy::decide(
            {.tool = QStringLiteral("bash"), .effect = policy::Effect::Runs, .subject = line}, *mode, rules);
        print(QString::fromUtf8(toLine({{QStringLiteral("decision"), nameOf(verdict.decision)},
                                        {QStringLiteral("commands"), QJsonArray{line}},
                                        {QStringLiteral("rule"), verdict.rule},
                                        {QStringLiteral("reason"), verdict.reason}})));
        return ExitDone;
    }
};

} // namespace

std::unique_ptr<Subcommand> makePolicySubcommand()
{
    return std::make_unique<PolicySubcommand>();
}

} // namespace cohort::app
