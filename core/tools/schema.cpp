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

QJsonObject schemaObject(const char *schema)
{
    return QJsonDocument::fromJson(QByteArray::fromRawData(schema, static_cast<qsizetype>(qstrlen(schema)))).object();
}

Result<> validateArguments(const char *schema, const QJsonObject &arguments)
{
    try { // valijson reports unusable schemas by exceptions; none leaves this function
        valijson::Schema parsed;
        valijson::SchemaParser parser;
        const QJsonValue description = schemaObject(schema);
        parser.populateSchema(valijson::adapters::QtJsonAdapter(description), parsed);
        valijson::Validator validator;
        valijson::ValidationResults problems;
        const QJsonValue value = arguments;
        if (validator.validate(parsed, valijson::adapters::QtJsonAdapter(value), &problems))
            return {};
        QStringList sentences;
        valijson::ValidationResults::Error problem;
        while (problems.popError(problem)) {
            QString where;
            for (const std::string &part : problem.context)
                where += QString::fromStdString(part);
            sentences.append(QStringLiteral("%1: %2").arg(where, QString::fromStdString(problem.description)));
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
