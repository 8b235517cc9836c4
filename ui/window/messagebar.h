// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QToolButton;

namespace cohort::ui {

/// A line above the conversation that tells something and can be closed; hidden until then.
class MessageBar : public QWidget
{
    Q_OBJECT
public:
    explicit MessageBar(QWidget *parent = nullptr);

    void tell(const QString &text);
    /// Tells what was done, with a button that calls `undo`.
    void tell(const QString &text, const std::function<void()> &undo);

private:
    QLabel *m_text;
    QToolButton *m_undoButton;
    std::function<void()> m_undo;
};

} // namespace cohort::ui
