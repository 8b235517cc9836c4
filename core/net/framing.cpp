// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/framing.h"

#include "core/base/text.h"

#include <cstring>

namespace cohort::net {

LineFramer::LineFramer(qsizetype cap)
    : m_cap(cap)
{}

Result<> LineFramer::push(QByteArrayView bytes)
{
    if (m_start > 0) {
        m_buffer.remove(0, m_start);
        m_scanned -= m_start;
        m_start = 0;
    }
    m_buffer.append(bytes);
    // Only the new bytes are looked at: a long line that comes in small pieces costs no more than a short one.
    const qsizetype newest = bytes.lastIndexOf('\n');
    m_open = newest >= 0 ? bytes.size() - newest - 1 : m_open + bytes.size();
    if (m_open > m_cap) {
        return fail(ErrorKind::Limit, QStringLiteral("the server sent a line of more than %1").arg(formatBytes(m_cap)));
    }
    return {};
}

std::optional<QByteArrayView> LineFramer::next()
{
    const char *data = m_buffer.constData();
    const void *found = std::memchr(data + m_scanned, '\n', static_cast<std::size_t>(m_buffer.size() - m_scanned));
    if (found == nullptr) {
        m_scanned = m_buffer.size();
        return std::nullopt;
    }
    const qsizetype end = static_cast<const char *>(found) - data;
    QByteArrayView line(data + m_start, end - m_start);
    if (line.endsWith('\r'))
        line.chop(1);
    m_start = end + 1;
    m_scanned = m_start;
    return line;
}

QByteArrayView LineFramer::rest() const
{
    return QByteArrayView(m_buffer).sliced(m_start);
}

std::optional<ServerSentEvent> SseParser::push(QByteArrayView line)
{
    if (line.isEmpty()) {
        if (!m_hasData) {
            m_current = {};
            return std::nullopt;
        }
        m_hasData = false;
        return std::exchange(m_current, {});
    }
    if (line.startsWith(':'))
        return std::nullopt;
    const qsizetype colon = line.indexOf(':');
    const QByteArrayView field = colon < 0 ? line : line.first(colon);
    QByteArrayView value = colon < 0 ? QByteArrayView() : line.sliced(colon + 1);
    if (value.startsWith(' '))
        value = value.sliced(1);
    if (field == "data") {
        if (m_hasData)
            m_current.data += '\n';
        m_current.data += value;
        m_hasData = true;
    } else if (field == "event") {
        m_current.event = value.toByteArray();
    }
    return std::nullopt;
}

} // namespace cohort::net
