// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/lock_queue.h>
#include <lockcore/session/connect_string.h>

#include <algorithm>

namespace lockcore {

namespace {

std::size_t countRole(const std::vector<QueueRow>& rows, Role role) {
    return static_cast<std::size_t>(
        std::count_if(rows.begin(), rows.end(), [&](const QueueRow& row) { return row.role == role; }));
}

}  // namespace

std::string_view roleName(Role role) {
    switch (role) {
        case Role::Holder: return "holder";
        case Role::Waiter: return "waiter";
        case Role::Leader: return "leader";
        case Role::Standby: return "standby";
        case Role::Member: return "member";
        case Role::Foreign: return "foreign";
    }
    return "foreign";
}

SessionId ownerOf(const Contender& contender) {
    return contender.stat ? contender.stat->ephemeralOwner : contender.toldSession;
}

SessionId ownerOf(const QueueRow& row) {
    return ownerOf(*row.contender);
}

std::string_view freshnessName(Freshness freshness) {
    switch (freshness) {
        case Freshness::Live: return "live";
        case Freshness::Stale: return "stale";
        case Freshness::Gone: return "gone";
        case Freshness::Failed: return "failed";
        case Freshness::Named: return "named";
    }
    return "failed";
}

std::size_t LockQueue::holders() const {
    return countRole(rows, Role::Holder);
}

std::size_t LockQueue::waiters() const {
    return countRole(rows, Role::Waiter);
}

RoleCounts LockQueue::counts() const {
    RoleCounts counts;
    for (const QueueRow& row : rows) {
        switch (row.role) {
            case Role::Holder: ++counts.holders; break;
            case Role::Waiter: ++counts.waiters; break;
            case Role::Leader: ++counts.leaders; break;
            case Role::Standby: ++counts.standbys; break;
            case Role::Member: ++counts.members; break;
            case Role::Foreign: break;
        }
    }
    return counts;
}

bool LockQueue::hasChain() const {
    return std::ranges::any_of(rows, [](const QueueRow& row) { return isBehindSomebody(row.role); });
}

std::int64_t childrenEverCreated(const Stat& directory) {
    const auto twice =
        static_cast<std::uint32_t>(directory.cversion) + static_cast<std::uint32_t>(directory.numChildren);
    return twice / 2;
}

std::string contenderPath(std::string_view lockPath, const Contender& contender) {
    if (contender.name.starts_with('/')) return contender.name;
    const bool isTheLock = dialectInfo(contender.parsed.dialect).rule == BlockRule::SingleNode;
    return isTheLock ? std::string(lockPath) : joinPath(lockPath, contender.name);
}

}  // namespace lockcore
