// SPDX-License-Identifier: GPL-3.0-or-later
// What the tools that change files share.
#pragma once

#include "core/tools/tool.h"

namespace cohort::tools {

/// A file as it is now.
struct FileNow {
    QString path; ///< relative to the project
    bool exists = false;
    QByteArray bytes;
};

/// Reads a file that may be absent.
[[nodiscard]] Task<Result<FileNow>> readNow(QString path, ToolContext *context);

/// Writes through the ledger; refuses when the file is not what the agent last saw of it.
[[nodiscard]] Task<ToolResult> writeChange(FileNow now, QByteArray bytes, ToolContext *context);

} // namespace cohort::tools
