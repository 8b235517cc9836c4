// SPDX-License-Identifier: GPL-3.0-or-later
// What went wrong, as a value: every module reports failure with Result, never with an exception.
#pragma once

#include <QString>

#include <chrono>
#include <cstdint>
#include <expected>
#include <optional>

namespace cohort {

/// Tells apart what the model should be told, what may be retried, what the person must decide and what is fatal.
enum class ErrorKind : std::uint8_t {
    Invalid,     ///< the input is wrong: a schema, a setting, an argument
    NotFound,    ///< what was named does not exist
    Denied,      ///< a rule, a person or a guard said no
    Conflict,    ///< somebody else holds it, or it changed meanwhile
    Unsupported, ///< this system or version cannot do it
    Unreachable, ///< a server does not answer, or the connection broke
    Refused,     ///< a server answered, and said no
    TimedOut,    ///< it took longer than allowed
    Cancelled,   ///< a stop was requested
    Limit,       ///< a limit on size, cost, turns or time was reached
    Io,          ///< reading or writing failed
    NoSpace,     ///< the disk is full
    Corrupt,     ///< stored data cannot be understood
    NoSandbox,   ///< no sandbox can be made, so nothing runs
    Internal,    ///< a defect of ours
};

/// A failure. `message` is for people: what failed, on what, why, what to do.
struct Error {
    ErrorKind kind = ErrorKind::Internal;
    QString message = {};
    QString detail = {}; ///< raw material for the log: a server's body, a library's text
    std::optional<std::chrono::milliseconds> retryAfter = {}; ///< what a server asked us to wait
    bool mayRetry = false;                                    ///< trying the same again is safe and may help

    bool operator==(const Error &) const = default;
};

template<class T = void>
using Result = std::expected<T, Error>;

/// Builds a failure to return: `return fail(ErrorKind::Io, …)`.
[[nodiscard]] std::unexpected<Error> fail(ErrorKind kind, QString message, QString detail = {});

/// The failure of a system call: `message` gets the text of `errorNumber` appended; a full disk becomes NoSpace.
[[nodiscard]] std::unexpected<Error> failErrno(int errorNumber, const QString &message);

/// The name of a kind as it stands in JSON and logs, such as "not_found".
[[nodiscard]] QString kindName(ErrorKind kind);

/// The kind of that name; Internal for a name of a later version.
[[nodiscard]] ErrorKind kindFromName(const QString &name);

} // namespace cohort
