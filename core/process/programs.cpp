// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/process/programs.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QStandardPaths>

namespace cohort::process {

QString findHelper(const QString &name)
{
    const QString own = QCoreApplication::applicationDirPath() + QStringLiteral("/../libexec/cohort/") + name;
    if (const QFileInfo info(own); info.isExecutable())
        return info.canonicalFilePath();
    return QStandardPaths::findExecutable(
        name, {QStringLiteral("/usr/local/bin"), QStringLiteral("/usr/bin"), QStringLiteral("/bin")});
}

} // namespace cohort::process
