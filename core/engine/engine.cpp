// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/engine.h"

#include "core/base/log.h"
#include "core/engine/pathcompletion.h"
#include "core/protocol/codec.h"
#include "core/session/projectdata.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QFile>
#include <QFileInfo>

void registerCohortData(); // defined below, outside the namespace, for Q_INIT_RESOURCE

namespace cohort::engine {

using namespace protocol;
using session::Session;

namespace {

QString readResource(const QString &name)
{
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// The session that a command is about; empty for those about the project.
QString sessionOf(const Command &command)
{
    return std::visit(
        [](const auto &known) -> QString {
            using Known = std::decay_t<decltype(known)>;
            if constexpr (requires { known.session; }
                          && !std::is_same_v<Known, ForkSession> && !std::is_same_v<Known, ReadEvents>)
                return known.session;
            return {};
        },
        command);
}

/// Carries a reply to the thread of whoever asked, if they still live.
class ReplySender : public QObject
{
    Q_OBJECT
Q_SIGNALS:
    void done(const std::shared_ptr<Result<Reply>> &reply);
};

} // namespace

/// All that an engine owns, in the order in which it is built.
struct Engine::Parts {
    settings::Paths paths = settings::Paths::fromEnvironment();
    settings::Settings settings;
    QString dataFolder;
    SerialWorker worker{"project files"};
    store::Database database;
    std::unique_ptr<store::ContentStore> contents;
    std::unique_ptr<files::ProjectFiles> files;
    std::unique_ptr<changes::Ledger> ledger;
    std::unique_ptr<sandbox::SandboxRunner> sandbox;
    net::HttpClient client;
    std::unique_ptr<providers::ProviderRegistry> providers;
    std::vector<std::unique_ptr<tools::Tool>> tools;
    std::unique_ptr<session::RuleStore> rules;
    session::SessionServices services;
    std::unique_ptr<Peers> peers;
    std::unique_ptr<session::SessionManager> sessions;
};

Engine::Engine(EngineOptions options)
    : m_options(std::move(options))
{
    qRegisterMetaType<QList<Event>>();
}

Engine::~Engine() = default;

void Engine::send(Command command, QObject *context, ReplyHandler handler)
{
    auto sender = std::make_shared<ReplySender>();
    if (handler) {
        connect(sender.get(), &ReplySender::done, context,
                [handler = std::move(handler)](const std::shared_ptr<Result<Reply>> &reply) { handler(*reply); });
    } else {
        connect(
            sender.get(), &ReplySender::done, sender.get(),
            [](const std::shared_ptr<Result<Reply>> &reply) {
                if (!*reply)
                    qCWarning(logEngine) << reply->error().message;
            },
            Qt::DirectConnection);
    }
    const auto answer = [sender](Result<Reply> reply) {
        Q_EMIT sender->done(std::make_shared<Result<Reply>>(std::move(reply)));
    };
    QMetaObject::invokeMethod(
        this, [this, command = std::move(command), answer] { m_scope.hold(carryOut(command, answer)); });
}

void Engine::start()
{
    m_scope.hold(begin());
}

Task<> Engine::begin()
{
    const Result<> opened = co_await open();
    if (!opened) {
        m_failure = opened.error();
        qCCritical(logEngine) << opened.error().message;
    }
    m_isOpen = true;
    for (const Gate<> &gate : std::exchange(m_waiting, {}))
        gate.open({});
}

Task<Result<>> Engine::open()
{
    registerCohortData();
    d = std::make_unique<Parts>();
    m_options.project = QFileInfo(m_options.project).absoluteFilePath();
    Result<QString> folder = session::projectFolder(d->paths, m_options.project);
    if (!folder)
        co_return std::unexpected(folder.error());
    d->dataFolder = *folder;
    d->settings = settings::Settings::load(d->paths, m_options.project, false, m_options.overrides);
    for (const QString &problem : d->settings.problems())
        qCWarning(logEngine) << problem;
    QStringList notices = d->settings.problems();

    d->files = std::make_unique<files::ProjectFiles>(m_options.project);
    if (Result<> opened = d->files->open(); !opened)
        co_return opened;
    d->contents = std::make_unique<store::ContentStore>(d->dataFolder + QStringLiteral("/contents"));
    d->ledger = std::make_unique<changes::Ledger>(&d->database, d->contents.get(), d->files.get(), &d->worker,
                                                  d->dataFolder + QStringLiteral("/changes.lock"));
    d->sandbox = sandbox::makeBubblewrapRunner(d->paths.cache + QStringLiteral("/sandbox"));
    d->providers = std::make_unique<providers::ProviderRegistry>(&d->client, d->settings);
    d->tools = tools::makeAllTools();
    d->rules = std::make_unique<session::RuleStore>(d->dataFolder);
    if (m_options.provider) {
        const QUrl url = providers::normalizedUrl(m_options.provider->baseUrl, 80);
        d->providers->add({.id = QStringLiteral("adhoc"),
                           .name = url.host(),
                           .dialect = m_options.provider->dialect,
                           .baseUrl = url,
                           .keyVariable = m_options.provider->keyVariable,
                           .hint = QStringLiteral("Check --base-url."),
                           .local = true});
    }
    connect(d->providers.get(), &providers::ProviderRegistry::changed, this,
            [this] { publishProject(ProvidersChanged{.providers = d->providers->list()}); });

    Result<store::Database::Opened> opened = co_await d->database.open(d->dataFolder + QStringLiteral("/project.db"));
    if (!opened)
        co_return std::unexpected(opened.error());
    if (!opened->notice.isEmpty())
        notices.append(opened->notice);
    m_notice = notices.join(QLatin1Char('\n'));

    d->services = {.project = m_options.project,
                   .dataFolder = d->dataFolder,
                   .database = &d->database,
                   .contents = d->contents.get(),
                   .worker = &d->worker,
                   .files = d->files.get(),
                   .ledger = d->ledger.get(),
                   .sandbox = d->sandbox.get(),
                   .providers = d->providers.get(),
                   .tools = &d->tools,
                   .rules = d->rules.get(),
                   .settings = &d->settings,
                   .prompt = readResource(QStringLiteral(":/prompts/coder.md")),
                   .changesChanged = [this] { announceChanges(); }};
    d->peers = std::make_unique<Peers>(d->dataFolder + QStringLiteral("/run"),
                                       [this](Command command, std::function<void(Result<Reply>)> answer) {
                                           m_scope.hold(carryOut(std::move(command), std::move(answer)));
                                       });
    const session::Holder self{
        .name = m_options.holder, .pid = QCoreApplication::applicationPid(), .socket = d->peers->ownSocket()};
    d->sessions = std::make_unique<session::SessionManager>(d->services, self);
    connect(d->sessions.get(), &session::SessionManager::published, this, [this](const QList<Event> &events) {
        d->peers->broadcast(events);
        publish(events);
    });
    connect(d->sessions.get(), &session::SessionManager::sessionsChanged, this, &Engine::announceSessions);
    connect(d->peers.get(), &Peers::told, this, &Engine::passOn);
    if (m_options.follow) {
        connect(d->peers.get(), &Peers::membersChanged, this, [this] { m_scope.hold(catchUp()); });
        d->peers->follow();
    }
    co_return {};
}

Task<> Engine::stop()
{
    if (d && d->sessions)
        co_await d->sessions->finish();
    co_await m_scope.finish();
    d.reset();
}

// ---- commands -------------------------------------------------------------------------------------------------------

Task<> Engine::carryOut(Command command, std::function<void(Result<Reply>)> answer)
{
    if (!m_isOpen) {
        const Gate<> opened(m_scope.stopToken());
        m_waiting.append(opened);
        co_await opened;
    }
    if (m_failure) {
        answer(std::unexpected(*m_failure));
        co_return;
    }
    if (!m_isOpen) {
        answer(fail(ErrorKind::Cancelled, QStringLiteral("stopped")));
        co_return;
    }
    // Whoever sends a command listens by now.
    if (const QString notice = std::exchange(m_notice, {}); !notice.isEmpty())
        publishProject(Notice{.severity = Severity::Warning, .text = notice});
    const QString session = sessionOf(command);
    Result<Reply> reply =
        session.isEmpty() ? co_await handle(std::move(command)) : co_await handleSession(std::move(command), session);
    answer(std::move(reply));
}

Task<Result<Reply>> Engine::handleSession(Command command, QString session)
{
    // Whoever drives the session carries it out; a process that has just ended is no longer the holder.
    if (const auto holder = d->sessions->holderOf(session)) {
        if (holder->socket.isEmpty())
            co_return fail(ErrorKind::Conflict, QStringLiteral("this session is driven by %1").arg(holder->text()));
        Result<Reply> reply = co_await d->peers->ask(holder->socket, command, m_scope.stopToken());
        if (reply || reply.error().kind != ErrorKind::Unreachable)
            co_return reply;
    }
    if (const auto *prompt = std::get_if<SubmitPrompt>(&command)) {
        d->peers->serve();
        Result<PromptReply> reply = co_await d->sessions->submit(*prompt);
        if (!reply)
            co_return std::unexpected(reply.error());
        co_return Reply(*reply);
    }
    if (std::holds_alternative<Interrupt>(command) && d->sessions->driven(session) == nullptr)
        co_return Reply(Done{}); // nothing runs
    Result<Session *> driven = co_await d->sessions->drive(session);
    if (!driven)
        co_return std::unexpected(driven.error());
    Result<Reply> reply = applyTo(*driven, command);
    if (reply && !std::holds_alternative<Interrupt>(command)) {
        if (const Result<> kept = co_await (*driven)->settle(); !kept)
            reply = std::unexpected(kept.error());
    }
    d->sessions->release(session);
    co_return reply;
}

Result<Reply> Engine::applyTo(Session *session, const Command &command)
{
    Result<> done;
    if (const auto *decision = std::get_if<DecidePermission>(&command))
        done = session->decide(*decision);
    else if (const auto *unqueue = std::get_if<UnqueuePrompt>(&command))
        done = session->unqueue(*unqueue);
    else if (const auto *mode = std::get_if<SetMode>(&command))
        session->setMode(mode->mode);
    else if (const auto *model = std::get_if<SetModel>(&command))
        session->setModel(model->model);
    else if (const auto *rename = std::get_if<RenameSession>(&command))
        session->rename(rename->title);
    else if (std::holds_alternative<Interrupt>(command))
        session->interrupt();
    else if (const auto *deletion = std::get_if<DeleteSession>(&command)) {
        if (session->isWorking())
            return fail(ErrorKind::Conflict, QStringLiteral("the session is at work; stop it first"));
        session->setDeleted(!deletion->restore);
    }
    if (!done)
        return std::unexpected(done.error());
    return Reply(Done{});
}

Task<Result<Reply>> Engine::handle(Command command)
{
    const std::stop_token stop = m_scope.stopToken();
    const auto wrap = []<class T>(Result<T> result, auto make) -> Result<Reply> {
        if (!result)
            return std::unexpected(result.error());
        return Reply(make(std::move(*result)));
    };
    if (const auto *create = std::get_if<CreateSession>(&command)) {
        Result<SessionInfo> info = co_await d->sessions->create(*create);
        co_return wrap(std::move(info), [](SessionInfo value) { return SessionReply{std::move(value)}; });
    }
    if (const auto *fork = std::get_if<ForkSession>(&command)) {
        Result<SessionInfo> info = co_await d->sessions->fork(*fork);
        co_return wrap(std::move(info), [](SessionInfo value) { return SessionReply{std::move(value)}; });
    }
    if (const auto *list = std::get_if<ListSessions>(&command)) {
        Result<QList<SessionInfo>> sessions = co_await d->sessions->list(list->trash);
        co_return wrap(std::move(sessions), [](QList<SessionInfo> value) { return SessionList{std::move(value)}; });
    }
    if (const auto *read = std::get_if<ReadEvents>(&command)) {
        Result<EventPage> page = co_await d->sessions->read(*read);
        if (page)
            m_followed.insert(read->session, std::max(m_followed.value(read->session), page->lastSeq));
        co_return wrap(std::move(page), [](EventPage value) { return value; });
    }
    if (std::holds_alternative<RefreshProviders>(command)) {
        co_await d->providers->refresh(stop);
        co_return Reply(ProviderList{d->providers->list()});
    }
    if (std::holds_alternative<ListChanges>(command)) {
        Result<QList<ChangeInfo>> changes = co_await d->ledger->list();
        co_return wrap(std::move(changes), [](QList<ChangeInfo> value) { return ChangeList{std::move(value)}; });
    }
    if (const auto *show = std::get_if<ShowChange>(&command)) {
        Result<ChangeReply> change = co_await d->ledger->show(show->path);
        co_return wrap(std::move(change), [](ChangeReply value) { return value; });
    }
    if (const auto *decide = std::get_if<DecideHunks>(&command)) {
        const Result<> decided = co_await d->ledger->decide(decide->path, decide->hunks, decide->decision);
        announceChanges();
        if (!decided)
            co_return std::unexpected(decided.error());
        co_return Reply(Done{});
    }
    if (std::holds_alternative<UndoDecision>(command)) {
        Result<QString> path = co_await d->ledger->undo();
        announceChanges();
        co_return wrap(std::move(path), [](const QString &value) { return PathList{{value}}; });
    }
    if (const auto *complete = std::get_if<CompletePath>(&command)) {
        Result<QStringList> paths = co_await completePath(m_options.project, complete->text, complete->limit, stop);
        co_return wrap(std::move(paths), [](QStringList value) { return PathList{std::move(value)}; });
    }
    if (const auto *content = std::get_if<ReadContent>(&command)) {
        const auto work = [contents = d->contents.get(), wanted = *content]() -> Result<ContentReply> {
            ContentReply reply;
            const Result<QByteArray> bytes = contents->getPart(wanted.hash, wanted.offset, wanted.limit, &reply.bytes);
            if (!bytes)
                return std::unexpected(bytes.error());
            reply.text = QString::fromUtf8(*bytes);
            return reply;
        };
        Result<ContentReply> reply = co_await d->worker.run(work, stop);
        co_return wrap(std::move(reply), [](ContentReply value) { return value; });
    }
    if (std::holds_alternative<Interrupt>(command)) {
        d->sessions->interruptTools();
        co_return Reply(Done{});
    }
    if (const auto *run = std::get_if<RunTool>(&command)) {
        Result<ToolCallFinished> result = co_await d->sessions->runTool(*run);
        co_return wrap(std::move(result), [](ToolCallFinished value) { return ToolReply{std::move(value)}; });
    }
    if (const auto *store = std::get_if<StoreSetting>(&command)) {
        const Result<> stored =
            settings::Settings::store(settings::Settings::userFile(d->paths), store->key, store->value);
        if (!stored)
            co_return std::unexpected(stored.error());
        d->settings = settings::Settings::load(d->paths, m_options.project, false, m_options.overrides);
        d->providers->reload(d->settings);
        co_return Reply(settingList());
    }
    if (std::holds_alternative<ListSettings>(command))
        co_return Reply(settingList());
    co_return fail(ErrorKind::Internal, QStringLiteral("nobody carries out this command"));
}

SettingList Engine::settingList() const
{
    constexpr std::array types{"boolean", "integer", "text", "choice"};
    SettingList list;
    for (const settings::SettingSpec &spec : settings::settingTable()) {
        const QString key = QLatin1String(spec.key);
        list.settings.append(
            {.key = key,
             .type = QLatin1String(types.at(static_cast<std::size_t>(spec.type))),
             .value = d->settings.text(key),
             .standard = QLatin1String(spec.standard),
             .layer = settings::layerName(d->settings.layer(key)),
             .label = QString::fromUtf8(spec.label),
             .tooltip = QString::fromUtf8(spec.tooltip),
             .minimum = spec.minimum,
             .maximum = spec.maximum,
             .choices = QString::fromLatin1(spec.choices).split(QLatin1Char(' '), Qt::SkipEmptyParts)});
    }
    return list;
}

// ---- events ---------------------------------------------------------------------------------------------------------

void Engine::publish(const QList<Event> &events)
{
    for (const Event &event : events) {
        if (event.isDurable() && m_followed.contains(event.session))
            m_followed[event.session] = std::max(m_followed.value(event.session), event.seq);
    }
    Q_EMIT published(events);
}

void Engine::publishProject(EventBody body)
{
    Q_EMIT published({Event{.time = QDateTime::currentMSecsSinceEpoch(), .body = std::move(body)}});
}

void Engine::announceSessions()
{
    if (m_sessionsPending || !m_options.follow)
        return;
    m_sessionsPending = true;
    QMetaObject::invokeMethod(this, [this] { m_scope.hold(tellSessions()); }, Qt::QueuedConnection);
}

Task<> Engine::tellSessions()
{
    m_sessionsPending = false;
    if (!d || !d->sessions)
        co_return;
    const Result<QList<SessionInfo>> sessions = co_await d->sessions->list(false);
    if (sessions)
        publishProject(SessionsChanged{.sessions = *sessions});
}

void Engine::announceChanges()
{
    if (m_changesPending || !m_options.follow)
        return;
    m_changesPending = true;
    QMetaObject::invokeMethod(this, [this] { m_scope.hold(tellChanges()); }, Qt::QueuedConnection);
}

Task<> Engine::tellChanges()
{
    m_changesPending = false;
    if (!d || !d->ledger)
        co_return;
    const Result<QList<ChangeInfo>> changes = co_await d->ledger->list();
    if (changes)
        publishProject(ChangesChanged{.changes = *changes});
}

void Engine::passOn(const QList<Event> &events)
{
    QMap<QString, qint64> known = m_followed;
    QSet<QString> behind; // sessions of which something is missing: the database has it, and what comes after
    QList<Event> inOrder;
    for (const Event &event : events) {
        const auto last = known.find(event.session);
        if (last != known.end() && event.isDurable()) {
            if (event.seq <= *last)
                continue; // it was told already
            if (event.seq > *last + 1)
                behind.insert(event.session);
            else
                *last = event.seq;
        }
        if (!behind.contains(event.session))
            inOrder.append(event);
    }
    if (!inOrder.isEmpty())
        publish(inOrder);
    if (!behind.isEmpty())
        m_scope.hold(catchUp());
}

Task<> Engine::catchUp()
{
    // Another process came or went. What it wrote before we were connected is in the database.
    const QMap<QString, qint64> followed = m_followed;
    for (auto it = followed.begin(); it != followed.end(); ++it) {
        if (!d->sessions || d->sessions->driven(it.key()) != nullptr)
            continue;
        const Result<EventPage> page = co_await d->sessions->read({.session = it.key(), .after = it.value()});
        if (!page)
            continue;
        QList<Event> missed = page->events;
        missed.removeIf([this](const Event &event) { return event.seq <= m_followed.value(event.session); });
        if (!missed.isEmpty())
            publish(missed);
    }
    announceSessions();
    announceChanges();
}

} // namespace cohort::engine

void registerCohortData()
{
    Q_INIT_RESOURCE(cohort_data);
}

#include "engine.moc"
