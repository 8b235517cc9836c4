// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/providers/script.h"

#include <QFile>
#include <QTest>

using namespace cohort;
using namespace cohort::providers;

class TestScript : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void followsTheResults();
    void neverSaysGreenAfterRed();
    void stopsHonestlyWhenSurprised();
    void aNewTurnBeginsAtTheStart();
    void brokenScriptsAreExplained_data();
    void brokenScriptsAreExplained();

private:
    [[nodiscard]] static Script greeting();
};

Script TestScript::greeting()
{
    QFile file(QStringLiteral(SOURCE_FOLDER "/resources/rehearsals/greeting.yaml"));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("no rehearsal");
    return *Script::parse(file.readAll(), QStringLiteral("greeting"));
}

namespace {

const QString source = QStringLiteral("1\t#!/bin/sh\n4\tprintf 'Hello %s\\n' \"$name\"\n");
const QString red = QStringLiteral("FAIL greet Ada: expected \"Hello, Ada!\", got \"Hello Ada\"\n[exit code: 1]");
const QString green = QStringLiteral("PASS\n[exit code: 0]");

/// Plays the conversation on: the script's answer, then these results for its calls.
Script::Answer play(const Script &script, QList<Message> &messages, const QString &result)
{
    const Script::Answer answer = script.next(messages);
    messages.append({.role = Role::Assistant, .text = answer.text, .calls = answer.calls});
    for (const protocol::ToolCall &call : answer.calls)
        messages.append({.role = Role::Tool, .text = result, .call = call.id, .tool = call.tool});
    return answer;
}

} // namespace

void TestScript::followsTheResults()
{
    const Script script = greeting();
    QList<Message> messages{{.role = Role::User, .text = QStringLiteral("go")}};
    play(script, messages, source);
    QCOMPARE(play(script, messages, red).calls.last().tool, QStringLiteral("bash"));
    const Script::Answer edit = play(script, messages, QStringLiteral("Changed greet.sh (+1 −1)."));
    QCOMPARE(edit.calls.last().tool, QStringLiteral("edit"));
    QCOMPARE(edit.calls.last().arguments.value(QStringLiteral("old")).toString(),
             QStringLiteral("printf 'Hello %s\\n'"));
    play(script, messages, green);
    const Script::Answer last = script.next(messages);
    QVERIFY(last.calls.isEmpty());
    QVERIFY(last.text.contains(QLatin1String("All three tests pass now")));
}

void TestScript::neverSaysGreenAfterRed()
{
    const Script script = greeting();
    QList<Message> messages{{.role = Role::User, .text = QStringLiteral("go")}};
    for (const QString &result : {source, red, QStringLiteral("Changed greet.sh (+1 −1)."), red})
        play(script, messages, result);
    const Script::Answer last = script.next(messages);
    QVERIFY(!last.text.contains(QLatin1String("pass now")));
    QVERIFY(last.text.contains(QLatin1String("still fail")));
}

void TestScript::stopsHonestlyWhenSurprised()
{
    const Script script = greeting();
    QList<Message> messages{{.role = Role::User, .text = QStringLiteral("go")}};
    play(script, messages, QStringLiteral("there is no file greet.sh in the project"));
    const Script::Answer last = script.next(messages);
    QVERIFY(last.calls.isEmpty());
    QVERIFY(last.text.contains(QLatin1String("not in it")));
}

void TestScript::aNewTurnBeginsAtTheStart()
{
    const Script script = greeting();
    QList<Message> messages{{.role = Role::User, .text = QStringLiteral("go")}};
    const Script::Answer first = script.next(messages);
    for (const QString &result : {source, green})
        play(script, messages, result);
    messages.append({.role = Role::Assistant, .text = script.next(messages).text});
    messages.append({.role = Role::User, .text = QStringLiteral("again")});
    QCOMPARE(script.next(messages).text, first.text);
}

void TestScript::brokenScriptsAreExplained_data()
{
    QTest::addColumn<QByteArray>("yaml");
    QTest::addColumn<QString>("said");
    QTest::newRow("no start") << QByteArray("states: {other: {say: x}}") << QStringLiteral("start");
    QTest::newRow("unknown state") << QByteArray("states: {start: {say: x, next: [{when: y, go: nowhere}]}}")
                                   << QStringLiteral("nowhere");
    QTest::newRow("bad pattern") << QByteArray("states: {start: {say: x, next: [{when: '(', go: start}]}}")
                                 << QStringLiteral("pattern");
    QTest::newRow("call without tool") << QByteArray("states: {start: {calls: [{arguments: {}}]}}")
                                       << QStringLiteral("tool");
    QTest::newRow("no YAML") << QByteArray("states: [") << QStringLiteral("line");
}

void TestScript::brokenScriptsAreExplained()
{
    QFETCH(QByteArray, yaml);
    QFETCH(QString, said);
    const auto script = Script::parse(yaml, QStringLiteral("test"));
    QVERIFY(!script);
    QVERIFY2(script.error().message.contains(said), qPrintable(script.error().message));
}

QTEST_GUILESS_MAIN(TestScript)
#include "tst_script.moc"
