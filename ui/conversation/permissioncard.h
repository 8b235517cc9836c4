// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/protocol/events.h"

#include <QElapsedTimer>
#include <QFrame>

class QLabel;
class QLineEdit;
class QPushButton;

namespace cohort::ui {

/// Asks the person in the conversation. Never takes the focus; its keys act only while it has it, and not in its first
/// half second, so that what was typed for something else decides nothing.
class PermissionCard : public QFrame
{
    Q_OBJECT
public:
    explicit PermissionCard(const protocol::PermissionRequested &request, QWidget *parent = nullptr);

    /// For tests: keys act from now on.
    void skipGrace();

Q_SIGNALS:
    void decided(const QString &request, bool allow, cohort::protocol::Scope scope, const QString &rule,
                 const QString &note);
    void sizeChanged();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void decide(bool allow, protocol::Scope scope);
    void always();
    [[nodiscard]] bool tooEarly() const;
    void fillRuleRow();
    [[nodiscard]] QLayout *buttonRow(int gap);
    QWidget *diffView(const QString &diff);

    protocol::PermissionRequested m_request;
    QElapsedTimer m_shown;
    bool m_done = false;
    QLineEdit *m_rule;
    QWidget *m_ruleRow;
    QLineEdit *m_note;
    QPushButton *m_once;
    QPushButton *m_session;
    QPushButton *m_always;
    QPushButton *m_deny;
};

} // namespace cohort::ui
