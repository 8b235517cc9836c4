// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ids.h"

#include <QDateTime>
#include <QRandomGenerator>
#include <QUuid>

#include <array>

namespace cohort {

QString newId()
{
    // RFC 9562, 5.7: 48 bits of UTC milliseconds, version 7, 74 random bits.
    std::array<quint32, 4> bits{};
    QRandomGenerator::global()->fillRange(bits.data(), bits.size());
    const auto time = static_cast<quint64>(QDateTime::currentMSecsSinceEpoch());
    const auto byte = [&bits](unsigned index) { return static_cast<uchar>(bits[2 + index / 4] >> (8 * (index % 4))); };
    const QUuid id(static_cast<uint>(time >> 16U), static_cast<ushort>(time),
                   static_cast<ushort>(0x7000U | (bits[0] & 0xFFFU)), static_cast<uchar>(0x80U | (bits[1] & 0x3FU)),
                   byte(0), byte(1), byte(2), byte(3), byte(4), byte(5), byte(6));
    return id.toString(QUuid::WithoutBraces);
}

bool isId(const QString &text)
{
    return text.size() == 36 && !QUuid::fromString(text).isNull();
}

} // namespace cohort
