// SPDX-License-Identifier: GPL-3.0-or-later
// The one table of settings. A new setting is one row here: the command line, the environment and the window find it.
#pragma once

#include <QString>
#include <QStringList>

#include <cstdint>
#include <span>

namespace cohort::settings {

enum class SettingType : std::uint8_t { Boolean, Integer, Text, Choice };

/// One setting. Texts are translated in the context "Settings".
struct SettingSpec {
    const char *key; ///< "section.name"
    SettingType type;
    const char *standard; ///< the built-in value, as written in YAML
    const char *label;
    const char *tooltip;
    qint64 minimum = 0;
    qint64 maximum = 0;
    const char *choices = ""; ///< words separated by spaces
    bool projectMay = false;  ///< whether a project's own file may say it: never where it would grant something
};

[[nodiscard]] std::span<const SettingSpec> settingTable();

/// The row of that key, or nothing.
[[nodiscard]] const SettingSpec *findSetting(QStringView key);

} // namespace cohort::settings
