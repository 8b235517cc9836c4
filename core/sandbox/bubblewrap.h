// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sandbox/cgroup.h"
#include "core/sandbox/sandbox.h"

#include <QTimer>

#include <memory>

namespace cohort::sandbox {

/// Sandboxes made by bubblewrap: all namespaces of their own, no capabilities, never root, no nested user namespaces;
/// the system read-only, home and keys out of sight, the project's .git and .cohort read-only or blocked.
class BubblewrapRunner : public SandboxRunner
{
public:
    explicit BubblewrapRunner(QString cache);
    ~BubblewrapRunner() override;

    [[nodiscard]] QString summary() const override { return QStringLiteral("bubblewrap, no network"); }
    [[nodiscard]] Task<SandboxStatus> probe(std::stop_token stop) override;
    [[nodiscard]] Task<Result<SandboxEnd>> run(SandboxCommand command, OutputSink sink, std::stop_token stop) override;

private:
    struct Guards;

    [[nodiscard]] Result<> prepare();
    [[nodiscard]] std::shared_ptr<Guards> guard(const QString &project);
    [[nodiscard]] QStringList systemArguments() const;
    [[nodiscard]] Result<QStringList> projectArguments(const SandboxCommand &command, const Guards &guards) const;

    QString m_cache;
    QString m_program;
    QString m_settings; ///< what is /etc inside
    ControlGroups m_groups;
    std::shared_ptr<Guards> m_guards; ///< of the last command, until it is at rest
    QTimer m_rest;
    bool m_prepared = false;
    std::optional<SandboxStatus> m_status;
};

} // namespace cohort::sandbox
