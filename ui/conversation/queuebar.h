// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/session.h"

#include <QWidget>

class QVBoxLayout;

namespace cohort::ui {

/// The prompts that wait for the running turn, above the composer.
class QueueBar : public QWidget
{
    Q_OBJECT
public:
    explicit QueueBar(QWidget *parent = nullptr);

    void setPrompts(const QList<QueuedPrompt> &prompts);

Q_SIGNALS:
    void sendNow(const QString &prompt);
    void takeBack(const QString &prompt, const QString &text);

private:
    QVBoxLayout *m_layout;
    QList<QueuedPrompt> m_prompts;
};

} // namespace cohort::ui
