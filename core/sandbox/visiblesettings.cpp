// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/visiblesettings.h"

#include "core/base/ids.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <fcntl.h>
#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <filesystem>

namespace cohort::sandbox {

namespace {

constexpr qint64 largestFile = 4'000'000; ///< bytes; a larger one is no setting
constexpr int oldAfterDays = 2;

constexpr std::array names{
    "alternatives",    "bash.bashrc",     "ca-certificates", "debian_version", "fonts",        "inputrc",
    "java-17-openjdk", "java-21-openjdk", "ld.so.cache",     "ld.so.conf",     "ld.so.conf.d", "localtime",
    "magic",           "mime.types",      "os-release",      "perl",           "pki",          "profile",
    "protocols",       "python3",         "services",        "shells",         "ssl/certs",    "ssl/openssl.cnf",
    "terminfo",        "timezone"};

struct OwnFile {
    const char *name;
    QByteArray text;
};

QList<OwnFile> ownFiles()
{
    const QByteArray user = QByteArray::number(insideUser);
    return {{"passwd",
             "agent:x:" + user + ":" + user + "::" + insideHome + ":/bin/sh\nnobody:x:65534:65534::/:/bin/false\n"},
            {"group", "agent:x:" + user + ":\nnogroup:x:65534:\n"},
            {"hosts", "127.0.0.1 localhost sandbox\n::1 localhost\n"},
            {"nsswitch.conf", "passwd: files\ngroup: files\nhosts: files\n"}};
}

/// Changes whenever one of the originals does.
QString fingerprint(const QString &start)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    const auto add = [&hash](const QByteArray &path) {
        struct stat info{};
        if (::stat(path.constData(), &info) == 0) {
            hash.addData(path + ' ' + QByteArray::number(qint64(info.st_mtim.tv_sec)) + ' '
                         + QByteArray::number(qint64(info.st_mtim.tv_nsec)) + ' '
                         + QByteArray::number(qint64(info.st_size)) + '\n');
        }
    };
    for (const char *name : names)
        add(QByteArray("/etc/") + name);
    add(QFile::encodeName(start));
    for (const OwnFile &file : ownFiles())
        hash.addData(file.text);
    return QString::fromLatin1(hash.result().toHex().first(16));
}

/// Copies a file, link or folder with all below it. What cannot be read is left out: programs then do without.
bool copy(const QString &from, const QString &to)
{
    const QFileInfo info(from);
    if (info.isSymLink() && (info.symLinkTarget().startsWith(QLatin1String("/usr/")) || !info.exists()))
        return QFile::link(info.readSymLink(), to);
    if (info.isDir()) {
        if (!QDir().mkpath(to))
            return false;
        const QStringList entries =
            QDir(from).entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
        return std::ranges::all_of(entries, [&](const QString &entry) {
            return copy(from + QLatin1Char('/') + entry, to + QLatin1Char('/') + entry);
        });
    }
    if (!info.isFile() || !info.isReadable() || info.size() > largestFile)
        return true;
    std::error_code failed; // QFile::copy() goes by way of a temporary file for each
    std::filesystem::copy_file(from.toStdU16String(), to.toStdU16String(), failed);
    return !failed;
}

bool writeAll(const QString &folder, const QString &start)
{
    for (const char *name : names) {
        const QString from = QStringLiteral("/etc/") + QLatin1String(name);
        const QString to = folder + QLatin1Char('/') + QLatin1String(name);
        if (!QFileInfo::exists(from) && !QFileInfo(from).isSymLink())
            continue;
        if (!QDir().mkpath(QFileInfo(to).absolutePath()) || !copy(from, to))
            return false;
    }
    for (const OwnFile &own : ownFiles()) {
        QFile file(folder + QLatin1Char('/') + QLatin1String(own.name));
        if (!file.open(QIODevice::WriteOnly) || file.write(own.text) != own.text.size())
            return false;
    }
    const QString program = folder + QStringLiteral("/sandbox-start");
    constexpr auto all =
        QFile::ReadOwner | QFile::ExeOwner | QFile::ReadGroup | QFile::ExeGroup | QFile::ReadOther | QFile::ExeOther;
    return QFile::copy(start, program) && QFile::setPermissions(program, all | QFile::WriteOwner);
}

/// Those that nobody has used for days; a sandbox that still stands on one keeps it by its mount.
void removeOld(const QString &cache, const QString &present)
{
    const QFileInfoList folders = QDir(cache).entryInfoList({QStringLiteral("etc-*")}, QDir::Dirs);
    for (const QFileInfo &folder : folders) {
        if (folder.filePath() != present && folder.lastModified().daysTo(QDateTime::currentDateTime()) >= oldAfterDays)
            QDir(folder.filePath()).removeRecursively();
    }
}

} // namespace

Result<QString> makeVisibleSettings(const QString &cache, const QString &start)
{
    const QString place = cache + QStringLiteral("/etc-") + fingerprint(start);
    if (QFileInfo::exists(place))
        return place;
    const QString making = place + QLatin1Char('.') + newId();
    QDir().mkpath(making);
    errno = 0;
    if (!writeAll(making, start)) {
        const int number = errno;
        QDir(making).removeRecursively();
        return failErrno(number == 0 ? EIO : number, QStringLiteral("cannot write to %1").arg(cache));
    }
    // Another process may have been faster: either is good.
    if (!QDir().rename(making, place)) {
        QDir(making).removeRecursively();
        if (!QFileInfo::exists(place))
            return fail(ErrorKind::Io, QStringLiteral("cannot write to %1").arg(cache));
    }
    removeOld(cache, place);
    return place;
}

} // namespace cohort::sandbox
