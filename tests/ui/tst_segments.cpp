// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/segments.h"

#include <QTest>

using namespace cohort::ui;

class TestSegments : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void textWithoutCodeIsOnePart()
    {
        const QString text = QStringLiteral("# Title\n\nWords.\n");
        QCOMPARE(segmentsOf(text), (QList<Segment>{{.length = text.size()}}));
    }

    void codeStandsAlone()
    {
        const QString text = QStringLiteral("Before\n\n```cpp\nint a;\n```\nAfter\n");
        const auto segments = segmentsOf(text);
        QCOMPARE(segments.size(), 3);
        QCOMPARE(segments[1].kind, Segment::Kind::Code);
        QCOMPARE(segments[1].language, QStringLiteral("cpp"));
        QCOMPARE(text.mid(segments[1].start, segments[1].length), QStringLiteral("int a;\n"));
        QCOMPARE(text.mid(segments[2].start, segments[2].length), QStringLiteral("After\n"));
    }

    void anOpenFenceIsCodeAlready()
    {
        const auto segments = segmentsOf(u"```\nint");
        QCOMPARE(segments.size(), 1);
        QCOMPARE(segments[0].kind, Segment::Kind::Code);
    }

    void aLongerFenceHoldsAShorterOne()
    {
        const QString text = QStringLiteral("````md\n```\nx\n```\n````\n");
        const auto segments = segmentsOf(text);
        QCOMPARE(segments.size(), 1);
        QCOMPARE(text.mid(segments[0].start, segments[0].length), QStringLiteral("```\nx\n```\n"));
    }

    void whatComesLaterChangesOnlyTheLastPart()
    {
        QString text;
        for (int paragraph = 0; paragraph < 60; ++paragraph)
            text +=
                QStringLiteral("Paragraph %1 with a few words in it, so that it gets long enough.\n\n").arg(paragraph);
        text += QStringLiteral("```sh\n");
        for (int line = 0; line < 400; ++line)
            text += QStringLiteral("echo %1\n").arg(line);
        const auto all = segmentsOf(text);
        QVERIFY(all.size() > 3);
        for (qsizetype length = 1; length < text.size(); length += 97) {
            const auto some = segmentsOf(QStringView(text).first(length));
            for (qsizetype index = 0; index + 1 < some.size(); ++index)
                QCOMPARE(some[index], all[index]);
        }
    }
};

QTEST_GUILESS_MAIN(TestSegments)
#include "tst_segments.moc"
