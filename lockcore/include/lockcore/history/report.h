// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/feed/recorded_locks.h>
#include <lockcore/history/recording.h>
#include <lockcore/history/snapshot.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockcore {

/// When something happened: later than the one time, and no later than the other.
struct MomentBounds {
    std::optional<std::int64_t> notBeforeUnixMs = {};  ///< empty: nothing bounds it
    std::int64_t notAfterUnixMs = 0;

    bool operator==(const MomentBounds&) const = default;
};

/// One who held or waited while a lock stood still.
struct ReportedContender {
    RecordedTurn turn;  ///< nothing in it is later than the report's span
    KnownDuration waited = {};
    std::optional<KnownDuration> held = {};  ///< empty of one who was not seen to hold
    std::optional<SessionView> client = {};  ///< as servers had told by StuckLock::shownAtUnixMs
};

/// A stretch of time in which somebody waited for a lock, and nobody was granted it.
struct StuckLock {
    std::string path;
    DirectoryKind kind = DirectoryKind::Unknown;
    MomentBounds since = {};                      ///< the grant before, or when the first waiter came
    std::optional<MomentBounds> until = {};       ///< empty: it was still so at seenUntilUnixMs
    std::int64_t seenUntilUnixMs = 0;             ///< what came later is not told
    KnownDuration lasted = {};                    ///< until then
    std::vector<ReportedContender> holders = {};  ///< in the order in which they came; the first ones
    std::vector<ReportedContender> waiters = {};  ///< likewise
    std::size_t moreHolders = 0;
    std::size_t moreWaiters = 0;
    std::vector<std::size_t> findings = {};  ///< in IncidentReport::findings, about this lock at that time
    std::int64_t shownAtUnixMs = 0;
    /// The lock at that time, close to the end of the stretch, and what was known of its clients.
    std::shared_ptr<const ClusterAssessment> shown = {};
};

/// The recorder had no connection: what became of its session from then on, and why.
struct ReportedOutage {
    TimeSpan span = {};
    std::vector<RecordedConnection> changes = {};
};

/// Where a report has its facts from.
enum class ReportSource { Recording, ServersFiles, Snapshot };

/// What a report tells, in no language. A value.
struct IncidentReport {
    ReportSource source = ReportSource::Recording;
    std::string cluster;                    ///< connect string
    std::string program;                    ///< that recorded, or took the snapshot
    TimeSpan span = {};                     ///< of a snapshot: one moment
    std::int64_t knownUntilUnixMs = 0;      ///< something was recorded then, and nothing later in the span
    std::chrono::milliseconds stuckFor{0};  ///< ReportOptions::stuckFor
    std::size_t locks = 0;                  ///< that were looked at
    std::vector<StuckLock> stuck = {};      ///< the longest first
    std::size_t moreStuck = 0;
    std::vector<RecordedFinding> findings = {};  ///< worst first, then in the order in which they began
    std::vector<RecordedAct> acts = {};
    std::vector<RecordedConnection> connections = {};
    std::vector<RecordedGap> gaps = {};
    std::vector<TimeSpan> unrecorded = {};     ///< of all of the span; nothing is known of them
    std::vector<ReportedOutage> outages = {};  ///< those of them of which it is known why
    /// Whoever was there at this time or later is among `turns`; before, those that left first may lack.
    std::int64_t completeFromUnixMs = 0;
    std::optional<Coverage> coverage = {};  ///< what was not checked, at shownAtUnixMs
    RecordedTurns turns = {};               ///< of the locks that were looked at
    /// All locks while the first of `stuck` stood still; at the end of the span where none did. Null where
    /// nothing was recorded.
    std::shared_ptr<const ClusterAssessment> shown = {};
    std::int64_t shownAtUnixMs = 0;
    LockHistory past = LockHistory();  ///< of the stuck locks
};

/// What is to be reported on.
struct ReportOptions {
    std::vector<PathPattern> locks = {};  ///< none: all
    /// A lock that stood still for less is stuck only where a finding says so.
    std::chrono::milliseconds stuckFor = std::chrono::minutes(1);
    std::size_t mostStuck = 20;
    std::size_t mostNamed = 50;  ///< holders, and waiters, of each
};

/// What happened in that span, as far as it was known by its end. BadArguments where nothing was recorded
/// then. Blocks.
Result<IncidentReport> reportOf(Recording& recording, const TimeSpan& span,
                                const ReportOptions& options = {});
/// Of the moment of a snapshot. Pure.
IncidentReport reportOf(const Snapshot& snapshot, const ReportOptions& options = {});

/// The last moment of which anything was seen of that lock, or of the cluster where it is empty; it may lie
/// before the span. While nothing was seen, nobody knows whether it was so still. Pure.
std::int64_t seenUntil(const IncidentReport& report, const std::string& lock);

/// @{ For programs and spreadsheets, in no language: a heading, then a line each, as RFC 4180 has them. A
/// name that a spreadsheet would take for a formula has an apostrophe before it. Bytes that are no UTF-8, and
/// characters that can't be seen, are \\xNN and \\u{NNNN}. Times are milliseconds since 1970. Pure.
std::string turnsAsCsv(const IncidentReport& report);
/// Who came, was granted and left; findings, acts, the recorder's connection and what was not seen.
std::string eventsAsCsv(const IncidentReport& report);
/// @}

}  // namespace lockcore
