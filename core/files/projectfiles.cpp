// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/projectfiles.h"

#include "core/base/ids.h"
#include "core/base/text.h"

#include <QDir>
#include <QFile>

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

namespace cohort::files {

namespace {

constexpr unsigned permissionBits = 07777;
constexpr unsigned newFileMode = 0666;

/// Closes a descriptor at the end of a scope.
class Descriptor
{
public:
    explicit Descriptor(int number = -1)
        : m_number(number)
    {}
    Descriptor(Descriptor &&other) noexcept
        : m_number(other.release())
    {}
    Descriptor &operator=(Descriptor &&other) noexcept
    {
        std::swap(m_number, other.m_number);
        return *this;
    }
    Descriptor(const Descriptor &) = delete;
    Descriptor &operator=(const Descriptor &) = delete;
    ~Descriptor()
    {
        if (m_number >= 0)
            ::close(m_number);
    }
    [[nodiscard]] int get() const { return m_number; }
    int release() { return std::exchange(m_number, -1); }

private:
    int m_number;
};

std::unexpected<Error> outside(const QString &path)
{
    return fail(
        ErrorKind::Denied,
        QStringLiteral("%1 is outside the project. Only files of the project can be used; give a path relative to it.")
            .arg(path));
}

std::unexpected<Error> protectedPath(const QString &path)
{
    return fail(ErrorKind::Denied, QStringLiteral("%1 lies in .git or .cohort, which agents do not touch.").arg(path));
}

/// What the kernel's refusal to resolve a path means.
std::unexpected<Error> resolveError(int number, const QString &path)
{
    if (number == EXDEV || number == ELOOP)
        return outside(path);
    if (number == ENOENT || number == ENOTDIR)
        return fail(ErrorKind::NotFound, QStringLiteral("there is no file %1 in the project").arg(path));
    if (number == ENXIO)
        return fail(ErrorKind::Denied, QStringLiteral("%1 is a named pipe, socket or device, not a file").arg(path));
    if (number == ENOSYS)
        return fail(ErrorKind::Unsupported, QStringLiteral("this kernel is too old: Cohort needs Linux 5.6 or newer"));
    return failErrno(number, QStringLiteral("cannot open %1").arg(path));
}

Result<struct stat> regular(int descriptor, const QString &path)
{
    struct stat info{};
    if (::fstat(descriptor, &info) != 0)
        return failErrno(errno, QStringLiteral("cannot look at %1").arg(path));
    if (S_ISREG(info.st_mode))
        return info;
    if (S_ISDIR(info.st_mode))
        return fail(ErrorKind::Invalid, QStringLiteral("%1 is a folder, not a file").arg(path));
    return fail(ErrorKind::Denied, QStringLiteral("%1 is a named pipe, socket or device, not a file").arg(path));
}

FileStat statOf(const struct stat &info)
{
    constexpr qint64 nanoseconds = 1'000'000'000;
    return {.size = info.st_size,
            .mode = info.st_mode & permissionBits,
            .modified = info.st_mtim.tv_sec * nanoseconds + info.st_mtim.tv_nsec,
            .folder = S_ISDIR(info.st_mode)};
}

Result<> writeAll(int descriptor, const QByteArray &bytes, const QString &path)
{
    qsizetype done = 0;
    while (done < bytes.size()) {
        const ssize_t count =
            ::write(descriptor, bytes.constData() + done, static_cast<std::size_t>(bytes.size() - done));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return failErrno(errno, QStringLiteral("cannot write %1").arg(path));
        done += count;
    }
    if (::fsync(descriptor) != 0)
        return failErrno(errno, QStringLiteral("cannot write %1").arg(path));
    return {};
}

} // namespace

bool isProtected(QStringView relative)
{
    for (const QStringView part : relative.tokenize(u'/')) {
        if (part.compare(QLatin1StringView(".git"), Qt::CaseInsensitive) == 0
            || part.compare(QLatin1StringView(".cohort"), Qt::CaseInsensitive) == 0)
            return true;
    }
    return false;
}

/// A file's folder, opened, and its name there; both after all links were followed.
struct ProjectFiles::Place {
    Descriptor folder;
    QByteArray name;
    std::optional<struct stat> existing;
};

ProjectFiles::ProjectFiles(QString root)
    : m_root(QDir::cleanPath(root))
{}

ProjectFiles::~ProjectFiles()
{
    if (m_rootDescriptor >= 0)
        ::close(m_rootDescriptor);
}

Result<> ProjectFiles::open()
{
    m_rootDescriptor = ::open(QFile::encodeName(m_root).constData(), O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (m_rootDescriptor < 0)
        return failErrno(errno, QStringLiteral("cannot open the project folder %1").arg(m_root));
    struct stat info{};
    if (::fstat(m_rootDescriptor, &info) != 0)
        return failErrno(errno, QStringLiteral("cannot open the project folder %1").arg(m_root));
    m_rootDevice = info.st_dev;
    m_rootInode = info.st_ino;
    m_realRoot = QFile::symLinkTarget(QStringLiteral("/proc/self/fd/%1").arg(m_rootDescriptor));
    return {};
}

Result<QString> ProjectFiles::relative(const QString &path) const
{
    if (path.contains(QChar(QChar::Null)))
        return fail(ErrorKind::Invalid, QStringLiteral("a path cannot contain a NUL"));
    QString clean = QDir::cleanPath(path);
    for (const QString &root : {m_root, m_realRoot}) {
        if (!root.isEmpty() && (clean == root || clean.startsWith(root + QLatin1Char('/')))) {
            clean = clean.sliced(std::min(root.size() + 1, clean.size()));
            break;
        }
    }
    if (clean == QLatin1String("."))
        clean.clear();
    if (clean.startsWith(QLatin1Char('/')) || clean == QLatin1String("..") || clean.startsWith(QLatin1String("../")))
        return outside(path);
    if (isProtected(clean))
        return protectedPath(path);
    return clean;
}

Result<int> ProjectFiles::openBeneath(const QString &relative, int flags, unsigned mode) const
{
    // Its descriptor would still lead into a folder that was moved, perhaps to the trash.
    struct stat there{};
    if (::stat(QFile::encodeName(m_root).constData(), &there) != 0 || there.st_ino != m_rootInode
        || there.st_dev != m_rootDevice)
        return fail(
            ErrorKind::Io, // not NotFound: that is what a file is that was deleted
            QStringLiteral("the project folder %1 was moved or deleted. Put it back, or open it where it is now.")
                .arg(m_root));
    open_how how{};
    how.flags = static_cast<__u64>(static_cast<unsigned>(flags) | O_CLOEXEC);
    how.mode = mode;
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
    const QByteArray name = relative.isEmpty() ? QByteArray(".") : QFile::encodeName(relative);
    const auto descriptor =
        static_cast<int>(::syscall(SYS_openat2, m_rootDescriptor, name.constData(), &how, sizeof(how)));
    if (descriptor < 0)
        return resolveError(errno, relative);
    return descriptor;
}

Result<QString> ProjectFiles::realRelative(int descriptor, const QString &path) const
{
    const QString real = QFile::symLinkTarget(QStringLiteral("/proc/self/fd/%1").arg(descriptor));
    // The folder may have been moved since it was opened; its descriptor still tells where it is now.
    const QString root = QFile::symLinkTarget(QStringLiteral("/proc/self/fd/%1").arg(m_rootDescriptor));
    if (real != root && !real.startsWith(root + QLatin1Char('/')))
        return outside(path);
    const QString rest = real.sliced(std::min(root.size() + 1, real.size()));
    if (isProtected(rest))
        return protectedPath(path);
    return rest;
}

Result<FileStat> ProjectFiles::stat(const QString &path) const
{
    const Result<QString> clean = relative(path);
    if (!clean)
        return std::unexpected(clean.error());
    const Result<int> opened = openBeneath(*clean, O_PATH);
    if (!opened)
        return std::unexpected(opened.error());
    const Descriptor descriptor(*opened);
    struct stat info{};
    if (::fstat(descriptor.get(), &info) != 0)
        return failErrno(errno, QStringLiteral("cannot look at %1").arg(path));
    return statOf(info);
}

Result<FileBytes> ProjectFiles::read(const QString &path, qint64 limit) const
{
    const Result<QString> clean = relative(path);
    if (!clean)
        return std::unexpected(clean.error());
    // O_NONBLOCK: a named pipe must not make us wait before we can see what it is.
    const Result<int> opened = openBeneath(*clean, O_RDONLY | O_NONBLOCK | O_NOCTTY);
    if (!opened)
        return std::unexpected(opened.error());
    const Descriptor descriptor(*opened);
    const Result<struct stat> info = regular(descriptor.get(), path);
    if (!info)
        return std::unexpected(info.error());
    if (Result<QString> real = realRelative(descriptor.get(), path); !real)
        return std::unexpected(real.error());
    if (info->st_size > limit) {
        return fail(ErrorKind::Limit, QStringLiteral("%1 is %2, more than the %3 that can be read at once")
                                          .arg(path, formatBytes(info->st_size), formatBytes(limit)));
    }
    FileBytes content{.bytes = QByteArray(info->st_size, Qt::Uninitialized), .stat = statOf(*info)};
    qsizetype done = 0;
    while (done < content.bytes.size()) {
        const ssize_t count = ::read(descriptor.get(), content.bytes.data() + done,
                                     static_cast<std::size_t>(content.bytes.size() - done));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return failErrno(errno, QStringLiteral("cannot read %1").arg(path));
        if (count == 0)
            break;
        done += count;
    }
    content.bytes.truncate(done);
    return content;
}

Result<ProjectFiles::Place> ProjectFiles::placeOf(const QString &path, bool makeFolders) const
{
    const Result<QString> clean = relative(path);
    if (!clean)
        return std::unexpected(clean.error());
    if (clean->isEmpty())
        return fail(ErrorKind::Invalid, QStringLiteral("%1 is the project's folder, not a file").arg(path));
    QString real = *clean;
    Place place;
    if (Result<int> opened = openBeneath(*clean, O_PATH)) {
        const Descriptor descriptor(*opened);
        const Result<struct stat> info = regular(descriptor.get(), path);
        if (!info)
            return std::unexpected(info.error());
        place.existing = *info;
        const Result<QString> where = realRelative(descriptor.get(), path);
        if (!where)
            return std::unexpected(where.error());
        real = *where;
    } else if (opened.error().kind != ErrorKind::NotFound) {
        return std::unexpected(opened.error());
    }
    const qsizetype slash = real.lastIndexOf(QLatin1Char('/'));
    const QString folder = slash < 0 ? QString() : real.first(slash);
    place.name = QFile::encodeName(real.sliced(slash + 1));
    if (makeFolders && !place.existing) {
        // One component at a time, each beneath the last that was opened: no link on the way is followed outside.
        QString made;
        for (const QString &part : folder.split(QLatin1Char('/'), Qt::SkipEmptyParts)) {
            const Result<int> parent = openBeneath(made, O_PATH | O_DIRECTORY);
            if (!parent)
                return std::unexpected(parent.error());
            const Descriptor descriptor(*parent);
            if (const Result<QString> where = realRelative(descriptor.get(), path); !where)
                return std::unexpected(where.error());
            if (::mkdirat(descriptor.get(), QFile::encodeName(part).constData(), 0777) != 0 && errno != EEXIST)
                return failErrno(errno, QStringLiteral("cannot make the folder of %1").arg(path));
            made += (made.isEmpty() ? QString() : QStringLiteral("/")) + part;
        }
    }
    const Result<int> opened = openBeneath(folder, O_RDONLY | O_DIRECTORY);
    if (!opened)
        return std::unexpected(opened.error());
    place.folder = Descriptor(*opened);
    if (Result<QString> where = realRelative(place.folder.get(), path); !where)
        return std::unexpected(where.error());
    return place;
}

Result<QString> ProjectFiles::realPath(const QString &path) const
{
    const Result<QString> clean = relative(path);
    if (!clean)
        return clean;
    QString missing; // the part that is not there yet
    for (QString rest = *clean;;) {
        if (Result<int> opened = openBeneath(rest, O_PATH)) {
            const Descriptor descriptor(*opened);
            const Result<QString> real = realRelative(descriptor.get(), path);
            if (!real)
                return real;
            return real->isEmpty() || missing.isEmpty() ? *real + missing : *real + QLatin1Char('/') + missing;
        } else if (opened.error().kind != ErrorKind::NotFound || rest.isEmpty()) {
            return std::unexpected(opened.error());
        }
        const qsizetype slash = rest.lastIndexOf(QLatin1Char('/'));
        const QString name = rest.sliced(slash + 1);
        missing = missing.isEmpty() ? name : name + QLatin1Char('/') + missing;
        rest = slash < 0 ? QString() : rest.first(slash);
    }
}

Result<> ProjectFiles::write(const QString &path, const QByteArray &bytes, std::optional<unsigned> mode) const
{
    const Result<Place> place = placeOf(path, true);
    if (!place)
        return std::unexpected(place.error());
    const int folder = place->folder.get();
    const QByteArray temporary = ".cohort-" + newId().last(12).toLatin1() + ".tmp";
    const Descriptor file(
        ::openat(folder, temporary.constData(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, newFileMode));
    if (file.get() < 0)
        return failErrno(errno, QStringLiteral("cannot write %1").arg(path));
    Result<> result;
    if (mode || place->existing) {
        const unsigned bits = mode.value_or(place->existing ? place->existing->st_mode & permissionBits : newFileMode);
        if (::fchmod(file.get(), bits) != 0)
            result = failErrno(errno, QStringLiteral("cannot set the permissions of %1").arg(path));
    }
    if (result)
        result = writeAll(file.get(), bytes, path);
    if (result && ::renameat(folder, temporary.constData(), folder, place->name.constData()) != 0)
        result = failErrno(errno, QStringLiteral("cannot replace %1").arg(path));
    if (!result) {
        ::unlinkat(folder, temporary.constData(), 0);
        return result;
    }
    ::fsync(folder);
    return {};
}

Result<> ProjectFiles::remove(const QString &path) const
{
    const Result<Place> place = placeOf(path, false);
    if (!place)
        return std::unexpected(place.error());
    if (::unlinkat(place->folder.get(), place->name.constData(), 0) != 0)
        return failErrno(errno, QStringLiteral("cannot remove %1").arg(path));
    ::fsync(place->folder.get());
    return {};
}

Result<int> ProjectFiles::openFolder(const QString &path) const
{
    const Result<QString> clean = relative(path);
    if (!clean)
        return std::unexpected(clean.error());
    const Result<int> opened = openBeneath(*clean, O_RDONLY | O_DIRECTORY);
    if (!opened)
        return opened;
    Descriptor descriptor(*opened);
    if (Result<QString> real = realRelative(descriptor.get(), path); !real)
        return std::unexpected(real.error());
    return descriptor.release();
}

} // namespace cohort::files
