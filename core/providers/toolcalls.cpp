// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/providers/toolcalls.h"

#include "core/base/ids.h"

#include <QJsonDocument>

#include <algorithm>

namespace cohort::providers {

ToolCallCollector::Call &ToolCallCollector::callFor(const QJsonObject &fragment)
{
    const QString id = fragment.value(QStringLiteral("id")).toString();
    const QString name = fragment.value(QStringLiteral("function")).toObject().value(QStringLiteral("name")).toString();
    const int index = fragment.value(QStringLiteral("index")).toInt(-1);
    const auto known = [this](auto &&predicate) { return std::find_if(m_calls.rbegin(), m_calls.rend(), predicate); };

    if (!id.isEmpty()) {
        if (const auto same = known([&id](const Call &call) { return call.id == id; }); same != m_calls.rend())
            return *same;
        // A slot that was opened without an id takes the first id that comes for it; any other new id is a new call.
        const auto unnamed = known([index](const Call &call) { return call.id.isEmpty() && call.index == index; });
        if (unnamed != m_calls.rend() && index >= 0)
            return *unnamed;
        m_calls.append({.index = index, .id = id});
        return m_calls.last();
    }
    if (index >= 0) {
        const auto same = known([index](const Call &call) { return call.index == index; });
        const bool isAnother = same != m_calls.rend() && !name.isEmpty() && !same->name.isEmpty() && same->name != name;
        if (same != m_calls.rend() && !isAnother)
            return *same;
        m_calls.append({.index = index});
        return m_calls.last();
    }
    // Neither id nor index: the open call goes on, unless it is whole already and another begins.
    const QString piece =
        fragment.value(QStringLiteral("function")).toObject().value(QStringLiteral("arguments")).toString();
    const bool beginsAnother = !m_calls.isEmpty() && piece.trimmed().startsWith(QLatin1Char('{'))
                               && QJsonDocument::fromJson(m_calls.last().arguments.toUtf8()).isObject();
    if (m_calls.isEmpty() || beginsAnother
        || (!name.isEmpty() && !m_calls.last().name.isEmpty() && m_calls.last().name != name))
        m_calls.append(Call{});
    return m_calls.last();
}

void ToolCallCollector::take(const QJsonObject &fragment)
{
    Call &call = callFor(fragment);
    const QJsonObject function = fragment.value(QStringLiteral("function")).toObject();
    if (call.id.isEmpty())
        call.id = fragment.value(QStringLiteral("id")).toString();
    if (call.name.isEmpty())
        call.name = function.value(QStringLiteral("name")).toString();
    const QJsonValue arguments = function.value(QStringLiteral("arguments"));
    if (arguments.isObject()) {
        call.arguments = QString::fromUtf8(QJsonDocument(arguments.toObject()).toJson(QJsonDocument::Compact));
        call.complete = true;
    } else if (!call.complete) {
        call.arguments += arguments.toString();
    }
}

QList<protocol::ToolCall> ToolCallCollector::finish() const
{
    QList<protocol::ToolCall> calls;
    for (const Call &call : m_calls) {
        protocol::ToolCall whole{.id = call.id.isEmpty() ? QStringLiteral("call_") + newId() : call.id,
                                 .tool = call.name};
        const QString text = call.arguments.trimmed();
        const QJsonDocument document = QJsonDocument::fromJson(text.toUtf8());
        if (document.isObject())
            whole.arguments = document.object();
        else if (!text.isEmpty() && text != QLatin1String("null"))
            whole.malformed = call.arguments;
        calls.append(whole);
    }
    return calls;
}

} // namespace cohort::providers
