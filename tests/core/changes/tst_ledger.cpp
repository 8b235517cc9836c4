// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/changes/ledger.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace cohort;
using namespace cohort::changes;
using protocol::HunkDecision;

namespace {

template<class T>
Task<> keep(Task<Result<T>> task, std::optional<Result<T>> *result)
{
    *result = co_await task;
}

template<class T>
Result<T> wait(Task<Result<T>> task)
{
    std::optional<Result<T>> result;
    const Task<> keeping = keep(std::move(task), &result);
    if (!QTest::qWaitFor([&result] { return result.has_value(); }, 20'000))
        return fail(ErrorKind::TimedOut, QStringLiteral("the task did not end"));
    return *result;
}

} // namespace

class TestLedger : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void rejectingGivesTheFirstBytesBack();
    void hunksAreDecidedOneByOne();
    void anOutsideEditIsNotOverwritten();
    void aStaleReadIsRefused();
    void createdAndDeletedFiles();
    void decisionsAreUndone();
    void aChangeThatWasTakenBackIsNoChange();
    void aLinkInAFilesPlaceLeadsNowhere();
    void whatGoesOnTogetherIsDoneInOrder();
    void aProjectThatIsAwayLosesNothing();

private:
    void put(const QByteArray &bytes);
    [[nodiscard]] QByteArray now() const;
    Result<protocol::ChangeInfo> write(const std::optional<QByteArray> &bytes)
    {
        return wait(m_ledger->write(QStringLiteral("f.txt"), bytes, {},
                                    {.agent = QStringLiteral("Coder"), .session = {}, .turn = {}}));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<store::Database> m_database;
    std::unique_ptr<store::ContentStore> m_contents;
    std::unique_ptr<files::ProjectFiles> m_files;
    std::unique_ptr<SerialWorker> m_worker;
    std::unique_ptr<Ledger> m_ledger;
    QString m_path;
};

void TestLedger::init()
{
    m_ledger.reset();
    m_worker = std::make_unique<SerialWorker>("files");
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("project")));
    m_path = m_folder->filePath(QStringLiteral("project/f.txt"));
    m_database = std::make_unique<store::Database>();
    QVERIFY(wait(m_database->open(m_folder->filePath(QStringLiteral("p.db")))));
    m_contents = std::make_unique<store::ContentStore>(m_folder->filePath(QStringLiteral("contents")));
    m_files = std::make_unique<files::ProjectFiles>(m_folder->filePath(QStringLiteral("project")));
    QVERIFY(m_files->open());
    m_ledger = std::make_unique<Ledger>(m_database.get(), m_contents.get(), m_files.get(), m_worker.get(),
                                        m_folder->filePath(QStringLiteral("lock")));
}

