// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/terminalview.h"

#include "ui/theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

namespace cohort::ui {

namespace {

QColor colourOf(int value, const QColor &standard)
{
    if (value < 0)
        return standard;
    if (value >= 0x1000000)
        return QColor(QRgb(value & 0xffffff));
    if (value < 16)
        return theme::terminalColour(value);
    if (value >= 232) {
        const int grey = 8 + (value - 232) * 10;
        return {grey, grey, grey};
    }
    const auto level = [](int step) { return step == 0 ? 0 : 55 + step * 40; };
    const int cube = value - 16;
    return {level(cube / 36), level(cube / 6 % 6), level(cube % 6)};
}

} // namespace

TerminalView::TerminalView(QWidget *parent)
    : QAbstractScrollArea(parent)
{
    setFrameShape(NoFrame);
    setFont(theme::monospace());
    viewport()->setBackgroundRole(QPalette::Base);
    viewport()->setAutoFillBackground(true);
    viewport()->setCursor(Qt::IBeamCursor);
    setAccessibleName(tr("Output of the command"));
}

QFontMetrics TerminalView::metrics() const
{
    return QFontMetrics(font());
}

void TerminalView::setText(const TerminalText *text)
{
    m_text = text;
    m_from = m_to = {};
    m_dropped = text != nullptr ? text->dropped() : 0;
    verticalScrollBar()->setRange(0, 0);
    refresh();
    verticalScrollBar()->setValue(verticalScrollBar()->maximum());
}

void TerminalView::refresh()
{
    if (m_text == nullptr) {
        viewport()->update();
        return;
    }
    auto *bar = verticalScrollBar();
    const bool atEnd = bar->value() >= bar->maximum();
    const int page = std::max(1, viewport()->height() / metrics().lineSpacing());
    const int gone = int(m_text->dropped() - m_dropped);
    m_dropped = m_text->dropped();
    const int value = bar->value() - gone;
    bar->setPageStep(page);
    bar->setRange(0, std::max(0, m_text->lineCount() - page));
    bar->setValue(atEnd ? bar->maximum() : std::max(0, value));
    viewport()->update();
    if (m_text->lineCount() < 200)
        setAccessibleDescription(m_text->plainText());
}

void TerminalView::paintEvent(QPaintEvent *)
{
    if (m_text == nullptr)
        return;
    QPainter painter(viewport());
    const auto metric = metrics();
    const int height = metric.lineSpacing();
    const int margin = metric.averageCharWidth();
    const auto [from, to] = std::minmax(m_from, m_to);
    int y = 0;
    for (int index = verticalScrollBar()->value(); index < m_text->lineCount() && y < viewport()->height();
         ++index, y += height) {
        int x = margin;
        const auto runs = m_text->line(index);
        for (const auto &run : runs) {
            QColor ink = colourOf(run.style.foreground, palette().color(QPalette::Text));
            QColor ground = colourOf(run.style.background, palette().color(QPalette::Base));
            if (run.style.inverse)
                std::swap(ink, ground);
            if (run.style.faint)
                ink.setAlphaF(0.6F);
            QFont face = font();
            face.setBold(run.style.bold);
            face.setItalic(run.style.italic);
            face.setUnderline(run.style.underline);
            painter.setFont(face);
            const int width = QFontMetrics(face).horizontalAdvance(run.text);
            if (run.style.background >= 0 || run.style.inverse)
                painter.fillRect(QRect(x, y, width, height), ground);
            painter.setPen(ink);
            painter.drawText(x, y + metric.ascent(), run.text);
            x += width;
        }
        const qint64 line = index + m_text->dropped();
        if (from.line >= 0 && from != to && line >= from.line && line <= to.line) {
            const QString text = m_text->plainLine(index);
            const int first = line == from.line ? std::min<int>(from.column, int(text.size())) : 0;
            const int last = line == to.line ? std::min<int>(to.column, int(text.size())) : int(text.size());
            QColor mark = palette().color(QPalette::Highlight);
            mark.setAlphaF(0.35F);
            painter.fillRect(QRect(margin + metric.horizontalAdvance(text.first(first)), y,
                                   std::max(metric.horizontalAdvance(text.mid(first, last - first)), 2), height),
                             mark);
        }
    }
}

void TerminalView::resizeEvent(QResizeEvent *)
{
    refresh();
}

void TerminalView::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        viewport()->update();
}

TerminalView::Spot TerminalView::spotAt(const QPoint &point) const
{
    if (m_text == nullptr || m_text->lineCount() == 0)
        return {};
    const auto metric = metrics();
    const int row =
        std::clamp(verticalScrollBar()->value() + point.y() / metric.lineSpacing(), 0, m_text->lineCount() - 1);
    const QString text = m_text->plainLine(row);
    int column = 0;
    while (column < text.size()
           && metric.averageCharWidth() + metric.horizontalAdvance(text.first(column + 1)) <= point.x())
        ++column;
    return {row + m_text->dropped(), column};
}

void TerminalView::mousePressEvent(QMouseEvent *event)
{
    m_from = m_to = spotAt(event->position().toPoint());
    viewport()->update();
}

void TerminalView::mouseMoveEvent(QMouseEvent *event)
{
    m_to = spotAt(event->position().toPoint());
    viewport()->update();
}

QString TerminalView::selectedText() const
{
    const auto [from, to] = std::minmax(m_from, m_to);
    if (m_text == nullptr || from.line < 0 || from == to)
        return m_text != nullptr ? m_text->plainText() : QString();
    QStringList lines;
    for (qint64 line = std::max(from.line, m_text->dropped()); line <= to.line; ++line) {
        const QString text = m_text->plainLine(int(line - m_text->dropped()));
        const int first = line == from.line ? from.column : 0;
        lines.append(text.mid(first, line == to.line ? to.column - first : -1));
    }
    return lines.join(u'\n');
}

void TerminalView::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy))
        QGuiApplication::clipboard()->setText(selectedText());
    else
        QAbstractScrollArea::keyPressEvent(event);
}

} // namespace cohort::ui
