// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/review/diffview.h"

#include "ui/theme/highlighter.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextLayout>
#include <QToolButton>

namespace cohort::ui {

using namespace protocol;

DiffView::DiffView(QWidget *parent)
    : QPlainTextEdit(parent)
    , m_gutter(new QWidget(this))
{
    setReadOnly(true);
    setLineWrapMode(NoWrap);
    setFrameShape(NoFrame);
    setTabChangesFocus(true);
    setUndoRedoEnabled(false);
    setAccessibleName(tr("Difference"));
    setFont(theme::monospace());
    m_gutter->installEventFilter(this);
    connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect &, int dy) {
        if (dy != 0)
            placeButtons();
        m_gutter->update();
    });
    connect(horizontalScrollBar(), &QScrollBar::valueChanged, this, &DiffView::placeButtons);
}

void DiffView::show(const QString &path, const QList<Hunk> &hunks)
{
    const bool sameFile = path == m_path;
    if (sameFile && hunks == m_hunks)
        return;
    const int hunk = sameFile ? std::clamp(m_current, 0, std::max(0, int(hunks.size()) - 1)) : 0;
    m_path = path;
    m_hunks = hunks;
    fill();
    setCurrentHunk(hunks.isEmpty() ? -1 : hunk);
}

void DiffView::showText(const QString &text)
{
    m_path.clear();
    m_hunks.clear();
    fill();
    setPlainText(text);
}

void DiffView::fill()
{
    qDeleteAll(m_buttons);
    m_buttons.clear();
    m_lines.clear();
    m_headers.clear();
    m_current = -1;
    QStringList text;
    for (int index = 0; index < m_hunks.size(); ++index) {
        const auto &hunk = m_hunks[index];
        m_headers.append(int(m_lines.size()));
        m_lines.append({.hunk = index, .origin = u'@'});
        text.append(hunk.header);
        for (const auto &line : hunk.lines) {
            m_lines.append({.hunk = index,
                            .origin = line.origin.isEmpty() ? QChar(u' ') : line.origin[0],
                            .before = line.before,
                            .after = line.after});
            text.append(line.missingNewline ? line.text + QStringLiteral("   ⏎̸") : line.text);
        }
        auto *buttons = new QWidget(viewport());
        auto *layout = new QHBoxLayout(buttons);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(theme::spacing(this) / 2);
        const auto add = [&](const QString &label, const QString &tooltip, HunkDecision decision) {
            auto *button = new QToolButton;
            button->setText(label);
            button->setToolTip(tooltip);
            button->setAccessibleName(
                tr("%1, part %2", "Accept or Reject, number of the hunk").arg(label).arg(index + 1));
            button->setCursor(Qt::ArrowCursor);
            button->setFont(theme::sized(QGuiApplication::font(), 0.88));
            connect(button, &QToolButton::clicked, this, [this, index, decision] {
                setCurrentHunk(index);
                decide(decision);
            });
            layout->addWidget(button);
        };
        add(tr("Accept"), tr("Keep this part (A)"), HunkDecision::Accept);
        add(tr("Reject"), tr("Restore what was there (R)"), HunkDecision::Reject);
        m_buttons.append(buttons);
        buttons->show();
    }
    setPlainText(text.join(u'\n'));
    setViewportMargins(m_hunks.isEmpty() ? 0 : gutterWidth(), 0, 0, 0);
    m_gutter->setVisible(!m_hunks.isEmpty());
    highlight();
    placeButtons();
}

void DiffView::highlight()
{
    const auto &colours = theme::colours();
    Highlighter before(m_path);
    Highlighter after(m_path);
    QTextBlock block = document()->begin();
    QTextCursor cursor(document());
    for (const auto &line : std::as_const(m_lines)) {
        QTextBlockFormat ground;
        QList<QTextLayout::FormatRange> formats;
        if (line.origin == u'@') {
            ground.setBackground(palette().alternateBase());
            QTextCharFormat muted;
            muted.setForeground(colours.muted);
            formats.append({0, int(block.text().size()), muted});
            before = after = Highlighter(m_path); // a hunk begins anywhere
        } else {
            if (line.origin == u'+')
                ground.setBackground(colours.addedGround);
            else if (line.origin == u'-')
                ground.setBackground(colours.removedGround);
            QList<Highlighter::Range> ranges;
            if (line.origin != u'+')
                ranges = before.line(block.text());
            if (line.origin != u'-')
                ranges = after.line(block.text());
            for (const auto &range : std::as_const(ranges))
                formats.append({range.start, range.length, range.format});
        }
        cursor.setPosition(block.position());
        cursor.setBlockFormat(ground);
        block.layout()->setFormats(formats);
        block = block.next();
    }
    viewport()->update();
}

