// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/settings/paths.h"

#include <QString>

namespace cohort::session {

/// The folder with a project's data: database, contents, rules, sockets. Made on first use; the folder of a project
/// that was moved is found again by its device and inode. NotFound when the project is no folder. Blocking, but short.
[[nodiscard]] Result<QString> projectFolder(const settings::Paths &paths, const QString &project);

} // namespace cohort::session
