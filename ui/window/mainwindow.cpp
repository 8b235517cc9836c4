// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/mainwindow.h"

#include "ui/conversation/composer.h"
#include "ui/conversation/conversationpage.h"
#include "ui/conversation/conversationview.h"
#include "ui/dashboard/contextpane.h"
#include "ui/dashboard/planpane.h"
#include "ui/models/describe.h"
#include "ui/palette/commandpalette.h"
#include "ui/review/reviewpage.h"
#include "ui/settings/settingsdialog.h"
#include "ui/shell/logpane.h"
#include "ui/shell/shellpane.h"
#include "ui/theme/theme.h"
#include "ui/window/layoutstore.h"
#include "ui/window/sessionspane.h"
#include "ui/window/statusstrip.h"

#include <QActionGroup>
#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QTabWidget>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

#include <chrono>

namespace cohort::ui {

using namespace protocol;
using namespace std::chrono_literals;

namespace {
constexpr int layoutVersion = 1;
constexpr std::array modes{Mode::Plan, Mode::Ask, Mode::Edit, Mode::Auto};
} // namespace

MainWindow::MainWindow(engine::EngineLink *link, WindowOptions options, QWidget *parent)
    : QMainWindow(parent)
    , m_project(new Project(link, options.folder, this))
    , m_options(std::move(options))
    , m_store(std::make_unique<LayoutStore>(m_options.layoutFile))
    , m_conversation(new ConversationPage(m_project))
    , m_review(new ReviewPage(m_project->changes()))
    , m_tabs(new QTabWidget)
{
    setAcceptDrops(true);
    setDockNestingEnabled(true);
    setWindowTitle(tr("%1 – Cohort").arg(m_project->name()));
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_conversation, tr("Conversation"));
    m_tabs->addTab(m_review, tr("Changes"));

    m_message = new QWidget;
    m_messageText = new QLabel;
    m_messageText->setWordWrap(true);
    m_messageText->setTextFormat(Qt::PlainText);
    m_messageText->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_messageUndo = new QToolButton;
    m_messageUndo->setText(tr("Undo"));
    auto *close = new QToolButton;
    close->setText(QStringLiteral("✕"));
    close->setAutoRaise(true);
    close->setAccessibleName(tr("Close this message"));
    close->setToolTip(tr("Close this message"));
    auto *messageLayout = new QHBoxLayout(m_message);
    messageLayout->addWidget(m_messageText, 1);
    messageLayout->addWidget(m_messageUndo);
    messageLayout->addWidget(close);
    m_message->setAutoFillBackground(true);
    m_message->hide();
    auto *centre = new QWidget;
    auto *layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_message);
    layout->addWidget(m_tabs, 1);
    setCentralWidget(centre);

    makeDocks();
    auto *strip = new StatusStrip(m_project);
    setStatusBar(strip);
    makeActions();
    makeToolBar();
    m_palette = new CommandPalette(this);

    connect(close, &QToolButton::clicked, m_message, &QWidget::hide);
    connect(m_messageUndo, &QToolButton::clicked, this, [this] {
        m_message->hide();
        m_project->restore(m_removed);
    });
    connect(strip, &StatusStrip::changesWanted, this, &MainWindow::showChanges);
    connect(m_project, &Project::currentChanged, this, &MainWindow::showSession);
    connect(m_project, &Project::stateChanged, this, &MainWindow::showState);
    connect(m_project, &Project::providersChanged, this, &MainWindow::showModels);
    connect(m_project, &Project::failed, this, &MainWindow::showMessage);
    connect(m_project, &Project::removed, this, &MainWindow::showRemoved);
    connect(m_project->settings(), &SettingList::refreshed, this, &MainWindow::applySettings);
    connect(m_project->changes(), &ChangeList::countChanged, this,
            [this](int files) { m_tabs->setTabText(1, files > 0 ? tr("Changes (%1)").arg(files) : tr("Changes")); });
    connect(m_conversation, &ConversationPage::reviewWanted, this, [this](const QString &path) {
        showChanges();
        m_review->open(path);
    });
    connect(m_conversation, &ConversationPage::rehearsalWanted, this, &MainWindow::rehearsalWanted);
    connect(m_conversation, &ConversationPage::commandEntered, this, &MainWindow::takeCommand);
    // what is being written survives a crash
    m_saving = new QTimer(this);
    m_saving->setSingleShot(true);
    m_saving->setInterval(2s);
    connect(m_saving, &QTimer::timeout, this,
            [this] { m_store->setTexts(QStringLiteral("drafts"), m_conversation->drafts()); });
    connect(m_conversation->composer(), &QPlainTextEdit::textChanged, m_saving, qOverload<>(&QTimer::start));
    restoreLayout();
    showState();
}

