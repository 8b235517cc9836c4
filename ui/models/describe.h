// SPDX-License-Identifier: GPL-3.0-or-later
// The words in which the window speaks of modes, tools, times and sizes.
#pragma once

#include "core/protocol/types.h"

#include <QString>

namespace cohort::ui {

[[nodiscard]] QString modeName(protocol::Mode mode);
[[nodiscard]] QString modeExplanation(protocol::Mode mode);

/// How far a tool call is.
enum class ToolPhase : quint8 { Asking, Refused, Running, Done };

/// What a tool does, as one says it of the past ("Read"), while it runs ("Reading"), or while it may not ("Asks for").
[[nodiscard]] QString toolVerb(const QString &tool, ToolPhase phase);

/// Whether calls of this tool only look at things, so that several in a row are shown as one line.
[[nodiscard]] bool isLook(const QString &tool);
/// Whether the tool looks for something, rather than reading a file.
[[nodiscard]] bool isSearch(const QString &tool);
/// Whether the tool runs a command line.
[[nodiscard]] bool isShell(const QString &tool);

/// "0.3 s", "12 s", "2 min 5 s".
[[nodiscard]] QString durationText(qint64 milliseconds);
/// "840", "8.4 k", "1.2 M".
[[nodiscard]] QString tokenText(qint64 tokens);
/// The time of the day, with the date when that is not today.
[[nodiscard]] QString timeText(qint64 utcMilliseconds);
[[nodiscard]] QString planMark(protocol::PlanState state);

} // namespace cohort::ui
