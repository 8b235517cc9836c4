// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/policy/policy.h"

#include <QTest>

using namespace cohort;
using namespace cohort::policy;
using protocol::Decision;
using protocol::Mode;

Q_DECLARE_METATYPE(cohort::policy::Effect)

class TestPolicy : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void modes_data();
    void modes();
    void denyBeatsAskBeatsAllow();
    void anAllowedCommandIsThatCommandOnly_data();
    void anAllowedCommandIsThatCommandOnly();
    void pathPatterns_data();
    void pathPatterns();
    void planModeIsStrongerThanRules();
    void aRuleNeedsAToolAndAPattern();
    void theNarrowRuleFitsItsOwnRequest();
};

void TestPolicy::modes_data()
{
    QTest::addColumn<int>("mode");
    QTest::addColumn<int>("effect");
    QTest::addColumn<int>("decision");
    const auto row = [](const char *name, Mode mode, Effect effect, Decision decision) {
        QTest::newRow(name) << static_cast<int>(mode) << static_cast<int>(effect) << static_cast<int>(decision);
    };
    for (const Mode mode : {Mode::Plan, Mode::Ask, Mode::Edit, Mode::Auto}) {
        row(qPrintable(QStringLiteral("read %1").arg(static_cast<int>(mode))), mode, Effect::Reads, Decision::Allow);
        row(qPrintable(QStringLiteral("none %1").arg(static_cast<int>(mode))), mode, Effect::None, Decision::Allow);
    }
    row("plan writes", Mode::Plan, Effect::Writes, Decision::Deny);
    row("plan runs", Mode::Plan, Effect::Runs, Decision::Deny);
    row("ask writes", Mode::Ask, Effect::Writes, Decision::Ask);
    row("ask runs", Mode::Ask, Effect::Runs, Decision::Ask);
    row("edit writes", Mode::Edit, Effect::Writes, Decision::Allow);
    row("edit runs", Mode::Edit, Effect::Runs, Decision::Ask);
    row("auto writes", Mode::Auto, Effect::Writes, Decision::Allow);
    row("auto runs", Mode::Auto, Effect::Runs, Decision::Allow);
}

void TestPolicy::modes()
{
    QFETCH(int, mode);
    QFETCH(int, effect);
    QFETCH(int, decision);
    const Verdict verdict =
        decide({.tool = QStringLiteral("t"), .effect = static_cast<Effect>(effect), .subject = QStringLiteral("x")},
               static_cast<Mode>(mode), {});
    QCOMPARE(static_cast<int>(verdict.decision), decision);
    QVERIFY(!verdict.reason.isEmpty());
}

void TestPolicy::denyBeatsAskBeatsAllow()
{
    const auto rule = [](Decision decision) {
        return *parseRule(QStringLiteral("bash make"), decision, QStringLiteral("x"));
    };
    const Request request{.tool = QStringLiteral("bash"), .effect = Effect::Runs, .subject = QStringLiteral("make")};
    QCOMPARE(decide(request, Mode::Ask, {rule(Decision::Allow)}).decision, Decision::Allow);
    QCOMPARE(decide(request, Mode::Auto, {rule(Decision::Allow), rule(Decision::Ask)}).decision, Decision::Ask);
    QCOMPARE(decide(request, Mode::Auto, {rule(Decision::Deny), rule(Decision::Ask), rule(Decision::Allow)}).decision,
             Decision::Deny);
}

void TestPolicy::anAllowedCommandIsThatCommandOnly_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<bool>("allowed");
    QTest::newRow("the same") << QStringLiteral("git status") << true;
    QTest::newRow("with spaces around") << QStringLiteral("  git status\n") << true;
    QTest::newRow("with more") << QStringLiteral("git status; rm -rf .") << false;
    QTest::newRow("with an option") << QStringLiteral("git -c core.fsmonitor=x status") << false;
    QTest::newRow("in a substitution") << QStringLiteral("git status $(rm -rf .)") << false;
    QTest::newRow("second line") << QStringLiteral("git status\nrm -rf .") << false;
    QTest::newRow("another case") << QStringLiteral("Git Status") << false;
}

void TestPolicy::anAllowedCommandIsThatCommandOnly()
{
    QFETCH(QString, command);
    QFETCH(bool, allowed);
    const Rule rule = *parseRule(QStringLiteral("bash git status"), Decision::Allow, QStringLiteral("x"));
    const Verdict verdict =
        decide({.tool = QStringLiteral("bash"), .effect = Effect::Runs, .subject = command}, Mode::Ask, {rule});
    QCOMPARE(verdict.decision == Decision::Allow, allowed);
}

void TestPolicy::pathPatterns_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("path");
    QTest::addColumn<bool>("fits");
    QTest::newRow("exact") << QStringLiteral("a.b") << QStringLiteral("a.b") << true;
    QTest::newRow("dot is a dot") << QStringLiteral("a.b") << QStringLiteral("axb") << false;
    QTest::newRow("star") << QStringLiteral("src/*.cpp") << QStringLiteral("src/x.cpp") << true;
    QTest::newRow("star stays in its folder") << QStringLiteral("src/*.cpp") << QStringLiteral("src/y/x.cpp") << false;
    QTest::newRow("two stars") << QStringLiteral("src/**") << QStringLiteral("src/y/x.cpp") << true;
    QTest::newRow("not the neighbour") << QStringLiteral("src/**") << QStringLiteral("srcs/x") << false;
}

void TestPolicy::pathPatterns()
{
    QFETCH(QString, pattern);
    QFETCH(QString, path);
    QFETCH(bool, fits);
    const Rule rule{.decision = Decision::Allow, .tool = QStringLiteral("edit"), .pattern = pattern, .origin = {}};
    QCOMPARE(matches(rule, {.tool = QStringLiteral("edit"), .effect = Effect::Writes, .subject = path}), fits);
}

void TestPolicy::planModeIsStrongerThanRules()
{
    const Rule rule = *parseRule(QStringLiteral("bash make"), Decision::Allow, QStringLiteral("x"));
    QCOMPARE(decide({.tool = QStringLiteral("bash"), .effect = Effect::Runs, .subject = QStringLiteral("make")},
                    Mode::Plan, {rule})
                 .decision,
             Decision::Deny);
}

void TestPolicy::aRuleNeedsAToolAndAPattern()
{
    for (const char *text : {"", "bash", "bash ", "  "})
        QVERIFY(!parseRule(QLatin1String(text), Decision::Allow, {}));
}

void TestPolicy::theNarrowRuleFitsItsOwnRequest()
{
    const Request request{
        .tool = QStringLiteral("bash"), .effect = Effect::Runs, .subject = QStringLiteral("make -j2 'a b'")};
    const Rule rule = *parseRule(narrowRule(request).text(), Decision::Allow, {});
    QVERIFY(matches(rule, request));
}

QTEST_GUILESS_MAIN(TestPolicy)
#include "tst_policy.moc"
