// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/recipes/queue_lock.h>

#include <functional>
#include <utility>

namespace lockcore {

/// Loop thread.
inline void runBy(const Executor& executor, std::function<void()> task) {
    if (executor) {
        executor(std::move(task));
    } else {
        task();
    }
}

/// For ContentionSpec::deleteRefused: calls LockOptions::onDeleteRefused by the options' executor.
inline std::function<void(const Error&)> deleteRefusedBy(const LockOptions& options) {
    if (!options.onDeleteRefused) return {};
    return [listener = options.onDeleteRefused, executor = options.executor](const Error& error) {
        runBy(executor, [listener, error] { listener(error); });
    };
}

}  // namespace lockcore
