// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/modules.h"

#include <QCoreApplication>
#include <QLibrary>

namespace cohort {

Result<QFunctionPointer> moduleFunction(const char *module, const char *function)
{
    QLibrary library(QCoreApplication::applicationDirPath() + QStringLiteral("/../lib/cohort/")
                     + QLatin1StringView(module) + QStringLiteral(".so"));
    const QFunctionPointer found = library.resolve(function);
    if (found == nullptr) {
        return fail(ErrorKind::Unsupported,
                    QStringLiteral("Cohort's module %1 cannot be loaded: install Cohort anew (%2)")
                        .arg(QLatin1StringView(module), library.errorString()));
    }
    return found;
}

} // namespace cohort
