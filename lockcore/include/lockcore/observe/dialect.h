// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/recipes/lock_mode.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lockcore {

/// Whose naming and rules a contender, and the lock that it stands in, follows.
enum class Dialect {
    CuratorMutex,      ///< `_c_<uuid>-lock-<seq>`
    CuratorReadWrite,  ///< `_c_<uuid>-__READ__<seq>`, `_c_<uuid>-__WRIT__<seq>`
    CuratorLatch,      ///< `_c_<uuid>-latch-<seq>`
    KazooLock,         ///< `<32 hex>__lock__<seq>`, `<32 hex>__rlock__<seq>`
    Sequential,        ///< some other sequential ephemerals: lock, election, queue or membership
    Unknown,           ///< nothing recognised
};

/// One row of the dialect table: adding a library means adding a row, and a test.
struct DialectInfo {
    Dialect dialect;
    std::string_view key;   ///< stable, for files and --json: "curator-mutex"
    std::string_view name;  ///< shown: "Curator mutex"
    /// Data that asks a holder to give the lock back; empty where no holder of this dialect listens.
    std::string_view revokePayload;
    /// True where a waiting reader watches the first writer in the queue instead of the nearest one before
    /// it.
    bool readerWatchesFirstWriter;
};

/// The table, in the order of Dialect.
std::span<const DialectInfo> dialects();
/// The row of one dialect.
const DialectInfo& dialectInfo(Dialect dialect);
/// The dialect of a row's key; empty if no row has it.
std::optional<Dialect> dialectFromKey(std::string_view key);

/// A child name taken apart.
struct NodeName {
    Dialect dialect = Dialect::Unknown;
    LockMode mode = LockMode::Exclusive;
    std::string id = {};  ///< the part that makes the name unique (GUID), empty where there is none
    std::optional<std::int64_t> sequence = {};

    bool operator==(const NodeName&) const = default;
};

/// Never fails: what no row of the table matches is Sequential (if it ends in a sequence number) or Unknown.
NodeName parseNodeName(std::string_view name);

}  // namespace lockcore
