// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "queue/queue_evidence.h"

#include <lockcore/observe/queue_difference.h>

#include <algorithm>
#include <utility>

namespace lockscope {

namespace {

using lockcore::ChainLink;
using lockcore::ChainVerdict;
using lockcore::LockQueue;
using lockcore::QueueRow;

/// Twice the time between two looks at the watch tables.
constexpr std::int64_t kChainLifeMs = 60'000;

/// What a server said of a contender, in rows of the queue of now. A watch lasts until its znode changes: one
/// on a contender that has not left is still there.
ChainLink linkNow(const ChainLink& told, std::optional<std::size_t> targetNow, const QueueRow& mine,
                  std::optional<std::size_t> predecessorThen) {
    ChainLink link{.watchesItself = told.watchesItself};
    if (!lockcore::isBehindSomebody(mine.role)) {
        link.target = targetNow;
        return link;
    }
    const bool samePredecessor = predecessorThen == mine.predecessor;
    switch (told.verdict) {
        case ChainVerdict::Verified:
        case ChainVerdict::OtherTarget:
            if (targetNow) {
                const bool isExpected = targetNow == mine.predecessor;
                link.verdict = isExpected ? ChainVerdict::Verified : ChainVerdict::OtherTarget;
                link.target = targetNow;
            } else if (!told.target && samePredecessor) {
                link.verdict = told.verdict;
            }
            break;
        case ChainVerdict::Directory:
        case ChainVerdict::NoWatch:
            if (samePredecessor) link.verdict = told.verdict;
            break;
        case ChainVerdict::Disconnected: link.verdict = told.verdict; break;
        case ChainVerdict::Inferred: break;
    }
    return link;
}

}  // namespace

std::vector<ChainLink> linksNow(const std::vector<ChainLink>& links, const LockQueue& then,
                                const LockQueue& now, const std::vector<std::size_t>& rowsNow) {
    if (links.empty()) return {};
    std::vector<ChainLink> chain(now.rows.size());
    const auto rowNow = [&](const std::optional<std::size_t>& row) {
        return row && rowsNow[*row] != lockcore::kNoRow ? std::optional(rowsNow[*row]) : std::nullopt;
    };
    for (std::size_t row = 0; row < links.size(); ++row) {
        if (rowsNow[row] == lockcore::kNoRow) continue;
        chain[rowsNow[row]] = linkNow(links[row], rowNow(links[row].target), now.rows[rowsNow[row]],
                                      rowNow(then.rows[row].predecessor));
    }
    return chain;
}

QueueEvidence::QueueEvidence(std::shared_ptr<const lockcore::ClusterAssessment> assessment,
                             const std::string& lockPath)
    : m_assessment(std::move(assessment)) {
    if (!m_assessment) return;
    m_clocks = m_assessment->sample->clocks;
    m_clocks.take(m_assessment->sample->servers);
    const auto& locks = m_assessment->sample->locks;
    const auto found = std::ranges::find_if(
        locks, [&](const std::shared_ptr<const LockQueue>& lock) { return lock->path == lockPath; });
    const auto index = static_cast<std::size_t>(found - locks.begin());
    if (found == locks.end() || index >= m_assessment->chains.size()) return;
    if (m_assessment->chains[index].size() != (*found)->rows.size()) return;
    m_chainSource = m_assessment;
    m_sampled = found->get();
    m_chain = &m_assessment->chains[index];
}

QueueEvidence QueueEvidence::newer(std::shared_ptr<const lockcore::ClusterAssessment> assessment,
                                   const std::string& lockPath, const QueueEvidence& older) {
    QueueEvidence evidence(std::move(assessment), lockPath);
    const bool isSameLock = older.m_chain && older.m_sampled->path == lockPath;
    const bool isFresh = evidence.takenAtUnixMs() - older.chainTakenAtUnixMs() <= kChainLifeMs;
    if (evidence.m_chain || !evidence.hasServers() || !isSameLock || !isFresh) return evidence;
    evidence.m_chainSource = older.m_chainSource;
    evidence.m_sampled = older.m_sampled;
    evidence.m_chain = older.m_chain;
    return evidence;
}

const lockcore::SessionView* QueueEvidence::clientOf(const lockcore::Contender& contender) const {
    const lockcore::SessionId session = ownerOf(contender);
    if (!m_assessment || session == lockcore::SessionId::None) return nullptr;
    const auto& sessions = m_assessment->sessions;
    const auto found = std::ranges::lower_bound(sessions, session, {}, &lockcore::SessionView::session);
    if (found == sessions.end() || found->session != session) return nullptr;
    // A recording has what servers told, and not which ones.
    return hasServers() || found->toldAtUnixMs != 0 ? &*found : nullptr;
}

std::vector<ChainLink> QueueEvidence::chainFor(const LockQueue& shown) const {
    if (!m_chain) return {};
    const auto difference = lockcore::queueDifference(*m_sampled, shown);
    return linksNow(*m_chain, *m_sampled, shown, lockcore::rowsAfter(m_sampled->rows.size(), difference));
}

ChainLink QueueEvidence::linkOf(std::size_t row, const LockQueue& shown) const {
    if (!m_chain) return {};
    const auto rowOf = [](const lockcore::Contender& wanted, const LockQueue& queue) {
        const auto found = std::ranges::find_if(queue.rows, [&](const QueueRow& candidate) {
            return lockcore::isSameContender(*candidate.contender, wanted);
        });
        return found == queue.rows.end()
                   ? std::nullopt
                   : std::optional(static_cast<std::size_t>(found - queue.rows.begin()));
    };
    const auto sampled = rowOf(*shown.rows[row].contender, *m_sampled);
    if (!sampled) return {};
    const auto rowNow = [&](const std::optional<std::size_t>& then) {
        return then ? rowOf(*m_sampled->rows[*then].contender, shown) : std::nullopt;
    };
    const ChainLink& told = (*m_chain)[*sampled];
    return linkNow(told, rowNow(told.target), shown.rows[row], rowNow(m_sampled->rows[*sampled].predecessor));
}

std::int64_t QueueEvidence::chainTakenAtUnixMs() const {
    return m_chainSource ? m_chainSource->sample->takenAtUnixMs : 0;
}

std::int64_t QueueEvidence::takenAtUnixMs() const {
    return hasServers() ? m_assessment->sample->takenAtUnixMs : 0;
}

}  // namespace lockscope
