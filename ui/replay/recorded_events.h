// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "events/event_log_model.h"
#include "replay/recorded_whole.h"

#include <vector>

namespace lockscope {

/// The event log of a span of a recording, oldest first. Any thread: as there may be a hundred thousand, not
/// the window's.
std::vector<LogEvent> recordedEvents(const RecordedHappenings& happenings);

/// "Removed … · reason: … · user: …", and whether it failed. Likewise.
QString recordedActText(const lockcore::RecordedAct& act);

}  // namespace lockscope
