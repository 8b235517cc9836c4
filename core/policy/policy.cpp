// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/policy/policy.h"

#include <QRegularExpression>

#include <optional>

namespace cohort::policy {

using protocol::Decision;
using protocol::Mode;

namespace {

/// `*` does not cross a '/', `**` does; everything else stands for itself.
bool fitsPath(const QString &pattern, const QString &path)
{
    QString expression = QRegularExpression::escape(pattern);
    expression.replace(QStringLiteral("\\*\\*"), QStringLiteral(".*"));
    expression.replace(QStringLiteral("\\*"), QStringLiteral("[^/]*"));
    const QRegularExpression regex(QRegularExpression::anchoredPattern(expression),
                                   QRegularExpression::DotMatchesEverythingOption);
    return regex.match(path).hasMatch();
}

Verdict byMode(const Request &request, Mode mode)
{
    const auto verdict = [mode](Decision decision, const QString &reason) {
        constexpr std::array names{"plan", "ask", "edit", "auto"};
        return Verdict{.decision = decision,
                       .rule = QStringLiteral("mode: %1").arg(QLatin1String(names.at(static_cast<std::size_t>(mode)))),
                       .reason = reason};
    };
    switch (request.effect) {
    case Effect::None:
    case Effect::Reads:
        return verdict(Decision::Allow, QStringLiteral("it only reads the project"));
    case Effect::Writes:
        if (mode == Mode::Plan)
            return verdict(Decision::Deny, QStringLiteral("in Plan mode nothing is written"));
        if (mode == Mode::Ask)
            return verdict(Decision::Ask, QStringLiteral("in Ask mode every change of a file is asked"));
        return verdict(Decision::Allow, QStringLiteral("files of the project may be changed in this mode"));
    case Effect::Runs:
        if (mode == Mode::Plan)
            return verdict(Decision::Deny, QStringLiteral("in Plan mode nothing is run"));
        if (mode == Mode::Auto)
            return verdict(Decision::Allow, QStringLiteral("in Auto mode commands run freely inside the sandbox"));
        return verdict(Decision::Ask, QStringLiteral("in this mode every command is asked"));
    }
    return verdict(Decision::Ask, {});
}

} // namespace

Result<Rule> parseRule(const QString &text, Decision decision, const QString &origin)
{
    const QString clean = text.trimmed();
    const qsizetype space = clean.indexOf(QLatin1Char(' '));
    if (space < 1) {
        return fail(ErrorKind::Invalid, QStringLiteral("\"%1\" is no rule: write a tool and what it may work on, such "
                                                       "as \"bash ./test.sh\" or \"edit src/**\"")
                                            .arg(text));
    }
    return Rule{.decision = decision,
                .tool = clean.first(space),
                .pattern = clean.sliced(space + 1).trimmed(),
                .origin = origin};
}

bool matches(const Rule &rule, const Request &request)
{
    if (rule.tool != request.tool)
        return false;
    if (request.effect == Effect::Runs)
        return rule.pattern == request.subject.trimmed();
    return fitsPath(rule.pattern, request.subject);
}

Verdict decide(const Request &request, Mode mode, const QList<Rule> &rules)
{
    const Verdict standard = byMode(request, mode);
    if (standard.decision == Decision::Deny)
        return standard;
    std::optional<Rule> strongest;
    for (const Rule &rule : rules) {
        if (matches(rule, request) && (!strongest || rule.decision > strongest->decision))
            strongest = rule;
    }
    if (!strongest)
        return standard;
    const char *words = strongest->decision == Decision::Allow  ? "allowed"
                        : strongest->decision == Decision::Deny ? "denied"
                                                                : "asked";
    return {.decision = strongest->decision,
            .rule = strongest->text(),
            .reason = QStringLiteral("%1 by a rule of %2").arg(QLatin1String(words), strongest->origin)};
}

Rule narrowRule(const Request &request)
{
    return {.decision = Decision::Allow, .tool = request.tool, .pattern = request.subject.trimmed(), .origin = {}};
}

} // namespace cohort::policy
