// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/projectdata.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>

#include <sys/stat.h>

namespace cohort::session {

namespace {

QJsonObject readCard(const QString &folder)
{
    QFile file(folder + QStringLiteral("/project.json"));
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

Result<> writeCard(const QString &folder, const QJsonObject &card)
{
    QSaveFile file(folder + QStringLiteral("/project.json"));
    if (!file.open(QIODevice::WriteOnly) || file.write(QJsonDocument(card).toJson()) < 0 || !file.commit())
        return fail(
            ErrorKind::Io,
            QStringLiteral("cannot write the project's data in %1: %2. Free some space, or set COHORT_HOME to a folder "
                           "that can be written.")
                .arg(folder, file.errorString()));
    return {};
}

} // namespace

Result<QString> projectFolder(const settings::Paths &paths, const QString &project)
{
    const QString path = QFileInfo(project).canonicalFilePath();
    struct stat info{};
    if (path.isEmpty() || ::stat(QFile::encodeName(path).constData(), &info) != 0 || !S_ISDIR(info.st_mode))
        return fail(ErrorKind::NotFound, QStringLiteral("there is no folder %1").arg(project));
    const QString all = paths.data + QStringLiteral("/projects");
    const QString name =
        QString::fromLatin1(QCryptographicHash::hash(path.toUtf8(), QCryptographicHash::Blake2b_160).toHex().first(24));
    const QString own = all + QLatin1Char('/') + name;
    const QJsonObject card{{QStringLiteral("path"), path},
                           {QStringLiteral("device"), QString::number(info.st_dev)},
                           {QStringLiteral("inode"), QString::number(info.st_ino)}};
    if (readCard(own).value(QStringLiteral("path")) == path)
        return own;
    // Not known under this path: a folder that was known under one that is gone, and is the same by its inode, moved
    // here.
    for (const QString &other : QDir(all).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        const QString folder = all + QLatin1Char('/') + other;
        const QJsonObject known = readCard(folder);
        const QString before = known.value(QStringLiteral("path")).toString();
        const bool isSame = known.value(QStringLiteral("device")) == card.value(QStringLiteral("device"))
                            && known.value(QStringLiteral("inode")) == card.value(QStringLiteral("inode"));
        if (before == path || (isSame && !QFileInfo::exists(before))) {
            if (Result<> written = writeCard(folder, card); !written)
                return std::unexpected(written.error());
            return folder;
        }
    }
    QDir().mkpath(own);
    QFile::setPermissions(own, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    if (Result<> written = writeCard(own, card); !written)
        return std::unexpected(written.error());
    return own;
}

} // namespace cohort::session
