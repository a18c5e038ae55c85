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

/// Between two looks at a lock that is watched, with room for a slow answer.
constexpr std::int64_t kUsualLookMs = 2'000;

/// Since it was first seen, cut to what was asked for.
TimeSpan seenSpan(const LockPast& past, std::int64_t nowUnixMs, const std::optional<TimeSpan>& wanted) {
    TimeSpan seen{past.watchedFromUnixMs, std::max(nowUnixMs, past.lastReadUnixMs)};
    if (wanted) {
        seen.fromUnixMs = std::max(seen.fromUnixMs, wanted->fromUnixMs);
        seen.toUnixMs = std::min(seen.toUnixMs, wanted->toUnixMs);
    }
    seen.toUnixMs = std::max(seen.toUnixMs, seen.fromUnixMs);
    return seen;
}

/// Who waits beside a semaphore is looked for with each check of the cluster only.
bool isLookedForLater(const Turn& turn) {
    return turn.contender->name.starts_with('/');
}

/// Where the looks before and after a change lie far apart, as of a process that stood still, nobody saw what
/// was in between.
void addLateLooks(const LockPast& past, std::vector<TimeSpan>& spans) {
    if (past.clockWentBack) return;
    const auto add = [&](const std::optional<std::int64_t>& from, const std::optional<std::int64_t>& to) {
        if (from && to && *to - *from > kUsualLookMs) spans.push_back({*from, *to});
    };
    for (const Turn& turn : past.turns) {
        if (isLookedForLater(turn)) continue;
        if (turn.granted) add(turn.granted->notBeforeUnixMs, turn.granted->notAfterUnixMs);
        add(turn.leftNotBeforeUnixMs, turn.leftAtUnixMs);
    }
}

/// In order, without overlaps.
std::vector<TimeSpan> unseenWithin(const LockPast& past, const TimeSpan& span) {
    std::vector<TimeSpan> spans;
    for (const UnseenSpan& unseen : past.unseen)
        spans.push_back({unseen.fromUnixMs, unseen.toUnixMs.value_or(span.toUnixMs)});
    addLateLooks(past, spans);
    std::ranges::sort(spans, {}, &TimeSpan::fromUnixMs);
    std::vector<TimeSpan> merged;
    for (const TimeSpan& each : spans) {
        const TimeSpan cut{std::max(each.fromUnixMs, span.fromUnixMs),
                           std::min(each.toUnixMs, span.toUnixMs)};
        if (cut.toUnixMs <= cut.fromUnixMs) continue;
        if (!merged.empty() && cut.fromUnixMs <= merged.back().toUnixMs)
            merged.back().toUnixMs = std::max(merged.back().toUnixMs, cut.toUnixMs);
        else
            merged.push_back(cut);
    }
    return merged;
}

