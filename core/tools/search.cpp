// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tools/search.h"

#include "core/process/process.h"
#include "core/process/programs.h"

#include <unistd.h>

namespace cohort::tools {

namespace {

constexpr qsizetype outputAtMost = 8'000'000;
constexpr qint64 fileAtMost = 64'000'000;

} // namespace

Task<Result<SearchOutput>> runRipgrep(QStringList arguments, QString path, ToolContext *context)
{
    const QString program = process::findHelper(QStringLiteral("rg"));
    if (program.isEmpty())
        co_return fail(
            ErrorKind::NotFound,
            QStringLiteral("ripgrep is not installed: install the package 'ripgrep', or search with bash and grep"));
    process::ProcessSpec spec{.program = program,
                              .arguments = {QStringLiteral("--no-config"), QStringLiteral("--color=never")}};
    spec.arguments += arguments;
    spec.environment = QStringList{QStringLiteral("PATH=/usr/bin:/bin"), QStringLiteral("LANG=C.UTF-8"),
                                   QStringLiteral("HOME=%1").arg(qEnvironmentVariable("HOME"))};

    struct Prepared {
        int folder = -1;
        QByteArray content;
    };
    const auto prepared = co_await context->worker->run([files = context->files, path]() -> Result<Prepared> {
        const Result<files::FileStat> stat = files->stat(path);
        if (!stat)
            return std::unexpected(stat.error());
        if (!stat->folder) {
            Result<files::FileBytes> read = files->read(path, fileAtMost);
            if (!read)
                return std::unexpected(read.error());
            return Prepared{.content = std::move(read->bytes)};
        }
        const Result<int> folder = files->openFolder(path);
        if (!folder)
            return std::unexpected(folder.error());
        return Prepared{.folder = *folder};
    });
    if (!prepared)
        co_return std::unexpected(prepared.error());
    // A folder is entered by its descriptor and a file is piped in: no link that is swapped meanwhile leads outside.
    spec.folderDescriptor = prepared->folder;
    spec.input = prepared->content;
    spec.arguments.append(prepared->folder >= 0 ? QStringLiteral("./") : QStringLiteral("-"));
    const Result<process::Collected> done = co_await process::collect(std::move(spec), outputAtMost, context->stop);
    if (prepared->folder >= 0)
        ::close(prepared->folder);
    if (!done)
        co_return std::unexpected(done.error());
    if (done->end.exitCode > 1 && done->output.isEmpty()) {
        const QString words = QString::fromUtf8(done->errors).trimmed();
        co_return fail(ErrorKind::Invalid, QStringLiteral("ripgrep cannot do that: %1").arg(words));
    }
    co_return SearchOutput{.text = done->output, .nothing = done->output.isEmpty()};
}

Task<Result<QStringList>> listFiles(QString folder, QStringList globs, ToolContext *context)
{
    QStringList arguments{QStringLiteral("--files"), QStringLiteral("--null"), QStringLiteral("--sort=path")};
    for (const QString &glob : std::as_const(globs))
        arguments += {QStringLiteral("-g"), glob};
    const Result<SearchOutput> output = co_await runRipgrep(arguments, folder, context);
    if (!output)
        co_return std::unexpected(output.error());
    const Result<QString> base = context->files->relative(folder);
    if (!base)
        co_return std::unexpected(base.error());
    QStringList paths;
    for (const QByteArray &name : output->text.split('\0')) {
        if (name.isEmpty())
            continue;
        const QByteArray clean = name.startsWith("./") ? name.sliced(2) : name;
        paths.append((base->isEmpty() ? QString() : *base + QLatin1Char('/')) + QString::fromUtf8(clean));
    }
    co_return paths;
}

} // namespace cohort::tools
