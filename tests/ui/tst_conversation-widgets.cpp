// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of the conversation that a person touches: composer, permission card, view.
#include "ui/conversation/composer.h"
#include "ui/conversation/conversationview.h"
#include "ui/conversation/permissioncard.h"

#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace cohort;
using namespace cohort::protocol;
using namespace cohort::ui;

class TestConversation : public QObject
{
    Q_OBJECT

    static PermissionRequested request()
    {
        return {.request = QStringLiteral("p"),
                .tool = QStringLiteral("bash"),
                .summary = QStringLiteral("Run a command"),
                .command = QStringLiteral("make"),
                .rule = QStringLiteral("bash(make)")};
    }

private Q_SLOTS:
    void enterSendsAndShiftEnterBreaksTheLine()
    {
        Composer composer;
        QSignalSpy submitted(&composer, &Composer::submitted);
        QTest::keyClicks(&composer, QStringLiteral("one"));
        QTest::keyClick(&composer, Qt::Key_Return, Qt::ShiftModifier);
        QTest::keyClicks(&composer, QStringLiteral("two @a.c"));
        QCOMPARE(submitted.count(), 0);
        QTest::keyClick(&composer, Qt::Key_Return);
        QCOMPARE(submitted.count(), 1);
        QCOMPARE(submitted.first()[0].toString(), QStringLiteral("one\ntwo @a.c"));
        QCOMPARE(submitted.first()[1].toStringList(), QStringList{QStringLiteral("a.c")});
        QVERIFY(composer.toPlainText().isEmpty());
    }

    void upRecallsOnlyInAnEmptyBox()
    {
        Composer composer;
        composer.setHistory({QStringLiteral("first"), QStringLiteral("second")});
        QTest::keyClick(&composer, Qt::Key_Up);
        QCOMPARE(composer.toPlainText(), QStringLiteral("second"));
        QTest::keyClick(&composer, Qt::Key_Up);
        QCOMPARE(composer.toPlainText(), QStringLiteral("first"));
        QTest::keyClick(&composer, Qt::Key_Down);
        QTest::keyClick(&composer, Qt::Key_Down);
        QVERIFY(composer.toPlainText().isEmpty());
        QTest::keyClicks(&composer, QStringLiteral("mine"));
        QTest::keyClick(&composer, Qt::Key_Up);
        QCOMPARE(composer.toPlainText(), QStringLiteral("mine"));
    }

    void pathsAndCommandsComplete()
    {
        QWidget window;
        Composer composer(&window);
        composer.setPathSource([](const QString &text, const auto &answer) {
            answer(text == QStringLiteral("gr") ? QStringList{QStringLiteral("greet.sh")} : QStringList{});
        });
        composer.setCommands({{QStringLiteral("/new"), {}}, {QStringLiteral("/mode"), {}}});
        window.show();
        composer.setFocus();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QTest::keyClicks(&composer, QStringLiteral("see @gr"));
        QCOMPARE(composer.completions(), QStringList{QStringLiteral("@greet.sh")});
        QTest::keyClick(&composer, Qt::Key_Tab);
        QCOMPARE(composer.toPlainText(), QStringLiteral("see @greet.sh "));
        composer.setText({});
        QSignalSpy entered(&composer, &Composer::commandEntered);
        QTest::keyClicks(&composer, QStringLiteral("/m"));
        QTest::keyClick(&composer, Qt::Key_Return); // takes the completion
        QTest::keyClicks(&composer, QStringLiteral("plan"));
        QTest::keyClick(&composer, Qt::Key_Return);
        QCOMPARE(entered.count(), 1);
        QCOMPARE(entered.first()[0].toString(), QStringLiteral("/mode"));
        QCOMPARE(entered.first()[1].toString(), QStringLiteral("plan"));
    }

    void cardKeys_data()
    {
        QTest::addColumn<int>("key");
        QTest::addColumn<bool>("allow");
        QTest::addColumn<Scope>("scope");
        QTest::newRow("Enter: once") << int(Qt::Key_Return) << true << Scope::Once;
        QTest::newRow("S: session") << int(Qt::Key_S) << true << Scope::Session;
        QTest::newRow("Esc: deny") << int(Qt::Key_Escape) << false << Scope::Once;
    }
    void buttonsWrapWhereTheCardIsNarrow()
    {
        PermissionCard card(request());
        const auto buttons = card.findChildren<QPushButton *>();
        for (const int width : {900, 160}) {
            card.resize(width, card.heightForWidth(width));
            card.show();
            for (const auto *button : buttons) {
                QVERIFY2(card.contentsRect().contains(button->geometry()), qPrintable(button->text()));
                QVERIFY2(button->width() >= button->sizeHint().width(), qPrintable(button->text()));
            }
            QCOMPARE(buttons.first()->y() == buttons.last()->y(), width == 900);
        }
    }

