// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/contentstore.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace cohort;
using namespace cohort::store;

class TestContentStore : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void contentComesBack();
    void damagedContentIsSaid();
    void partsAreBounded();
    void hashesAreNoPaths();
};

void TestContentStore::contentComesBack()
{
    const QTemporaryDir folder;
    const ContentStore store(folder.path());
    for (const QByteArray &bytes : {QByteArray(), QByteArray("x"), QByteArray(300'000, '\0')}) {
        const auto hash = store.put(bytes);
        QVERIFY(hash);
        QCOMPARE(*store.put(bytes), *hash);
        QCOMPARE(*store.get(*hash), bytes);
    }
}

void TestContentStore::damagedContentIsSaid()
{
    const QTemporaryDir folder;
    const ContentStore store(folder.path());
    const auto hash = store.put("right");
    QFile file(store.pathOf(*hash));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("wrong");
    file.close();
    QCOMPARE(store.get(*hash).error().kind, ErrorKind::Corrupt);
}

void TestContentStore::partsAreBounded()
{
    const QTemporaryDir folder;
    const ContentStore store(folder.path());
    const auto hash = store.put("0123456789");
    qint64 total = 0;
    QCOMPARE(*store.getPart(*hash, 3, 4, &total), QByteArray("3456"));
    QCOMPARE(total, 10);
    QCOMPARE(*store.getPart(*hash, 99, 4, &total), QByteArray());
}

void TestContentStore::hashesAreNoPaths()
{
    const QTemporaryDir folder;
    const ContentStore store(folder.path());
    QCOMPARE(store.get(QStringLiteral("../../../../etc/passwd")).error().kind, ErrorKind::Invalid);
    QCOMPARE(store.get(QString(64, QLatin1Char('a'))).error().kind, ErrorKind::NotFound);
}

QTEST_GUILESS_MAIN(TestContentStore)
#include "tst_contentstore.moc"
