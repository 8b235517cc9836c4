// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;

namespace cohort::ui {

class ConversationView;
class Transcript;

/// Finds a text in all messages of the session.
class FindBar : public QWidget
{
    Q_OBJECT
public:
    explicit FindBar(ConversationView *view, QWidget *parent = nullptr);

    void setTranscript(Transcript *transcript);
    void begin();
    void next(int step);

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void search();
    void finish();

    ConversationView *m_view;
    Transcript *m_transcript = nullptr;
    QLineEdit *m_edit;
    QLabel *m_count;
    QList<int> m_found;
    int m_at = -1;
};

} // namespace cohort::ui
