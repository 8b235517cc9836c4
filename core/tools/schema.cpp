// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tools/schema.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <valijson/adapters/qtjson_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

namespace cohort::tools {

struct Schema::Rules {
    valijson::Schema schema;
};

Schema::Schema(const char *text)
    : m_text(text)
{}

Schema::~Schema() = default;

const QJsonObject &Schema::object() const
{
    if (m_object.isEmpty())
        m_object = QJsonDocument::fromJson(QByteArray(m_text)).object();
    return m_object;
}

Result<> Schema::check(const QJsonObject &arguments) const
{
    try { // valijson reports unusable schemas by exceptions; none leaves this function
        if (m_rules == nullptr) {
            auto rules = std::make_unique<Rules>();
            const QJsonValue description = object();
            valijson::SchemaParser().populateSchema(valijson::adapters::QtJsonAdapter(description), rules->schema);
            m_rules = std::move(rules);
        }
        valijson::Validator validator;
        valijson::ValidationResults problems;
        const QJsonValue value = arguments;
        if (validator.validate(m_rules->schema, valijson::adapters::QtJsonAdapter(value), &problems))
            return {};
        QStringList sentences;
        valijson::ValidationResults::Error problem;
        while (problems.popError(problem)) {
            QString where;
            for (const std::string &part : problem.context)
                where += QString::fromStdString(part);
            QString sentence = QStringLiteral("%1: %2").arg(where, QString::fromStdString(problem.description));
            while (sentence.endsWith(QLatin1Char('.')))
                sentence.chop(1);
            sentences.append(sentence);
        }
        // The last is the innermost reason; the others say that something inside was wrong.
        return fail(
            ErrorKind::Invalid,
            QStringLiteral("The arguments do not fit the tool's schema. %1. Call it again with arguments that do.")
                .arg(sentences.join(QStringLiteral("; "))));
    } catch (const std::exception &problem) {
        return fail(ErrorKind::Internal,
                    QStringLiteral("the tool's schema cannot be used: %1").arg(QString::fromUtf8(problem.what())));
    }
}

} // namespace cohort::tools
