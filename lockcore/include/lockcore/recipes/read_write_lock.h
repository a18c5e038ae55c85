// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/recipes/queue_lock.h>

namespace lockcore {

/// Curator's InterProcessReadWriteLock: readers share, a writer is alone, FIFO between them, so that a stream
/// of readers can't starve a writer. Each side is re-entrant by owner. See QueueLock for the contract.
///
/// An owner that holds one side and asks for the other gets WouldDeadlock at once: it would wait for itself.
/// A waiting reader watches the nearest writer before it, not the first one as Curator does, so that it wakes
/// once.
class ReadWriteLock {
public:
    ReadWriteLock(std::shared_ptr<ZooKeeper> session, std::string path, LockOptions options = {});

    QueueLock& read() { return m_read; }
    QueueLock& write() { return m_write; }

private:
    ReadWriteLock(std::shared_ptr<ZooKeeper> session, std::string path, LockOptions options,
                  const std::shared_ptr<class OwnerTable>& owners);

    QueueLock m_read;
    QueueLock m_write;
};

}  // namespace lockcore
