// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "standstill.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

namespace lockcore {
namespace {

using std::chrono::milliseconds;

KnownDuration between(const MomentBounds& from, const MomentBounds& to) {
    KnownDuration duration;
    const std::int64_t end = to.notBeforeUnixMs.value_or(from.notAfterUnixMs);
    duration.least = milliseconds(std::max<std::int64_t>(0, end - from.notAfterUnixMs));
    if (from.notBeforeUnixMs)
        duration.most = std::max(duration.least, milliseconds(to.notAfterUnixMs - *from.notBeforeUnixMs));
    return duration;
}

MomentBounds grantOf(const Turn& turn) {
    const MomentBounds came = arrivalOf(turn);
    const auto& before = turn.granted->notBeforeUnixMs;
    return {before ? before : came.notBeforeUnixMs, turn.granted->notAfterUnixMs};
}

MomentBounds leavingOf(const Turn& turn) {
    return {turn.leftNotBeforeUnixMs ? turn.leftNotBeforeUnixMs : turn.leftAtUnixMs, *turn.leftAtUnixMs};
}

/// Of one whose run ended: what the next run's begin tells is not when it left.
MomentBounds lastSightOf(const Turn& turn) {
    return exactly(turn.leftNotBeforeUnixMs.value_or(*turn.leftAtUnixMs));
}

/// From then until its end, or as far as it was seen.
KnownDuration untilItsEnd(const MomentBounds& from, const RecordedTurn& turn, std::int64_t seenUntilUnixMs) {
    if (!turn.turn.leftAtUnixMs) return between(from, exactly(seenUntilUnixMs));
    if (!turn.wasCutOff) return between(from, leavingOf(turn.turn));
    // It left at some time before its lock was read again, by the next run.
    const MomentBounds seen = lastSightOf(turn.turn);
    const std::int64_t gone =
        std::max(turn.nextReadUnixMs.value_or(seen.notAfterUnixMs), seen.notAfterUnixMs);
    KnownDuration duration = between(from, {seen.notBeforeUnixMs, gone});
    if (!turn.nextReadUnixMs) duration.most.reset();
    return duration;
}

/// False for who held as soon as it was there.
bool isWaiterAtFirst(const Turn& turn) {
    return !turn.granted || turn.granted->notAfterUnixMs > turn.firstSeenUnixMs;
}

/// What a lock's turns do to whether it stands still, in the order in which things of one time count.
enum class StepKind { Waits, Granted, MayHold, GivesUp, LostSight };

struct StandstillStep {
    StepKind kind = StepKind::Waits;
    MomentBounds at;
    bool endsWaiting = false;
};

void addStandstillSteps(const RecordedTurn& recorded, std::vector<StandstillStep>& steps) {
    const Turn& turn = recorded.turn;
    const bool waits = isWaiterAtFirst(turn);
    if (waits) steps.push_back({StepKind::Waits, arrivalOf(turn)});
    if (turn.granted)
        steps.push_back({recorded.grantIsSure ? StepKind::Granted : StepKind::MayHold, grantOf(turn), waits});
    else if (turn.leftAtUnixMs && recorded.wasCutOff)
        steps.push_back({StepKind::LostSight, lastSightOf(turn), true});
    else if (turn.leftAtUnixMs)
        steps.push_back({StepKind::GivesUp, leavingOf(turn), true});
}

/// One pass over what happened, which remembers who waits and since when nothing has moved.
class StandstillScan {
public:
    void take(const StandstillStep& step) {
        // Whether nothing has moved is not known any more where somebody may have been granted it.
        const bool isProgress = step.kind == StepKind::Granted || step.kind == StepKind::MayHold;
        if (step.kind == StepKind::Waits && ++m_waiting == 1) m_since = step.at;
        if (step.endsWaiting && m_waiting > 0) --m_waiting;
        if (!m_since || step.kind == StepKind::Waits || (!isProgress && m_waiting > 0)) return;
        if (step.kind == StepKind::LostSight || step.kind == StepKind::MayHold)
            end(std::nullopt, step.at.notAfterUnixMs);
        else
            end(step.at, step.at.notAfterUnixMs);
        if (m_waiting > 0) m_since = step.at;
    }

    std::vector<Standstill> finish(std::int64_t seenUntilUnixMs) {
        if (m_since) end(std::nullopt, seenUntilUnixMs);
        return std::move(m_all);
    }

private:
    void end(const std::optional<MomentBounds>& until, std::int64_t seenUntilUnixMs) {
        m_all.push_back({*m_since, until, seenUntilUnixMs});
        m_since.reset();
    }

