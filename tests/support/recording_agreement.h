// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/history/recording.h>

#include <chrono>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

/// How two recordings of the same run compare.
struct Agreement {
    std::size_t turns = 0;  ///< that both have
    /// What they tell differently, and nothing in the watched one explains: one line each.
    std::vector<std::string> differences = {};
    /// What one of them leaves open, by what it says about that, and how often.
    std::map<std::string, std::size_t> explained = {};
    /// By how much a change was sooner, at most, than the server of the watching session had it.
    std::chrono::milliseconds mostLag{0};

    /// The first of `differences`, and how many there are.
    std::string text() const;
};

/// Compares what was watched of these locks, from before anybody contended for them until after the last one
/// had left, with what servers' files tell of it: each contender's queueing, grant and end. A time that was
/// seen has to have the transaction's within its two ends, but for what the watching session's server lags
/// behind, up to `lag`. Both by one machine's clock.
Agreement compareRecordings(lockcore::Recording& watched, lockcore::Recording& imported,
                            const std::vector<std::string>& locks,
                            std::chrono::milliseconds lag = std::chrono::seconds(2));
