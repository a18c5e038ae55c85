// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timeline/timeline_geometry.h"
#include "timeline/timeline_lanes.h"

#include <lockcore/observe/contender_times.h>

#include <QString>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace lockscope {

/// What a timeline tells in words. Plain text, translated; what comes from a cluster is escaped. GUI thread,
/// as all of these.

/// Short for the picture: a session's id without its middle ("You · 0x1000…0003" of one of this program), a
/// lock's path.
QString laneText(const LaneKey& key, const TimelineLanes& lanes);
/// The same whole, without saying whose it is: for copying.
QString laneName(const LaneKey& key);
/// … and saying so.
QString laneTip(const LaneKey& key, const TimelineLanes& lanes);
/// "12:00:01.250", or "12:00:01.250 – 12:00:04.000" for what happened between.
QString betweenText(const lockcore::TimeSpan& span);
/// "850 ms", "12.3 s", "≥ 2.0 s", "2.0 s – 4 min 05 s".
QString boundsText(const lockcore::KnownDuration& duration);

/// How long a turn has waited and held until `nowUnixMs`; no hold where it was never seen to hold.
lockcore::KnownDuration waited(const TurnTimes& times, std::int64_t nowUnixMs);
std::optional<lockcore::KnownDuration> held(const TurnTimes& times, std::int64_t nowUnixMs);

/// Who, on which lock, from when to when and how long: several lines.
QString turnLines(const TimelineTurn& turn, const TimelineLanes& lanes, std::int64_t nowUnixMs);
/// Of a moment on an axis with such steps.
QString tickText(double unixMs, double stepMs);

}  // namespace lockscope
