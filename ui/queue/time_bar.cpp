// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "queue/time_bar.h"

#include "theme/theme.h"

#include <algorithm>

namespace lockscope {

namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

constexpr milliseconds kTimeScales[] = {10s, 30s, 1min, 2min, 5min, 10min, 30min, 1h,
                                        2h,  6h,  12h,  24h,  72h,  168h,  720h,  8760h};
/// Bars that are all shorter than one part in so many don't show which is the longer one.
constexpr int kLeastPart = 8;

double partOf(milliseconds duration, milliseconds scale) {
    const double part = static_cast<double>(duration.count()) / static_cast<double>(scale.count());
    return std::clamp(part, 0.0, 1.0);
}

}  // namespace

TimeBar timeBar(const lockcore::KnownDuration& duration, milliseconds scale, Tone tone) {
    if (scale <= 0ms) return {.tone = tone};
    const double sure = partOf(duration.least, scale);
    return {sure, std::max(sure, partOf(duration.most.value_or(duration.least), scale)), tone};
}

milliseconds timeScaleFor(milliseconds longest, milliseconds shown) {
    if (longest <= shown && longest * kLeastPart >= shown) return shown;
    const auto* const scale = std::ranges::lower_bound(kTimeScales, longest);
    // In whole years: a scale that grows with the clock would never stand still.
    return scale == std::end(kTimeScales) ? (longest / 8760h + 1) * milliseconds(8760h) : *scale;
}

QRectF timeBarArea(const QRectF& cell, double from, double to) {
    const double thickness = gridStep() - 1;
    const QRectF whole = cell.adjusted(contentMargin(), 0, -contentMargin(), 0);
    return {whole.left() + from * whole.width(), cell.bottom() - thickness, (to - from) * whole.width(),
            thickness};
}

}  // namespace lockscope
