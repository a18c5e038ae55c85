// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "report_facts.h"

#include <algorithm>

namespace lockscope {

using lockcore::ClusterAssessment;

bool isNothingListed(const ClusterAssessment& assessment) {
    const auto& catalog = assessment.sample->catalog;
    return catalog && catalog->source == lockcore::DiscoverySource::None;
}

bool isUnread(const lockcore::LockQueue& lock) {
    return (lock.problem || lock.freshness == lockcore::Freshness::Named) && lock.rows.empty();
}

bool isInDoubt(const ClusterAssessment& assessment, const lockcore::LockQueue& lock,
               std::optional<std::size_t> row) {
    const auto isAmong = [&](const auto& rowsByPath) {
        const auto found = rowsByPath.find(lock.path);
        return found != rowsByPath.end() && (!row || std::ranges::binary_search(found->second, *row));
    };
    return isAmong(assessment.inDoubt) || isAmong(assessment.unseen);
}

std::string_view watchKey(const lockcore::LockQueue& lock, std::size_t place,
                          const lockcore::ChainLink& link) {
    if (link.verdict == lockcore::ChainVerdict::NoWatch && lockcore::waitsByList(lock, place))
        return "not told";
    return lockcore::chainVerdictName(link.verdict);
}

std::vector<lockcore::ChainLink> linksOf(const ClusterAssessment& assessment,
                                         const lockcore::LockQueue& lock) {
    const auto& locks = assessment.sample->locks;
    const auto found = std::ranges::find(locks, &lock, &std::shared_ptr<const lockcore::LockQueue>::get);
    const auto index = static_cast<std::size_t>(found - locks.begin());
    const bool isTold = index < assessment.chains.size() && !assessment.chains[index].empty();
    return isTold ? assessment.chains[index] : std::vector<lockcore::ChainLink>(lock.rows.size());
}

SessionsById byId(const ClusterAssessment& assessment) {
    SessionsById views;
    for (const auto& view : assessment.sessions)
        views.emplace(view.session, &view);
    return views;
}

const lockcore::SessionView* viewOf(const SessionsById& sessions, const lockcore::QueueRow* row) {
    const auto found = row ? sessions.find(lockcore::ownerOf(*row)) : sessions.end();
    return found == sessions.end() ? nullptr : found->second;
}

std::string addressOf(const lockcore::SessionView* view) {
    return view ? view->address : std::string();
}

}  // namespace lockscope
