// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/lab/run.h>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <string>

/// Waits for what is completed elsewhere: far longer than a busy machine needs.
template <class T>
lockcore::Result<T> awaited(const std::function<void(lockcore::Completion<T>)>& start) {
    const auto promise = std::make_shared<std::promise<lockcore::Result<T>>>();
    auto future = promise->get_future();
    start([promise](lockcore::Result<T> result) { promise->set_value(std::move(result)); });
    if (future.wait_for(std::chrono::minutes(2)) != std::future_status::ready)
        return lockcore::fail(lockcore::ErrorCode::DeadlineExceeded, "a test waited in vain");
    return future.get();
}

/// A run of the lab whose views the test's thread waits for. Lives on that thread.
class AwaitedRun {
public:
    AwaitedRun(lockcore::LabPlace place, lockcore::LabLimits limits = {}, lockcore::LabPrograms programs = {},
               std::uint64_t seed = 1)
        : m_run(std::make_unique<lockcore::LabRun>(
              std::move(place), limits, seed, std::move(programs),
              [this](std::shared_ptr<const lockcore::LabView> view) { take(std::move(view)); })) {}

    lockcore::LabRun& run() { return *m_run; }
    void drop() { m_run.reset(); }

    lockcore::Result<lockcore::LabBegun> begin() {
        return awaited<lockcore::LabBegun>([this](auto done) { m_run->begin(std::move(done)); });
    }
    lockcore::Result<lockcore::LabEnded> end() {
        return awaited<lockcore::LabEnded>([this](auto done) { m_run->end(std::move(done)); });
    }
    lockcore::Result<void> beginPhase(const std::string& name) {
        return awaited<void>([&](auto done) { m_run->beginPhase(name, std::move(done)); });
    }
    lockcore::Result<lockcore::PhaseReport> endPhase() {
        return awaited<lockcore::PhaseReport>([this](auto done) { m_run->endPhase(std::move(done)); });
    }
    std::shared_ptr<const lockcore::LabView> newest() {
        const std::scoped_lock lock(m_mutex);
        return m_newest;
    }
    /// The first view, from the newest on, of which `wanted` is true; null after a minute.
    std::shared_ptr<const lockcore::LabView> await(
        const std::function<bool(const lockcore::LabView&)>& wanted) {
        std::unique_lock lock(m_mutex);
        const bool came =
            m_changed.wait_for(lock, std::chrono::minutes(1), [&] { return m_newest && wanted(*m_newest); });
        return came ? m_newest : nullptr;
    }

private:
    void take(std::shared_ptr<const lockcore::LabView> view) {
        const std::scoped_lock lock(m_mutex);
        m_newest = std::move(view);
        m_changed.notify_all();
    }

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::shared_ptr<const lockcore::LabView> m_newest;
    std::unique_ptr<lockcore::LabRun> m_run;  ///< the first to go
};
