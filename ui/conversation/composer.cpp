// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/conversation/composer.h"

#include <QAbstractItemView>
#include <QKeyEvent>
#include <QListWidget>
#include <QMimeData>
#include <QPointer>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextLayout>
#include <QUrl>

#include <algorithm>

namespace cohort::ui {

namespace {
constexpr int mostLines = 12;
constexpr int mostCompletions = 9;
} // namespace

Composer::Composer(QWidget *parent)
    : QPlainTextEdit(parent)
    , m_popup(new QListWidget)
{
    setPlaceholderText(tr("Ask, or type / for commands, @ for files"));
    setAccessibleName(tr("Message to the agent"));
    setTabChangesFocus(true);
    viewport()->setBackgroundRole(QPalette::AlternateBase);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    document()->setDocumentMargin(fontMetrics().height() / 2.5);

    m_popup->setFocusPolicy(Qt::NoFocus);
    m_popup->setAccessibleName(tr("Completions"));
    m_popup->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_popup->hide();
    connect(m_popup, &QListWidget::itemClicked, this, &Composer::takeCompletion);
    connect(this, &QObject::destroyed, m_popup, &QObject::deleteLater);

    connect(this, &QPlainTextEdit::textChanged, this, [this] {
        updateHeight();
        if (!m_setting)
            updateCompletions();
    });
    updateHeight();
}

QSize Composer::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 60, height()};
}

QSize Composer::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 12, QPlainTextEdit::minimumSizeHint().height() / 2};
}

void Composer::updateHeight()
{
    int lines = 0;
    for (QTextBlock block = document()->begin(); block.isValid() && lines < mostLines; block = block.next())
        lines += std::max(1, block.layout() != nullptr ? block.layout()->lineCount() : 1);
    lines = std::clamp(lines, 2, mostLines);
    const int height = lines * fontMetrics().lineSpacing() + int(2 * document()->documentMargin()) + 2 * frameWidth();
    if (height != this->height() || minimumHeight() != height)
        setFixedHeight(height);
}

void Composer::setHistory(const QStringList &history)
{
    m_history = history;
    m_recalled = -1;
}

void Composer::setText(const QString &text)
{
    m_setting = true;
    setPlainText(text);
    moveCursor(QTextCursor::End);
    m_setting = false;
    m_popup->hide();
}

void Composer::send()
{
    const QString text = toPlainText().trimmed();
    if (text.isEmpty())
        return;
    if (text.startsWith(u'/') && !text.contains(u'\n')) {
        const QString name = text.section(u' ', 0, 0);
        if (std::ranges::any_of(m_commands, [&name](const Command &command) { return command.name == name; })) {
            setText({});
            Q_EMIT commandEntered(name, text.section(u' ', 1).trimmed());
            return;
        }
    }
    QStringList attachments;
    const auto words = text.split(QRegularExpression(QStringLiteral("\\s+")));
    for (const auto &word : words) {
        if (word.size() > 1 && word.startsWith(u'@') && !attachments.contains(word.sliced(1)))
            attachments.append(word.sliced(1));
    }
    setText({});
    m_history.append(text);
    m_recalled = -1;
    Q_EMIT submitted(text, attachments);
}

bool Composer::recall(int step)
{
    const bool empty = toPlainText().isEmpty();
    const bool recalling = m_recalled >= 0 && m_recalled < m_history.size() && toPlainText() == m_history[m_recalled];
    if (m_history.isEmpty() || (!empty && !recalling))
        return false;
    if (!recalling && step > 0)
        return false;
    m_recalled = recalling ? m_recalled + step : m_history.size() - 1;
    if (m_recalled >= m_history.size()) {
        m_recalled = -1;
        setText({});
        return true;
    }
    m_recalled = std::max<qsizetype>(0, m_recalled);
    setText(m_history[m_recalled]);
    return true;
}

