// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace lockscope {

/// Does what it is given, one after the other, on a thread that is there while there is work. Any thread.
class WorkThread {
public:
    WorkThread() = default;
    /// Waits for the work that is under way and drops the rest: works need no more than they have captured.
    ~WorkThread();
    WorkThread(const WorkThread&) = delete;
    WorkThread& operator=(const WorkThread&) = delete;

    void add(std::function<void()> work);

    /// Waits until everything is done, at most `limit`; false if some is left. After true the thread itself
    /// has ended too, with what libraries keep for each thread: OpenSSL, for one, loses track of it when a
    /// thread ends while the process does.
    bool finish(std::chrono::milliseconds limit);

private:
    void run();
    void joinEnded();

    std::mutex m_mutex;  // protects what follows
    std::condition_variable m_idle;
    std::deque<std::function<void()>> m_works;
    bool m_running = false;
    std::thread m_thread;
};

}  // namespace lockscope
