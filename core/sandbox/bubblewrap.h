// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sandbox/sandbox.h"

#include <QMap>

namespace cohort::sandbox {

/// Sandboxes made by bubblewrap: all namespaces of their own, no capabilities, never root, no nested user namespaces;
/// the system read-only, home and keys out of sight, the project's .git and .cohort read-only or blocked.
class BubblewrapRunner : public SandboxRunner
{
public:
    explicit BubblewrapRunner(QString cache);

    [[nodiscard]] QString summary() const override { return QStringLiteral("bubblewrap, no network"); }
    [[nodiscard]] Task<SandboxStatus> probe(std::stop_token stop) override;
    [[nodiscard]] Task<Result<SandboxEnd>> run(SandboxCommand command, OutputSink sink, std::stop_token stop) override;

private:
    struct Guards;

    [[nodiscard]] Result<> prepare();
    [[nodiscard]] QStringList systemArguments() const;
    [[nodiscard]] Result<QStringList> projectArguments(const SandboxCommand &command, Guards &guards) const;

    QString m_cache;
    QString m_program;
    QString m_settings; ///< what is /etc inside
    bool m_prepared = false;
    std::optional<SandboxStatus> m_status;
};

} // namespace cohort::sandbox
