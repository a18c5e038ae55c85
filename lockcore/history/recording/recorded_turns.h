// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "database.h"

#include <lockcore/history/recording.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace lockcore {

/// What several statements read is of one moment, though the file may be written meanwhile.
template <class Read>
auto inOne(Database& database, Read read) {
    database.run("BEGIN");
    auto result = read();
    database.run("COMMIT");
    return result;
}

/// As Recording::turnsIn(); of one run with `run`.
Result<RecordedTurns> recordedTurns(Database& database, const TimeSpan& span,
                                    const std::optional<std::string>& lock, std::size_t most,
                                    const std::optional<std::int64_t>& run = {});
/// The number of a lock; empty where nothing is recorded of it.
std::optional<std::int64_t> numberOfLock(Database& database, const std::string& path);

}  // namespace lockcore
