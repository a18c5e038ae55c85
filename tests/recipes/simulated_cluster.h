// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fake_zookeeper.h"
#include "manual_loop.h"
#include "outcome.h"

#include <memory>
#include <string>
#include <vector>

/// A cluster in memory and its sessions, for tests that go step by step. One thread.
struct SimulatedCluster {
    lockcore::ManualLoop loop;
    std::unique_ptr<lockcore::FakeZooKeeper> server = std::make_unique<lockcore::FakeZooKeeper>(loop);
    std::vector<std::shared_ptr<lockcore::FakeSession>> sessions;

    std::shared_ptr<lockcore::FakeSession> open() { return sessions.emplace_back(server->open()); }

    lockcore::TimePoint in(lockcore::Duration time) const { return loop.now() + time; }

    std::vector<std::string> children(const std::string& path) const {
        const auto list = server->children(path);
        return list ? list->names : std::vector<std::string>{};
    }

    std::size_t watches() const {
        std::size_t count = 0;
        for (const auto& session : sessions)
            count += session->watchCount();
        return count;
    }

    /// What still waits ends with its session. True if no timer is left to the next test.
    bool closeSessions() {
        for (const auto& session : sessions)
            session->close();
        sessions.clear();
        loop.runReady();
        return loop.timerCount() == 0;
    }
};

/// Breaks the connection at a session's request number `at` (from 0), once.
inline void breakAt(const std::shared_ptr<lockcore::FakeSession>& session, int at,
                    lockcore::FakeSession::Fate fate) {
    session->setFate([count = 0, at, fate](const lockcore::FakeSession::Request&) mutable {
        return count++ == at ? fate : lockcore::FakeSession::Fate::Apply;
    });
}
