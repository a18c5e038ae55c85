// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "run/run_contenders.h"

#include <lockcore/session/zookeeper.h>

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace lockcore {

/// What the contenders of one lock say of themselves. A value.
struct LockStanding {
    std::string path = {};
    /// False: one of them may have a znode there that it does not tell, and of no other can be said that it
    /// is an orphan.
    bool tellsAll = true;
    std::set<SessionId> sessions = {};  ///< of those that live
    /// Nodes that one of them knows as its own, by name.
    std::set<std::string> nodes = {};
    /// Likewise of those that wait: session and name.
    std::vector<std::pair<SessionId, std::string>> waiters = {};
};

/// What a lock's directory shows against that. A value.
struct LockSight {
    std::uint64_t orphans = 0;           ///< znodes of their sessions that none of them knows
    std::uint64_t behindOwnSession = 0;  ///< of them, that wait behind such a znode of their own session
};

/// By the name of the lock, of those whose contenders queue by znodes, and tell of all that are theirs. Of
/// several locks a contender tells its place in the first one alone: while it asks for them, or has them, the
/// others are not there. Pure.
std::map<std::string, LockStanding> lockStandings(const std::vector<RunContenders::Standing>& contenders,
                                                  const std::string& run);

/// Pure. `nodes` by name.
LockSight sightOf(const LockStanding& standing, const std::map<std::string, Stat>& nodes);

/// Reads the directories of these locks, up to date with the leader, and tells what they show; a lock whose
/// directory could not be read as a whole, or is so long that reading it would be a load of its own, is not
/// there. On the session's loop, where `done` is called.
void lookAtLocks(std::shared_ptr<ZooKeeper> session, std::map<std::string, LockStanding> locks,
                 std::function<void(std::map<std::string, LockSight>)> done);

}  // namespace lockcore
