// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/conversation.h"
#include "core/store/eventstore.h"

namespace cohort::session {

/// The events that close a turn whose process died: its unfinished answer as far as it was kept, its open calls and
/// questions, and the turn itself as interrupted. Empty when no turn is open.
[[nodiscard]] QList<protocol::Event> recoveryEvents(const Conversation &conversation,
                                                    const QList<store::PartialRow> &partials);

} // namespace cohort::session
