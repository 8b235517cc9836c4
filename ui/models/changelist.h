// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/enginelink.h"

#include <QAbstractListModel>

namespace cohort::ui {

/// The changed files that wait for review, and the one that is looked at with its hunks.
class ChangeList : public QAbstractListModel
{
    Q_OBJECT
public:
    enum Roles { PathRole = Qt::UserRole + 1, AddedRole, RemovedRole, KindRole, AgentRole };
    explicit ChangeList(engine::EngineLink *link, QObject *parent = nullptr);

    void refresh();
    void setChanges(const QList<protocol::ChangeInfo> &changes);
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] int indexOf(const QString &path) const;

    /// Shows the hunks of a file; shown() follows.
    void show(const QString &path);
    [[nodiscard]] const QString &path() const { return m_path; }
    [[nodiscard]] const protocol::ChangeReply &change() const { return m_change; }

    /// Decides hunks of the file that is shown, or all of it when `hunks` is empty.
    void decide(const QStringList &hunks, protocol::HunkDecision decision);
    void decideFile(const QString &path, protocol::HunkDecision decision);
    void acceptAll();
    void undo();

Q_SIGNALS:
    /// The shown file changed: another one, or its hunks. None when path() is empty.
    void shown();
    void countChanged(int files);
    void failed(const QString &message);

private:
    void decide(const QString &path, const QStringList &hunks, protocol::HunkDecision decision);
    void fetch();

    engine::EngineLink *m_link;
    QList<protocol::ChangeInfo> m_changes;
    QString m_path;
    protocol::ChangeReply m_change;
};

} // namespace cohort::ui
