// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sample_queues.h"

#include <lockcore/observe/assessment.h>

#include <memory>
#include <set>
#include <string>
#include <utility>

namespace samples {

/// One server that tells what is connected and watched. All contenders of the lock are connected to it, and
/// watch nobody, until the test says otherwise.
class Cluster {
public:
    explicit Cluster(std::shared_ptr<const lockcore::LockQueue> lock) : m_lock(std::move(lock)) {
        m_server.server = "zk1:2181";
        m_server.mode = "standalone";
        m_server.readAtUnixMs = kNowUnixMs;
        m_server.listedBefore.emplace();
        m_server.connections.emplace();
        m_server.watched.emplace();
        for (const auto& row : m_lock->rows) {
            lockcore::ClientConnection connection{sessionOf(row.contender)};
            connection.address = "10.0.3.7:" + std::to_string(4400 + m_server.connections->size());
            connection.timeout = std::chrono::seconds(10);
            connection.isHeardAnew = true;
            m_server.connections->push_back(std::move(connection));
        }
    }

    /// The client of row `watcher` watches row `target`.
    Cluster& watch(std::size_t watcher, std::size_t target) {
        return watch(watcher, m_lock->rows.at(target).contender->name);
    }
    Cluster& watch(std::size_t watcher, const std::string& name) {
        (*m_server.watched)[sessionOf(m_lock->rows.at(watcher).contender)].insert(m_lock->path + '/' + name);
        return *this;
    }
    Cluster& disconnect(std::size_t row) {
        const auto session = sessionOf(m_lock->rows.at(row).contender);
        std::erase_if(*m_server.connections, [&](const auto& it) { return it.session == session; });
        return *this;
    }
    Cluster& silence(std::size_t row, std::chrono::milliseconds silentFor) {
        const auto session = sessionOf(m_lock->rows.at(row).contender);
        for (auto& connection : *m_server.connections)
            if (connection.session == session) connection.silentFor = silentFor;
        return *this;
    }
    /// Nobody has looked before: by one look nothing is known of silence.
    Cluster& seenOnce() {
        for (auto& connection : *m_server.connections)
            connection.isHeardAnew = false;
        return *this;
    }
    Cluster& hideWatches() {
        m_server.watched.reset();
        return *this;
    }
    /// The watch tables are of the sample's own time.
    Cluster& watchedNow() {
        m_server.watchedAtUnixMs = kNowUnixMs;
        return *this;
    }
    /// … or read that much later than the queue, which was the same all the time.
    Cluster& watchedAfter(std::chrono::milliseconds time) {
        m_server.watchedAtUnixMs = kNowUnixMs + time.count();
        return *this;
    }
    Cluster& clockAhead(std::chrono::milliseconds ahead) {
        m_server.clockAhead = ahead;
        return *this;
    }

    /// The queue changed while the servers were asked: what they tell of watches is of another moment.
    Cluster& changing() {
        m_changing = {m_lock->path};
        return *this;
    }
    Cluster& takenAfter(std::chrono::milliseconds time) {
        m_takenAtUnixMs = kNowUnixMs + time.count();
        return *this;
    }

    std::shared_ptr<const lockcore::ClusterAssessment> assessment() const {
        auto sample = std::make_shared<lockcore::ClusterSample>();
        sample->changing = m_changing;
        sample->locks = {m_lock};
        sample->servers = {m_server};
        sample->takenAtUnixMs = m_takenAtUnixMs;
        lockcore::FindingHistory history;
        // After another one, in which all was the same, for what needs time.
        auto before = std::make_shared<lockcore::ClusterSample>(*sample);
        before->takenAtUnixMs -= 6'000;
        before->servers[0].readAtUnixMs -= 6'000;
        before->servers[0].watchedAtUnixMs -= 6'000;
        static_cast<void>(lockcore::assess(before, history));
        return std::make_shared<const lockcore::ClusterAssessment>(lockcore::assess(sample, history));
    }

private:
    static lockcore::SessionId sessionOf(const std::shared_ptr<const lockcore::Contender>& contender) {
        return contender->stat->ephemeralOwner;
    }

    std::shared_ptr<const lockcore::LockQueue> m_lock;
    lockcore::ServerReport m_server;
    std::set<std::string> m_changing;
    std::int64_t m_takenAtUnixMs = kNowUnixMs;
};

}  // namespace samples
