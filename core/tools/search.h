// SPDX-License-Identifier: GPL-3.0-or-later
// ripgrep, as the search tools use it: its own semantics and ignore rules, never a file outside the project.
#pragma once

#include "core/tools/tool.h"

namespace cohort::tools {

struct SearchOutput {
    QByteArray text;
    bool nothing = false; ///< ripgrep found nothing
};

/// Runs ripgrep with `arguments` in a folder of the project; `file`, where given, is searched instead, through its
/// content. Output is cut at 8 MB. NotFound when ripgrep is missing; Invalid with ripgrep's own words for a bad
/// pattern.
[[nodiscard]] Task<Result<SearchOutput>> runRipgrep(QStringList arguments, QString path, ToolContext *context);

/// All files that ripgrep would search, relative to the project, sorted, "/" between folders.
[[nodiscard]] Task<Result<QStringList>> listFiles(QString folder, QStringList globs, ToolContext *context);

} // namespace cohort::tools
