// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/settinglist.h"

#include <QCoreApplication>

#include <algorithm>

namespace cohort::ui {

using namespace protocol;

SettingList::SettingList(engine::EngineLink *link, QObject *parent)
    : QAbstractListModel(parent)
    , m_link(link)
{}

void SettingList::refresh()
{
    m_link->send(ListSettings{}, this, [this](const Result<Reply> &reply) { take({}, reply); });
}

void SettingList::store(const QString &key, const std::optional<QString> &value)
{
    m_link->send(StoreSetting{.key = key, .value = value}, this,
                 [this, key](const Result<Reply> &reply) { take(key, reply); });
}

void SettingList::take(const QString &key, const Result<Reply> &reply)
{
    if (!reply) {
        Q_EMIT failed(key, reply.error().message);
        return;
    }
    const auto *list = std::get_if<protocol::SettingList>(&*reply);
    if (list == nullptr)
        return;
    beginResetModel();
    m_settings = list->settings;
    endResetModel();
    Q_EMIT refreshed();
}

const SettingInfo *SettingList::setting(const QString &key) const
{
    const auto found = std::ranges::find(m_settings, key, &SettingInfo::key);
    return found == m_settings.end() ? nullptr : &*found;
}

QString SettingList::value(const QString &key) const
{
    const auto *found = setting(key);
    return found == nullptr ? QString() : found->value;
}

QString SettingList::label(const SettingInfo &setting)
{
    return QCoreApplication::translate("Settings", setting.label.toUtf8().constData());
}

QString SettingList::tooltip(const SettingInfo &setting)
{
    return QCoreApplication::translate("Settings", setting.tooltip.toUtf8().constData());
}

QString SettingList::layer(const SettingInfo &setting)
{
    if (setting.layer == QLatin1StringView("user"))
        return tr("set by you");
    if (setting.layer == QLatin1StringView("project"))
        return tr("set by the project");
    if (setting.layer == QLatin1StringView("environment"))
        return tr("set by the environment");
    if (setting.layer == QLatin1StringView("run"))
        return tr("set for this run");
    return tr("standard");
}

int SettingList::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_settings.size());
}

QVariant SettingList::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto &setting = m_settings[index.row()];
    switch (role) {
    case Qt::DisplayRole:
        return label(setting);
    case Qt::ToolTipRole:
        return tooltip(setting);
    case Qt::EditRole:
        return setting.value;
    case Qt::AccessibleTextRole:
        return tr("%1: %2", "a setting and its value").arg(label(setting), setting.value);
    default:
        return {};
    }
}

} // namespace cohort::ui
