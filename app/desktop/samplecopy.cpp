// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/samplecopy.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QPointer>
#include <QThreadPool>

namespace cohort::desktop {

namespace {

Result<QString> copySample(const QString &folder)
{
    const QString source = QStringLiteral(":/sample-project");
    const QString name = QDateTime::currentDateTime().toString(QStringLiteral("yyyyMMdd-HHmmss-zzz"));
    const QString target = folder + u'/' + name + QStringLiteral("/greeting");
    const auto failed = [&target](const QString &why) {
        return fail(
            ErrorKind::Io,
            QCoreApplication::translate("Sample", "The sample project could not be copied to %1: %2").arg(target, why));
    };
    if (!QDir().mkpath(target))
        return failed(QCoreApplication::translate("Sample", "the folder cannot be made"));
    QDirIterator files(source, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString file = files.next();
        const QString copy = target + file.mid(source.size());
        QDir().mkpath(copy.section(u'/', 0, -2));
        QFile from(file);
        if (!from.copy(copy))
            return failed(from.errorString());
        auto rights = QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup | QFile::ReadOther;
        if (copy.endsWith(QLatin1StringView(".sh")))
            rights |= QFile::ExeOwner | QFile::ExeGroup | QFile::ExeOther;
        QFile::setPermissions(copy, rights);
    }
    return target;
}

} // namespace

void copySampleProject(const QString &folder, QObject *context, const std::function<void(Result<QString>)> &done)
{
    QThreadPool::globalInstance()->start([folder, context = QPointer(context), done] {
        auto result = copySample(folder);
        QMetaObject::invokeMethod(
            qApp,
            [context, done, result = std::move(result)] {
                if (context != nullptr)
                    done(result);
            },
            Qt::QueuedConnection);
    });
}

} // namespace cohort::desktop
