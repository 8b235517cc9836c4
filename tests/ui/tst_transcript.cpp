// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/transcript.h"

#include <QSignalSpy>
#include <QTest>

using namespace cohort;
using namespace cohort::protocol;
using cohort::ui::Row;
using cohort::ui::ToolPhase;
using cohort::ui::Transcript;

class TestTranscript : public QObject
{
    Q_OBJECT

    qint64 m_seq = 0;

    Event durable(EventBody body)
    {
        Event event{.session = QStringLiteral("s"), .seq = ++m_seq, .time = 1000, .agent = QStringLiteral("coder")};
        event.body = std::move(body);
        return event;
    }
    static Event streaming(EventBody body)
    {
        Event event{.session = QStringLiteral("s"), .agent = QStringLiteral("coder")};
        event.body = std::move(body);
        return event;
    }
    static QString item() { return QStringLiteral("i"); }

private Q_SLOTS:
    void init() { m_seq = 0; }

    void deltasGrowOneRowThatTheWholeMessageCloses()
    {
        Transcript transcript;
        transcript.append(streaming(TextDelta{item(), 0, QStringLiteral("Hel")}));
        transcript.append(streaming(TextDelta{item(), 3, QStringLiteral("lo")}));
        QCOMPARE(transcript.count(), 1);
        QCOMPARE(transcript.row(0).text, QStringLiteral("Hello"));
        QVERIFY(transcript.row(0).streaming);
        transcript.append(durable(AssistantMessage{.item = item(), .text = QStringLiteral("Hello!")}));
        QCOMPARE(transcript.count(), 1);
        QCOMPARE(transcript.row(0).text, QStringLiteral("Hello!"));
        QVERIFY(!transcript.row(0).streaming);
    }

    void aDeltaAtTheBeginningRestartsTheAnswer()
    {
        Transcript transcript;
        transcript.append(streaming(ReasoningDelta{item(), 0, QStringLiteral("old thought")}));
        transcript.append(streaming(TextDelta{item(), 0, QStringLiteral("old")}));
        transcript.append(streaming(ReasoningDelta{item(), 0, QStringLiteral("new thought")}));
        transcript.append(streaming(TextDelta{item(), 0, QStringLiteral("new")}));
        QCOMPARE(transcript.count(), 1);
        QCOMPARE(transcript.row(0).text, QStringLiteral("new"));
        QCOMPARE(transcript.row(0).reasoning, QStringLiteral("new thought"));
    }

    void theFirstTextKeepsTheReasoningBeforeIt()
    {
        Transcript transcript;
        transcript.append(streaming(ReasoningDelta{item(), 0, QStringLiteral("thought")}));
        transcript.append(streaming(TextDelta{item(), 0, QStringLiteral("text")}));
        QCOMPARE(transcript.row(0).reasoning, QStringLiteral("thought"));
    }

    void consecutiveLooksFoldIntoOneRow()
    {
        Transcript transcript;
        const auto call = [&](const char *id, const char *tool) {
            transcript.append(
                durable(ToolCallStarted{.call = QString::fromLatin1(id), .tool = QString::fromLatin1(tool)}));
        };
        call("1", "read");
        call("2", "grep");
        call("3", "read");
        call("4", "bash");
        call("5", "read");
        QCOMPARE(transcript.count(), 3);
        QCOMPARE(transcript.row(0).tools.size(), 3);
        QCOMPARE(Transcript::toolSummary(transcript.row(0)), QStringLiteral("Read 2 file(s), searched 1 time(s)"));
    }

    void aResultFindsItsCall()
    {
        Transcript transcript;
        transcript.append(durable(ToolCallStarted{.call = QStringLiteral("c"), .tool = QStringLiteral("bash")}));
        transcript.append(
            durable(FileChanged{.call = QStringLiteral("c"), .change = {.path = QStringLiteral("a.c"), .added = 2}}));
        transcript.append(durable(ToolCallFinished{.call = QStringLiteral("c"), .summary = QStringLiteral("exit 0")}));
        const auto &line = transcript.row(0).tools.first();
        QCOMPARE(line.summary, QStringLiteral("exit 0"));
        QCOMPARE(line.path, QStringLiteral("a.c"));
        QVERIFY(line.status.has_value());
    }

    void aCallThatAsksDoesNotRunYet()
    {
        Transcript transcript;
        transcript.append(durable(ToolCallStarted{.call = QStringLiteral("c"), .tool = QStringLiteral("bash")}));
        QCOMPARE(transcript.row(0).tools.first().phase(), ToolPhase::Running);
        transcript.append(
            durable(PermissionRequested{.request = QStringLiteral("p"), .call = QStringLiteral("c"), .tool = {}}));
        QCOMPARE(transcript.row(0).tools.first().phase(), ToolPhase::Asking);
        transcript.append(durable(PermissionDecided{.request = QStringLiteral("p"), .allowed = true}));
        QCOMPARE(transcript.row(0).tools.first().phase(), ToolPhase::Running);
        transcript.append(durable(ToolCallFinished{.call = QStringLiteral("c")}));
        QCOMPARE(transcript.row(0).tools.first().phase(), ToolPhase::Done);
    }

