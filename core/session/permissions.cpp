// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/permissions.h"

namespace cohort::session {

Gate<protocol::DecidePermission> PermissionQueue::ask(const QString &request, const std::stop_token &stop)
{
    const Gate<protocol::DecidePermission> gate(stop);
    m_open.insert(request, gate);
    return gate;
}

Result<> PermissionQueue::answer(const protocol::DecidePermission &decision)
{
    const auto found = m_open.find(decision.request);
    if (found == m_open.end() || !found->open(decision))
        return fail(ErrorKind::NotFound, QStringLiteral("this question is no longer open"));
    m_open.erase(found);
    return {};
}

} // namespace cohort::session
