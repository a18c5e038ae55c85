// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/observe/assessment.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace lockscope {

/// How many waited for a lock at a moment. A value.
struct LengthPoint {
    std::int64_t atUnixMs = 0;
    std::optional<std::size_t> waiters = {};    ///< empty: it was not seen then
    std::optional<std::int64_t> requests = {};  ///< since its directory exists

    bool operator==(const LengthPoint&) const = default;
};

/// How often a lock was asked for between two moments. A value.
struct SeenRate {
    double perSecond = 0;
    std::int64_t fromUnixMs = 0;
    std::int64_t toUnixMs = 0;
};

/// By the first and the last of `points` that count requests. Empty where these are less than a second apart,
/// and where the directory is another one than before. Pure.
std::optional<SeenRate> seenRate(std::span<const LengthPoint> points);

/// The least and most waiters of the points that have any; empty where none has. Pure.
std::optional<std::pair<std::size_t, std::size_t>> waiterBounds(std::span<const LengthPoint> points);

/// One lock and its last minutes. A value.
struct BusyLock {
    std::string path;
    std::optional<std::size_t> waiters = {};  ///< in the newest sample; empty: not seen
    std::optional<double> perSecond = {};     ///< requests, over the time that was seen
    std::vector<LengthPoint> points = {};     ///< oldest first
};

/// What successive samples tell of the busiest locks: a bounded number of points of a bounded number of
/// locks, and the last two points of each other lock in the newest sample. A lock that was deleted and
/// created again begins anew. A plain value, for one thread.
class RecentLengths {
public:
    static constexpr std::size_t kMostPoints = 120;
    static constexpr std::size_t kMostLocks = 200;

    /// Locks that it is not known of who holds them, by path.
    using InDoubt = decltype(lockcore::ClusterAssessment::inDoubt);

    /// A file's queues are as they were read, and nothing of them is watched any more.
    enum class Of { Cluster, File };

    /// One that is no newer than the last tells nothing. How many wait for a lock in doubt is not known.
    void take(const lockcore::ClusterSample& sample, const InDoubt& inDoubt = {}, Of of = Of::Cluster);
    void clear();

    /// Those for which somebody waited, or that were asked for: most waiters first, then most requests.
    std::vector<BusyLock> busiest(std::size_t most) const;
    /// What was seen of a lock lately, oldest first; empty where nothing was. Until more is taken, or all
    /// forgotten.
    std::span<const LengthPoint> pointsOf(const std::string& path) const;
    /// Locks of which the newest sample does not tell how many wait.
    std::size_t unknown() const { return m_unknown; }
    /// Times of the oldest point of all and of the newest; 0: there is none.
    std::int64_t sinceUnixMs() const { return m_sinceUnixMs; }
    std::int64_t untilUnixMs() const { return m_untilUnixMs; }

private:
    struct Seen {
        lockcore::Zxid directory = lockcore::Zxid::None;  ///< its czxid, where that was read
        std::vector<LengthPoint> points = {};
    };
    /// There may be tens of thousands: without an allocation for each at each sample.
    struct Newest {
        std::string path;
        lockcore::Zxid directory = lockcore::Zxid::None;
        std::array<LengthPoint, 2> two = {};
        std::size_t count = 0;

        std::span<const LengthPoint> points() const { return std::span(two).first(count); }
        void add(const LengthPoint& point);
    };
    using Locks = std::map<std::string, Seen>;

    std::vector<std::size_t> noteAll(const lockcore::ClusterSample& sample, const InDoubt& inDoubt, Of of);
    void noteMissing(const lockcore::ClusterSample& sample);
    void keepBusiest(const std::vector<std::size_t>& others);
    void noteOldest();

    Locks m_locks;
    /// Of each lock whose requests the newest sample counts, that and the one before where that had it: a
    /// lock that is not kept is rated by these, and by the next one. By path.
    std::vector<Newest> m_newest;
    std::size_t m_unknown = 0;
    std::int64_t m_sinceUnixMs = 0;
    std::int64_t m_untilUnixMs = 0;
};

}  // namespace lockscope
