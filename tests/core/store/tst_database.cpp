// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/database.h"
#include "core/store/eventstore.h"
#include "core/store/schema.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace cohort;
using namespace cohort::store;

namespace {

template<class T>
Task<> keep(Task<Result<T>> task, std::optional<Result<T>> *result)
{
    *result = co_await task;
}

/// Waits for a task in the test's event loop.
template<class T>
Result<T> wait(Task<Result<T>> task)
{
    std::optional<Result<T>> result;
    const Task<> keeping = keep(std::move(task), &result);
    if (!QTest::qWaitFor([&result] { return result.has_value(); }, 20'000))
        return fail(ErrorKind::TimedOut, QStringLiteral("the task did not end"));
    return *result;
}

SessionRow row(const QString &id, qint64 lastSeq = 0)
{
    return {.id = id,
            .title = QStringLiteral("t"),
            .created = 1,
            .updated = 2,
            .lastSeq = lastSeq,
            .state = QStringLiteral("idle"),
            .mode = QStringLiteral("ask")};
}

} // namespace

class TestDatabase : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void eventsComeBackInOrderAndInPages();
    void aTakenNumberIsAConflictAndTakesNothingElseWithIt();
    void aForkIsACopyUpToItsEvent();
    void aDamagedFileIsKeptAside();
    void anOlderFileIsMigratedWithACopy();
    void aNewerFileIsReadOnly();
    void partialsAreKeptUntilTheirItemIsClosed();
};

void TestDatabase::eventsComeBackInOrderAndInPages()
{
    const QTemporaryDir folder;
    Database database;
    QVERIFY(wait(database.open(folder.filePath(QStringLiteral("p.db")))));
    const QString id = QStringLiteral("s");
    QVERIFY(wait(database.write([id](Connection &c) { return putSession(c, row(id)); }, Durability::Normal)));
    for (qint64 seq = 1; seq <= 10; ++seq) {
        database.write(
            [id, seq](Connection &c) { return appendEvents(c, id, {{.seq = seq, .body = QByteArray::number(seq)}}); },
            Durability::Normal, {});
    }
    const auto page = [&](qint64 after, int limit) {
        QList<qint64> numbers;
        const auto rows = wait(database.read([=](Connection &c) { return readEvents(c, id, after, limit); }));
        for (const EventRow &event : rows.value_or(QList<EventRow>()))
            numbers.append(event.seq);
        return numbers;
    };
    QCOMPARE(page(0, 0), (QList<qint64>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}));
    QCOMPARE(page(7, 2), (QList<qint64>{8, 9}));
    QCOMPARE(page(0, -3), (QList<qint64>{8, 9, 10}));
    QCOMPARE(page(4, -2), (QList<qint64>{2, 3}));
}

void TestDatabase::aTakenNumberIsAConflictAndTakesNothingElseWithIt()
{
    const QTemporaryDir folder;
    Database database;
    QVERIFY(wait(database.open(folder.filePath(QStringLiteral("p.db")))));
    const auto append = [](const QString &session, qint64 seq) {
        return [session, seq](Connection &c) { return appendEvents(c, session, {{.seq = seq, .body = "x"}}); };
    };
    QVERIFY(wait(database.write(append(QStringLiteral("a"), 1), Durability::Normal)));
    // All three arrive together; the bad one must not take its neighbours with it.
    auto before = database.write(append(QStringLiteral("b"), 1), Durability::Normal);
    auto bad = database.write(append(QStringLiteral("a"), 1), Durability::Normal);
    auto after = database.write(append(QStringLiteral("c"), 1), Durability::Full);
    QVERIFY(!wait(std::move(bad)));
    QVERIFY(wait(std::move(before)));
    QVERIFY(wait(std::move(after)));
    const auto rows = wait(database.read([](Connection &c) { return readEvents(c, QStringLiteral("c"), 0, 0); }));
    QCOMPARE(rows->size(), 1);
}

