// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <typeindex>
#include <unordered_map>

namespace lockcore {

using Clock = std::chrono::steady_clock;
using TimePoint = Clock::time_point;
using Duration = Clock::duration;

/// Where code of sessions, recipes and observers runs, one call at a time: the seam between them and threads.
/// EventLoop is the real one; a simulator may be another.
class Loop {
public:
    /// A task that waits for its time.
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

    /// Time since the machine started, that goes on while it is suspended (CLOCK_BOOTTIME): what a server's
    /// patience is compared with. Any thread.
    virtual std::chrono::nanoseconds bootTime() const = 0;

    /// True in a child that this process forked: its loops have no thread, and their sockets belong to the
    /// parent, whose sessions they must not disturb. Nothing that is posted there runs. Any thread.
    virtual bool isForked() const { return false; }

    /// The loop's own T, made on first use and destroyed with the loop: what sessions of one loop share. Loop
    /// thread.
    template <class T>
    T& local() {
        auto& slot = m_locals[typeid(T)];
        if (!slot) slot = std::make_shared<T>();
        return *static_cast<T*>(slot.get());
    }

protected:
    /// Destroys what local() made. Loop thread.
    void dropLocals() { m_locals.clear(); }

private:
    std::unordered_map<std::type_index, std::shared_ptr<void>> m_locals;
};

}  // namespace lockcore
