// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/enginelink.h"

#include <QAbstractListModel>

namespace cohort::ui {

/// All settings with the values in force.
class SettingList : public QAbstractListModel
{
    Q_OBJECT
public:
    explicit SettingList(engine::EngineLink *link, QObject *parent = nullptr);

    void refresh();
    /// Stores a value; none goes back to the standard.
    void store(const QString &key, const std::optional<QString> &value);
    [[nodiscard]] const QList<protocol::SettingInfo> &settings() const { return m_settings; }
    [[nodiscard]] const protocol::SettingInfo *setting(const QString &key) const;
    [[nodiscard]] QString value(const QString &key) const;
    /// Label and tooltip in the person's language.
    [[nodiscard]] static QString label(const protocol::SettingInfo &setting);
    [[nodiscard]] static QString tooltip(const protocol::SettingInfo &setting);
    [[nodiscard]] static QString layer(const protocol::SettingInfo &setting);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

Q_SIGNALS:
    void refreshed();
    void failed(const QString &key, const QString &message);

private:
    void take(const QString &key, const Result<protocol::Reply> &reply);

    engine::EngineLink *m_link;
    QList<protocol::SettingInfo> m_settings;
};

} // namespace cohort::ui
