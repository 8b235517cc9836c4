// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"

#include <QLocale>

#include <algorithm>
#include <array>

namespace cohort {

namespace {

bool isContinuation(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

} // namespace

QString Utf8Stream::decode(QByteArrayView bytes)
{
    QString text = m_decoder.decode(bytes);
    text.replace(QChar(QChar::Null), QChar(QChar::ReplacementCharacter));
    return text;
}

QByteArray headAndTail(const QByteArray &text, qsizetype limit)
{
    if (text.size() <= limit)
        return text;
    constexpr qsizetype noteSize = 64;
    const qsizetype room = std::max<qsizetype>(limit - noteSize, 0);
    qsizetype headSize = room * 2 / 3;
    qsizetype tailStart = text.size() - (room - headSize);
    if (const qsizetype lineEnd = text.lastIndexOf('\n', headSize); lineEnd > headSize / 2)
        headSize = lineEnd + 1;
    if (const qsizetype lineEnd = text.indexOf('\n', tailStart); lineEnd >= 0 && lineEnd - tailStart < room / 6)
        tailStart = lineEnd + 1;
    while (headSize > 0 && isContinuation(text[headSize]))
        --headSize;
    while (tailStart < text.size() && isContinuation(text[tailStart]))
        ++tailStart;
    QByteArray result = text.first(headSize);
    if (!result.endsWith('\n') && !result.isEmpty())
        result += '\n';
    result += "[… " + QByteArray::number(tailStart - headSize) + " bytes left out …]\n";
    result += text.sliced(tailStart);
    return result;
}

QString formatBytes(qint64 bytes)
{
    constexpr std::array units{"B", "kB", "MB", "GB", "TB"};
    double value = static_cast<double>(bytes);
    std::size_t unit = 0;
    while (value >= 1000 && unit + 1 < units.size()) {
        value /= 1000;
        ++unit;
    }
    const int digits = unit == 0 ? 0 : 1;
    return QStringLiteral("%1 %2").arg(QString::number(value, 'f', digits), QLatin1String(units.at(unit)));
}

bool looksBinary(QByteArrayView bytes)
{
    constexpr qsizetype inspected = 8000;
    return bytes.first(std::min(bytes.size(), inspected)).contains('\0');
}

} // namespace cohort
