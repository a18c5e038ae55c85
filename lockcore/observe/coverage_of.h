// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/cluster_sample.h>
#include <lockcore/observe/coverage.h>
#include <lockcore/observe/queue_collection.h>

#include <cstdint>
#include <vector>

namespace lockcore {

/// What a coverage is worked out from. Refers to all of it.
struct CoverageBasis {
    const LockQueues& locks;
    const LockCatalog& catalog;  ///< that names them
    const std::vector<ServerReport>& servers;
    const std::vector<SessionView>& sessions;
    /// Of each lock, in their order: empty where nobody has compared watches.
    const std::vector<std::vector<ChainLink>>& chains;
};

/// What that does not tell by itself.
struct Doubts {
    /// Waiters that seem to lack theirs, of queues that changed while servers were asked: of these there is
    /// no chain.
    std::uint64_t ofChanging = 0;
    std::uint64_t untold = 0;              ///< waiters of those queues of whom no table tells
    std::uint64_t waitersOfChanging = 0;   ///< all waiters of those queues
    std::uint64_t watchingOfChanging = 0;  ///< … that are known to watch as is due
    bool isListBehind = false;
    /// The locks may be of a later moment than what servers told, which was not compared with a queue that
    /// has no chain.
    bool areLocksLater = false;
    std::uint64_t notAsked = 0;  ///< sessions of such locks that no server was asked about
};

/// What is covered of locks, clients and watches. Pure.
Coverage coverageOf(const CoverageBasis& basis, const Doubts& doubts);

}  // namespace lockcore
