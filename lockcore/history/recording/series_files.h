// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace lockcore {

/// What may be kept of a series.
struct SeriesBounds {
    std::int64_t nowUnixMs = 0;  ///< as BelievedTime has it
    std::optional<std::chrono::milliseconds> keep = {};
    std::optional<std::uint64_t> mostBytes = {};
};

/// When the day of the newest file of the series `name` ended, but for `present`; nothing where there is
/// none.
std::optional<std::int64_t> newestDayEnd(const std::string& directory, const std::string& name,
                                         const std::string& present);

/// Removes whole files of the series `name`, the oldest first, until the bounds hold; never `present`, nor
/// one that somebody writes or that seriesFileName() does not make of this name. What can't be removed stays.
void removeOldFiles(const std::string& directory, const std::string& name, const std::string& present,
                    const SeriesBounds& bounds);

}  // namespace lockcore
