// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "recorded_permits.h"

#include <algorithm>
#include <map>

namespace lockcore {
namespace {

/// Whether that permit of its session may be the one for which it waited.
bool mayHaveGot(const BesideTurn& waiter, const PermitTurn& permit) {
    return permit.czxid > waiter.czxid && waiter.goneUnixMs && waiter.lastSeenUnixMs &&
           permit.firstSeenUnixMs > *waiter.lastSeenUnixMs;
}

/// Of one session.
struct OfSession {
    std::vector<const BesideTurn*> waiters = {};
    std::vector<const PermitTurn*> permits = {};
};

std::size_t newPermits(const OfSession& all) {
    return static_cast<std::size_t>(std::ranges::count_if(all.permits, [&](const PermitTurn* permit) {
        return std::ranges::any_of(all.waiters,
                                   [&](const BesideTurn* waiter) { return mayHaveGot(*waiter, *permit); });
    }));
}

}  // namespace

GrantedBeside withWaitersBeside(const std::vector<BesideTurn>& waiters,
                                const std::vector<PermitTurn>& permits) {
    // Who was not seen to go waits still.
    std::map<SessionId, OfSession> bySession;
    for (const BesideTurn& waiter : waiters)
        if (waiter.session != SessionId::None && waiter.czxid != Zxid::None && waiter.lastSeenUnixMs)
            bySession[waiter.session].waiters.push_back(&waiter);
    for (const PermitTurn& permit : permits)
        if (const auto found = bySession.find(permit.session); found != bySession.end())
            found->second.permits.push_back(&permit);
    GrantedBeside result;
    for (const auto& [session, all] : bySession) {
        const std::size_t got = newPermits(all);
        if (got == 0) continue;
        auto& names = got >= all.waiters.size() ? result.granted : result.open;
        for (const BesideTurn* const waiter : all.waiters)
            names.push_back(waiter->name);
    }
    std::ranges::sort(result.granted);
    std::ranges::sort(result.open);
    return result;
}

}  // namespace lockcore
