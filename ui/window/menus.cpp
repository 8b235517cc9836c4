// SPDX-License-Identifier: GPL-3.0-or-later
// The main window's menus, the palette over them, and the composer's slash commands.
#include "ui/conversation/composer.h"
#include "ui/conversation/conversationpage.h"
#include "ui/conversation/conversationview.h"
#include "ui/models/describe.h"
#include "ui/palette/commandpalette.h"
#include "ui/review/reviewpage.h"
#include "ui/theme/theme.h"
#include "ui/window/mainwindow.h"
#include "ui/window/sessionspane.h"

#include <QActionGroup>
#include <QApplication>
#include <QDockWidget>
#include <QMenuBar>
#include <QMessageBox>
#include <QTabWidget>

namespace cohort::ui {

using namespace protocol;

namespace {
constexpr std::array modes{Mode::Plan, Mode::Ask, Mode::Edit, Mode::Auto};
} // namespace

QAction *MainWindow::add(QMenu *menu, const QString &text, const QString &icon, const QKeySequence &keys,
                         const std::function<void()> &run)
{
    auto *action = menu->addAction(text);
    if (!icon.isEmpty())
        action->setIcon(theme::icon(icon));
    if (!keys.isEmpty()) {
        action->setShortcut(keys);
        QString name = text;
        action->setToolTip(QStringLiteral("%1 (%2)").arg(name.remove(u'&'), keys.toString(QKeySequence::NativeText)));
    }
    connect(action, &QAction::triggered, this, run);
    return action;
}

void MainWindow::makeMenus()
{
    addFileMenu();
    addEditMenu();
    addViewMenu();
    addSessionMenu();
    menuBar()->addMenu(tr("&Review"))->addActions(m_review->reviewActions());
    addToolsMenu();
    addHelpMenu();
}

void MainWindow::addFileMenu()
{
    auto *file = menuBar()->addMenu(tr("&File"));
    add(file, tr("&Open Project …"), QStringLiteral("folder"), QKeySequence::Open,
        [this] { Q_EMIT chooseFolderWanted(); });
    add(file, tr("Watch a &Rehearsal"), QStringLiteral("play"), {}, [this] { Q_EMIT rehearsalWanted(); });
    file->addSeparator();
    add(file, tr("&Close Window"), {}, QKeySequence::Close, [this] { close(); })->setMenuRole(QAction::NoRole);
    add(file, tr("&Quit"), {}, QKeySequence::Quit, [this] { close(); })->setMenuRole(QAction::QuitRole);
}

void MainWindow::addEditMenu()
{
    auto *edit = menuBar()->addMenu(tr("&Edit"));
    add(edit, tr("&Copy"), {}, {}, [this] { m_conversation->view()->copy(); });
    add(edit, tr("Select &All Messages"), {}, {}, [this] { m_conversation->view()->selectAll(); });
    edit->addSeparator();
    add(edit, tr("&Find …"), QStringLiteral("find"), QKeySequence::Find, [this] {
        m_tabs->setCurrentWidget(m_conversation);
        m_conversation->find();
    });
    add(edit, tr("Find &Next"), {}, QKeySequence::FindNext, [this] { m_conversation->findNext(1); });
    add(edit, tr("Find &Previous"), {}, QKeySequence::FindPrevious, [this] { m_conversation->findNext(-1); });
}

void MainWindow::addViewMenu()
{
    m_view = menuBar()->addMenu(tr("&View"));
    add(m_view, tr("&Conversation"), {}, QKeySequence(Qt::ALT | Qt::Key_1), [this] {
        m_tabs->setCurrentWidget(m_conversation);
        m_conversation->composer()->setFocus();
    });
    add(m_view, tr("C&hanges"), QStringLiteral("changes"), QKeySequence(Qt::ALT | Qt::Key_2),
        [this] { showChanges(); });
    m_view->addSeparator();
    const auto docks = findChildren<QDockWidget *>(QString(), Qt::FindDirectChildrenOnly);
    int key = Qt::Key_3;
    for (auto *dock : docks) {
        dock->toggleViewAction()->setShortcut(QKeySequence(Qt::ALT | Qt::Key(key++)));
        m_view->addAction(dock->toggleViewAction());
    }
}

void MainWindow::addSessionMenu()
{
    auto *session = menuBar()->addMenu(tr("&Session"));
    add(session, tr("&New Session"), QStringLiteral("new-session"), QKeySequence::New,
        [this] { m_project->newSession(); });
    const auto addForSession = [&](const QString &text, const QString &icon, const QKeySequence &keys,
                                   const std::function<void(Session *)> &run) {
        auto *action = add(session, text, icon, keys, [this, run] {
            if (auto *current = m_project->current())
                run(current);
        });
        m_sessionActions.append(action);
        return action;
    };
    addForSession(tr("&Fork Session"), QStringLiteral("fork"), {},
                  [this](Session *current) { m_project->fork(current->id(), 0); });
    addForSession(tr("&Rename Session"), {}, {}, [this](Session *) { m_sessions->renameCurrent(); });
    addForSession(tr("&Delete Session"), {}, {}, [this](Session *current) { m_project->remove(current->id()); });
    session->addSeparator();
    addForSession(tr("Answer the &Permission Request"), QStringLiteral("permission"),
                  QKeySequence(Qt::CTRL | Qt::Key_Return), [this](Session *) {
                      m_tabs->setCurrentWidget(m_conversation);
                      m_conversation->view()->focusPermission();
                  });
    m_stop = addForSession(tr("&Stop"), QStringLiteral("stop"), QKeySequence(Qt::CTRL | Qt::Key_Period),
                           [](Session *current) { current->stop(); });
    session->addSeparator();
    addModeMenu(session);
    m_models = session->addMenu(tr("M&odel"));
}

void MainWindow::addModeMenu(QMenu *session)
{
    auto *menu = session->addMenu(tr("&Mode"));
    m_modes = new QActionGroup(this);
    for (const auto mode : modes) {
        auto *action = menu->addAction(QStringLiteral("%1 – %2").arg(modeName(mode), modeExplanation(mode)));
        action->setCheckable(true);
        action->setData(int(mode));
        m_modes->addAction(action);
        connect(action, &QAction::triggered, this, [this, mode] {
            if (auto *current = m_project->current())
                current->setMode(mode);
        });
    }
    menu->addSeparator();
    auto *next = add(menu, tr("&Next Mode"), {}, QKeySequence(Qt::SHIFT | Qt::Key_Tab), [this] {
        auto *current = m_project->current();
        if (current == nullptr)
            return;
        const auto at = std::ranges::find(modes, current->mode());
        current->setMode(modes[size_t(std::distance(modes.begin(), at) + 1) % modes.size()]);
    });
    next->setShortcutContext(Qt::WidgetShortcut); // elsewhere these keys go back to the widget before
    m_conversation->composer()->addAction(next);
}

void MainWindow::addToolsMenu()
{
    auto *tools = menuBar()->addMenu(tr("&Tools"));
    add(tools, tr("Command &Palette"), QStringLiteral("palette"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P),
        [this] { openPalette(); });
    add(tools, tr("&Look for Models"), {}, QKeySequence::Refresh, [this] { m_project->refreshProviders(); });
    tools->addSeparator();
    add(tools, tr("&Settings …"), QStringLiteral("settings"), QKeySequence(Qt::CTRL | Qt::Key_Comma), [this] {
        showSettings();
    })->setMenuRole(QAction::PreferencesRole);
}

void MainWindow::addHelpMenu()
{
    auto *help = menuBar()->addMenu(tr("&Help"));
    add(help, tr("&About Cohort"), {}, {}, [this] { showAbout(); })->setMenuRole(QAction::AboutRole);
    add(help, tr("About &Qt"), {}, {}, [] { QApplication::aboutQt(); })->setMenuRole(QAction::AboutQtRole);
}

void MainWindow::openPalette()
{
    QList<QAction *> actions;
    const auto collect = [&actions](const auto &self, const QMenu *menu) -> void {
        const auto entries = menu->actions();
        for (auto *action : entries) {
            if (action->menu() != nullptr)
                self(self, action->menu());
            else
                actions.append(action);
        }
    };
    const auto menus = menuBar()->actions();
    for (const auto *menu : menus)
        collect(collect, menu->menu());
    m_palette->open(actions);
}

void MainWindow::takeCommand(const QString &name, const QString &argument)
{
    auto *session = m_project->current();
    if (name == QLatin1StringView("/new")) {
        m_project->newSession();
    } else if (name == QLatin1StringView("/fork") && session != nullptr) {
        m_project->fork(session->id(), 0);
    } else if (name == QLatin1StringView("/stop") && session != nullptr) {
        session->stop();
    } else if (name == QLatin1StringView("/rename") && session != nullptr) {
        if (argument.isEmpty())
            m_sessions->renameCurrent();
        else
            m_project->rename(session->id(), argument);
    } else if (name == QLatin1StringView("/changes")) {
        showChanges();
    } else if (name == QLatin1StringView("/settings")) {
        showSettings();
    } else if (name == QLatin1StringView("/help")) {
        openPalette();
    } else if (name == QLatin1StringView("/mode") && session != nullptr) {
        const auto words = enumNames<Mode>;
        const auto found = std::ranges::find(words, argument.toLower().toStdString());
        if (found == words.end())
            showMessage(tr("A mode is plan, ask, edit or auto: /mode ask"));
        else
            session->setMode(Mode(std::distance(words.begin(), found)));
    }
}

void MainWindow::showAbout()
{
    auto *box = new QMessageBox(this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setWindowTitle(tr("About Cohort"));
    box->setIconPixmap(windowIcon().pixmap(fontMetrics().height() * 4));
    box->setText(
        tr("<h3>Cohort %1</h3><p>A desktop coding assistant for people who keep their code on their own machine.</p>")
            .arg(QCoreApplication::applicationVersion()));
    box->setInformativeText(tr("<p>Cohort is free software under the GNU General Public License, version 3 or later; "
                               "it comes without any warranty.</p>"
                               "<p>It is made with Qt %1 (LGPL 3), KSyntaxHighlighting (MIT), QCoro (MIT), libcurl "
                               "(curl), SQLite (public domain), "
                               "libgit2 (GPL 2 with linking exception), yaml-cpp (MIT), valijson (BSD) "
                               "and bubblewrap (LGPL 2).</p>")
                                .arg(QString::fromLatin1(qVersion())));
    box->open();
}

} // namespace cohort::ui
