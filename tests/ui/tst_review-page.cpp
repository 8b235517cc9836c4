// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/scenes.h"
#include "ui/review/diffview.h"
#include "ui/review/reviewpage.h"

#include <QTest>
#include <QToolButton>

using namespace cohort;
using namespace cohort::protocol;
using cohort::tests::FakeLink;

class TestReview : public QObject
{
    Q_OBJECT

    static void open(FakeLink &link, ui::ChangeList &changes)
    {
        tests::furnish(link);
        tests::playAll(link);
        changes.refresh();
    }

private Q_SLOTS:
    void keysDecideTheCurrentHunk()
    {
        FakeLink link;
        ui::ChangeList changes(&link);
        ui::ReviewPage page(&changes);
        open(link, changes);
        QTRY_COMPARE(page.diff()->hunkCount(), 2);
        QCOMPARE(page.diff()->currentHunk(), 0);
        QTest::keyClick(page.diff(), Qt::Key_J);
        QCOMPARE(page.diff()->currentHunk(), 1);
        QTest::keyClick(page.diff(), Qt::Key_R);
        const auto decided = link.sent<DecideHunks>();
        QCOMPARE(decided.size(), 1);
        QCOMPARE(decided.first().hunks, QStringList{QStringLiteral("h2")});
        QCOMPARE(decided.first().decision, HunkDecision::Reject);
        QTest::keyClick(page.diff(), Qt::Key_K);
        QCOMPARE(page.diff()->currentHunk(), 0);
        QTest::keyClick(page.diff(), Qt::Key_A);
        QCOMPARE(link.sent<DecideHunks>().last().hunks, QStringList{QStringLiteral("h1")});
        QTest::keyClick(page.diff(), Qt::Key_U);
        QCOMPARE(link.sent<UndoDecision>().size(), 1);
    }

    void everyHunkHasItsButtons()
    {
        FakeLink link;
        ui::ChangeList changes(&link);
        ui::ReviewPage page(&changes);
        open(link, changes);
        QTRY_COMPARE(page.diff()->hunkCount(), 2);
        QCOMPARE(page.diff()->findChildren<QToolButton *>().size(), 4);
    }

    void theNextFileIsShownWhenOneIsDone()
    {
        FakeLink link;
        ui::ChangeList changes(&link);
        open(link, changes);
        connect(&link, &engine::EngineLink::published, &changes, [&changes](const QList<Event> &events) {
            for (const auto &event : events)
                if (const auto *now = event.as<ChangesChanged>())
                    changes.setChanges(now->changes);
        });
        QTRY_COMPARE(changes.change().hunks.size(), 2);
        QCOMPARE(changes.path(), QStringLiteral("greet.sh"));
        changes.decide({}, HunkDecision::Accept);
        QTRY_COMPARE(changes.path(), QStringLiteral("docs/usage.md"));
        changes.acceptAll();
        QTRY_COMPARE(changes.rowCount(), 0);
        QVERIFY(changes.path().isEmpty());
    }
};

QTEST_MAIN(TestReview)
#include "tst_review-page.moc"