void TestLedger::put(const QByteArray &bytes)
{
    QFile file(m_path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
}

QByteArray TestLedger::now() const
{
    QFile file(m_path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(missing)");
}

void TestLedger::rejectingGivesTheFirstBytesBack()
{
    const QByteArray first = "a\r\n\xff\xfe binary-ish \xc3\n no end";
    put(first);
    QVERIFY(write("one\n"));
    QVERIFY(write("two\n"));
    QCOMPARE(wait(m_ledger->list())->size(), 1);
    QVERIFY(wait(m_ledger->decide(QStringLiteral("f.txt"), {}, HunkDecision::Reject)));
    QCOMPARE(now(), first);
    QVERIFY(wait(m_ledger->list())->isEmpty());
}

void TestLedger::hunksAreDecidedOneByOne()
{
    QByteArray first;
    for (int i = 0; i < 40; ++i)
        first += "line " + QByteArray::number(i) + '\n';
    put(first);
    QByteArray edited = first;
    edited.replace("line 3\n", "line three\n").replace("line 30\n", "");
    QVERIFY(write(edited));
    auto shown = wait(m_ledger->show(QStringLiteral("f.txt")));
    QCOMPARE(shown->hunks.size(), 2);
    QVERIFY(wait(m_ledger->decide(QStringLiteral("f.txt"), {shown->hunks.at(1).id}, HunkDecision::Reject)));
    QVERIFY(now().contains("line 30\n") && now().contains("line three\n"));
    shown = wait(m_ledger->show(QStringLiteral("f.txt")));
    QCOMPARE(shown->hunks.size(), 1);
    QVERIFY(wait(m_ledger->decide(QStringLiteral("f.txt"), {shown->hunks.at(0).id}, HunkDecision::Accept)));
    QVERIFY(wait(m_ledger->list())->isEmpty());
    QVERIFY(now().contains("line three\n"));
}

void TestLedger::anOutsideEditIsNotOverwritten()
{
    put("a\nb\nc\n");
    QVERIFY(write("a\nB\nc\n"));
    const auto shown = wait(m_ledger->show(QStringLiteral("f.txt")));
    put("a\nB\nc\nmine\n"); // the person, meanwhile
    const auto decided = wait(m_ledger->decide(QStringLiteral("f.txt"), {shown->hunks.at(0).id}, HunkDecision::Reject));
    if (!decided)
        QCOMPARE(decided.error().kind, ErrorKind::Conflict);
    QVERIFY(now().contains("mine\n"));
}

void TestLedger::aStaleReadIsRefused()
{
    put("a\n");
    const QString seen = store::ContentStore::hashOf("a\n");
    put("changed by the person\n");
    const auto written = wait(m_ledger->write(QStringLiteral("f.txt"), QByteArray("agent\n"), seen, {}));
    QVERIFY(!written);
    QCOMPARE(written.error().kind, ErrorKind::Conflict);
    QCOMPARE(now(), QByteArray("changed by the person\n"));
}

void TestLedger::createdAndDeletedFiles()
{
    QCOMPARE(write("new\n")->kind, QStringLiteral("created"));
    QVERIFY(wait(m_ledger->decide(QStringLiteral("f.txt"), {}, HunkDecision::Reject)));
    QVERIFY(!QFile::exists(m_path));
    put("old\n");
    QVERIFY(QFile::setPermissions(m_path, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    QCOMPARE(write(std::nullopt)->kind, QStringLiteral("deleted"));
    QVERIFY(!QFile::exists(m_path));
    QVERIFY(wait(m_ledger->decide(QStringLiteral("f.txt"), {}, HunkDecision::Reject)));
    QCOMPARE(now(), QByteArray("old\n"));
    QVERIFY(QFileInfo(m_path).isExecutable());
}

void TestLedger::decisionsAreUndone()
{
    put("a\n");
    QVERIFY(write("b\n"));
    QVERIFY(wait(m_ledger->decide(QStringLiteral("f.txt"), {}, HunkDecision::Reject)));
    QCOMPARE(now(), QByteArray("a\n"));
    QCOMPARE(*wait(m_ledger->undo()), QStringLiteral("f.txt"));
    QCOMPARE(now(), QByteArray("b\n"));
    QCOMPARE(wait(m_ledger->list())->size(), 1);
    QVERIFY(wait(m_ledger->decide(QStringLiteral("f.txt"), {}, HunkDecision::Accept)));
    QVERIFY(wait(m_ledger->list())->isEmpty());
    QVERIFY(wait(m_ledger->undo()));
    QCOMPARE(wait(m_ledger->list())->size(), 1);
    QCOMPARE(now(), QByteArray("b\n"));
}

void TestLedger::aChangeThatWasTakenBackIsNoChange()
{
    put("a\n");
    QVERIFY(write("b\n"));
    QVERIFY(write("a\n"));
    QVERIFY(wait(m_ledger->list())->isEmpty());
    QCOMPARE(wait(m_ledger->undo()).error().kind, ErrorKind::NotFound);
}

void TestLedger::aLinkInAFilesPlaceLeadsNowhere()
{
    // A command of an agent put a link to another file where its own new file was.
    QVERIFY(write("agent"));
    QFile precious(m_folder->filePath(QStringLiteral("project/precious.c")));
    QVERIFY(precious.open(QIODevice::WriteOnly));
    precious.write("precious");
    precious.close();
    QVERIFY(QFile::remove(m_path));
    QVERIFY(QFile::link(QStringLiteral("precious.c"), m_path));
    const Result<> rejected = wait(m_ledger->decide(QStringLiteral("f.txt"), {}, HunkDecision::Reject));
    QVERIFY(!rejected);
    QVERIFY2(rejected.error().message.contains(QLatin1String("link")), qPrintable(rejected.error().message));
    QVERIFY(precious.open(QIODevice::ReadOnly));
    QCOMPARE(precious.readAll(), "precious");

    // Through a link the file behind it is changed, and known by its own name.
    const auto changed = wait(m_ledger->write(QStringLiteral("f.txt"), QByteArray("new"), {},
                                              {.agent = QStringLiteral("Coder"), .session = {}, .turn = {}}));
    QVERIFY(changed);
    QCOMPARE(changed->path, QStringLiteral("precious.c"));
    QVERIFY(wait(m_ledger->decide(QStringLiteral("precious.c"), {}, HunkDecision::Reject)));
    QCOMPARE(now(), "precious");
}

void TestLedger::whatGoesOnTogetherIsDoneInOrder()
{
    put("one\ntwo\n");
    QVERIFY(write("ONE\ntwo\n"));
    // The person accepts while the agent already writes on.
    std::optional<Result<>> accepted;
    std::optional<Result<protocol::ChangeInfo>> written;
    const Task<> accepting = keep(m_ledger->decide(QStringLiteral("f.txt"), {}, HunkDecision::Accept), &accepted);
    const Task<> writing = keep(m_ledger->write(QStringLiteral("f.txt"), QByteArray("ONE\nTWO\n"), {},
                                                {.agent = QStringLiteral("Coder"), .session = {}, .turn = {}}),
                                &written);
    QTRY_VERIFY(accepted && written);
    QVERIFY(*accepted);
    QVERIFY(*written);
    const auto changes = wait(m_ledger->list());
    QVERIFY(changes);
    QCOMPARE(changes->size(), 1); // the second writing waits for its decision
    QVERIFY(wait(m_ledger->decide(QStringLiteral("f.txt"), {}, HunkDecision::Reject)));
    QCOMPARE(now(), "ONE\ntwo\n");
}

void TestLedger::aProjectThatIsAwayLosesNothing()
{
    QVERIFY(write("agent"));
    const QString here = m_folder->filePath(QStringLiteral("project"));
    const QString away = m_folder->filePath(QStringLiteral("away"));
    QVERIFY(QDir().rename(here, away));
    const auto listed = wait(m_ledger->list());
    QVERIFY(listed);
    QVERIFY(listed->first().conflict.contains(QLatin1String("moved or deleted")));
    QVERIFY(!wait(m_ledger->decide(QStringLiteral("f.txt"), {}, HunkDecision::Reject)));
    QVERIFY(QDir().rename(away, here));
    QCOMPARE(wait(m_ledger->list())->first().kind, QStringLiteral("created"));
}

QTEST_GUILESS_MAIN(TestLedger)
#include "tst_ledger.moc"
