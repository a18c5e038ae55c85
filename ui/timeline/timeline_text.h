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

/// Up to when a lock is known: what lasts has lasted until then.
struct KnownUntil {
    std::int64_t unixMs = 0;
    bool isNow = true;  ///< false: nothing has been seen of it since, so that it has lasted so long at least
};

/// By what went unseen of it, where all is known until `nowUnixMs`.
KnownUntil knownUntil(const TimelineLock& lock, std::int64_t nowUnixMs);

/// How long a turn has waited and held; no hold where it was never seen to hold.
lockcore::KnownDuration waited(const TurnTimes& times, const KnownUntil& until);
std::optional<lockcore::KnownDuration> held(const TurnTimes& times, const KnownUntil& until);
/// What became of it: how it left, or what it does now. "–": nothing was seen of its lock since it was there.
QString stateText(const TimelineTurn& turn, const TimelineLanes& lanes);

/// Who, on which lock, from when to when and how long: several lines.
QString turnLines(const TimelineTurn& turn, const TimelineLanes& lanes, std::int64_t nowUnixMs);
/// Of a moment on an axis with such steps.
QString tickText(double unixMs, double stepMs);

}  // namespace lockscope
