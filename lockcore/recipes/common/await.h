// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/zookeeper.h>

#include <future>
#include <memory>
#include <string>

namespace lockcore {

/// Any thread. Runs `task` with `done` on the loop; in a forked child, where nothing runs there, `done` is
/// called at once, with Forked.
template <class T, class Task>
void postOrRefuse(Loop& loop, const std::string& what, const std::string& path, Completion<T> done,
                  Task task) {
    if (loop.isForked()) {
        done(fail(ErrorCode::Forked, what, path));
        return;
    }
    loop.post([task = std::move(task), done = std::move(done)]() mutable { task(std::move(done)); });
}

/// Any thread but the loop's. Starts something asynchronous and blocks until it completes, which it must,
/// once. WouldBlockLoop and Forked where it would never.
template <class T, class Start>
Result<T> await(const Loop& loop, const std::string& what, const std::string& path, const Start& start) {
    if (loop.isForked()) return fail(ErrorCode::Forked, what, path);
    if (loop.isCurrent()) return fail(ErrorCode::WouldBlockLoop, what, path);
    const auto answer = std::make_shared<std::promise<Result<T>>>();
    auto settled = answer->get_future();
    start([answer](Result<T> result) { answer->set_value(std::move(result)); });
    return settled.get();
}

}  // namespace lockcore
