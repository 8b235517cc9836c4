// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/enginelink.h"
#include "ui/models/changelist.h"
#include "ui/models/session.h"
#include "ui/models/sessionlist.h"
#include "ui/models/settinglist.h"

#include <QElapsedTimer>

class QTimer;

namespace cohort::ui {

/// The window's view of its project. Takes the engine's events in, at most once per frame, and hands them on.
class Project : public QObject
{
    Q_OBJECT
public:
    Project(engine::EngineLink *link, QString folder, QObject *parent = nullptr);
    ~Project() override;

    [[nodiscard]] const QString &folder() const { return m_folder; }
    [[nodiscard]] QString name() const;
    [[nodiscard]] engine::EngineLink *link() const { return m_link; }
    [[nodiscard]] SessionList *sessions() { return &m_sessions; }
    [[nodiscard]] ChangeList *changes() { return &m_changes; }
    [[nodiscard]] SettingList *settings() { return &m_settings; }
    [[nodiscard]] const QList<protocol::ProviderInfo> &providers() const { return m_providers; }
    [[nodiscard]] bool providersKnown() const { return m_providersKnown; }
    /// Whether a real model server answered, not only the rehearsal.
    [[nodiscard]] bool hasModel() const;
    [[nodiscard]] const protocol::ProviderInfo *provider(const QString &id) const;
    [[nodiscard]] QString modelText(const protocol::ModelChoice &choice) const;

    /// The session that is looked at; null until there is one.
    [[nodiscard]] Session *current() const { return m_current; }
    [[nodiscard]] bool anyWorking() const;

    /// Asks for sessions, changes, providers and settings. `wanted` is opened if it exists, else the newest one, else a
    /// new one is made.
    void start(const QString &wanted, bool newSession);
    void open(const QString &session);
    /// Makes a session and opens it; `prompt`, when given, is submitted at once.
    void newSession(const protocol::ModelChoice &model = {}, const QString &prompt = {});
    /// Opens a copy of the session up to and with event `seq` (0: all); `draft`, when given, is there to be sent.
    void fork(const QString &session, qint64 seq, const QString &draft = {});
    void rename(const QString &session, const QString &title);
    void remove(const QString &session);
    void restore(const QString &session);
    void refreshProviders();
    void completePath(const QString &text, QObject *context, const std::function<void(const QStringList &)> &handler);

Q_SIGNALS:
    void currentChanged();
    /// Something of the current session changed, but not its rows.
    void stateChanged();
    void providersChanged();
    void removed(const QString &session, const QString &title);
    /// A text that the person may want to send in the current session.
    void draftWanted(const QString &text);
    void failed(const QString &message);

private:
    void take(const QList<protocol::Event> &events);
    void applyPending();
    void takeSessions(const QList<protocol::SessionInfo> &sessions);
    void takeProviders(const QList<protocol::ProviderInfo> &providers);
    void openReply(const Result<protocol::Reply> &reply, const QString &prompt);
    Session *session(const protocol::SessionInfo &info);

    engine::EngineLink *m_link;
    QString m_folder;
    SessionList m_sessions;
    ChangeList m_changes;
    SettingList m_settings;
    QList<protocol::ProviderInfo> m_providers;
    bool m_providersKnown = false;
    QHash<QString, Session *> m_open;
    QStringList m_recent; ///< open sessions, the one looked at last
    Session *m_current = nullptr;
    QList<protocol::Event> m_pending;
    QTimer *m_frame;
    QElapsedTimer m_lastFrame;
};

} // namespace cohort::ui
