// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/log.h"

#include <QAbstractListModel>

#include <deque>

class QTimer;

namespace cohort::ui {

/// The newest log records of this process that are bad enough.
class LogList : public QAbstractListModel
{
    Q_OBJECT
public:
    explicit LogList(QObject *parent = nullptr);
    ~LogList() override;

    enum Roles { LevelRole = Qt::UserRole + 1 };
    /// Shows records of that level and worse: 0 errors, 3 all.
    void setLevel(int level);
    [[nodiscard]] static QStringList levelNames();

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

private:
    void take();

    std::deque<LogRecord> m_records;
    QList<LogRecord> m_pending;
    QTimer *m_timer;
    LogLevel m_level = LogLevel::Info;
};

} // namespace cohort::ui
