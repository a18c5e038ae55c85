// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "side_workers.h"

#include <lockcore/log.h>

#include <pthread.h>
#include <system_error>
#include <utility>

namespace lockcore {

SideWorkers::~SideWorkers() {
    {
        const std::lock_guard guard(m_mutex);
        m_isEnding = true;
    }
    m_changed.notify_all();
    for (auto& thread : m_threads)
        thread.join();
}

void SideWorkers::run(std::function<void()> task) {
    const std::lock_guard guard(m_mutex);
    m_tasks.push_back(std::move(task));
    if (m_idle >= m_tasks.size()) {
        m_changed.notify_one();
    } else if (m_threads.size() < m_most) {
        try {
            m_threads.emplace_back([this] { work(); });
        } catch (const std::system_error& error) {
            // It waits for the threads that there are; whoever wants it done has a deadline.
            log(LogLevel::Warning,
                std::string("no thread for what is done beside the loop: ") + error.what());
        }
    }
}

void SideWorkers::work() {
    pthread_setname_np(pthread_self(), "lockcore-side");
    std::unique_lock lock(m_mutex);
    while (true) {
        ++m_idle;
        m_changed.wait(lock, [this] { return m_isEnding || !m_tasks.empty(); });
        --m_idle;
        if (m_isEnding) return;
        auto task = std::move(m_tasks.front());
        m_tasks.pop_front();
        lock.unlock();
        task();
        task = nullptr;  // what it holds is let go of without the lock
        lock.lock();
    }
}

}  // namespace lockcore
