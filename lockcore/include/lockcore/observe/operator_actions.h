// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/lock_queue.h>

namespace lockcore {

/// What an operator may do to somebody else's contender. Loop thread. Each reads the znode again right before
/// acting, from a server that has caught up with the leader, and refuses with BadVersion if it is not the one
/// that the operator saw (another czxid); BadArguments if `contender` has no Stat yet. The act carries the
/// version that was read, which the leader compares in the same transaction.
///
/// What remains: no transaction of ZooKeeper can ask for a czxid. A znode that was deleted and made again
/// under the same name between that look and the act, within about one round trip, is hit if its version is
/// the same, as where both were never written to (0). A name with a sequence number is not given twice, so
/// that this concerns locks whose contender has a fixed name. Writing to the znode first would make its
/// version unlike, but would also overwrite the data of another one, and use up the watches of those who
/// wait for it to be deleted.

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
