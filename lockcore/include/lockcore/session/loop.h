// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>

namespace lockcore {

using Clock = std::chrono::steady_clock;
using TimePoint = Clock::time_point;
using Duration = Clock::duration;

/// Where code of sessions, recipes and observers runs, one call at a time: the seam between them and threads.
/// EventLoop is the real one; a simulator may be another.
class Loop {
public:
    enum class Timer : std::uint64_t { None = 0 };

    virtual ~Loop() = default;

    /// Runs `task` on the loop, after the tasks posted before it. Any thread.
    virtual void post(std::function<void()> task) = 0;

    /// Runs `task` on the loop at `when` or soon after, unless cancelled before. Loop thread.
    virtual Timer callAt(TimePoint when, std::function<void()> task) = 0;

    /// After this returns the timer's task does not run any more. Unknown and past timers are ignored. Loop
    /// thread.
    virtual void cancel(Timer timer) = 0;

    /// The clock that callAt() uses. Any thread.
    virtual TimePoint now() const = 0;

    /// True on the loop's own thread. Any thread.
    virtual bool isCurrent() const = 0;
};

}  // namespace lockcore
