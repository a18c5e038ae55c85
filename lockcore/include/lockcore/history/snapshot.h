// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/lock_queue.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lockcore {

/// One moment of some locks, complete enough to be looked at on another machine.
struct Snapshot {
    std::string connectString;  ///< of the cluster, without credentials
    std::string server;         ///< that the session was connected to
    std::int64_t takenAtUnixMs = 0;
    std::string program;  ///< name and version that took it
    std::vector<std::shared_ptr<const LockQueue>> locks;
};

/// Schema version that toJson() writes. Files of a higher major version are refused.
inline constexpr int kSnapshotVersion = 1;

/// Deterministic: keys and locks sorted, 64-bit ids as "0x…" text (JSON numbers lose bits in many readers), data as text where it is
/// UTF-8 without control characters and as base64 otherwise.
std::string toJson(const Snapshot& snapshot);

/// Reads what toJson() wrote. BadFormat with the place ("locks[3].contenders[0].czxid") for anything else. Queues come back
/// as Freshness::Stale.
Result<Snapshot> snapshotFromJson(std::string_view json);

/// Files up to 256 MiB. Writing goes to a temporary file in the same directory that is then renamed, so that a crash leaves no half file.
Result<void> writeSnapshot(const Snapshot& snapshot, const std::string& file);
Result<Snapshot> readSnapshot(const std::string& file);

}  // namespace lockcore
