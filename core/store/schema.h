// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of a project's database, as the list of steps that made them.
#pragma once

#include "core/store/sqlite.h"

namespace cohort::store {

/// The version that this program writes.
[[nodiscard]] int schemaVersion();

/// Brings an open database from its version to ours, one transaction a step; before the first step of an existing
/// database a copy is put beside it (`path`.v<old>). Conflict when it is newer than we are.
[[nodiscard]] Result<> migrate(Connection &connection, const QString &path);

} // namespace cohort::store
