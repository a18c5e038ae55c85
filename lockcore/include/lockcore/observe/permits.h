// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/cluster_sample.h>

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace lockcore {

/// The directory of the lock in which clients wait for a permit of this semaphore: "locks" beside Curator's
/// "leases", "<path>-__lock__" of kazoo's. Empty for other queues. Pure.
std::optional<std::string> waitersPath(const LockQueue& permits);

/// Both in one: who has a permit holds, and who stands in the lock waits, its first one too. Rows of the lock
/// have their whole path for a name. Who has got a permit of kazoo's since the lock was read does not wait
/// any more, though its znode there may be shown still. A lease that the first of the lock has created, but
/// was not granted yet (Curator's client creates it before it counts), is Foreign: its client is the one that
/// waits. Where the lock could not be read, both could not; where the permits alone could not, both are
/// Named: who waits is known. Pure.
LockQueue withWaiters(const LockQueue& permits, const LockQueue& waiters);

/// How many permits nobody has, as far as the queue tells; empty where their number is not known, as of
/// Curator's semaphores, whose clients alone know it. Pure.
std::optional<std::size_t> freePermits(const LockQueue& queue);

/// True for the waiter that is given the next permit: nobody's in particular, unless somebody has the only
/// one. Pure.
bool waitsForAnyPermit(const LockQueue& queue, std::size_t row);

/// Who alone is in a row's way: its predecessor; but of several permits that are taken none is by itself, and
/// of a semaphore that has a free one nobody is. Where only one permit is seen to be taken and nobody knows
/// how many there are, it is taken to be the only one, since whoever lives gets a free one at once. Pure.
std::optional<std::size_t> blockerOf(const LockQueue& queue, std::size_t row);

/// What of such a queue of both is the lock, as a queue of its own: for permits that were read since. Empty
/// where nobody waits in it. Pure.
std::optional<LockQueue> waitersIn(const LockQueue& both);

/// A semaphore that was put together, and what of.
struct JoinedPermits {
    std::shared_ptr<const LockQueue> permits;
    std::shared_ptr<const LockQueue> waiters;
    std::shared_ptr<const LockQueue> both;
};
/// By the semaphore's path.
using KnownPermits = std::map<std::string, JoinedPermits>;

/// The sample with withWaiters() of each semaphore of it, and without the locks that are part of them; the
/// same object where there are none. `known` is what the sample before left, and is this one's afterwards:
/// the same parts are the same object again, so that nothing seems to have changed. Pure.
std::shared_ptr<const ClusterSample> withPermitWaiters(std::shared_ptr<const ClusterSample> sample,
                                                       KnownPermits* known = nullptr);

}  // namespace lockcore
