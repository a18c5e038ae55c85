// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "manual_loop.h"

#include <algorithm>

namespace lockcore {

namespace {

constexpr Duration::rep kMillion = 1'000'000;

}  // namespace

TimePoint ManualClock::here(TimePoint world) const {
    const Duration passed = world.time_since_epoch();
    return TimePoint(passed + m_skew.ahead + passed / kMillion * m_skew.partsPerMillion);
}

TimePoint ManualClock::inWorld(TimePoint when) const {
    if (!m_world) return when;
    const Duration passed = when.time_since_epoch() - m_skew.ahead;
    return TimePoint(passed - passed / (kMillion + m_skew.partsPerMillion) * m_skew.partsPerMillion);
}

ManualLoop::ManualLoop(std::shared_ptr<ManualClock> clock) : m_clock(std::move(clock)) {}

void ManualLoop::post(std::function<void()> task) {
    {
        std::lock_guard lock(m_mutex);
        m_posted.push_back(std::move(task));
    }
    m_wake.notify_one();
}

Loop::Timer ManualLoop::callAt(TimePoint when, std::function<void()> task) {
    const std::uint64_t id = ++m_lastTimer;
    m_timers.emplace(std::pair(when, id), std::move(task));
    return Timer{id};
}

void ManualLoop::cancel(Timer timer) {
    const auto found = std::ranges::find_if(
        m_timers, [&](const auto& entry) { return entry.first.second == static_cast<std::uint64_t>(timer); });
    if (found != m_timers.end()) m_timers.erase(found);
}

bool ManualLoop::isCurrent() const {
    return std::this_thread::get_id() == m_thread;
}

bool ManualLoop::runOne() {
    std::function<void()> task;
    {
        std::lock_guard lock(m_mutex);
        if (!m_posted.empty()) {
            task = std::move(m_posted.front());
            m_posted.pop_front();
        }
    }
    if (!task && !m_timers.empty() && m_timers.begin()->first.first <= now()) {
        task = std::move(m_timers.begin()->second);
        m_timers.erase(m_timers.begin());
    }
    if (!task) return false;
    task();
    return true;
}

void ManualLoop::runReady() {
    while (runOne()) {
    }
}

bool ManualLoop::isReady() const {
    if (!m_timers.empty() && m_timers.begin()->first.first <= now()) return true;
    std::lock_guard lock(m_mutex);
    return !m_posted.empty();
}

std::optional<TimePoint> ManualLoop::nextTimer() const {
    return m_timers.empty() ? std::nullopt : std::optional(m_timers.begin()->first.first);
}

void ManualLoop::advance(Duration by) {
    const TimePoint target = now() + by;
    runReady();
    while (!m_timers.empty() && m_timers.begin()->first.first <= target) {
        m_clock->set(std::max(now(), m_timers.begin()->first.first));
        runReady();
    }
    m_clock->set(target);
    runReady();
}

bool ManualLoop::runUntil(const std::function<bool()>& done, std::chrono::milliseconds limit) {
    const auto deadline = Clock::now() + limit;
    for (runReady(); !done(); runReady()) {
        std::unique_lock lock(m_mutex);
        if (!m_wake.wait_until(lock, deadline, [this] { return !m_posted.empty(); })) return false;
    }
    return true;
}

}  // namespace lockcore
