// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/history/report.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockcore {

/// Somebody waited all the time, and nobody was granted the lock.
struct Standstill {
    MomentBounds since;
    std::optional<MomentBounds> until = {};  ///< empty: it was still so at seenUntilUnixMs
    std::int64_t seenUntilUnixMs = 0;

    KnownDuration lasted() const;
    bool reaches(const TimeSpan& span) const;
};

/// All of these take turns of which nothing is later than `seenUntilUnixMs`. Pure.

/// What is known to the millisecond.
MomentBounds exactly(std::int64_t unixMs);
/// When it came, by the clock of whoever recorded.
MomentBounds arrivalOf(const Turn& turn);
/// From when on it was not seen to wait any more, and how long it waited and held until then.
KnownDuration waitedUntil(const RecordedTurn& turn, std::int64_t seenUntilUnixMs);
std::optional<KnownDuration> heldUntil(const RecordedTurn& turn, std::int64_t seenUntilUnixMs);
/// It did at some time of the standstill.
bool heldIn(const RecordedTurn& turn, const Standstill& standstill);
bool waitedIn(const RecordedTurn& turn, const Standstill& standstill);

/// The turn as it was known then.
RecordedTurn asKnownAt(RecordedTurn turn, std::int64_t unixMs);
/// Whoever was there in two runs has one turn, from the first to the last; in the order in which they came.
std::vector<RecordedTurn> joinedRuns(std::vector<RecordedTurn> turns);
/// Who waited beside a semaphore, under a name of its own, and got a permit has one turn.
std::vector<RecordedTurn> joinedPermits(std::vector<RecordedTurn> turns);
/// Of one lock's turns, in order.
std::vector<Standstill> standstillsOf(const std::vector<RecordedTurn>& turns, std::int64_t seenUntilUnixMs);

}  // namespace lockcore
