// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/lock_queue.h>

namespace lockcore {

/// What an operator may do to somebody else's contender. Loop thread. Each reads the znode again right before
/// acting and refuses with BadVersion if it is not the one that the operator saw (another czxid), so that a
/// name used again is never hit; BadArguments if `contender` has no Stat yet.

/// Asks the holder to give the lock back: sets the znode's data to the dialect's revoke payload. Cooperative:
/// nothing happens unless the holder listens. Unimplemented for dialects without revocation.
void askToRelease(ZooKeeper& session, const std::string& lockPath, const Contender& contender,
                  Completion<void> done);

/// Deletes the contender's znode. For a waiter: it loses its place (evict). For a holder: the next contender
/// is granted while the old holder may still be working, and most libraries do not tell it (force release).
void removeContender(ZooKeeper& session, const std::string& lockPath, const Contender& contender,
                     Completion<void> done);

/// Deletes a lock's directory that has no children, such as those that clients leave behind. `seen` is the
/// directory as the operator saw it: BadVersion where another one has its place by now (another czxid),
/// NotEmpty where a contender has come since, which the server checks once more when it deletes.
void removeEmptyParent(ZooKeeper& session, const std::string& lockPath, const Stat& seen,
                       Completion<void> done);

}  // namespace lockcore
