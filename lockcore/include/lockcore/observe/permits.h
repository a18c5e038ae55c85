// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/cluster_sample.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace lockcore {

/// The directory of the lock in which clients wait for a permit of this semaphore: "locks" beside Curator's
/// "leases", "<path>-__lock__" of kazoo's. Empty for other queues. Pure.
std::optional<std::string> waitersPath(const LockQueue& permits);

/// Both in one: who has a permit holds, and who stands in the lock waits, its first one too. Rows of the lock
/// have their whole path for a name. A lease that the first of the lock has created, but was not granted yet
/// (Curator's client creates it before it counts), is Foreign: its client is the one that waits. Where the
/// lock could not be read, both could not. Pure.
LockQueue withWaiters(const LockQueue& permits, const LockQueue& waiters);

/// True for a waiter that gets on when any of several permits is given back: its predecessor is but one of
/// those who hold one. Pure.
bool waitsForAnyPermit(const LockQueue& queue, std::size_t row);

/// What of such a queue of both is the lock, as a queue of its own: for permits that were read since. Empty
/// where nobody waits in it. Pure.
std::optional<LockQueue> waitersIn(const LockQueue& both);

/// The sample with withWaiters() of each semaphore of it, and without the locks that are part of them; the
/// same object where there are none. Pure.
std::shared_ptr<const ClusterSample> withPermitWaiters(std::shared_ptr<const ClusterSample> sample);

}  // namespace lockcore
