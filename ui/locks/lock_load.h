// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/recent_lengths.h"
#include "locks/sparkline.h"
#include "words/wall_clock.h"

#include <lockcore/observe/assessment.h>
#include <lockcore/observe/lock_history.h>

#include <QString>

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lockscope {

/// How much a lock keeps its clients waiting, as one of its queues tells. A value.
struct LockLoad {
    std::int64_t atUnixMs = 0;  ///< when that was so
    bool goesOn = false;        ///< a change since would have been told: the times grow with the clock
    std::size_t holders = 0;
    std::size_t waiters = 0;
    std::size_t unread = 0;                   ///< waiters of whom it is not known since when they wait
    std::chrono::milliseconds longestWait{};  ///< of the others
    std::chrono::milliseconds blocked{};      ///< how long the others have waited, together
    bool isByOtherClock = false;  ///< the waits are told by a server's clock that nobody has compared
    /// Of the one that has held longest; empty without holders, and where nothing tells.
    std::optional<lockcore::KnownDuration> held = {};
};

/// Empty where the queue was not read. `history` may be null. Of the rows `openRoles`, which are sorted, it
/// is not known whether they hold. Linear in rows. Pure.
std::optional<LockLoad> loadOf(const lockcore::LockQueue& queue, const lockcore::LeaderClocks& clocks,
                               const lockcore::LockHistory* history,
                               const std::vector<std::size_t>& openRoles = {});

enum class LoadMeasure { LongestWait, HoldAge, Blocked };

/// At a moment; empty where it is not known, or where nobody holds. What bounds it from below only has unread
/// waiters.
std::optional<lockcore::KnownDuration> measured(const std::optional<LockLoad>& load, LoadMeasure measure,
                                                std::int64_t nowUnixMs);
/// For a cell: "02:10", "≥ 02:10", "12.3k s"; "–" where it is not known, nothing where nobody holds, or
/// waits. GUI thread (translated), as all below.
QString loadText(const std::optional<LockLoad>& load, LoadMeasure measure, std::int64_t nowUnixMs);
/// In words, with what it rests on.
QString loadSentence(const std::optional<LockLoad>& load, LoadMeasure measure, std::int64_t nowUnixMs);

/// Requests per second, for a cell: "0", "< 0.1", "12.5", "1,200".
QString rateNumber(double perSecond);
/// The same of a lock; "–" where it is not known.
QString rateText(const std::optional<SeenRate>& rate);
/// In words, with the time that it is of.
QString rateSentence(const std::optional<SeenRate>& rate);

/// The loads of all locks, each worked out when it is asked for. Lives on the GUI thread.
class LockLoads {
public:
    /// Null: nothing has been checked.
    void setAssessment(std::shared_ptr<const lockcore::ClusterAssessment> assessment);
    /// Null: nobody remembers. Outlives this.
    void setHistory(const lockcore::LockHistory* history) { m_history = history; }
    /// Null: nobody counts requests. Outlives this.
    void setLengths(const RecentLengths* lengths) { m_lengths = lengths; }
    void setClock(WallClock clock) { m_now = std::move(clock); }
    std::int64_t now() const { return m_now(); }
    std::optional<SeenRate> rateOf(const std::string& path) const;
    /// What was seen of its waiters lately; empty where nothing was. Until the lengths change.
    std::span<const LengthPoint> pointsOf(const std::string& path) const;
    /// The same to be kept, with the time over which all are drawn.
    ShownLengths lengthsOf(const std::string& path) const;

    /// True where it is not known of some contender whether it holds, as far as was checked.
    bool hasOpenRoles(const lockcore::LockQueue& queue) const;
    /// By the queue that is `observed`, where that is not null; else by that of the last check.
    const std::optional<LockLoad>& of(const std::string& path,
                                      const std::shared_ptr<const lockcore::LockQueue>& observed) const;

private:
    struct Known {
        std::shared_ptr<const lockcore::LockQueue> queue;
        std::optional<LockLoad> load;
    };

    std::shared_ptr<const lockcore::LockQueue> sampled(const std::string& path) const;

    std::shared_ptr<const lockcore::ClusterAssessment> m_assessment;
    const lockcore::LockHistory* m_history = nullptr;
    const RecentLengths* m_lengths = nullptr;
    WallClock m_now = systemNowUnixMs;
    mutable std::unordered_map<std::string, Known> m_known;
};

}  // namespace lockscope
