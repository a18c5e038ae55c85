// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/lock_queue.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>

namespace lockcore {

/// A span of time by this machine's clock; both ends belong to it.
struct TimeSpan {
    std::int64_t fromUnixMs = 0;
    std::int64_t toUnixMs = 0;

    /// True from its first to its last millisecond.
    bool contains(std::int64_t unixMs) const { return unixMs >= fromUnixMs && unixMs <= toUnixMs; }
    bool operator==(const TimeSpan&) const = default;
};

/// True of any time where no span was chosen.
inline bool isWithin(const std::optional<TimeSpan>& span, std::int64_t unixMs) {
    return !span || span->contains(unixMs);
}

/// How often a lock had been asked for at a moment, by its directory's Stat.
struct RequestCount {
    std::int64_t atUnixMs = 0;
    std::int64_t created = 0;     ///< childrenEverCreated()
    Zxid directory = Zxid::None;  ///< czxid: counting begins anew in another directory of the same path
};

/// How often a lock was asked for between two moments.
struct RequestRate {
    TimeSpan span;  ///< of the counts that were taken: at most what was asked for
    /// Of directories that were removed meanwhile, the last requests are missing.
    std::int64_t requests = 0;
    std::optional<double> perSecond = {};  ///< empty where the counts are less than a second apart
};

/// What successive queues tell about how often locks are asked for: also of those requests that came and went
/// between two reads. A plain value, for one thread.
class RequestLog {
public:
    /// Of each lock; the older a count, the fewer are kept around it.
    static constexpr std::size_t kMostCounts = 2048;

    /// Takes in a newer queue of its lock, at most one count a second; the newest is always kept. Stale and
    /// unreadable queues tell nothing.
    void update(const LockQueue& queue);
    /// Forgets all locks.
    void clear() { m_counts.clear(); }

    /// Null if none of its queues was taken in.
    const std::deque<RequestCount>* of(const std::string& path) const;

private:
    std::map<std::string, std::deque<RequestCount>> m_counts;
};

/// By the counts taken within `span`; empty where there are fewer than two. Pure.
std::optional<RequestRate> requestRate(const std::deque<RequestCount>& counts, const TimeSpan& span);

}  // namespace lockcore
