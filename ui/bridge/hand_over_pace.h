// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <utility>

namespace lockscope {

/// When what others tell is handed over to the window: after a rest at once, three times, so that neither a
/// change nor what is read because of it waits, though something else came just before; in a flood once a
/// tick. Nothing else on the way limits what is read whole of a lock that is watched: its observer has a pace
/// for what is read in part. Lives on the GUI thread.
class HandOverPace {
public:
    /// At once after a rest.
    static constexpr int kMostAtOnce = 3;
    /// Between two ticks at least. What comes in a flood is painted a frame of the screen later at most.
    static constexpr std::chrono::milliseconds kTick{12};

    /// Whatever held one up, such as a machine that slept.
    static constexpr std::chrono::milliseconds kLongestRest{500};

    /// `handOver` hands over all that is there, and tells whether there was anything.
    explicit HandOverPace(std::function<bool()> handOver) : m_handOver(std::move(handOver)) {}

    /// Something may be there.
    void filled() {
        if (m_left > 0) handOver();
    }
    /// Another one may be handed over; what has waited for it is.
    void tick() {
        if (m_left < kMostAtOnce) ++m_left;
        handOver();
    }
    /// False: it needs ticks.
    bool isRested() const { return m_left == kMostAtOnce; }
    /// Until the next tick: three times what the last one took, painting apart, so that a flood leaves the
    /// window time for itself.
    std::chrono::milliseconds rest() const {
        return std::clamp(std::chrono::ceil<std::chrono::milliseconds>(3 * m_took), kTick, kLongestRest);
    }

private:
    void handOver() {
        const auto begun = std::chrono::steady_clock::now();
        const bool wasAny = m_handOver();
        m_took = wasAny ? std::chrono::steady_clock::now() - begun : std::chrono::nanoseconds(0);
        if (wasAny) --m_left;
    }

    const std::function<bool()> m_handOver;
    int m_left = kMostAtOnce;
    std::chrono::nanoseconds m_took{0};  ///< the last one
};

}  // namespace lockscope
