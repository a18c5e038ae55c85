// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "events/event_log_model.h"

#include <lockcore/observe/lock_history.h>
#include <lockcore/observe/lock_queue.h>

namespace lockscope {

inline constexpr std::size_t kMaxQueueEvents = 200;

/// What happened between two successive queues of one lock: how much was not seen, if anything, then
/// departures, then grants, then arrivals, each in the order of the queue. Empty for the first queue of a
/// lock (`older` null). More than kMaxQueueEvents of a kind are summed up in one event. Times are those of
/// `newer`.
///
/// `history` has taken `newer` in: it tells how long who has left held or waited, and how it left, as far as
/// that is known by then. Null: nobody will tell. `nowUnixMs` is when it became known that a queue is no
/// longer live, which was read before; 0: as it was read. Pure.
std::vector<LogEvent> queueEvents(const lockcore::LockQueue* older, const lockcore::LockQueue& newer,
                                  const lockcore::LockHistory* history = nullptr, std::int64_t nowUnixMs = 0);

/// @{ The event log's rows of a turn that began, and that was granted: the same words. GUI thread.
LogEvent arrivalEvent(const std::string& lockPath, lockcore::DirectoryKind kind, const lockcore::Turn& turn);
LogEvent grantEvent(const std::string& lockPath, lockcore::DirectoryKind kind, const lockcore::Turn& turn);
/// @}

}  // namespace lockscope
