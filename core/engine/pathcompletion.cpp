// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/pathcompletion.h"

#include "core/base/fuzzy.h"
#include "core/process/process.h"
#include "core/process/programs.h"

#include <QSet>

namespace cohort::engine {

namespace {

constexpr qsizetype listingAtMost = 16'000'000; ///< bytes of names

} // namespace

Task<Result<QStringList>> completePath(QString project, QString text, int limit, std::stop_token stop)
{
    const QString program = process::findHelper(QStringLiteral("rg"));
    if (program.isEmpty())
        co_return fail(ErrorKind::NotFound, QStringLiteral("ripgrep is not installed: install the package 'ripgrep'"));
    process::ProcessSpec spec{
        .program = program,
        .arguments = {QStringLiteral("--no-config"), QStringLiteral("--files"), QStringLiteral("--null")},
        .folder = project};
    const Result<process::Collected> listing = co_await process::collect(std::move(spec), listingAtMost, stop);
    if (!listing)
        co_return std::unexpected(listing.error());
    QSet<QString> paths;
    for (const QByteArray &name : listing->output.split('\0')) {
        const QString path = QString::fromUtf8(name);
        if (path.isEmpty())
            continue;
        paths.insert(path);
        for (qsizetype slash = path.indexOf(QLatin1Char('/')); slash >= 0;
             slash = path.indexOf(QLatin1Char('/'), slash + 1))
            paths.insert(path.first(slash + 1));
    }
    QList<std::pair<double, QString>> scored;
    for (const QString &path : std::as_const(paths)) {
        const double score = text.trimmed().isEmpty() ? 1.0 / static_cast<double>(1 + path.count(QLatin1Char('/')))
                                                      : fuzzyScore(text, path);
        if (score > 0)
            scored.emplaceBack(score, path);
    }
    std::ranges::sort(scored, [](const auto &a, const auto &b) {
        return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    QStringList best;
    for (const auto &[score, path] : scored.first(std::min<qsizetype>(scored.size(), limit)))
        best.append(path);
    co_return best;
}

} // namespace cohort::engine
