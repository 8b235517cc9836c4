// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tools/filewriting.h"

namespace cohort::tools {

namespace {

constexpr qint64 largestFile = 16'000'000; ///< bytes

} // namespace

Task<Result<FileNow>> readNow(QString path, ToolContext *context)
{
    co_return co_await context->worker->run(
        [files = context->files, path]() -> Result<FileNow> {
            const Result<QString> relative = files->relative(path);
            if (!relative)
                return std::unexpected(relative.error());
            Result<files::FileBytes> file = files->read(path, largestFile);
            if (!file && file.error().kind == ErrorKind::NotFound)
                return FileNow{.path = *relative};
            if (!file)
                return std::unexpected(file.error());
            return FileNow{.path = *relative, .exists = true, .bytes = std::move(file->bytes)};
        },
        context->stop);
}

Task<ToolResult> writeChange(FileNow now, QByteArray bytes, ToolContext *context)
{
    if (context->stop.stop_requested())
        co_return failed(Error{.kind = ErrorKind::Cancelled, .message = QStringLiteral("stopped")});
    std::optional<QString> expected;
    if (now.exists)
        expected = context->seen->value(now.path, store::ContentStore::hashOf(now.bytes));
    const Result<protocol::ChangeInfo> change =
        co_await context->ledger->write(now.path, bytes, expected, context->author);
    if (!change)
        co_return failed(change.error());
    context->seen->insert(now.path, store::ContentStore::hashOf(bytes));
    const Result<changes::Counts> counts = changes::countLines(now.bytes, bytes);
    const QString summary = counts ? QStringLiteral("+%1 \u2212%2").arg(counts->added).arg(counts->removed) : QString();
    ToolResult result =
        succeeded(QStringLiteral("%1 %2 (%3).")
                      .arg(now.exists ? QStringLiteral("Changed") : QStringLiteral("Created"), now.path, summary),
                  summary);
    result.change = *change;
    co_return result;
}

} // namespace cohort::tools
