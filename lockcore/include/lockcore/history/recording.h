// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/assessment.h>
#include <lockcore/observe/findings.h>
#include <lockcore/observe/lock_history.h>
#include <lockcore/observe/queue_collection.h>
#include <lockcore/observe/request_log.h>
#include <lockcore/result.h>
#include <lockcore/session/zookeeper.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace lockcore {

class Database;

/// What a recording begins with, as any SQLite file does.
inline constexpr std::string_view kDatabaseHead("SQLite format 3\0", 16);

/// From when to when something was recorded at a stretch. By the clock of the machine that recorded.
struct RecordedRun {
    std::string program;
    std::string cluster;
    std::int64_t beganUnixMs = 0;  ///< or what was before is not kept any more
    std::int64_t untilUnixMs = 0;
    bool ended = false;  ///< false: it goes on, or its process was killed
    /// It was made of servers' files, afterwards: all times are by the clocks of the leaders.
    bool isOfServersFiles = false;
    std::int64_t id = 0;  ///< as RecordedTurn::run has it
};

/// That which tells of a moment, the last one that has it; null where nothing was recorded then.
const RecordedRun* recordedRunAt(const std::vector<RecordedRun>& runs, std::int64_t unixMs);

/// A finding, as it was last seen.
struct RecordedFinding {
    Finding finding;
    std::int64_t fromUnixMs = 0;
    std::optional<std::int64_t> toUnixMs = {};  ///< empty: it was there when the recording ended
    std::string ended = {};                     ///< findingEndName(), where that was told
    /// What is told of it is what was known then, or shortly before; 0: when is not known.
    std::int64_t toldUnixMs = 0;

    /// False where it was so still when the recorder ended, or was killed, at `toUnixMs`.
    bool isOver() const { return toUnixMs && !ended.empty(); }
};

/// How long it had lasted by then, at least, and how much is left, where what is told of it is of another
/// time: of a client that is not heard of. Of others that is not known. Pure.
Finding findingAsOf(const RecordedFinding& found, std::int64_t unixMs);

/// A turn as it is written, with what a LockHistory does not have of it.
struct RecordedTurn {
    std::string lock;
    DirectoryKind kind = DirectoryKind::Unknown;  ///< of its lock, when it was there
    Dialect dialect = Dialect::Unknown;           ///< likewise
    /// Its end is settled, or was not by the end of the recording. firstSeenUnixMs is when it came, where
    /// more is not known.
    Turn turn = {};
    std::int64_t run = 0;    ///< who was there in two of them has a turn in each
    bool wasCutOff = false;  ///< it is not known to have left: its run ended while it was there
    /// Of one that was cut off: when its lock was next read, by a later run. By then it had left, unless it
    /// is among those that this run has. Empty: it was not read any more.
    std::optional<std::int64_t> nextReadUnixMs = {};
    bool grantIsSure = true;              ///< false where others that are not known may have stood before it
    SessionId endedBy = SessionId::None;  ///< who removed it, where a server's file tells; None: its own
};

/// Turns of a span, in the order in which they came.
struct RecordedTurns {
    std::vector<RecordedTurn> turns = {};
    /// Whoever was there at this time or later is among them; before, those that left first may lack.
    std::int64_t completeFromUnixMs = 0;
};

/// What went unseen of a lock, or of all.
struct RecordedGap {
    std::string lock;  ///< empty: of all locks
    std::int64_t fromUnixMs = 0;
    std::optional<std::int64_t> toUnixMs = {};  ///< empty: still so when the recording ended
    std::optional<std::uint64_t> missed = {};   ///< so many changes came and went; empty: nothing was seen
    bool mayBeMore = false;                     ///< likewise: and maybe others
    bool isOfList = false;  ///< of all locks: others than are recorded may have been there
};

/// What the program that recorded did to a lock of others.
struct RecordedAct {
    std::int64_t atUnixMs = 0;
    std::string kind;  ///< "remove-contender"
    std::string lock;
    std::string contender;
    Zxid czxid = Zxid::None;
    std::string outcome;  ///< "done", or what failed
    std::string reason = {};
    std::string user = {};
};

/// What became of the recorder's own session.
struct RecordedConnection {
    std::int64_t atUnixMs = 0;
    ConnectionState state = ConnectionState::Connecting;
    std::string server = {};
    std::string problem = {};
};

/// What happened in a part of a span, of all locks together.
struct OverviewBucket {
    std::uint32_t arrivals = 0;
    std::uint32_t grants = 0;  ///< that were seen: not who held when its lock was first read
    std::uint32_t ends = 0;
    std::uint32_t mostWaiters = 0;  ///< that there were at once
    bool unseen = false;            ///< of some of it nothing is known

