// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/log.h>
#include <lockcore/observe/side_threads.h>

#include "side_thread.h"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <list>
#include <mutex>
#include <thread>
#include <utility>

namespace lockcore {
namespace {

/// What is thrown on a thread would end the process, with all that others have open in it.
void runGuarded(const std::function<void()>& body) {
    try {
        body();
    } catch (const std::exception& thrown) {
        log(LogLevel::Error, thrown.what());
    } catch (...) {
        log(LogLevel::Error, "an exception of an unknown kind");
    }
}

/// The threads that run, and those that have ended since the last look. Any thread.
class SideThreads {
public:
    void run(std::function<void()> body) {
        const std::lock_guard lock(m_mutex);
        joinEnded();
        SideThread& started = m_threads.emplace_back();
        try {
            started.thread = std::thread([this, &started, body = std::move(body)]() mutable {
                runGuarded(body);
                body = nullptr;  // what it owns is destroyed outside of the lock
                markDone(started);
            });
        } catch (...) {
            m_threads.pop_back();
            throw;
        }
    }

    bool finish(std::chrono::milliseconds limit) {
        std::unique_lock lock(m_mutex);
        const bool all = m_done.wait_for(
            lock, limit, [this] { return std::ranges::all_of(m_threads, &SideThread::isDone); });
        joinEnded();
        return all;
    }

    /// Nobody waits for those that still run.
    void letGo() {
        const std::lock_guard lock(m_mutex);
        joinEnded();
        for (SideThread& each : m_threads)
            if (each.thread.joinable()) each.thread.detach();
    }

private:
    struct SideThread {
        std::thread thread;
        bool isDone = false;
    };

    void markDone(SideThread& thread) {
        const std::lock_guard lock(m_mutex);
        thread.isDone = true;
        m_done.notify_all();
    }

    /// With the mutex locked, which a thread that is done does not need again.
    void joinEnded() {
        m_threads.remove_if([](SideThread& each) {
            if (each.isDone && each.thread.joinable()) each.thread.join();
            return each.isDone;
        });
    }

    std::mutex m_mutex;  // protects what follows
    std::condition_variable m_done;
    std::list<SideThread> m_threads;  // a list: each thread knows its element
};

/// Never destroyed: threads may outlive main(). At the end of the process they are let go, as none may be
/// left to be joined.
SideThreads& sideThreads() {
    static auto* threads = new SideThreads;
    struct AtExit {
        ~AtExit() { threads->letGo(); }
    };
    static const AtExit atExit;
    return *threads;
}

}  // namespace

void runAside(std::function<void()> body) {
    sideThreads().run(std::move(body));
}

bool finishSideThreads(std::chrono::milliseconds limit) {
    return sideThreads().finish(limit);
}

}  // namespace lockcore
