// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QObject>

#include <functional>

namespace cohort::desktop {

/// Copies the bundled sample project into a new folder below `folder`, off the main thread, and tells its path on the
/// thread of `context`.
void copySampleProject(const QString &folder, QObject *context, const std::function<void(Result<QString>)> &done);

} // namespace cohort::desktop
