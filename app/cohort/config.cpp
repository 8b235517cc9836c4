// SPDX-License-Identifier: GPL-3.0-or-later
// cohort config: settings, where they come from, and changing them.
#include "app/cohort/subcommand.h"
#include "core/protocol/codec.h"
#include "core/settings/settings.h"

namespace cohort::app {

using settings::Settings;

namespace {

class ConfigSubcommand : public Subcommand
{
public:
    [[nodiscard]] QString name() const override { return QStringLiteral("config"); }
    [[nodiscard]] QString summary() const override { return QStringLiteral("Show and change settings."); }
    [[nodiscard]] QString usage() const override
    {
        return QStringLiteral("list|get NAME|set NAME VALUE|unset NAME|path [OPTIONS]");
    }
    [[nodiscard]] QString example() const override { return QStringLiteral("cohort config set agent.mode edit"); }
    [[nodiscard]] QStringList verbs() const override
    {
        return {QStringLiteral("list"), QStringLiteral("get"), QStringLiteral("set"), QStringLiteral("unset"),
                QStringLiteral("path")};
    }

    [[nodiscard]] int run(const QStringList &words) override
    {
        QCommandLineParser parser;
        parser.addOptions(
            {projectOption(),
             {QStringLiteral("local"), QStringLiteral("set, unset: in the project's own file, .cohort/config.yaml.")},
             settingOption()});
        if (const auto code = parse(parser, *this, words))
            return *code;
        const QStringList arguments = parser.positionalArguments();
        const QString verb = arguments.value(0);
        const QString key = arguments.value(1);
        if (!verbs().contains(verb))
            return unknownVerb(*this, verb);
        const settings::Paths paths = settings::Paths::fromEnvironment();
        const QString file = parser.isSet(QStringLiteral("local")) ? Settings::projectFile(projectFrom(parser))
                                                                   : Settings::userFile(paths);
        if (verb == QLatin1String("path")) {
            print(file);
            return ExitDone;
        }
        if (verb == QLatin1String("set") || verb == QLatin1String("unset"))
            return store(verb, file, arguments);
        const Settings settings =
            Settings::load(paths, projectFrom(parser), false, parser.values(QStringLiteral("set")));
        for (const QString &problem : settings.problems())
            complain(problem);
        if (verb == QLatin1String("list")) {
            for (const settings::SettingSpec &spec : settings::settingTable()) {
                const QString name = QLatin1String(spec.key);
                print(QStringLiteral("%1 = %2  (%3)")
                          .arg(name, settings.text(name), settings::layerName(settings.layer(name))));
            }
            return ExitDone;
        }
        if (settings::findSetting(key) == nullptr)
            return unknown(key);
        print(settings.text(key));
        return ExitDone;
    }

private:
    static int unknown(const QString &key)
    {
        QStringList names;
        for (const settings::SettingSpec &spec : settings::settingTable())
            names.append(QLatin1String(spec.key));
        const QString near = nearest(key, names);
        complain(QStringLiteral("there is no setting '%1'.%2")
                     .arg(key, near.isEmpty() ? QStringLiteral(" 'cohort config list' shows all.")
                                              : QStringLiteral(" Did you mean '%1'?").arg(near)));
        return ExitUsage;
    }

    static int store(const QString &verb, const QString &file, const QStringList &arguments)
    {
        const bool set = verb == QLatin1String("set");
        if (arguments.size() < (set ? 3 : 2)) {
            complain(set ? QStringLiteral("'cohort config set' needs a name and a value.")
                         : QStringLiteral("'cohort config unset' needs a name."));
            return ExitUsage;
        }
        if (settings::findSetting(arguments.at(1)) == nullptr)
            return unknown(arguments.at(1));
        const Result<> stored = Settings::store(
            file, arguments.at(1), set ? std::optional(arguments.sliced(2).join(QLatin1Char(' '))) : std::nullopt);
        return stored ? ExitDone : failWith(stored.error());
    }
};

} // namespace

std::unique_ptr<Subcommand> makeConfigSubcommand()
{
    return std::make_unique<ConfigSubcommand>();
}

} // namespace cohort::app
