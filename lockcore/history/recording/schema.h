// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "database.h"
#include "foreign_numbers.h"

#include <lockcore/ids.h>
#include <lockcore/result.h>

#include "snapshot_format.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <string_view>

namespace lockcore {

/// "LkRc", by which `file` knows a recording: SQLite's application_id.
inline constexpr std::int64_t kRecordingId = 0x4C6B5263;
/// SQLite's user_version. README.md beside this folder describes the tables.
inline constexpr std::int64_t kRecordingVersion = 2;

/// NULL where there is none.
template <class Id>
std::optional<std::int64_t> ifAny(Id id) {
    return id == Id::None ? std::nullopt : std::optional<std::int64_t>(raw(id));
}

/// turn.queued_by
enum class QueuedBy : std::int64_t { Seen = 0, Znode = 1, ZnodeUncompared = 2, Transaction = 3 };
/// Bits of turn.flags.
inline constexpr std::int64_t kMayHaveHeld = 1;
inline constexpr std::int64_t kOvertook = 2;
inline constexpr std::int64_t kBeganBefore = 4;
inline constexpr std::int64_t kCutOff = 8;        ///< the run ended while it was there
inline constexpr std::int64_t kGrantUnsure = 16;  ///< others that are not known may have stood before it

/// run.source
inline constexpr std::string_view kWatched = "watched";
inline constexpr std::string_view kServersFiles = "servers-files";

/// gap.lock, of all locks together.
inline constexpr std::int64_t kAllLocks = 0;

/// gap.kind, of all locks: others than those that are listed may have been there.
inline constexpr std::string_view kNotListed = "not listed";

/// What a row of `activity` tells of: so many milliseconds, from a multiple of them on.
inline constexpr std::int64_t kActivityMs = 10'000;

/// Classes of how long turns lasted, each four times as long as the one before: those of one class that were
/// there at a moment left soon after it, and an index finds them.
inline constexpr std::int64_t kMostLife = 21;
/// A turn of class n has lasted less than 2^(2n+1) ms.
constexpr std::int64_t lifeOf(std::int64_t durationMs) {
    if (durationMs <= 0) return 0;
    return std::min<std::int64_t>(std::bit_width(static_cast<std::uint64_t>(durationMs)) / 2, kMostLife);
}

/// Of a database without tables.
void makeSchema(Database& database);
/// @{ The same in two parts, with many turns written in between.
void makeTables(Database& database);
void makeTurnIndexes(Database& database);
/// @}
/// That it is a recording, of this version, with these tables and nothing else.
Result<void> checkSchema(Database& database);

}  // namespace lockcore
