// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tools/filewriting.h"

namespace cohort::tools {

namespace {

class WriteTool : public Tool
{
public:
    WriteTool()
        : Tool(R"({"type":"object","properties":{"path":{"type":"string"},"content":{"type":"string"}},
            "required":["path","content"],"additionalProperties":false})")
    {}

    [[nodiscard]] QString name() const override { return QStringLiteral("write"); }
    [[nodiscard]] QString description() const override
    {
        return QStringLiteral("Create a file or replace all of it. For changes of an existing file use edit. Read a "
                              "file before replacing it.");
    }
    [[nodiscard]] policy::Effect effect() const override { return policy::Effect::Writes; }
    [[nodiscard]] QString target(const QJsonObject &arguments) const override
    {
        return arguments.value(QStringLiteral("path")).toString();
    }

    [[nodiscard]] Task<Result<QString>> preview(QJsonObject arguments, ToolContext *context) const override
    {
        const Result<FileNow> now = co_await readNow(target(arguments), context);
        if (!now)
            co_return std::unexpected(now.error());
        co_return changes::unifiedDiff(now->bytes, arguments.value(QStringLiteral("content")).toString().toUtf8(),
                                       target(arguments));
    }

    [[nodiscard]] Task<ToolResult> run(QJsonObject arguments, ToolContext *context) const override
    {
        const Result<FileNow> now = co_await readNow(target(arguments), context);
        if (!now)
            co_return failed(now.error());
        if (now->exists && !context->seen->contains(now->path))
            co_return failed(QStringLiteral("%1 exists already. Read it before you replace it.").arg(now->path));
        co_return co_await writeChange(*now, arguments.value(QStringLiteral("content")).toString().toUtf8(), context);
    }
};

} // namespace

std::unique_ptr<Tool> makeWriteTool()
{
    return std::make_unique<WriteTool>();
}

} // namespace cohort::tools
