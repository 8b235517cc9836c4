// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/changelist.h"

#include <algorithm>

namespace cohort::ui {

using namespace protocol;

ChangeList::ChangeList(engine::EngineLink *link, QObject *parent)
    : QAbstractListModel(parent)
    , m_link(link)
{}

void ChangeList::refresh()
{
    m_link->send(ListChanges{}, this, [this](const Result<Reply> &reply) {
        if (!reply)
            Q_EMIT failed(reply.error().message);
        else if (const auto *list = std::get_if<protocol::ChangeList>(&*reply))
            setChanges(list->changes);
    });
}

void ChangeList::setChanges(const QList<ChangeInfo> &changes)
{
    const bool samePaths = std::ranges::equal(changes, m_changes, {}, &ChangeInfo::path, &ChangeInfo::path);
    if (!samePaths)
        beginResetModel();
    m_changes = changes;
    if (!samePaths)
        endResetModel();
    else if (!m_changes.isEmpty())
        Q_EMIT dataChanged(index(0), index(rowCount() - 1));
    Q_EMIT countChanged(rowCount());

    if (indexOf(m_path) < 0) {
        m_path = m_changes.isEmpty() ? QString() : m_changes.first().path;
        m_change = {};
    }
    fetch();
}

int ChangeList::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_changes.size());
}

QVariant ChangeList::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto &change = m_changes[index.row()];
    switch (role) {
    case Qt::DisplayRole:
    case PathRole:
        return change.path;
    case Qt::ToolTipRole: {
        QStringList lines{change.path};
        if (!change.agent.isEmpty())
            lines.append(tr("changed by %1").arg(change.agent));
        if (!change.conflict.isEmpty())
            lines.append(change.conflict);
        return lines.join(u'\n');
    }
    case Qt::AccessibleTextRole:
        return tr("%1, %2, %3 and %4", "path, kind of change, lines added, lines removed")
            .arg(change.path, change.kind, tr("%n line(s) added", nullptr, change.added),
                 tr("%n removed", nullptr, change.removed));
    case AddedRole:
        return change.added;
    case RemovedRole:
        return change.removed;
    case KindRole:
        return change.kind;
    case AgentRole:
        return change.agent;
    default:
        return {};
    }
}

int ChangeList::indexOf(const QString &path) const
{
    const auto found = std::ranges::find(m_changes, path, &ChangeInfo::path);
    return found == m_changes.end() ? -1 : int(std::distance(m_changes.begin(), found));
}

void ChangeList::show(const QString &path)
{
    if (path == m_path)
        return;
    m_path = path;
    m_change = {};
    fetch();
}

void ChangeList::fetch()
{
    if (m_path.isEmpty()) {
        Q_EMIT shown();
        return;
    }
    m_link->send(ShowChange{m_path}, this, [this, path = m_path](const Result<Reply> &reply) {
        if (path != m_path)
            return;
        if (!reply)
            Q_EMIT failed(reply.error().message);
        else if (const auto *change = std::get_if<ChangeReply>(&*reply)) {
            m_change = *change;
            Q_EMIT shown();
        }
    });
}

void ChangeList::decide(const QStringList &hunks, HunkDecision decision)
{
    if (!m_path.isEmpty())
        decide(m_path, hunks, decision);
}

void ChangeList::decideFile(const QString &path, HunkDecision decision)
{
    decide(path, {}, decision);
}

void ChangeList::acceptAll()
{
    for (const auto &change : std::as_const(m_changes))
        if (change.conflict.isEmpty())
            decide(change.path, {}, HunkDecision::Accept);
}

void ChangeList::decide(const QString &path, const QStringList &hunks, HunkDecision decision)
{
    m_link->send(DecideHunks{.path = path, .hunks = hunks, .decision = decision}, this,
                 [this](const Result<Reply> &reply) {
                     if (!reply) {
                         Q_EMIT failed(reply.error().message);
                         fetch(); // what was shown is no longer so
                     }
                 });
}

void ChangeList::undo()
{
    m_link->send(UndoDecision{}, this, [this](const Result<Reply> &reply) {
        if (!reply) {
            Q_EMIT failed(reply.error().message);
        } else if (const auto *list = std::get_if<PathList>(&*reply); list != nullptr && !list->paths.isEmpty()) {
            m_path = list->paths.first();
            fetch();
        }
    });
}

} // namespace cohort::ui
