// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace cohort::process {

/// Where a helper program such as "bwrap" or "rg" is: beside Cohort (../libexec/cohort) if it came with it, else on the
/// system's own search path, never in the current or the project's folder. Empty when there is none.
[[nodiscard]] QString findHelper(const QString &name);

} // namespace cohort::process
