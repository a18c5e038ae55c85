// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/ids.h>
#include <lockcore/result.h>

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace lockcore {

/// Znodes on which each session has a data watch, in AdminServer's reply to /commands/watches. No parser for
/// the words "wchc" and "wchp": a server that can't get rid of their reply hangs. Errors as of
/// parseAdminDump(). Pure.
Result<std::map<SessionId, std::set<std::string>>> parseAdminWatches(std::string_view json);

}  // namespace lockcore
