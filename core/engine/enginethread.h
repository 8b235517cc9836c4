// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/enginelink.h"

#include <QString>
#include <QStringList>

#include <memory>

namespace cohort::engine {

/// A provider for this run only.
struct AdHocProvider {
    QString dialect;
    QString baseUrl;
    QString keyVariable; ///< the environment variable with its API key; empty: none
};

/// What an engine is made with.
struct EngineOptions {
    QString project;                            ///< the project's folder
    QStringList overrides;                      ///< settings for this run, "section.name=value" each
    QString holder;                             ///< how this process calls itself to others: "the window", "cohort run"
    bool follow = true;                         ///< whether to tell what other processes do in this project
    std::optional<AdHocProvider> provider = {}; ///< known as "adhoc"
};

/// A project's engine on a thread of its own, for programs whose main thread draws.
class EngineThread
{
public:
    explicit EngineThread(EngineOptions options);
    /// Interrupts what still runs, waits for it and ends the thread.
    ~EngineThread();
    Q_DISABLE_COPY_MOVE(EngineThread)

    /// May be used at once; commands wait until the engine is ready.
    [[nodiscard]] EngineLink *link() const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace cohort::engine