MainWindow::~MainWindow() = default;

void MainWindow::begin()
{
    m_project->sessions()->setReadMarks(m_store->numbers(QStringLiteral("read")));
    const bool fresh = m_options.newSession || !m_options.prompt.isEmpty();
    if (!m_options.prompt.isEmpty())
        m_project->newSession(m_options.model, m_options.prompt);
    m_project->start(m_store->text(QStringLiteral("session")), fresh && m_options.prompt.isEmpty());
    m_conversation->composer()->setFocus();
}

void MainWindow::raiseWindow()
{
    setWindowState(windowState() & ~Qt::WindowMinimized);
    show();
    raise();
    activateWindow();
}

QDockWidget *MainWindow::addDock(const QString &name, const QString &title, QWidget *widget, Qt::DockWidgetArea area)
{
    auto *dock = new QDockWidget(title, this);
    dock->setObjectName(name);
    dock->setWidget(widget);
    addDockWidget(area, dock);
    return dock;
}

void MainWindow::makeDocks()
{
    m_sessions = new SessionsPane(m_project);
    m_plan = new PlanPane;
    m_context = new ContextPane;
    m_shell = new ShellPane;
    auto *sessions = addDock(QStringLiteral("sessions"), tr("Sessions"), m_sessions, Qt::LeftDockWidgetArea);
    auto *plan = addDock(QStringLiteral("plan"), tr("Plan"), m_plan, Qt::RightDockWidgetArea);
    auto *context = addDock(QStringLiteral("context"), tr("Context"), m_context, Qt::RightDockWidgetArea);
    auto *shell = addDock(QStringLiteral("shell"), tr("Shell"), m_shell, Qt::BottomDockWidgetArea);
    auto *log = addDock(QStringLiteral("log"), tr("Log"), new LogPane, Qt::BottomDockWidgetArea);
    tabifyDockWidget(shell, log);
    shell->raise();
    setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
    const int letter = fontMetrics().averageCharWidth();
    resizeDocks({sessions, plan}, {letter * 30, letter * 32}, Qt::Horizontal);
    resizeDocks({plan, context}, {300, 200}, Qt::Vertical);
    resizeDocks({shell}, {fontMetrics().height() * 9}, Qt::Vertical);
}

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

void MainWindow::makeActions()
{
    auto *file = menuBar()->addMenu(tr("&File"));
    add(file, tr("&Open Project …"), QStringLiteral("folder"), QKeySequence::Open,
        [this] { Q_EMIT chooseFolderWanted(); });
    add(file, tr("Watch a &Rehearsal"), QStringLiteral("play"), {}, [this] { Q_EMIT rehearsalWanted(); });
    file->addSeparator();
    add(file, tr("&Close Window"), {}, QKeySequence::Close, [this] { close(); })->setMenuRole(QAction::NoRole);
    add(file, tr("&Quit"), {}, QKeySequence::Quit, [this] { close(); })->setMenuRole(QAction::QuitRole);

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
    auto *modeMenu = session->addMenu(tr("&Mode"));
    m_modes = new QActionGroup(this);
    for (const auto mode : modes) {
        auto *action = modeMenu->addAction(QStringLiteral("%1 – %2").arg(modeName(mode), modeExplanation(mode)));
        action->setCheckable(true);
        action->setData(int(mode));
        m_modes->addAction(action);
        connect(action, &QAction::triggered, this, [this, mode] {
            if (auto *current = m_project->current())
                current->setMode(mode);
        });
    }
    modeMenu->addSeparator();
    auto *next = add(modeMenu, tr("&Next Mode"), {}, QKeySequence(Qt::SHIFT | Qt::Key_Tab), [this] {
        auto *current = m_project->current();
        if (current == nullptr)
            return;
        const auto at = std::ranges::find(modes, current->mode());
        current->setMode(modes[size_t(std::distance(modes.begin(), at) + 1) % modes.size()]);
    });
    next->setShortcutContext(Qt::WidgetShortcut); // elsewhere these keys go back to the widget before
    m_conversation->composer()->addAction(next);
    m_models = session->addMenu(tr("M&odel"));

    auto *review = menuBar()->addMenu(tr("&Review"));
    review->addActions(m_review->reviewActions());

    auto *tools = menuBar()->addMenu(tr("&Tools"));
    add(tools, tr("Command &Palette"), QStringLiteral("palette"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P),
        [this] { openPalette(); });
    add(tools, tr("&Look for Models"), {}, QKeySequence::Refresh, [this] { m_project->refreshProviders(); });
    tools->addSeparator();
    add(tools, tr("&Settings …"), QStringLiteral("settings"), QKeySequence(Qt::CTRL | Qt::Key_Comma), [this] {
        showSettings();
    })->setMenuRole(QAction::PreferencesRole);

    auto *help = menuBar()->addMenu(tr("&Help"));
    add(help, tr("&About Cohort"), {}, {}, [this] { showAbout(); })->setMenuRole(QAction::AboutRole);
    add(help, tr("About &Qt"), {}, {}, [] { QApplication::aboutQt(); })->setMenuRole(QAction::AboutQtRole);
}

