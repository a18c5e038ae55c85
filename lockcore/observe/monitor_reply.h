// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/server_report.h>

namespace lockcore {

/// Counters in a reply to the four-letter word "mntr", of servers 3.4 and later; those that the server does
/// not have are empty, and dataWatches always is. NotAllowed, NotServing and NotZooKeeper where the reply
/// says so, BadFormat if it was cut off. Pure.
Result<ServerMetrics> parseFourLetterMonitor(std::string_view reply);

/// Likewise for AdminServer's reply to /commands/monitor. Pure.
Result<ServerMetrics> parseAdminMonitor(std::string_view json);

/// How many data watches a server has, by the four-letter word "wchs". Errors as above. Pure.
Result<std::uint64_t> parseFourLetterWatchSummary(std::string_view reply);

/// Likewise by AdminServer's /commands/watch_summary. Pure.
Result<std::uint64_t> parseAdminWatchSummary(std::string_view json);

/// One counter of a reply to "mntr", by its whole key, such as "zk_watch_count". Pure.
std::optional<std::uint64_t> monitorValue(std::string_view mntr, std::string_view key);

}  // namespace lockcore
