// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/layoutstore.h"

namespace cohort::ui {

LayoutStore::LayoutStore(const QString &file)
    : m_settings(file, QSettings::IniFormat)
{}

QByteArray LayoutStore::bytes(const QString &key) const
{
    return m_settings.value(key).toByteArray();
}

QString LayoutStore::text(const QString &key) const
{
    return m_settings.value(key).toString();
}

void LayoutStore::setBytes(const QString &key, const QByteArray &value)
{
    m_settings.setValue(key, value);
}

void LayoutStore::setText(const QString &key, const QString &value)
{
    m_settings.setValue(key, value);
}

QHash<QString, QString> LayoutStore::texts(const QString &group)
{
    QHash<QString, QString> texts;
    m_settings.beginGroup(group);
    const auto keys = m_settings.childKeys();
    for (const auto &key : keys)
        texts.insert(key, m_settings.value(key).toString());
    m_settings.endGroup();
    return texts;
}

void LayoutStore::setTexts(const QString &group, const QHash<QString, QString> &texts)
{
    m_settings.remove(group);
    m_settings.beginGroup(group);
    for (const auto &[key, text] : texts.asKeyValueRange())
        m_settings.setValue(key, text);
    m_settings.endGroup();
}

QHash<QString, qint64> LayoutStore::numbers(const QString &group)
{
    QHash<QString, qint64> numbers;
    const auto all = texts(group);
    for (const auto &[key, text] : all.asKeyValueRange())
        numbers.insert(key, text.toLongLong());
    return numbers;
}

void LayoutStore::setNumbers(const QString &group, const QHash<QString, qint64> &numbers)
{
    QHash<QString, QString> all;
    for (const auto &[key, number] : numbers.asKeyValueRange())
        all.insert(key, QString::number(number));
    setTexts(group, all);
}

} // namespace cohort::ui
