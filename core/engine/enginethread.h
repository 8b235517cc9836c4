// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/enginelink.h"

#include <QString>
#include <QStringList>

#include <memory>

namespace cohort::engine {

/// What an engine is made with.
struct EngineOptions {
    QString project;       ///< the project's folder
    QStringList overrides; ///< settings for this run, "section.name=value" each
    QString holder;        ///< how this process calls itself to others: "the window", "cohort run"
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
