// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fake_session.h"
#include "fake_zookeeper.h"
#include "manual_loop.h"

#include <lockcore/recipes/semaphore.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// A server in memory, and what tests of semaphores ask of it and of the acquires under way. One thread.
class SemaphoreWorld {
public:
    static inline const std::string kPath = "/app/semaphore";
    static inline const std::string kLocks = kPath + "/locks";
    static inline const std::string kLeases = kPath + "/leases";

    /// The outcome of one acquire, once there is one.
    struct Acquired {
        std::optional<lockcore::Result<std::vector<lockcore::Hold>>> result;
        int calls = 0;
        lockcore::LeaseRequest request;

        bool isGranted() const { return result && result->has_value(); }
        bool isSettled() const { return result.has_value(); }
        std::optional<lockcore::ErrorCode> error() const {
            return isSettled() && !isGranted() ? std::optional(result->error().code) : std::nullopt;
        }
        std::vector<lockcore::Hold>& leases() const { return **const_cast<Acquired*>(this)->result; }
    };

    std::shared_ptr<lockcore::FakeSession> open() { return sessions.emplace_back(server.open()); }

    std::shared_ptr<Acquired> start(lockcore::Semaphore& semaphore, int leases = 1,
                                    std::optional<lockcore::Duration> limit = {}) {
        auto acquired = std::make_shared<Acquired>();
        const auto deadline = limit ? std::optional(loop.now() + *limit) : std::nullopt;
        acquired->request = semaphore.acquireAsync(leases, deadline, settle(acquired));
        return acquired;
    }
    /// Lets it get as far as it can now.
    std::shared_ptr<Acquired> acquire(lockcore::Semaphore& semaphore, int leases = 1,
                                      std::optional<lockcore::Duration> limit = {}) {
        auto acquired = start(semaphore, leases, limit);
        loop.runReady();
        return acquired;
    }
    std::shared_ptr<Acquired> tryAcquire(lockcore::Semaphore& semaphore, int leases = 1) {
        auto acquired = std::make_shared<Acquired>();
        acquired->request = semaphore.tryAcquireAsync(leases, settle(acquired));
        loop.runReady();
        return acquired;
    }

    std::vector<std::string> names(const std::string& directory) const {
        auto list = server.children(directory);
        if (!list) return {};
        std::ranges::sort(list->names);
        return list->names;
    }
    std::size_t leases() const { return names(kLeases).size(); }
    std::size_t queued() const { return names(kLocks).size(); }

    /// Until nothing is under way, however the session delivered so far.
    void finish(lockcore::FakeSession& session) {
        session.setStepped(false);
        do {
            loop.runReady();
        } while (session.applyNext() || session.deliverNext());
    }

    /// Ends what still waits, so that nothing is left to the next test. What is left all the same.
    std::string end() {
        for (const auto& session : sessions)
            session->close();
        sessions.clear();
        loop.runReady();
        const auto left = leases() + queued();
        if (left > 0) return std::to_string(left) + " znodes";
        if (loop.timerCount() > 0) return std::to_string(loop.timerCount()) + " timers";
        return {};
    }

    lockcore::ManualLoop loop;
    lockcore::FakeZooKeeper server{loop};
    std::vector<std::shared_ptr<lockcore::FakeSession>> sessions;

private:
    static lockcore::Semaphore::Granted settle(const std::shared_ptr<Acquired>& acquired) {
        return [acquired](lockcore::Result<std::vector<lockcore::Hold>> result) {
            acquired->result = std::move(result);
            ++acquired->calls;
        };
    }
};
