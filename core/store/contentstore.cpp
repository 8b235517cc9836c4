// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/contentstore.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QSaveFile>

#include <algorithm>

namespace cohort::store {

namespace {

constexpr auto algorithm = QCryptographicHash::Blake2b_256;
constexpr qsizetype hashDigits = 64;

Error readError(const QFile &file)
{
    const bool missing = !file.exists();
    return Error{.kind = missing ? ErrorKind::NotFound : ErrorKind::Io,
                 .message = missing ? QStringLiteral("there is no stored content %1").arg(file.fileName())
                                    : QStringLiteral("cannot read %1: %2").arg(file.fileName(), file.errorString())};
}

} // namespace

ContentStore::ContentStore(QString folder)
    : m_folder(std::move(folder))
{}

QString ContentStore::hashOf(const QByteArray &bytes)
{
    return QString::fromLatin1(QCryptographicHash::hash(bytes, algorithm).toHex());
}

bool ContentStore::isHash(const QString &text)
{
    return text.size() == hashDigits && std::ranges::all_of(text, [](QChar digit) {
               return (digit >= u'0' && digit <= u'9') || (digit >= u'a' && digit <= u'f');
           });
}

QString ContentStore::pathOf(const QString &hash) const
{
    return m_folder + QLatin1Char('/') + hash.first(2) + QLatin1Char('/') + hash.sliced(2);
}

Result<QString> ContentStore::put(const QByteArray &bytes) const
{
    const QString hash = hashOf(bytes);
    const QString path = pathOf(hash);
    if (QFile::exists(path))
        return hash;
    QDir().mkpath(m_folder + QLatin1Char('/') + hash.first(2));
    QSaveFile file(path); // writes beside it, syncs, renames
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit()) {
        const bool full = file.error() == QFileDevice::ResourceError;
        return fail(
            full ? ErrorKind::NoSpace : ErrorKind::Io,
            QStringLiteral("cannot keep %1 bytes in %2: %3").arg(bytes.size()).arg(m_folder, file.errorString()));
    }
    return hash;
}

Result<QString> ContentStore::adopt(const QString &name) const
{
    QFile file(name);
    if (!file.open(QIODevice::ReadOnly))
        return std::unexpected(readError(file));
    QCryptographicHash hasher(algorithm);
    if (!hasher.addData(&file))
        return std::unexpected(readError(file));
    file.close();
    const QString hash = QString::fromLatin1(hasher.result().toHex());
    const QString path = pathOf(hash);
    if (QFile::exists(path)) {
        file.remove();
        return hash;
    }
    QDir().mkpath(m_folder + QLatin1Char('/') + hash.first(2));
    if (!file.rename(path))
        return fail(ErrorKind::Io, QStringLiteral("cannot keep %1: %2").arg(path, file.errorString()));
    return hash;
}

Result<QByteArray> ContentStore::get(const QString &hash) const
{
    if (!isHash(hash))
        return fail(ErrorKind::Invalid, QStringLiteral("\"%1\" is no content hash").arg(hash));
    QFile file(pathOf(hash));
    if (!file.open(QIODevice::ReadOnly))
        return std::unexpected(readError(file));
    QByteArray bytes = file.readAll();
    if (hashOf(bytes) != hash)
        return fail(ErrorKind::Corrupt, QStringLiteral("the stored content %1 is damaged").arg(file.fileName()));
    return bytes;
}

Result<QByteArray> ContentStore::getPart(const QString &hash, qint64 offset, qint64 limit, qint64 *total) const
{
    if (!isHash(hash) || offset < 0 || limit < 0)
        return fail(ErrorKind::Invalid, QStringLiteral("\"%1\" is no content hash, or the range is wrong").arg(hash));
    QFile file(pathOf(hash));
    if (!file.open(QIODevice::ReadOnly))
        return std::unexpected(readError(file));
    *total = file.size();
    if (!file.seek(std::min(offset, file.size())))
        return std::unexpected(readError(file));
    return file.read(limit);
}

} // namespace cohort::store
