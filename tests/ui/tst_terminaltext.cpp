// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/terminaltext.h"

#include <QTest>

using namespace cohort::ui;

class TestTerminalText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void text_data()
    {
        QTest::addColumn<QString>("written");
        QTest::addColumn<QString>("shown");
        QTest::newRow("lines") << QStringLiteral("a\nb") << QStringLiteral("a\nb");
        QTest::newRow("a progress bar overwrites")
            << QStringLiteral("10 %\r 20 %\r100 %\n") << QStringLiteral("100 %\n");
        QTest::newRow("a shorter text leaves the rest") << QStringLiteral("abcdef\rxy") << QStringLiteral("xycdef");
        QTest::newRow("erase to the end") << QStringLiteral("abcdef\rxy\x1b[K") << QStringLiteral("xy");
        QTest::newRow("erase the line") << QStringLiteral("abc\x1b[2K\rx") << QStringLiteral("x");
        QTest::newRow("backspace") << QStringLiteral("abc\b\bx") << QStringLiteral("axc");
        QTest::newRow("tab") << QStringLiteral("a\tb") << QStringLiteral("a       b");
        QTest::newRow("colours leave no trace") << QStringLiteral("\x1b[1;31mred\x1b[0m") << QStringLiteral("red");
        QTest::newRow("a title is dropped") << QStringLiteral("\x1b]0;title\x07text") << QStringLiteral("text");
        QTest::newRow("a hyperlink is dropped")
            << QStringLiteral("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\") << QStringLiteral("link");
        QTest::newRow("column") << QStringLiteral("\x1b[5Gx") << QStringLiteral("    x");
        QTest::newRow("carriage return and line feed") << QStringLiteral("a\r\nb\r\n") << QStringLiteral("a\nb\n");
    }
    void text()
    {
        QFETCH(QString, written);
        QFETCH(QString, shown);
        TerminalText whole;
        whole.write(written);
        QCOMPARE(whole.plainText(), shown);
        TerminalText pieces; // cut anywhere
        for (const QChar letter : written)
            pieces.write(QStringView(&letter, 1));
        QCOMPARE(pieces.plainText(), shown);
    }

    void coloursMakeRuns()
    {
        TerminalText text;
        text.write(u"a\x1b[31mb\x1b[1mc\x1b[0md\x1b[38;5;200me\x1b[48;2;1;2;3mf");
        const auto runs = text.line(0);
        QCOMPARE(runs.size(), 6);
        QCOMPARE(runs[1].text, QStringLiteral("b"));
        QCOMPARE(runs[1].style.foreground, 1);
        QVERIFY(runs[2].style.bold);
        QCOMPARE(runs[3].style, TerminalStyle{});
        QCOMPARE(runs[4].style.foreground, 200);
        QCOMPARE(runs[5].style.background, 0x1010203);
    }

    void overwritingTakesTheColourAlong()
    {
        TerminalText text;
        text.write(u"\x1b[31mabcdef\r\x1b[32mxy");
        const auto runs = text.line(0);
        QCOMPARE(runs.size(), 2);
        QCOMPARE(runs[0].text, QStringLiteral("xy"));
        QCOMPARE(runs[0].style.foreground, 2);
        QCOMPARE(runs[1].text, QStringLiteral("cdef"));
        QCOMPARE(runs[1].style.foreground, 1);
    }

    void memoryIsBounded()
    {
        TerminalText text(100);
        for (int line = 0; line < 1000; ++line)
            text.write(QStringLiteral("line %1\n").arg(line));
        QCOMPARE(text.lineCount(), 100);
        QCOMPARE(text.dropped(), 901);
        QCOMPARE(text.plainLine(0), QStringLiteral("line 901"));
        text.write(QString(100'000, u'x'));
        for (int line = 0; line < text.lineCount(); ++line)
            QVERIFY(text.plainLine(line).size() <= 8000);
    }
};

QTEST_GUILESS_MAIN(TestTerminalText)
#include "tst_terminaltext.moc"
