// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/projectfiles.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace cohort;
using namespace cohort::files;

class TestProjectFiles : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void readsWhatIsThere();
    void refusesWhatIsNotOurs_data();
    void refusesWhatIsNotOurs();
    void aNamedPipeDoesNotMakeUsWait();
    void linksThatStayInsideAreFollowed();
    void writingKeepsModeAndLink();
    void writingMakesFolders();
    void writingLeavesNothingBehindWhenItFails();
    void aLargeFileIsALimit();
    void aFolderThatIsGoneIsNotAMissingFile();

private:
    void make(const QString &name, const QByteArray &bytes = "x");
    [[nodiscard]] QByteArray bytesOf(const QString &name) const;

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<ProjectFiles> m_files;
    QString m_root;
};

void TestProjectFiles::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_root = m_folder->filePath(QStringLiteral("project"));
    QVERIFY(QDir().mkpath(m_root + QStringLiteral("/src")));
    QVERIFY(QDir().mkpath(m_root + QStringLiteral("/.git")));
    make(QStringLiteral("src/a.txt"), "inside");
    make(QStringLiteral("../secret.txt"), "outside");
    m_files = std::make_unique<ProjectFiles>(m_root);
    QVERIFY(m_files->open());
}

void TestProjectFiles::make(const QString &name, const QByteArray &bytes)
{
    QFile file(m_root + QLatin1Char('/') + name);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
}

QByteArray TestProjectFiles::bytesOf(const QString &name) const
{
    QFile file(m_root + QLatin1Char('/') + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(missing)");
}

void TestProjectFiles::readsWhatIsThere()
{
    for (const QString &path :
         {QStringLiteral("src/a.txt"), QStringLiteral("./src/../src/a.txt"), m_root + QStringLiteral("/src/a.txt")}) {
        const auto read = m_files->read(path, 100);
        QVERIFY2(read, qPrintable(path));
        QCOMPARE(read->bytes, QByteArray("inside"));
    }
}

void TestProjectFiles::refusesWhatIsNotOurs_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("target"); // of a link that is made at the path; empty: none
    const QString none;
    QTest::newRow("dots") << QStringLiteral("../secret.txt") << none;
    QTest::newRow("dots inside") << QStringLiteral("src/../../secret.txt") << none;
    QTest::newRow("absolute") << QStringLiteral("/etc/passwd") << none;
    QTest::newRow("git") << QStringLiteral(".git/config") << none;
    QTest::newRow("git in another case") << QStringLiteral(".GIT/config") << none;
    QTest::newRow("nested git") << QStringLiteral("src/.git/hooks/pre-commit") << none;
    QTest::newRow("cohort") << QStringLiteral(".cohort/config.yaml") << none;
    QTest::newRow("link out") << QStringLiteral("out") << QStringLiteral("../secret.txt");
    QTest::newRow("absolute link") << QStringLiteral("out") << QStringLiteral("/etc/passwd");
    QTest::newRow("link to git") << QStringLiteral("innocent") << QStringLiteral(".git/config");
    QTest::newRow("proc") << QStringLiteral("out") << QStringLiteral("/proc/self/root/etc/passwd");
}

