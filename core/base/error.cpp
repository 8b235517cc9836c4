// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"

#include <array>
#include <cerrno>
#include <system_error>

namespace cohort {

namespace {

constexpr std::array kindNames{"invalid",     "not_found", "denied",    "conflict",   "unsupported",
                               "unreachable", "refused",   "timed_out", "cancelled",  "limit",
                               "io",          "no_space",  "corrupt",   "no_sandbox", "internal"};

} // namespace

std::unexpected<Error> fail(ErrorKind kind, QString message, QString detail)
{
    return std::unexpected(Error{.kind = kind, .message = std::move(message), .detail = std::move(detail)});
}

std::unexpected<Error> failErrno(int errorNumber, const QString &message)
{
    ErrorKind kind = ErrorKind::Io;
    switch (errorNumber) {
    case ENOSPC:
    case EDQUOT:
        kind = ErrorKind::NoSpace;
        break;
    case ENOENT:
    case ENOTDIR:
        kind = ErrorKind::NotFound;
        break;
    case EACCES:
    case EPERM:
    case EROFS:
        kind = ErrorKind::Denied;
        break;
    default:
        break;
    }
    const QString reason = QString::fromStdString(std::generic_category().message(errorNumber)).toLower();
    return fail(kind, message + QStringLiteral(": ") + reason);
}

QString kindName(ErrorKind kind)
{
    return QLatin1String(kindNames.at(static_cast<std::size_t>(kind)));
}

ErrorKind kindFromName(const QString &name)
{
    for (std::size_t index = 0; index < kindNames.size(); ++index) {
        if (name == QLatin1String(kindNames.at(index)))
            return static_cast<ErrorKind>(index);
    }
    return ErrorKind::Internal;
}

} // namespace cohort
