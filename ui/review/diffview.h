// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/protocol/types.h"

#include <QPlainTextEdit>

class QToolButton;

namespace cohort::ui {

/// One file's hunks, one below the other, with line numbers and a decision on each.
///
/// Keys: J and K next and previous hunk, A accepts, R rejects, U takes the last decision back.
class DiffView : public QPlainTextEdit
{
    Q_OBJECT
public:
    explicit DiffView(QWidget *parent = nullptr);

    void show(const QString &path, const QList<protocol::Hunk> &hunks);
    void showText(const QString &text);
    [[nodiscard]] int currentHunk() const { return m_current; }
    void setCurrentHunk(int hunk);
    [[nodiscard]] int hunkCount() const { return int(m_hunks.size()); }

Q_SIGNALS:
    void decided(const QString &hunk, cohort::protocol::HunkDecision decision);
    void undoWanted();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Line {
        int hunk = -1;
        QChar origin; ///< '@' for a header
        int before = 0;
        int after = 0;
    };
    void fill();
    void highlight();
    void paintGutter();
    void placeButtons();
    void decide(protocol::HunkDecision decision);
    [[nodiscard]] int gutterWidth() const;

    QString m_path;
    QList<protocol::Hunk> m_hunks;
    QList<Line> m_lines;
    QList<int> m_headers; ///< block of each hunk's header
    QList<QWidget *> m_buttons;
    QWidget *m_gutter;
    int m_current = -1;
};

} // namespace cohort::ui
