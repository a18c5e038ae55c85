// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/lock_marks.h>
#include <lockcore/observe/lock_queue.h>

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace lockcore {

/// A znode that contends for something, by its path.
struct RecognisedContender {
    std::string_view lock;
    std::string_view name;
    NodeName parsed;
};

/// True for a directory in which somebody contends.
using IsContended = std::function<bool(std::string_view directory)>;

/// Whether a znode of this path contends for a lock, an election or a semaphore, as LockDiscovery finds
/// those. Empty for members of groups, items of work queues, and sequential znodes that nobody has marked. A
/// lock of one znode is one by its path alone, or marked. `isEphemeral`: it is known to be. Pure.
std::optional<RecognisedContender> recogniseContender(std::string_view path, bool isEphemeral,
                                                      const LockMarks& marks, const IsContended& isContended);

}  // namespace lockcore
