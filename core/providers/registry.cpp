// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/providers/registry.h"

#include "core/base/log.h"

#include <QFile>

namespace cohort::providers {

using protocol::Reachability;

namespace {

constexpr int ollamaPort = 11434;

} // namespace

ProviderRegistry::ProviderRegistry(net::HttpClient *client, const settings::Settings &settings, QObject *parent)
    : QObject(parent)
    , m_client(client)
    , m_dialects(makeAllDialects())
{
    QFile file(QStringLiteral(":/providers.yaml"));
    if (file.open(QIODevice::ReadOnly)) {
        const Result<QList<Vendor>> vendors = parseVendors(file.readAll(), QStringLiteral("providers.yaml"));
        if (!vendors)
            qCCritical(logProviders) << vendors.error().message;
        for (const Vendor &vendor : vendors.value_or(QList<Vendor>()))
            m_entries.append({.vendor = vendor});
    }
    reload(settings);
}

ProviderRegistry::~ProviderRegistry() = default;

void ProviderRegistry::reload(const settings::Settings &settings)
{
    m_idle = std::chrono::seconds(settings.number(u"network.idleSeconds"));
    m_humanPace = settings.flag(u"rehearsal.humanPace");
    if (Entry *ollama = entryOf(QStringLiteral("ollama"))) {
        QString address = settings.text(u"providers.ollamaUrl");
        if (address.isEmpty())
            address = qEnvironmentVariable("OLLAMA_HOST");
        if (const QUrl url = normalizedUrl(address, ollamaPort); !url.isEmpty())
            ollama->vendor.baseUrl = url;
    }
    Q_EMIT changed();
}

void ProviderRegistry::add(const Vendor &vendor)
{
    if (Entry *entry = entryOf(vendor.id))
        *entry = {.vendor = vendor};
    else
        m_entries.append({.vendor = vendor});
    Q_EMIT changed();
}

void ProviderRegistry::remove(const QString &id)
{
    m_entries.removeIf([&id](const Entry &entry) { return entry.vendor.id == id; });
    Q_EMIT changed();
}

std::optional<Vendor> ProviderRegistry::find(const QString &id) const
{
    for (const Entry &entry : m_entries) {
        if (entry.vendor.id == id)
            return entry.vendor;
    }
    return std::nullopt;
}

QList<protocol::ProviderInfo> ProviderRegistry::list() const
{
    QList<protocol::ProviderInfo> infos;
    for (const Entry &entry : m_entries) {
        protocol::ProviderInfo info{.id = entry.vendor.id,
                                    .name = entry.vendor.name,
                                    .dialect = entry.vendor.dialect,
                                    .baseUrl = entry.vendor.baseUrl.toString(QUrl::RemoveUserInfo),
                                    .local = entry.vendor.local,
                                    .scripted = entry.vendor.scripted,
                                    .reachability = entry.reachability,
                                    .problem = entry.problem,
                                    .models = {}};
        for (const ModelInfo &model : entry.models)
            info.models.append(model.name);
        infos.append(info);
    }
    return infos;
}

ProviderRegistry::Entry *ProviderRegistry::entryOf(const QString &id)
{
    const auto found = std::ranges::find_if(m_entries, [&id](const Entry &entry) { return entry.vendor.id == id; });
    return found == m_entries.end() ? nullptr : &*found;
}

const Dialect *ProviderRegistry::dialectOf(const QString &id) const
{
    const auto found = std::ranges::find_if(m_dialects, [&id](const auto &dialect) { return dialect->id() == id; });
    return found == m_dialects.end() ? nullptr : found->get();
}

Endpoint ProviderRegistry::endpointOf(const Vendor &vendor) const
{
    return {.provider = vendor.id,
            .name = vendor.name,
            .baseUrl = vendor.baseUrl,
            .key = vendor.keyVariable.isEmpty() ? QByteArray()
                                                : qgetenv(vendor.keyVariable.toLatin1().constData()).trimmed(),
            .hint = vendor.hint,
            .idleTimeout = m_idle,
            .humanPace = m_humanPace};
}

void ProviderRegistry::remember(const QString &id, const std::optional<Error> &error)
{
    Entry *entry = entryOf(id);
    if (entry == nullptr || (error && error->kind == ErrorKind::Cancelled))
        return;
    const bool answers = !error || error->kind != ErrorKind::Unreachable;
    const Reachability now = answers ? Reachability::Connected : Reachability::Unreachable;
    const QString problem = error ? error->message : QString();
    if (entry->reachability == now && entry->problem == problem)
        return;
    entry->reachability = now;
    entry->problem = problem;
    Q_EMIT changed();
}

Task<> ProviderRegistry::ask(QString id, std::stop_token stop)
{
    const std::optional<Vendor> vendor = find(id);
    const Dialect *dialect = vendor ? dialectOf(vendor->dialect) : nullptr;
    if (dialect == nullptr)
        co_return;
    const Result<QList<ModelInfo>> models = co_await dialect->listModels(endpointOf(*vendor), m_client, stop);
    if (models) {
        if (Entry *entry = entryOf(id))
            entry->models = *models;
        remember(id, std::nullopt);
    } else {
        remember(id, models.error());
    }
}

Task<> ProviderRegistry::refresh(std::stop_token stop)
{
    QStringList ids;
    for (const Entry &entry : std::as_const(m_entries)) {
        if (entry.vendor.local || entry.vendor.scripted)
            ids.append(entry.vendor.id);
    }
    std::vector<Task<>> tasks;
    for (const QString &id : std::as_const(ids))
        tasks.push_back(ask(id, stop));
    for (Task<> &task : tasks)
        co_await task;
    Q_EMIT changed();
}

Task<Result<Chosen>> ProviderRegistry::chosen(Vendor vendor, QString model, std::stop_token stop)
{
    const Dialect *dialect = dialectOf(vendor.dialect);
    if (dialect == nullptr)
        co_return fail(ErrorKind::Invalid,
                       QStringLiteral("the provider %1 speaks a dialect \"%2\" that this Cohort does not know")
                           .arg(vendor.id, vendor.dialect));
    Chosen result{.dialect = dialect,
                  .endpoint = endpointOf(vendor),
                  .model = model,
                  .local = vendor.local,
                  .scripted = vendor.scripted};
    if (result.model.isEmpty()) {
        co_await ask(vendor.id, stop);
        const Entry *entry = entryOf(vendor.id);
        if (entry != nullptr && entry->reachability == Reachability::Unreachable)
            co_return std::unexpected(Error{.kind = ErrorKind::Unreachable, .message = entry->problem});
        if (entry == nullptr || entry->models.isEmpty()) {
            const QString pull = vendor.id == QLatin1String("ollama")
                                     ? QStringLiteral(" Get one, for example with 'ollama pull qwen3:8b'.")
                                     : QString();
            co_return fail(ErrorKind::NotFound, QStringLiteral("%1 has no model.%2").arg(vendor.name, pull));
        }
        result.model = entry->models.first().name;
    }
    if (const Entry *entry = entryOf(vendor.id)) {
        for (const ModelInfo &info : entry->models) {
            if (info.name == result.model)
                result.contextLength = info.contextLength;
        }
    }
    co_return result;
}

Task<Result<Chosen>> ProviderRegistry::choose(protocol::ModelChoice choice, std::stop_token stop)
{
    if (!choice.provider.isEmpty()) {
        const std::optional<Vendor> vendor = find(choice.provider);
        if (!vendor) {
            QStringList known;
            for (const Entry &entry : std::as_const(m_entries))
                known.append(entry.vendor.id);
            co_return fail(ErrorKind::NotFound, QStringLiteral("there is no provider \"%1\". Known are: %2.")
                                                    .arg(choice.provider, known.join(QStringLiteral(", "))));
        }
        co_return co_await chosen(*vendor, choice.model, stop);
    }
    co_await refresh(stop);
    if (stop.stop_requested())
        co_return fail(ErrorKind::Cancelled, QStringLiteral("stopped"));
    std::optional<Vendor> best;
    for (const Entry &entry : std::as_const(m_entries)) {
        const bool answers =
            entry.vendor.local && entry.reachability == Reachability::Connected && !entry.models.isEmpty();
        const bool hasKey = !entry.vendor.local && !entry.vendor.keyVariable.isEmpty()
                            && qEnvironmentVariableIsSet(entry.vendor.keyVariable.toLatin1().constData());
        // Without a model's name a remote vendor would have to guess one that costs money.
        if (!best && (answers || (hasKey && !choice.model.isEmpty())))
            best = entry.vendor;
    }
    if (!best) {
        co_return fail(ErrorKind::Unreachable,
                       QStringLiteral("no model server answers on this machine. Start Ollama with 'ollama serve' and "
                                      "get a model with 'ollama pull qwen3:8b', or choose another provider and a "
                                      "model of it. The provider \"rehearsal\" shows scripted answers."));
    }
    co_return co_await chosen(*best, choice.model, stop);
}

} // namespace cohort::providers
