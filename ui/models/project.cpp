// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/project.h"

#include <QTimer>

#include <algorithm>

namespace cohort::ui {

using namespace protocol;

namespace {
constexpr int frameMs = 33; ///< what streams is shown 30 times a second
constexpr int sessionsKeptOpen = 6;
} // namespace

Project::Project(engine::EngineLink *link, QString folder, QObject *parent)
    : QObject(parent)
    , m_link(link)
    , m_folder(std::move(folder))
    , m_changes(link)
    , m_settings(link)
    , m_frame(new QTimer(this))
{
    m_frame->setSingleShot(true);
    m_frame->setTimerType(Qt::PreciseTimer);
    connect(m_frame, &QTimer::timeout, this, &Project::applyPending);
    connect(link, &engine::EngineLink::published, this, &Project::take);
    connect(&m_changes, &ChangeList::failed, this, &Project::failed);
}

Project::~Project() = default;

QString Project::name() const
{
    const QString name = m_folder.section(u'/', -1, -1, QString::SectionSkipEmpty);
    return name.isEmpty() ? m_folder : name;
}

bool Project::hasModel() const
{
    return std::ranges::any_of(m_providers, [](const ProviderInfo &provider) {
        return !provider.scripted && provider.reachability != Reachability::Unreachable && !provider.models.isEmpty();
    });
}

const ProviderInfo *Project::provider(const QString &id) const
{
    const auto found = std::ranges::find(m_providers, id, &ProviderInfo::id);
    return found == m_providers.end() ? nullptr : &*found;
}

QString Project::modelText(const ModelChoice &choice) const
{
    const auto *from = provider(choice.provider);
    if (choice.model.isEmpty() && from == nullptr)
        return tr("No model");
    const QString name = choice.model.isEmpty() ? tr("first model") : choice.model;
    if (from == nullptr)
        return choice.provider.isEmpty() ? name : tr("%1 (%2)", "model and provider").arg(name, choice.provider);
    return tr("%1 (%2)", "model and provider").arg(name, from->scripted ? tr("scripted") : from->name);
}

bool Project::anyWorking() const
{
    return std::ranges::any_of(m_sessions.sessions(),
                               [](const SessionInfo &session) {
                                   return session.state == SessionState::Working
                                          || session.state == SessionState::Waiting;
                               })
           || (m_current != nullptr && m_current->working());
}

void Project::start(const QString &wanted, bool fresh)
{
    m_link->send(ListSessions{}, this, [this, wanted, fresh](const Result<Reply> &reply) {
        if (!reply) {
            Q_EMIT failed(reply.error().message);
            return;
        }
        if (const auto *list = std::get_if<protocol::SessionList>(&*reply))
            takeSessions(list->sessions);
        if (m_current != nullptr)
            return;
        if (fresh || m_sessions.sessions().isEmpty())
            newSession();
        else
            open(m_sessions.session(wanted) != nullptr ? wanted : m_sessions.sessions().first().id);
    });
    m_settings.refresh();
    m_changes.refresh();
    refreshProviders();
}

void Project::refreshProviders()
{
    m_link->send(RefreshProviders{}, this, [this](const Result<Reply> &reply) {
        if (!reply)
            Q_EMIT failed(reply.error().message);
        else if (const auto *list = std::get_if<ProviderList>(&*reply))
            takeProviders(list->providers);
    });
}

void Project::takeProviders(const QList<ProviderInfo> &providers)
{
    m_providers = providers;
    m_providersKnown = true;
    Q_EMIT providersChanged();
}

void Project::takeSessions(const QList<SessionInfo> &sessions)
{
    m_sessions.setSessions(sessions);
    for (const auto &info : sessions)
        if (auto *open = m_open.value(info.id))
            open->setInfo(info);
}

Session *Project::session(const SessionInfo &info)
{
    if (auto *open = m_open.value(info.id))
        return open;
    auto *made = new Session(m_link, info, this);
    connect(made, &Session::failed, this, &Project::failed);
    connect(made, &Session::changed, this, [this, made] {
        if (made == m_current)
            Q_EMIT stateChanged();
    });
    m_open.insert(info.id, made);
    return made;
}

void Project::open(const QString &id)
{
    if (m_current != nullptr && m_current->id() == id)
        return;
    const auto *info = m_sessions.session(id);
    m_current = session(info != nullptr ? *info : SessionInfo{.id = id});
    m_recent.removeAll(id);
    m_recent.append(id);
    m_sessions.setCurrent(id);
    Q_EMIT currentChanged();
    Q_EMIT stateChanged();
    while (m_recent.size() > sessionsKeptOpen) {
        if (auto *old = m_open.take(m_recent.takeFirst()))
            old->deleteLater();
    }
}

void Project::openReply(const Result<Reply> &reply, const QString &prompt)
{
    if (!reply) {
        Q_EMIT failed(reply.error().message);
        return;
    }
    const auto *made = std::get_if<SessionReply>(&*reply);
    if (made == nullptr)
        return;
    session(made->session);
    open(made->session.id);
    if (!prompt.isEmpty())
        m_current->submit(prompt, {}, WhenBusy::Queue);
}

void Project::newSession(const ModelChoice &model, const QString &prompt)
{
    m_link->send(CreateSession{.model = model}, this,
                 [this, prompt](const Result<Reply> &reply) { openReply(reply, prompt); });
}

void Project::fork(const QString &from, qint64 seq, const QString &draft)
{
    m_link->send(ForkSession{.session = from, .seq = seq}, this, [this, draft](const Result<Reply> &reply) {
        openReply(reply, {});
        if (reply && !draft.isEmpty())
            Q_EMIT draftWanted(draft);
    });
}

void Project::rename(const QString &id, const QString &title)
{
    m_link->send(RenameSession{id, title}, this, [this](const Result<Reply> &reply) {
        if (!reply)
            Q_EMIT failed(reply.error().message);
    });
}

void Project::remove(const QString &id)
{
    const auto *info = m_sessions.session(id);
    const QString title = info != nullptr ? info->title : QString();
    m_link->send(DeleteSession{.session = id}, this, [this, id, title](const Result<Reply> &reply) {
        if (!reply) {
            Q_EMIT failed(reply.error().message);
            return;
        }
        Q_EMIT removed(id, title);
        if (m_current == nullptr || m_current->id() != id)
            return;
        const auto &left = m_sessions.sessions();
        const auto other = std::ranges::find_if(left, [&id](const SessionInfo &session) { return session.id != id; });
        if (other != left.end())
            open(other->id);
        else
            newSession();
    });
}

void Project::restore(const QString &id)
{
    m_link->send(DeleteSession{.session = id, .restore = true}, this, [this, id](const Result<Reply> &reply) {
        if (!reply)
            Q_EMIT failed(reply.error().message);
        else
            open(id);
    });
}

void Project::completePath(const QString &text, QObject *context,
                           const std::function<void(const QStringList &)> &handler)
{
    m_link->send(CompletePath{.text = text}, context, [handler](const Result<Reply> &reply) {
        if (const auto *list = reply ? std::get_if<PathList>(&*reply) : nullptr)
            handler(list->paths);
    });
}

void Project::take(const QList<Event> &events)
{
    m_pending.append(events);
    if (m_frame->isActive())
        return;
    const qint64 passed = m_lastFrame.isValid() ? m_lastFrame.elapsed() : frameMs;
    m_frame->start(int(std::clamp<qint64>(frameMs - passed, 0, frameMs)));
}

void Project::applyPending()
{
    m_lastFrame.start();
    const auto events = std::exchange(m_pending, {});
    for (const auto &event : events) {
        if (const auto *sessions = event.as<SessionsChanged>())
            takeSessions(sessions->sessions);
        else if (const auto *providers = event.as<ProvidersChanged>())
            takeProviders(providers->providers);
        else if (const auto *changes = event.as<ChangesChanged>())
            m_changes.setChanges(changes->changes);
        else if (const auto *notice = event.as<Notice>(); notice != nullptr && event.session.isEmpty())
            Q_EMIT failed(notice->text);
        else if (auto *open = m_open.value(event.session))
            open->apply(event);
    }
    for (auto *open : std::as_const(m_open))
        open->flush();
}

} // namespace cohort::ui
