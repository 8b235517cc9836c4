// SPDX-License-Identifier: GPL-3.0-or-later
// Files named by the hash of what is in them: large outputs, baselines of changed files.
#pragma once

#include "core/base/error.h"

#include <QByteArray>
#include <QString>

namespace cohort::store {

/// Blocking, for the project's worker. Content is whole and on the disk before put() returns.
class ContentStore
{
public:
    explicit ContentStore(QString folder);

    /// The hash (BLAKE2b-256, hex) under which `bytes` are kept from now on.
    [[nodiscard]] Result<QString> put(const QByteArray &bytes) const;

    /// Takes a finished file into the store by renaming it; it must lie on the same file system.
    [[nodiscard]] Result<QString> adopt(const QString &file) const;

    /// NotFound for an unknown hash, Corrupt when the whole content was read and does not match it.
    [[nodiscard]] Result<QByteArray> get(const QString &hash) const;

    /// At most `limit` bytes from `offset`; the size of all of it goes to `total`.
    [[nodiscard]] Result<QByteArray> getPart(const QString &hash, qint64 offset, qint64 limit, qint64 *total) const;

    [[nodiscard]] QString pathOf(const QString &hash) const;
    [[nodiscard]] static QString hashOf(const QByteArray &bytes);
    [[nodiscard]] static bool isHash(const QString &text);

private:
    QString m_folder;
};

} // namespace cohort::store
