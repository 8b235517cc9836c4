// SPDX-License-Identifier: GPL-3.0-or-later
// Which providers there are, and what their last use showed of them. Lazy: nothing connects until it is needed.
#pragma once

#include "core/providers/dialect.h"
#include "core/providers/vendors.h"
#include "core/settings/settings.h"

#include <QObject>

namespace cohort::providers {

/// The model that serves a turn.
struct Chosen {
    const Dialect *dialect = nullptr;
    Endpoint endpoint;
    QString model;
    bool local = false;
    bool scripted = false;
    qint64 contextLength = 0; ///< what the model can hold, in tokens; 0: not known
};

/// Lives on the engine thread.
class ProviderRegistry : public QObject
{
    Q_OBJECT
public:
    /// Reads the built-in table; `client` serves all connections and outlives the registry.
    ProviderRegistry(net::HttpClient *client, const settings::Settings &settings, QObject *parent = nullptr);
    ~ProviderRegistry() override;

    /// Adds a provider or replaces the one of the same id.
    void add(const Vendor &vendor);
    void remove(const QString &id);
    [[nodiscard]] std::optional<Vendor> find(const QString &id) const;
    [[nodiscard]] QList<protocol::ProviderInfo> list() const;

    /// Takes changed settings into account.
    void reload(const settings::Settings &settings);

    /// Asks the local servers, in parallel, which models they have; remembers and announces what they said.
    [[nodiscard]] Task<> refresh(std::stop_token stop);

    /// The provider and model for a choice that may be empty: a named provider is taken as it is; else local servers
    /// that answer come first, then what has an API key. NotFound or Unreachable say what a person can do.
    [[nodiscard]] Task<Result<Chosen>> choose(protocol::ModelChoice choice, std::stop_token stop);

    /// What the last use of a provider showed.
    void remember(const QString &id, const std::optional<Error> &error);

    [[nodiscard]] net::HttpClient *client() const { return m_client; }

Q_SIGNALS:
    void changed();

private:
    struct Entry {
        Vendor vendor;
        protocol::Reachability reachability = protocol::Reachability::Unknown;
        QString problem;
        QList<ModelInfo> models;
    };
    [[nodiscard]] Entry *entryOf(const QString &id);
    [[nodiscard]] const Dialect *dialectOf(const QString &id) const;
    [[nodiscard]] Endpoint endpointOf(const Vendor &vendor) const;
    [[nodiscard]] Task<> ask(QString id, std::stop_token stop);
    [[nodiscard]] Task<Result<Chosen>> chosen(Vendor vendor, QString model, std::stop_token stop);

    net::HttpClient *m_client;
    std::vector<std::unique_ptr<Dialect>> m_dialects;
    QList<Entry> m_entries;
    std::chrono::seconds m_idle{600};
    bool m_humanPace = true;
};

} // namespace cohort::providers
