// SPDX-License-Identifier: GPL-3.0-or-later
// The one door to a project's files. Every path is resolved by the kernel beneath the project's folder, so that no
// "..", link or race leads out, and nothing but regular files is opened.
#pragma once

#include "core/base/error.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace cohort::files {

/// What is at a path.
struct FileStat {
    qint64 size = 0;     ///< bytes
    unsigned mode = 0;   ///< permission bits
    qint64 modified = 0; ///< nanoseconds since 1970
    bool folder = false;

    bool operator==(const FileStat &) const = default;
};

struct FileBytes {
    QByteArray bytes;
    FileStat stat;
};

/// Blocking: for the project's worker. Errors name the path as it was given and say what to do.
///
/// Paths are relative to the project, or absolute within it. Denied: outside the project, `.git` and `.cohort` at any
/// depth, and what is no regular file. NotFound, NoSpace, Io, Limit as they say.
class ProjectFiles
{
public:
    /// @param root  an absolute path; open() tells whether it can be used
    explicit ProjectFiles(QString root);
    ~ProjectFiles();
    Q_DISABLE_COPY_MOVE(ProjectFiles)

    /// Io when the folder is not there (any more): NotFound is said of files in it.
    [[nodiscard]] Result<> open();
    [[nodiscard]] const QString &root() const { return m_root; }

    /// The path relative to the project, cleaned, "" for the project itself. Looks at the text only.
    [[nodiscard]] Result<QString> relative(const QString &path) const;

    /// Where the path leads, relative to the project, with every link resolved; what is not there yet is taken as it is
    /// written. Denied where that is outside or protected.
    [[nodiscard]] Result<QString> realPath(const QString &path) const;

    [[nodiscard]] Result<FileStat> stat(const QString &path) const;

    /// The whole file; Limit when it is larger than `limit` bytes.
    [[nodiscard]] Result<FileBytes> read(const QString &path, qint64 limit) const;

    /// Replaces or creates a file, with the folders it needs: a temporary file beside it, synced, then renamed. Mode
    /// bits of an existing file are kept, as is a link to it; `mode`, where given, wins.
    [[nodiscard]] Result<> write(const QString &path, const QByteArray &bytes, std::optional<unsigned> mode = {}) const;

    /// Removes a regular file.
    [[nodiscard]] Result<> remove(const QString &path) const;

    /// A descriptor of a folder beneath the project, for starting a program there; close it.
    [[nodiscard]] Result<int> openFolder(const QString &path) const;

private:
    struct Place;
    [[nodiscard]] Result<int> openBeneath(const QString &relative, int flags, unsigned mode = 0) const;
    [[nodiscard]] Result<Place> placeOf(const QString &path, bool makeFolders) const;
    [[nodiscard]] Result<QString> realRelative(int descriptor, const QString &path) const;

    QString m_root;
    QString m_realRoot;
    int m_rootDescriptor = -1;
    dev_t m_rootDevice = 0;
    ino_t m_rootInode = 0;
};

/// Whether a relative path leads into a folder that agents never touch: a component named .git or .cohort.
[[nodiscard]] bool isProtected(QStringView relative);

} // namespace cohort::files
