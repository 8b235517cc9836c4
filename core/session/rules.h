// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/policy.h"

namespace cohort::session {

/// The rules that a person stored for a project: in the person's own data, where no agent can write.
class RuleStore
{
public:
    /// @param folder  the project's data folder
    explicit RuleStore(const QString &folder);

    /// The stored rules; what cannot be read is left out and told in problem().
    [[nodiscard]] QList<policy::Rule> load();
    [[nodiscard]] const QString &problem() const { return m_problem; }

    /// Adds a rule, once.
    [[nodiscard]] Result<> add(const policy::Rule &rule);

private:
    QString m_file;
    QString m_problem;
};

} // namespace cohort::session
