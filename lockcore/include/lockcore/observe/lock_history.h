// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/contender_times.h>
#include <lockcore/observe/lock_queue.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockcore {

/// One contender's time in a queue, as far as it was seen: from its arrival to its leaving. A value. Times
/// are of this machine's clock.
struct Turn {
    std::shared_ptr<const Contender> contender;  ///< as it was read last
    std::int64_t firstSeenUnixMs = 0;            ///< read time of the first queue that shows it
    /// When its znode was created, by its Stat; empty until that was read.
    std::optional<std::int64_t> queuedAtUnixMs = {};
    /// When it became a holder; empty while it waits, or if it never was seen to hold.
    std::optional<Takeover> granted = {};
    /// Read time of the first queue that does not show it any more; empty while it is there.
    std::optional<std::int64_t> leftAtUnixMs = {};
    /// It was already there when the lock was first read, so what it did before is not known.
    bool beganBefore = false;
    /// It was granted while a contender with a smaller sequence number, which it excludes, still waited.
    bool overtook = false;
};

/// How many contenders one lock had at a moment.
struct QueueLength {
    std::int64_t atUnixMs = 0;
    std::size_t holders = 0;
    std::size_t waiters = 0;

    bool operator==(const QueueLength&) const = default;
};

/// While nothing was read live, whatever happened was not seen. By this machine's clock.
struct UnseenSpan {
    std::int64_t fromUnixMs = 0;
    std::optional<std::int64_t> toUnixMs = {};  ///< empty: still so
};

/// What was seen of one lock.
struct LockPast {
    std::string path;
    std::deque<Turn> turns;           ///< by firstSeenUnixMs, then in the order of the queue
    std::size_t forgotten = 0;        ///< turns that had to make room
    std::deque<QueueLength> lengths;  ///< one for each change of the numbers
    std::vector<UnseenSpan> unseen;   ///< in order
    std::int64_t unseenChanges = 0;   ///< arrivals and departures that only cversion tells of
    std::int64_t watchedFromUnixMs = 0;
    std::int64_t lastReadUnixMs = 0;
};

/// What successive queues show of the past of locks: who came, was granted and left when. A plain value, for
/// one thread.
///
/// It holds at most `mostTurns` of each lock; the oldest that have left make room.
class LockHistory {
public:
    static constexpr std::size_t kMostTurns = 100'000;

    explicit LockHistory(std::size_t mostTurns = kMostTurns) : m_mostTurns(mostTurns) {}

    /// Takes in a newer queue of its lock. Costs a comparison of pointers for each contender that is in both,
    /// and more only for those that came, went or changed.
    void update(std::shared_ptr<const LockQueue> queue);
    /// The lock is not observed any more: what happens from now on is not seen.
    void pause(const std::string& path, std::int64_t nowUnixMs);
    void clear();

    /// Null if none of its queues was taken in.
    const LockPast* of(const std::string& path) const;
    const std::map<std::string, LockPast>& all() const { return m_locks; }

private:
    std::size_t m_mostTurns;
    std::map<std::string, LockPast> m_locks;
};

}  // namespace lockcore
