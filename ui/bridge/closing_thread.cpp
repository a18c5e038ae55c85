// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "bridge/closing_thread.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace lockscope {
namespace {

/// The background thread's queue. Any thread.
class ClosingQueue {
public:
    void add(std::function<void()> work) {
        const std::lock_guard lock(m_mutex);
        m_works.push_back(std::move(work));
        if (m_running) return;
        m_running = true;
        std::thread([this] { run(); }).detach();
    }

    bool wait(std::chrono::milliseconds limit) {
        std::unique_lock lock(m_mutex);
        return m_done.wait_for(lock, limit, [this] { return !m_running; });
    }

private:
    void run() {
        std::unique_lock lock(m_mutex);
        while (!m_works.empty()) {
            auto work = std::move(m_works.front());
            m_works.pop_front();
            lock.unlock();
            work();
            work = nullptr;  // what it owns is destroyed outside of the lock
            lock.lock();
        }
        m_running = false;
        m_done.notify_all();
    }

    std::mutex m_mutex;  // protects what follows
    std::condition_variable m_done;
    std::deque<std::function<void()>> m_works;
    bool m_running = false;
};

/// Never destroyed: the detached thread may outlive main() when a close takes longer than the process wants
/// to wait.
ClosingQueue& closingQueue() {
    static auto* queue = new ClosingQueue;
    return *queue;
}

}  // namespace

void closeInBackground(std::function<void()> work) {
    closingQueue().add(std::move(work));
}

bool waitForClosing(std::chrono::milliseconds limit) {
    return closingQueue().wait(limit);
}

}  // namespace lockscope
