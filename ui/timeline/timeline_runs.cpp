// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/timeline_runs.h"

#include <algorithm>

namespace lockscope {

namespace {

/// So that what is far outside makes no numbers which painting can't handle.
constexpr double kOutsideMargin = 4;
/// Narrower bars are one with their neighbour.
constexpr double kLeastApart = 3;

}  // namespace

std::vector<PaintedRun> paintedRuns(BarRow row, const TimelineGeometry& geometry, double nowMs) {
    std::vector<PaintedRun> runs;
    const auto first = static_cast<std::size_t>(
        std::ranges::lower_bound(row, geometry.fromMs, {}, &TimelineBar::latestEndMs) - row.begin());
    const auto last = static_cast<std::size_t>(
        std::ranges::upper_bound(row, geometry.toMs, {}, &TimelineBar::fromMs) - row.begin());
    for (std::size_t i = first; i < last; ++i) {
        const TimelineBar& bar = row[i];
        const double end = std::min(bar.toMs, std::max(nowMs, bar.fromMs));
        if (end < geometry.fromMs) continue;
        const auto index = static_cast<std::uint32_t>(i);
        PaintedRun run{std::max(geometry.xOf(bar.fromMs), -kOutsideMargin),
                       std::min(geometry.xOf(end), geometry.width + kOutsideMargin),
                       index,
                       index,
                       bar.openLeft,
                       bar.openRight};
        run.right = std::max(run.right, run.left + 1);
        if (!runs.empty()) {
            PaintedRun& before = runs.back();
            const bool isNarrow = std::min(run.right - run.left, before.right - before.left) < kLeastApart;
            if (run.left < before.right || (isNarrow && run.left < before.right + 1)) {
                before.openRight = run.right >= before.right ? run.openRight : before.openRight;
                before.right = std::max(before.right, run.right);
                before.lastBar = index;
                continue;
            }
        }
        runs.push_back(run);
    }
    return runs;
}

const PaintedRun* runAt(const std::vector<PaintedRun>& runs, double x, double reach) {
    const auto next = std::ranges::upper_bound(runs, x, {}, &PaintedRun::left);
    const PaintedRun* nearest = nullptr;
    double distance = reach;
    const auto consider = [&](const PaintedRun& run) {
        const double away = std::max({0.0, run.left - x, x - run.right});
        if (away > distance) return;
        nearest = &run;
        distance = away;
    };
    if (next != runs.end()) consider(*next);
    if (next != runs.begin()) consider(*std::prev(next));
    return nearest;
}

}  // namespace lockscope
