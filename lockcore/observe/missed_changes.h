// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/lock_history.h>
#include <lockcore/observe/queue_difference.h>

#include <cstddef>
#include <deque>

namespace lockcore {

/// True where both show the directory with the same children, and nothing has changed between: by its Stat,
/// else by the reading. Pure.
bool isSameState(const LockQueue& before, const LockQueue& after, const QueueDifference& difference);

/// What came and went between two successive queues of one lock: count and mayBeMore of it. `afterGap`: the
/// connection was lost between them, or nobody looked.
///
/// An empty directory that is removed while somebody looks is taken for one in which nothing happened
/// meanwhile; one that had contenders is not. Pure.
MissedChanges missedBetween(const LockQueue& before, const LockQueue& after,
                            const QueueDifference& difference, bool afterGap);

/// Until no more than `most` are left.
void putOldestTogether(std::deque<MissedChanges>& missed, std::size_t most);

}  // namespace lockcore
