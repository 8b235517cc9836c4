// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/protocol/types.h"

#include <QAbstractListModel>
#include <QHash>

namespace cohort::ui {

/// The project's sessions, newest first, with a mark on those that have news.
class SessionList : public QAbstractListModel
{
    Q_OBJECT
public:
    enum Roles { IdRole = Qt::UserRole + 1, StateRole, UnreadRole };
    using QAbstractListModel::QAbstractListModel;

    void setSessions(const QList<protocol::SessionInfo> &sessions);
    [[nodiscard]] const QList<protocol::SessionInfo> &sessions() const { return m_sessions; }
    [[nodiscard]] const protocol::SessionInfo *session(const QString &id) const;
    [[nodiscard]] int indexOf(const QString &id) const;

    /// The one that is looked at: what it says is read.
    void setCurrent(const QString &id);

    /// Up to which event each session was read, to be kept over a restart.
    [[nodiscard]] QHash<QString, qint64> readMarks() const { return m_read; }
    void setReadMarks(const QHash<QString, qint64> &marks) { m_read = marks; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    [[nodiscard]] bool unread(const protocol::SessionInfo &session) const;

    QList<protocol::SessionInfo> m_sessions;
    QHash<QString, qint64> m_read;
    QString m_current;
};

} // namespace cohort::ui
