// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "queue/listening.h"

#include <algorithm>

namespace lockscope {
namespace {

bool isSame(const lockcore::Contender& a, const lockcore::Contender& b) {
    return a.name == b.name && a.stat && b.stat && a.stat->czxid == b.stat->czxid;
}

bool watchesItself(const lockcore::ClusterAssessment& assessment, const std::string& lockPath,
                   const lockcore::Contender& holder) {
    const auto& locks = assessment.sample->locks;
    const auto lock = std::ranges::find_if(locks, [&](const auto& each) { return each->path == lockPath; });
    const auto index = static_cast<std::size_t>(lock - locks.begin());
    if (lock == locks.end() || index >= assessment.chains.size()) return false;
    const auto& rows = (*lock)->rows;
    const auto& chain = assessment.chains[index];
    const auto row =
        std::ranges::find_if(rows, [&](const auto& each) { return isSame(*each.contender, holder); });
    const auto place = static_cast<std::size_t>(row - rows.begin());
    return place < chain.size() && chain[place].watchesItself;
}

}  // namespace

const lockcore::SessionView* sessionOf(const lockcore::ClusterAssessment* assessment,
                                       const lockcore::Contender& contender) {
    if (!assessment || !contender.stat) return nullptr;
    const auto& sessions = assessment->sessions;
    const auto found =
        std::ranges::find(sessions, contender.stat->ephemeralOwner, &lockcore::SessionView::session);
    return found == sessions.end() ? nullptr : &*found;
}

Listening listeningOf(const lockcore::ClusterAssessment* assessment, const std::string& lockPath,
                      const lockcore::Contender& holder) {
    if (!assessment) return Listening::Unknown;
    if (watchesItself(*assessment, lockPath, holder)) return Listening::Maybe;
    const lockcore::SessionView* const client = sessionOf(assessment, holder);
    if (!client || client->server.empty()) return Listening::Unknown;
    const auto& servers = assessment->sample->servers;
    const auto server = std::ranges::find(servers, client->server, &lockcore::ServerReport::server);
    // A table that was read before the znode was there says nothing of it.
    const bool isTold =
        server != servers.end() && server->watched && server->watchedAtUnixMs > holder.stat->ctimeMs + 1'000;
    return isTold ? Listening::No : Listening::Unknown;
}

}  // namespace lockscope
