// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/settinglist.h"

#include <QDialog>

class QFormLayout;
class QLabel;
class QLineEdit;

namespace cohort::ui {

/// All settings, made from their table: searchable, in force at once, each with where its value comes from.
class SettingsDialog : public QDialog
{
    Q_OBJECT
public:
    explicit SettingsDialog(SettingList *settings, QWidget *parent = nullptr);

    void search(const QString &text);

private:
    struct Field {
        QString key;
        QString words; ///< what the search looks at
        QWidget *row = nullptr;
        QWidget *editor = nullptr;
        QLabel *layer = nullptr;
        QWidget *reset = nullptr;
    };
    void fill();
    QWidget *makeField(const protocol::SettingInfo &setting);
    QWidget *makeEditor(const protocol::SettingInfo &setting);
    void showValue(const Field &field, const protocol::SettingInfo &setting);

    SettingList *m_settings;
    QList<Field> m_fields;
    QList<QPair<QWidget *, QString>> m_headings; ///< with their section
    QLineEdit *m_search;
    QLabel *m_problem;
    QWidget *m_content;
    bool m_showing = false;
};

} // namespace cohort::ui
