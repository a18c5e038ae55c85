// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/observe/assessment.h>
#include <lockcore/observe/contender_times.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope {

/// What servers said of the contenders of an earlier queue, `then`, in rows of the queue of now. There is one
/// link for each contender of `then`; rowsNow is rowsAfter() of the difference of both queues. The verdict on
/// a contender that is new, or has another predecessor by now, is Inferred. Empty where `links` is. Pure.
std::vector<lockcore::ChainLink> linksNow(const std::vector<lockcore::ChainLink>& links,
                                          const lockcore::LockQueue& then, const lockcore::LockQueue& now,
                                          const std::vector<std::size_t>& rowsNow);

/// What the last sample of a cluster says about the contenders of one lock: their clients and their watches.
/// The queue on screen may be newer than the sample. GUI thread.
class QueueEvidence {
public:
    QueueEvidence() = default;
    /// Null where the cluster was not asked.
    QueueEvidence(std::shared_ptr<const lockcore::ClusterAssessment> assessment, const std::string& lockPath);

    /// The newer sample's evidence about the same lock. Watch tables are asked for less often than the rest.
    /// Where the newer sample has none that fit its queue, the chain of `older` is kept for a minute.
    static QueueEvidence newer(std::shared_ptr<const lockcore::ClusterAssessment> assessment,
                               const std::string& lockPath, const QueueEvidence& older);

    /// What the servers told of the contender's session; null where they were not asked, or do not know it.
    const lockcore::SessionView* clientOf(const lockcore::Contender& contender) const;

    /// The watch chain in rows of `shown`, as linksNow(); empty where the servers told nothing of the lock.
    std::vector<lockcore::ChainLink> chainFor(const lockcore::LockQueue& shown) const;

    /// The link of one row of `shown`, where those of the others are not wanted.
    lockcore::ChainLink linkOf(std::size_t row, const lockcore::LockQueue& shown) const;

    /// When servers were asked for sessions; 0 where they were not.
    std::int64_t takenAtUnixMs() const;
    /// The same of the chain.
    std::int64_t chainTakenAtUnixMs() const;
    /// Of the present leader.
    std::optional<std::chrono::milliseconds> clockAhead() const { return m_clocks.current(); }
    /// The present for times of znodes.
    lockcore::ObservedNow now(std::int64_t unixMs) const { return {unixMs, m_clocks}; }

private:
    bool hasServers() const { return m_assessment && !m_assessment->sample->servers.empty(); }

    std::shared_ptr<const lockcore::ClusterAssessment> m_assessment;
    std::shared_ptr<const lockcore::ClusterAssessment> m_chainSource;  ///< m_assessment, or one before it
    const lockcore::LockQueue* m_sampled = nullptr;                    ///< in m_chainSource
    const std::vector<lockcore::ChainLink>* m_chain = nullptr;         ///< likewise
    lockcore::LeaderClocks m_clocks;
};

}  // namespace lockscope
