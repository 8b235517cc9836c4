// SPDX-License-Identifier: GPL-3.0-or-later
// The settings in force: layers over the table's built-in values.
#pragma once

#include "core/base/error.h"
#include "core/settings/paths.h"
#include "core/settings/table.h"

#include <QJsonValue>
#include <QMap>

namespace cohort::settings {

/// Where a value comes from; a later layer wins.
enum class Layer : std::uint8_t {
    BuiltIn,
    User,        ///< config.yaml in the configuration folder
    Project,     ///< .cohort/config.yaml, and only what a project may say
    Environment, ///< COHORT_<SECTION>_<NAME>
    Run,         ///< --set section.name=value
};

[[nodiscard]] QString layerName(Layer layer);

/// A value type: load it where it is needed, hand it down. Reading a key that is not in the table is a defect.
class Settings
{
public:
    /// Reads all layers. What is broken is left out and told in problems(): file, line, reason.
    /// @param project  the project's folder, or empty
    /// @param trusted  whether the person trusts the project; else its file is not read
    /// @param overrides  "section.name=value" each, from --set
    [[nodiscard]] static Settings load(const Paths &paths, const QString &project, bool trusted,
                                       const QStringList &overrides);

    [[nodiscard]] QString text(QStringView key) const;
    [[nodiscard]] bool flag(QStringView key) const;
    [[nodiscard]] qint64 number(QStringView key) const;
    [[nodiscard]] QJsonValue value(QStringView key) const;
    [[nodiscard]] Layer layer(QStringView key) const;
    [[nodiscard]] const QStringList &problems() const { return m_problems; }

    /// The file of the user's layer.
    [[nodiscard]] static QString userFile(const Paths &paths);
    [[nodiscard]] static QString projectFile(const QString &project);

    /// Stores a value in a file of a layer; an absent value takes it away. Invalid when it is not of the setting's
    /// type or range: the message says what it may be.
    [[nodiscard]] static Result<> store(const QString &file, QStringView key, const std::optional<QString> &text);

    /// Reads `text` as a value of that setting.
    [[nodiscard]] static Result<QJsonValue> parse(const SettingSpec &spec, const QString &text);

private:
    struct Entry {
        QJsonValue value;
        Layer layer = Layer::BuiltIn;
    };
    void take(QStringView key, const QString &text, Layer layer, const QString &source);
    void takeFile(const QString &path, Layer layer);
    void takeEnvironment();

    QMap<QString, Entry> m_values;
    QStringList m_problems;
};

} // namespace cohort::settings
