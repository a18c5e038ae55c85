// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/recipes/mutex.h>

#include "queue_lock_impl.h"

namespace lockcore {

Mutex::Mutex(std::shared_ptr<ZooKeeper> session, std::string path, LockOptions options)
    : QueueLock(std::make_shared<Impl>(std::move(session), std::move(path), LockMode::Exclusive,
                                       std::move(options), std::make_shared<OwnerTable>())) {}

}  // namespace lockcore
