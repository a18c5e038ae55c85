// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "threads/closing_thread.h"

#include "threads/work_thread.h"

#include <lockcore/observe/side_threads.h>

#include <algorithm>
#include <utility>

namespace lockscope {
namespace {

/// Never destroyed: a close may take longer than the process wants to wait for it.
WorkThread& closingThread() {
    static auto* thread = new WorkThread;
    return *thread;
}

/// Not the one for closing, behind whose seconds huge queues would pile up. Never destroyed: the last one to
/// drop a queue may be a static object.
WorkThread& droppingThread() {
    static auto* thread = new WorkThread;
    return *thread;
}

}  // namespace

void closeInBackground(std::function<void()> work) {
    closingThread().add(std::move(work));
}

std::shared_ptr<const lockcore::LockQueue> droppedInBackground(
    std::shared_ptr<const lockcore::LockQueue> queue) {
    constexpr std::size_t kHuge = 5000;
    if (queue->rows.size() < kHuge) return queue;
    const lockcore::LockQueue* const seen = queue.get();
    auto drop = [queue = std::move(queue)](const lockcore::LockQueue*) mutable {
        droppingThread().add([queue = std::move(queue)] {});
    };
    return {seen, std::move(drop)};
}

bool waitForClosing(std::chrono::milliseconds limit) {
    const auto end = std::chrono::steady_clock::now() + limit;
    const bool closed = closingThread().finish(limit);
    const auto rest =
        std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
    return lockcore::finishSideThreads(std::max(rest, std::chrono::milliseconds::zero())) && closed;
}

}  // namespace lockscope
