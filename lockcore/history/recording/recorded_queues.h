// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "database.h"

#include <lockcore/observe/leader_clocks.h>
#include <lockcore/observe/queue_collection.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace lockcore {

/// The queues of a recording at a moment. What no recorder writes is BadFormat.
Result<LockQueues> recordedQueues(Database& database, std::int64_t unixMs,
                                  const std::optional<std::string>& lock);
/// As they were compared until then.
LeaderClocks recordedClocks(Database& database, std::int64_t unixMs);
/// Members of groups that were there then and are not recorded, by path.
std::map<std::string, std::uint64_t> unrecordedMembers(Database& database, std::int64_t unixMs);

}  // namespace lockcore
