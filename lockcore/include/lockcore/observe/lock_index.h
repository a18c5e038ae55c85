// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/lock_queue.h>

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

namespace lockcore {

/// Which locks of a sample may need a look. Of ten thousand locks most are held by one client and wanted by
/// nobody else; to go through all of them for each question is what a quiet cluster would cost most. A value;
/// lives where its owner lives.
class LockIndex {
public:
    LockIndex() = default;
    explicit LockIndex(const std::vector<std::shared_ptr<const LockQueue>>& locks) { take(locks); }

    /// True where they are not all the same values as before; costs next to nothing where they are.
    bool take(const std::vector<std::shared_ptr<const LockQueue>>& locks);

    /// Numbers of all locks but those that a single living contender simply has, ascending. What is left out
    /// has no waiter, nothing that could not be read, and a number that its server gave.
    const std::vector<std::size_t>& eventful() const { return m_eventful; }

private:
    std::vector<std::shared_ptr<const LockQueue>> m_locks;
    std::vector<std::size_t> m_eventful;
};

/// The queue of that path among queues by path; null where there is none.
const LockQueue* queueAt(const std::vector<std::shared_ptr<const LockQueue>>& queues, std::string_view path);

}  // namespace lockcore
