// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/recipes/read_write_lock.h>

#include "queue_lock_impl.h"

namespace lockcore {

ReadWriteLock::ReadWriteLock(std::shared_ptr<ZooKeeper> session, std::string path, LockOptions options)
    : ReadWriteLock(std::move(session), std::move(path), std::move(options), std::make_shared<OwnerTable>()) {
}

ReadWriteLock::ReadWriteLock(std::shared_ptr<ZooKeeper> session, std::string path, LockOptions options,
                             const std::shared_ptr<OwnerTable>& owners)
    : m_read(std::make_shared<QueueLock::Impl>(session, path, LockMode::Read, options, owners)),
      m_write(std::make_shared<QueueLock::Impl>(session, path, LockMode::Write, options, owners)) {}

}  // namespace lockcore
