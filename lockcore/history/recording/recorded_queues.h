// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "database.h"

#include <lockcore/history/recording.h>
#include <lockcore/observe/leader_clocks.h>
#include <lockcore/observe/queue_collection.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockcore {

/// The time of which a moment's rows are read: just before, at the end of a run that another one follows.
std::int64_t lastToldBy(const std::vector<RecordedRun>& runs, std::int64_t unixMs);

/// What of one lock went unseen around a moment; of Before no time is known.
struct QueueGap {
    enum class Kind {
        Unwatched,
        Missed,
        /// Who came before servers' files begin or while transactions lack, how many may hold, or whether
        /// several libraries' contenders wait for each other.
        Before,
    };

    Kind kind = Kind::Unwatched;
    std::int64_t fromUnixMs = 0;
    std::optional<std::int64_t> toUnixMs = {};  ///< empty: still so when the recording ended
    std::uint64_t changes = 0;                  ///< of Missed: those that were counted
    bool mayBeMore = false;                     ///< likewise: and maybe others
};

struct RecordedQueues {
    LockQueues locks = {};  ///< by path
    /// Likewise, of those that have any; three of a lock at most: what is of one kind is put together.
    std::map<std::string, std::vector<QueueGap>> gaps = {};
    /// Likewise, of these: who may have been gone already, or have become a holder. By name, sorted.
    std::map<std::string, std::vector<std::string>> inDoubt = {};
    /// Locks that are not among these may have been there; of all such gaps around the moment together.
    std::optional<QueueGap> ofAll = {};
};

/// What a row of `turn` has of its contender.
struct ContenderRow {
    std::string name;
    std::optional<std::int64_t> czxid = {};
    std::int64_t session = 0;
    std::int64_t mode = 0;
    std::string data = {};
    std::int64_t queuedTo = 0;
};

/// That contender, of a queue of that dialect.
std::shared_ptr<const Contender> recordedContender(ContenderRow row, Dialect dialect,
                                                   const LeaderClocks& clocks);

/// The queues of a recording at a moment. What no recorder writes is BadFormat.
Result<RecordedQueues> recordedQueues(Database& database, std::int64_t unixMs,
                                      const std::optional<std::string>& lock);
/// As they were compared until then.
LeaderClocks recordedClocks(Database& database, std::int64_t unixMs);
/// Members of groups that were there then and are not recorded, by path.
std::map<std::string, std::uint64_t> unrecordedMembers(Database& database, std::int64_t unixMs);

}  // namespace lockcore
