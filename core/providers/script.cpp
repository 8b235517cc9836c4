// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/providers/script.h"

#include "core/settings/yaml.h"

#include <QJsonArray>

namespace cohort::providers {

namespace {

constexpr int statesAtMost = 50; ///< a walk longer than this goes in circles

/// Replaces ${name} by what the named groups of earlier matches caught.
QString filled(QString text, const QMap<QString, QString> &caught)
{
    for (auto it = caught.begin(); it != caught.end(); ++it)
        text.replace(QStringLiteral("${%1}").arg(it.key()), it.value());
    return text;
}

QJsonValue filled(const QJsonValue &value, const QMap<QString, QString> &caught)
{
    if (value.isString())
        return filled(value.toString(), caught);
    if (value.isArray()) {
        QJsonArray array;
        for (const QJsonValue &element : value.toArray())
            array.append(filled(element, caught));
        return array;
    }
    if (value.isObject()) {
        QJsonObject object = value.toObject();
        for (auto it = object.begin(); it != object.end(); ++it)
            it.value() = filled(QJsonValue(it.value()), caught);
        return object;
    }
    return value;
}

} // namespace

Result<Script::State> Script::parseState(const QJsonObject &object, const QString &where)
{
    State state{.reasoning = object.value(QStringLiteral("think")).toString(),
                .say = object.value(QStringLiteral("say")).toString(),
                .calls = object.value(QStringLiteral("calls")).toArray(),
                .next = {}};
    for (const QJsonValue &value : object.value(QStringLiteral("next")).toArray()) {
        const QJsonObject entry = value.toObject();
        const bool negated = entry.contains(QStringLiteral("unless"));
        const QString pattern = entry.value(negated ? QStringLiteral("unless") : QStringLiteral("when")).toString();
        Transition transition{.matches = QRegularExpression(pattern, QRegularExpression::MultilineOption),
                              .negated = negated,
                              .go = entry.value(QStringLiteral("go")).toString()};
        if (!transition.matches.isValid())
            return fail(ErrorKind::Invalid, QStringLiteral("%1: the pattern \"%2\" is wrong: %3")
                                                .arg(where, pattern, transition.matches.errorString()));
        state.next.append(transition);
    }
    for (const QJsonValue &call : std::as_const(state.calls)) {
        if (!call.toObject().value(QStringLiteral("tool")).isString())
            return fail(ErrorKind::Invalid, QStringLiteral("%1: a call needs \"tool\"").arg(where));
    }
    return state;
}

Result<Script> Script::parse(const QByteArray &yaml, const QString &name)
{
    const Result<QJsonValue> value = settings::parseYaml(yaml, name);
    if (!value)
        return std::unexpected(value.error());
    Script script;
    script.m_title = value->toObject().value(QStringLiteral("title")).toString();
    const QJsonObject states = value->toObject().value(QStringLiteral("states")).toObject();
    for (auto it = states.begin(); it != states.end(); ++it) {
        const Result<State> state =
            parseState(it.value().toObject(), QStringLiteral("%1, state %2").arg(name, it.key()));
        if (!state)
            return std::unexpected(state.error());
        script.m_states.insert(it.key(), *state);
    }
    for (auto it = script.m_states.cbegin(); it != script.m_states.cend(); ++it) {
        for (const Transition &transition : it->next) {
            if (!script.m_states.contains(transition.go))
                return fail(
                    ErrorKind::Invalid,
                    QStringLiteral("%1, state %2: there is no state \"%3\"").arg(name, it.key(), transition.go));
        }
    }
    if (!script.m_states.contains(QStringLiteral("start")))
        return fail(ErrorKind::Invalid, QStringLiteral("%1: there is no state \"start\"").arg(name));
    return script;
}

Script::Answer Script::next(const QList<Message> &messages) const
{
    // The turn begins with the last message of the person that is followed by no other person's message.
    qsizetype begin = messages.size();
    while (begin > 0 && messages.at(begin - 1).role != Role::User)
        --begin;

    QMap<QString, QString> caught;
    QString current = QStringLiteral("start");
    qsizetype position = begin;
    for (int steps = 0; steps < statesAtMost; ++steps) {
        const State &state = m_states[current];
        // What the state's calls returned, if they were made already.
        if (position >= messages.size() || messages.at(position).role != Role::Assistant) {
            Answer answer{.reasoning = filled(state.reasoning, caught), .text = filled(state.say, caught), .calls = {}};
            int number = 0;
            for (const QJsonValue &value : state.calls) {
                const QJsonObject call = filled(value, caught).toObject();
                answer.calls.append({.id = QStringLiteral("rehearsal_%1_%2_%3").arg(begin).arg(current).arg(number++),
                                     .tool = call.value(QStringLiteral("tool")).toString(),
                                     .arguments = call.value(QStringLiteral("arguments")).toObject()});
            }
            return answer;
        }
        QStringList results;
        for (++position; position < messages.size() && messages.at(position).role == Role::Tool; ++position)
            results.append(messages.at(position).text);
        const QString all = results.join(QLatin1Char('\n'));
        QString go;
        for (const Transition &transition : state.next) {
            const QRegularExpressionMatch match = transition.matches.match(all);
            if (match.hasMatch() == transition.negated)
                continue;
            for (const QString &name : transition.matches.namedCaptureGroups()) {
                if (!name.isEmpty() && match.hasCaptured(name))
                    caught.insert(name, match.captured(name));
            }
            go = transition.go;
            break;
        }
        if (go.isEmpty())
            break;
        current = go;
    }
    return {.reasoning = {},
            .text = QStringLiteral("This rehearsal follows a script, and what the last step returned is not in it. I "
                                   "stop here rather than pretend: "
                                   "nothing more was changed. A real model would look at it and go on."),
            .calls = {}};
}

} // namespace cohort::providers
