// SPDX-License-Identifier: GPL-3.0-or-later
// A session's state as its events tell it: the messages that a model is given, and what is still open.
#pragma once

#include "core/policy/policy.h"
#include "core/protocol/events.h"
#include "core/providers/dialect.h"

namespace cohort::session {

/// Folds durable events. The same events always give the same messages, so that requests grow only at their end.
class Conversation
{
public:
    void apply(const protocol::Event &event);

    /// For a model: every call has its result, nothing is empty.
    [[nodiscard]] QList<providers::Message> messages() const;

    [[nodiscard]] bool isEmpty() const { return m_messages.isEmpty(); }
    [[nodiscard]] const QString &openTurn() const { return m_openTurn; }
    [[nodiscard]] const QStringList &openCalls() const { return m_openCalls; }
    [[nodiscard]] const QStringList &openPermissions() const { return m_openPermissions; }
    [[nodiscard]] const QList<protocol::PromptQueued> &queue() const { return m_queue; }
    /// What was answered "for this session".
    [[nodiscard]] const QList<policy::Rule> &rules() const { return m_rules; }

private:
    QList<providers::Message> m_messages; ///< without results of tools
    QMap<QString, QString> m_results;     ///< by call
    QString m_openTurn;
    QStringList m_openCalls;
    QStringList m_openPermissions;
    QList<protocol::PromptQueued> m_queue;
    QList<policy::Rule> m_rules;
};

} // namespace cohort::session
