// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace cohort {

/// A new UUIDv7 (RFC 9562) without braces. Ids name things; order comes only from event numbers.
[[nodiscard]] QString newId();

/// Whether `text` has the shape of an id of ours, so that it may be part of a file name.
[[nodiscard]] bool isId(const QString &text);

} // namespace cohort
