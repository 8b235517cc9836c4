// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/settings/yaml.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonObject>
#include <QSaveFile>

#include <yaml-cpp/yaml.h>

namespace cohort::settings {

namespace {

constexpr int valuesAtMost = 100'000;
constexpr int depthAtMost = 64;

QJsonValue scalar(const YAML::Node &node)
{
    const QString text = QString::fromStdString(node.Scalar());
    if (node.Tag() == "!") // quoted
        return text;
    if (text == QLatin1String("true") || text == QLatin1String("True") || text == QLatin1String("TRUE"))
        return true;
    if (text == QLatin1String("false") || text == QLatin1String("False") || text == QLatin1String("FALSE"))
        return false;
    if (text.isEmpty() || text == QLatin1String("null") || text == QLatin1String("~"))
        return QJsonValue::Null;
    bool isNumber = false;
    if (const qint64 integer = text.toLongLong(&isNumber); isNumber)
        return integer;
    const bool looksNumeric = text.front().isDigit() || text.front() == u'-' || text.front() == u'.';
    if (const double number = text.toDouble(&isNumber); isNumber && looksNumeric)
        return number;
    return text;
}

Result<QJsonValue> convert(const YAML::Node &node, int depth, int &budget)
{
    if (--budget < 0 || depth > depthAtMost)
        return fail(ErrorKind::Limit, QStringLiteral("it has too many or too deeply nested values"));
    switch (node.Type()) {
    case YAML::NodeType::Undefined:
    case YAML::NodeType::Null:
        return QJsonValue(QJsonValue::Null);
    case YAML::NodeType::Scalar:
        return scalar(node);
    case YAML::NodeType::Sequence: {
        QJsonArray array;
        for (const YAML::Node &element : node) {
            Result<QJsonValue> value = convert(element, depth + 1, budget);
            if (!value)
                return value;
            array.append(*value);
        }
        return array;
    }
    case YAML::NodeType::Map: {
        QJsonObject object;
        for (const auto &pair : node) {
            Result<QJsonValue> value = convert(pair.second, depth + 1, budget);
            if (!value)
                return value;
            object.insert(QString::fromStdString(pair.first.as<std::string>()), *value);
        }
        return object;
    }
    }
    return QJsonValue(QJsonValue::Null);
}

void emitValue(YAML::Emitter &out, const QJsonValue &value)
{
    switch (value.type()) {
    case QJsonValue::Object: {
        out << YAML::BeginMap;
        const QJsonObject object = value.toObject();
        for (auto it = object.begin(); it != object.end(); ++it) {
            out << YAML::Key << it.key().toStdString() << YAML::Value;
            emitValue(out, it.value());
        }
        out << YAML::EndMap;
        break;
    }
    case QJsonValue::Array:
        out << YAML::BeginSeq;
        for (const QJsonValue &element : value.toArray())
            emitValue(out, element);
        out << YAML::EndSeq;
        break;
    case QJsonValue::Bool:
        out << value.toBool();
        break;
    case QJsonValue::Double:
        if (const double number = value.toDouble(); number == static_cast<double>(value.toInteger()))
            out << static_cast<long long>(value.toInteger());
        else
            out << number;
        break;
    case QJsonValue::String:
        out << YAML::DoubleQuoted << value.toString().toStdString();
        break;
    case QJsonValue::Null:
    case QJsonValue::Undefined:
        out << YAML::Null;
        break;
    }
}

} // namespace

Result<QJsonValue> parseYaml(const QByteArray &text, const QString &name)
{
    try { // yaml-cpp reports by exceptions; none leaves this function
        int budget = valuesAtMost;
        Result<QJsonValue> value = convert(YAML::Load(text.toStdString()), 0, budget);
        if (!value)
            return fail(value.error().kind, QStringLiteral("%1: %2").arg(name, value.error().message));
        return value;
    } catch (const YAML::Exception &problem) {
        return fail(ErrorKind::Invalid, QStringLiteral("%1, line %2: %3")
                                            .arg(name)
                                            .arg(problem.mark.line + 1)
                                            .arg(QString::fromStdString(problem.msg)));
    }
}

Result<QJsonObject> readYamlFile(const QString &path)
{
    QFile file(path);
    if (!file.exists())
        return QJsonObject();
    if (!file.open(QIODevice::ReadOnly))
        return fail(ErrorKind::Io, QStringLiteral("cannot read %1: %2").arg(path, file.errorString()));
    const Result<QJsonValue> value = parseYaml(file.readAll(), path);
    if (!value)
        return std::unexpected(value.error());
    if (!value->isObject() && !value->isNull())
        return fail(ErrorKind::Invalid, QStringLiteral("%1, line 1: it must be a map of names to values").arg(path));
    return value->toObject();
}

Result<> writeYamlFile(const QString &path, const QJsonObject &content)
{
    QByteArray head;
    if (QFile old(path); old.open(QIODevice::ReadOnly)) {
        for (QByteArray line = old.readLine(); line.startsWith('#') || line == "\n"; line = old.readLine())
            head += line;
    }
    YAML::Emitter out;
    emitValue(out, content);
    QDir().mkpath(QFileInfo(path).path());
    QSaveFile file(path);
    const QByteArray body = head + QByteArray(out.c_str(), static_cast<qsizetype>(out.size())) + '\n';
    if (!file.open(QIODevice::WriteOnly))
        return fail(ErrorKind::Io, QStringLiteral("cannot write %1: %2").arg(path, file.errorString()));
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    if (file.write(body) != body.size() || !file.commit())
        return fail(ErrorKind::Io, QStringLiteral("cannot write %1: %2").arg(path, file.errorString()));
    return {};
}

} // namespace cohort::settings
