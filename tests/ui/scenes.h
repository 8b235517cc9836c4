// SPDX-License-Identifier: GPL-3.0-or-later
// Scenes of a session for tests of the window.
#pragma once

#include "tests/ui/fakelink.h"

namespace cohort::tests {

/// A project with a few sessions, a model server, settings and completions.
void furnish(FakeLink &link);
/// The newest session works until it waits for a permission.
void playUntilPermission(FakeLink &link);
/// The whole turn, with a change to review.
void playAll(FakeLink &link);
void playFailure(FakeLink &link);
/// An answer with all that Markdown has.
void playMarkdown(FakeLink &link);

} // namespace cohort::tests
