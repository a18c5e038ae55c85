// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace lockscope {

/// Where moments and lanes are on screen. Pure, in doubles: moments are Unix milliseconds, lengths logical
/// pixels, both of the area that shows time.
struct TimelineGeometry {
    static constexpr double kLeastSpanMs = 10;
    static constexpr double kMostSpanMs = 400.0 * 24 * 3600 * 1000;

    double fromMs = 0;  ///< at the left edge
    double toMs = 1;    ///< at the right edge
    double width = 1;
    double laneHeight = 1;
    double scrolled = 0;  ///< pixels of the lanes above the upper edge

    double spanMs() const { return toMs - fromMs; }
    double xOf(double unixMs) const { return (unixMs - fromMs) * width / spanMs(); }
    double timeAt(double x) const { return fromMs + x * spanMs() / width; }
    double yOf(std::size_t lane) const { return static_cast<double>(lane) * laneHeight - scrolled; }
    /// Empty above the first and below the last lane.
    std::optional<std::size_t> laneAt(double y, std::size_t lanes) const;
    /// First and one past the last lane of which something can be seen.
    std::pair<std::size_t, std::size_t> visibleLanes(double height, std::size_t lanes) const;

    /// The moment at `x` stays where it is. The span is kept within its bounds.
    TimelineGeometry zoomed(double factor, double x) const;
    TimelineGeometry movedBy(double pixels) const;
    /// Shows from … to, a little more if that were too short.
    TimelineGeometry showing(double newFromMs, double newToMs) const;
    /// The same length of time, up to `newToMs`.
    TimelineGeometry endingAt(double newToMs) const;

    bool operator==(const TimelineGeometry&) const = default;
};

/// Moments to mark on an axis.
struct AxisTicks {
    double stepMs = 1000;
    std::vector<double> moments = {};
};

/// Round moments, at least `leastPixels` apart. Pure.
AxisTicks axisTicks(const TimelineGeometry& geometry, double leastPixels);

}  // namespace lockscope
