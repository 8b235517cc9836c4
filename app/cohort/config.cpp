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
    [[nodiscard]] QList<Verb> verbs() const override
    {
        return {{.name = QStringLiteral("list")},
                {.name = QStringLiteral("get"),
                 .least = 1,
                 .most = 1,
                 .needs = QStringLiteral("a setting's name; 'cohort config list' shows them")},
                {.name = QStringLiteral("set"),
                 .least = 2,
                 .most = anyNumber,
                 .needs = QStringLiteral("a name and a value")},
                {.name = QStringLiteral("unset"), .least = 1, .most = 1, .needs = QStringLiteral("a name")},
                {.name = QStringLiteral("path")}};
    }

    [[nodiscard]] int run(const QStringList &words) override
    {
        QCommandLineParser parser;
        parser.addOptions(
            {projectOption(),
             {QStringLiteral("local"), QStringLiteral("set, unset: in the project's own file, .cohort/config.yaml.")},
             settingOption()});
        const auto typed = parseVerb(parser, *this, words);
        if (!typed)
            return typed.error();
        const QString verb = typed->verb;
        const QString key = typed->rest.value(0);
        const settings::Paths paths = settings::Paths::fromEnvironment();
        const QString file = parser.isSet(QStringLiteral("local")) ? Settings::projectFile(projectFrom(parser))
                                                                   : Settings::userFile(paths);
        if (verb == QLatin1String("path")) {
            print(file);
            return ExitDone;
        }
        if (verb == QLatin1String("set") || verb == QLatin1String("unset"))
            return store(file, key, typed->rest.sliced(1), verb == QLatin1String("set"));
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

    static int store(const QString &file, const QString &key, const QStringList &value, bool set)
    {
        if (settings::findSetting(key) == nullptr)
            return unknown(key);
        const Result<> stored =
            Settings::store(file, key, set ? std::optional(value.join(QLatin1Char(' '))) : std::nullopt);
        return stored ? ExitDone : failWith(stored.error());
    }
};

} // namespace

std::unique_ptr<Subcommand> makeConfigSubcommand()
{
    return std::make_unique<ConfigSubcommand>();
}

} // namespace cohort::app
