// SPDX-License-Identifier: GPL-3.0-or-later
// What every tool promises, walked over the registry.
#include "core/tools/tool.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace cohort;
using namespace cohort::tools;

class TestRegistry : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyToolKeepsTheContract();
    void definitionsAreShort();
    void argumentsAreChecked_data();
    void argumentsAreChecked();
};

void TestRegistry::everyToolKeepsTheContract()
{
    QSet<QString> names;
    for (const auto &tool : makeAllTools()) {
        QVERIFY(QRegularExpression(QStringLiteral("^[a-z][a-z0-9_-]{0,63}$")).match(tool->name()).hasMatch());
        QVERIFY(!names.contains(tool->name()));
        names.insert(tool->name());
        QVERIFY(!tool->description().isEmpty());
        const QJsonObject schema = tool->schema().object();
        QCOMPARE(schema.value(QStringLiteral("type")).toString(), QStringLiteral("object"));
        QCOMPARE(schema.value(QStringLiteral("additionalProperties")).toBool(true), false);
        // Anything that a model invents is an error that it can act on.
        const auto checked = tool->schema().check({{QStringLiteral("nonsense"), true}});
        QVERIFY(!checked);
        QVERIFY(checked.error().message.contains(QLatin1String("schema")));
        QVERIFY(tool->target({}).size() < 100); // does not need valid arguments
    }
    QCOMPARE(names, (QSet<QString>{QStringLiteral("read"), QStringLiteral("write"), QStringLiteral("edit"),
                                   QStringLiteral("glob"), QStringLiteral("grep"), QStringLiteral("find"),
                                   QStringLiteral("bash"), QStringLiteral("plan")}));
}

void TestRegistry::definitionsAreShort()
{
    // Every request carries them: about four bytes are a token, and prompt and tools together may have 1,500 of those.
    qsizetype bytes = 0;
    for (const auto &tool : makeAllTools())
        bytes += tool->description().toUtf8().size()
                 + QJsonDocument(tool->schema().object()).toJson(QJsonDocument::Compact).size();
    QVERIFY2(bytes < 4 * 1000, qPrintable(QString::number(bytes)));
}

void TestRegistry::argumentsAreChecked_data()
{
    QTest::addColumn<QString>("tool");
    QTest::addColumn<QByteArray>("arguments");
    QTest::addColumn<bool>("valid");
    QTest::newRow("read") << QStringLiteral("read") << QByteArray(R"({"path":"a","offset":2})") << true;
    QTest::newRow("read without path") << QStringLiteral("read") << QByteArray("{}") << false;
    QTest::newRow("offset as text") << QStringLiteral("read") << QByteArray(R"({"path":"a","offset":"2"})") << false;
    QTest::newRow("offset 0") << QStringLiteral("read") << QByteArray(R"({"path":"a","offset":0})") << false;
    QTest::newRow("edit list") << QStringLiteral("edit")
                               << QByteArray(R"({"path":"a","edits":[{"old":"x","new":"y"}]})") << true;
    QTest::newRow("edit list without new")
        << QStringLiteral("edit") << QByteArray(R"({"path":"a","edits":[{"old":"x"}]})") << false;
    QTest::newRow("empty command") << QStringLiteral("bash") << QByteArray(R"({"command":""})") << false;
    QTest::newRow("plan state") << QStringLiteral("plan") << QByteArray(R"({"items":[{"text":"a","state":"later"}]})")
                                << false;
}

void TestRegistry::argumentsAreChecked()
{
    QFETCH(QString, tool);
    QFETCH(QByteArray, arguments);
    QFETCH(bool, valid);
    for (const auto &known : makeAllTools()) {
        if (known->name() == tool)
            QCOMPARE(known->schema().check(QJsonDocument::fromJson(arguments).object()).has_value(), valid);
    }
}

QTEST_GUILESS_MAIN(TestRegistry)
#include "tst_registry.moc"
