// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fake_zookeeper.h"
#include "manual_loop.h"

#include <lockcore/recipes/atomic_multi_lock.h>
#include <lockcore/recipes/multi_lock.h>
#include <lockcore/recipes/mutex.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockcore {

/// A server in memory with its clients, and acquires whose outcomes a test looks at. One thread.
class MultiFixture {
public:
    ManualLoop loop;
    FakeZooKeeper server{loop};

    ~MultiFixture() { close(); }

    std::shared_ptr<FakeSession> open() { return m_sessions.emplace_back(server.open()); }

    /// What still waits ends with its session.
    void close() {
        for (const auto& session : m_sessions)
            session->close();
        m_sessions.clear();
        loop.runReady();
    }

    template <class H>
    struct Acquired {
        std::optional<Result<H>> result;
        int calls = 0;
        std::vector<Queued> places;
        MultiAcquisition acquisition;

        bool isGranted() const { return result && result->has_value(); }
        ErrorCode code() const { return result && !*result ? result->error().code : ErrorCode::Io; }
        H& hold() { return **result; }
    };
    using Multi = std::shared_ptr<Acquired<MultiHold>>;
    using Single = std::shared_ptr<Acquired<Hold>>;

    Multi acquire(MultiLock& lock, Owner owner = Owner::unique(), std::optional<TimePoint> deadline = {}) {
        const auto acquired = std::make_shared<Acquired<MultiHold>>();
        acquired->acquisition =
            lock.acquireAsync(owner, deadline, store(acquired),
                              [acquired](const Queued& place) { acquired->places.push_back(place); });
        return acquired;
    }
    Multi acquire(AtomicMultiLock& lock, Owner owner = Owner::unique(),
                  std::optional<TimePoint> deadline = {}) {
        const auto acquired = std::make_shared<Acquired<MultiHold>>();
        acquired->acquisition =
            lock.acquireAsync(owner, deadline, store(acquired),
                              [acquired](const std::vector<Queued>& places) { acquired->places = places; });
        return acquired;
    }
    Single acquire(QueueLock& lock) {
        const auto acquired = std::make_shared<Acquired<Hold>>();
        lock.acquireAsync(Owner::unique(), std::nullopt, store(acquired));
        return acquired;
    }
    template <class H>
    static std::function<void(Result<H>)> store(const std::shared_ptr<Acquired<H>>& acquired) {
        return [acquired](Result<H> result) {
            acquired->result = std::move(result);
            ++acquired->calls;
        };
    }

    std::size_t contenders(const std::string& directory) const {
        const auto list = server.children(directory);
        return list ? list->names.size() : 0;
    }
    std::size_t contenders(const std::vector<std::string>& directories) const {
        std::size_t sum = 0;
        for (const auto& directory : directories)
            sum += contenders(directory);
        return sum;
    }

private:
    std::vector<std::shared_ptr<FakeSession>> m_sessions;
};

}  // namespace lockcore