    bool operator==(const OverviewBucket&) const = default;
};

/// A span in parts of equal length.
struct RecordedOverview {
    TimeSpan span = {};
    std::int64_t widthMs = 1;  ///< of each part; the last one may be shorter
    std::vector<OverviewBucket> buckets = {};
    std::vector<TimeSpan> unseen = {};  ///< nothing was recorded then; in order
};

/// A recording, to be asked of any of its moments. The file may be anybody's: it is opened read-only, nothing
/// in it is run, and what no recorder writes is refused. One that is being written can be read; a moment is
/// consistent in itself. One thread at a time; blocks.
class Recording {
public:
    /// Contenders that one moment may have.
    static constexpr std::size_t kMostContenders = 1'000'000;
    static constexpr std::size_t kMostEvents = 100'000;

    /// BadFormat, with the reason, for what is no recording, one of another version, or damaged. All of its
    /// pages are read: Cancelled where `stop` has ended that.
    static Result<std::unique_ptr<Recording>> open(const std::string& file, const std::stop_token& stop = {});
    ~Recording();

    /// In their order; at least one.
    const std::vector<RecordedRun>& runs() const { return m_runs; }
    /// True where something was recorded at that time.
    bool covers(std::int64_t unixMs) const;

    /// Of all locks that there ever were, in no order.
    std::vector<std::string> lockPaths();
    /// The queues of all locks at that time, by path; of one alone with `lock`, which is none where it was
    /// not there. Who is to be told apart: a contender whose grant lies between two readings holds from the
    /// second one on; one that may have left is there until it was seen to be gone. A queue that was not
    /// watched then is Stale; what else went unseen at() tells. Members of groups are not recorded.
    Result<LockQueues> locksAt(std::int64_t unixMs, const std::optional<std::string>& lock = {});
    /// The lock had been read by then, and was seen to be gone. False where it was not read before, so that
    /// it may have been there, and while nothing is known of any lock.
    Result<bool> wasSeenGone(const std::string& lock, std::int64_t unixMs);
    /// What was wrong at some time of the span, in the order in which it began.
    Result<std::vector<RecordedFinding>> findingsIn(const TimeSpan& span);
    /// Who was there at some time of the span, in all locks or in one. Of more than `most` those that left
    /// last.
    Result<RecordedTurns> turnsIn(const TimeSpan& span, const std::optional<std::string>& lock = {},
                                  std::size_t most = LockHistory::kMostTurns);
    /// What was known of the span at its end, as a LockHistory would have it that had looked on in all runs,
    /// and seen nothing between them: who was there in two of them has one turn, and who was there in the
    /// first alone left before its lock was read again. Nothing where nothing was recorded in the span.
    Result<LockHistory> pastIn(const TimeSpan& span, std::size_t mostTurns = LockHistory::kMostTurns);
    /// @{ When somebody came, was granted or left next, or before, or a run first read a lock that was
    /// otherwise when the one before had ended; empty: nobody.
    Result<std::optional<std::int64_t>> nextChange(const std::string& lock, std::int64_t afterUnixMs);
    Result<std::optional<std::int64_t>> previousChange(const std::string& lock, std::int64_t beforeUnixMs);
    /// @}
    /// In `buckets` parts at most: fewer where the span has more turns than can be counted one by one.
    Result<RecordedOverview> overview(const TimeSpan& span, std::size_t buckets);
    /// @{ Of the span, in the order in which they began; of more than kMostEvents the last ones.
    Result<std::vector<RecordedGap>> gapsIn(const TimeSpan& span);
    Result<std::vector<RecordedAct>> actsIn(const TimeSpan& span);
    Result<std::vector<RecordedConnection>> connectionsIn(const TimeSpan& span);
    /// @}
    /// All that is told of that time: locksAt() with sessions as servers had told by then, findings, what was
    /// not checked, and whose role is not known, as changes went unseen then. BadArguments where nothing was
    /// recorded then. With `lock`, of this one's queue.
    Result<std::shared_ptr<const ClusterAssessment>> at(std::int64_t unixMs,
                                                        const std::optional<std::string>& lock = {});

private:
    explicit Recording(std::unique_ptr<Database> database);
    Result<void> readRuns();
    Result<std::vector<TimeSpan>> unseenIn(const TimeSpan& span);

    const std::unique_ptr<Database> m_database;
    std::vector<RecordedRun> m_runs;
};

}  // namespace lockcore
