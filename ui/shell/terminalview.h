// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/terminaltext.h"

#include <QAbstractScrollArea>

namespace cohort::ui {

/// Shows what a command wrote: only the lines on screen are drawn.
class TerminalView : public QAbstractScrollArea
{
    Q_OBJECT
public:
    explicit TerminalView(QWidget *parent = nullptr);

    /// `text` must live as long as it is shown; refresh() after it changed.
    void setText(const TerminalText *text);
    void refresh();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    struct Spot {
        qint64 line = -1; ///< counted with the dropped ones
        int column = 0;

        auto operator<=>(const Spot &) const = default;
    };
    [[nodiscard]] Spot spotAt(const QPoint &point) const;
    [[nodiscard]] QString selectedText() const;
    [[nodiscard]] QFontMetrics metrics() const;

    const TerminalText *m_text = nullptr;
    qint64 m_dropped = 0;
    Spot m_from;
    Spot m_to;
};

} // namespace cohort::ui
