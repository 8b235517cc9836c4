// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/settings/paths.h"

#include <QDir>

namespace cohort::settings {

namespace {

QString xdg(const char *variable, const QString &standard)
{
    const QString value = qEnvironmentVariable(variable);
    // The XDG base directory specification: a relative path is to be ignored.
    const QString base = QDir::isAbsolutePath(value) ? value : QDir::homePath() + standard;
    return base + QStringLiteral("/cohort");
}

} // namespace

Paths Paths::fromEnvironment()
{
    if (const QString home = qEnvironmentVariable("COHORT_HOME"); !home.isEmpty()) {
        const QString base = QDir(home).absolutePath();
        return {.config = base + QStringLiteral("/config"),
                .data = base + QStringLiteral("/data"),
                .state = base + QStringLiteral("/state"),
                .cache = base + QStringLiteral("/cache")};
    }
    return {.config = xdg("XDG_CONFIG_HOME", QStringLiteral("/.config")),
            .data = xdg("XDG_DATA_HOME", QStringLiteral("/.local/share")),
            .state = xdg("XDG_STATE_HOME", QStringLiteral("/.local/state")),
            .cache = xdg("XDG_CACHE_HOME", QStringLiteral("/.cache"))};
}

} // namespace cohort::settings
