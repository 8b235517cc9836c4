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
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace cohort;
using namespace cohort::protocol;
using namespace std::chrono_literals;

void registerWindowTestData()
{
    Q_INIT_RESOURCE(cohort_data);
}

/// The project's window and what is behind it, as the desktop program makes them.
struct Opened {
    engine::EngineThread engine;
    ui::MainWindow window;
    int answered = 0;

    Opened(const QString &project, const QString &layout, const QStringList &overrides)
        : engine({.project = project, .overrides = overrides, .holder = QStringLiteral("the test")})
        , window(engine.link(),
                 {.folder = project, .layoutFile = layout, .newSession = false, .prompt = {}, .model = {}})
    {
        window.show();
        window.activateWindow();
        window.begin();
    }

    ~Opened() { window.close(); }
    Q_DISABLE_COPY_MOVE(Opened)

    [[nodiscard]] ui::Session *session() const { return window.project()->current(); }
    [[nodiscard]] bool isReady() const { return session() != nullptr && session()->loaded(); }
    [[nodiscard]] int count(ui::Row::Kind kind) const
    {
        int found = 0;
        for (int row = 0; row < session()->transcript()->count(); ++row)
            found += session()->transcript()->row(row).kind == kind ? 1 : 0;
        return found;
    }
    [[nodiscard]] int turnsDone() const { return session()->working() ? -1 : count(ui::Row::Kind::TurnEnd); }

    void type(const QString &prompt) const
    {
        auto *composer = window.conversation()->composer();
        QTest::keyClicks(composer, prompt);
        QTest::keyClick(composer, Qt::Key_Return);
    }
    /// Answers the request that waits, if one does, with the keyboard.
    void answer()
    {
        if (window.conversation()->view()->focusPermission()) {
            for (auto *card : window.findChildren<ui::PermissionCard *>()) {
                if (!card->hasFocus())
                    continue;
                card->skipGrace();
                QTest::keyClick(card, Qt::Key_Return);
                ++answered;
            }
        }
    }
    /// Answers what is asked; whether that many turns have ended.
    [[nodiscard]] bool hasDone(int turns)
    {
        answer();
        return turnsDone() == turns;
    }
};

class TestWindow : public QObject
{
    Q_OBJECT

    QTemporaryDir m_home;

    [[nodiscard]] QString path(const QString &name) const { return m_home.filePath(name); }
    static QString content(const QString &file)
    {
        QFile opened(file);
        return opened.open(QIODevice::ReadOnly) ? QString::fromUtf8(opened.readAll()) : QString();
    }
    static QStringList rehearsal(const char *name)
    {
        return {QStringLiteral("rehearsal.humanPace=false"), QStringLiteral("agent.provider=rehearsal"),
                QStringLiteral("agent.model=") + QLatin1String(name)};
    }

private Q_SLOTS:
    void initTestCase()
    {
        registerWindowTestData();
        QVERIFY(m_home.isValid());
        qputenv("COHORT_HOME", path(QStringLiteral("cohort")).toUtf8());
        qputenv("OLLAMA_HOST", "http://127.0.0.1:1"); // nobody is there
    }

