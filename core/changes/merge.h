// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QByteArray>
#include <QStringList>

namespace cohort::changes {

/// Both sides of a change after some of its hunks were decided.
struct Sides {
    QByteArray before; ///< the baseline: an accepted hunk has become part of it
    QByteArray after;  ///< the file: a rejected hunk has left it

    bool operator==(const Sides &) const = default;
};

/// Takes the hunks with these ids into the baseline. Conflict when one of them is no longer there.
[[nodiscard]] Result<Sides> acceptHunks(const Sides &sides, const QStringList &ids);

/// Puts the baseline's bytes back where these hunks are. Conflict when one of them is no longer there.
[[nodiscard]] Result<Sides> rejectHunks(const Sides &sides, const QStringList &ids);

} // namespace cohort::changes
