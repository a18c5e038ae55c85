// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/queue_evidence.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace lockscope {

namespace {

using lockcore::ChainLink;
using lockcore::ChainVerdict;
using lockcore::LockQueue;
using lockcore::QueueRow;

/// Twice the time between two looks at the watch tables.
constexpr std::int64_t kChainLifeMs = 60'000;

/// Names can be used again, czxids can't.
bool isSameContender(const QueueRow& a, const QueueRow& b) {
    if (a.contender == b.contender) return true;
    const auto& one = a.contender->stat;
    const auto& other = b.contender->stat;
    return !one || !other || one->czxid == other->czxid;
}

/// The rows of `shown` by the rows of `sampled`; empty for those that have left.
std::vector<std::optional<std::size_t>> rowsNow(const LockQueue& sampled, const LockQueue& shown) {
    std::unordered_map<std::string_view, std::size_t> byName;
    byName.reserve(shown.rows.size());
    for (std::size_t row = 0; row < shown.rows.size(); ++row)
        byName.emplace(shown.rows[row].contender->name, row);
    std::vector<std::optional<std::size_t>> rows(sampled.rows.size());
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const auto found = byName.find(sampled.rows[row].contender->name);
        if (found != byName.end() && isSameContender(sampled.rows[row], shown.rows[found->second]))
            rows[row] = found->second;
    }
    return rows;
}

/// What a server said of a waiter, seen from the queue of now. A watch stays until its znode changes, so a
/// watch on a contender that is still there is still there.
ChainLink carriedOver(const ChainLink& told, std::optional<std::size_t> targetNow,
                      std::optional<std::size_t> predecessorNow, bool samePredecessor) {
    ChainLink link{.watchesItself = told.watchesItself};
    switch (told.verdict) {
        case ChainVerdict::Verified:
        case ChainVerdict::OtherTarget:
            if (targetNow) {
                const bool isExpected = targetNow == predecessorNow;
                link.verdict = isExpected ? ChainVerdict::Verified : ChainVerdict::OtherTarget;
                link.target = targetNow;
            } else if (!told.target && samePredecessor) {
                link.verdict = told.verdict;
            }
            break;
        case ChainVerdict::NoWatch:
            if (samePredecessor) link.verdict = told.verdict;
            break;
        case ChainVerdict::Disconnected: link.verdict = told.verdict; break;
        case ChainVerdict::Inferred: break;
    }
    return link;
}

}  // namespace

QueueEvidence::QueueEvidence(std::shared_ptr<const lockcore::ClusterAssessment> assessment,
                             const std::string& lockPath)
    : m_assessment(std::move(assessment)) {
    if (!m_assessment) return;
    m_clockAhead = lockcore::znodeClockAhead(m_assessment->sample->servers);
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
    if (!hasServers() || !contender.stat) return nullptr;
    const lockcore::SessionId session = contender.stat->ephemeralOwner;
    const auto& sessions = m_assessment->sessions;
    const auto found = std::ranges::lower_bound(sessions, session, {}, &lockcore::SessionView::session);
    return found != sessions.end() && found->session == session ? &*found : nullptr;
}

std::vector<ChainLink> QueueEvidence::chainFor(const LockQueue& shown) const {
    std::vector<ChainLink> chain(shown.rows.size());
    if (!m_chain) return chain;
    const auto now = rowsNow(*m_sampled, shown);
    const auto rowNow = [&](const std::optional<std::size_t>& row) { return row ? now[*row] : std::nullopt; };
    for (std::size_t row = 0; row < now.size(); ++row) {
        if (!now[row]) continue;
        const ChainLink& told = (*m_chain)[row];
        const QueueRow& mine = shown.rows[*now[row]];
        if (mine.role == lockcore::Role::Waiter) {
            const auto predecessorThen = rowNow(m_sampled->rows[row].predecessor);
            chain[*now[row]] =
                carriedOver(told, rowNow(told.target), mine.predecessor, predecessorThen == mine.predecessor);
        } else {
            chain[*now[row]] = {.target = rowNow(told.target), .watchesItself = told.watchesItself};
        }
    }
    return chain;
}

std::int64_t QueueEvidence::chainTakenAtUnixMs() const {
    return m_chainSource ? m_chainSource->sample->takenAtUnixMs : 0;
}

std::int64_t QueueEvidence::takenAtUnixMs() const {
    return hasServers() ? m_assessment->sample->takenAtUnixMs : 0;
}

}  // namespace lockscope
