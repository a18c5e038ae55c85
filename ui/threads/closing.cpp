// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "threads/closing.h"

#include "threads/background.h"

#include <lockcore/observe/side_threads.h>

#include <QtConcurrentRun>

#include <algorithm>
#include <tuple>
#include <utility>

namespace lockscope {
namespace {

/// Never destroyed: a close may take longer than the process wants to wait for it.
QThreadPool& closingPool() {
    static auto* pool = new SerialPool(SerialPool::AtEnd::Finish);
    return *pool;
}

/// Never destroyed, likewise.
QThreadPool& filePool() {
    static auto* pool = new SerialPool(SerialPool::AtEnd::Finish);
    return *pool;
}

/// Not the one for closing, behind whose seconds huge queues would pile up. Never destroyed: the last one to
/// drop a queue may be a static object.
QThreadPool& droppingPool() {
    static auto* pool = new SerialPool(SerialPool::AtEnd::Finish);
    return *pool;
}

}  // namespace

void closeInBackground(std::function<void()> work) {
    std::ignore = QtConcurrent::run(&closingPool(), std::move(work));
}

void closeFileInBackground(std::function<void()> work) {
    std::ignore = QtConcurrent::run(&filePool(), std::move(work));
}

std::shared_ptr<const lockcore::LockQueue> droppedInBackground(
    std::shared_ptr<const lockcore::LockQueue> queue) {
    constexpr std::size_t kHuge = 5000;
    if (queue->rows.size() < kHuge) return queue;
    const lockcore::LockQueue* const seen = queue.get();
    auto drop = [queue = std::move(queue)](const lockcore::LockQueue*) mutable {
        std::ignore =
            QtConcurrent::run(&droppingPool(), [queue = std::move(queue)]() mutable { queue.reset(); });
    };
    return {seen, std::move(drop)};
}

bool waitForClosing(std::chrono::milliseconds limit) {
    const auto end = std::chrono::steady_clock::now() + limit;
    const auto rest = [end] {
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
        return std::max(left, std::chrono::milliseconds::zero());
    };
    const bool isClosed = closingPool().waitForDone(static_cast<int>(limit.count()));
    const bool areFilesClosed = filePool().waitForDone(static_cast<int>(rest().count()));
    return lockcore::finishSideThreads(rest()) && isClosed && areFilesClosed;
}

}  // namespace lockscope
