// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/loop.h>

#include <chrono>
#include <functional>
#include <memory>

namespace lockcore {

/// Sees that the lab itself has stood still: that its process was stopped, or its machine slept. Then its
/// contenders did nothing, and their sessions may have ended. Lives on the lab's loop.
class StandstillWatch : public std::enable_shared_from_this<StandstillWatch> {
public:
    /// What is shorter goes unnoticed: a busy machine is as late as that.
    static constexpr Duration kShortest = std::chrono::seconds(2);

    /// `stood` is told how long, when it goes on.
    StandstillWatch(Loop& loop, std::function<void(Duration)> stood);
    ~StandstillWatch();
    StandstillWatch(const StandstillWatch&) = delete;
    StandstillWatch& operator=(const StandstillWatch&) = delete;

    void begin();

private:
    void look();

    Loop& m_loop;
    const std::function<void(Duration)> m_stood;
    std::chrono::nanoseconds m_due{};  ///< by Loop::bootTime(), which goes on while a machine sleeps
    Loop::Timer m_timer = Loop::Timer::None;
};

}  // namespace lockcore
