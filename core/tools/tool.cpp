// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tools/tool.h"

#include "core/base/text.h"

namespace cohort::tools {

using protocol::ToolStatus;

const providers::ToolDefinition &Tool::definition() const
{
    if (!m_definition) {
        m_definition = {.name = name(), .description = description(), .schema = m_schema.object()};
        m_definition->tokens =
            providers::estimateTokens(m_definition->description) + providers::estimateTokens(m_definition->schema);
    }
    return *m_definition;
}

Task<Result<QString>> Tool::preview(QJsonObject, ToolContext *) const
{
    co_return QString();
}

ToolResult failed(const Error &error)
{
    return {.status = error.kind == ErrorKind::Cancelled ? ToolStatus::Cancelled : ToolStatus::Error,
            .output = error.message,
            .summary = error.kind == ErrorKind::Cancelled ? QStringLiteral("stopped") : error.message,
            .noSandbox = error.kind == ErrorKind::NoSandbox};
}

ToolResult failed(const QString &message)
{
    return failed(Error{.kind = ErrorKind::Invalid, .message = message});
}

ToolResult succeeded(const QString &output, const QString &summary)
{
    return {.output = output, .summary = summary};
}

Task<ToolResult> bounded(QByteArray text, QString summary, ToolContext *context)
{
    if (text.size() <= resultLimit)
        co_return succeeded(QString::fromUtf8(text), summary);
    const Result<QString> hash =
        co_await context->worker->run([contents = context->contents, text] { return contents->put(text); });
    if (!hash)
        co_return failed(hash.error());
    ToolResult result = succeeded(QString::fromUtf8(headAndTail(text, resultLimit)), summary);
    result.output += QStringLiteral("\n[The whole has %1 bytes. Read more of it with read, path \"output:%2\".]")
                         .arg(text.size())
                         .arg(*hash);
    result.fullOutput = *hash;
    co_return result;
}

} // namespace cohort::tools
