// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/protocol/types.h"

namespace cohort::providers {

/// Puts tool calls together from the fragments of an OpenAI-style stream, as real servers send them: repeated or
/// missing indices, names that come late or again, arguments in pieces, whole, or as an object.
class ToolCallCollector
{
public:
    /// One element of `delta.tool_calls`.
    void take(const QJsonObject &fragment);

    [[nodiscard]] bool isEmpty() const { return m_calls.isEmpty(); }

    /// The calls in the order in which they began. Arguments that are no JSON object are kept in `malformed`.
    [[nodiscard]] QList<protocol::ToolCall> finish() const;

private:
    struct Call {
        int index = -1;
        QString id;
        QString name;
        QString arguments;
        bool complete = false; ///< the arguments came as an object
    };
    Call &callFor(const QJsonObject &fragment);

    QList<Call> m_calls;
};

} // namespace cohort::providers
