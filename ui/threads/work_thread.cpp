// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "threads/work_thread.h"

#include <utility>

namespace lockscope {

WorkThread::~WorkThread() {
    std::deque<std::function<void()>> dropped;
    {
        const std::lock_guard lock(m_mutex);
        dropped.swap(m_works);
    }
    if (m_thread.joinable()) m_thread.join();
}

void WorkThread::add(std::function<void()> work) {
    const std::lock_guard lock(m_mutex);
    m_works.push_back(std::move(work));
    if (m_running) return;
    joinEnded();
    m_running = true;
    m_thread = std::thread([this] { run(); });
}

bool WorkThread::finish(std::chrono::milliseconds limit) {
    std::unique_lock lock(m_mutex);
    if (!m_idle.wait_for(lock, limit, [this] { return !m_running; })) return false;
    joinEnded();
    return true;
}

void WorkThread::run() {
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
    m_idle.notify_all();
}

/// With the mutex locked, which a thread that no longer runs works does not need again.
void WorkThread::joinEnded() {
    if (m_thread.joinable()) m_thread.join();
}

}  // namespace lockscope