    void cardKeys()
    {
        QFETCH(int, key);
        QFETCH(bool, allow);
        QFETCH(Scope, scope);
        PermissionCard card(request());
        QSignalSpy decided(&card, &PermissionCard::decided);
        QTest::keyClick(&card, Qt::Key(key));
        QCOMPARE(decided.count(), 0); // too early: meant for something else
        card.skipGrace();
        QTest::keyClick(&card, Qt::Key(key));
        QTest::keyClick(&card, Qt::Key(key));
        QCOMPARE(decided.count(), 1); // and only once
        QCOMPARE(decided.first()[1].toBool(), allow);
        QCOMPARE(decided.first()[2].value<Scope>(), scope);
    }

    void alwaysShowsTheRuleBeforeItIsStored()
    {
        PermissionCard card(request());
        card.skipGrace();
        card.show();
        QSignalSpy decided(&card, &PermissionCard::decided);
        QTest::keyClick(&card, Qt::Key_A);
        QCOMPARE(decided.count(), 0);
        QLineEdit *rule = nullptr;
        for (auto *edit : card.findChildren<QLineEdit *>())
            if (edit->text() == QStringLiteral("bash(make)"))
                rule = edit;
        QVERIFY(rule != nullptr && rule->isVisible());
        rule->setText(QStringLiteral("bash(make *)"));
        QTest::keyClick(rule, Qt::Key_Return);
        QCOMPARE(decided.count(), 1);
        QCOMPARE(decided.first()[2].value<Scope>(), Scope::Project);
        QCOMPARE(decided.first()[3].toString(), QStringLiteral("bash(make *)"));
    }

    void aCardNeverTakesTheFocus()
    {
        QWidget window;
        QLineEdit edit(&window);
        window.show();
        edit.setFocus();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        PermissionCard card(request(), &window);
        card.show();
        QVERIFY(edit.hasFocus());
    }

    void onlyRowsOnScreenAreLaidOut()
    {
        Transcript transcript;
        ConversationView view;
        view.resize(600, 400);
        view.show();
        fill(transcript, 10'000);
        view.setTranscript(&transcript);
        QTRY_VERIFY(view.verticalScrollBar()->maximum() > 10'000);
        QVERIFY(view.atEnd());
        QVERIFY(view.layoutCount() < 100);
        view.verticalScrollBar()->setValue(view.verticalScrollBar()->maximum() / 2);
        QVERIFY(!view.atEnd());
        for (int step = 0; step < 300; ++step)
            view.verticalScrollBar()->triggerAction(QAbstractSlider::SliderPageStepSub);
        QVERIFY(view.layoutCount() < 200);
    }

    void whatComesDoesNotMoveWhoReadsAbove()
    {
        Transcript transcript;
        ConversationView view;
        view.resize(600, 400);
        view.show();
        fill(transcript, 300);
        view.setTranscript(&transcript);
        QTRY_VERIFY(view.verticalScrollBar()->maximum() > 1000);
        view.scrollToRow(100);
        const int value = view.verticalScrollBar()->value();
        fill(transcript, 20);
        QTest::qWait(20);
        QCOMPARE(view.verticalScrollBar()->value(), value);
        view.scrollToEnd();
        fill(transcript, 20);
        QTest::qWait(20);
        QCOMPARE(view.verticalScrollBar()->value(), view.verticalScrollBar()->maximum());
    }

    void allMessagesCanBeSelected()
    {
        Transcript transcript;
        ConversationView view;
        view.resize(600, 400);
        view.show();
        fill(transcript, 500);
        view.setTranscript(&transcript);
        QTest::qWait(20);
        view.selectAll();
        const QString text = view.selectedText();
        QVERIFY(text.contains(QStringLiteral("message 0 ")));
        QVERIFY(text.contains(QStringLiteral("message 250 ")));
        QVERIFY(text.contains(QStringLiteral("message 499 ")));
    }

private:
    static void fill(Transcript &transcript, int rows)
    {
        for (int index = 0; index < rows; ++index) {
            Event event{.seq = 1, .agent = QStringLiteral("coder")};
            event.body =
                AssistantMessage{.item = QString::number(index),
                                 .text = QStringLiteral("This is message %1 of **many** with words.").arg(index)};
            transcript.append(event);
        }
        transcript.flush();
    }
};

QTEST_MAIN(TestConversation)
#include "tst_conversation-widgets.moc"
