// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/assessment.h>
#include <lockcore/observe/coverage.h>
#include <lockcore/observe/lock_history.h>
#include <lockcore/observe/lock_queue.h>
#include <lockcore/observe/queue_collection.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockcore {

/// A contender that had left its lock before a snapshot was taken: its turn, with how it ended as far as that
/// was known by then.
struct PastContender {
    std::string lockPath;
    Turn turn = {};
};

/// One moment of some locks, complete enough to be looked at on another machine.
struct Snapshot {
    std::string connectString;  ///< of the cluster, without credentials
    std::string server;         ///< that the session was connected to
    std::int64_t takenAtUnixMs = 0;
    std::string program;  ///< name and version that took it
    std::vector<std::shared_ptr<const LockQueue>> locks;
    /// What is in there, and what is missing. Empty where it was written before there was such a thing.
    std::optional<Coverage> coverage = {};
    /// Who left last, by when they left; none in files of version 1.0. Of a contender its name, creation and
    /// session are kept.
    std::vector<PastContender> left = {};
    /// What was known of them from servers and from looking several times: sessions, findings with their
    /// lives, circles, watches, as of its sample's takenAtUnixMs. Null in files of version 1, and where
    /// nothing had been checked. Its sample may have the locks as they were a moment before; from a file it
    /// has these same ones, and of servers what people are shown.
    std::shared_ptr<const ClusterAssessment> checked = {};
};

/// What is to be told of `locks`, by path, which may have been read later than what was checked: the same,
/// but for what has changed since, of which the coverage and its findings say that it was not checked as it
/// is. `catalog` names the locks. Pure.
std::shared_ptr<const ClusterAssessment> aboutLocks(const ClusterAssessment& checked, const LockQueues& locks,
                                                    const LockCatalog& catalog);

/// Likewise of `lock` by itself: of its contenders' sessions, its circles, and the findings that are about
/// it, its contenders, their sessions or the hosts of these. Nobody expects all other locks in there. Pure.
std::shared_ptr<const ClusterAssessment> aboutLock(const ClusterAssessment& checked,
                                                   const std::shared_ptr<const LockQueue>& lock);

/// Of all locks in `history` the `most` that have left last, by when they left. Pure.
std::vector<PastContender> lastThatLeft(const LockHistory& history, std::size_t most);

/// Schema version that toJson() writes, described in lockcore/history/snapshot_format.h. Files of all earlier
/// ones are read, those of a later one are refused.
inline constexpr int kSnapshotVersion = 2;

/// Deterministic: keys and locks sorted, 64-bit ids as "0x…" text (JSON numbers lose bits in many readers).
/// Names, data and other text as they are where that is UTF-8 without control characters (but tab and line
/// ends), and otherwise as base64 under the same key with "Base64" behind it. Characters that can't be seen
/// as "\uXXXX".
std::string toJson(const Snapshot& snapshot);

/// What a snapshot has of one finding, in one line.
std::string toJson(const Finding& finding);

/// Reads what toJson() wrote. BadFormat with the place ("locks[3].contenders[0].czxid") in Error::path for
/// anything else. Live queues come back as Freshness::Stale, and readAt, a time of a clock that has meaning
/// in one process only, does not come back.
Result<Snapshot> snapshotFromJson(std::string_view json);

/// Told how much of it is done, in percent, each time that it is more, on the thread that does it. False: no
/// more is wanted, and it ends with Cancelled.
using SnapshotProgress = std::function<bool(int percent)>;

/// Writes to a temporary file in the same directory that is then renamed, so that neither a crash nor whoever
/// wants no more leaves a half file: what was there before stays. Not so what is no file, such as a pipe.
/// Compressed, as by gzip, where the name ends in ".gz".
Result<void> writeSnapshot(const Snapshot& snapshot, const std::string& file,
                           const SnapshotProgress& progress = {});
/// Reads a file of up to 256 MiB, compressed or not. Errors have file and place in Error::path.
Result<Snapshot> readSnapshot(const std::string& file, const SnapshotProgress& progress = {});

}  // namespace lockcore
