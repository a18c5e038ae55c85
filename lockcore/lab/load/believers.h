// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/loop.h>

#include <cstdint>
#include <map>
#include <vector>

namespace lockcore {

/// How many clients believed at one time that they held a lock, by what they say themselves, whatever order
/// it arrives in. A value.
class Believers {
public:
    /// From `at` on the contender believes that it holds.
    void begin(std::uint64_t contender, TimePoint at) { m_open.insert_or_assign(contender, at); }
    /// It has given back, or knows that this is not sure any more. Nothing where it did not believe so.
    void end(std::uint64_t contender, TimePoint at);
    /// At most, so far. Who has not said that it is over believes still.
    std::uint64_t most() const;

private:
    struct Belief {
        TimePoint from;
        TimePoint to;
    };
    std::map<std::uint64_t, TimePoint> m_open;
    std::vector<Belief> m_over;   ///< the newest
    std::uint64_t m_mostOld = 0;  ///< among those that are not kept
};

}  // namespace lockcore
