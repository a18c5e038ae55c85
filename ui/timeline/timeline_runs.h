// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timeline/timeline_geometry.h"
#include "timeline/timeline_lanes.h"

#include <cstdint>
#include <vector>

namespace lockscope {

/// What is painted in a stretch of pixel columns: one bar, or many that no eye could tell apart.
struct PaintedRun {
    double left = 0;
    double right = 0;
    std::uint32_t firstBar = 0;  ///< in its BarRow
    std::uint32_t lastBar = 0;
    bool openLeft = false;
    bool openRight = false;

    std::uint32_t bars() const { return lastBar - firstBar + 1; }
    bool operator==(const PaintedRun&) const = default;
};

/// The visible bars of a row, those binned that overlap or lie in neighbouring columns: never more runs than
/// the width has pixels. What lasts ends at `nowMs`. Sorted, and no two overlap. Pure.
std::vector<PaintedRun> paintedRuns(BarRow row, const TimelineGeometry& geometry, double nowMs);

/// The run at `x`, or nearest to it within `reach` pixels; null if there is none. By binary search. Pure.
const PaintedRun* runAt(const std::vector<PaintedRun>& runs, double x, double reach);

}  // namespace lockscope
