// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/framing.h"

#include <QTest>

using namespace cohort;
using namespace cohort::net;

class TestFraming : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void linesAreTheSameHoweverTheyAreCut();
    void aLastLineWithoutEndIsTheRest();
    void aGiganticLineIsRefused();
    void eventsAreTheSameHoweverTheyAreCut();
};

void TestFraming::linesAreTheSameHoweverTheyAreCut()
{
    const QByteArray stream = "one\r\ntwo ü\n\nfour\r\r\n";
    const QList<QByteArray> expected{"one", "two ü", "", "four\r"};
    for (qsizetype first = 0; first <= stream.size(); ++first) {
        for (qsizetype second = first; second <= stream.size(); ++second) {
            LineFramer framer;
            QList<QByteArray> lines;
            for (const QByteArray &piece :
                 {stream.first(first), stream.sliced(first, second - first), stream.sliced(second)}) {
                QVERIFY(framer.push(piece));
                while (const auto line = framer.next())
                    lines.append(line->toByteArray());
            }
            QCOMPARE(lines, expected);
        }
    }
}

void TestFraming::aLastLineWithoutEndIsTheRest()
{
    LineFramer framer;
    QVERIFY(framer.push("a\nb"));
    QCOMPARE(framer.next()->toByteArray(), QByteArray("a"));
    QVERIFY(!framer.next());
    QCOMPARE(framer.rest().toByteArray(), QByteArray("b"));
}

void TestFraming::aGiganticLineIsRefused()
{
    LineFramer framer(1000);
    QVERIFY(framer.push(QByteArray(900, 'x')));
    const Result<> pushed = framer.push(QByteArray(200, 'x'));
    QVERIFY(!pushed);
    QCOMPARE(pushed.error().kind, ErrorKind::Limit);
}

void TestFraming::eventsAreTheSameHoweverTheyAreCut()
{
    const QByteArray stream =
        ": keep-alive\n\ndata: {\"a\":1}\n\nevent: x\ndata:two\ndata: lines\nid: 7\n\n\ndata: [DONE]\r\n\r\n";
    const QList<ServerSentEvent> expected{
        {.event = {}, .data = "{\"a\":1}"}, {.event = "x", .data = "two\nlines"}, {.event = {}, .data = "[DONE]"}};
    for (qsizetype cut = 0; cut <= stream.size(); ++cut) {
        LineFramer framer;
        SseParser parser;
        QList<ServerSentEvent> events;
        for (const QByteArray &piece : {stream.first(cut), stream.sliced(cut)}) {
            QVERIFY(framer.push(piece));
            while (const auto line = framer.next()) {
                if (const auto event = parser.push(*line))
                    events.append(*event);
            }
        }
        QCOMPARE(events, expected);
        QVERIFY(!parser.isInside());
    }
}

QTEST_GUILESS_MAIN(TestFraming)
#include "tst_framing.moc"
