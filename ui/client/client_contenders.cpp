// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/client_contenders.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace lockscope {

namespace {

using lockcore::ClusterAssessment;
using lockcore::LockQueue;
using lockcore::QueueRow;
using lockcore::SessionId;

using Queues = std::map<std::string, std::shared_ptr<const LockQueue>>;

/// The locks that the last check found it in, and those on screen, where it may be by now.
Queues queuesToSearch(SessionId session, const ClusterDocument& document) {
    Queues queues;
    if (const auto* client = sessionIn(document.assessment().get(), session))
        for (const auto* places :
             {&client->holds, &client->waits, &client->leads, &client->standsBy, &client->memberOf})
            for (const lockcore::ContenderPlace& place : *places)
                queues[place.lock->path] = place.lock;
    for (const std::string& path : document.observed()) {
        const auto observed = document.queue(path);
        if (!observed) continue;
        auto& newest = queues[path];
        if (!newest || newest->readAtUnixMs <= observed->readAtUnixMs) newest = observed;
    }
    return queues;
}

QueueNeighbour neighbourOf(const QueueRow& row, SessionId session, const ClusterAssessment* assessment) {
    const SessionId owner = ownerOf(row);
    const auto* client = sessionIn(assessment, owner);
    return {.contender = row.contender,
            .address = client ? client->address : std::string(),
            .isOwn = owner == session};
}

/// A predecessor always stands before its waiter.
void countBlocked(const LockQueue& queue, std::size_t mine, ClientContender& contender,
                  const ClusterAssessment* assessment, SessionId session) {
    std::vector<bool> isBlocked(queue.rows.size(), false);
    isBlocked[mine] = true;
    for (std::size_t row = mine + 1; row < queue.rows.size(); ++row) {
        const auto& predecessor = queue.rows[row].predecessor;
        if (!predecessor || !isBlocked[*predecessor]) continue;
        isBlocked[row] = true;
        if (contender.blocks++ == 0) contender.next = neighbourOf(queue.rows[row], session, assessment);
    }
}

ClientContender contenderAt(const LockQueue& queue, std::size_t row, SessionId session,
                            const ClusterDocument& document) {
    const QueueRow& mine = queue.rows[row];
    ClientContender contender{.lock = queue.path,
                              .contender = mine.contender,
                              .role = mine.role,
                              .freshness = queue.freshness,
                              .readAtUnixMs = queue.readAtUnixMs,
                              .past = lockcore::directoryPast(queue)};
    if (const auto* turn = document.history().turnOf(queue.path, *mine.contender))
        contender.takeover = turn->granted;
    if (!lockcore::isInQueue(mine.role)) return contender;
    const ClusterAssessment* const assessment = document.assessment().get();
    const lockcore::RoleCounts counts = queue.counts();
    contender.position = row + 1;
    contender.queued = counts.holders + counts.waiters + counts.leaders + counts.standbys;
    if (mine.predecessor)
        contender.waitsFor = neighbourOf(queue.rows[*mine.predecessor], session, assessment);
    countBlocked(queue, row, contender, assessment, session);
    return contender;
}

}  // namespace

const lockcore::SessionView* sessionIn(const ClusterAssessment* assessment, SessionId session) {
    if (!assessment || session == SessionId::None) return nullptr;
    const auto found =
        std::ranges::lower_bound(assessment->sessions, session, {}, &lockcore::SessionView::session);
    return found != assessment->sessions.end() && found->session == session ? &*found : nullptr;
}

std::vector<ClientContender> contendersOf(SessionId session, const ClusterDocument& document) {
    std::vector<ClientContender> contenders;
    if (session == SessionId::None) return contenders;
    for (const auto& [path, queue] : queuesToSearch(session, document))
        for (std::size_t row = 0; row < queue->rows.size(); ++row)
            if (ownerOf(queue->rows[row]) == session)
                contenders.push_back(contenderAt(*queue, row, session, document));
    std::ranges::sort(contenders, [](const ClientContender& one, const ClientContender& other) {
        return std::tie(one.lock, one.contender->name) < std::tie(other.lock, other.contender->name);
    });
    return contenders;
}

}  // namespace lockscope
