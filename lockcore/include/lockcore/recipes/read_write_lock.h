// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/recipes/queue_lock.h>

namespace lockcore {

/// Curator's InterProcessReadWriteLock: readers share, a writer is alone, FIFO between them, so that a stream
/// of readers can't starve a writer. Each side is re-entrant by owner. See QueueLock for the contract.
///
/// An owner that holds the write side may take the read side too and then release the write side: no other
/// writer gets in between (CURATOR-621; its read znode takes the place of its write znode in the queue, as in
/// Curator from 5.5 on). Its fencing token stays the write hold's. HoldLost if the write hold was lost on the
/// way. The reverse, from read to write, gets WouldDeadlock at once: two readers that did it would wait for
/// each other. A waiting reader watches the nearest writer before it, not the first one as Curator does, so
/// that it wakes once.
class ReadWriteLock {
public:
    ReadWriteLock(std::shared_ptr<ZooKeeper> session, std::string path, LockOptions options = {});

    /// The shared side.
    QueueLock& read() { return m_read; }
    /// The exclusive side.
    QueueLock& write() { return m_write; }

private:
    ReadWriteLock(std::shared_ptr<ZooKeeper> session, std::string path, LockOptions options,
                  const std::shared_ptr<class OwnerTable>& owners);

    QueueLock m_read;
    QueueLock m_write;
};

}  // namespace lockcore
