// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/state_palette.h"

#include <lockcore/observe/contender_times.h>

#include <QMetaType>
#include <QRectF>

#include <chrono>

namespace lockscope {

/// A wait or hold as a bar, in parts of the scale that all rows of a queue share.
struct TimeBar {
    double sure = 0;      ///< it took so long at least
    double possible = 0;  ///< … and may have taken so long; not less than `sure`
    Tone tone = Tone::Waiter;
};

TimeBar timeBar(const lockcore::KnownDuration& duration, std::chrono::milliseconds scale, Tone tone);

/// What a whole bar stands for where the longest time is `longest`: a round duration, so that bars grow and
/// their scale stays. A longer one is chosen at once, a shorter one only where the bars would be tiny.
std::chrono::milliseconds timeScaleFor(std::chrono::milliseconds longest, std::chrono::milliseconds shown);

/// Where that part of a bar is painted: along the lower edge of its cell, below the text.
QRectF timeBarArea(const QRectF& cell, double from, double to);

}  // namespace lockscope

Q_DECLARE_METATYPE(lockscope::TimeBar)
