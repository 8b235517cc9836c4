// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/settings/paths.h"

#include <QObject>
#include <QStringList>

namespace cohort::desktop {

/// Opens further projects, each in a process of its own, and remembers them.
class Launcher : public QObject
{
    Q_OBJECT
public:
    explicit Launcher(settings::Paths paths, QObject *parent = nullptr);

    /// Folders opened lately that are still there, the newest first.
    [[nodiscard]] QStringList recent() const;
    void remember(const QString &folder);

    void openProject(const QString &folder);
    void watchRehearsal();

Q_SIGNALS:
    void opened();
    void failed(const QString &message);

private:
    void start(const QStringList &arguments);

    settings::Paths m_paths;
};

} // namespace cohort::desktop
