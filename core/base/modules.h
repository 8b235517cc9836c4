// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QFunctionPointer>

namespace cohort {

/// A function with C linkage of one of Cohort's own modules, which is loaded when it is first asked for: lib/cohort/
/// beside the programs. A module holds a library that most starts do not need. Unsupported when it cannot be loaded.
/// Thread-safe.
[[nodiscard]] Result<QFunctionPointer> moduleFunction(const char *module, const char *function);

} // namespace cohort
