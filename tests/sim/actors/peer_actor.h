// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "asker.h"
#include "lock_ledger.h"

namespace lockcore {

/// Whose rule an independent contender follows.
enum class PeerRule {
    Curator,  ///< LockInternals: reads the one before it, with a watch
    Kazoo,    ///< Lock with "-lock-" for its name: asks whether the one before it exists, with a watch
};

/// A user of a mutex by another library, which has nothing but the znodes in common with lockcore. One
/// thread.
std::unique_ptr<Actor> makePeerActor(PeerRule rule, Stage& stage, LockLedger& ledger, std::string name,
                                     std::shared_ptr<ZooKeeper> session, std::string directory);

}  // namespace lockcore