void MainWindow::makeToolBar()
{
    auto *bar = addToolBar(tr("Main Tool Bar"));
    bar->setObjectName(QStringLiteral("main"));
    bar->setMovable(false);
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    const int icon = style()->pixelMetric(QStyle::PM_SmallIconSize, nullptr, this);
    bar->setIconSize({icon, icon});
    m_view->addSeparator();
    m_view->addAction(bar->toggleViewAction());

    auto *name = new QLabel(m_project->name());
    name->setFont(theme::sized(font(), 1.05, true));
    name->setTextFormat(Qt::PlainText);
    name->setToolTip(m_project->folder());
    name->setContentsMargins(theme::spacing(this), 0, theme::spacing(this), 0);
    bar->addWidget(name);
    bar->addSeparator();

    const auto menuButton = [this, bar](QMenu *menu, const QString &accessible) {
        auto *button = new QToolButton;
        button->setMenu(menu);
        button->setPopupMode(QToolButton::InstantPopup);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setFocusPolicy(Qt::TabFocus);
        button->setAccessibleName(accessible);
        button->setStyleSheet(QStringLiteral("QToolButton::menu-indicator { image: none; }")); // the text has an arrow
        bar->addWidget(button);
        return button;
    };
    auto *modeMenu = new QMenu(this);
    modeMenu->addActions(m_modes->actions());
    m_mode = menuButton(modeMenu, tr("Mode"));
    m_mode->setIcon(theme::icon(QStringLiteral("permission")));
    m_model = menuButton(m_models, tr("Model"));
    m_model->setIcon(theme::icon(QStringLiteral("model")));
    m_share = new QLabel;
    m_share->setForegroundRole(QPalette::PlaceholderText);
    m_share->setContentsMargins(theme::spacing(this), 0, theme::spacing(this), 0);
    m_shareAction = bar->addWidget(m_share);
    auto *stretch = new QWidget;
    stretch->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addWidget(stretch);
    bar->addAction(m_stop);
    if (auto *button = qobject_cast<QToolButton *>(bar->widgetForAction(m_stop)))
        button->setFocusPolicy(Qt::TabFocus);
}

void MainWindow::showSession()
{
    auto *session = m_project->current();
    m_plan->setPlan(session->plan());
    m_shell->setRuns(session->shell());
    m_store->setText(QStringLiteral("session"), session->id());
}

void MainWindow::showState()
{
    const auto *session = m_project->current();
    for (auto *action : std::as_const(m_sessionActions))
        action->setEnabled(session != nullptr);
    m_modes->setEnabled(session != nullptr);
    m_mode->setEnabled(session != nullptr);
    m_model->setEnabled(session != nullptr);
    const bool working = session != nullptr && session->working();
    m_stop->setVisible(working);
    if (session == nullptr) {
        m_mode->setText(tr("Mode"));
        m_model->setText(tr("Model"));
        m_shareAction->setVisible(false);
        return;
    }
    m_mode->setText(tr("Mode: %1").arg(modeName(session->mode())) + QStringLiteral(" ▾"));
    m_mode->setToolTip(tr("%1 (Shift+Tab changes it)").arg(modeExplanation(session->mode())));
    for (auto *action : m_modes->actions())
        action->setChecked(action->data().toInt() == int(session->mode()));
    m_model->setText(m_project->modelText(session->model()) + QStringLiteral(" ▾"));
    m_model->setToolTip(tr("The model that answers in this session"));

    const auto context = session->context();
    const auto usage = session->usage();
    QStringList facts;
    if (context.window > 0)
        facts.append(tr("%1 % context").arg(context.used * 100 / context.window));
    else if (context.used > 0)
        facts.append(tr("%1 in context", "tokens").arg(tokenText(context.used)));
    if (usage.input + usage.output > 0)
        facts.append(tr("%1 tokens", "a number with its unit").arg(tokenText(usage.input + usage.output)));
    m_share->setText(facts.join(QStringLiteral("  ·  ")));
    m_shareAction->setVisible(!facts.isEmpty());
    m_context->show(context, usage);
    const QString title = session->title().isEmpty() ? tr("New session") : session->title().simplified();
    setWindowTitle(tr("%1 – %2 – Cohort", "session, project").arg(title, m_project->name()));
}

