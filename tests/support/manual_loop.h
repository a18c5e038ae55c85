// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/loop.h>

#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

namespace lockcore {

/// A Loop that runs only when told to, with a clock that moves only when told to. It belongs to the thread
/// that made it; post() and now() may be called from any thread.
class ManualLoop final : public Loop {
public:
    void post(std::function<void()> task) override;
    Timer callAt(TimePoint when, std::function<void()> task) override;
    void cancel(Timer timer) override;
    TimePoint now() const override;
    bool isCurrent() const override;

    /// Runs one posted task, or else one timer that is due; false if there was none.
    bool runOne();
    /// Runs until nothing is posted and no timer is due.
    void runReady();
    /// Moves the clock, stopping at each timer on the way.
    void advance(Duration by);
    /// Runs what other threads post until `done` says so; false if `limit` of real time passed first. The
    /// clock stands still.
    bool runUntil(const std::function<bool()>& done, std::chrono::milliseconds limit);

    std::size_t timerCount() const { return m_timers.size(); }

private:
    const std::thread::id m_thread = std::this_thread::get_id();
    mutable std::mutex m_mutex;  // guards m_posted and m_now, which other threads use
    std::condition_variable m_wake;
    std::deque<std::function<void()>> m_posted;
    TimePoint m_now{std::chrono::hours(1)};
    std::map<std::pair<TimePoint, std::uint64_t>, std::function<void()>> m_timers;
    std::uint64_t m_lastTimer = 0;
};

}  // namespace lockcore
