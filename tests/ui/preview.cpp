// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the window in its states into a folder, from scripted events:  cohort-preview FOLDER
#include "tests/ui/fakelink.h"
#include "tests/ui/scenes.h"
#include "ui/conversation/conversationpage.h"
#include "ui/conversation/conversationview.h"
#include "ui/theme/theme.h"
#include "ui/window/mainwindow.h"

#include <QApplication>
#include <QDir>
#include <QTest>

using namespace cohort;

namespace {

void settle()
{
    for (int turn = 0; turn < 12; ++turn)
        QTest::qWait(20);
}

void grab(ui::MainWindow &window, const QString &file)
{
    settle();
    window.grab().save(file);
}

void scene(const QString &folder, const QString &name, const QString &scheme, QSize size,
           const std::function<void(tests::FakeLink &, ui::MainWindow &)> &play)
{
    ui::theme::apply(scheme);
    tests::FakeLink link;
    tests::furnish(link);
    for (auto &setting : link.settings)
        if (setting.key == QStringLiteral("window.theme"))
            setting.value = scheme;
    QFile::remove(folder + QStringLiteral("/layout.ini"));
    ui::MainWindow window(
        &link, {.folder = QStringLiteral("/home/ada/greeting"), .layoutFile = folder + QStringLiteral("/layout.ini")});
    window.show();
    window.resize(size);
    window.begin();
    settle();
    play(link, window);
    grab(window, folder + u'/' + name + QStringLiteral(".png"));
}

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    const QString folder = QDir(argc > 1 ? QString::fromLocal8Bit(argv[1]) : QStringLiteral(".")).absolutePath();
    QDir().mkpath(folder);
    const QSize wide(1360, 860);
    for (const auto &scheme : {QStringLiteral("light"), QStringLiteral("dark")}) {
        scene(folder, QStringLiteral("asking-") + scheme, scheme, wide,
              [](auto &link, auto &) { tests::playUntilPermission(link); });
        scene(folder, QStringLiteral("done-") + scheme, scheme, wide, [](auto &link, auto &) { tests::playAll(link); });
        scene(folder, QStringLiteral("review-") + scheme, scheme, wide, [](auto &link, auto &window) {
            tests::playAll(link);
            window.showChanges();
        });
        scene(folder, QStringLiteral("empty-") + scheme, scheme, wide, [](auto &, auto &) {});
    }
    scene(folder, QStringLiteral("narrow"), QStringLiteral("light"), QSize(720, 700),
          [](auto &link, auto &) { tests::playUntilPermission(link); });
    scene(folder, QStringLiteral("failed"), QStringLiteral("light"), wide,
          [](auto &link, auto &) { tests::playFailure(link); });
    scene(folder, QStringLiteral("markdown"), QStringLiteral("light"), wide,
          [](auto &link, auto &) { tests::playMarkdown(link); });
    scene(folder, QStringLiteral("no-model"), QStringLiteral("light"), wide, [](auto &link, auto &window) {
        link.providers.first().reachability = protocol::Reachability::Unreachable;
        link.providers.first().models.clear();
        link.providers.first().problem = QStringLiteral("nothing answers there");
        window.project()->refreshProviders();
    });
    scene(folder, QStringLiteral("settings"), QStringLiteral("light"), wide, [folder](auto &, auto &window) {
        window.showSettings();
        settle();
        for (auto *widget : QApplication::topLevelWidgets())
            if (widget->isVisible() && widget != &window)
                widget->grab().save(folder + QStringLiteral("/settings-dialog.png"));
    });
    return 0;
}
