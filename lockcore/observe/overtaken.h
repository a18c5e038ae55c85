// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/lock_queue.h>

#include <cstddef>
#include <vector>

namespace lockcore {

/// Rows of contenders that are younger than one of their library behind them: somebody has chosen their
/// number, as servers give rising ones. Pure.
std::vector<std::size_t> overtakers(const LockQueue& lock);

/// Rows of waiters that nobody stood before when they came, as far as the queue tells: all who do now are
/// younger. Their client has most likely got the lock then, and does not look again. Pure.
std::vector<std::size_t> overtakenHolders(const LockQueue& lock);

}  // namespace lockcore
