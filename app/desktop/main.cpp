// SPDX-License-Identifier: GPL-3.0-or-later
// cohort-desktop: a project's window. Reads the arguments, makes the engine on its thread, and gives the window its
// link.
#include "app/desktop/launcher.h"
#include "app/desktop/singlewindow.h"
#include "core/base/log.h"
#include "core/engine/enginethread.h"
#include "core/session/projectdata.h"
#include "core/settings/paths.h"
#include "core/settings/settings.h"
#include "ui/theme/theme.h"
#include "ui/window/mainwindow.h"
#include "ui/window/startwindow.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QCryptographicHash>
#include <QDir>
#include <QIcon>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

#include <cstdio>

namespace {

using namespace cohort;

struct Arguments {
    QString folder; ///< empty: the start page
    bool newSession = false;
    bool rehearse = false;
    QStringList overrides;
};

Arguments readArguments(const QApplication &application)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(QCoreApplication::translate(
        "Arguments", "Opens a project in a window of Cohort. An open project comes to the front."));
    parser.addHelpOption();
    parser.addVersionOption();
    const QCommandLineOption newSession(QStringLiteral("new-session"),
                                        QCoreApplication::translate("Arguments", "Begin a new session."));
    const QCommandLineOption set(QStringLiteral("set"),
                                 QCoreApplication::translate("Arguments", "Use a setting for this run."),
                                 QStringLiteral("section.name=value"));
    QCommandLineOption rehearse(
        QStringLiteral("rehearse"),
        QCoreApplication::translate("Arguments", "Perform the rehearsal of the sample project."));
    rehearse.setFlags(QCommandLineOption::HiddenFromHelp);
    parser.addOptions({newSession, set, rehearse});
    parser.addPositionalArgument(
        QStringLiteral("folder"),
        QCoreApplication::translate("Arguments", "The project's folder; the current one when it is left out."),
        QStringLiteral("[folder]"));
    parser.process(application);

    Arguments arguments{
        .newSession = parser.isSet(newSession), .rehearse = parser.isSet(rehearse), .overrides = parser.values(set)};
    const QStringList folders = parser.positionalArguments();
    const QString here = QDir::currentPath();
    if (!folders.isEmpty())
        arguments.folder = QDir(folders.first()).absolutePath();
    else if (here != QDir::homePath() && here != QDir::rootPath()) // else the desktop started it
        arguments.folder = here;
    return arguments;
}

void translate(QApplication &application)
{
    auto *ours = new QTranslator(&application);
    const auto load = [ours](const QLocale &locale) {
        return ours->load(locale, QStringLiteral("cohort"), QStringLiteral("_"), QStringLiteral(":/i18n"));
    };
    if (load(QLocale()) || load(QLocale(QLocale::English))) // the plural forms are there
        QCoreApplication::installTranslator(ours);
    auto *qts = new QTranslator(&application);
    if (qts->load(QLocale(), QStringLiteral("qtbase"), QStringLiteral("_"),
                  QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(qts);
}

int runStart(const settings::Paths &paths, const QString &problem)
{
    desktop::Launcher launcher(paths);
    ui::StartWindow window(launcher.recent());
    QObject::connect(&window, &ui::StartWindow::folderChosen, &launcher, &desktop::Launcher::openProject);
    QObject::connect(&window, &ui::StartWindow::rehearsalWanted, &launcher, &desktop::Launcher::watchRehearsal);
    QObject::connect(&launcher, &desktop::Launcher::opened, &window, &QWidget::close);
    QObject::connect(&launcher, &desktop::Launcher::failed, &window, &ui::StartWindow::showProblem);
    if (!problem.isEmpty())
        window.showProblem(problem);
    window.show();
    return QApplication::exec();
}

int runProject(const settings::Paths &paths, const Arguments &arguments, const QString &dataFolder)
{
    desktop::SingleWindow single;
    if (!single.claim(dataFolder + QStringLiteral("/window.sock"), arguments.newSession))
        return 0;
    desktop::Launcher launcher(paths);
    launcher.remember(arguments.folder);

    const engine::EngineThread engine(
        {.project = arguments.folder, .overrides = arguments.overrides, .holder = QStringLiteral("the window")});
    const QByteArray id =
        QCryptographicHash::hash(arguments.folder.toUtf8(), QCryptographicHash::Sha1).toHex().first(16);
    ui::WindowOptions options{.folder = arguments.folder,
                              .layoutFile =
                                  QStringLiteral("%1/windows/%2.ini").arg(paths.state, QString::fromLatin1(id)),
                              .newSession = arguments.newSession};
    if (arguments.rehearse) {
        options.prompt = QCoreApplication::translate("Rehearsal", "Make the failing test pass");
        options.model = {.provider = QStringLiteral("rehearsal"), .model = QStringLiteral("greeting")};
    }
    ui::MainWindow window(engine.link(), options);
    QObject::connect(&single, &desktop::SingleWindow::raiseWanted, &window, [&window](bool newSession) {
        window.raiseWindow();
        if (newSession)
            window.project()->newSession();
    });
    QObject::connect(&window, &ui::MainWindow::folderWanted, &launcher, &desktop::Launcher::openProject);
    QObject::connect(&window, &ui::MainWindow::rehearsalWanted, &launcher, &desktop::Launcher::watchRehearsal);
    QObject::connect(&launcher, &desktop::Launcher::failed, &window, &ui::MainWindow::showMessage);
    window.show();
    window.activateWindow(); // where no window manager does it
    window.begin();
    return QApplication::exec();
}

} // namespace

int main(int argc, char **argv)
{
    // a desktop session's plugins belong to another Qt
    qunsetenv("QT_PLUGIN_PATH");
    QCoreApplication::setApplicationName(QStringLiteral("cohort"));
    QCoreApplication::setApplicationVersion(QStringLiteral(COHORT_VERSION));
    QGuiApplication::setDesktopFileName(QStringLiteral("org.cohort.Cohort"));
    QApplication application(argc, argv);
    translate(application);
    QApplication::setCursorFlashTime(0); // an idle window draws nothing
    QGuiApplication::setApplicationDisplayName({});
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/cohort.svg")));

    const Arguments arguments = readArguments(application);
    const auto paths = settings::Paths::fromEnvironment();
    const auto inForce = settings::Settings::load(paths, {}, false, arguments.overrides);
    LogBook::instance().open(paths.state + QStringLiteral("/logs"), logLevelFromName(inForce.text(u"log.level")));
    ui::theme::apply(inForce.text(u"window.theme"));
    ui::theme::applyFontSize(int(inForce.number(u"window.fontSize")));

    if (arguments.folder.isEmpty())
        return runStart(paths, {});
    const auto dataFolder = session::projectFolder(paths, arguments.folder);
    if (!dataFolder) {
        std::fprintf(stderr, "%s\n", qUtf8Printable(dataFolder.error().message));
        return runStart(paths, dataFolder.error().message);
    }
    return runProject(paths, arguments, *dataFolder);
}
