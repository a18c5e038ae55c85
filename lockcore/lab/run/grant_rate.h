// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/loop.h>

#include <cstdint>
#include <deque>
#include <utility>

namespace lockcore {

/// How many grants the last whole second had. Told after each change; a plain object without a clock.
class GrantRate {
public:
    /// `grants`: all until now, of a phase: fewer than before are those of a new one.
    std::uint64_t inLastSecond(TimePoint now, std::uint64_t grants);

private:
    std::deque<std::pair<TimePoint, std::uint64_t>> m_told;  ///< from the last one before that second on
};

}  // namespace lockcore
