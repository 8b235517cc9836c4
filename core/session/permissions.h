// SPDX-License-Identifier: GPL-3.0-or-later
// Questions to a person, each answered once, in any order.
#pragma once

#include "core/base/gate.h"
#include "core/protocol/commands.h"

#include <QMap>

namespace cohort::session {

/// Where turns wait for a person. Lives on the engine thread.
class PermissionQueue
{
public:
    /// The gate that the answer to `request` opens; a stop opens it with Cancelled.
    [[nodiscard]] Gate<protocol::DecidePermission> ask(const QString &request, const std::stop_token &stop);

    /// NotFound when nobody asks that, or somebody has answered already.
    [[nodiscard]] Result<> answer(const protocol::DecidePermission &decision);

    void forget(const QString &request) { m_open.remove(request); }
    [[nodiscard]] bool isWaiting() const { return !m_open.isEmpty(); }

private:
    QMap<QString, Gate<protocol::DecidePermission>> m_open;
};

} // namespace cohort::session
