// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/findings.h>
#include <lockcore/session/session.h>

#include <QString>
#include <QStringList>

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <vector>

/// Locks of all of lockcore's recipes with random traffic in which nothing is wrong: keepers hold most of
/// them, each a share of its own, and never wait; wanderers queue for one, or for two in a fixed order, hold,
/// release, and give up at times. Beside them elections and a group. Lives on the test's thread; each client
/// has a thread, and a session of its own unless it is one of a threaded session.
class HealthyTraffic {
public:
    struct Plan {
        std::string connect;
        std::size_t locks = 1'000;
        std::size_t keepers = 8;
        std::size_t wanderers = 60;
        /// Sessions with so many threads each, every one of which is a wanderer that has one lock at a time.
        std::size_t threadedSessions = 0;
        std::size_t threadsEach = 50;
        std::size_t candidates = 0;  ///< of a few elections; who leads resigns after a while
        std::size_t members = 0;     ///< of a group, that stay
        std::size_t leisure =
            1;  ///< so many times as long clients want nothing, between one thing and the next
        unsigned seed = 1;
    };

    explicit HealthyTraffic(Plan plan);
    ~HealthyTraffic();

    /// How often a lock was acquired so far.
    std::uint64_t grants() const { return m_grants; }
    /// How often a client waited until it gave up.
    std::uint64_t timeouts() const { return m_timeouts; }
    /// Errors that healthy clients don't have.
    QStringList problems();

private:
    struct Client {
        std::shared_ptr<lockcore::Session> session;
        std::mt19937 random;
        std::jthread thread;
    };

    void keep(Client& client, std::size_t index, const std::stop_token& stop);
    void wander(Client& client, const std::stop_token& stop);
    void takeOneAtATime(Client& client, const std::stop_token& stop);
    void stand(Client& client, std::size_t index, const std::stop_token& stop);
    void stay(Client& client, const std::stop_token& stop);
    std::shared_ptr<lockcore::Session> openSession();
    void add(std::shared_ptr<lockcore::Session> session,
             std::function<void(Client&, const std::stop_token&)> work);
    void useOne(Client& client, std::size_t lock, const std::stop_token& stop);
    void useTwo(Client& client, std::size_t first, std::size_t second, const std::stop_token& stop);
    void useReadWrite(Client& client, const std::string& path, const std::stop_token& stop);
    void useSemaphore(Client& client, const std::string& path, const std::stop_token& stop);
    std::size_t chooseLock(Client& client) const;
    /// True if granted; writes down what is no timeout.
    template <class T>
    bool check(const lockcore::Result<T>& result);
    static std::size_t upTo(Client& client, std::size_t most);
    static void rest(std::chrono::milliseconds time, const std::stop_token& stop);
    void think(Client& client, std::size_t mostMs, const std::stop_token& stop) const;
    static void pause(Client& client, std::size_t mostMs, const std::stop_token& stop);

    const Plan m_plan;
    std::atomic<std::uint64_t> m_grants = 0;
    std::atomic<std::uint64_t> m_timeouts = 0;
    std::mutex m_mutex;
    QStringList m_problems;  // guarded by m_mutex
    std::vector<std::unique_ptr<lockcore::EventLoop>> m_loops;
    std::vector<std::shared_ptr<lockcore::Session>> m_sessions;
    std::vector<std::unique_ptr<Client>> m_clients;
};

/// What was found although all is well: warnings and faults. Any thread.
class FalseAlarms {
public:
    void note(const std::vector<lockcore::Finding>& findings);
    /// Each kind of alarm once, with how often it came and one of its findings; empty where none did.
    QString text();

private:
    std::mutex m_mutex;
    std::map<QString, int> m_counts;
    std::map<QString, QString> m_examples;
};
