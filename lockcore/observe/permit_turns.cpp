// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/permit_turns.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace lockcore {
namespace {

/// What clocks of servers are compared to: a permit may seem to have come so much after its waiter had gone.
constexpr std::int64_t kComparedMs = 500;

Zxid creationOf(const Turn& turn) {
    return turn.contender->stat ? turn.contender->stat->czxid : Zxid::None;
}

std::int64_t cameAt(const Turn& turn) {
    return turn.queuedAtUnixMs.value_or(turn.firstSeenUnixMs);
}

/// By their places in LockPast::turns, of a session, in the order of their creation: those that nobody is
/// known to have got a permit by.
using WaitersOf = std::map<SessionId, std::vector<std::size_t>>;

/// Whoever left first of those that were there still when the permit came; else the last one of those that
/// had just gone. Those that had gone before are none for a later permit, either.
std::optional<std::size_t> takeWaiter(const Turn& permit, const std::deque<Turn>& turns,
                                      std::vector<std::size_t>& waiters) {
    const auto creation = [&](std::size_t waiter) { return creationOf(turns[waiter]); };
    const auto hadGone = [&](std::size_t waiter) {
        return *turns[waiter].leftAtUnixMs < cameAt(permit) - kComparedMs;
    };
    const auto younger = std::ranges::upper_bound(waiters, creationOf(permit), {}, creation);
    const auto end = waiters.erase(std::remove_if(waiters.begin(), younger, hadGone), younger);
    auto got = end;
    bool wasThere = false;
    for (auto each = waiters.begin(); each != end; ++each) {
        const Turn& waiter = turns[*each];
        const bool isThere = *waiter.leftAtUnixMs >= cameAt(permit);
        const bool isBetter =
            got == end || (isThere && !wasThere) ||
            (isThere == wasThere && (*waiter.leftAtUnixMs < *turns[*got].leftAtUnixMs) == isThere);
        if (!isBetter) continue;
        got = each;
        wasThere = isThere;
    }
    if (got == end) return std::nullopt;
    const std::size_t waiter = *got;
    waiters.erase(got);
    return waiter;
}

/// In the order in which they came.
std::vector<std::size_t> permitsIn(const std::deque<Turn>& turns) {
    std::vector<std::size_t> permits;
    for (std::size_t i = 0; i < turns.size(); ++i)
        if (!standsBeside(turns[i]) && turns[i].granted) permits.push_back(i);
    std::ranges::stable_sort(permits, {}, [&](std::size_t permit) { return cameAt(turns[permit]); });
    return permits;
}

/// From its arrival beside the semaphore to the end of its permit.
Turn joined(const Turn& waiter, const Turn& permit) {
    Turn turn = permit;
    turn.id = waiter.id;
    turn.firstSeenUnixMs = waiter.firstSeenUnixMs;
    turn.queuedAtUnixMs = waiter.queuedAtUnixMs;
    turn.absentAtUnixMs = waiter.absentAtUnixMs;
    turn.absentIn = waiter.absentIn;
    turn.isTimeDoubted = waiter.isTimeDoubted;
    turn.beganBefore = waiter.beganBefore;
    Takeover& granted = *turn.granted;
    const auto sawWaiting = waiter.leftNotBeforeUnixMs;
    if (sawWaiting)
        granted.notBeforeUnixMs = std::min(
            std::max(*sawWaiting, granted.notBeforeUnixMs.value_or(*sawWaiting)), granted.notAfterUnixMs);
    return turn;
}

}  // namespace

bool standsBeside(const Turn& turn) {
    return turn.contender->name.starts_with('/');
}

LockPast withTurnsOfClients(LockPast past) {
    WaitersOf waiters;
    for (std::size_t i = 0; i < past.turns.size(); ++i) {
        const Turn& turn = past.turns[i];
        if (standsBeside(turn) && !turn.granted && turn.leftAtUnixMs && turn.session != SessionId::None)
            waiters[turn.session].push_back(i);
    }
    if (waiters.empty()) return past;
    for (auto& [session, ofSession] : waiters)
        std::ranges::stable_sort(ofSession, {}, [&](std::size_t i) { return creationOf(past.turns[i]); });
    std::map<std::size_t, std::size_t> waiterOf;  // by permit
    for (const std::size_t permit : permitsIn(past.turns)) {
        const auto found = waiters.find(past.turns[permit].session);
        if (found == waiters.end()) continue;
        if (const auto waiter = takeWaiter(past.turns[permit], past.turns, found->second))
            waiterOf.emplace(permit, *waiter);
    }
    // It stays in its place, as which others know it.
    for (const auto& [permit, waiter] : waiterOf)
        past.turns[waiter] = joined(past.turns[waiter], past.turns[permit]);
    std::deque<Turn> turns;
    for (std::size_t i = 0; i < past.turns.size(); ++i)
        if (!waiterOf.contains(i)) turns.push_back(std::move(past.turns[i]));
    past.turns = std::move(turns);
    return past;
}

}  // namespace lockcore
