// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/conversation/rowlayout.h"

#include <QAbstractScrollArea>
#include <QPointer>

#include <deque>
#include <unordered_map>

class QToolButton;

namespace cohort::ui {

class PermissionCard;

/// The rows of a session. Heights of rows that were never seen are guessed; only rows on screen are laid out.
class ConversationView : public QAbstractScrollArea
{
    Q_OBJECT
public:
    explicit ConversationView(QWidget *parent = nullptr);
    ~ConversationView() override;

    void setTranscript(Transcript *transcript);

    [[nodiscard]] bool atEnd() const { return m_follow; }
    void scrollToEnd();
    void scrollToRow(int row);
    /// Marks a text wherever it stands, and goes to row `row`.
    void showFound(const QString &needle, int row);
    void copy();
    void selectAll();
    [[nodiscard]] QString selectedText() const;
    /// Gives the focus to the oldest permission request, if one waits.
    bool focusPermission();
    /// The widest a line of text gets.
    [[nodiscard]] int columnWidth() const;
    [[nodiscard]] int widestColumn() const;
    [[nodiscard]] int layoutCount() const { return int(m_layouts.size()); }

Q_SIGNALS:
    void decided(const QString &request, bool allow, cohort::protocol::Scope scope, const QString &rule,
                 const QString &note);
    void reviewWanted(const QString &path);
    void outputWanted(const QString &call, const QString &hash);
    /// `draft` is to be edited and sent again in the fork; empty: only the fork.
    void forkWanted(qint64 seq, const QString &draft);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool event(QEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    struct Spot {
        qint64 row = -1;
        TextSpot text;

        auto operator<=>(const Spot &) const = default;
    };
    struct Height {
        int pixels = 0;
        bool measured = false;
    };

    void insertRows(int first, int last);
    void changeRows(int first, int last);
    void reset();
    void forgetLayouts();
    void scheduleLayout();
    void layOut();
    int measure(int row);
    [[nodiscard]] int guess(const Row &row) const;
    void updateTops();
    void showRange();
    void placeCards();
    [[nodiscard]] int rowAt(int y) const;
    [[nodiscard]] int columnLeft() const;
    [[nodiscard]] std::pair<int, Hit> hitAt(const QPoint &point);
    [[nodiscard]] std::optional<std::pair<TextSpot, TextSpot>> selectionOf(int row);
    PermissionCard *card(int row);
    void holdStill();
    void activate(int row, const Hit &hit);
    void moveCurrent(int step);
    void announce(int row);

    QPointer<Transcript> m_transcript;
    std::deque<Height> m_heights;
    std::vector<int> m_tops; ///< one more than rows
    bool m_topsDirty = true;
    std::unordered_map<qint64, RowLayout> m_layouts;
    std::unordered_map<qint64, QPointer<PermissionCard>> m_cards;
    bool m_follow = true;
    bool m_settling = false; ///< the scroll bar moves by itself
    qint64 m_anchorRow = -1; ///< the row at the top …
    int m_anchorOffset = 0;  ///< … and how much of it is above
    Spot m_selectionStart;
    Spot m_selectionEnd;
    bool m_selecting = false;
    QPoint m_pressed;
    qint64 m_current = -1;
    QString m_needle;
    QToolButton *m_newButton;
};

} // namespace cohort::ui
