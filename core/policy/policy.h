// SPDX-License-Identifier: GPL-3.0-or-later
// What may happen without asking: a pure function of the request, the mode and the rules.
#pragma once

#include "core/base/error.h"
#include "core/protocol/types.h"

namespace cohort::policy {

/// What a call can do. A call's effects are declared by its tool.
enum class Effect : std::uint8_t {
    None,   ///< changes nothing outside the session: the to-do list
    Reads,  ///< the project's files
    Writes, ///< the project's files
    Runs,   ///< a command in the sandbox
};

/// One rule, as a person writes it: `TOOL PATTERN`, such as `bash ./test.sh` or `edit src/**`.
///
/// For a tool that runs commands the pattern is the exact command line. For the others it is a path pattern in which
/// `*` stands for anything but '/', `**` for anything.
struct Rule {
    protocol::Decision decision = protocol::Decision::Ask;
    QString tool;
    QString pattern;
    QString origin; ///< "built-in", "you, for this project", "you, for this session"

    bool operator==(const Rule &) const = default;

    [[nodiscard]] QString text() const { return tool + QLatin1Char(' ') + pattern; }
};

/// Reads `TOOL PATTERN`. Invalid when there is no pattern.
[[nodiscard]] Result<Rule> parseRule(const QString &text, protocol::Decision decision, const QString &origin);

/// A call that is judged.
struct Request {
    QString tool;
    Effect effect = Effect::Reads;
    QString subject; ///< the command line, or the path relative to the project; empty when there is none
};

struct Verdict {
    protocol::Decision decision = protocol::Decision::Ask;
    QString rule;   ///< the rule that decided, or "mode: ask"
    QString reason; ///< for people, a sentence
};

/// Deny beats ask beats allow; where no rule speaks, the mode decides; in Plan mode nothing but reading is allowed,
/// whatever the rules say.
[[nodiscard]] Verdict decide(const Request &request, protocol::Mode mode, const QList<Rule> &rules);

/// The narrowest rule that would allow this very request again.
[[nodiscard]] Rule narrowRule(const Request &request);

/// Whether the pattern of a rule fits a request.
[[nodiscard]] bool matches(const Rule &rule, const Request &request);

} // namespace cohort::policy
