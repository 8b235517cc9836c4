// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/scenes.h"
#include "ui/settings/settingsdialog.h"

#include <QCheckBox>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>

using namespace cohort;
using namespace cohort::protocol;
using cohort::tests::FakeLink;

class TestSettingsDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aValueIsStoredAtOnce()
    {
        FakeLink link;
        tests::furnish(link);
        ui::SettingList settings(&link);
        ui::SettingsDialog dialog(&settings);
        settings.refresh();
        QTRY_VERIFY(dialog.findChild<QSpinBox *>() != nullptr);
        QCOMPARE(dialog.findChild<QSpinBox *>()->value(), 50);
        QVERIFY(link.sent<StoreSetting>().isEmpty()); // showing stores nothing
        dialog.findChild<QSpinBox *>()->setValue(70);
        QTRY_COMPARE(link.sent<StoreSetting>().size(), 1);
        QCOMPARE(link.sent<StoreSetting>().first(),
                 (StoreSetting{QStringLiteral("limits.modelCalls"), QStringLiteral("70")}));
        dialog.findChild<QCheckBox *>()->setChecked(false);
        QCOMPARE(link.sent<StoreSetting>().last().value, QStringLiteral("false"));
    }

    void resetGoesBackToTheStandard()
    {
        FakeLink link;
        tests::furnish(link);
        ui::SettingList settings(&link);
        ui::SettingsDialog dialog(&settings);
        settings.refresh();
        dialog.show();
        QTRY_VERIFY(dialog.findChild<QSpinBox *>() != nullptr);
        const auto ownReset = [&dialog]() -> QToolButton * { // only one value is the person's own
            for (auto *button : dialog.findChildren<QToolButton *>())
                if (button->isVisible() && !button->text().isEmpty())
                    return button;
            return nullptr;
        };
        QTRY_VERIFY(ownReset() != nullptr);
        auto *reset = ownReset();
        reset->click();
        QTRY_COMPARE(dialog.findChild<QSpinBox *>()->value(), 100);
        QVERIFY(!link.sent<StoreSetting>().last().value.has_value());
    }

    void theSearchLooksAtNamesAndExplanations()
    {
        FakeLink link;
        tests::furnish(link);
        ui::SettingList settings(&link);
        ui::SettingsDialog dialog(&settings);
        settings.refresh();
        dialog.show();
        QTRY_VERIFY(dialog.findChild<QSpinBox *>() != nullptr);
        dialog.search(QStringLiteral("streamed"));
        QTRY_VERIFY(dialog.findChild<QCheckBox *>()->isVisible());
        QVERIFY(!dialog.findChild<QSpinBox *>()->isVisible());
    }
};

QTEST_MAIN(TestSettingsDialog)
#include "tst_settings-dialog.moc"
