// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QList>
#include <QString>
#include <QUrl>

namespace cohort::providers {

/// A provider as data: one entry of resources/providers.yaml, or an ad-hoc one from the command line.
struct Vendor {
    QString id;
    QString name;
    QString dialect;
    QUrl baseUrl;
    QString keyVariable; ///< the environment variable that holds its API key
    QString hint;        ///< what to do when it cannot be reached
    bool local = false;
    bool scripted = false;

    bool operator==(const Vendor &) const = default;
};

/// The entries of providers.yaml, in order of preference. Invalid names the entry and the field.
[[nodiscard]] Result<QList<Vendor>> parseVendors(const QByteArray &yaml, const QString &name);

/// An address as people and OLLAMA_HOST write it, as a URL that can be connected to: "0.0.0.0" becomes 127.0.0.1, a
/// missing scheme http, a missing port `port`. Empty for what is no address.
[[nodiscard]] QUrl normalizedUrl(const QString &text, int port);

} // namespace cohort::providers
