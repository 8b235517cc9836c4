// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/fuzzy.h"
#include "core/base/ids.h"
#include "core/base/text.h"

#include <QTest>

using namespace cohort;

class TestText : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void utf8IsDecodedHoweverItIsCut();
    void invalidBytesBecomeReplacements();
    void headAndTailKeepsBothEndsWithinTheLimit();
    void shortTextStaysAsItIs();
    void fuzzyPrefersTheBetterMatch_data();
    void fuzzyPrefersTheBetterMatch();
    void fuzzyNeedsAllLetters();
    void idsAreVersion7AndGrow();
};

void TestText::utf8IsDecodedHoweverItIsCut()
{
    const QString text = QStringLiteral("Grüße 🙂 漢字");
    const QByteArray bytes = text.toUtf8();
    for (qsizetype cut = 0; cut <= bytes.size(); ++cut) {
        Utf8Stream stream;
        QString decoded = stream.decode(bytes.first(cut));
        decoded += stream.decode(bytes.sliced(cut));
        QCOMPARE(decoded, text);
    }
}

void TestText::invalidBytesBecomeReplacements()
{
    Utf8Stream stream;
    const QString text = stream.decode(QByteArray("a\xFF\x00z", 4));
    QVERIFY(text.startsWith(QLatin1Char('a')) && text.endsWith(QLatin1Char('z')));
    QVERIFY(!text.contains(QChar(QChar::Null)));
    QVERIFY(text.contains(QChar(QChar::ReplacementCharacter)));
}

void TestText::headAndTailKeepsBothEndsWithinTheLimit()
{
    QByteArray text;
    for (int i = 0; i < 10'000; ++i)
        text += "line ü " + QByteArray::number(i) + '\n';
    const QByteArray cut = headAndTail(text, 2000);
    QVERIFY(cut.size() <= 2000 + 16);
    QVERIFY(cut.startsWith("line ü 0\n"));
    QVERIFY(cut.endsWith("line ü 9999\n"));
    QVERIFY(cut.contains("bytes left out"));
    QVERIFY(QString::fromUtf8(cut).toUtf8() == cut); // no letter was cut in two
}

void TestText::shortTextStaysAsItIs()
{
    QCOMPARE(headAndTail("abc", 10), QByteArray("abc"));
}

void TestText::fuzzyPrefersTheBetterMatch_data()
{
    QTest::addColumn<QString>("query");
    QTest::addColumn<QString>("better");
    QTest::addColumn<QString>("worse");
    QTest::newRow("together") << "edit" << "core/tools/edit.cpp" << "core/engine/dist/t.cpp";
    QTest::newRow("word starts") << "pf" << "core/files/projectfiles.h" << "core/xpxf.h";
    QTest::newRow("name before folder") << "turn" << "core/session/turn.cpp" << "turns/core/session/other.cpp";
    QTest::newRow("shorter") << "main.cpp" << "main.cpp" << "some/long/path/to/main.cpp";
}

void TestText::fuzzyPrefersTheBetterMatch()
{
    QFETCH(QString, query);
    QFETCH(QString, better);
    QFETCH(QString, worse);
    QVERIFY(fuzzyScore(query, better) > fuzzyScore(query, worse));
}

void TestText::fuzzyNeedsAllLetters()
{
    QCOMPARE(fuzzyScore(u"xyz", u"xy"), 0.0);
    QCOMPARE(fuzzyScore(u"abc", u"abc"), 1.0);
    QCOMPARE(fuzzyScore(u"", u"abc"), 0.0);
}

void TestText::idsAreVersion7AndGrow()
{
    const QString first = newId();
    QTest::qWait(2);
    const QString second = newId();
    QVERIFY(isId(first));
    QCOMPARE(first.at(14), QLatin1Char('7'));
    QVERIFY(first < second);
    QVERIFY(!isId(QStringLiteral("../../etc/passwd")));
}

QTEST_GUILESS_MAIN(TestText)
#include "tst_text.moc"
