// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/loglist.h"

#include <QDateTime>
#include <QTimer>

#include <chrono>

namespace cohort::ui {

using namespace std::chrono_literals;

namespace {
constexpr int remembered = 2000; ///< records
} // namespace

LogList::LogList(QObject *parent)
    : QAbstractListModel(parent)
    , m_timer(new QTimer(this))
{
    m_timer->setSingleShot(true);
    m_timer->setInterval(100ms);
    connect(m_timer, &QTimer::timeout, this, &LogList::take);
    connect(&LogBook::instance(), &LogBook::recorded, this, [this](const LogRecord &record) {
        m_pending.append(record);
        if (!m_timer->isActive())
            m_timer->start();
    });
    setLevel(int(m_level));
}

LogList::~LogList() = default;

void LogList::setLevel(int level)
{
    m_level = LogLevel(level);
    m_pending.clear();
    beginResetModel();
    m_records.clear();
    const auto records = LogBook::instance().recent();
    for (const auto &record : records)
        if (record.level <= m_level)
            m_records.push_back(record);
    endResetModel();
}

QStringList LogList::levelNames()
{
    return {tr("Errors"), tr("Warnings"), tr("Information"), tr("Everything")};
}

void LogList::take()
{
    auto records = std::exchange(m_pending, {});
    records.removeIf([this](const LogRecord &record) { return record.level > m_level; });
    if (records.isEmpty())
        return;
    beginInsertRows({}, rowCount(), rowCount() + int(records.size()) - 1);
    m_records.insert(m_records.end(), records.cbegin(), records.cend());
    endInsertRows();
    if (const int over = rowCount() - remembered; over > 0) {
        beginRemoveRows({}, 0, over - 1);
        m_records.erase(m_records.begin(), m_records.begin() + over);
        endRemoveRows();
    }
}

int LogList::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_records.size());
}

QVariant LogList::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto &record = m_records[size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return QStringLiteral("%1  %2  %3")
            .arg(QDateTime::fromMSecsSinceEpoch(record.time).toString(QStringLiteral("HH:mm:ss.zzz")), record.category,
                 record.text);
    case Qt::ToolTipRole:
        return record.text;
    case LevelRole:
        return int(record.level);
    default:
        return {};
    }
}

} // namespace cohort::ui
