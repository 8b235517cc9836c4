// SPDX-License-Identifier: GPL-3.0-or-later
// Small things about text and sizes that every floor needs.
#pragma once

#include <QByteArrayView>
#include <QString>
#include <QStringDecoder>

namespace cohort {

/// Decodes UTF-8 that arrives in pieces cut anywhere; what is invalid becomes U+FFFD, NUL bytes too.
class Utf8Stream
{
public:
    [[nodiscard]] QString decode(QByteArrayView bytes);

private:
    QStringDecoder m_decoder{QStringDecoder::Utf8};
};

/// The start and the end of `text` with a line between that says how many bytes were left out, at most `limit` bytes
/// of UTF-8 in all, cut at line ends where there are some. `text` itself when it fits.
[[nodiscard]] QByteArray headAndTail(const QByteArray &text, qsizetype limit);

/// "3 B", "1.4 kB", "2.0 GB": powers of 1000, one digit after the point.
[[nodiscard]] QString formatBytes(qint64 bytes);

/// Whether these bytes are not text: a NUL among the first 8000, as git decides it.
[[nodiscard]] bool looksBinary(QByteArrayView bytes);

} // namespace cohort
