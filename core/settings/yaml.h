// SPDX-License-Identifier: GPL-3.0-or-later
// YAML (and so JSON) files as JSON values: every configuration file is read through this.
#pragma once

#include "core/base/error.h"

#include <QByteArray>
#include <QJsonValue>

namespace cohort::settings {

/// Parses YAML 1.2's core schema: plain true/false, numbers and null get their types, quoted scalars stay strings.
/// Invalid with `name`, line and reason; aliases that would expand to more than 100,000 values are refused.
[[nodiscard]] Result<QJsonValue> parseYaml(const QByteArray &text, const QString &name);

/// The file's content; an absent file is an empty object.
[[nodiscard]] Result<QJsonObject> readYamlFile(const QString &path);

/// Replaces the file atomically, mode 0600; comments at its top are kept.
[[nodiscard]] Result<> writeYamlFile(const QString &path, const QJsonObject &content);

} // namespace cohort::settings
