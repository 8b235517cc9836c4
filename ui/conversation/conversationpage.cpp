// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/conversation/conversationpage.h"

#include "ui/conversation/composer.h"
#include "ui/conversation/conversationview.h"
#include "ui/conversation/findbar.h"
#include "ui/conversation/queuebar.h"
#include "ui/conversation/welcome.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QStackedWidget>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <chrono>

namespace cohort::ui {

using namespace protocol;

namespace {
constexpr std::chrono::milliseconds longestBlank{1000}; ///< while it is not known whether a model answers
} // namespace

ConversationPage::ConversationPage(Project *project, QWidget *parent)
    : QWidget(parent)
    , m_project(project)
    , m_view(new ConversationView)
    , m_welcome(new Welcome)
    , m_stack(new QStackedWidget)
    , m_queue(new QueueBar)
    , m_composer(new Composer)
    , m_send(new QToolButton)
{
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    m_send->setText(tr("Send"));
    m_send->setIcon(theme::icon(QStringLiteral("send")));
    m_send->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_send->setToolTip(tr("Send the message (Enter)"));
    m_send->setAccessibleName(tr("Send"));
    m_send->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);

    const int gap = theme::spacing(this);
    m_stack->addWidget(m_view);
    m_stack->addWidget(m_welcome);
    auto *writing = new QHBoxLayout;
    writing->addWidget(m_composer, 1);
    writing->addWidget(m_send);
    auto *column = new QWidget;
    column->setMaximumWidth(m_view->widestColumn());
    m_lower = new QVBoxLayout(column);
    m_lower->setContentsMargins(0, 0, 0, gap * 2);
    m_lower->setSpacing(gap);
    m_lower->addWidget(m_queue);
    m_lower->addLayout(writing);
    auto *centred = new QHBoxLayout;
    centred->setContentsMargins(gap * 2, 0, gap * 2, 0);
    centred->addStretch();
    centred->addWidget(column, 1000);
    centred->addStretch();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack, 1);
    layout->setSpacing(0);
    layout->addLayout(centred);

    m_composer->setPathSource(
        [this](const QString &text, const auto &answer) { m_project->completePath(text, this, answer); });
    m_composer->setCommands({{QStringLiteral("/new"), tr("begin a new session")},
                             {QStringLiteral("/mode"), tr("plan, ask, edit or auto")},
                             {QStringLiteral("/fork"), tr("go on in a copy of this session")},
                             {QStringLiteral("/rename"), tr("give this session another title")},
                             {QStringLiteral("/stop"), tr("stop what runs")},
                             {QStringLiteral("/changes"), tr("review what was changed")},
                             {QStringLiteral("/settings"), tr("open the settings")},
                             {QStringLiteral("/help"), tr("show what can be done")}});

    connect(m_composer, &Composer::submitted, this, &ConversationPage::submit);
    connect(m_composer, &Composer::commandEntered, this, &ConversationPage::commandEntered);
    connect(m_send, &QToolButton::clicked, m_composer, &Composer::send);
    connect(m_welcome, &Welcome::rehearsalWanted, this, &ConversationPage::rehearsalWanted);
    connect(m_welcome, &Welcome::lookAgainWanted, m_project, &Project::refreshProviders);
    connect(m_welcome, &Welcome::exampleChosen, this, [this](const QString &prompt) {
        m_composer->setText(prompt);
        m_composer->setFocus();
    });
    connect(m_view, &ConversationView::reviewWanted, this, &ConversationPage::reviewWanted);
    connect(m_view, &ConversationView::decided, this,
            [this](const QString &request, bool allow, Scope scope, const QString &rule, const QString &note) {
                if (m_session != nullptr)
                    m_session->decide(request, allow, scope, rule, note);
                m_composer->setFocus();
            });
    connect(m_view, &ConversationView::outputWanted, this, [this](const QString &call, const QString &hash) {
        if (m_session != nullptr)
            m_session->readOutput(call, hash);
    });
    connect(m_view, &ConversationView::forkWanted, this, [this](qint64 seq, const QString &draft) {
        if (m_session != nullptr)
            m_project->fork(m_session->id(), seq, draft);
    });
    connect(m_project, &Project::draftWanted, this, [this](const QString &text) {
        m_composer->setText(text);
        m_composer->setFocus();
    });
    connect(m_queue, &QueueBar::sendNow, this, [this](const QString &prompt) {
        if (m_session != nullptr)
            m_session->unqueue(prompt, true);
    });
    connect(m_queue, &QueueBar::takeBack, this, [this](const QString &prompt, const QString &text) {
        if (m_session == nullptr)
            return;
        m_session->unqueue(prompt, false);
        m_composer->setText(m_composer->toPlainText().isEmpty() ? text : m_composer->toPlainText() + u'\n' + text);
        m_composer->setFocus();
    });
    connect(project, &Project::currentChanged, this, &ConversationPage::showSession);
    connect(project, &Project::stateChanged, this, &ConversationPage::showState);
    connect(project, &Project::providersChanged, this, &ConversationPage::showWelcome);
    QTimer::singleShot(longestBlank, this, [this] {
        m_waited = true;
        showWelcome();
    });
    setFocusProxy(m_composer);
}

