// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/conversation/permissioncard.h"

#include "ui/theme/flowlayout.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTextBlock>
#include <QVBoxLayout>

namespace cohort::ui {

namespace {
constexpr qint64 graceMs = 500;
constexpr int shownDiffLines = 14;

QLabel *plainLabel(const QString &text, const QFont &font)
{
    auto *label = new QLabel(text);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setFont(font);
    return label;
}

QLabel *commandLabel(const QString &command, int margin)
{
    QLabel *label = plainLabel(command, theme::monospace());
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setFocusPolicy(Qt::NoFocus);
    label->setAutoFillBackground(true);
    label->setBackgroundRole(QPalette::Base);
    label->setMargin(margin);
    label->setAccessibleName(PermissionCard::tr("Command"));
    return label;
}
} // namespace

PermissionCard::PermissionCard(const protocol::PermissionRequested &request, QWidget *parent)
    : QFrame(parent)
    , m_request(request)
    , m_rule(new QLineEdit(request.rule))
    , m_ruleRow(new QWidget)
    , m_note(new QLineEdit)
    , m_once(new QPushButton(tr("Allow &Once")))
    , m_session(new QPushButton(tr("This Se&ssion")))
    , m_always(new QPushButton(tr("&Always Here")))
    , m_deny(new QPushButton(tr("&Deny")))
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Permission request: %1").arg(request.summary));
    setAccessibleDescription(request.command);
    m_shown.start();

    const int gap = theme::spacing(this);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(gap * 2, gap * 2, gap * 2, gap * 2);
    layout->setSpacing(gap);
    layout->addWidget(plainLabel(request.summary, theme::sized(font(), 1.0, true)));
    if (!request.command.isEmpty())
        layout->addWidget(commandLabel(request.command, gap));
    if (!request.diff.isEmpty())
        layout->addWidget(diffView(request.diff));
    QStringList why;
    if (!request.reason.isEmpty())
        why.append(tr("Why: %1").arg(request.reason));
    if (!request.where.isEmpty())
        why.append(tr("Where: %1").arg(request.where));
    if (!why.isEmpty()) {
        QLabel *reason = plainLabel(why.join(u'\n'), theme::sized(font(), 0.92));
        reason->setForegroundRole(QPalette::PlaceholderText);
        layout->addWidget(reason);
    }
    fillRuleRow();
    layout->addWidget(m_ruleRow);
    layout->addLayout(buttonRow(gap));
    m_note->setPlaceholderText(tr("A word to the agent (optional)"));
    m_note->setAccessibleName(tr("A word to the agent"));
    m_note->setToolTip(tr("Enter here denies with this word; the buttons take it along too"));
    m_note->installEventFilter(this);
    layout->addWidget(m_note);
    setTabOrder(this, m_once);

    connect(m_rule, &QLineEdit::returnPressed, this, &PermissionCard::always);
    connect(m_note, &QLineEdit::returnPressed, this, [this] { decide(false, protocol::Scope::Once); });
}

void PermissionCard::fillRuleRow()
{
    auto *layout = new QHBoxLayout(m_ruleRow);
    layout->setContentsMargins(0, 0, 0, 0);
    auto *label = new QLabel(tr("&Rule to store:"));
    label->setBuddy(m_rule);
    m_rule->setFont(theme::monospace());
    m_rule->setAccessibleName(tr("Rule to store for this project"));
    m_rule->installEventFilter(this);
    layout->addWidget(label);
    layout->addWidget(m_rule, 1);
    m_ruleRow->hide();
}

QLayout *PermissionCard::buttonRow(int gap)
{
    m_once->setToolTip(tr("Allow this once (Enter)"));
    m_session->setToolTip(tr("Allow for the rest of this session (S)"));
    m_always->setToolTip(tr("Always allow in this project; shows the rule first (A)"));
    m_deny->setToolTip(tr("Deny (Esc)"));
    m_once->setDefault(true);
    connect(m_once, &QPushButton::clicked, this, [this] { decide(true, protocol::Scope::Once); });
    connect(m_session, &QPushButton::clicked, this, [this] { decide(true, protocol::Scope::Session); });
    connect(m_always, &QPushButton::clicked, this, &PermissionCard::always);
    connect(m_deny, &QPushButton::clicked, this, [this] { decide(false, protocol::Scope::Once); });

    auto *row = new theme::FlowLayout;
    row->setSpacing(gap);
    for (auto *button : {m_once, m_session, m_always, m_deny}) {
        button->installEventFilter(this);
        row->addWidget(button);
    }
    auto *keys = new QLabel(tr("Ctrl+Enter, then Enter · S · A · Esc", "the keys of the four buttons before it"));
    keys->setForegroundRole(QPalette::PlaceholderText);
    keys->setFont(theme::sized(font(), 0.85));
    keys->setMinimumHeight(m_once->sizeHint().height()); // on one line with the buttons' words
    row->addWidget(keys);
    if (m_request.rule.isEmpty()) {
        m_always->hide();
        m_session->hide();
    }
    return row;
}

