// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QString>

#include <memory>

namespace cohort::session {

/// Who drives a session, as it wrote into the lock.
struct Holder {
    QString name; ///< "the window", "cohort run"
    qint64 pid = 0;
    QString socket; ///< where it takes commands

    [[nodiscard]] QString text() const { return QStringLiteral("%1 (process %2)").arg(name).arg(pid); }
};

/// The kernel's lock on a session: released when the process ends, however it ends.
class SessionLock
{
public:
    /// Conflict when another process has it: `holder` then says which.
    [[nodiscard]] static Result<std::unique_ptr<SessionLock>> acquire(const QString &file, const Holder &self,
                                                                      Holder *holder);
    ~SessionLock();
    Q_DISABLE_COPY_MOVE(SessionLock)

    /// Who has the lock right now; nothing when nobody does.
    [[nodiscard]] static std::optional<Holder> holderOf(const QString &file);

private:
    explicit SessionLock(int descriptor)
        : m_descriptor(descriptor)
    {}
    int m_descriptor;
};

} // namespace cohort::session