void Composer::keyPressEvent(QKeyEvent *event)
{
    const bool popup = m_popup->isVisible();
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (event->modifiers() & Qt::ControlModifier) {
            event->ignore(); // the window's: focus the permission request
            return;
        }
        if (event->modifiers() & Qt::ShiftModifier) {
            textCursor().insertBlock();
            ensureCursorVisible();
            return;
        }
        if (popup && m_popup->currentRow() >= 0)
            takeCompletion();
        else
            send();
        return;
    case Qt::Key_Tab:
        if (popup) {
            takeCompletion();
            return;
        }
        break;
    case Qt::Key_Escape:
        if (popup) {
            m_popup->hide();
            return;
        }
        break;
    case Qt::Key_Up:
    case Qt::Key_Down: {
        const int step = event->key() == Qt::Key_Up ? -1 : 1;
        if (popup) {
            m_popup->setCurrentRow((m_popup->currentRow() + step + m_popup->count()) % m_popup->count());
            return;
        }
        if (event->modifiers() == Qt::NoModifier && recall(step))
            return;
        break;
    }
    default:
        break;
    }
    QPlainTextEdit::keyPressEvent(event);
}

void Composer::focusOutEvent(QFocusEvent *event)
{
    QPlainTextEdit::focusOutEvent(event);
    m_popup->hide();
}

QString Composer::wordBeforeCursor() const
{
    const QString before = textCursor().block().text().first(textCursor().positionInBlock());
    qsizetype start = before.size();
    while (start > 0 && !before[start - 1].isSpace())
        --start;
    return before.sliced(start);
}

void Composer::updateCompletions()
{
    const QString word = wordBeforeCursor();
    if (word.startsWith(u'/') && toPlainText() == word) {
        QStringList names;
        QStringList explanations;
        for (const auto &command : std::as_const(m_commands)) {
            if (command.name.startsWith(word) && command.name != word) {
                names.append(command.name);
                explanations.append(command.explanation);
            }
        }
        showCompletions(names, explanations);
    } else if (word.startsWith(u'@') && m_paths) {
        m_paths(word.sliced(1), [self = QPointer(this), word](const QStringList &paths) {
            if (self == nullptr || self->wordBeforeCursor() != word)
                return;
            QStringList texts;
            for (const auto &path : paths.first(std::min<qsizetype>(paths.size(), mostCompletions)))
                texts.append(u'@' + path);
            self->showCompletions(texts, {});
        });
    } else {
        m_popup->hide();
    }
}

void Composer::showCompletions(const QStringList &texts, const QStringList &explanations)
{
    if (texts.isEmpty() || !hasFocus()) {
        m_popup->hide();
        return;
    }
    m_popup->setParent(window());
    m_popup->clear();
    for (int index = 0; index < texts.size(); ++index) {
        const QString explanation = explanations.value(index);
        auto *item = new QListWidgetItem(explanation.isEmpty() ? texts[index]
                                                               : texts[index] + QStringLiteral("   ") + explanation);
        item->setData(Qt::UserRole, texts[index]);
        item->setSizeHint({0, fontMetrics().height() * 3 / 2});
        m_popup->addItem(item);
    }
    m_popup->setCurrentRow(0);
    const int rows = std::min(int(texts.size()), mostCompletions);
    const int height = rows * m_popup->sizeHintForRow(0) + 2 * m_popup->frameWidth();
    m_popup->setGeometry(QRect(mapTo(window(), QPoint(0, -height)),
                               QSize(std::min(width(), fontMetrics().averageCharWidth() * 70), height)));
    m_popup->show();
    m_popup->raise();
}

QStringList Composer::completions() const
{
    QStringList texts;
    for (int row = 0; m_popup->isVisibleTo(m_popup->parentWidget()) && row < m_popup->count(); ++row)
        texts.append(m_popup->item(row)->data(Qt::UserRole).toString());
    return texts;
}

void Composer::takeCompletion()
{
    const auto *item = m_popup->currentItem();
    m_popup->hide();
    if (item == nullptr)
        return;
    QTextCursor cursor = textCursor();
    cursor.movePosition(QTextCursor::Left, QTextCursor::KeepAnchor, int(wordBeforeCursor().size()));
    m_setting = true;
    const QString text = item->data(Qt::UserRole).toString();
    cursor.insertText(text.endsWith(u'/') && text.startsWith(u'@') ? text : text + u' ');
    m_setting = false;
    setTextCursor(cursor);
}

void Composer::insertFromMimeData(const QMimeData *source)
{
    if (source->hasUrls()) {
        QStringList words;
        const auto urls = source->urls();
        for (const auto &url : urls)
            words.append(url.isLocalFile() ? u'@' + url.toLocalFile() : url.toString());
        textCursor().insertText(words.join(u' ') + u' ');
        return;
    }
    textCursor().insertText(source->text());
}

} // namespace cohort::ui
