// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "database.h"

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace lockcore {

/// When locks were first read by a later run than one that had ended: what was not seen of them in between
/// lies before that.
class NextReading {
public:
    explicit NextReading(Database& database);

    /// By the number of the lock. Empty: no later run has read it, as far as is known.
    std::optional<std::int64_t> after(std::int64_t lock, std::int64_t run);

private:
    struct Run {
        std::int64_t id = 0;
        std::int64_t beganUnixMs = 0;
        std::int64_t untilUnixMs = 0;
    };

    std::optional<std::int64_t> in(const Run& run, std::int64_t lock);

    Statement m_shown;
    Statement m_unwatched;
    std::vector<Run> m_runs;
    std::map<std::pair<std::int64_t, std::int64_t>, std::optional<std::int64_t>> m_known;  ///< by lock, run
};

}  // namespace lockcore
