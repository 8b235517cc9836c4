// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/changes/diff.h"
#include "core/changes/merge.h"

#include <QRandomGenerator>
#include <QTest>

using namespace cohort;
using namespace cohort::changes;
using protocol::Hunk;

namespace {

QByteArray randomText(QRandomGenerator &random, int lines)
{
    QByteArray text;
    for (int i = 0; i < lines; ++i)
        text += QByteArray(1, static_cast<char>('a' + random.bounded(6))) + (random.bounded(9) == 0 ? "\r\n" : "\n");
    if (random.bounded(3) == 0 && !text.isEmpty())
        text.chop(1); // no line end at the end
    return text;
}

QByteArray randomEdit(QRandomGenerator &random, const QByteArray &text)
{
    QList<QByteArray> lines;
    for (const QByteArrayView line : splitLines(text))
        lines.append(line.toByteArray());
    for (int i = random.bounded(6); i >= 0; --i) {
        const int at = random.bounded(static_cast<int>(lines.size()) + 1);
        if (random.bounded(2) == 0)
            lines.insert(at, "new " + QByteArray::number(random.bounded(100)) + "\n");
        else if (at < lines.size())
            lines.removeAt(at);
    }
    return lines.join();
}

} // namespace

class TestMerge : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void acceptingAllMovesTheBaseline();
    void anySequenceOfDecisionsEndsWithOneText();
    void unknownHunksAreAConflict();
    void unifiedDiffsReadLikeGits();
};

void TestMerge::acceptingAllMovesTheBaseline()
{
    const Sides sides{.before = "a\nb\nc\n", .after = "a\nx\nc\nd"};
    QStringList ids;
    const auto hunks = makeHunks(sides.before, sides.after);
    for (const Hunk &hunk : *hunks)
        ids.append(hunk.id);
    QCOMPARE(*acceptHunks(sides, ids), (Sides{.before = sides.after, .after = sides.after}));
    QCOMPARE(*rejectHunks(sides, ids), (Sides{.before = sides.before, .after = sides.before}));
}

void TestMerge::anySequenceOfDecisionsEndsWithOneText()
{
    // Deciding hunk by hunk, in any order and any way, ends with both sides the same; accepting everything gives the
    // new text, rejecting everything the old one, byte for byte.
    QRandomGenerator random(20'250'607);
    for (int round = 0; round < 400; ++round) {
        const Sides first{.before = randomText(random, random.bounded(60)), .after = {}};
        Sides sides = first;
        sides.after = randomEdit(random, first.before);
        const QByteArray edited = sides.after;
        const int way = random.bounded(3); // 0 accept, 1 reject, 2 either
        for (int guard = 0; sides.before != sides.after; ++guard) {
            QVERIFY(guard < 200);
            const auto hunks = makeHunks(sides.before, sides.after);
            QVERIFY(hunks && !hunks->isEmpty());
            const QStringList one{hunks->at(random.bounded(hunks->size())).id};
            const bool accept = way == 0 || (way == 2 && random.bounded(2) == 0);
            const auto decided = accept ? acceptHunks(sides, one) : rejectHunks(sides, one);
            QVERIFY(decided);
            QVERIFY(*decided != sides);
            sides = *decided;
        }
        if (way == 0)
            QCOMPARE(sides.before, edited);
        if (way == 1)
            QCOMPARE(sides.after, first.before);
    }
}

void TestMerge::unknownHunksAreAConflict()
{
    const Sides sides{.before = "a\n", .after = "b\n"};
    QCOMPARE(acceptHunks(sides, {QStringLiteral("nothing")}).error().kind, ErrorKind::Conflict);
}

void TestMerge::unifiedDiffsReadLikeGits()
{
    QCOMPARE(*unifiedDiff("a\nb\nc", "a\nB\nc", QStringLiteral("x")),
             QStringLiteral("--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n\\ No newline at end of file\n"));
    QCOMPARE(*unifiedDiff("", "a\n", QStringLiteral("x")), QStringLiteral("--- a/x\n+++ b/x\n@@ -0,0 +1,1 @@\n+a\n"));
    QCOMPARE(*unifiedDiff("a\n", "a\n", QStringLiteral("x")), QString());
}

QTEST_GUILESS_MAIN(TestMerge)
#include "tst_merge.moc"
