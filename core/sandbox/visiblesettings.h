// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QString>

namespace cohort::sandbox {

/// The sandbox's user and group, as /etc/passwd there names them.
constexpr int insideUser = 1000;
constexpr auto insideHome = "/home/agent";

/// Makes the folder that stands for /etc in sandboxes: copies of those of the system's settings that programs need and
/// that hold no secret, a passwd, group, hosts and nsswitch.conf of its own, and `start` as "sandbox-start". One folder
/// costs one mount where each file would cost its own.
///
/// Made anew, beside the old one, when one of the originals is newer. Returns its path in `cache`. NoSpace or Io when
/// it cannot be written. Blocking: some 10 ms when it is made.
[[nodiscard]] Result<QString> makeVisibleSettings(const QString &cache, const QString &start);

} // namespace cohort::sandbox
