// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/providers/vendors.h"

#include "core/settings/yaml.h"

#include <QJsonArray>
#include <QJsonObject>

namespace cohort::providers {

Result<QList<Vendor>> parseVendors(const QByteArray &yaml, const QString &name)
{
    const Result<QJsonValue> value = settings::parseYaml(yaml, name);
    if (!value)
        return std::unexpected(value.error());
    QList<Vendor> vendors;
    for (const QJsonValue &element : value->toArray()) {
        const QJsonObject entry = element.toObject();
        const auto text = [&entry](const char *key) { return entry.value(QLatin1String(key)).toString(); };
        Vendor vendor{.id = text("id"),
                      .name = text("name"),
                      .dialect = text("dialect"),
                      .baseUrl = QUrl(text("baseUrl")),
                      .keyVariable = text("keyVariable"),
                      .hint = text("hint"),
                      .local = entry.value(QStringLiteral("local")).toBool(),
                      .scripted = entry.value(QStringLiteral("scripted")).toBool()};
        if (vendor.id.isEmpty() || vendor.dialect.isEmpty() || !vendor.baseUrl.isValid()) {
            return fail(ErrorKind::Invalid, QStringLiteral("%1: the provider \"%2\" needs id, dialect and baseUrl")
                                                .arg(name, vendor.id.isEmpty() ? vendor.name : vendor.id));
        }
        vendors.append(vendor);
    }
    return vendors;
}

QUrl normalizedUrl(const QString &text, int port)
{
    QString address = text.trimmed();
    if (address.isEmpty())
        return {};
    const bool hasScheme = address.contains(QLatin1String("://"));
    QUrl url(hasScheme ? address : QStringLiteral("http://") + address);
    if (url.host().isEmpty() || url.host() == QLatin1String("0.0.0.0") || url.host() == QLatin1String("::"))
        url.setHost(QStringLiteral("127.0.0.1"));
    if (url.port() < 0 && url.scheme() == QLatin1String("http"))
        url.setPort(port);
    return url.isValid() ? url : QUrl();
}

} // namespace cohort::providers