    void aRefusedCallNeverRan()
    {
        Transcript transcript;
        transcript.append(durable(ToolCallStarted{.call = QStringLiteral("c"), .tool = QStringLiteral("bash")}));
        transcript.append(durable(ToolCallFinished{.call = QStringLiteral("c"), .status = ToolStatus::Denied}));
        QCOMPARE(transcript.row(0).tools.first().phase(), ToolPhase::Refused);
    }

    /// A view may lay a row out while it hears that it was added.
    void aRowIsCompleteWhenItIsAdded()
    {
        Transcript transcript;
        QStringList seen;
        connect(&transcript, &Transcript::rowsInserted, this,
                [&](const QModelIndex &, int first) { seen.append(Transcript::plainText(transcript.row(first))); });
        transcript.append(durable(UserMessage{.text = QStringLiteral("prompt")}));
        transcript.append(
            durable(PermissionRequested{.request = QStringLiteral("p"), .summary = QStringLiteral("ask")}));
        transcript.append(durable(ToolCallStarted{
            .call = QStringLiteral("c"), .tool = QStringLiteral("bash"), .target = QStringLiteral("make")}));
        transcript.append(durable(AssistantMessage{.item = item(), .text = QStringLiteral("answer")}));
        transcript.append(durable(TurnFinished{.outcome = Outcome::Failed, .message = QStringLiteral("why")}));
        QCOMPARE(seen.size(), 5);
        for (const auto &[text, expected] :
             {std::pair{seen[0], "prompt"}, {seen[1], "ask"}, {seen[2], "make"}, {seen[3], "answer"}, {seen[4], "why"}})
            QVERIFY2(text.contains(QLatin1StringView(expected)), expected);
    }

    void anOlderPageGoesInFrontAndKeepsWhatBelongsTogether()
    {
        const auto started = durable(ToolCallStarted{.call = QStringLiteral("c"), .tool = QStringLiteral("bash")});
        const auto asked = durable(PermissionRequested{.request = QStringLiteral("p")});
        Transcript transcript;
        transcript.append(durable(PermissionDecided{.request = QStringLiteral("p"), .allowed = true}));
        transcript.append(durable(ToolCallFinished{.call = QStringLiteral("c"), .summary = QStringLiteral("exit 0")}));
        transcript.append(durable(AssistantMessage{.item = item(), .text = QStringLiteral("newest")}));
        const qint64 id = transcript.row(0).id;
        transcript.prepend({started, asked});
        QCOMPARE(transcript.count(), 3);
        QCOMPARE(transcript.row(0).tools.first().summary, QStringLiteral("exit 0"));
        QVERIFY(transcript.row(1).permission->decided.has_value());
        QCOMPARE(transcript.indexOf(id), 2);
        QCOMPARE(transcript.row(2).text, QStringLiteral("newest"));
    }

    void aTurnsEndExpiresWhatWasAskedInIt()
    {
        Transcript transcript;
        transcript.append(durable(PermissionRequested{.request = QStringLiteral("p")}));
        transcript.append(durable(TurnFinished{.outcome = Outcome::Interrupted}));
        QVERIFY(transcript.row(0).permission->expired);
    }

    void aRehearsalIsLabelled()
    {
        Transcript transcript;
        transcript.append(durable(TurnStarted{.scripted = true}));
        QCOMPARE(transcript.row(0).kind, Row::Kind::TurnStart);
        QVERIFY(transcript.row(0).text.contains(QStringLiteral("Scripted")));
    }

    void changesAreToldOncePerFlush()
    {
        Transcript transcript;
        transcript.append(streaming(TextDelta{item(), 0, QStringLiteral("a")}));
        transcript.flush();
        QSignalSpy changed(&transcript, &QAbstractItemModel::dataChanged);
        for (int letter = 1; letter < 100; ++letter)
            transcript.append(streaming(TextDelta{item(), letter, QStringLiteral("a")}));
        QCOMPARE(changed.count(), 0);
        transcript.flush();
        QCOMPARE(changed.count(), 1);
    }

    void findReachesEveryRow()
    {
        Transcript transcript;
        for (int index = 0; index < 1000; ++index)
            transcript.append(durable(
                UserMessage{.text = index % 100 == 7 ? QStringLiteral("a NEEDLE here") : QStringLiteral("hay")}));
        QCOMPARE(transcript.find(QStringLiteral("needle")).size(), 10);
        QCOMPARE(transcript.find(QStringLiteral("needle")).first(), 7);
        QVERIFY(transcript.find({}).isEmpty());
    }

    void rowsSayThemselvesToScreenReaders()
    {
        Transcript transcript;
        transcript.append(durable(UserMessage{.text = QStringLiteral("hello")}));
        QCOMPARE(transcript.data(transcript.index(0), Qt::AccessibleTextRole).toString(), QStringLiteral("hello"));
    }
};

QTEST_GUILESS_MAIN(TestTranscript)
#include "tst_transcript.moc"
