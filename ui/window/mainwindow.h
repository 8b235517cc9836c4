// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/project.h"

#include <QMainWindow>

#include <memory>

class QActionGroup;
class QDockWidget;
class QLabel;
class QTabWidget;
class QTimer;
class QToolButton;

namespace cohort::ui {

class CommandPalette;
class ContextPane;
class ConversationPage;
class LayoutStore;
class MessageBar;
class PlanPane;
class ReviewPage;
class SessionsPane;
class SettingsDialog;
class ShellPane;

/// What a window is opened with.
struct WindowOptions {
    QString folder;     ///< the project's
    QString layoutFile; ///< where layout, drafts and the open session are kept
    bool newSession = false;
    QString prompt;              ///< submitted at once in a new session
    protocol::ModelChoice model; ///< of that session
};

/// A project's window.
class MainWindow : public QMainWindow
{
    Q_OBJECT
public:
    MainWindow(engine::EngineLink *link, WindowOptions options, QWidget *parent = nullptr);
    ~MainWindow() override;

    /// Asks the engine for everything there is to show.
    void begin();
    /// Comes to the front, because somebody opened the project again.
    void raiseWindow();
    [[nodiscard]] Project *project() const { return m_project; }
    [[nodiscard]] ConversationPage *conversation() const { return m_conversation; }
    [[nodiscard]] ReviewPage *review() const { return m_review; }
    void showChanges();
    void showSettings();
    /// Tells something in a bar above the conversation.
    void showMessage(const QString &text);

Q_SIGNALS:
    void folderWanted(const QString &folder);
    void chooseFolderWanted();
    void rehearsalWanted();

protected:
    void closeEvent(QCloseEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    void connectModels();
    void makeDocks();
    void makeMenus();
    void addFileMenu();
    void addEditMenu();
    void addViewMenu();
    void addSessionMenu();
    void addModeMenu(QMenu *session);
    void addToolsMenu();
    void addHelpMenu();
    void makeToolBar();
    QDockWidget *addDock(const QString &name, const QString &title, QWidget *widget, Qt::DockWidgetArea area);
    QAction *add(QMenu *menu, const QString &text, const QString &icon, const QKeySequence &keys,
                 const std::function<void()> &run);
    void showSession();
    void showState();
    void showModels();
    void showRemoved(const QString &session, const QString &title);
    void takeCommand(const QString &name, const QString &argument);
    void applySettings();
    void showAbout();
    void openPalette();
    void saveLayout();
    void restoreLayout();

    Project *m_project;
    WindowOptions m_options;
    std::unique_ptr<LayoutStore> m_store;
    ConversationPage *m_conversation;
    ReviewPage *m_review;
    QTabWidget *m_tabs;
    MessageBar *m_message;
    SessionsPane *m_sessions = nullptr;
    PlanPane *m_plan = nullptr;
    ContextPane *m_context = nullptr;
    ShellPane *m_shell = nullptr;
    SettingsDialog *m_settings = nullptr;
    CommandPalette *m_palette = nullptr;
    QToolButton *m_mode = nullptr;
    QActionGroup *m_modes = nullptr;
    QToolButton *m_model = nullptr;
    QMenu *m_models = nullptr;
    QLabel *m_share = nullptr;
    QAction *m_shareAction = nullptr;
    QAction *m_stop = nullptr;
    QMenu *m_view = nullptr;
    QTimer *m_saving = nullptr;
    QList<QAction *> m_sessionActions; ///< of use only with a session
    bool m_closing = false;
};

} // namespace cohort::ui