void TestDatabase::aForkIsACopyUpToItsEvent()
{
    const QTemporaryDir folder;
    Database database;
    QVERIFY(wait(database.open(folder.filePath(QStringLiteral("p.db")))));
    const auto work = [](Connection &c) -> Result<> {
        Result<> result = appendEvents(c, QStringLiteral("a"), {{1, "1"}, {2, "2"}, {3, "3"}});
        return result ? copyEvents(c, QStringLiteral("a"), QStringLiteral("b"), 2) : result;
    };
    QVERIFY(wait(database.write(work, Durability::Normal)));
    const auto rows = wait(database.read([](Connection &c) { return readEvents(c, QStringLiteral("b"), 0, 0); }));
    QCOMPARE(rows->size(), 2);
    QCOMPARE(rows->last().body, QByteArray("2"));
}

void TestDatabase::aDamagedFileIsKeptAside()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("p.db"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray("this is no database at all, and it is long enough to be looked at as one. ").repeated(100));
    file.close();
    Database database;
    const auto opened = wait(database.open(path));
    QVERIFY2(opened, opened ? "" : qPrintable(opened.error().message));
    QVERIFY(opened->notice.contains(QLatin1String("damaged")));
    QVERIFY(!opened->readOnly);
    QCOMPARE(QDir(folder.path()).entryList({QStringLiteral("p.db.damaged-*")}, QDir::Files).size(), 1);
    QVERIFY(wait(
        database.write([](Connection &c) { return putSession(c, row(QStringLiteral("s"))); }, Durability::Normal)));
}

void TestDatabase::anOlderFileIsMigratedWithACopy()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("p.db"));
    {
        auto connection = Connection::open(path, OpenAs::ReadWrite);
        QVERIFY(connection);
        QVERIFY(migrate(**connection, path));
        // A file as version 1 left it: sessions and events, no ledger.
        QVERIFY((*connection)->execute("drop table changes; drop table decisions; pragma user_version=1"));
        QVERIFY(putSession(**connection, row(QStringLiteral("old"))));
    }
    Database database;
    QVERIFY(wait(database.open(path)));
    QVERIFY(QFile::exists(path + QStringLiteral(".v1")));
    const auto version = wait(database.read([](Connection &c) { return c.integer("pragma user_version"); }));
    QCOMPARE(*version, schemaVersion());
    const auto found = wait(database.read([](Connection &c) { return findSession(c, QStringLiteral("old")); }));
    QVERIFY(found->has_value());
    const auto changes = wait(database.read([](Connection &c) { return c.integer("select count(*) from changes"); }));
    QVERIFY(changes);
}

void TestDatabase::aNewerFileIsReadOnly()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("p.db"));
    {
        auto connection = Connection::open(path, OpenAs::ReadWrite);
        QVERIFY(connection);
        QVERIFY(migrate(**connection, path));
        QVERIFY((*connection)->execute("pragma user_version=999"));
    }
    Database database;
    const auto opened = wait(database.open(path));
    QVERIFY(opened);
    QVERIFY(opened->readOnly);
    QVERIFY(opened->notice.contains(QLatin1String("newer")));
    QVERIFY(wait(database.read([](Connection &c) { return listSessions(c, false); })));
    QVERIFY(!wait(
        database.write([](Connection &c) { return putSession(c, row(QStringLiteral("s"))); }, Durability::Normal)));
}

void TestDatabase::partialsAreKeptUntilTheirItemIsClosed()
{
    const QTemporaryDir folder;
    Database database;
    QVERIFY(wait(database.open(folder.filePath(QStringLiteral("p.db")))));
    const QString id = QStringLiteral("s");
    const auto put = [id](Connection &c) {
        return putPartial(c, id,
                          {.turn = QStringLiteral("t"),
                           .item = QStringLiteral("i"),
                           .channel = QStringLiteral("text"),
                           .position = 0,
                           .body = QStringLiteral("half")});
    };
    QVERIFY(wait(database.write(put, Durability::Normal)));
    QCOMPARE(wait(database.read([id](Connection &c) { return readPartials(c, id); }))->size(), 1);
    QVERIFY(wait(
        database.write([id](Connection &c) { return dropPartials(c, id, QStringLiteral("i")); }, Durability::Normal)));
    QCOMPARE(wait(database.read([id](Connection &c) { return readPartials(c, id); }))->size(), 0);
}

QTEST_GUILESS_MAIN(TestDatabase)
#include "tst_database.moc"
