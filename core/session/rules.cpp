// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/rules.h"

#include "core/protocol/codec.h"
#include "core/settings/yaml.h"

#include <QJsonArray>

namespace cohort::session {

using protocol::Decision;

RuleStore::RuleStore(const QString &folder)
    : m_file(folder + QStringLiteral("/rules.yaml"))
{}

QList<policy::Rule> RuleStore::load()
{
    const Result<QJsonObject> file = settings::readYamlFile(m_file);
    if (!file) {
        m_problem = file.error().message;
        return {};
    }
    QList<policy::Rule> rules;
    for (const Decision decision : {Decision::Allow, Decision::Ask, Decision::Deny}) {
        for (const QJsonValue &value : file->value(protocol::nameOf(decision)).toArray()) {
            const Result<policy::Rule> rule =
                policy::parseRule(value.toString(), decision, QStringLiteral("yours for this project"));
            if (rule)
                rules.append(*rule);
            else
                m_problem = QStringLiteral("%1: %2").arg(m_file, rule.error().message);
        }
    }
    return rules;
}

Result<> RuleStore::add(const policy::Rule &rule)
{
    Result<QJsonObject> file = settings::readYamlFile(m_file);
    if (!file)
        return std::unexpected(file.error());
    const QString key = protocol::nameOf(rule.decision);
    QJsonArray list = file->value(key).toArray();
    if (list.contains(rule.text()))
        return {};
    list.append(rule.text());
    file->insert(key, list);
    return settings::writeYamlFile(m_file, *file);
}

} // namespace cohort::session
