// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/coverage.h>
#include <lockcore/observe/lock_history.h>
#include <lockcore/observe/lock_queue.h>

#include <cstddef>
#include <cstdint>
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
};

/// Of all locks in `history` the `most` that have left last, by when they left. Pure.
std::vector<PastContender> lastThatLeft(const LockHistory& history, std::size_t most);

/// Schema version that toJson() writes. Files of another major version are refused.
inline constexpr int kSnapshotVersion = 1;

/// Deterministic: keys and locks sorted, 64-bit ids as "0x…" text (JSON numbers lose bits in many readers).
/// Names, data and other text as they are where that is UTF-8 without control characters (but tab and line
/// ends), and otherwise as base64 under the same key with "Base64" behind it. Characters that can't be seen
/// as
/// "\uXXXX".
std::string toJson(const Snapshot& snapshot);

/// Reads what toJson() wrote. BadFormat with the place ("locks[3].contenders[0].czxid") in Error::path for
/// anything else. Live queues come back as Freshness::Stale, and readAt, a time of a clock that has meaning
/// in one process only, does not come back.
Result<Snapshot> snapshotFromJson(std::string_view json);

/// Writes to a temporary file in the same directory that is then renamed, so that a crash leaves no half
/// file.
Result<void> writeSnapshot(const Snapshot& snapshot, const std::string& file);
/// Reads a file of up to 256 MiB. Errors have file and place in Error::path.
Result<Snapshot> readSnapshot(const std::string& file);

}  // namespace lockcore
