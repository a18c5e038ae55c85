// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/result.h>
#include <lockcore/session/loop.h>

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

namespace lockcore {

/// Lives on the loop. What makes a caller give up waiting: calls `giveUp` there with DeadlineExceeded or
/// Cancelled, once at most and never after it is destroyed.
class WaitLimits {
public:
    using GiveUp = std::function<void(ErrorCode)>;

    WaitLimits(Loop& loop, std::optional<TimePoint> deadline, const std::stop_token& stop, GiveUp giveUp);
    ~WaitLimits();
    WaitLimits(const WaitLimits&) = delete;
    WaitLimits& operator=(const WaitLimits&) = delete;

private:
    using Armed = std::optional<GiveUp>;
    /// Runs on the thread that asks for the stop.
    struct StopAsked {
        Loop* loop;
        std::weak_ptr<Armed> armed;
        void operator()() const;
    };
    static void fire(const std::weak_ptr<Armed>& armed, ErrorCode why);

    Loop& m_loop;
    std::shared_ptr<Armed> m_armed;
    Loop::Timer m_timer = Loop::Timer::None;
    std::stop_callback<StopAsked> m_stop;
};

}  // namespace lockcore