void MainWindow::showModels()
{
    m_models->clear();
    const auto *session = m_project->current();
    for (const auto &provider : m_project->providers()) {
        auto *heading = m_models->addSection(provider.name);
        heading->setToolTip(provider.problem);
        if (provider.models.isEmpty()) {
            auto *none = m_models->addAction(provider.reachability == Reachability::Unreachable ? tr("not reachable")
                                                                                                : tr("no models"));
            none->setEnabled(false);
            none->setToolTip(provider.problem);
        }
        for (const auto &model : provider.models) {
            auto *action = m_models->addAction(model);
            const ModelChoice choice{provider.id, model};
            action->setCheckable(true);
            action->setChecked(session != nullptr && session->model() == choice);
            connect(action, &QAction::triggered, this, [this, choice] {
                if (auto *current = m_project->current())
                    current->setModel(choice);
            });
        }
    }
    m_models->addSeparator();
    m_models->addAction(tr("&Look Again"), m_project, &Project::refreshProviders);
    showState();
}

void MainWindow::showMessage(const QString &text)
{
    QPalette colours = m_message->palette();
    colours.setColor(QPalette::Window, theme::colours().card);
    m_message->setPalette(colours);
    m_messageText->setText(text);
    m_messageUndo->hide();
    m_message->show();
}

void MainWindow::showRemoved(const QString &session, const QString &title)
{
    showMessage(tr("“%1” is in the trash.").arg(title.isEmpty() ? tr("New session") : title));
    m_removed = session;
    m_messageUndo->show();
}

void MainWindow::showChanges()
{
    m_tabs->setCurrentWidget(m_review);
    m_review->setFocus();
}

void MainWindow::showSettings()
{
    if (m_settings == nullptr)
        m_settings = new SettingsDialog(m_project->settings(), this);
    m_settings->show();
    m_settings->raise();
    m_settings->activateWindow();
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

void MainWindow::applySettings()
{
    theme::apply(m_project->settings()->value(QStringLiteral("window.theme")));
    theme::applyFontSize(m_project->settings()->value(QStringLiteral("window.fontSize")).toInt());
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
                               "libgit2 (GPL 2 with linking exception), yaml-cpp (MIT), valijson (BSD), libseccomp "
                               "(LGPL 2.1) and bubblewrap (LGPL 2).</p>")
                                .arg(QString::fromLatin1(qVersion())));
    box->open();
}

void MainWindow::restoreLayout()
{
    resize(fontMetrics().averageCharWidth() * 190, fontMetrics().height() * 50);
    restoreGeometry(m_store->bytes(QStringLiteral("geometry")));
    restoreState(m_store->bytes(QStringLiteral("docks")), layoutVersion);
    m_conversation->setDrafts(m_store->texts(QStringLiteral("drafts")));
}

void MainWindow::saveLayout()
{
    m_store->setBytes(QStringLiteral("geometry"), saveGeometry());
    m_store->setBytes(QStringLiteral("docks"), saveState(layoutVersion));
    m_store->setTexts(QStringLiteral("drafts"), m_conversation->drafts());
    m_store->setNumbers(QStringLiteral("read"), m_project->sessions()->readMarks());
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (m_closing || !m_project->anyWorking()) {
        saveLayout();
        event->accept();
        return;
    }
    event->ignore();
    auto *box =
        new QMessageBox(QMessageBox::Question, tr("An agent is at work"),
                        tr("An agent is still working. Stop it and close the window?"), QMessageBox::NoButton, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(tr("What was done is kept, and the session can go on later."));
    auto *stop = box->addButton(tr("&Stop and Close"), QMessageBox::AcceptRole);
    box->addButton(QMessageBox::Cancel);
    connect(box, &QMessageBox::buttonClicked, this, [this, stop](QAbstractButton *button) {
        if (static_cast<QAbstractButton *>(stop) != button)
            return;
        m_closing = true;
        close();
    });
    box->open();
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    if (event->mimeData()->hasUrls() && event->mimeData()->urls().first().isLocalFile())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent *event)
{
    Q_EMIT folderWanted(event->mimeData()->urls().first().toLocalFile());
    event->acceptProposedAction();
}

} // namespace cohort::ui
