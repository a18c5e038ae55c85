// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/observe/cluster_sample.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lockscope {

/// How many waited for a lock at a moment. A value.
struct LengthPoint {
    std::int64_t atUnixMs = 0;
    std::optional<std::size_t> waiters = {};    ///< empty: it was not seen then
    std::optional<std::int64_t> requests = {};  ///< since its directory exists

    bool operator==(const LengthPoint&) const = default;
};

/// One lock and its last minutes. A value.
struct BusyLock {
    std::string path;
    std::optional<std::size_t> waiters = {};  ///< in the newest sample; empty: not seen
    std::optional<double> perSecond = {};     ///< requests, over the time that was seen
    std::deque<LengthPoint> points = {};      ///< oldest first
};

/// What successive samples tell of the busiest locks: a bounded number of points of a bounded number of
/// locks, and one point of each other lock in the newest sample. A plain value, for one thread.
class RecentLengths {
public:
    static constexpr std::size_t kMostPoints = 120;
    static constexpr std::size_t kMostLocks = 200;

    /// One that is no newer than the last tells nothing.
    void take(const lockcore::ClusterSample& sample);
    void clear();

    /// Those for which somebody waited, or that were asked for: most waiters first, then most requests.
    std::vector<BusyLock> busiest(std::size_t most) const;
    /// Times of the oldest point of all and of the newest; 0: there is none.
    std::int64_t sinceUnixMs() const;
    std::int64_t untilUnixMs() const { return m_untilUnixMs; }

private:
    using Points = std::deque<LengthPoint>;

    void note(const std::string& path, const LengthPoint& point);
    void noteMissing(const lockcore::ClusterSample& sample);
    void keepBusiest();

    std::map<std::string, Points> m_locks;
    /// Of each lock whose requests the newest sample counts: a lock that is not kept is rated by it and the
    /// next one.
    std::map<std::string, LengthPoint> m_newest;
    std::int64_t m_untilUnixMs = 0;
};

}  // namespace lockscope
