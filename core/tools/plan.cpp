// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/protocol/codec.h"
#include "core/tools/tool.h"

#include <QJsonArray>

namespace cohort::tools {

namespace {

class PlanTool : public Tool
{
public:
    PlanTool()
        : Tool(
              R"({"type":"object","properties":{"items":{"type":"array","maxItems":50,"items":{"type":"object","properties":{
            "text":{"type":"string"},"state":{"enum":["pending","active","done"]}},"required":["text","state"]}}},
            "required":["items"],"additionalProperties":false})")
    {}

    [[nodiscard]] QString name() const override { return QStringLiteral("plan"); }
    [[nodiscard]] QString description() const override
    {
        return QStringLiteral("Show the person your to-do list for work of several steps; give all items each time.");
    }
    [[nodiscard]] policy::Effect effect() const override { return policy::Effect::None; }
    [[nodiscard]] QString target(const QJsonObject &arguments) const override
    {
        const QJsonArray items = arguments.value(QStringLiteral("items")).toArray();
        const auto done = std::ranges::count_if(items, [](const QJsonValue &item) {
            return item.toObject().value(QStringLiteral("state")) == QStringLiteral("done");
        });
        return QStringLiteral("%1/%2").arg(done).arg(items.size());
    }

    [[nodiscard]] Task<ToolResult> run(QJsonObject arguments, ToolContext *) const override
    {
        QList<protocol::PlanItem> items;
        for (const QJsonValue &value : arguments.value(QStringLiteral("items")).toArray()) {
            const QJsonObject item = value.toObject();
            items.append(
                {.text = item.value(QStringLiteral("text")).toString(),
                 .state = protocol::valueOf<protocol::PlanState>(item.value(QStringLiteral("state")).toString())
                              .value_or(protocol::PlanState::Pending)});
        }
        ToolResult result = succeeded(QStringLiteral("The plan is shown."), target(arguments));
        result.plan = items;
        co_return result;
    }
};

} // namespace

std::unique_ptr<Tool> makePlanTool()
{
    return std::make_unique<PlanTool>();
}

} // namespace cohort::tools