    void aPersonsWholeWay()
    {
        const QString project = path(QStringLiteral("greeting"));
        const QString script = project + QStringLiteral("/greet.sh");
        QDir().mkpath(project);
        QDirIterator files(QStringLiteral(":/sample-project"), QDir::Files | QDir::Hidden);
        while (files.hasNext()) {
            const QString file = files.next();
            const QString copy = project + u'/' + files.fileName();
            QVERIFY(QFile::copy(file, copy));
            QFile::setPermissions(copy, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        }
        const QString before = content(script);
        {
            Opened opened(project, path(QStringLiteral("layout.ini")), rehearsal("greeting"));
            QTRY_VERIFY_WITH_TIMEOUT(opened.isReady(), 10s);
            opened.type(QStringLiteral("Make the failing test pass"));
            QTRY_VERIFY_WITH_TIMEOUT(opened.hasDone(1), 60s);
            QVERIFY(opened.answered > 0);
            QCOMPARE(opened.count(ui::Row::Kind::TurnStart), 1); // labelled as scripted
            QVERIFY(content(script) != before);

            QTRY_COMPARE_WITH_TIMEOUT(opened.window.project()->changes()->rowCount(), 1, 10s);
            opened.window.conversation()->composer()->setText(QStringLiteral("a draft"));
        }
        {
            Opened opened(project, path(QStringLiteral("layout.ini")), {});
            QTRY_VERIFY_WITH_TIMEOUT(opened.isReady(), 10s);
            QCOMPARE(opened.turnsDone(), 1);
            QCOMPARE(opened.window.conversation()->composer()->toPlainText(), QStringLiteral("a draft"));

            auto *changes = opened.window.project()->changes();
            opened.window.showChanges();
            auto *diff = opened.window.review()->diff();
            QTRY_VERIFY_WITH_TIMEOUT(diff->hunkCount() > 0, 10s);
            QTest::keyClick(diff, Qt::Key_R);
            QTRY_COMPARE_WITH_TIMEOUT(content(script), before, 10s);
            QTRY_COMPARE_WITH_TIMEOUT(changes->rowCount(), 0, 10s);
            QTest::keyClick(diff, Qt::Key_U); // and back
            QTRY_COMPARE_WITH_TIMEOUT(changes->rowCount(), 1, 10s);
            QTRY_VERIFY_WITH_TIMEOUT(diff->hunkCount() > 0, 10s);
            QTest::keyClick(diff, Qt::Key_A);
            QTRY_COMPARE_WITH_TIMEOUT(changes->rowCount(), 0, 10s);
            QVERIFY(content(script) != before);
        }
    }

    void rejectsAHunkAndAcceptsTheRest()
    {
        const QString project = path(QStringLiteral("poem"));
        const QString poem = project + QStringLiteral("/poem.txt");
        QDir().mkpath(project);
        QString lines;
        for (int number = 1; number <= 40; ++number)
            lines += QStringLiteral("line %1\n").arg(number);
        QFile file(poem);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(lines.toUtf8()) > 0);
        file.close();
        QString expected = lines;
        expected.replace(QStringLiteral("line 2\n"), QStringLiteral("line two\n"))
            .replace(QStringLiteral("line 38\n"), QStringLiteral("line thirty-eight\n"));
        const QString layout = path(QStringLiteral("poem.ini"));
        {
            Opened opened(project, layout, rehearsal("poem"));
            QTRY_VERIFY_WITH_TIMEOUT(opened.isReady(), 10s);
            opened.type(QStringLiteral("Number three lines"));
            QTRY_VERIFY_WITH_TIMEOUT(opened.hasDone(1), 60s);

            opened.window.showChanges();
            auto *diff = opened.window.review()->diff();
            QTRY_COMPARE_WITH_TIMEOUT(diff->hunkCount(), 3, 10s);
            diff->setCurrentHunk(0);
            QTest::keyClick(diff, Qt::Key_J);
            QTest::keyClick(diff, Qt::Key_R); // twenty
            QTRY_COMPARE_WITH_TIMEOUT(diff->hunkCount(), 2, 10s);
            QTest::keyClick(diff, Qt::Key_A);
            QTRY_COMPARE_WITH_TIMEOUT(diff->hunkCount(), 1, 10s);
        }
        Opened opened(project, layout, {});
        QTRY_VERIFY_WITH_TIMEOUT(opened.isReady(), 10s);
        QCOMPARE(opened.turnsDone(), 1);
        opened.window.showChanges();
        auto *diff = opened.window.review()->diff();
        QTRY_COMPARE_WITH_TIMEOUT(diff->hunkCount(), 1, 10s);
        QTest::keyClick(diff, Qt::Key_A);
        QTRY_COMPARE_WITH_TIMEOUT(opened.window.project()->changes()->rowCount(), 0, 10s);
        QCOMPARE(content(poem), expected);
    }

    /// A `cohort run -s` in a terminal appends to the session that the window shows.
    void showsWhatAnotherProcessAppends()
    {
        const QString project = path(QStringLiteral("poem"));
        Opened opened(project, path(QStringLiteral("poem.ini")), rehearsal("greeting"));
        QTRY_VERIFY_WITH_TIMEOUT(opened.isReady(), 10s);
        const int before = opened.turnsDone();
        QProcess terminal;
        terminal.setWorkingDirectory(project);
        terminal.start(QCoreApplication::applicationDirPath() + QStringLiteral("/cohort"),
                       {QStringLiteral("run"), QStringLiteral("-s"), opened.session()->id(),
                        QStringLiteral("--provider"), QStringLiteral("rehearsal"), QStringLiteral("-m"),
                        QStringLiteral("greeting"), QStringLiteral("--mode"), QStringLiteral("plan"),
                        QStringLiteral("From the terminal")});
        QTRY_COMPARE_WITH_TIMEOUT(terminal.state(), QProcess::NotRunning, 60s);
        QVERIFY2(terminal.exitCode() == 0, terminal.readAllStandardError().constData());
        QTRY_COMPARE_WITH_TIMEOUT(opened.turnsDone(), before + 1, 10s);
        const auto prompts = opened.session()->prompts();
        QCOMPARE(prompts.last(), QStringLiteral("From the terminal"));
        // and the session is free again for the window
        opened.type(QStringLiteral("From the window"));
        QTRY_VERIFY_WITH_TIMEOUT(opened.hasDone(before + 2), 60s);
    }
};

QTEST_MAIN(TestWindow)
#include "tst_window.moc"
