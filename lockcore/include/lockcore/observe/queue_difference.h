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
    /// Contenders that are in both and were met only by their name, in the order of the earlier queue: some
    /// have moved past others, or their library sorts by another rule.
    std::vector<Kept> foundByName;
    /// True where those that are in both stand in the same order in both.
    bool inOrder = true;
};

/// Neighbours whom both queues have, in the same order: `count` of them from row `before` of the earlier
/// queue and from row `after` of the newer one on.
struct KeptRun {
    std::size_t before = 0;
    std::size_t after = 0;
    std::size_t count = 0;

    bool operator==(const KeptRun&) const = default;
};

/// "No row", where rows are counted from 0.
inline constexpr std::size_t kNoRow = static_cast<std::size_t>(-1);

/// True where both are one contender, read at different times: a name that was used again has another czxid.
/// Who was not read yet may be anybody of that name. Pure.
bool isSameContender(const Contender& one, const Contender& other);

/// A name that was used again with another czxid is another contender, as is everybody in another directory
/// of the same path.
///
/// Walks both queues in step: a comparison of pointers for each contender that did not change, which
/// successive queues share. Only what does not match is looked up by name. Pure.
QueueDifference queueDifference(const LockQueue& before, const LockQueue& after);

/// Whom both queues have, of the `rows` rows of the earlier queue, in its order. One run may go on where the
/// one before has ended. Pure.
std::vector<KeptRun> keptRuns(std::size_t rows, const QueueDifference& difference);

/// Where each of the `rows` rows of the earlier queue is in the newer one; kNoRow for those that were
/// removed. Pure.
std::vector<std::size_t> rowsAfter(std::size_t rows, const QueueDifference& difference);

/// unseenChanges() where the difference is at hand already. Pure.
std::optional<std::int64_t> unseenChanges(const LockQueue& before, const LockQueue& after,
                                          const QueueDifference& difference);

}  // namespace lockcore