milliseconds totalOf(const std::vector<TimeSpan>& spans) {
    milliseconds length(0);
    for (const TimeSpan& span : spans)
        length += milliseconds(span.toUnixMs - span.fromUnixMs);
    return length;
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
    if (!isSeenGrant(turn)) return std::nullopt;
    const KnownDuration held = heldFor(turn);
    return held.most ? std::optional(held) : std::nullopt;
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
    // Half of the work is not needed where all are exact.
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
std::size_t transitionsWithin(const LockPast& past, const std::optional<TimeSpan>& span) {
    std::vector<const Turn*> granted;
    for (const Turn& turn : past.turns)
        if (turn.granted) granted.push_back(&turn);
    const auto grantedIn = [](const Turn* turn) { return turn->grantedIn; };
    // Turns are in the order of arrival, which is that of grants for all but readers and leases.
    if (!std::ranges::is_sorted(granted, {}, grantedIn)) std::ranges::stable_sort(granted, {}, grantedIn);
    std::size_t transitions = 0;
    for (std::size_t i = 1; i < granted.size(); ++i) {
        if (!isSeenGrant(*granted[i]) || !isWithin(span, granted[i]->granted->notAfterUnixMs)) continue;
        if (sessionOf(*granted[i]) != sessionOf(*granted[i - 1])) ++transitions;
    }
    return transitions;
}

/// Counts turn by turn, in a span of time or in all.
struct TurnCount {
    LockStatistics& statistics;
    const std::optional<TimeSpan>& span;
    SessionGrants grantsOf = {};

    void take(const Turn& turn);
    void takeEnd(const Turn& turn);
    bool wasThere(const Turn& turn) const {
        if (!span) return true;
        const std::int64_t end = turn.leftAtUnixMs.value_or(span->toUnixMs);
        return turn.firstSeenUnixMs <= span->toUnixMs && end >= span->fromUnixMs;
    }
};

void TurnCount::take(const Turn& turn) {
    if (!turn.beganBefore && isWithin(span, turn.firstSeenUnixMs)) ++statistics.arrivals;
    const bool isGrant = isSeenGrant(turn) && isWithin(span, turn.granted->notAfterUnixMs);
    if (isGrant) {
        ++statistics.grants;
        statistics.inversions += turn.overtook ? 1U : 0U;
        add(statistics.waits, waitOf(turn));
    }
    // A holder that nobody saw waiting had its grant before: it competed for none.
    const bool competed = wasThere(turn) && !turn.inDoubt && (!turn.granted || isSeenGrant(turn));
    if (isGrant || competed) grantsOf[sessionOf(turn)] += isGrant ? 1 : 0;
    if (turn.leftAtUnixMs && isWithin(span, *turn.leftAtUnixMs)) takeEnd(turn);
}

void TurnCount::takeEnd(const Turn& turn) {
    if (turn.granted) {
        add(statistics.holds, holdOf(turn));
        ++statistics.holdEnds.at(static_cast<std::size_t>(turn.end ? turn.end->kind : EndKind::Unknown));
    } else {
        ++(turn.mayHaveHeld ? statistics.unclearEnds : statistics.giveUps);
    }
}

/// Whether it was told within those, or as one ended: of spans in order.
bool isToldLate(const std::vector<TimeSpan>& unseen, std::int64_t unixMs) {
    const auto last = std::ranges::lower_bound(unseen, unixMs, {}, &TimeSpan::toUnixMs);
    return last != unseen.end() && last->fromUnixMs < unixMs;
}

/// Of the time since which all grants are kept, as far as the lock was watched: neither that time counts in
/// which nothing was seen, nor what happened in it.
std::optional<double> grantsPerSecond(const LockPast& past, const LockStatistics& statistics) {
    if (past.clockWentBack) return std::nullopt;
    TimeSpan span = statistics.span;
    if (past.forgotten > 0) span.fromUnixMs = std::max(span.fromUnixMs, past.forgottenGrants.lastAtUnixMs);
    const std::vector<TimeSpan> unseen = unseenWithin(past, span);
    const std::int64_t ms = span.toUnixMs - span.fromUnixMs - totalOf(unseen).count();
    if (ms < 1000) return std::nullopt;
    if (statistics.grants == 0) return 0.0;
    const auto grants = std::ranges::count_if(past.turns, [&](const Turn& turn) {
        if (!isSeenGrant(turn)) return false;
        const std::int64_t granted = turn.granted->notAfterUnixMs;
        return turn.grantedIn > past.forgottenGrants.lastIn && span.contains(granted) &&
               !isToldLate(unseen, granted);
    });
    return static_cast<double>(grants) * 1000.0 / static_cast<double>(ms);
}

/// How much of it rests on what was not seen, or is not kept.
void takeGaps(LockStatistics& statistics, const LockPast& past, const std::optional<TimeSpan>& span) {
    MissedChanges all;
    for (const MissedChanges& missed : past.missed)
        if (!span || missed.reaches(*span)) all.add(missed);
    statistics.unseenChanges = all.count;
    statistics.mayBeMoreUnseen = all.mayBeMore;
    statistics.unseenSpans = unseenWithin(past, statistics.span);
    statistics.unseen = totalOf(statistics.unseenSpans);
    statistics.forgotten = past.forgotten;
    statistics.forgottenGrants = past.forgottenGrants.count;
    statistics.clockWentBack = past.clockWentBack;
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

/// How many there were while nothing was seen is not known, whatever was found out later of some of them.
void leaveOutUnseen(const std::vector<TimeSpan>& unseen, std::vector<QueueLength>& lengths) {
    for (const TimeSpan& span : unseen) {
        const auto first = std::ranges::upper_bound(lengths, span.fromUnixMs, {}, &QueueLength::atUnixMs);
        const auto last = std::ranges::lower_bound(lengths, span.toUnixMs, {}, &QueueLength::atUnixMs);
        if (first >= last) continue;
        const bool isToldAtEnd = last != lengths.end() && last->atUnixMs == span.toUnixMs;
        const auto kept = isToldAtEnd ? last : std::prev(last);
        if (!isToldAtEnd) kept->atUnixMs = span.toUnixMs;
        lengths.erase(first, kept);
    }
}

/// What was so at the begin of a span that begins unseen was so before.
std::size_t longestOf(const LockStatistics& statistics, std::int64_t watchedFromUnixMs) {
    const std::int64_t from = statistics.span.fromUnixMs;
    const auto& unseen = statistics.unseenSpans;
    const bool isBeginUnseen =
        !unseen.empty() && unseen.front().fromUnixMs == from && from > watchedFromUnixMs;
    std::size_t longest = 0;
    for (const QueueLength& length : statistics.lengths) {
        const bool isKnown = !isBeginUnseen || (length.atUnixMs >= unseen.front().toUnixMs &&
                                                unseen.front().toUnixMs < statistics.span.toUnixMs);
        if (isKnown) longest = std::max(longest, length.waiters);
    }
    return longest;
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
    takeGaps(statistics, past, span);
    // Counts of a clock that was set back can't be searched by time, nor do they tell a rate.
    if (sources.requests && !past.clockWentBack)
        statistics.requests = requestRate(*sources.requests, statistics.span);
    TurnCount count{statistics, span};
    // Who stands by waits for nothing, and a leader keeps nobody from its share.
    if (past.kind != DirectoryKind::Election)
        for (const Turn& turn : past.turns)
            count.take(turn);
    statistics.order = grantOrder(past, span);
    share(statistics, count.grantsOf, sources);
    statistics.grantsPerSecond = grantsPerSecond(past, statistics);
    rank(statistics.waits);
    rank(statistics.holds);
    statistics.transitions = transitionsWithin(past, span);
    // Those of a clock that was set back can't be searched by time.
    const bool areAll = past.clockWentBack && !span;
    statistics.lengths =
        areAll ? std::vector(past.lengths.begin(), past.lengths.end()) : lengthsWithin(past, statistics.span);
    if (!past.clockWentBack) leaveOutUnseen(statistics.unseenSpans, statistics.lengths);
    statistics.longestQueue = longestOf(statistics, past.watchedFromUnixMs);
    return statistics;
}

}  // namespace lockcore
