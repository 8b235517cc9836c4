// SPDX-License-Identifier: GPL-3.0-or-later
// Cuts byte streams into lines and server-sent events, wherever the network split them.
#pragma once

#include "core/base/error.h"

#include <QByteArray>

#include <optional>

namespace cohort::net {

/// Cuts bytes into lines that end with LF or CRLF. Bytes are not decoded before a line is whole.
class LineFramer
{
public:
    /// A line longer than `cap` bytes makes push() fail with Limit.
    explicit LineFramer(qsizetype cap = 16'000'000);

    [[nodiscard]] Result<> push(QByteArrayView bytes);

    /// The next whole line without its end; valid until the next push(). Nothing when none is whole.
    [[nodiscard]] std::optional<QByteArrayView> next();

    /// What came after the last line end: the last line of a stream that ends without one.
    [[nodiscard]] QByteArrayView rest() const;

private:
    QByteArray m_buffer;
    qsizetype m_start = 0;   ///< of the next line
    qsizetype m_scanned = 0; ///< no line end before this one
    qsizetype m_open = 0;    ///< bytes of the line that is not whole yet
    qsizetype m_cap;
};

/// One server-sent event (WHATWG HTML, 9.2): what its data lines said, joined with LF.
struct ServerSentEvent {
    QByteArray event; ///< "" means "message"
    QByteArray data;

    bool operator==(const ServerSentEvent &) const = default;
};

/// Builds server-sent events from lines. Comments and unknown fields are ignored.
class SseParser
{
public:
    /// The event that this line ends, if it does.
    [[nodiscard]] std::optional<ServerSentEvent> push(QByteArrayView line);

    /// Whether data was begun that no blank line has ended.
    [[nodiscard]] bool isInside() const { return m_hasData; }

private:
    ServerSentEvent m_current;
    bool m_hasData = false;
};

} // namespace cohort::net
