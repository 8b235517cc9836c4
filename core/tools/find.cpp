// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/fuzzy.h"
#include "core/tools/search.h"

#include <QRegularExpression>

namespace cohort::tools {

namespace {

constexpr int standardResults = 30;
constexpr double standardThreshold = 0.5;
constexpr qsizetype longestLine = 200; ///< UTF-16 units that are shown and scored

struct Hit {
    double score = 0;
    QString text;
};

/// A pattern that every line fits in which the query's letters come in order.
QString candidatePattern(const QString &query)
{
    QStringList letters;
    for (const QChar letter : query) {
        if (!letter.isSpace())
            letters.append(QRegularExpression::escape(QString(letter)));
    }
    return letters.join(QStringLiteral(".{0,40}?"));
}

class FindTool : public Tool
{
public:
    FindTool()
        : Tool(R"({"type":"object","properties":{
            "query":{"type":"string","minLength":2},
            "limit":{"type":"integer","minimum":1,"maximum":200},
            "threshold":{"type":"number","minimum":0,"maximum":1}},
            "required":["query"],"additionalProperties":false})")
    {}

    [[nodiscard]] QString name() const override { return QStringLiteral("find"); }
    [[nodiscard]] QString description() const override
    {
        return QStringLiteral(
            "Find file names and lines that resemble a query, best first, when the exact spelling is not known.");
    }
    [[nodiscard]] policy::Effect effect() const override { return policy::Effect::Reads; }
    [[nodiscard]] QString target(const QJsonObject &arguments) const override
    {
        return arguments.value(QStringLiteral("query")).toString();
    }

    [[nodiscard]] Task<ToolResult> run(QJsonObject arguments, ToolContext *context) const override
    {
        const QString query = target(arguments).trimmed();
        const int limit = arguments.value(QStringLiteral("limit")).toInt(standardResults);
        const double threshold = arguments.value(QStringLiteral("threshold")).toDouble(standardThreshold);
        const Result<QStringList> paths = co_await listFiles({}, {}, context);
        if (!paths)
            co_return failed(paths.error());
        const QStringList words{QStringLiteral("--line-number"),  QStringLiteral("--no-heading"),
                                QStringLiteral("--ignore-case"),  QStringLiteral("--max-columns=400"),
                                QStringLiteral("--max-count=50"), QStringLiteral("-e"),
                                candidatePattern(query)};
        const Result<SearchOutput> lines = co_await runRipgrep(words, {}, context);
        if (!lines)
            co_return failed(lines.error());

        QList<Hit> hits;
        const auto consider = [&](double score, const QString &text) {
            if (score >= threshold)
                hits.append({.score = score, .text = text});
        };
        for (const QString &path : *paths)
            consider(fuzzyScore(query, path), path);
        for (const QByteArrayView bytes : changes::splitLines(lines->text)) {
            const QString line = QString::fromUtf8(bytes.startsWith("./") ? bytes.sliced(2) : bytes).trimmed();
            const qsizetype afterPath = line.indexOf(QLatin1Char(':'));
            const qsizetype afterNumber = line.indexOf(QLatin1Char(':'), afterPath + 1);
            if (afterNumber < 0)
                continue;
            const QString content = line.sliced(afterNumber + 1).trimmed().left(longestLine);
            // A long line is about other things too: the query has to stand out in a word of it.
            consider(fuzzyScore(query, content), line.first(afterNumber + 1) + QLatin1Char(' ') + content);
        }
        std::ranges::stable_sort(hits, std::ranges::greater{}, &Hit::score);
        if (hits.isEmpty())
            co_return succeeded(QStringLiteral("[Nothing resembles it.]"), QStringLiteral("nothing"));
        QString text;
        for (const Hit &hit : hits.first(std::min<qsizetype>(hits.size(), limit)))
            text += QStringLiteral("%1  %2\n").arg(hit.score, 0, 'f', 2).arg(hit.text);
        co_return succeeded(text, QStringLiteral("%1 found").arg(std::min<qsizetype>(hits.size(), limit)));
    }
};

} // namespace

std::unique_ptr<Tool> makeFindTool()
{
    return std::make_unique<FindTool>();
}

} // namespace cohort::tools
