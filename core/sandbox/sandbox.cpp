// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/sandbox.h"

#include <QFile>

namespace cohort::sandbox {

QStringList shellWords(const QString &line)
{
    const bool hasBash = QFile::exists(QStringLiteral("/bin/bash")) || QFile::exists(QStringLiteral("/usr/bin/bash"));
    return {hasBash ? QStringLiteral("bash") : QStringLiteral("sh"), QStringLiteral("-c"), line};
}

} // namespace cohort::sandbox
