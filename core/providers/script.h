// SPDX-License-Identifier: GPL-3.0-or-later
// Rehearsals: what a scripted model says, as a state machine over what the tools returned.
#pragma once

#include "core/providers/dialect.h"

#include <QJsonArray>
#include <QMap>
#include <QRegularExpression>

namespace cohort::providers {

/// A rehearsal as its YAML file describes it (see resources/rehearsals/).
class Script
{
public:
    /// One thing that the scripted model says, with the calls that it makes.
    struct Answer {
        QString reasoning;
        QString text;
        QList<protocol::ToolCall> calls;
    };

    /// Invalid with file and field when the description cannot be used.
    [[nodiscard]] static Result<Script> parse(const QByteArray &yaml, const QString &name);

    [[nodiscard]] const QString &title() const { return m_title; }

    /// What comes next after these messages. It follows from what the tools returned in the turn alone: the states are
    /// walked from the start by the results so far, and a result that no transition expects ends honestly.
    [[nodiscard]] Answer next(const QList<Message> &messages) const;

private:
    struct Transition {
        QRegularExpression matches; ///< over all results of the state's calls, joined with line ends
        bool negated = false;
        QString go;
    };
    struct State {
        QString reasoning;
        QString say;
        QJsonArray calls;
        QList<Transition> next;
    };
    [[nodiscard]] static Result<State> parseState(const QJsonObject &object, const QString &where);

    QString m_title;
    QMap<QString, State> m_states;
};

} // namespace cohort::providers
