// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ids.h"

#include <QUuid>

namespace cohort {

QString newId()
{
    return QUuid::createUuidV7().toString(QUuid::WithoutBraces);
}

bool isId(const QString &text)
{
    return text.size() == 36 && !QUuid::fromString(text).isNull();
}

} // namespace cohort
