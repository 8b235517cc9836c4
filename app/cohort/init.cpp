// SPDX-License-Identifier: GPL-3.0-or-later
// cohort init: a project's own configuration.
#include "app/cohort/subcommand.h"
#include "core/settings/table.h"

#include <QDir>
#include <QFile>

namespace cohort::app {

namespace {

class InitSubcommand : public Subcommand
{
public:
    [[nodiscard]] QString name() const override { return QStringLiteral("init"); }
    [[nodiscard]] QString summary() const override
    {
        return QStringLiteral("Make .cohort/config.yaml in the project, with every setting that may stand there.");
    }
    [[nodiscard]] QString usage() const override { return QStringLiteral("[OPTIONS]"); }
    [[nodiscard]] QString example() const override { return QStringLiteral("cohort init"); }

    [[nodiscard]] int run(const QStringList &words) override
    {
        QCommandLineParser parser;
        parser.addOption(projectOption());
        if (const auto code = parse(parser, *this, words))
            return *code;
        const QString folder = projectFrom(parser) + QStringLiteral("/.cohort");
        QFile file(folder + QStringLiteral("/config.yaml"));
        if (file.exists()) {
            complain(QStringLiteral("%1 is there already; it was left as it is.").arg(file.fileName()));
            return ExitDone;
        }
        QString text =
            QStringLiteral("# Cohort's configuration of this project. It is used once the person trusts the project;\n"
                           "# what would grant something can only be set by the person (cohort config).\n");
        QString section;
        for (const settings::SettingSpec &spec : settings::settingTable()) {
            if (!spec.projectMay)
                continue;
            const QString key = QLatin1String(spec.key);
            if (key.section(QLatin1Char('.'), 0, 0) != section) {
                section = key.section(QLatin1Char('.'), 0, 0);
                text += QStringLiteral("#%1:\n").arg(section);
            }
            text += QStringLiteral("#  %1: %2  # %3\n")
                        .arg(key.section(QLatin1Char('.'), 1), QLatin1String(spec.standard), QLatin1String(spec.label));
        }
        if (!QDir().mkpath(folder) || !file.open(QIODevice::WriteOnly) || file.write(text.toUtf8()) < 0) {
            complain(QStringLiteral("cannot write %1: %2").arg(file.fileName(), file.errorString()));
            return ExitFailed;
        }
        print(file.fileName());
        return ExitDone;
    }
};

} // namespace

std::unique_ptr<Subcommand> makeInitSubcommand()
{
    return std::make_unique<InitSubcommand>();
}

} // namespace cohort::app
