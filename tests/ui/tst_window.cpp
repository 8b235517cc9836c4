// SPDX-License-Identifier: GPL-3.0-or-later
// A person's whole way through the window, with the real engine and the rehearsal: prompt, permission by keyboard,
// reject a hunk, accept the rest, close, open again and find everything.
#include "core/engine/enginethread.h"
#include "ui/conversation/composer.h"
#include "ui/conversation/conversationpage.h"
#include "ui/conversation/conversationview.h"
#include "ui/conversation/permissioncard.h"
#include "ui/review/diffview.h"
#include "ui/review/reviewpage.h"
#include "ui/window/mainwindow.h"

#include <QDirIterator>
#include <QTemporaryDir>
#include <QTest>

using namespace cohort;
using namespace cohort::protocol;
using namespace std::chrono_literals;

void registerWindowTestData()
{
    Q_INIT_RESOURCE(cohort_data);
}

class TestWindow : public QObject
{
    Q_OBJECT

    QTemporaryDir m_home;
    QString m_project;

    ui::WindowOptions options() const
    {
        return {.folder = m_project, .layoutFile = m_home.filePath(QStringLiteral("layout.ini"))};
    }
    QString content(const QString &file) const
    {
        QFile opened(m_project + u'/' + file);
        return opened.open(QIODevice::ReadOnly) ? QString::fromUtf8(opened.readAll()) : QString();
    }
    static bool hasRow(ui::Session *session, ui::Row::Kind kind)
    {
        for (int row = 0; row < session->transcript()->count(); ++row)
            if (session->transcript()->row(row).kind == kind)
                return true;
        return false;
    }

private Q_SLOTS:
    void initTestCase()
    {
        registerWindowTestData();
        QVERIFY(m_home.isValid());
        qputenv("COHORT_HOME", m_home.filePath(QStringLiteral("cohort")).toUtf8());
        qputenv("OLLAMA_HOST", "http://127.0.0.1:1"); // nobody is there
        m_project = m_home.filePath(QStringLiteral("greeting"));
        QDir().mkpath(m_project);
        QDirIterator files(QStringLiteral(":/sample-project"), QDir::Files | QDir::Hidden);
        while (files.hasNext()) {
            const QString file = files.next();
            const QString copy = m_project + u'/' + files.fileName();
            QVERIFY(QFile::copy(file, copy));
            QFile::setPermissions(copy, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        }
    }

    void aPersonsWholeWay()
    {
        const QString before = content(QStringLiteral("greet.sh"));
        {
            const engine::EngineThread engine(
                {.project = m_project,
                 .overrides = {QStringLiteral("rehearsal.humanPace=false"), QStringLiteral("agent.provider=rehearsal"),
                               QStringLiteral("agent.model=greeting")},
                 .holder = QStringLiteral("the test")});
            ui::MainWindow window(engine.link(), options());
            window.show();
            window.activateWindow();
            window.begin();
            QTRY_VERIFY_WITH_TIMEOUT(window.project()->current() != nullptr && window.project()->current()->loaded(),
                                     10s);
            auto *composer = window.conversation()->composer();
            QTest::keyClicks(composer, QStringLiteral("Make the failing test pass"));
            QTest::keyClick(composer, Qt::Key_Return);
            auto *session = window.project()->current();

            // every request is answered by keyboard until the turn is done
            int answered = 0;
            QTRY_VERIFY_WITH_TIMEOUT(
                [&] {
                    if (window.conversation()->view()->focusPermission()) {
                        for (auto *card : window.findChildren<ui::PermissionCard *>()) {
                            if (!card->hasFocus())
                                continue;
                            card->skipGrace();
                            QTest::keyClick(card, Qt::Key_Return);
                            ++answered;
                        }
                    }
                    return hasRow(session, ui::Row::Kind::TurnEnd) && !session->working();
                }(),
                60s);
            QVERIFY(answered > 0);
            QVERIFY(hasRow(session, ui::Row::Kind::TurnStart)); // labelled as scripted
            QVERIFY(content(QStringLiteral("greet.sh")) != before);

            QTRY_COMPARE_WITH_TIMEOUT(window.project()->changes()->rowCount(), 1, 10s);
            window.showChanges();
            QTRY_VERIFY_WITH_TIMEOUT(window.review()->diff()->hunkCount() > 0, 10s);
            window.conversation()->composer()->setText(QStringLiteral("a draft"));
            window.close();
        }
        {
            const engine::EngineThread engine(
                {.project = m_project, .overrides = {}, .holder = QStringLiteral("the test")});
            ui::MainWindow window(engine.link(), options());
            window.show();
            window.activateWindow();
            window.begin();
            QTRY_VERIFY_WITH_TIMEOUT(window.project()->current() != nullptr && window.project()->current()->loaded(),
                                     10s);
            QVERIFY(hasRow(window.project()->current(), ui::Row::Kind::TurnEnd));
            QCOMPARE(window.conversation()->composer()->toPlainText(), QStringLiteral("a draft"));

            window.showChanges();
            auto *diff = window.review()->diff();
            QTRY_VERIFY_WITH_TIMEOUT(diff->hunkCount() > 0, 10s);
            QTest::keyClick(diff, Qt::Key_R);
            QTRY_COMPARE_WITH_TIMEOUT(content(QStringLiteral("greet.sh")), before, 10s);
            QTRY_COMPARE_WITH_TIMEOUT(window.project()->changes()->rowCount(), 0, 10s);
            QTest::keyClick(diff, Qt::Key_U); // and back
            QTRY_COMPARE_WITH_TIMEOUT(window.project()->changes()->rowCount(), 1, 10s);
            QTRY_VERIFY_WITH_TIMEOUT(diff->hunkCount() > 0, 10s);
            QTest::keyClick(diff, Qt::Key_A);
            QTRY_COMPARE_WITH_TIMEOUT(window.project()->changes()->rowCount(), 0, 10s);
            QVERIFY(content(QStringLiteral("greet.sh")) != before);
            window.close();
        }
    }
};

QTEST_MAIN(TestWindow)
#include "tst_window.moc"
