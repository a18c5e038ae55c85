// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/zookeeper.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace lockcore {

/// What Curator's Revoker writes to a contender's znode. (The text recipe in ZooKeeper's documentation writes
/// "unlock"; the two don't understand each other.)
inline constexpr std::string_view kRevokePayload = "__REVOKE__";

/// Runs a task somewhere else than on the loop, such as on a thread pool. Empty: on the loop.
using Executor = std::function<void(std::function<void()> task)>;

/// Asks whoever has the contender znode `node` to give the lock up (Curator's Revoker.attemptRevoke). Any
/// thread; `done` on the loop. That it succeeds says that the question was written, not that anybody listens:
/// see Hold::onRevoke and LockOptions::onRevoke for whoever does. It also wakes the next waiter once, for
/// nothing. NoNode if the contender is gone.
void askToRelease(const std::shared_ptr<ZooKeeper>& session, std::string node, Completion<void> done);

}  // namespace lockcore
