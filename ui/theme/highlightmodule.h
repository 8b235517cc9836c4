// SPDX-License-Identifier: GPL-3.0-or-later
// Between the window and its module cohort-highlight, which is loaded when the first code is shown: the library behind
// it brings some twenty others, which a window without code never needs.
#pragma once

#include "ui/theme/highlighter.h"

namespace cohort::ui {

/// One text in one language, line after line. On one thread at a time.
class HighlightEngine
{
public:
    virtual ~HighlightEngine() = default;
    /// Nothing is valid in a language that is not known.
    [[nodiscard]] virtual bool isValid() const = 0;
    [[nodiscard]] virtual QList<Highlighter::Range> line(const QString &text) = 0;
    /// Goes on from where this one is.
    [[nodiscard]] virtual std::unique_ptr<HighlightEngine> clone() const = 0;
};

/// What the module exports, as "cohortMakeHighlightEngine". Any thread.
using MakeHighlightEngine = HighlightEngine *(*)(const QString &language, bool dark);

} // namespace cohort::ui
