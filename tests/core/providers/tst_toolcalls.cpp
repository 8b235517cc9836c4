// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/providers/toolcalls.h"

#include <QJsonDocument>
#include <QTest>

using namespace cohort::providers;
using cohort::protocol::ToolCall;

class TestToolCalls : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void fragments_data();
    void fragments();
};

void TestToolCalls::fragments_data()
{
    QTest::addColumn<QList<QByteArray>>("fragments");
    QTest::addColumn<QStringList>("calls"); // "id name arguments"
    using Bytes = QList<QByteArray>;
    QTest::newRow("as specified") << Bytes{R"({"index":0,"id":"a","function":{"name":"read","arguments":""}})",
                                           R"({"index":0,"function":{"arguments":"{\"p\":"}})",
                                           R"({"index":0,"function":{"arguments":"1}"}})"}
                                  << QStringList{QStringLiteral("a read {\"p\":1}")};
    QTest::newRow("same index, two ids") << Bytes{R"({"index":0,"id":"a","function":{"name":"read","arguments":"{}"}})",
                                                  R"({"index":0,"id":"b","function":{"name":"bash","arguments":"{}"}})"}
                                         << QStringList{QStringLiteral("a read {}"), QStringLiteral("b bash {}")};
    QTest::newRow("id repeated in every chunk")
        << Bytes{R"({"index":0,"id":"a","function":{"name":"read","arguments":"{\"p\""}})",
                 R"({"index":0,"id":"a","function":{"name":"read","arguments":":1}"}})"}
        << QStringList{QStringLiteral("a read {\"p\":1}")};
    QTest::newRow("arguments as an object")
        << Bytes{R"({"index":0,"id":"a","function":{"name":"read","arguments":{"p":1}}})"}
        << QStringList{QStringLiteral("a read {\"p\":1}")};
    QTest::newRow("no index") << Bytes{R"({"id":"a","function":{"name":"read","arguments":"{\"p\":"}})",
                                       R"({"function":{"arguments":"1}"}})"}
                              << QStringList{QStringLiteral("a read {\"p\":1}")};
    QTest::newRow("null arguments") << Bytes{R"({"index":0,"id":"a","function":{"name":"read","arguments":null}})"}
                                    << QStringList{QStringLiteral("a read {}")};
    QTest::newRow("name comes late") << Bytes{R"({"index":0,"id":"a"})",
                                              R"({"index":0,"function":{"name":"read","arguments":"{}"}})"}
                                     << QStringList{QStringLiteral("a read {}")};
    QTest::newRow("broken") << Bytes{R"({"index":0,"id":"a","function":{"name":"read","arguments":"{\"p\":"}})"}
                            << QStringList{QStringLiteral("a read malformed")};
}

void TestToolCalls::fragments()
{
    QFETCH(QList<QByteArray>, fragments);
    QFETCH(QStringList, calls);
    ToolCallCollector collector;
    for (const QByteArray &fragment : std::as_const(fragments))
        collector.take(QJsonDocument::fromJson(fragment).object());
    QStringList found;
    for (const ToolCall &call : collector.finish()) {
        const QString arguments = call.malformed.isEmpty()
                                      ? QString::fromUtf8(QJsonDocument(call.arguments).toJson(QJsonDocument::Compact))
                                      : QStringLiteral("malformed");
        found.append(QStringLiteral("%1 %2 %3").arg(call.id, call.tool, arguments));
    }
    QCOMPARE(found, calls);
}

QTEST_GUILESS_MAIN(TestToolCalls)
#include "tst_toolcalls.moc"
