// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/grant_order.h>

#include <algorithm>
#include <limits>
#include <map>
#include <unordered_map>
#include <utility>

namespace lockcore {
namespace {

constexpr Zxid kNobody{std::numeric_limits<std::int64_t>::max()};

/// The earliest arrivals of one queue among the grants behind the one being looked at.
struct EarliestBehind {
    Zxid any = kNobody;
    Zxid writer = kNobody;

    bool isBefore(const SeenGrant& grant) const { return (grant.shares ? writer : any) < grant.arrival; }
    void take(const SeenGrant& grant) {
        any = std::min(any, grant.arrival);
        if (!grant.shares) writer = std::min(writer, grant.arrival);
    }
};

/// From the last grant to the first, those of one moment at once.
void markOvertaking(std::vector<SeenGrant>& grants) {
    std::map<std::size_t, EarliestBehind> behind;
    for (std::size_t end = grants.size(); end > 0;) {
        std::size_t begin = end - 1;
        while (begin > 0 && grants[begin - 1].moment == grants[end - 1].moment)
            --begin;
        for (std::size_t i = begin; i < end; ++i)
            grants[i].overtook = grants[i].overtook || behind[grants[i].queue].isBefore(grants[i]);
        for (std::size_t i = begin; i < end; ++i)
            behind[grants[i].queue].take(grants[i]);
        end = begin;
    }
}

std::vector<PlacedGrant> lastOf(const std::vector<SeenGrant>& grants) {
    const std::size_t count = std::min(grants.size(), GrantOrder::kMostPlaced);
    const auto begin = grants.end() - static_cast<std::ptrdiff_t>(count);
    std::vector<Zxid> arrivals;
    for (auto grant = begin; grant != grants.end(); ++grant)
        arrivals.push_back(grant->arrival);
    std::ranges::sort(arrivals);
    std::vector<PlacedGrant> last;
    for (auto grant = begin; grant != grants.end(); ++grant) {
        const auto place = std::ranges::lower_bound(arrivals, grant->arrival) - arrivals.begin();
        last.push_back(
            {grant->contender, static_cast<std::size_t>(place) + 1, grant->shares, grant->overtook});
    }
    return last;
}

bool hasOrder(const Contender& contender) {
    const BlockRule rule = dialectInfo(dialectInfo(contender.parsed.dialect).queue).rule;
    return rule == BlockRule::Exclusive || rule == BlockRule::ReadersShare;
}

bool isSharing(const Contender& contender) {
    return contender.parsed.mode == LockMode::Read;
}

/// Who holds exclusively, in the order of grants.
class ExclusiveHolds {
public:
    void take(const Turn& turn) {
        if (!isSharing(*turn.contender)) m_leftAt[turn.session] = turn.leftAtUnixMs;
    }
    /// It had the lock when it was granted it once more.
    bool hadIt(const Turn& turn) const {
        if (!isSharing(*turn.contender) || turn.session == SessionId::None) return false;
        const auto found = m_leftAt.find(turn.session);
        if (found == m_leftAt.end()) return false;
        return !found->second || *found->second > turn.granted->notAfterUnixMs;
    }

private:
    std::unordered_map<SessionId, std::optional<std::int64_t>> m_leftAt;  ///< empty: it has not left
};

SeenGrant seenGrant(const Turn& turn) {
    const Contender& contender = *turn.contender;
    return {.contender = contender.name,
            .arrival = contender.stat ? contender.stat->czxid : Zxid::None,
            .shares = isSharing(contender),
            .queue = static_cast<std::size_t>(dialectInfo(contender.parsed.dialect).queue),
            .moment = turn.granted->notAfterUnixMs,
            .overtook = turn.overtook};
}

/// By the moment of the grant, then by arrival: those granted together have no other order.
std::vector<const Turn*> grantedTurns(const LockPast& past) {
    std::vector<const Turn*> granted;
    if (past.kind == DirectoryKind::Semaphore) return granted;
    for (const Turn& turn : past.turns)
        if (turn.granted && hasOrder(*turn.contender)) granted.push_back(&turn);
    const auto place = [](const Turn* turn) {
        const auto& stat = turn->contender->stat;
        return std::pair(turn->granted->notAfterUnixMs, stat ? stat->czxid : Zxid::None);
    };
    if (!std::ranges::is_sorted(granted, {}, place)) std::ranges::stable_sort(granted, {}, place);
    return granted;
}

/// Grants without an order of waiting, and those that may have come unseen.
void countUnknown(GrantOrder& order, const LockPast& past, const std::optional<TimeSpan>& span) {
    const auto isWithin = [&](std::int64_t unixMs) { return !span || span->contains(unixMs); };
    const bool hasLeases = past.kind == DirectoryKind::Semaphore;
    for (const Turn& turn : past.turns) {
        if (hasLeases || !hasOrder(*turn.contender)) {
            order.withoutOrder += turn.granted && isWithin(turn.granted->notAfterUnixMs) ? 1U : 0U;
        } else if (turn.mayHaveHeld && turn.leftAtUnixMs && isWithin(*turn.leftAtUnixMs)) {
            ++order.notSeen;
        }
    }
    if (!hasLeases) order.notSeen += static_cast<std::size_t>((past.unseenChanges + 1) / 2);
}

}  // namespace

Fairness GrantOrder::fairness() const {
    if (overtaking > 0) return Fairness::Unfair;
    if (notSeen > 0 || withoutOrder > 0) return Fairness::NotKnown;
    return grants > 0 ? Fairness::Fair : Fairness::NoGrants;
}

GrantOrder grantOrder(std::vector<SeenGrant> grants) {
    GrantOrder order;
    order.notSeen = std::erase_if(grants, [](const SeenGrant& grant) { return grant.arrival == Zxid::None; });
    markOvertaking(grants);
    order.grants = grants.size();
    order.overtaking = static_cast<std::size_t>(std::ranges::count_if(grants, &SeenGrant::overtook));
    order.last = lastOf(grants);
    return order;
}

GrantOrder grantOrder(const LockPast& past, const std::optional<TimeSpan>& span) {
    if (past.kind == DirectoryKind::Election) return {};
    std::vector<SeenGrant> grants;
    ExclusiveHolds holds;
    for (const Turn* turn : grantedTurns(past)) {
        const bool heldFromTheStart = turn->beganBefore && !turn->granted->notBeforeUnixMs;
        const bool isWithin = !span || span->contains(turn->granted->notAfterUnixMs);
        if (!heldFromTheStart && isWithin && !holds.hadIt(*turn)) grants.push_back(seenGrant(*turn));
        holds.take(*turn);
    }
    GrantOrder order = grantOrder(std::move(grants));
    countUnknown(order, past, span);
    return order;
}

}  // namespace lockcore
