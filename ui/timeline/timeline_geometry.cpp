// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/timeline_geometry.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace lockscope {

namespace {

constexpr double kSecondMs = 1000;
constexpr double kMinuteMs = 60 * kSecondMs;
constexpr double kHourMs = 60 * kMinuteMs;
constexpr double kDayInMs = 24 * kHourMs;

constexpr std::array kAxisSteps = {1.0,
                                   2.0,
                                   5.0,
                                   10.0,
                                   20.0,
                                   50.0,
                                   100.0,
                                   200.0,
                                   500.0,
                                   kSecondMs,
                                   2 * kSecondMs,
                                   5 * kSecondMs,
                                   10 * kSecondMs,
                                   15 * kSecondMs,
                                   30 * kSecondMs,
                                   kMinuteMs,
                                   2 * kMinuteMs,
                                   5 * kMinuteMs,
                                   10 * kMinuteMs,
                                   15 * kMinuteMs,
                                   30 * kMinuteMs,
                                   kHourMs,
                                   2 * kHourMs,
                                   3 * kHourMs,
                                   6 * kHourMs,
                                   12 * kHourMs,
                                   kDayInMs,
                                   2 * kDayInMs,
                                   7 * kDayInMs,
                                   14 * kDayInMs,
                                   28 * kDayInMs,
                                   56 * kDayInMs,
                                   112 * kDayInMs,
                                   224 * kDayInMs};

}  // namespace

std::optional<std::size_t> TimelineGeometry::laneAt(double y, std::size_t lanes) const {
    const double lane = std::floor((y + scrolled) / laneHeight);
    if (lane < 0 || lane >= static_cast<double>(lanes)) return std::nullopt;
    return static_cast<std::size_t>(lane);
}

std::pair<std::size_t, std::size_t> TimelineGeometry::visibleLanes(double height, std::size_t lanes) const {
    const auto bounded = [&](double lane) {
        return static_cast<std::size_t>(std::clamp(lane, 0.0, static_cast<double>(lanes)));
    };
    return {bounded(std::floor(scrolled / laneHeight)), bounded(std::ceil((scrolled + height) / laneHeight))};
}

TimelineGeometry TimelineGeometry::zoomed(double factor, double x) const {
    TimelineGeometry result = *this;
    const double fixed = timeAt(x);
    const double span = std::clamp(spanMs() / factor, kLeastSpanMs, kMostSpanMs);
    result.fromMs = fixed - span * x / width;
    result.toMs = result.fromMs + span;
    return result;
}

TimelineGeometry TimelineGeometry::movedBy(double pixels) const {
    TimelineGeometry result = *this;
    const double moved = pixels * spanMs() / width;
    result.fromMs += moved;
    result.toMs += moved;
    return result;
}

TimelineGeometry TimelineGeometry::showing(double newFromMs, double newToMs) const {
    TimelineGeometry result = *this;
    const double span = std::clamp(newToMs - newFromMs, kLeastSpanMs, kMostSpanMs);
    result.fromMs = (newFromMs + newToMs - span) / 2;
    result.toMs = result.fromMs + span;
    return result;
}

TimelineGeometry TimelineGeometry::endingAt(double newToMs) const {
    TimelineGeometry result = *this;
    result.fromMs = newToMs - spanMs();
    result.toMs = newToMs;
    return result;
}

AxisTicks axisTicks(const TimelineGeometry& geometry, double leastPixels) {
    const double leastMs = geometry.spanMs() * leastPixels / geometry.width;
    const auto* const found = std::ranges::lower_bound(kAxisSteps, leastMs);
    AxisTicks ticks{.stepMs = found == kAxisSteps.end() ? kAxisSteps.back() : *found};
    // By numbers, not by adding up, which would gather errors.
    const auto first = static_cast<std::int64_t>(std::ceil(geometry.fromMs / ticks.stepMs));
    const auto last = static_cast<std::int64_t>(std::floor(geometry.toMs / ticks.stepMs));
    for (std::int64_t tick = first; tick <= last; ++tick)
        ticks.moments.push_back(static_cast<double>(tick) * ticks.stepMs);
    return ticks;
}

}  // namespace lockscope
