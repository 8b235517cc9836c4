// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace cohort::settings {

/// Where Cohort keeps things: the XDG folders, or all of them under COHORT_HOME.
struct Paths {
    QString config; ///< config.yaml
    QString data;   ///< projects/<id>/…: logs of sessions, contents, rules
    QString state;  ///< logs, window layouts
    QString cache;  ///< what can be made again

    /// Reads COHORT_HOME, XDG_*_HOME and HOME. Makes no folder.
    [[nodiscard]] static Paths fromEnvironment();
};

} // namespace cohort::settings
