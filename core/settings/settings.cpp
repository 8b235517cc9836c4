// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/settings/settings.h"

#include "core/settings/yaml.h"

#include <QJsonObject>

#include <array>

namespace cohort::settings {

namespace {

QString textOf(const QJsonValue &value)
{
    if (value.isBool())
        return value.toBool() ? QStringLiteral("true") : QStringLiteral("false");
    if (value.isDouble())
        return QString::number(value.toInteger());
    return value.toString();
}

/// "sandbox.timeoutSeconds" → "COHORT_SANDBOX_TIMEOUT_SECONDS"
QByteArray variableOf(const SettingSpec &spec)
{
    QByteArray name = "COHORT_";
    for (const char *letter = spec.key; *letter != '\0'; ++letter) {
        if (*letter == '.') {
            name += '_';
        } else {
            if (*letter >= 'A' && *letter <= 'Z')
                name += '_';
            name += static_cast<char>(std::toupper(static_cast<unsigned char>(*letter)));
        }
    }
    return name;
}

} // namespace

QString layerName(Layer layer)
{
    constexpr std::array names{"built-in", "user", "project", "environment", "run"};
    return QLatin1String(names.at(static_cast<std::size_t>(layer)));
}

Settings Settings::load(const Paths &paths, const QString &project, bool trusted, const QStringList &overrides)
{
    Settings settings;
    for (const SettingSpec &spec : settingTable()) {
        const QString key = QLatin1String(spec.key);
        settings.m_values.insert(key, {.value = *parse(spec, QLatin1String(spec.standard)), .layer = Layer::BuiltIn});
    }
    settings.takeFile(userFile(paths), Layer::User);
    if (!project.isEmpty() && trusted)
        settings.takeFile(projectFile(project), Layer::Project);
    settings.takeEnvironment();
    for (const QString &override : overrides) {
        const qsizetype equals = override.indexOf(QLatin1Char('='));
        if (equals < 1) {
            settings.m_problems.append(QStringLiteral("--set %1: write it as section.name=value").arg(override));
            continue;
        }
        settings.take(QStringView(override).first(equals), override.sliced(equals + 1), Layer::Run,
                      QStringLiteral("--set"));
    }
    return settings;
}

void Settings::take(QStringView key, const QString &text, Layer layer, const QString &source)
{
    const SettingSpec *spec = findSetting(key);
    if (spec == nullptr) {
        m_problems.append(QStringLiteral("%1: there is no setting \"%2\"").arg(source, key));
        return;
    }
    if (layer == Layer::Project && !spec->projectMay) {
        m_problems.append(QStringLiteral("%1: a project may not set \"%2\"").arg(source, key));
        return;
    }
    const Result<QJsonValue> value = parse(*spec, text);
    if (!value) {
        m_problems.append(QStringLiteral("%1: %2").arg(source, value.error().message));
        return;
    }
    m_values.insert(key.toString(), {.value = *value, .layer = layer});
}

void Settings::takeFile(const QString &path, Layer layer)
{
    const Result<QJsonObject> file = readYamlFile(path);
    if (!file) {
        m_problems.append(file.error().message);
        return;
    }
    for (auto section = file->begin(); section != file->end(); ++section) {
        const QJsonObject entries = section.value().toObject();
        if (!section.value().isObject())
            m_problems.append(
                QStringLiteral("%1: \"%2\" must be a section with names and values").arg(path, section.key()));
        for (auto entry = entries.begin(); entry != entries.end(); ++entry)
            take(section.key() + QLatin1Char('.') + entry.key(), textOf(entry.value()), layer, path);
    }
}

void Settings::takeEnvironment()
{
    for (const SettingSpec &spec : settingTable()) {
        const QByteArray variable = variableOf(spec);
        if (qEnvironmentVariableIsSet(variable.constData())) {
            take(QLatin1String(spec.key).toString(), qEnvironmentVariable(variable.constData()), Layer::Environment,
                 QLatin1String(variable));
        }
    }
}

QJsonValue Settings::value(QStringView key) const
{
    const auto found = m_values.find(key.toString());
    Q_ASSERT_X(found != m_values.end(), "Settings", "a key that is not in the table");
    return found == m_values.end() ? QJsonValue() : found->value;
}

QString Settings::text(QStringView key) const
{
    return textOf(value(key));
}

bool Settings::flag(QStringView key) const
{
    return value(key).toBool();
}

qint64 Settings::number(QStringView key) const
{
    return value(key).toInteger();
}

Layer Settings::layer(QStringView key) const
{
    return m_values.value(key.toString()).layer;
}

QString Settings::userFile(const Paths &paths)
{
    return paths.config + QStringLiteral("/config.yaml");
}

QString Settings::projectFile(const QString &project)
{
    return project + QStringLiteral("/.cohort/config.yaml");
}

Result<> Settings::store(const QString &file, QStringView key, const std::optional<QString> &text)
{
    const SettingSpec *spec = findSetting(key);
    if (spec == nullptr)
        return fail(ErrorKind::NotFound,
                    QStringLiteral("there is no setting \"%1\"; 'cohort config list' shows all").arg(key));
    Result<QJsonObject> content = readYamlFile(file);
    if (!content)
        return std::unexpected(content.error());
    const qsizetype dot = key.indexOf(u'.');
    const QString section = key.first(dot).toString();
    const QString name = key.sliced(dot + 1).toString();
    QJsonObject entries = content->value(section).toObject();
    if (text) {
        const Result<QJsonValue> value = parse(*spec, *text);
        if (!value)
            return std::unexpected(value.error());
        entries.insert(name, *value);
    } else {
        entries.remove(name);
    }
    if (entries.isEmpty())
        content->remove(section);
    else
        content->insert(section, entries);
    return writeYamlFile(file, *content);
}

Result<QJsonValue> Settings::parse(const SettingSpec &spec, const QString &text)
{
    const QString key = QLatin1String(spec.key);
    switch (spec.type) {
    case SettingType::Boolean: {
        static const QStringList yes{QStringLiteral("true"), QStringLiteral("yes"), QStringLiteral("on"),
                                     QStringLiteral("1")};
        static const QStringList no{QStringLiteral("false"), QStringLiteral("no"), QStringLiteral("off"),
                                    QStringLiteral("0")};
        const QString word = text.trimmed().toLower();
        if (yes.contains(word) || no.contains(word))
            return yes.contains(word);
        return fail(ErrorKind::Invalid, QStringLiteral("%1 must be true or false, not \"%2\"").arg(key, text));
    }
    case SettingType::Integer: {
        bool isNumber = false;
        const qint64 number = text.trimmed().toLongLong(&isNumber);
        if (isNumber && number >= spec.minimum && number <= spec.maximum)
            return number;
        return fail(ErrorKind::Invalid, QStringLiteral("%1 must be a number from %2 to %3, not \"%4\"")
                                            .arg(key)
                                            .arg(spec.minimum)
                                            .arg(spec.maximum)
                                            .arg(text));
    }
    case SettingType::Choice: {
        const QStringList words = QString::fromLatin1(spec.choices).split(QLatin1Char(' '));
        if (words.contains(text))
            return text;
        return fail(
            ErrorKind::Invalid,
            QStringLiteral("%1 must be one of %2, not \"%3\"").arg(key, words.join(QStringLiteral(", ")), text));
    }
    case SettingType::Text:
        return text;
    }
    return fail(ErrorKind::Internal, key);
}

} // namespace cohort::settings
