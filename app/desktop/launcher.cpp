// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/launcher.h"

#include "app/desktop/samplecopy.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QProcess>
#include <QSettings>

namespace cohort::desktop {

namespace {
constexpr int remembered = 10;
constexpr QLatin1StringView recentKey("recent");
} // namespace

Launcher::Launcher(settings::Paths paths, QObject *parent)
    : QObject(parent)
    , m_paths(std::move(paths))
{}

QStringList Launcher::recent() const
{
    const QSettings store(m_paths.state + QStringLiteral("/windows.ini"), QSettings::IniFormat);
    QStringList folders = store.value(recentKey).toStringList();
    folders.removeIf([](const QString &folder) { return !QFileInfo(folder).isDir(); });
    return folders;
}

void Launcher::remember(const QString &folder)
{
    QStringList folders = recent();
    folders.removeAll(folder);
    folders.prepend(folder);
    QSettings store(m_paths.state + QStringLiteral("/windows.ini"), QSettings::IniFormat);
    store.setValue(recentKey, folders.first(std::min<qsizetype>(folders.size(), remembered)));
}

void Launcher::start(const QStringList &arguments)
{
    if (QProcess::startDetached(QCoreApplication::applicationFilePath(), arguments))
        Q_EMIT opened();
    else
        Q_EMIT failed(tr("A new window could not be started."));
}

void Launcher::openProject(const QString &folder)
{
    if (QFileInfo(folder).isDir())
        start({folder});
    else
        Q_EMIT failed(tr("%1 is not a folder.").arg(folder));
}

void Launcher::watchRehearsal()
{
    copySampleProject(m_paths.data + QStringLiteral("/rehearsals"), this, [this](const Result<QString> &folder) {
        if (folder)
            start({QStringLiteral("--rehearse"), *folder});
        else
            Q_EMIT failed(folder.error().message);
    });
}

} // namespace cohort::desktop
