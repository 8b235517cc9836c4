// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/sessionlist.h"

#include "ui/models/describe.h"

#include <algorithm>

namespace cohort::ui {

using namespace protocol;

void SessionList::setSessions(const QList<SessionInfo> &sessions)
{
    const auto sameIds = std::ranges::equal(sessions, m_sessions, {}, &SessionInfo::id, &SessionInfo::id);
    if (!sameIds)
        beginResetModel();
    m_sessions = sessions;
    for (const auto &session : std::as_const(m_sessions))
        if (session.id == m_current || !m_read.contains(session.id))
            m_read.insert(session.id, session.lastSeq);
    if (!sameIds)
        endResetModel();
    else if (!m_sessions.isEmpty())
        Q_EMIT dataChanged(index(0), index(rowCount() - 1));
}

const SessionInfo *SessionList::session(const QString &id) const
{
    const int row = indexOf(id);
    return row < 0 ? nullptr : &m_sessions[row];
}

int SessionList::indexOf(const QString &id) const
{
    const auto found = std::ranges::find(m_sessions, id, &SessionInfo::id);
    return found == m_sessions.end() ? -1 : int(std::distance(m_sessions.begin(), found));
}

void SessionList::setCurrent(const QString &id)
{
    m_current = id;
    if (const int row = indexOf(id); row >= 0) {
        m_read.insert(id, m_sessions[row].lastSeq);
        Q_EMIT dataChanged(index(row), index(row));
    }
}

bool SessionList::unread(const SessionInfo &session) const
{
    return session.id != m_current && session.lastSeq > m_read.value(session.id);
}

int SessionList::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_sessions.size());
}

Qt::ItemFlags SessionList::flags(const QModelIndex &index) const
{
    return QAbstractListModel::flags(index) | Qt::ItemIsEditable; // its title
}

QVariant SessionList::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto &session = m_sessions[index.row()];
    const QString title = session.title.isEmpty() ? tr("New session") : session.title;
    QString state;
    switch (session.state) {
    case SessionState::Idle:
        break;
    case SessionState::Working:
        state = tr("working");
        break;
    case SessionState::Waiting:
        state = tr("waits for you");
        break;
    case SessionState::Interrupted:
        state = tr("interrupted");
        break;
    }
    switch (role) {
    case Qt::DisplayRole:
        return title;
    case Qt::ToolTipRole: {
        QStringList lines{title, timeText(session.updated)};
        if (!state.isEmpty())
            lines.append(state);
        if (!session.holder.isEmpty())
            lines.append(tr("driven by %1").arg(session.holder));
        return lines.join(u'\n');
    }
    case Qt::AccessibleTextRole: {
        QStringList parts{title};
        if (!state.isEmpty())
            parts.append(state);
        if (unread(session))
            parts.append(tr("unread"));
        return parts.join(QStringLiteral(", "));
    }
    case IdRole:
        return session.id;
    case StateRole:
        return int(session.state);
    case UnreadRole:
        return unread(session);
    default:
        return {};
    }
}

} // namespace cohort::ui
