// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/loop.h>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace lockcore {

/// A clock that stands still until it is told to move, or that follows one which is: as one machine's clock
/// follows the time of the world. Any thread.
class ManualClock {
public:
    struct Skew {
        Duration ahead{0};        ///< it counts from another moment
        int partsPerMillion = 0;  ///< how much faster it runs
        Duration suspended{0};    ///< how long the machine has slept, which only Loop::bootTime() counts
    };

    ManualClock() : m_skew() {}
    ManualClock(std::shared_ptr<const ManualClock> world, const Skew& skew)
        : m_world(std::move(world)), m_skew(skew) {}

    TimePoint now() const { return m_world ? here(m_world->now()) : TimePoint(Duration(m_now.load())); }
    std::chrono::nanoseconds bootTime() const { return now().time_since_epoch() + m_skew.suspended; }
    /// Not of one that follows another.
    void set(TimePoint when) { m_now.store(when.time_since_epoch().count()); }

    /// What the world's clock shows when this one shows `when`, to a nanosecond or two.
    TimePoint inWorld(TimePoint when) const;
    TimePoint inWorld(std::chrono::nanoseconds bootTime) const {
        return inWorld(TimePoint(bootTime - m_skew.suspended));
    }

private:
    TimePoint here(TimePoint world) const;

    const std::shared_ptr<const ManualClock> m_world;
    const Skew m_skew;
    std::atomic<Duration::rep> m_now{Duration(std::chrono::hours(1)).count()};
};

/// A Loop that runs only when told to, with a clock that moves only when told to. It belongs to the thread
/// that made it; post() and now() may be called from any thread.
class ManualLoop : public Loop {
public:
    /// Loops may share a clock, as processes of one machine do.
    explicit ManualLoop(std::shared_ptr<ManualClock> clock = std::make_shared<ManualClock>());
    ~ManualLoop() override { dropLocals(); }

    void post(std::function<void()> task) override;
    Timer callAt(TimePoint when, std::function<void()> task) override;
    void cancel(Timer timer) override;
    TimePoint now() const override { return m_clock->now(); }
    bool isCurrent() const override;
    std::chrono::nanoseconds bootTime() const override { return m_clock->bootTime(); }
    const ManualClock& clock() const { return *m_clock; }

    /// Runs one posted task, or else one timer that is due; false if there was none.
    bool runOne();
    /// Runs until nothing is posted and no timer is due.
    void runReady();
    /// Something is posted or due.
    bool isReady() const;
    /// Moves the clock, stopping at each timer on the way.
    void advance(Duration by);
    /// Runs what other threads post until `done` says so; false if `limit` of real time passed first. The
    /// clock stands still.
    bool runUntil(const std::function<bool()>& done, std::chrono::milliseconds limit);

    std::size_t timerCount() const { return m_timers.size(); }
    std::optional<TimePoint> nextTimer() const;

private:
    const std::thread::id m_thread = std::this_thread::get_id();
    const std::shared_ptr<ManualClock> m_clock;
    mutable std::mutex m_mutex;  // guards m_posted, which other threads use
    std::condition_variable m_wake;
    std::deque<std::function<void()>> m_posted;
    std::map<std::pair<TimePoint, std::uint64_t>, std::function<void()>> m_timers;
    std::uint64_t m_lastTimer = 0;
};

}  // namespace lockcore
