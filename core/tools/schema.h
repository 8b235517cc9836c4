// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QJsonObject>

#include <memory>

namespace cohort::tools {

/// A JSON schema (draft 7, as valijson knows it), parsed when it is first used. For one thread.
class Schema
{
public:
    /// `text` is JSON, and outlives the schema.
    explicit Schema(const char *text);
    ~Schema();
    Q_DISABLE_COPY_MOVE(Schema)

    /// The schema as an object, for models.
    [[nodiscard]] const QJsonObject &object() const;

    /// Checks arguments. Invalid with a sentence for the model: which argument is wrong and what is expected; Internal
    /// when the schema itself cannot be used.
    [[nodiscard]] Result<> check(const QJsonObject &arguments) const;

private:
    struct Rules;

    const char *m_text;
    mutable QJsonObject m_object;
    mutable std::unique_ptr<Rules> m_rules;
};

} // namespace cohort::tools
