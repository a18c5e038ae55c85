// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "asked_servers.h"
#include "coverage_of.h"

#include <lockcore/observe/assessment.h>
#include <lockcore/observe/queue_difference.h>

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

namespace lockcore {

namespace {

bool isSameQueue(const LockQueue& one, const LockQueue& other) {
    return std::ranges::equal(one.rows, other.rows, [](const QueueRow& a, const QueueRow& b) {
        return a.role == b.role && isSameContender(*a.contender, *b.contender);
    });
}

std::set<SessionId> ownersIn(const LockQueues& locks) {
    std::set<SessionId> owners;
    for (const auto& lock : locks)
        for (const QueueRow& row : lock->rows)
            if (row.role != Role::Foreign) owners.insert(ownerOf(row));
    owners.erase(SessionId::None);
    return owners;
}

const SessionView* viewIn(const std::vector<SessionView>& sessions, SessionId session) {
    const auto found = std::ranges::lower_bound(sessions, session, {}, &SessionView::session);
    return found != sessions.end() && found->session == session ? &*found : nullptr;
}

const Gap* gapIn(const std::optional<Coverage>& coverage, GapKind kind) {
    if (!coverage) return nullptr;
    const auto found = std::ranges::find(coverage->gaps, kind, &Gap::kind);
    return found == coverage->gaps.end() ? nullptr : &*found;
}

/// What is known of the sessions of later contenders, and of how many nothing is.
struct LaterSessions {
    std::vector<SessionView> known = {};
    std::uint64_t notAsked = 0;
};

LaterSessions laterSessions(const LockQueues& locks, const ClusterAssessment& checked) {
    LaterSessions sessions;
    // A file has a view of those too, in which no server has told anything.
    const Gap* const before = gapIn(checked.coverage, GapKind::SessionsNotAsked);
    std::uint64_t unasked = before ? before->count : 0;
    for (const SessionId owner : ownersIn(locks)) {
        const SessionView* const view = viewIn(checked.sessions, owner);
        if (!view && checked.sample->servers.empty()) {
            sessions.known.push_back({.session = owner, .doubt = SessionDoubt::NoServer});
        } else if (!view) {
            ++sessions.notAsked;
        } else if (unasked > 0 && view->doubt == SessionDoubt::TooEarly) {
            --unasked;
            ++sessions.notAsked;
        } else {
            sessions.known.push_back(*view);
        }
    }
    return sessions;
}

const ClusterAssessment& nothingChecked() {
    static const ClusterAssessment kNothing = [] {
        ClusterAssessment nothing;
        nothing.sample = std::make_shared<const ClusterSample>();
        return nothing;
    }();
    return kNothing;
}

}  // namespace

const std::vector<ChainLink>* chainOf(const LockQueue& lock, const ClusterAssessment& checked) {
    const auto& locks = checked.sample->locks;
    const auto first = std::ranges::lower_bound(
        locks, lock.path, {}, [](const auto& each) -> const std::string& { return each->path; });
    for (auto each = first; each != locks.end() && (*each)->path == lock.path; ++each) {
        if (each->get() != &lock && !isSameQueue(**each, lock)) continue;
        const auto index = static_cast<std::size_t>(each - locks.begin());
        const bool isCompared = index < checked.chains.size() && !checked.chains[index].empty();
        return isCompared && checked.chains[index].size() == lock.rows.size() ? &checked.chains[index]
                                                                              : nullptr;
    }
    return nullptr;
}

Coverage coverageOf(const LockQueues& locks, const LockCatalog& catalog, const ClusterAssessment* checked) {
    if (!checked) return coverageOf(locks, catalog, &nothingChecked());
    const LaterSessions sessions = laterSessions(locks, *checked);
    std::vector<std::vector<ChainLink>> chains;
    for (const auto& lock : locks) {
        const auto* const chain = chainOf(*lock, *checked);
        chains.push_back(chain ? *chain : std::vector<ChainLink>());
    }
    const Gap* const lagging = gapIn(checked->coverage, GapKind::LaggingSource);
    const Doubts doubts{
        .isListBehind = lagging && lagging->server == listerName(catalog, checked->sample->servers),
        .areLocksLater = true,
        .notAsked = sessions.notAsked};
    Coverage coverage =
        coverageOf({locks, catalog, checked->sample->servers, sessions.known, chains}, doubts);
    if (checked->coverage) coverage.servers = checked->coverage->servers;
    return coverage;
}

}  // namespace lockcore