void TestProjectFiles::refusesWhatIsNotOurs()
{
    QFETCH(QString, path);
    QFETCH(QString, target);
    make(QStringLiteral(".git/config"), "original");
    if (!target.isEmpty())
        QCOMPARE(
            ::symlink(target.toLocal8Bit().constData(), (m_root + QLatin1Char('/') + path).toLocal8Bit().constData()),
            0);
    QCOMPARE(m_files->read(path, 10'000).error().kind, ErrorKind::Denied);
    QCOMPARE(m_files->write(path, "pwned").error().kind, ErrorKind::Denied);
    QVERIFY(!m_files->remove(path));
    QCOMPARE(bytesOf(QStringLiteral("../secret.txt")), QByteArray("outside"));
    QCOMPARE(bytesOf(QStringLiteral(".git/config")), QByteArray("original"));
}

void TestProjectFiles::aNamedPipeDoesNotMakeUsWait()
{
    QCOMPARE(::mkfifo((m_root + QStringLiteral("/pipe")).toLocal8Bit().constData(), 0600), 0);
    QCOMPARE(m_files->read(QStringLiteral("pipe"), 100).error().kind, ErrorKind::Denied);
    QCOMPARE(m_files->write(QStringLiteral("pipe"), "x").error().kind, ErrorKind::Denied);
    QCOMPARE(m_files->read(QStringLiteral("src"), 100).error().kind, ErrorKind::Invalid);
}

void TestProjectFiles::linksThatStayInsideAreFollowed()
{
    QCOMPARE(::symlink("src/a.txt", (m_root + QStringLiteral("/link")).toLocal8Bit().constData()), 0);
    QCOMPARE(m_files->read(QStringLiteral("link"), 100)->bytes, QByteArray("inside"));
}

void TestProjectFiles::writingKeepsModeAndLink()
{
    make(QStringLiteral("run.sh"));
    QVERIFY(QFile::setPermissions(m_root + QStringLiteral("/run.sh"),
                                  QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    QCOMPARE(::symlink("run.sh", (m_root + QStringLiteral("/link")).toLocal8Bit().constData()), 0);
    QVERIFY(m_files->write(QStringLiteral("link"), "new"));
    QCOMPARE(bytesOf(QStringLiteral("run.sh")), QByteArray("new"));
    QVERIFY(QFileInfo(m_root + QStringLiteral("/link")).isSymLink());
    QCOMPARE(m_files->stat(QStringLiteral("run.sh"))->mode, 0700U);
}

void TestProjectFiles::writingMakesFolders()
{
    QVERIFY(m_files->write(QStringLiteral("deep/er/new.txt"), "n"));
    QCOMPARE(bytesOf(QStringLiteral("deep/er/new.txt")), QByteArray("n"));
    // A link in the middle of the way does not lead out.
    QCOMPARE(::symlink("..", (m_root + QStringLiteral("/up")).toLocal8Bit().constData()), 0);
    QCOMPARE(m_files->write(QStringLiteral("up/made.txt"), "n").error().kind, ErrorKind::Denied);
    QVERIFY(!QFile::exists(m_root + QStringLiteral("/../made.txt")));
}

void TestProjectFiles::writingLeavesNothingBehindWhenItFails()
{
    QVERIFY(QDir().mkpath(m_root + QStringLiteral("/src/folder")));
    QVERIFY(!m_files->write(QStringLiteral("src/folder"), "n"));
    const QStringList left = QDir(m_root + QStringLiteral("/src")).entryList(QDir::Files | QDir::Hidden);
    QCOMPARE(left, QStringList{QStringLiteral("a.txt")});
}

void TestProjectFiles::aLargeFileIsALimit()
{
    const QByteArray path = (m_root + QStringLiteral("/large")).toLocal8Bit();
    const int file = ::open(path.constData(), O_WRONLY | O_CREAT, 0600);
    QCOMPARE(::ftruncate(file, 2'000'000'000), 0);
    ::close(file);
    const auto read = m_files->read(QStringLiteral("large"), 64'000'000);
    QCOMPARE(read.error().kind, ErrorKind::Limit);
    QVERIFY(read.error().message.contains(QLatin1String("2.0 GB")));
}

void TestProjectFiles::aFolderThatIsGoneIsNotAMissingFile()
{
    QVERIFY(QDir(m_root).removeRecursively());
    QCOMPARE(m_files->read(QStringLiteral("src/a.txt"), 100).error().kind, ErrorKind::Io);
    QVERIFY(!m_files->write(QStringLiteral("src/a.txt"), "n"));
}

QTEST_GUILESS_MAIN(TestProjectFiles)
#include "tst_projectfiles.moc"
