// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "recorded_permits.h"

#include <algorithm>
#include <map>

namespace lockcore {
namespace {

/// Whether that permit may be the one for which it waited.
bool mayHaveGot(const BesideTurn& waiter, const PermitTurn& permit) {
    return permit.session == waiter.session && permit.czxid > waiter.czxid && waiter.goneUnixMs &&
           waiter.lastSeenUnixMs && permit.firstSeenUnixMs > *waiter.lastSeenUnixMs;
}

std::size_t newPermits(const std::vector<const BesideTurn*>& waiters,
                       const std::vector<PermitTurn>& permits) {
    return static_cast<std::size_t>(std::ranges::count_if(permits, [&](const PermitTurn& permit) {
        return std::ranges::any_of(waiters,
                                   [&](const BesideTurn* waiter) { return mayHaveGot(*waiter, permit); });
    }));
}

}  // namespace

GrantedBeside withWaitersBeside(const std::vector<BesideTurn>& waiters,
                                const std::vector<PermitTurn>& permits) {
    // Who was not seen to go waits still.
    std::map<SessionId, std::vector<const BesideTurn*>> bySession;
    for (const BesideTurn& waiter : waiters)
        if (waiter.session != SessionId::None && waiter.czxid != Zxid::None && waiter.lastSeenUnixMs)
            bySession[waiter.session].push_back(&waiter);
    GrantedBeside result;
    for (const auto& [session, all] : bySession) {
        const std::size_t got = newPermits(all, permits);
        if (got == 0) continue;
        auto& names = got >= all.size() ? result.granted : result.open;
        for (const BesideTurn* const waiter : all)
            names.push_back(waiter->name);
    }
    std::ranges::sort(result.granted);
    std::ranges::sort(result.open);
    return result;
}

}  // namespace lockcore
