// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sample_queues.h"

#include <lockcore/observe/assessment.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace samples {

inline lockcore::SessionId session(int number) {
    return static_cast<lockcore::SessionId>(0x1000007e0050000 + number);
}

/// Mutexes with sessions in their queues, on one server that has all their connections but those of ghosts.
class Locks {
public:
    /// The first of `sessions` holds, the others wait.
    Locks& lock(const std::string& path, const std::vector<int>& sessions) {
        return add(path, "-lock-", sessions);
    }
    /// All of them hold.
    Locks& readers(const std::string& path, const std::vector<int>& sessions) {
        return add(path, "-__READ__", sessions);
    }
    Locks& ghost(int number) {
        m_ghosts.insert(number);
        return *this;
    }
    /// Later or earlier than usual.
    Locks& at(std::int64_t unixMs) {
        m_sample.takenAtUnixMs = unixMs;
        return *this;
    }

    std::shared_ptr<const lockcore::ClusterAssessment> assessment() const {
        auto sample = std::make_shared<lockcore::ClusterSample>(m_sample);
        std::sort(sample->locks.begin(), sample->locks.end(),
                  [](const auto& one, const auto& other) { return one->path < other->path; });
        lockcore::ServerReport server{"zk1:2181"};
        server.mode = "standalone";
        server.readAtUnixMs = m_sample.takenAtUnixMs;
        server.listedBefore.emplace();
        server.connections.emplace();
        server.clockAhead = std::chrono::milliseconds(0);
        sample->clocks.take({server});
        for (const int number : m_sessions) {
            if (m_ghosts.contains(number)) continue;
            lockcore::ClientConnection connection{session(number)};
            connection.address = "10.0.3.7:" + std::to_string(4000 + number);
            connection.timeout = std::chrono::seconds(10);
            server.connections->push_back(std::move(connection));
        }
        sample->servers = {std::move(server)};
        // Long enough after another one, in which all was the same, for what needs time.
        lockcore::FindingHistory history;
        auto before = std::make_shared<lockcore::ClusterSample>(*sample);
        before->takenAtUnixMs -= 6'000;
        for (lockcore::ServerReport& report : before->servers)
            report.readAtUnixMs -= 6'000;
        static_cast<void>(lockcore::assess(before, history));
        return std::make_shared<const lockcore::ClusterAssessment>(lockcore::assess(sample, history));
    }

private:
    Locks& add(const std::string& path, const char* marker, const std::vector<int>& sessions) {
        Contenders contenders;
        for (const int number : sessions) {
            ++m_created;
            auto made = std::make_shared<lockcore::Contender>(*contender(name(marker, m_created), m_created));
            made->stat->ephemeralOwner = session(number);
            made->stat->ctimeMs = kNowUnixMs - 65'000;
            contenders.push_back(std::move(made));
            m_sessions.insert(number);
        }
        m_sample.locks.push_back(queue(std::move(contenders), path));
        return *this;
    }

    lockcore::ClusterSample m_sample{.locks = {}, .takenAtUnixMs = kNowUnixMs};
    std::set<int> m_sessions;
    std::set<int> m_ghosts;
    int m_created = 0;
};

/// Session 1 blocks session 2, which blocks session 3 in another lock.
inline Locks chain() {
    return Locks().lock("/app/a", {1, 2}).lock("/app/b", {2, 3}).lock("/app/alone", {4, 5});
}

inline Locks deadlock() {
    return Locks().lock("/app/a", {1, 2}).lock("/app/b", {2, 1});
}

}  // namespace samples
