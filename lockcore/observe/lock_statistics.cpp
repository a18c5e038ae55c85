// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/lock_statistics.h>

#include <iterator>
#include <unordered_map>
#include <utility>

namespace lockcore {
namespace {

using std::chrono::milliseconds;

SessionId sessionOf(const Turn& turn) {
    const auto& stat = turn.contender->stat;
    return stat ? stat->ephemeralOwner : SessionId::None;
}

/// Held already when the lock was first read, so that its grant is not known.
bool heldFromTheStart(const Turn& turn) {
    return turn.beganBefore && turn.granted && !turn.granted->notBeforeUnixMs;
}

/// What was seen, cut to what was asked for.
TimeSpan seenSpan(const LockPast& past, std::int64_t nowUnixMs, const std::optional<TimeSpan>& wanted) {
    TimeSpan seen{past.watchedFromUnixMs, std::max(nowUnixMs, past.lastReadUnixMs)};
    if (!past.unseen.empty() && !past.unseen.back().toUnixMs) seen.toUnixMs = past.unseen.back().fromUnixMs;
    if (wanted) {
        seen.fromUnixMs = std::max(seen.fromUnixMs, wanted->fromUnixMs);
        seen.toUnixMs = std::min(seen.toUnixMs, wanted->toUnixMs);
    }
    seen.toUnixMs = std::max(seen.toUnixMs, seen.fromUnixMs);
    return seen;
}

milliseconds unseenWithin(const LockPast& past, const TimeSpan& span) {
    std::int64_t total = 0;
    for (const UnseenSpan& unseen : past.unseen) {
        const std::int64_t from = std::max(unseen.fromUnixMs, span.fromUnixMs);
        const std::int64_t to = std::min(unseen.toUnixMs.value_or(span.toUnixMs), span.toUnixMs);
        total += std::max<std::int64_t>(0, to - from);
    }
    return milliseconds(total);
}

KnownDuration between(std::int64_t leastMs, std::int64_t mostMs) {
    const milliseconds least(std::max<std::int64_t>(0, leastMs));
    // Two clocks may contradict each other.
    return {least, std::max(least, milliseconds(mostMs))};
}

/// Of one whose grant was seen.
std::optional<KnownDuration> waitOf(const Turn& turn) {
    if (turn.beganBefore && !turn.queuedAtUnixMs) return std::nullopt;
    const std::int64_t queued = turn.queuedAtUnixMs.value_or(turn.firstSeenUnixMs);
    const Takeover& granted = *turn.granted;
    return between(granted.notBeforeUnixMs.value_or(queued) - queued, granted.notAfterUnixMs - queued);
}

std::optional<KnownDuration> holdOf(const Turn& turn) {
    if (heldFromTheStart(turn)) return std::nullopt;
    return heldFor(turn);
}

void add(DurationStatistics& durations, const std::optional<KnownDuration>& duration) {
    if (duration)
        durations.known.push_back(*duration);
    else
        ++durations.unknown;
}

void rank(DurationStatistics& durations) {
    if (durations.known.empty()) return;
    std::vector<milliseconds> least;
    std::vector<milliseconds> most;
    least.reserve(durations.known.size());
    most.reserve(durations.known.size());
    for (const KnownDuration& duration : durations.known) {
        least.push_back(duration.least);
        most.push_back(*duration.most);
    }
    // Most of them are exact, so that half of the work is seldom needed.
    const bool areExact = least == most;
    const auto at = [&](double fraction) {
        const milliseconds lower = percentile(least, fraction);
        return KnownDuration{lower, areExact ? lower : percentile(most, fraction)};
    };
    durations.max = at(1.0);
    durations.p95 = at(0.95);
    durations.median = at(0.5);
}

template <class Name>
void rank(GrantShares<Name>& shares) {
    std::vector<std::uint64_t> grants;
    for (const auto& [name, count] : shares.grants)
        grants.push_back(count);
    shares.jain = jainIndex(grants);
}

std::string hostOf(SessionId session, const StatisticsSources& sources) {
    if (!sources.hosts) return {};
    const auto found = sources.hosts->find(session);
    return found == sources.hosts->end() ? std::string() : found->second;
}

/// Grants of each that was there in the span, with or without one in it. Hashed: turns are many.
using SessionGrants = std::unordered_map<SessionId, std::uint64_t>;

void share(LockStatistics& statistics, const SessionGrants& grantsOf, const StatisticsSources& sources) {
    for (const auto& [session, grants] : grantsOf) {
        if (session == SessionId::None)
            statistics.bySession.unknown += grants;
        else
            statistics.bySession.grants.emplace(session, grants);
        const std::string host = hostOf(session, sources);
        if (host.empty())
            statistics.byHost.unknown += grants;
        else
            statistics.byHost.grants[host] += grants;
    }
    rank(statistics.bySession);
    rank(statistics.byHost);
}

/// By the order of grants: how often the lock went to another session.
std::size_t transitionsWithin(const LockPast& past, const TimeSpan& span) {
    std::vector<const Turn*> granted;
    for (const Turn& turn : past.turns)
        if (turn.granted) granted.push_back(&turn);
    const auto grantedAt = [](const Turn* turn) { return turn->granted->notAfterUnixMs; };
    // Turns are in the order of arrival, which is that of grants for all but readers and leases.
    if (!std::ranges::is_sorted(granted, {}, grantedAt)) std::ranges::stable_sort(granted, {}, grantedAt);
    std::size_t transitions = 0;
    for (std::size_t i = 1; i < granted.size(); ++i) {
        if (!span.contains(grantedAt(granted[i])) || heldFromTheStart(*granted[i])) continue;
        if (sessionOf(*granted[i]) != sessionOf(*granted[i - 1])) ++transitions;
    }
    return transitions;
}

void countTurn(LockStatistics& statistics, SessionGrants& grantsOf, const Turn& turn) {
    const TimeSpan& span = statistics.span;
    if (!turn.beganBefore && span.contains(turn.firstSeenUnixMs)) ++statistics.arrivals;
    const bool isGrant =
        turn.granted && !heldFromTheStart(turn) && span.contains(turn.granted->notAfterUnixMs);
    if (isGrant) {
        ++statistics.grants;
        statistics.inversions += turn.overtook ? 1U : 0U;
        add(statistics.waits, waitOf(turn));
    }
    const std::int64_t end = turn.leftAtUnixMs.value_or(span.toUnixMs);
    const bool wasThere = turn.firstSeenUnixMs <= span.toUnixMs && end >= span.fromUnixMs;
    // A holder that nobody saw waiting had its grant before: it competed for none.
    if (isGrant || (wasThere && !heldFromTheStart(turn))) grantsOf[sessionOf(turn)] += isGrant ? 1 : 0;
    if (!turn.leftAtUnixMs || !span.contains(*turn.leftAtUnixMs)) return;
    if (turn.granted) {
        add(statistics.holds, holdOf(turn));
        ++statistics.holdEnds.at(static_cast<std::size_t>(turn.end ? turn.end->kind : EndKind::Unknown));
    } else {
        ++(turn.mayHaveHeld ? statistics.unclearEnds : statistics.giveUps);
    }
}

std::vector<QueueLength> lengthsWithin(const LockPast& past, const TimeSpan& span) {
    const auto after = std::ranges::upper_bound(past.lengths, span.fromUnixMs, {}, &QueueLength::atUnixMs);
    const auto end = std::ranges::upper_bound(past.lengths, span.toUnixMs, {}, &QueueLength::atUnixMs);
    std::vector<QueueLength> lengths;
    if (after != past.lengths.begin()) {
        lengths.push_back(*std::prev(after));
        lengths.back().atUnixMs = span.fromUnixMs;
    }
    for (auto length = after; length < end; ++length)
        lengths.push_back(*length);
    if (!lengths.empty()) {
        lengths.push_back(lengths.back());
        lengths.back().atUnixMs = span.toUnixMs;
    }
    return lengths;
}

}  // namespace

double jainIndex(const std::vector<std::uint64_t>& shares) {
    double sum = 0;
    double sumOfSquares = 0;
    for (const std::uint64_t share : shares) {
        const auto value = static_cast<double>(share);
        sum += value;
        sumOfSquares += value * value;
    }
    if (sumOfSquares == 0) return 1.0;
    return sum * sum / (static_cast<double>(shares.size()) * sumOfSquares);
}

LockStatistics lockStatistics(const LockPast& past, const StatisticsSources& sources, std::int64_t nowUnixMs,
                              const std::optional<TimeSpan>& span) {
    LockStatistics statistics;
    statistics.span = seenSpan(past, nowUnixMs, span);
    statistics.unseen = unseenWithin(past, statistics.span);
    statistics.unseenChanges = past.unseenChanges;
    statistics.forgotten = past.forgotten;
    if (sources.requests) statistics.requests = requestRate(*sources.requests, statistics.span);
    SessionGrants grantsOf;
    // Who stands by waits for nothing, and a leader keeps nobody from its share.
    if (past.kind != DirectoryKind::Election)
        for (const Turn& turn : past.turns)
            countTurn(statistics, grantsOf, turn);
    statistics.order = grantOrder(past, statistics.span);
    share(statistics, grantsOf, sources);
    const std::int64_t ms = statistics.span.toUnixMs - statistics.span.fromUnixMs;
    if (ms >= 1000)
        statistics.grantsPerSecond =
            static_cast<double>(statistics.grants) * 1000.0 / static_cast<double>(ms);
    rank(statistics.waits);
    rank(statistics.holds);
    statistics.transitions = transitionsWithin(past, statistics.span);
    statistics.lengths = lengthsWithin(past, statistics.span);
    for (const QueueLength& length : statistics.lengths)
        statistics.longestQueue = std::max(statistics.longestQueue, length.waiters);
    return statistics;
}

}  // namespace lockcore
