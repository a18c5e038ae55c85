// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/recipes/mutex.h>
#include <lockcore/recipes/read_write_lock.h>
#include <lockcore/session/session.h>

#include <QStringList>

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

/// Clients that count in one znode under one lock: read it, write it plus one whatever its version is, over
/// and over. Each has a thread and a session of its own and opens a new session where it lost one. Lives on
/// the test's thread.
///
/// A write that was confirmed under a hold must have been seen by every later owner, so no two confirmed
/// writes may have the same value. That is true even of a hold that was lost meanwhile: ZooKeeper refuses a
/// write of a session that has ended, and the lock is not granted to anybody else before.
class CountingClients {
public:
    struct Plan {
        std::string connectString;
        std::chrono::milliseconds sessionTimeout{10'000};
        bool readWrite = false;  ///< count under the write side of a read/write lock instead of a mutex
        int counting = 10;
        int reading = 0;  ///< of a read/write lock: read twice, which must give the same
        std::optional<lockcore::TlsOptions> tls = {};  ///< for all but the znode's creation
    };

    /// Creates the znode and starts counting. Ends the executable with a message if the server is not there.
    explicit CountingClients(Plan plan);
    ~CountingClients();

    /// True once every client has had the lock again after this call. Waits for a minute.
    bool everybodyProceeds();

    /// Number of sessions that are connected to each server now.
    std::map<std::string, int> sessionsByServer();

    /// Stops and waits for all clients. Afterwards what follows is final.
    void stop();

    /// What must not happen: two holds at once that both said that they were held, a value written twice, a
    /// refusal that no disturbance of the connection explains.
    QStringList mistakes();
    /// Bounds of what the znode must say: a write that broke off may have been applied or not.
    int confirmed() const;
    int undecided() const;

private:
    struct Client {
        std::shared_ptr<lockcore::Session> session;
        bool reads = false;
        std::atomic<int> turns = 0;
        int undecided = 0;
        std::vector<int> written;
        std::jthread thread;
    };
    struct Inside {
        lockcore::Hold* hold;
        bool reads;
    };

    void run(Client& client, const std::stop_token& stop);
    void reopen(Client& client);
    void takeTurn(Client& client, lockcore::Session& session, lockcore::Hold& hold);
    void count(Client& client, lockcore::Session& session);
    void readTwice(lockcore::Session& session, const lockcore::Hold& hold);
    void enter(lockcore::Hold& hold, bool reads);
    void leave(const lockcore::Hold& hold);
    void note(const QString& mistake);

    const Plan m_plan;
    lockcore::EventLoop m_loop;
    std::mutex m_mutex;  // guards what the clients' threads share: the rest
    QStringList m_mistakes;
    std::vector<Inside> m_inside;
    std::vector<std::unique_ptr<Client>> m_clients;
};
