// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/lock_queue.h>

#include <cstddef>

namespace lockcore {

/// True where one that queued before the new holder of `row`, and that it excludes, waits behind it in the
/// same queue. A reader whose session has the write lock gets no more than it had: it is granted past nobody,
/// also where that write lock, of the same number, is in the queue before alone. Pure.
bool isGrantedPastOther(const LockQueue& before, const LockQueue& queue, std::size_t row);

}  // namespace lockcore
