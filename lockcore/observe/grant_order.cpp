// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/grant_order.h>

#include <algorithm>
#include <limits>
#include <map>
#include <span>
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
        if (grant.arrival == Zxid::None) return;
        any = std::min(any, grant.arrival);
        if (!grant.shares) writer = std::min(writer, grant.arrival);
    }
};

/// Grants of one state, all those before `end`.
std::span<SeenGrant> lastTogether(std::vector<SeenGrant>& grants, std::size_t end) {
    std::size_t begin = end - 1;
    while (begin > 0 && grants[begin - 1].grantedIn == grants[end - 1].grantedIn)
        --begin;
    return std::span(grants).subspan(begin, end - begin);
}

/// From the last grant to the first, those of one state at once.
void markOvertaking(std::vector<SeenGrant>& grants) {
    std::map<std::size_t, EarliestBehind> behind;
    for (std::size_t end = grants.size(); end > 0;) {
        const std::span<SeenGrant> together = lastTogether(grants, end);
        for (SeenGrant& grant : together)
            grant.overtook = grant.overtook || behind[grant.queue].isBefore(grant);
        for (const SeenGrant& grant : together)
            behind[grant.queue].take(grant);
        end -= together.size();
    }
}

/// How many of those of one state exclude another of them.
std::size_t withoutOrderAmong(std::span<const SeenGrant> together) {
    if (together.size() < 2) return 0;
    struct Count {
        std::size_t all = 0;
        std::size_t writers = 0;
    };
    std::map<std::size_t, Count> counts;  // by queue
    for (const SeenGrant& grant : together) {
        ++counts[grant.queue].all;
        counts[grant.queue].writers += grant.shares ? 0U : 1U;
    }
    std::size_t excluding = 0;
    for (const auto& [queue, count] : counts)
        if (count.all > 1 && count.writers > 0) excluding += count.all;
    return excluding;
}

std::size_t countTogether(std::vector<SeenGrant>& grants) {
    std::size_t count = 0;
    for (std::size_t end = grants.size(); end > 0;) {
        const std::span<const SeenGrant> together = lastTogether(grants, end);
        count += withoutOrderAmong(together);
        end -= together.size();
    }
    return count;
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
        if (!isSharing(*turn.contender)) m_last[turn.session] = &turn;
    }
    /// It had the lock when it was granted it once more. A write lock that is turned into a read lock may be
    /// gone when that is first seen: both have one number.
    bool hadIt(const Turn& turn) const {
        if (!isSharing(*turn.contender) || turn.session == SessionId::None) return false;
        const auto found = m_last.find(turn.session);
        if (found == m_last.end()) return false;
        const Turn& held = *found->second;
        if (!held.leftAtUnixMs || held.leftIn > turn.grantedIn) return true;
        return held.leftIn == turn.grantedIn &&
               held.contender->parsed.sequence == turn.contender->parsed.sequence;
    }

private:
    std::unordered_map<SessionId, const Turn*> m_last;  ///< of each session
};

SeenGrant seenGrant(const Turn& turn) {
    const Contender& contender = *turn.contender;
    return {.contender = contender.name,
            .arrival = contender.stat ? contender.stat->czxid : Zxid::None,
            .shares = isSharing(contender),
            .queue = static_cast<std::size_t>(dialectInfo(contender.parsed.dialect).queue),
            .grantedIn = turn.grantedIn,
            .overtook = turn.overtook};
}

/// By the state that shows the grant, then by arrival.
std::vector<const Turn*> grantedTurns(const LockPast& past) {
    std::vector<const Turn*> granted;
    if (past.kind == DirectoryKind::Semaphore) return granted;
    for (const Turn& turn : past.turns)
        if (turn.granted && hasOrder(*turn.contender)) granted.push_back(&turn);
    const auto place = [](const Turn* turn) {
        const auto& stat = turn->contender->stat;
        return std::pair(turn->grantedIn, stat ? stat->czxid : Zxid::None);
    };
    if (!std::ranges::is_sorted(granted, {}, place)) std::ranges::stable_sort(granted, {}, place);
    return granted;
}

/// Of what was seen to be granted all that may be compared, in order.
std::vector<const Turn*> comparedTurns(const LockPast& past) {
    ExclusiveHolds holds;
    std::vector<const Turn*> turns;
    for (const Turn* turn : grantedTurns(past)) {
        if (isSeenGrant(*turn) && !holds.hadIt(*turn)) turns.push_back(turn);
        holds.take(*turn);
    }
    return turns;
}