int DiffView::gutterWidth() const
{
    int largest = 1;
    for (const auto &line : m_lines)
        largest = std::max({largest, line.before, line.after});
    const int digits = int(QString::number(largest).size());
    return fontMetrics().horizontalAdvance(u'9') * (2 * digits + 5);
}

void DiffView::paintGutter()
{
    QPainter painter(m_gutter);
    const auto &colours = theme::colours();
    painter.fillRect(m_gutter->rect(), palette().base());
    painter.setFont(font());
    const int letter = fontMetrics().horizontalAdvance(u'9');
    const int column = (m_gutter->width() - 3 * letter) / 2;
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const QRectF box = blockBoundingGeometry(block).translated(contentOffset());
        if (box.top() > m_gutter->height())
            break;
        if (block.blockNumber() >= m_lines.size())
            break;
        const auto &line = m_lines[block.blockNumber()];
        const QRect row(0, int(box.top()), m_gutter->width(), int(box.height()));
        if (line.origin == u'@') {
            painter.fillRect(row, palette().alternateBase());
            if (line.hunk == m_current)
                painter.fillRect(QRect(row.left(), row.top(), letter / 3, row.height()), colours.accent);
            continue;
        }
        if (line.origin != u' ')
            painter.fillRect(row, line.origin == u'+' ? colours.addedGround : colours.removedGround);
        if (line.hunk == m_current)
            painter.fillRect(QRect(row.left(), row.top(), letter / 3, row.height()), colours.accent);
        painter.setPen(colours.muted);
        if (line.before > 0)
            painter.drawText(QRect(0, row.top(), column, row.height()), Qt::AlignRight, QString::number(line.before));
        if (line.after > 0)
            painter.drawText(QRect(column, row.top(), column + letter / 2, row.height()), Qt::AlignRight,
                             QString::number(line.after));
        if (line.origin != u' ') {
            painter.setPen(line.origin == u'+' ? colours.added : colours.removed);
            painter.drawText(QRect(row.right() - 2 * letter, row.top(), 2 * letter, row.height()), Qt::AlignHCenter,
                             line.origin == u'+' ? QStringLiteral("+") : QStringLiteral("−"));
        }
    }
}

void DiffView::placeButtons()
{
    for (int index = 0; index < m_buttons.size(); ++index) {
        const QTextBlock block = document()->findBlockByNumber(m_headers[index]);
        const QRectF box = blockBoundingGeometry(block).translated(contentOffset());
        auto *buttons = m_buttons[index];
        const QSize size = buttons->sizeHint();
        buttons->setGeometry(viewport()->width() - size.width() - theme::spacing(this),
                             int(box.center().y()) - size.height() / 2, size.width(), size.height());
    }
}

void DiffView::setCurrentHunk(int hunk)
{
    if (hunk < -1 || hunk >= m_hunks.size())
        return;
    m_current = hunk;
    if (hunk >= 0) {
        const QTextBlock block = document()->findBlockByNumber(m_headers[hunk]);
        QTextCursor cursor(block);
        setTextCursor(cursor);
        verticalScrollBar()->setValue(std::max(0, m_headers[hunk] - 1));
        setAccessibleDescription(tr("Part %1 of %2").arg(hunk + 1).arg(m_hunks.size()));
    }
    m_gutter->update();
}

void DiffView::decide(HunkDecision decision)
{
    if (m_current >= 0)
        Q_EMIT decided(m_hunks[m_current].id, decision);
}

void DiffView::keyPressEvent(QKeyEvent *event)
{
    if (event->modifiers() == Qt::NoModifier) {
        switch (event->key()) {
        case Qt::Key_J:
            setCurrentHunk(m_current + 1);
            return;
        case Qt::Key_K:
            if (m_current > 0)
                setCurrentHunk(m_current - 1);
            return;
        case Qt::Key_A:
            decide(HunkDecision::Accept);
            return;
        case Qt::Key_R:
            decide(HunkDecision::Reject);
            return;
        case Qt::Key_U:
            Q_EMIT undoWanted();
            return;
        default:
            break;
        }
    }
    QPlainTextEdit::keyPressEvent(event);
}

void DiffView::resizeEvent(QResizeEvent *event)
{
    QPlainTextEdit::resizeEvent(event);
    m_gutter->setGeometry(contentsRect().left(), contentsRect().top(), gutterWidth(), viewport()->height());
    placeButtons();
}

void DiffView::changeEvent(QEvent *event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && !m_lines.isEmpty())
        highlight();
}

bool DiffView::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_gutter && event->type() == QEvent::Paint) {
        paintGutter();
        return true;
    }
    return QPlainTextEdit::eventFilter(watched, event);
}

} // namespace cohort::ui
