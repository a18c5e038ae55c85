// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/client_contenders.h"

#include "words/open_role.h"

#include <lockcore/observe/permits.h>
#include <lockcore/observe/role_doubt.h>

#include <algorithm>
#include <map>
#include <optional>
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

/// Who waits for one row, or for somebody who does.
struct Behind {
    std::size_t all = 0;
    std::optional<std::size_t> first = {};  ///< their first row
};

/// By row. A predecessor always stands before its waiter.
std::vector<Behind> behindEachRow(const LockQueue& queue) {
    std::vector<Behind> behind(queue.rows.size());
    for (std::size_t row = queue.rows.size(); row-- > 0;) {
        const auto blocker = lockcore::blockerOf(queue, row);
        if (!blocker) continue;
        behind[*blocker].all += behind[row].all + 1;
        behind[*blocker].first = row;
    }
    return behind;
}

ClientContender contenderAt(const LockQueue& queue, std::size_t row, const ClusterDocument& document) {
    const QueueRow& mine = queue.rows[row];
    ClientContender contender{.lock = queue.path,
                              .contender = mine.contender,
                              .role = mine.role,
                              .freshness = queue.freshness,
                              .readAtUnixMs = queue.readAtUnixMs,
                              .past = lockcore::directoryPast(queue)};
    if (const auto* turn = document.history().turnOf(queue.path, *mine.contender))
        contender.takeover = turn->granted;
    return contender;
}

/// A session may have thousands of contenders in one queue: what concerns all of its rows is worked out once.
void addContendersIn(const LockQueue& queue, SessionId session, const ClusterDocument& document,
                     std::vector<ClientContender>& contenders) {
    const auto isOwn = [session](const QueueRow& row) { return ownerOf(row) == session; };
    if (std::ranges::none_of(queue.rows, isOwn)) return;
    const ClusterAssessment* const assessment = document.assessment().get();
    const lockcore::RoleCounts counts = queue.counts();
    const std::vector<Behind> behind = behindEachRow(queue);
    const std::vector<std::size_t> open = lockcore::rowsOfOpenRole(queue, assessment);
    const bool isUnseen = lockcore::isUnseen(queue, assessment);
    for (std::size_t row = 0; row < queue.rows.size(); ++row) {
        const QueueRow& mine = queue.rows[row];
        if (!isOwn(mine)) continue;
        ClientContender& contender = contenders.emplace_back(contenderAt(queue, row, document));
        if (!lockcore::isInQueue(mine.role)) continue;
        contender.position = row + 1;
        contender.isRoleOpen = std::ranges::binary_search(open, row);
        if (contender.isRoleOpen) contender.openRoleReason = openRoleText(queue, assessment);
        contender.queued = counts.holders + counts.waiters + counts.leaders + counts.standbys;
        // It may have left, or have been granted.
        if (contender.isRoleOpen && isUnseen) continue;
        contender.waitsForAnyPermit = lockcore::waitsForAnyPermit(queue, row);
        if (mine.predecessor && !contender.waitsForAnyPermit)
            contender.waitsFor = neighbourOf(queue.rows[*mine.predecessor], session, assessment);
        contender.blocks = behind[row].all;
        if (const auto next = behind[row].first)
            contender.next = neighbourOf(queue.rows[*next], session, assessment);
    }
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
        addContendersIn(*queue, session, document, contenders);
    std::ranges::sort(contenders, [](const ClientContender& one, const ClientContender& other) {
        return std::tie(one.lock, one.contender->name) < std::tie(other.lock, other.contender->name);
    });
    return contenders;
}

}  // namespace lockscope
