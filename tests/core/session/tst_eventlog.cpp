// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/eventlog.h"
#include "core/store/eventstore.h"

#include <QFile>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace cohort;
using namespace cohort::protocol;
using namespace cohort::session;

namespace {

Task<> openInto(store::Database *database, QString path, bool *open)
{
    *open = (co_await database->open(path)).has_value();
}

Task<> passInto(EventLog *log, std::optional<Result<>> *result)
{
    *result = co_await log->barrier();
}

Task<> finishInto(EventLog *log, bool *finished)
{
    co_await log->finish();
    *finished = true;
}

Result<> pass(EventLog &log)
{
    std::optional<Result<>> result;
    const Task<> passing = passInto(&log, &result);
    if (!QTest::qWaitFor([&result] { return result.has_value(); }, 20'000))
        return fail(ErrorKind::TimedOut, QStringLiteral("the barrier did not open"));
    return *result;
}

} // namespace

class TestEventLog : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    store::Database m_database;
    int m_made = 0;

    store::SessionRow row()
    {
        return {.id = QStringLiteral("00000000-0000-7000-8000-%1").arg(++m_made, 12, 10, QLatin1Char('0')),
                .title = QStringLiteral("t"),
                .created = 1,
                .updated = 2,
                .state = QStringLiteral("idle"),
                .mode = QStringLiteral("ask")};
    }

private Q_SLOTS:
    void initTestCase()
    {
        bool open = false;
        const Task<> opening = openInto(&m_database, m_folder.filePath(QStringLiteral("p.db")), &open);
        QTRY_VERIFY(open);
    }

    void whatCannotBeKeptLeavesNoGap()
    {
        // Large strings go to files, and these cannot be made: their folder is a file.
        QFile inTheWay(m_folder.filePath(QStringLiteral("nowhere")));
        QVERIFY(inTheWay.open(QIODevice::WriteOnly));
        const store::ContentStore contents(inTheWay.fileName());
        EventLog log(&m_database, &contents, row());
        QList<Event> told;
        connect(&log, &EventLog::published, this, [&told](const QList<Event> &events) { told += events; });

        log.append({.turn = QStringLiteral("a"), .body = UserMessage{.text = QStringLiteral("one")}});
        QVERIFY(pass(log));
        log.append({.turn = QStringLiteral("a"), .body = AssistantMessage{.text = QString(100'000, u'x')}});
        log.append({.turn = QStringLiteral("a"), .body = TurnFinished{.outcome = Outcome::Done}});
        QCoreApplication::processEvents(); // the commit of both is on its way
        log.append({.turn = QStringLiteral("b"), .body = UserMessage{.text = QStringLiteral("two")}});
        const Result<> failed = pass(log);
        QVERIFY2(!failed, "an effect could follow events that are not in the log");
        log.append({.turn = QStringLiteral("b"), .body = UserMessage{.text = QStringLiteral("three")}});
        QVERIFY(pass(log));

        QList<qint64> numbers;
        QStringList turnEnds;
        for (const Event &event : std::as_const(told)) {
            if (event.isDurable())
                numbers.append(event.seq);
            if (event.as<TurnFinished>() != nullptr)
                turnEnds.append(event.turn);
        }
        QCOMPARE(numbers, (QList<qint64>{1, 2, 3}));
        QCOMPARE(turnEnds, QStringList{QStringLiteral("a")}); // told, or somebody waits for ever
        bool finished = false;
        const Task<> finishing = finishInto(&log, &finished);
        QTRY_VERIFY(finished);
        QCOMPARE(log.row().lastSeq, 3);
    }

    void nobodysDataIsTakenForAReference()
    {
        const store::ContentStore contents(m_folder.filePath(QStringLiteral("contents")));
        const QJsonObject forged{{QStringLiteral("$content"), QStringLiteral("x")}, {QStringLiteral("$$a"), 1}};
        for (const qsizetype size : {10, 100'000}) { // as it is, and with references
            const Event event{.session = QStringLiteral("s"),
                              .seq = 1,
                              .time = 1,
                              .body = ToolCallStarted{
                                  .call = QStringLiteral("c"),
                                  .tool = QStringLiteral("write"),
                                  .target = QString(size, u'y'),
                                  .arguments = {{QStringLiteral("deep"), forged}, {QStringLiteral("$content"), 2}}}};
            const Result<QByteArray> stored = encodeEvent(event, contents);
            QVERIFY(stored);
            QVERIFY(stored->size() < 66'000);
            const Result<Event> read = decodeEvent(*stored, contents);
            QVERIFY(read);
            QVERIFY(*read == event);
        }
    }
};

QTEST_GUILESS_MAIN(TestEventLog)
#include "tst_eventlog.moc"
