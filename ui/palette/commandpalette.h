// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QPointer>

class QAction;
class QLineEdit;
class QListWidget;

namespace cohort::ui {

/// Every action of a window by a few letters of its name.
class CommandPalette : public QFrame
{
    Q_OBJECT
public:
    explicit CommandPalette(QWidget *window);

    /// Opens over the window with what can be done now.
    void open(const QList<QAction *> &actions);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void filter(const QString &text);
    void run();

    struct Entry {
        QPointer<QAction> action;
        QString name;
    };
    QList<Entry> m_entries;
    QLineEdit *m_edit;
    QListWidget *m_list;
    QPointer<QWidget> m_focusBefore;
};

} // namespace cohort::ui
