// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/statusstrip.h"

#include "ui/models/describe.h"
#include "ui/theme/theme.h"

#include <QLabel>
#include <QTimer>
#include <QToolButton>

#include <chrono>

namespace cohort::ui {

using namespace protocol;
using namespace std::chrono_literals;

StatusStrip::StatusStrip(Project *project, QWidget *parent)
    : QStatusBar(parent)
    , m_project(project)
    , m_sandbox(new QLabel)
    , m_provider(new QLabel)
    , m_changes(new QToolButton)
    , m_activity(new QLabel)
    , m_second(new QTimer(this))
{
    setSizeGripEnabled(false);
    const int gap = theme::spacing(this);
    setContentsMargins(gap, 0, gap * 2, 0);
    m_changes->setAutoRaise(true);
    m_changes->setToolTip(tr("Review the changes"));
    m_sandbox->setToolTip(tr("How the agent's commands run"));
    m_activity->setForegroundRole(QPalette::PlaceholderText);
    for (auto *label : {m_sandbox, m_provider, m_activity}) {
        label->setTextFormat(Qt::PlainText);
        label->setMinimumWidth(1); // a long text does not widen the window
        label->setContentsMargins(0, 0, gap * 2, 0);
    }
    addWidget(m_sandbox);
    addWidget(m_provider);
    addWidget(m_changes);
    addPermanentWidget(m_activity);
    m_second->setInterval(1s);
    connect(m_second, &QTimer::timeout, this, &StatusStrip::tick);
    connect(m_changes, &QToolButton::clicked, this, &StatusStrip::changesWanted);
    connect(project, &Project::stateChanged, this, &StatusStrip::update);
    connect(project, &Project::providersChanged, this, &StatusStrip::update);
    connect(project->sessions(), &QAbstractItemModel::dataChanged, this, &StatusStrip::update);
    connect(project->changes(), &ChangeList::countChanged, this, &StatusStrip::update);
    update();
}

void StatusStrip::update()
{
    const auto *session = m_project->current();
    const QString sandbox = session != nullptr ? session->sandbox() : QString();
    m_sandbox->setText(sandbox.isEmpty() ? QString() : tr("Sandbox: %1").arg(sandbox));
    m_sandbox->setVisible(!sandbox.isEmpty());
    QString provider;
    if (session != nullptr) {
        if (const auto *info = m_project->provider(session->model().provider)) {
            if (info->scripted)
                provider = info->name; // says so itself
            else if (info->reachability == Reachability::Connected)
                provider = tr("%1: connected").arg(info->name);
            else if (info->reachability == Reachability::Unreachable)
                provider = tr("%1: not reachable").arg(info->name);
            else
                provider = info->name;
            m_provider->setToolTip(info->problem);
        }
    }
    m_provider->setText(provider);
    m_provider->setVisible(!provider.isEmpty());
    const int files = m_project->changes()->rowCount();
    m_changes->setText(tr("%n file(s) changed", nullptr, files));
    m_changes->setVisible(files > 0);
    const bool working = session != nullptr && session->working();
    if (working && !m_second->isActive())
        m_second->start();
    else if (!working)
        m_second->stop();
    tick();
}

void StatusStrip::tick()
{
    const auto *session = m_project->current();
    if (session == nullptr || !session->working()) {
        const auto *idle = session != nullptr ? m_project->sessions()->session(session->id()) : nullptr;
        m_activity->setText(idle != nullptr && idle->state == SessionState::Interrupted
                                ? tr("interrupted; write on to continue")
                                : QString());
        return;
    }
    const auto *info = m_project->sessions()->session(session->id());
    if (info != nullptr && info->state == SessionState::Waiting) {
        m_activity->setText(tr("waits for your answer"));
        return;
    }
    const QString what = session->activity().isEmpty() ? tr("working …") : session->activity();
    const qint64 whole = session->workingMs() / 1000;
    m_activity->setText(whole < 1 ? what
                                  : tr("%1 %2", "what is done, for how long").arg(what, durationText(whole * 1000)));
}

} // namespace cohort::ui
