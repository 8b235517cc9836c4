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
#include "ui/theme/buttons.h"
#include "ui/theme/highlighter.h"
#include "ui/theme/theme.h"
#include "ui/window/layoutstore.h"
#include "ui/window/messagebar.h"
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
} // namespace

MainWindow::MainWindow(engine::EngineLink *link, WindowOptions options, QWidget *parent)
    : QMainWindow(parent)
    , m_project(new Project(link, options.folder, this))
    , m_options(std::move(options))
    , m_store(std::make_unique<LayoutStore>(m_options.layoutFile))
    , m_conversation(new ConversationPage(m_project))
    , m_review(new ReviewPage(m_project->changes()))
    , m_tabs(new QTabWidget)
    , m_message(new MessageBar)
{
    setAcceptDrops(true);
    setDockNestingEnabled(true);
    setWindowTitle(tr("%1 – Cohort").arg(m_project->name()));
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_conversation, tr("Conversation"));
    m_tabs->addTab(m_review, tr("Changes"));

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
    makeMenus();
    makeToolBar();
    m_palette = new CommandPalette(this);

    connect(strip, &StatusStrip::changesWanted, this, &MainWindow::showChanges);
    connectModels();
    restoreLayout();
    showState();
}

MainWindow::~MainWindow() = default;

void MainWindow::connectModels()
{
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
}

void MainWindow::begin()
{
    m_project->sessions()->setReadMarks(m_store->numbers(QStringLiteral("read")));
    const bool fresh = m_options.newSession || !m_options.prompt.isEmpty();
    if (!m_options.prompt.isEmpty())
        m_project->newSession(m_options.model, m_options.prompt);
    m_project->start(m_store->text(QStringLiteral("session")), fresh && m_options.prompt.isEmpty());
    m_conversation->composer()->setFocus();
    QTimer::singleShot(300ms, this, &Highlighter::prepare); // when the window is there
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
        auto *button = new MenuButton;
        button->setMenu(menu);
        button->setPopupMode(QToolButton::InstantPopup);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setFocusPolicy(Qt::TabFocus);
        button->setAccessibleName(accessible);
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
    m_message->tell(text);
}

void MainWindow::showRemoved(const QString &session, const QString &title)
{
    m_message->tell(tr("“%1” is in the trash.").arg(title.isEmpty() ? tr("New session") : title),
                    [this, session] { m_project->restore(session); });
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

void MainWindow::applySettings()
{
    theme::apply(m_project->settings()->value(QStringLiteral("window.theme")));
    theme::applyFontSize(m_project->settings()->value(QStringLiteral("window.fontSize")).toInt());
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