void ConversationPage::showSession()
{
    const bool isFirst = m_session == nullptr;
    if (m_session != nullptr) {
        m_drafts.insert(m_session->id(), m_composer->toPlainText());
        m_session->disconnect(this);
        m_session->transcript()->disconnect(this);
    }
    m_session = m_project->current();
    m_view->setTranscript(m_session->transcript());
    if (m_find != nullptr)
        m_find->setTranscript(m_session->transcript());
    if (isFirst && !m_composer->toPlainText().isEmpty())
        m_drafts.insert(m_session->id(), m_composer->toPlainText()); // somebody types faster than we open
    m_composer->setText(m_drafts.value(m_session->id()));
    m_queue->setPrompts(m_session->queue());
    connect(m_session, &Session::queueChanged, this, [this] { m_queue->setPrompts(m_session->queue()); });
    connect(m_session, &Session::loadedChanged, this, [this] { m_composer->setHistory(m_session->prompts()); });
    connect(m_session, &Session::loadedChanged, this, &ConversationPage::showWelcome);
    connect(m_session->transcript(), &QAbstractItemModel::rowsInserted, this, &ConversationPage::showWelcome);
    connect(m_session, &Session::refused, this, [this](const QString &text) {
        if (m_composer->toPlainText().isEmpty())
            m_composer->setText(text);
    });
    m_composer->setHistory(m_session->prompts());
    showWelcome();
    showState();
    for (const auto &[text, attachments] : std::exchange(m_waiting, {}))
        submit(text, attachments);
}

void ConversationPage::showState()
{
    const bool working = m_session != nullptr && m_session->working();
    m_send->setText(working ? tr("Queue") : tr("Send"));
    m_send->setToolTip(working ? tr("Queue the message until the agent is done (Enter)")
                               : tr("Send the message (Enter)"));
}

void ConversationPage::showWelcome()
{
    const bool empty = m_session != nullptr && m_session->loaded() && m_session->transcript()->count() == 0;
    if (!empty) {
        m_stack->setCurrentWidget(m_view);
        return;
    }
    if (!m_project->providersKnown() && !m_waited) { // what would be shown now would change in a moment
        m_stack->setCurrentWidget(m_view);
        return;
    }
    if (m_project->providersKnown() && !m_project->hasModel()) {
        QStringList looked;
        for (const auto &provider : m_project->providers()) {
            if (provider.scripted)
                continue;
            QString what = provider.name;
            if (!provider.baseUrl.isEmpty())
                what += QStringLiteral(" (%1)").arg(provider.baseUrl);
            if (!provider.problem.isEmpty())
                what += QStringLiteral(": ") + provider.problem;
            looked.append(QStringLiteral("•  ") + what);
        }
        m_welcome->showMissingModel(looked);
    } else {
        m_welcome->showExamples(m_project->name());
    }
    m_stack->setCurrentWidget(m_welcome);
}

void ConversationPage::submit(const QString &text, const QStringList &attachments)
{
    if (m_session == nullptr) {
        m_waiting.append({text, attachments});
        return;
    }
    m_session->submit(text, attachments, WhenBusy::Queue);
    m_view->scrollToEnd();
}

void ConversationPage::find()
{
    if (m_find == nullptr) {
        m_find = new FindBar(m_view);
        m_find->setTranscript(m_session != nullptr ? m_session->transcript() : nullptr);
        m_lower->insertWidget(0, m_find);
    }
    m_find->begin();
}

void ConversationPage::findNext(int step)
{
    if (m_find != nullptr && m_find->isVisible())
        m_find->next(step);
    else
        find();
}

QHash<QString, QString> ConversationPage::drafts()
{
    if (m_session != nullptr)
        m_drafts.insert(m_session->id(), m_composer->toPlainText());
    m_drafts.removeIf([](const auto &draft) { return draft.value().isEmpty(); });
    return m_drafts;
}

void ConversationPage::setDrafts(const QHash<QString, QString> &drafts)
{
    m_drafts = drafts;
}

} // namespace cohort::ui
