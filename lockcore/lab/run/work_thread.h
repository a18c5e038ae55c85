// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace lockcore {

/// A thread for what takes time, one thing after the other. Any thread.
class WorkThread {
public:
    using Task = std::function<void(const std::stop_token& stop)>;

    WorkThread() : m_thread([this](const std::stop_token& stop) { run(stop); }) {}
    /// All that was posted runs, with `stop` asked for, and is waited for.
    ~WorkThread() { hurry(); }
    WorkThread(const WorkThread&) = delete;
    WorkThread& operator=(const WorkThread&) = delete;

    void post(Task task) {
        const std::scoped_lock lock(m_mutex);
        m_tasks.push_back(std::move(task));
        m_wake.notify_one();
    }

    /// `stop` is asked for of all that was posted, or ever will be: nobody waits for its answers.
    void hurry() { m_hurry.request_stop(); }

private:
    void run(const std::stop_token& stop) {
        for (;;) {
            std::unique_lock lock(m_mutex);
            m_wake.wait(lock, stop, [this] { return !m_tasks.empty(); });
            if (m_tasks.empty()) return;
            const Task task = std::move(m_tasks.front());
            m_tasks.pop_front();
            lock.unlock();
            task(m_hurry.get_token());
        }
    }

    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::deque<Task> m_tasks;
    std::stop_source m_hurry;
    std::jthread m_thread;  ///< the first to go
};

}  // namespace lockcore
