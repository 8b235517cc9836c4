// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/fuzzy.h"

namespace cohort::ui {

/// How well a few letters fit a name; see fuzzyScore().
[[nodiscard]] inline double fuzzy(QStringView query, QStringView text)
{
    return fuzzyScore(query, text);
}

} // namespace cohort::ui
