// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/recipes/queue_lock.h>

#include <chrono>
#include <future>
#include <memory>
#include <utility>

/// In which nobody can have been granted a lock that is held: far more than a grant takes.
inline constexpr std::chrono::milliseconds kShortWait{300};

/// An acquire under way, which may end after the test function has returned. Any thread.
inline std::future<lockcore::Result<lockcore::Hold>> acquireLater(lockcore::QueueLock& lock) {
    const auto granted = std::make_shared<std::promise<lockcore::Result<lockcore::Hold>>>();
    auto future = granted->get_future();
    lock.acquireAsync(lockcore::Owner::unique(), {}, [granted](lockcore::Result<lockcore::Hold> hold) {
        granted->set_value(std::move(hold));
    });
    return future;
}

template <class T>
bool isReady(const std::future<T>& future) {
    return future.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}
