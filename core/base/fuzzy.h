// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringView>

namespace cohort {

/// How well `query` fits `text` as people abbreviate: its letters in order, better when they are together, at the
/// starts of words, in the last part of a path and in the same case. 0 when it does not fit, 1 when they are the same.
[[nodiscard]] double fuzzyScore(QStringView query, QStringView text);

} // namespace cohort
