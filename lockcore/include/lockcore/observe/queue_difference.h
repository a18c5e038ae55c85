// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/lock_queue.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace lockcore {

/// How one queue differs from an earlier one of the same lock, in row numbers. A value.
struct QueueDifference {
    /// One contender's row in both.
    struct Kept {
        std::size_t before = 0;
        std::size_t after = 0;

        bool operator==(const Kept&) const = default;
    };

    std::vector<std::size_t> removed;  ///< rows of the earlier queue, in its order
    std::vector<std::size_t> added;    ///< rows of the newer queue, in its order
    /// Contenders that are in both, with another role or read anew, in the order of the newer queue. Their
    /// places and predecessors change with every departure, and are not compared.
    std::vector<Kept> changed;
};

/// A name that was used again with another czxid is another contender, as is everybody in another directory
/// of the same path.
///
/// Walks both queues in step: a comparison of pointers for each contender that did not change, which
/// successive queues share. Only what does not match is looked up by name. Pure.
QueueDifference queueDifference(const LockQueue& before, const LockQueue& after);

/// unseenChanges() where the difference is at hand already. Pure.
std::optional<std::int64_t> unseenChanges(const LockQueue& before, const LockQueue& after,
                                          const QueueDifference& difference);

}  // namespace lockcore
