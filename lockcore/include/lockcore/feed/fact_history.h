// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/feed/facts.h>
#include <lockcore/feed/permit_waiters.h>
#include <lockcore/observe/lock_history.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace lockcore {

/// What a feed's facts tell of the past of locks, for who writes it down as they come, or counts it. A plain
/// value, for one thread.
class FactHistory {
public:
    /// More than wait for what servers tell of their ends, so that each is told.
    FactHistory() : m_history(2 * ContenderEndLog::kMostWaiting) {}

    /// Nothing is seen of any lock while the session is over.
    void take(const FeedStatus& status, std::int64_t atUnixMs);
    /// False where it shows nothing that was seen: LockHistory::update().
    bool take(const std::shared_ptr<const LockQueue>& queue, std::int64_t atUnixMs);
    /// The queues that were held back until now.
    std::vector<std::shared_ptr<const LockQueue>> take(
        const std::shared_ptr<const ClusterAssessment>& assessment, std::int64_t atUnixMs);
    /// Whoever this program removed did not leave by itself.
    void take(const OwnAct& act);
    /// Nothing is seen of that lock until its next queue.
    void take(const Unwatched& unwatched);

    /// LockHistory::setTurnSink().
    void setTurnSink(LockHistory::TurnSink sink) { m_history.setTurnSink(std::move(sink)); }
    /// LockHistory::forgetSettled().
    void forgetSettled();
    /// All that was folded so far.
    const LockHistory& history() const { return m_history; }
    /// Rows of which it is not known whether they hold, by what was told last.
    std::vector<std::size_t> doubtsOf(const LockQueue& queue) const;

private:
    using Queue = std::shared_ptr<const LockQueue>;

    bool update(const Queue& queue, std::int64_t atUnixMs);

    LockHistory m_history;
    std::shared_ptr<const ClusterAssessment> m_checked;  ///< the last one; null before
    PermitWaiters m_waiters;
};

}  // namespace lockcore
