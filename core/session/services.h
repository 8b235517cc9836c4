// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/providers/registry.h"
#include "core/session/rules.h"
#include "core/tools/tool.h"

namespace cohort::session {

/// What the sessions of one project work with. The engine owns all of it and outlives them.
struct SessionServices {
    QString project;    ///< absolute path
    QString dataFolder; ///< the project's data
    store::Database *database = nullptr;
    const store::ContentStore *contents = nullptr;
    SerialWorker *worker = nullptr;
    files::ProjectFiles *files = nullptr;
    changes::Ledger *ledger = nullptr;
    sandbox::SandboxRunner *sandbox = nullptr;
    providers::ProviderRegistry *providers = nullptr;
    const std::vector<std::unique_ptr<tools::Tool>> *tools = nullptr;
    RuleStore *rules = nullptr;
    const settings::Settings *settings = nullptr;
    QString prompt; ///< what every agent is told first
    std::function<void()> changesChanged;
};

/// The limits of one command, as the settings say.
[[nodiscard]] sandbox::Limits commandLimits(const settings::Settings &settings);

} // namespace cohort::session
