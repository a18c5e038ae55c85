// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace lockcore {

/// Threads for what a loop must not wait for: libraries that ask a network or a file system, and can't be
/// told to give up. Any thread.
class SideWorkers {
public:
    explicit SideWorkers(std::size_t most = 16) : m_most(most) {}
    SideWorkers(const SideWorkers&) = delete;
    SideWorkers& operator=(const SideWorkers&) = delete;
    /// Waits for what is under way. What has not begun is not done.
    ~SideWorkers();

    /// `task` must not throw. It is done at once where fewer than `most` are under way.
    void run(std::function<void()> task);

private:
    void work();

    const std::size_t m_most;

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<std::function<void()>> m_tasks;
    std::size_t m_idle = 0;  ///< of the threads
    bool m_isEnding = false;
    std::vector<std::thread> m_threads;
};

}  // namespace lockcore
