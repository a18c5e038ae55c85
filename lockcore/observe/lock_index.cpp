// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/lock_index.h>

#include <algorithm>

namespace lockcore {

namespace {

bool isSimplyHeld(const LockQueue& lock) {
    if (lock.kind != DirectoryKind::Lock || lock.freshness != Freshness::Live || lock.problem) return false;
    if (lock.mixed || lock.capacity || lock.rows.size() != 1) return false;
    const QueueRow& row = lock.rows.front();
    const Contender& holder = *row.contender;
    return row.role == Role::Holder && !holder.problem && holder.stat &&
           holder.stat->ephemeralOwner != SessionId::None && holder.parsed.sequence.value_or(0) >= 0;
}

}  // namespace

bool LockIndex::take(const std::vector<std::shared_ptr<const LockQueue>>& locks) {
    if (m_locks == locks) return false;
    m_locks = locks;
    m_eventful.clear();
    for (std::size_t number = 0; number < locks.size(); ++number)
        if (!isSimplyHeld(*locks[number])) m_eventful.push_back(number);
    return true;
}

const LockQueue* queueAt(const std::vector<std::shared_ptr<const LockQueue>>& queues, std::string_view path) {
    const auto found = std::ranges::lower_bound(
        queues, path, {}, [](const auto& queue) { return std::string_view(queue->path); });
    return found != queues.end() && (*found)->path == path ? found->get() : nullptr;
}

}  // namespace lockcore
