// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tools/search.h"

namespace cohort::tools {

namespace {

constexpr int mostPaths = 500;

class GlobTool : public Tool
{
public:
    GlobTool()
        : Tool(
              R"({"type":"object","properties":{"pattern":{"type":"string"},"path":{"type":"string","description":"folder"}},
            "required":["pattern"],"additionalProperties":false})")
    {}

    [[nodiscard]] QString name() const override { return QStringLiteral("glob"); }
    [[nodiscard]] QString description() const override
    {
        return QStringLiteral("List files by a pattern such as **/*.cpp; ignored files are left out.");
    }
    [[nodiscard]] policy::Effect effect() const override { return policy::Effect::Reads; }
    [[nodiscard]] QString target(const QJsonObject &arguments) const override
    {
        return arguments.value(QStringLiteral("pattern")).toString();
    }

    [[nodiscard]] Task<ToolResult> run(QJsonObject arguments, ToolContext *context) const override
    {
        const Result<QStringList> paths =
            co_await listFiles(arguments.value(QStringLiteral("path")).toString(), {target(arguments)}, context);
        if (!paths)
            co_return failed(paths.error());
        if (paths->isEmpty())
            co_return succeeded(QStringLiteral("[No file fits.]"), QStringLiteral("nothing"));
        QString text =
            paths->first(std::min<qsizetype>(paths->size(), mostPaths)).join(QLatin1Char('\n')) + QLatin1Char('\n');
        if (paths->size() > mostPaths)
            text += QStringLiteral("[%1 more; use a narrower pattern.]\n").arg(paths->size() - mostPaths);
        co_return succeeded(text, QStringLiteral("%1 files").arg(paths->size()));
    }
};

} // namespace

std::unique_ptr<Tool> makeGlobTool()
{
    return std::make_unique<GlobTool>();
}

} // namespace cohort::tools
