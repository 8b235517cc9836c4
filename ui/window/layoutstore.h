// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHash>
#include <QSettings>
#include <QString>

namespace cohort::ui {

/// What a window remembers of itself from one start to the next.
class LayoutStore
{
public:
    /// @param file  of one project's window
    explicit LayoutStore(const QString &file);

    [[nodiscard]] QByteArray bytes(const QString &key) const;
    [[nodiscard]] QString text(const QString &key) const;
    void setBytes(const QString &key, const QByteArray &value);
    void setText(const QString &key, const QString &value);
    [[nodiscard]] QHash<QString, QString> texts(const QString &group);
    void setTexts(const QString &group, const QHash<QString, QString> &texts);
    [[nodiscard]] QHash<QString, qint64> numbers(const QString &group);
    void setNumbers(const QString &group, const QHash<QString, qint64> &numbers);

private:
    QSettings m_settings;
};

} // namespace cohort::ui
