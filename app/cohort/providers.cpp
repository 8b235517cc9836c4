// SPDX-License-Identifier: GPL-3.0-or-later
// cohort providers: which there are and whether they answer.
#include "app/cohort/enginerun.h"
#include "app/cohort/subcommand.h"
#include "core/protocol/codec.h"

#include <QJsonArray>

namespace cohort::app {

using namespace protocol;

namespace {

Task<int> listProviders(engine::Engine *engine, bool json)
{
    const Result<Reply> reply = co_await ask(engine, RefreshProviders{});
    if (!reply)
        co_return failWith(reply.error());
    QJsonArray array;
    for (const ProviderInfo &info : std::get<ProviderList>(*reply).providers) {
        array.append(toJson(info));
        if (!json)
            print(QStringLiteral("%1 %2 %3 %4")
                      .arg(info.id, -10)
                      .arg(nameOf(info.reachability), -12)
                      .arg(info.baseUrl, -28)
                      .arg(printable(info.models.join(QStringLiteral(", ")))));
    }
    if (json)
        print(QString::fromUtf8(QJsonDocument(array).toJson(QJsonDocument::Compact)));
    co_return ExitDone;
}

class ProvidersSubcommand : public Subcommand
{
public:
    [[nodiscard]] QString name() const override { return QStringLiteral("providers"); }
    [[nodiscard]] QString summary() const override
    {
        return QStringLiteral("List providers; local ones are asked for their models.");
    }
    [[nodiscard]] QString usage() const override { return QStringLiteral("list [OPTIONS]"); }
    [[nodiscard]] QString example() const override { return QStringLiteral("cohort providers list"); }
    [[nodiscard]] QList<Verb> verbs() const override { return {{.name = QStringLiteral("list")}}; }

    [[nodiscard]] int run(const QStringList &words) override
    {
        QCommandLineParser parser;
        parser.addOptions({projectOption(), outputOption(QStringLiteral("text or json"))});
        if (const auto typed = parseVerb(parser, *this, words); !typed)
            return typed.error();
        const bool json = parser.value(QStringLiteral("output")) == QLatin1String("json");
        const engine::EngineOptions options{
            .project = projectFrom(parser), .holder = QStringLiteral("cohort providers"), .follow = false};
        return runWithEngine(options, [json](engine::Engine *engine) { return listProviders(engine, json); });
    }
};

} // namespace

std::unique_ptr<Subcommand> makeProvidersSubcommand()
{
    return std::make_unique<ProvidersSubcommand>();
}

} // namespace cohort::app