QWidget *PermissionCard::diffView(const QString &diff)
{
    auto *view = new QPlainTextEdit;
    view->setReadOnly(true);
    view->setFont(theme::monospace());
    view->setLineWrapMode(QPlainTextEdit::NoWrap);
    view->setTabChangesFocus(true);
    view->setAccessibleName(tr("What will change"));
    view->setPlainText(diff.endsWith(u'\n') ? diff.chopped(1) : diff);
    const auto &colours = theme::colours();
    QList<QTextEdit::ExtraSelection> marks;
    for (QTextBlock block = view->document()->begin(); block.isValid(); block = block.next()) {
        const QString text = block.text();
        const bool added = text.startsWith(u'+');
        const bool heading = text.startsWith(QLatin1StringView("+++ ")) || text.startsWith(QLatin1StringView("--- "));
        if ((heading && block.blockNumber() < 2) || (!added && !text.startsWith(u'-')))
            continue;
        QTextEdit::ExtraSelection mark;
        mark.cursor = QTextCursor(block);
        mark.format.setBackground(added ? colours.addedGround : colours.removedGround);
        mark.format.setProperty(QTextFormat::FullWidthSelection, true);
        marks.append(mark);
    }
    view->setExtraSelections(marks);
    const int lines = std::min(view->blockCount(), shownDiffLines);
    view->setFixedHeight((lines + 1) * QFontMetrics(view->font()).lineSpacing() + 2 * view->frameWidth());
    return view;
}

void PermissionCard::skipGrace()
{
    m_shown.invalidate();
}

bool PermissionCard::tooEarly() const
{
    return m_shown.isValid() && m_shown.elapsed() < graceMs;
}

void PermissionCard::always()
{
    if (m_ruleRow->isHidden()) { // first show what will be stored
        m_ruleRow->show();
        m_always->setText(tr("Store &and Allow"));
        m_rule->setFocus();
        updateGeometry();
        Q_EMIT sizeChanged();
        return;
    }
    decide(true, protocol::Scope::Project);
}

void PermissionCard::decide(bool allow, protocol::Scope scope)
{
    if (m_done)
        return;
    m_done = true;
    for (auto *button : {m_once, m_session, m_always, m_deny})
        button->setEnabled(false);
    const QString rule = allow && scope == protocol::Scope::Project ? m_rule->text().trimmed() : QString();
    Q_EMIT decided(m_request.request, allow, scope, rule, m_note->text().trimmed());
}

void PermissionCard::keyPressEvent(QKeyEvent *event)
{
    const bool plain = (event->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
    if (!plain
        || (event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter && event->key() != Qt::Key_S
            && event->key() != Qt::Key_A && event->key() != Qt::Key_Escape)) {
        QFrame::keyPressEvent(event);
        return;
    }
    event->accept();
    if (tooEarly() || event->isAutoRepeat())
        return;
    switch (event->key()) {
    case Qt::Key_Escape:
        decide(false, protocol::Scope::Once);
        break;
    case Qt::Key_S:
        if (!m_session->isHidden())
            decide(true, protocol::Scope::Session);
        break;
    case Qt::Key_A:
        if (!m_always->isHidden())
            always();
        break;
    default:
        decide(true, protocol::Scope::Once);
        break;
    }
}

bool PermissionCard::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        auto *button = qobject_cast<QPushButton *>(watched);
        if (button != nullptr && (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter)) {
            if (!tooEarly())
                button->click(); // the button that is seen to have the focus
            return true;
        }
        if (button != nullptr && key->key() == Qt::Key_Space && tooEarly())
            return true;
        if (button == nullptr && key->key() == Qt::Key_Escape) {
            setFocus();
            return true;
        }
    }
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)
        update();
    return QFrame::eventFilter(watched, event);
}

void PermissionCard::focusInEvent(QFocusEvent *event)
{
    QFrame::focusInEvent(event);
    update();
}

void PermissionCard::focusOutEvent(QFocusEvent *event)
{
    QFrame::focusOutEvent(event);
    update();
}

void PermissionCard::paintEvent(QPaintEvent *)
{
    const auto &colours = theme::colours();
    const bool focused = hasFocus() || isAncestorOf(QApplication::focusWidget());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(focused ? colours.accent : colours.warning, focused ? 2 : 1));
    painter.setBrush(colours.card);
    const qreal radius = fontMetrics().height() * 0.4;
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), radius, radius);
}

} // namespace cohort::ui
