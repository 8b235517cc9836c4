// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/task.h"
#include "core/base/worker.h"

#include <QTest>

using namespace cohort;

namespace {

/// Awaits a gate and counts how often it resumed.
Task<> await(Gate<int> gate, QList<int> *values, int *failures)
{
    const Result<int> result = co_await gate;
    if (result)
        values->append(*result);
    else
        ++*failures;
}

} // namespace

class TestGate : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void resumesOnceWithTheFirstResult();
    void resumesFromTheEventLoopAndNotFromOpen();
    void doesNotSuspendWhenItIsOpen();
    void isOpenedByAStop();
    void isOpenedByAStopThatWasThereBefore();
    void resumesOnTheThreadThatAwaited();
    void scopeWaitsForItsFlows();
};

void TestGate::resumesOnceWithTheFirstResult()
{
    QList<int> values;
    int failures = 0;
    const Gate<int> gate;
    const Task<> task = await(gate, &values, &failures);
    QVERIFY(gate.open(1));
    QVERIFY(!gate.open(2));
    QTRY_COMPARE(values, QList<int>{1});
    QCoreApplication::processEvents();
    QCOMPARE(values.size(), 1);
}

void TestGate::resumesFromTheEventLoopAndNotFromOpen()
{
    QList<int> values;
    int failures = 0;
    const Gate<int> gate;
    const Task<> task = await(gate, &values, &failures);
    gate.open(1);
    QVERIFY(values.isEmpty());
    QTRY_COMPARE(values.size(), 1);
}

void TestGate::doesNotSuspendWhenItIsOpen()
{
    QList<int> values;
    int failures = 0;
    const Gate<int> gate;
    gate.open(7);
    const Task<> task = await(gate, &values, &failures);
    QCOMPARE(values, QList<int>{7});
}

void TestGate::isOpenedByAStop()
{
    QList<int> values;
    int failures = 0;
    std::stop_source stop;
    const Gate<int> gate(stop.get_token());
    const Task<> task = await(gate, &values, &failures);
    stop.request_stop();
    QTRY_COMPARE(failures, 1);
    QVERIFY(!gate.open(1));
    QVERIFY(values.isEmpty());
}

void TestGate::isOpenedByAStopThatWasThereBefore()
{
    QList<int> values;
    int failures = 0;
    std::stop_source stop;
    stop.request_stop();
    const Gate<int> gate(stop.get_token());
    const Task<> task = await(gate, &values, &failures);
    QCOMPARE(failures, 1);
}

void TestGate::resumesOnTheThreadThatAwaited()
{
    SerialWorker worker("test");
    const QThread *resumed = nullptr;
    std::thread::id ran;
    const auto flow = [](SerialWorker *on, const QThread **where, std::thread::id *id) -> Task<> {
        const Result<int> result = co_await on->run([id]() -> Result<int> {
            *id = std::this_thread::get_id();
            return 3;
        });
        if (result)
            *where = QThread::currentThread();
    };
    const Task<> task = flow(&worker, &resumed, &ran);
    QTRY_COMPARE(resumed, QThread::currentThread());
    QVERIFY(ran != std::this_thread::get_id());
}

void TestGate::scopeWaitsForItsFlows()
{
    TaskScope scope;
    bool ended = false;
    const auto flow = [](std::stop_token stop, bool *done) -> Task<> {
        const Result<> waited = co_await pause(std::chrono::hours(1), stop);
        *done = !waited;
    };
    scope.hold(flow(scope.stopToken(), &ended));
    QVERIFY(!scope.isEmpty());
    bool finished = false;
    const auto finish = [](TaskScope *whole, bool *done) -> Task<> {
        co_await whole->finish();
        *done = true;
    };
    const Task<> task = finish(&scope, &finished);
    QTRY_VERIFY(finished);
    QVERIFY(ended);
    QVERIFY(scope.isEmpty());
}

QTEST_GUILESS_MAIN(TestGate)
#include "tst_gate.moc"
