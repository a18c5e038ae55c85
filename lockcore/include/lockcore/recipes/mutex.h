// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/recipes/queue_lock.h>

namespace lockcore {

/// Curator's InterProcessMutex: exclusive, fair, re-entrant by owner. See QueueLock for the contract.
///
/// Two Mutex objects on one path are two contenders, also for the same owner: the second waits for the first.
class Mutex : public QueueLock {
public:
    /// `path` is the lock directory; it and its parents are created as needed. Nothing is sent before the
    /// first acquire. The session must not be closed before its holds are released, or they are lost.
    Mutex(std::shared_ptr<ZooKeeper> session, std::string path, LockOptions options = {});
};

}  // namespace lockcore