/// The grants that the verdict is of, in their order.
struct ChosenGrants {
    std::vector<SeenGrant> grants = {};
    std::size_t notKept = 0;
};

/// Chosen once all are compared: whom one has overtaken may be granted after the span.
ChosenGrants chosenGrants(const LockPast& past, const std::optional<TimeSpan>& span) {
    const std::vector<const Turn*> turns = comparedTurns(past);
    std::vector<SeenGrant> grants;
    grants.reserve(turns.size());
    for (const Turn* turn : turns)
        grants.push_back(seenGrant(*turn));
    markOvertaking(grants);
    ChosenGrants chosen;
    const ForgottenGrants& forgotten = past.forgottenGrants;
    if (!span || span->fromUnixMs <= forgotten.lastAtUnixMs) chosen.notKept = forgotten.count;
    for (std::size_t i = 0; i < turns.size(); ++i) {
        if (!isWithin(span, turns[i]->granted->notAfterUnixMs)) continue;
        if (turns[i]->grantedIn > forgotten.lastIn)
            chosen.grants.push_back(std::move(grants[i]));
        else
            ++chosen.notKept;
    }
    return chosen;
}

/// Grants without an order of waiting, and those that may have come unseen.
void countUnknown(GrantOrder& order, const LockPast& past, const std::optional<TimeSpan>& span) {
    const bool hasLeases = past.kind == DirectoryKind::Semaphore;
    for (const Turn& turn : past.turns) {
        if (hasLeases || !hasOrder(*turn.contender)) {
            order.withoutOrder += turn.granted && isWithin(span, turn.granted->notAfterUnixMs) ? 1U : 0U;
        } else if (turn.mayHaveHeld && turn.leftIn > past.forgottenGrants.lastIn) {
            order.notSeen += isWithin(span, *turn.leftAtUnixMs) ? 1U : 0U;
        }
    }
}

/// Changes that nobody saw, as far as the verdict is of their time: by states, and by the clock where a span
/// of time was chosen.
void countUnseen(GrantOrder& order, const LockPast& past, const std::optional<TimeSpan>& span,
                 std::uint64_t firstGrantIn, std::uint64_t lastGrantIn) {
    MissedChanges all;
    for (const MissedChanges& missed : past.missed) {
        if (missed.until <= past.forgottenGrants.lastIn) continue;
        const bool isBetween = missed.until > firstGrantIn && missed.after < lastGrantIn;
        if (span && !isBetween && !missed.reaches(*span)) continue;
        all.add(missed);
    }
    order.unseenChanges = all.count;
    order.mayBeMoreUnseen = all.mayBeMore;
}

}  // namespace

Fairness GrantOrder::fairness() const {
    if (overtaking > 0) return Fairness::Unfair;
    const bool isAllSeen = notSeen == 0 && unseenChanges == 0 && !mayBeMoreUnseen;
    if (!isAllSeen || withoutOrder > 0 || together > 0) return Fairness::NotKnown;
    if (grants == 0 && notKept > 0) return Fairness::NotKnown;
    return grants > 0 ? Fairness::Fair : Fairness::NoGrants;
}

GrantOrder grantOrder(std::vector<SeenGrant> grants) {
    GrantOrder order;
    order.notSeen = std::erase_if(grants, [](const SeenGrant& grant) { return grant.arrival == Zxid::None; });
    markOvertaking(grants);
    order.grants = grants.size();
    order.together = countTogether(grants);
    order.overtaking = static_cast<std::size_t>(std::ranges::count_if(grants, &SeenGrant::overtook));
    order.last = lastOf(grants);
    return order;
}

GrantOrder grantOrder(const LockPast& past, const std::optional<TimeSpan>& span) {
    if (past.kind == DirectoryKind::Election) return {};
    ChosenGrants chosen = chosenGrants(past, span);
    const std::uint64_t first = chosen.grants.empty() ? 0 : chosen.grants.front().grantedIn;
    const std::uint64_t last = chosen.grants.empty() ? 0 : chosen.grants.back().grantedIn;
    GrantOrder order = grantOrder(std::move(chosen.grants));
    order.notKept = chosen.notKept;
    order.isOfSpan = span.has_value();
    countUnknown(order, past, span);
    countUnseen(order, past, span, first, last);
    return order;
}

}  // namespace lockcore
