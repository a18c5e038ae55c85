// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/assessment.h>
#include <lockcore/observe/findings.h>
#include <lockcore/observe/queue_collection.h>
#include <lockcore/observe/request_log.h>
#include <lockcore/result.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockcore {

class Database;

/// From when to when something was recorded at a stretch. By the clock of the machine that recorded.
struct RecordedRun {
    std::string program;
    std::string cluster;
    std::int64_t beganUnixMs = 0;  ///< or what was before is not kept any more
    std::int64_t untilUnixMs = 0;
    bool ended = false;  ///< false: it goes on, or its process was killed
    /// It was made of servers' files, afterwards: all times are by the clocks of the leaders.
    bool isOfServersFiles = false;
};

/// A finding, as it was last seen.
struct RecordedFinding {
    Finding finding;
    std::int64_t fromUnixMs = 0;
    std::optional<std::int64_t> toUnixMs = {};  ///< empty: it was there when the recording ended
    std::string ended = {};                     ///< findingEndName(), where that was told
};

/// A recording, to be asked of any of its moments. The file may be anybody's: it is opened read-only, nothing
/// in it is run, and what no recorder writes is refused. One that is being written can be read; a moment is
/// consistent in itself. One thread at a time; blocks.
class Recording {
public:
    /// Contenders that one moment may have.
    static constexpr std::size_t kMostContenders = 1'000'000;

    /// BadFormat, with the reason, for what is no recording, one of another version, or damaged.
    static Result<std::unique_ptr<Recording>> open(const std::string& file);
    ~Recording();

    /// In their order; at least one.
    const std::vector<RecordedRun>& runs() const { return m_runs; }
    /// True where something was recorded at that time.
    bool covers(std::int64_t unixMs) const;

    /// The queues of all locks at that time, by path; of one alone with `lock`, which is none where it was
    /// not there. Who is to be told apart: a contender whose grant lies between two readings holds from the
    /// second one on; one that may have left is there until it was seen to be gone. A queue that was not
    /// watched then is Stale; what else went unseen at() tells. Members of groups are not recorded.
    Result<LockQueues> locksAt(std::int64_t unixMs, const std::optional<std::string>& lock = {});
    /// What was wrong at some time of the span, in the order in which it began.
    Result<std::vector<RecordedFinding>> findingsIn(const TimeSpan& span);
    /// All that is told of that time: locksAt() with sessions as servers had told by then, findings, what was
    /// not checked, and whose role is not known, as changes went unseen then. BadArguments where nothing was
    /// recorded then. With `lock`, of this one's queue.
    Result<std::shared_ptr<const ClusterAssessment>> at(std::int64_t unixMs,
                                                        const std::optional<std::string>& lock = {});

private:
    explicit Recording(std::unique_ptr<Database> database);
    Result<void> readRuns();

    const std::unique_ptr<Database> m_database;
    std::vector<RecordedRun> m_runs;
};

}  // namespace lockcore
