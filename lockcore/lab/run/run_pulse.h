// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/zookeeper.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace lockcore {

/// Asks a cluster every other second whether a run's `running` is there: that it answers at all, and that
/// nobody takes the run for one that was left. Lives on the session's loop.
class RunPulse : public std::enable_shared_from_this<RunPulse> {
public:
    /// `changed` is called when isSilent() has.
    RunPulse(std::shared_ptr<ZooKeeper> control, const std::string& run, std::function<void()> changed);
    ~RunPulse();
    RunPulse(const RunPulse&) = delete;
    RunPulse& operator=(const RunPulse&) = delete;

    void begin();
    /// From now on it asks by that session: the one before is over.
    void use(std::shared_ptr<ZooKeeper> control) { m_control = std::move(control); }
    /// From now on `running` is not made again where somebody has deleted it.
    void letGo() { m_keeps = false; }
    /// It has not answered for seconds, or there is no session any more.
    bool isSilent() const { return m_isSilent; }

private:
    void tick();
    void ask();
    void answered(const Result<Stat>& running);
    void say(bool isSilent);

    std::shared_ptr<ZooKeeper> m_control;
    const std::string m_path;  ///< of `running`
    const std::function<void()> m_changed;
    std::optional<TimePoint> m_waitsSince;  ///< for an answer, also of several questions that were lost
    TimePoint m_next{};                     ///< question
    TimePoint m_lastTick{};
    bool m_isAsking = false;
    bool m_keeps = true;
    bool m_isSilent = false;
    Loop::Timer m_timer = Loop::Timer::None;
};

}  // namespace lockcore
