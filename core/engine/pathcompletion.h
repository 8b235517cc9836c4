// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/task.h"

#include <QStringList>

namespace cohort::engine {

/// The files and folders of a project whose path fits `text` fuzzily, best first, at most `limit`; ignored ones are
/// left out as ripgrep does.
[[nodiscard]] Task<Result<QStringList>> completePath(QString project, QString text, int limit, std::stop_token stop);

} // namespace cohort::engine
