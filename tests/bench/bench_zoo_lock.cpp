// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
//
// ZooKeeper's own C lock recipe in the scenarios of bench_program.h: one thread for each contender, and one
// session, since it looks for nodes of its session and takes another waiter's for its own.
#include "bench_program.h"

#include <zoo_lock.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <semaphore>
#include <thread>
#include <utility>

namespace {

constexpr int kSessionTimeoutMs = 60'000;
// A server's accept backlog is 50.
constexpr int kConnectingAtOnce = 32;

/// A session and its contender. Created on the main thread, then used on one other.
class ZooLock {
public:
    explicit ZooLock(const std::string& connectString)
        : m_session(zookeeper_init(connectString.c_str(), onEvent, kSessionTimeoutMs, nullptr, this, 0)) {
        if (m_session == nullptr) giveUp("zookeeper_init failed");
    }
    ~ZooLock() {
        if (!m_directory.empty()) zkr_lock_destroy(&m_lock);
        zookeeper_close(m_session);
    }
    ZooLock(const ZooLock&) = delete;
    ZooLock& operator=(const ZooLock&) = delete;

    void awaitConnected() { m_connected.acquire(); }

    /// Makes the parents too, which the recipe does not.
    void select(const std::string& directory) {
        for (auto end = directory.find('/', 1); end != std::string::npos; end = directory.find('/', end + 1))
            zoo_create(m_session, directory.substr(0, end).c_str(), "", 0, &ZOO_OPEN_ACL_UNSAFE, 0, nullptr,
                       0);
        if (!m_directory.empty()) zkr_lock_destroy(&m_lock);
        m_directory = directory;
        zkr_lock_init_cb(&m_lock, m_session, m_directory.data(), &ZOO_OPEN_ACL_UNSAFE, onChange, this);
    }

    HoldTimes acquire() {
        HoldTimes times;
        times.asked = nowNs();
        zkr_lock_lock(&m_lock);
        m_owned.acquire();
        times.owned = nowNs();
        return times;
    }
    void release(HoldTimes& times) {
        times.releasing = nowNs();
        zkr_lock_unlock(&m_lock);
        times.released = nowNs();
    }
    std::vector<HoldTimes> cycle(int times) {
        std::vector<HoldTimes> holds;
        for (int i = 0; i < times; ++i) {
            holds.push_back(acquire());
            release(holds.back());
        }
        return holds;
    }

private:
    static void onEvent(zhandle_t* /*session*/, int type, int state, const char* /*path*/, void* lock) {
        if (type != ZOO_SESSION_EVENT) return;
        if (state == ZOO_EXPIRED_SESSION_STATE) giveUp("a session expired");
        ZooLock& self = *static_cast<ZooLock*>(lock);
        if (state == ZOO_CONNECTED_STATE && !std::exchange(self.m_wasConnected, true))
            self.m_connected.release();
    }
    static void onChange(int change, void* lock) {
        if (change == 0) static_cast<ZooLock*>(lock)->m_owned.release();
    }

    std::binary_semaphore m_connected{0};
    std::binary_semaphore m_owned{0};
    bool m_wasConnected = false;
    std::string m_directory;
    zkr_lock_mutex_t m_lock{};
    zhandle_t* m_session;
};

using Locks = std::vector<std::unique_ptr<ZooLock>>;

Locks connect(const std::string& connectString, int count) {
    Locks locks;
    for (int i = 0; i < count; ++i) {
        locks.push_back(std::make_unique<ZooLock>(connectString));
        if (i >= kConnectingAtOnce) locks[static_cast<std::size_t>(i - kConnectingAtOnce)]->awaitConnected();
    }
    for (int i = std::max(0, count - kConnectingAtOnce); i < count; ++i)
        locks[static_cast<std::size_t>(i)]->awaitConnected();
    return locks;
}

/// Threads that each hold their lock as often as they shall; the holds come together when all are through.
class Contention {
public:
    Contention(Locks& locks, std::size_t count, int cycles) {
        for (std::size_t i = 0; i < count; ++i)
            m_threads.emplace_back([this, &lock = *locks[i], cycles] {
                const auto holds = lock.cycle(cycles);
                const std::lock_guard guard(m_mutex);
                m_holds.insert(m_holds.end(), holds.begin(), holds.end());
            });
    }
    std::vector<HoldTimes> join() {
        for (std::thread& thread : m_threads)
            thread.join();
        return std::move(m_holds);
    }

private:
    std::mutex m_mutex;
    std::vector<HoldTimes> m_holds;
    std::vector<std::thread> m_threads;
};

void uncontended(BenchProgram& program) {
    const Locks locks = connect(program.connectString(), 1);
    locks[0]->select(program.directory());
    locks[0]->cycle(program.number("warm"));
    program.begin("uncontended");
    program.end(locks[0]->cycle(program.number("cycles")));
}

void contended(BenchProgram& program) {
    Locks locks = connect(program.connectString(), program.number("contenders"));
    for (const auto& lock : locks)
        lock->select(program.directory());
    Contention(locks, locks.size(), program.number("warm")).join();
    program.begin("contended");
    program.end(Contention(locks, locks.size(), program.number("cycles")).join());
}

void drain(BenchProgram& program) {
    const auto waiters = static_cast<std::size_t>(program.number("waiters"));
    Locks locks = connect(program.connectString(), program.number("waiters") + 1);
    for (const auto& lock : locks)
        lock->select(program.directory());
    HoldTimes holder = locks.back()->acquire();
    program.begin("enqueue");
    Contention contention(locks, waiters, 1);
    program.end();
    program.begin("drain");
    locks.back()->release(holder);
    auto holds = contention.join();
    holds.push_back(holder);
    program.end(holds);
}

}  // namespace

int main(int argc, char* argv[]) {
    zoo_set_debug_level(ZOO_LOG_LEVEL_ERROR);
    BenchProgram program(argc, argv);
    if (program.scenario() == "uncontended")
        uncontended(program);
    else if (program.scenario() == "contended")
        contended(program);
    else if (program.scenario() == "drain")
        drain(program);
    else
        giveUp("unknown scenario " + program.scenario());
    return 0;
}