    std::size_t m_waiting = 0;
    std::optional<MomentBounds> m_since;
    std::vector<Standstill> m_all;
};

/// One that was there when a run ended, and is there still when the next one begins.
void joinTurn(RecordedTurn& first, const RecordedTurn& next) {
    const std::int64_t lostUnixMs =
        first.turn.leftAtUnixMs ? lastSightOf(first.turn).notAfterUnixMs : next.turn.firstSeenUnixMs;
    if (!first.turn.granted && next.turn.granted) {
        first.turn.granted = next.turn.granted;
        if (!first.turn.granted->notBeforeUnixMs) first.turn.granted->notBeforeUnixMs = lostUnixMs;
        first.grantIsSure = next.grantIsSure;
    }
    first.turn.leftAtUnixMs = next.turn.leftAtUnixMs;
    first.turn.leftNotBeforeUnixMs = next.turn.leftNotBeforeUnixMs;
    first.turn.end = next.turn.end;
    first.turn.mayHaveHeld = next.turn.mayHaveHeld;
    first.turn.overtook = first.turn.overtook || next.turn.overtook;
    first.wasCutOff = next.wasCutOff;
    first.nextReadUnixMs = next.nextReadUnixMs;
    first.endedBy = next.endedBy;
    first.run = next.run;
}

/// In the directory beside a semaphore's, where its clients wait for a permit.
bool standsBeside(const RecordedTurn& turn) {
    return turn.turn.contender->name.starts_with('/');
}

/// Permits by lock and session, and by when they came: of those that nobody is known to have got.
using Permits = std::map<std::pair<std::string, SessionId>, std::multimap<std::int64_t, std::size_t>>;

Permits permitsIn(const std::vector<RecordedTurn>& turns) {
    Permits permits;
    for (std::size_t i = 0; i < turns.size(); ++i) {
        const Turn& turn = turns[i].turn;
        if (turn.granted && turn.session != SessionId::None && !standsBeside(turns[i]))
            permits[{turns[i].lock, turn.session}].emplace(arrivalOf(turn).notAfterUnixMs, i);
    }
    return permits;
}

/// The one that it got is the newest of its session that came while it waited.
std::optional<std::size_t> takePermit(const RecordedTurn& waiter, Permits& permits) {
    const Turn& waits = waiter.turn;
    if (waits.granted || waiter.wasCutOff || !waits.leftAtUnixMs) return std::nullopt;
    const auto found = permits.find({waiter.lock, waits.session});
    if (found == permits.end()) return std::nullopt;
    const auto after = found->second.upper_bound(*waits.leftAtUnixMs);
    if (after == found->second.begin()) return std::nullopt;
    const auto newest = std::prev(after);
    if (newest->first < arrivalOf(waits).notAfterUnixMs) return std::nullopt;
    const std::size_t permit = newest->second;
    found->second.erase(newest);
    return permit;
}

/// From its arrival beside the semaphore to the end of its permit.
void joinPermit(RecordedTurn& waiter, const RecordedTurn& permit) {
    const MomentBounds granted = grantOf(permit.turn);
    Turn& turn = waiter.turn;
    turn.contender = permit.turn.contender;  // what it holds by, whose czxid is its fencing token
    turn.granted = Takeover{granted.notBeforeUnixMs, granted.notAfterUnixMs};
    turn.leftAtUnixMs = permit.turn.leftAtUnixMs;
    turn.leftNotBeforeUnixMs = permit.turn.leftNotBeforeUnixMs;
    turn.end = permit.turn.end;
    turn.mayHaveHeld = false;
    waiter.grantIsSure = permit.grantIsSure;
    waiter.wasCutOff = permit.wasCutOff;
    waiter.nextReadUnixMs = permit.nextReadUnixMs;
    turn.overtook = permit.turn.overtook;
    waiter.endedBy = permit.endedBy;
    waiter.run = permit.run;
}

}  // namespace

KnownDuration Standstill::lasted() const {
    return between(since, until.value_or(exactly(seenUntilUnixMs)));
}

bool Standstill::reaches(const TimeSpan& span) const {
    return since.notAfterUnixMs <= span.toUnixMs && seenUntilUnixMs >= span.fromUnixMs;
}

MomentBounds arrivalOf(const Turn& turn) {
    if (turn.queuedAtUnixMs) return exactly(*turn.queuedAtUnixMs);
    return {turn.absentAtUnixMs, turn.firstSeenUnixMs};
}

KnownDuration waitedUntil(const RecordedTurn& turn, std::int64_t seenUntilUnixMs) {
    const MomentBounds came = arrivalOf(turn.turn);
    if (turn.turn.granted) return between(came, grantOf(turn.turn));
    return untilItsEnd(came, turn, seenUntilUnixMs);
}

std::optional<KnownDuration> heldUntil(const RecordedTurn& turn, std::int64_t seenUntilUnixMs) {
    if (!turn.turn.granted) return std::nullopt;
    return untilItsEnd(grantOf(turn.turn), turn, seenUntilUnixMs);
}

bool heldIn(const RecordedTurn& turn, const Standstill& standstill) {
    const auto& granted = turn.turn.granted;
    if (!granted) return false;
    const bool isWhatEndedIt = standstill.until && granted->notAfterUnixMs >= standstill.seenUntilUnixMs;
    const bool wasGone = turn.turn.leftAtUnixMs && *turn.turn.leftAtUnixMs <= standstill.since.notAfterUnixMs;
    return granted->notAfterUnixMs <= standstill.seenUntilUnixMs && !isWhatEndedIt && !wasGone;
}

bool waitedIn(const RecordedTurn& turn, const Standstill& standstill) {
    if (!isWaiterAtFirst(turn.turn) || turn.turn.firstSeenUnixMs > standstill.seenUntilUnixMs) return false;
    // Who comes as it ends has not waited in it.
    if (standstill.until && turn.turn.firstSeenUnixMs == standstill.seenUntilUnixMs) return false;
    const auto ended =
        turn.turn.granted ? std::optional(turn.turn.granted->notAfterUnixMs) : turn.turn.leftAtUnixMs;
    return !ended || *ended > standstill.since.notAfterUnixMs;
}

MomentBounds exactly(std::int64_t unixMs) {
    return {unixMs, unixMs};
}

RecordedTurn asKnownAt(RecordedTurn turn, std::int64_t unixMs) {
    Turn& known = turn.turn;
    if (known.granted && known.granted->notAfterUnixMs > unixMs) {
        known.granted.reset();
        known.overtook = false;
    }
    if (known.leftAtUnixMs && *known.leftAtUnixMs > unixMs) {
        known.leftAtUnixMs.reset();
        known.leftNotBeforeUnixMs.reset();
        known.end.reset();
        known.mayHaveHeld = false;
        turn.wasCutOff = false;
        turn.endedBy = SessionId::None;
    }
    if (turn.nextReadUnixMs && *turn.nextReadUnixMs > unixMs) turn.nextReadUnixMs.reset();
    return turn;
}

std::vector<RecordedTurn> joinedRuns(std::vector<RecordedTurn> turns) {
    // Where older data were restored one name and one transaction may be another session's.
    using Key = std::tuple<std::string, std::string, std::int64_t, SessionId>;
    const auto keyOf = [](const RecordedTurn& turn) {
        const auto& stat = turn.turn.contender->stat;
        return Key{turn.lock, turn.turn.contender->name, stat ? raw(stat->czxid) : 0, turn.turn.session};
    };
    // A clock that was set back from run to run tells no order of these.
    std::ranges::stable_sort(turns, {}, &RecordedTurn::run);
    std::map<Key, std::size_t> cutOff;  // the last turn of each, where its run ended before it did
    std::vector<RecordedTurn> joined;
    for (RecordedTurn& turn : turns) {
        const Key key = keyOf(turn);
        const auto found = cutOff.find(key);
        // Who waits beside a semaphore is there since before, too, but read later. What one transaction has
        // created is the same znode.
        const bool isSame = turn.turn.beganBefore || std::get<2>(key) != 0;
        if (found != cutOff.end() && isSame && joined[found->second].run < turn.run) {
            joinTurn(joined[found->second], turn);
            if (!turn.wasCutOff) cutOff.erase(found);
            continue;
        }
        if (turn.wasCutOff) cutOff[key] = joined.size();
        joined.push_back(std::move(turn));
    }
    std::ranges::stable_sort(joined, {}, [](const RecordedTurn& turn) { return turn.turn.firstSeenUnixMs; });
    return joined;
}

std::vector<RecordedTurn> joinedPermits(std::vector<RecordedTurn> turns) {
    if (std::ranges::none_of(turns, standsBeside)) return turns;
    Permits permits = permitsIn(turns);
    std::vector<bool> areJoined(turns.size());
    for (RecordedTurn& waiter : turns) {
        if (!standsBeside(waiter)) continue;
        const auto permit = takePermit(waiter, permits);
        if (!permit) continue;
        areJoined[*permit] = true;
        joinPermit(waiter, turns[*permit]);
    }
    std::vector<RecordedTurn> joined;
    for (std::size_t i = 0; i < turns.size(); ++i)
        if (!areJoined[i]) joined.push_back(std::move(turns[i]));
    return joined;
}

std::vector<Standstill> standstillsOf(const std::vector<RecordedTurn>& turns, std::int64_t seenUntilUnixMs) {
    std::vector<StandstillStep> steps;
    for (const RecordedTurn& turn : turns)
        addStandstillSteps(turn, steps);
    std::ranges::stable_sort(
        steps, {}, [](const StandstillStep& step) { return std::pair(step.at.notAfterUnixMs, step.kind); });
    StandstillScan scan;
    for (const StandstillStep& step : steps)
        scan.take(step);
    return scan.finish(seenUntilUnixMs);
}

}  // namespace lockcore
