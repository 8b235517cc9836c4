// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QJsonObject>

namespace cohort::tools {

/// Checks arguments against a JSON schema (draft 7, as valijson knows it). Invalid with a sentence for the model: which
/// argument is wrong and what is expected.
[[nodiscard]] Result<> validateArguments(const char *schema, const QJsonObject &arguments);

/// A schema's text as an object.
[[nodiscard]] QJsonObject schemaObject(const char *schema);

} // namespace cohort::tools
