// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/fakelink.h"
#include "ui/models/project.h"

#include <QSignalSpy>
#include <QTest>
#include <QTimer>

using namespace cohort;
using namespace cohort::protocol;
using cohort::tests::FakeLink;

class TestSession : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void opensTheNewestSession()
    {
        FakeLink link;
        link.addSession(QStringLiteral("old"));
        const QString newest = link.addSession(QStringLiteral("new"));
        ui::Project project(&link, QStringLiteral("/p"));
        project.start({}, false);
        QTRY_VERIFY(project.current() != nullptr && project.current()->loaded());
        QCOMPARE(project.current()->id(), newest);
    }

    void beginsOneWhereThereIsNone()
    {
        FakeLink link;
        ui::Project project(&link, QStringLiteral("/p"));
        project.start({}, false);
        QTRY_VERIFY(project.current() != nullptr);
        QCOMPARE(link.sent<CreateSession>().size(), 1);
    }

    void tenThousandMessagesComePageByPage()
    {
        FakeLink link;
        const QString id = link.addSession(QStringLiteral("long"));
        for (int index = 0; index < 5000; ++index) {
            link.record(id, UserMessage{.text = QStringLiteral("question %1").arg(index)});
            link.record(
                id, AssistantMessage{.item = QString::number(index), .text = QStringLiteral("answer %1").arg(index)});
        }
        ui::Project project(&link, QStringLiteral("/p"));
        int shownFirst = 0;
        connect(&project, &ui::Project::currentChanged, this, [&] {
            connect(project.current(), &ui::Session::loadedChanged, this,
                    [&] { shownFirst = project.current()->transcript()->count(); });
        });
        project.start({}, false);
        QTRY_VERIFY(project.current() != nullptr && project.current()->loaded());
        QVERIFY(shownFirst > 10 && shownFirst <= 200); // enough to show
        QTRY_VERIFY(project.current()->complete());
        const auto *transcript = project.current()->transcript();
        QCOMPARE(transcript->count(), 10'000);
        QCOMPARE(transcript->row(0).text, QStringLiteral("question 0"));
        QCOMPARE(transcript->row(9'999).text, QStringLiteral("answer 4999"));
        QCOMPARE(transcript->find(QStringLiteral("answer 17")).size(), 1 + 10 + 100); // 17, 170-179, 1700-1799
    }

    void whatComesBeforeTheFirstPageIsNotShownTwice()
    {
        FakeLink link;
        const QString id = link.addSession(QStringLiteral("s"));
        ui::Session session(&link, link.sessions.first());
        const auto event = link.record(id, UserMessage{.text = QStringLiteral("late")});
        session.apply(event); // the page was read before
        session.apply(event);
        QTRY_VERIFY(session.loaded());
        session.flush();
        QCOMPARE(session.transcript()->count(), 1);
    }

    void eventsAreAppliedAtMostOncePerFrame()
    {
        FakeLink link;
        const QString id = link.addSession(QStringLiteral("s"));
        ui::Project project(&link, QStringLiteral("/p"));
        project.start({}, false);
        QTRY_VERIFY(project.current() != nullptr && project.current()->loaded());
        link.play(id, TurnStarted{});
        QTRY_VERIFY(project.current()->working());
        QSignalSpy changed(project.current()->transcript(), &QAbstractItemModel::dataChanged);
        for (int letter = 0; letter < 500; ++letter)
            link.stream(id, TextDelta{QStringLiteral("i"), letter, QStringLiteral("x")});
        QTRY_COMPARE(project.current()->transcript()->count(), 1);
        QCOMPARE(project.current()->transcript()->row(0).text.size(), 500);
        QCOMPARE(changed.count(), 1);
        link.play(id, TurnFinished{});
        QTRY_VERIFY(!project.current()->working());
    }

    void idleMeansNoTimer()
    {
        FakeLink link;
        link.addSession(QStringLiteral("s"));
        ui::Project project(&link, QStringLiteral("/p"));
        project.start({}, false);
        QTRY_VERIFY(project.current() != nullptr && project.current()->loaded());
        QTest::qWait(50);
        const auto timers = project.findChildren<QTimer *>();
        for (const auto *timer : timers)
            QVERIFY(!timer->isActive());
    }

    void aTurnThatACrashCutIsNotShownAsWorking()
    {
        FakeLink link;
        const QString id = link.addSession(QStringLiteral("s"));
        link.record(id, TurnStarted{});
        link.record(id, PermissionRequested{.request = QStringLiteral("p")});
        link.sessions.first().state = SessionState::Interrupted;
        ui::Session session(&link, link.sessions.first());
        QTRY_VERIFY(session.loaded());
        QVERIFY(!session.working());
        QVERIFY(session.transcript()->row(0).permission->expired);
    }

    void queuedPromptsAreKnownUntilTheyLeave()
    {
        FakeLink link;
        const QString id = link.addSession(QStringLiteral("s"));
        link.record(id, PromptQueued{.prompt = QStringLiteral("a"), .text = QStringLiteral("first")});
        link.record(id, PromptQueued{.prompt = QStringLiteral("b"), .text = QStringLiteral("second")});
        link.record(id, PromptUnqueued{.prompt = QStringLiteral("a")});
        ui::Session session(&link, link.sessions.first());
        QTRY_VERIFY(session.loaded());
        QCOMPARE(session.queue(), (QList<ui::QueuedPrompt>{{QStringLiteral("b"), QStringLiteral("second")}}));
    }

    void aRefusedPromptComesBack()
    {
        FakeLink link;
        link.addSession(QStringLiteral("s"));
        ui::Session session(&link, link.sessions.first());
        QTRY_VERIFY(session.loaded());
        link.failure = Error{ErrorKind::Limit, QStringLiteral("too many")};
        QSignalSpy refused(&session, &ui::Session::refused);
        session.submit(QStringLiteral("hello"), {}, WhenBusy::Queue);
        QTRY_COMPARE(refused.count(), 1);
        QCOMPARE(refused.first().first().toString(), QStringLiteral("hello"));
    }

    void unreadSessionsAreMarked()
    {
        FakeLink link;
        const QString other = link.addSession(QStringLiteral("other"));
        const QString current = link.addSession(QStringLiteral("current"));
        ui::Project project(&link, QStringLiteral("/p"));
        project.start(current, false);
        QTRY_VERIFY(project.current() != nullptr);
        link.record(other, UserMessage{.text = QStringLiteral("news")});
        Q_EMIT link.published({Event{.body = SessionsChanged{link.sessions}}});
        const auto *list = project.sessions();
        QTRY_VERIFY(list->index(list->indexOf(other)).data(ui::SessionList::UnreadRole).toBool());
        project.open(other);
        QVERIFY(!list->index(list->indexOf(other)).data(ui::SessionList::UnreadRole).toBool());
    }
};

QTEST_GUILESS_MAIN(TestSession)
#include "tst_session-model.moc"
