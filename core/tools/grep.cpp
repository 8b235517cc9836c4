// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tools/search.h"

namespace cohort::tools {

namespace {

constexpr int standardMatches = 200;

class GrepTool : public Tool
{
public:
    GrepTool()
        : Tool(R"({"type":"object","properties":{
            "pattern":{"type":"string"},
            "path":{"type":"string","description":"file or folder"},
            "glob":{"type":"string","description":"only files like *.h"},
            "ignoreCase":{"type":"boolean"},
            "context":{"type":"integer","minimum":0,"maximum":20,"description":"lines around"},
            "limit":{"type":"integer","minimum":1,"maximum":2000}},
            "required":["pattern"],"additionalProperties":false})")
    {}

    [[nodiscard]] QString name() const override { return QStringLiteral("grep"); }
    [[nodiscard]] QString description() const override
    {
        return QStringLiteral("Search file contents with a regular expression (ripgrep's syntax and ignore rules).");
    }
    [[nodiscard]] policy::Effect effect() const override { return policy::Effect::Reads; }
    [[nodiscard]] QString target(const QJsonObject &arguments) const override
    {
        return arguments.value(QStringLiteral("pattern")).toString();
    }

    [[nodiscard]] Task<ToolResult> run(QJsonObject arguments, ToolContext *context) const override
    {
        const QString path = arguments.value(QStringLiteral("path")).toString();
        const int limit = arguments.value(QStringLiteral("limit")).toInt(standardMatches);
        QStringList words{QStringLiteral("--line-number"), QStringLiteral("--no-heading"),
                          QStringLiteral("--sort=path"), QStringLiteral("--max-columns=400"),
                          QStringLiteral("--max-columns-preview")};
        if (arguments.value(QStringLiteral("ignoreCase")).toBool())
            words.append(QStringLiteral("--ignore-case"));
        if (const int around = arguments.value(QStringLiteral("context")).toInt(); around > 0)
            words += {QStringLiteral("--context"), QString::number(around)};
        if (const QString glob = arguments.value(QStringLiteral("glob")).toString(); !glob.isEmpty())
            words += {QStringLiteral("-g"), glob};
        words += {QStringLiteral("-e"), target(arguments)};
        const Result<SearchOutput> output = co_await runRipgrep(words, path, context);
        if (!output)
            co_return failed(output.error());
        if (output->nothing)
            co_return succeeded(QStringLiteral("[No line fits.]"), QStringLiteral("nothing"));
        const Result<QString> base = context->files->relative(path);
        const QByteArray prefix = !base || base->isEmpty() ? QByteArray() : base->toUtf8() + '/';
        QByteArray text;
        int count = 0;
        for (const QByteArrayView line : changes::splitLines(output->text)) {
            if (++count > limit)
                break;
            const bool named = line.startsWith("./");
            text += (named ? prefix : QByteArray()) + line.sliced(named ? 2 : 0).toByteArray();
        }
        if (count > limit)
            text += "[More lines fit; use a narrower pattern or a larger limit.]\n";
        co_return co_await bounded(text, QStringLiteral("%1 lines").arg(std::min(count, limit)), context);
    }
};

} // namespace

std::unique_ptr<Tool> makeGrepTool()
{
    return std::make_unique<GrepTool>();
}

} // namespace cohort::tools
