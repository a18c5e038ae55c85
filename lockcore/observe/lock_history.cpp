// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "granted_past.h"
#include "missed_changes.h"

#include <lockcore/observe/cluster_sample.h>
#include <lockcore/observe/lock_history.h>
#include <lockcore/observe/queue_difference.h>

#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>

namespace lockcore {

namespace {

using std::chrono::milliseconds;

/// What a clock's offset is measured to.
constexpr milliseconds kClockExactness{500};
/// Of what was not seen of one lock: a connection that breaks all the time must not fill the memory.
constexpr std::size_t kMostSpans = 10'000;
/// Likewise of ends that nobody takes.
constexpr std::size_t kMostEnded = 10'000;
/// That in which a lock was first read.
constexpr std::uint64_t kFirstState = 1;
/// So much later others were read, and it was not.
constexpr std::int64_t kLeftAfterMs = 600'000;
/// A clock that is slewed goes back by less.
constexpr std::int64_t kSetBackMs = 1000;

bool wasRead(const LockQueue& queue) {
    return queue.freshness == Freshness::Live || queue.freshness == Freshness::Gone;
}

/// As the session after an expired one may read it, on a server that lags behind what was seen; and any,
/// after a restore of older data.
bool isOlder(const LockQueue& queue, const LockQueue& last) {
    return queue.stat && last.stat && queue.stat->czxid == last.stat->czxid &&
           queue.stat->pzxid < last.stat->pzxid;
}

bool isUnseen(const LockPast& past) {
    return !past.unseen.empty() && !past.unseen.back().toUnixMs;
}

void beginUnseen(LockPast& past, std::int64_t nowUnixMs) {
    if (isUnseen(past)) return;
    const std::int64_t from = std::max(nowUnixMs, past.lastReadUnixMs);
    ++past.revision;
    // Where it is read now and then only, each reading would end a span and begin the next.
    if (!past.unseen.empty() && past.unseen.back().toUnixMs == from) {
        past.unseen.back().toUnixMs.reset();
        return;
    }
    past.unseen.push_back({.fromUnixMs = from});
    if (past.unseen.size() > kMostSpans) past.unseen.erase(past.unseen.begin());
}

/// It is not watched any more, as nobody is there, and no more may ever be told of it. While there is no
/// connection, no lock is read.
bool isLeft(const LockPast& past, std::int64_t newestReadUnixMs) {
    return isUnseen(past) && newestReadUnixMs - past.unseen.back().fromUnixMs > kLeftAfterMs;
}

/// One that was read before tells nothing of what came after. Where the clock was set back, what is read
/// later seems to have been read before the last one.
void endUnseen(LockPast& past, std::int64_t readAtUnixMs) {
    UnseenSpan& span = past.unseen.back();
    if (readAtUnixMs >= past.lastReadUnixMs && readAtUnixMs < span.fromUnixMs) return;
    span.toUnixMs = std::max(span.fromUnixMs, readAtUnixMs);
}

/// Until its watch was lost, that would have told of a change; of the list that was taken in last.
void noteUnchanged(const LockQueue& unwatched, SeenBefore& seen) {
    if (!unwatched.unchangedUntilUnixMs || !seen.askedAtUnixMs || unwatched.reading != seen.reading) return;
    seen.askedAtUnixMs = std::max(*seen.askedAtUnixMs, *unwatched.unchangedUntilUnixMs);
}

void countRow(QueueLength& length, Role role, int by) {
    std::size_t* const number = role == Role::Holder   ? &length.holders
                                : role == Role::Waiter ? &length.waiters
                                                       : nullptr;
    if (number) *number += static_cast<std::size_t>(by);
}

QueueLength lengthOf(const LockQueue& queue, const std::vector<std::size_t>& inDoubt, std::int64_t unixMs) {
    QueueLength length{.atUnixMs = unixMs, .inDoubt = inDoubt.size()};
    for (std::size_t row = 0; row < queue.rows.size(); ++row)
        if (!std::ranges::binary_search(inDoubt, row)) countRow(length, queue.rows[row].role, 1);
    return length;
}

/// Of the removed rows, in their order: whether somebody who excludes it stood before it in both queues, so
/// that it was never granted in between.
std::vector<bool> blockedThroughout(const LockQueue& before, const std::vector<std::size_t>& removed) {
    struct Stayed {
        bool any = false;
        bool writer = false;
    };
    std::vector<bool> blocked(removed.size());
    const bool hasWaiters =
        std::ranges::any_of(removed, [&](std::size_t row) { return before.rows[row].role == Role::Waiter; });
    if (!hasWaiters) return blocked;
    std::unordered_map<Dialect, Stayed> stayed;  // by queue
    std::size_t next = 0;
    for (std::size_t row = 0; row < before.rows.size() && next < removed.size(); ++row) {
        const NodeName& name = before.rows[row].contender->parsed;
        const bool isReader = name.mode == LockMode::Read;
        Stayed& others = stayed[dialectInfo(name.dialect).queue];
        if (row == removed[next]) {
            blocked[next++] = isReader ? others.writer : others.any;
        } else if (before.rows[row].role != Role::Foreign) {
            others.any = true;
            others.writer = others.writer || !isReader;
        }
    }
    return blocked;
}

KnownDuration nonNegative(std::int64_t leastMs, std::optional<std::int64_t> mostMs) {
    const milliseconds least(std::max<std::int64_t>(0, leastMs));
    // Two clocks may contradict each other.
    return {least, mostMs ? std::optional(std::max(least, milliseconds(*mostMs))) : std::nullopt};
}

/// In the lock beside a semaphore, where its clients wait for a permit: that is not read with the permits, so
/// that no list of those tells when it was not there yet.
bool standsBeside(const Contender& contender) {
    return contender.name.starts_with('/');
}

/// Whose client has got a permit by now, which came since.
bool isGrantedSince(const Contender& waiter, const LockQueue& queue, const std::vector<std::size_t>& added) {
    const SessionId session = ownerOf(waiter);
    if (session == SessionId::None || !waiter.stat) return false;
    return std::ranges::any_of(added, [&](std::size_t row) {
        const QueueRow& permit = queue.rows[row];
        return permit.role == Role::Holder && !standsBeside(*permit.contender) && permit.contender->stat &&
               ownerOf(permit) == session && permit.contender->stat->czxid > waiter.stat->czxid;
    });
}

/// They come in the order of their numbers.
bool haveSameBeside(const LockQueue& one, const LockQueue& other) {
    const auto namesOf = [](const LockQueue& queue) {
        std::vector<std::string_view> names;
        for (const QueueRow& row : queue.rows)
            if (standsBeside(*row.contender)) names.emplace_back(row.contender->name);
        return names;
    };
    return namesOf(one) == namesOf(other);
}

/// What had gone by then is there again: a znode is no younger than the last change that did not show it.
bool isRestored(const Turn& turn) {
    return turn.absentIn != Zxid::None && turn.contender->stat->czxid <= turn.absentIn;
}

/// A grant that is forgotten may have overtaken whom, or been overtaken by whom, was granted until then.
void noteForgotten(ForgottenGrants& forgotten, const Turn& turn) {
    if (!turn.granted && !turn.mayHaveHeld) return;
    forgotten.lastIn = std::max(forgotten.lastIn, turn.granted ? turn.grantedIn : turn.leftIn);
    const std::int64_t atUnixMs = turn.granted ? turn.granted->notAfterUnixMs : *turn.leftAtUnixMs;
    forgotten.lastAtUnixMs = std::max(forgotten.lastAtUnixMs, atUnixMs);
    if (isSeenGrant(turn)) ++forgotten.count;
}

std::shared_ptr<const Contender> withLittleData(const std::shared_ptr<const Contender>& contender) {
    if (contender->data.size() <= LockHistory::kMostDataKept) return contender;
    auto smaller = std::make_shared<Contender>(*contender);
    smaller->data.resize(LockHistory::kMostDataKept);
    smaller->data.shrink_to_fit();
    return smaller;
}

}  // namespace

/// From one queue that was read to the next.
struct LockHistory::Update {
    const LockQueue& before;
    const LockQueue& queue;
    QueueDifference difference;
    bool afterGap;
    std::uint64_t state;  ///< its number
    const std::vector<std::size_t>& doubtsBefore;
    const std::vector<std::size_t>& doubts;
    std::vector<std::size_t> turned = {};  ///< rows of `queue` that were children before, by the same names

    bool isInDoubt(std::size_t row) const { return std::ranges::binary_search(doubts, row); }
};

bool LockHistory::update(std::shared_ptr<const LockQueue> queue, std::int64_t nowUnixMs,
                         std::vector<std::size_t> inDoubt) {
    const bool isKnown = m_locks.contains(queue->path);
    if (!wasRead(*queue)) {
        if (!isKnown) return false;
        if (!isUnseen(m_locks.at(queue->path))) noteUnchanged(*queue, m_tracks.at(queue->path).seen);
        pause(queue->path, queue->seenUntilUnixMs(nowUnixMs));
        return false;
    }
    if (isKnown && isHeldBack(queue, nowUnixMs)) return false;
    LockPast& past = m_locks[queue->path];
    Track& track = m_tracks[queue->path];
    if (!isKnown) {
        past.path = queue->path;
        past.watchedFromUnixMs = queue->readAtUnixMs;
        track.last = std::make_shared<const LockQueue>();
    }
    if (queue->kind != DirectoryKind::Unknown) past.kind = queue->kind;
    const std::vector<std::size_t> before = std::exchange(track.inDoubt, std::move(inDoubt));
    Update update{*track.last,    *queue,      queueDifference(*track.last, *queue),
                  isUnseen(past), past.states, before,
                  track.inDoubt};
    if (!isKnown || !isSameState(update.before, update.queue, update.difference)) ++update.state;
    takeState(update, track.seen, past);
    settleRoles(update, track, past);
    takeOut(update, track, past);
    takeChanged(update, track, past);
    takeIn(update, track, past);
    if (!before.empty() || !track.inDoubt.empty())
        takeDoubts(*queue, track.seen, queue->readAtUnixMs, track, past);
    takeLength(update, past);
    if (update.afterGap) endUnseen(past, queue->readAtUnixMs);
    past.lastReadUnixMs = queue->readAtUnixMs;
    ++past.revision;
    if (queue->freshness == Freshness::Live) track.seen.take(*queue);
    track.last = std::move(queue);
    noteBeside(track);
    settleEnds();
    makeRoom();
    return true;
}

bool LockHistory::isHeldBack(const std::shared_ptr<const LockQueue>& queue, std::int64_t nowUnixMs) {
    Track& track = m_tracks[queue->path];
    const bool isOlderThanSeen = isOlder(*queue, *track.last);
    const std::int64_t sinceUnixMs = track.older ? track.olderSinceUnixMs : nowUnixMs;
    track.older.reset();
    if (!isOlderThanSeen || nowUnixMs - sinceUnixMs >= milliseconds(kLongestLag).count()) return false;
    pause(queue->path, nowUnixMs);
    track.older = queue;
    track.olderSinceUnixMs = sinceUnixMs;
    return true;
}

/// Before anything of the queue is taken: what neither it nor the one before shows lies between their states.
void LockHistory::takeState(const Update& update, const SeenBefore& seen, LockPast& past) {
    if (update.queue.readAtUnixMs < past.lastReadUnixMs - kSetBackMs) past.clockWentBack = true;
    if (update.state == past.states) return;
    past.states = update.state;
    if (update.state == kFirstState) return;
    MissedChanges missed = missedBetween(update.before, update.queue, update.difference, update.afterGap);
    if (missed.count == 0 && !missed.mayBeMore) return;
    missed.after = update.state - 1;
    missed.until = update.state;
    std::tie(missed.fromUnixMs, missed.toUnixMs) = std::minmax(
        {seen.changesNotBefore(update.queue).value_or(past.lastReadUnixMs), update.queue.readAtUnixMs});
    past.unseenChanges += missed.count;
    past.missed.push_back(missed);
    putOldestTogether(past.missed, kMostSpans);
}

/// Some that are in both queues begin or end a turn all the same: children that turn out to be contenders, or
/// none, and names that were shown before they were read and now are somebody else's.
void LockHistory::settleRoles(Update& update, const Track& track, const LockPast& past) {
    QueueDifference& difference = update.difference;
    const auto isAnother = [&](const QueueDifference::Kept& kept) {
        const QueueRow& before = update.before.rows[kept.before];
        const QueueRow& after = update.queue.rows[kept.after];
        if (isInQueue(before.role) != isInQueue(after.role)) return true;
        const auto found = track.present.find(before.contender.get());
        if (found == track.present.end()) return false;
        const auto& known = past.turns[found->second].contender->stat;
        return known && after.contender->stat && known->czxid != after.contender->stat->czxid;
    };
    std::erase_if(difference.changed, [&](const QueueDifference::Kept& kept) {
        if (!isAnother(kept)) return false;
        difference.removed.push_back(kept.before);
        difference.added.push_back(kept.after);
        update.turned.push_back(kept.after);
        return true;
    });
    std::ranges::sort(update.turned);
    std::ranges::sort(difference.added);
    std::ranges::sort(difference.removed);
}

void LockHistory::takeOut(const Update& update, Track& track, LockPast& past) {
    const std::vector<std::size_t>& removed = update.difference.removed;
    const std::vector<bool> blocked = blockedThroughout(update.before, removed);
    for (std::size_t i = 0; i < removed.size(); ++i) {
        const std::size_t row = removed[i];
        const auto found = track.present.find(update.before.rows[row].contender.get());
        if (found == track.present.end()) continue;
        Turn& turn = past.turns[found->second];
        turn.leftAtUnixMs = update.queue.readAtUnixMs;
        turn.leftIn = update.state;
        turn.leftNotBeforeUnixMs = track.seen.changesNotBefore(update.queue);
        // No list of the permits tells until when it was there, but samples do.
        if (standsBeside(*turn.contender)) {
            const std::int64_t seen =
                std::min(track.besideSeenUnixMs.value_or(past.lastReadUnixMs), update.queue.readAtUnixMs);
            // Until it got its permit, which the list before does not show, it was there.
            const bool isGranted = isGrantedSince(*turn.contender, update.queue, update.difference.added);
            turn.leftNotBeforeUnixMs =
                isGranted ? std::max(seen, turn.leftNotBeforeUnixMs.value_or(seen)) : seen;
        }
        turn.mayHaveHeld = !turn.granted && (turn.inDoubt || !blocked[i]);
        turn.contender = withLittleData(turn.contender);
        Departure departure = departureOf(update.before, update.queue, update.difference, row);
        departure.contender = turn.contender;  // which has the Stat, if it ever was read
        departure.turn = turn.id;
        departure.thereUntilUnixMs = turn.leftNotBeforeUnixMs.value_or(past.lastReadUnixMs);
        m_ends.depart(std::move(departure));
        track.present.erase(found);
        ++m_left;
        tell(past, turn);
    }
}

void LockHistory::takeChanged(const Update& update, Track& track, LockPast& past) {
    for (const auto& [before, after] : update.difference.changed) {
        auto entry = track.present.extract(update.before.rows[before].contender.get());
        if (entry.empty()) continue;
        const QueueRow& row = update.queue.rows[after];
        Turn& turn = past.turns[entry.mapped()];
        entry.key() = row.contender.get();
        track.present.insert(std::move(entry));
        // What was read of it once stays true while it is read again.
        if (row.contender->stat || !turn.contender->stat) turn.contender = row.contender;
        takeStat(turn);
        const bool isOpen = turn.inDoubt || update.isInDoubt(after);
        if (isFirstInLine(row.role) && !turn.granted && !isOpen) grant(turn, update, after, track.seen);
        tell(past, turn);
    }
}

void LockHistory::takeIn(const Update& update, Track& track, LockPast& past) {
    track.present.reserve(track.present.size() + update.difference.added.size());
    for (const std::size_t index : update.difference.added) {
        const QueueRow& row = update.queue.rows[index];
        if (!isInQueue(row.role)) continue;
        track.present.emplace(row.contender.get(), past.turns.size());
        Turn& turn = past.turns.emplace_back();
        turn.contender = row.contender;
        turn.firstSeenUnixMs = update.queue.readAtUnixMs;
        turn.beganBefore = update.state == kFirstState;
        turn.id = past.begun++;
        const bool isTurned = std::ranges::binary_search(update.turned, index);
        if (!isTurned && !standsBeside(*row.contender)) {
            turn.absentAtUnixMs = track.seen.changesNotBefore(update.queue);
            turn.absentIn = track.seen.lastChange.value_or(Zxid::None);
        }
        takeStat(turn);
        if (isFirstInLine(row.role) && !update.isInDoubt(index)) grant(turn, update, index, track.seen);
        // As a member it was not seen to wait.
        if (isTurned && turn.granted) turn.granted->notBeforeUnixMs.reset();
        tell(past, turn);
    }
}

void LockHistory::tell(const LockPast& past, const Turn& turn) const {
    if (m_turnSink) m_turnSink(past, turn);
}

void LockHistory::grant(Turn& turn, const Update& update, std::size_t row, const SeenBefore& seen) {
    turn.granted = seen.takeoverIn(update.queue, *turn.contender);
    turn.grantedIn = update.state;
    turn.overtook = update.state != kFirstState && isGrantedPastOther(update.before, update.queue, row);
}

std::vector<std::shared_ptr<const LockQueue>> LockHistory::judge(const DoubtsOf& doubtsOf,
                                                                 std::int64_t nowUnixMs) {
    std::vector<std::shared_ptr<const LockQueue>> taken;
    for (auto& [path, track] : m_tracks) {
        const auto older = track.older;
        if (older && nowUnixMs - track.olderSinceUnixMs >= milliseconds(kLongestLag).count() &&
            update(older, nowUnixMs, doubtsOf(*older)))
            taken.push_back(older);
        std::vector<std::size_t> inDoubt = doubtsOf(*track.last);
        if (inDoubt == track.inDoubt) continue;
        LockPast& past = m_locks.at(path);
        track.inDoubt = std::move(inDoubt);
        takeDoubts(*track.last, {}, nowUnixMs, track, past);
        takeLength(lengthOf(*track.last, track.inDoubt, past.lastReadUnixMs), past);
        ++past.revision;
    }
    return taken;
}

/// Who turns out to hold took over at some time since it stood first.
void LockHistory::takeDoubts(const LockQueue& queue, const SeenBefore& seen, std::int64_t nowUnixMs,
                             const Track& track, LockPast& past) {
    for (std::size_t row = 0; row < queue.rows.size(); ++row) {
        const auto found = track.present.find(queue.rows[row].contender.get());
        if (found == track.present.end()) continue;
        Turn& turn = past.turns[found->second];
        const bool isOpen = std::ranges::binary_search(track.inDoubt, row);
        if (turn.granted || isOpen == turn.inDoubt.has_value()) continue;
        if (isOpen) {
            turn.inDoubt = seen.takeoverIn(queue, *turn.contender);
        } else {
            if (isFirstInLine(queue.rows[row].role)) {
                turn.granted = Takeover{turn.inDoubt->notBeforeUnixMs, nowUnixMs};
                // In doubt since the first state: it may have held before anybody looked.
                const bool isOfOld = turn.beganBefore && turn.inDoubt->notAfterUnixMs <= turn.firstSeenUnixMs;
                turn.grantedIn = isOfOld ? kFirstState : past.states;
            }
            turn.inDoubt.reset();
        }
        tell(past, turn);
    }
}

void LockHistory::takeLength(const Update& update, LockPast& past) const {
    if (!update.doubtsBefore.empty() || !update.doubts.empty()) {
        takeLength(lengthOf(update.queue, update.doubts, update.queue.readAtUnixMs), past);
        return;
    }
    const QueueLength before = past.lengths.empty() ? QueueLength() : past.lengths.back();
    QueueLength length = before;
    for (const std::size_t row : update.difference.removed)
        countRow(length, update.before.rows[row].role, -1);
    for (const auto& kept : update.difference.changed) {
        countRow(length, update.before.rows[kept.before].role, -1);
        countRow(length, update.queue.rows[kept.after].role, 1);
    }
    for (const std::size_t row : update.difference.added)
        countRow(length, update.queue.rows[row].role, 1);
    length.atUnixMs = update.queue.readAtUnixMs;
    takeLength(length, past);
}

void LockHistory::takeLength(QueueLength length, LockPast& past) const {
    if (!past.lengths.empty()) {
        QueueLength same = past.lengths.back();
        same.atUnixMs = length.atUnixMs;
        if (same == length) return;
    }
    past.lengths.push_back(length);
    if (past.lengths.size() > std::max<std::size_t>(m_mostTurns, 1)) past.lengths.pop_front();
}

void LockHistory::pause(const std::string& path, std::int64_t nowUnixMs) {
    const auto past = m_locks.find(path);
    if (past == m_locks.end()) return;
    beginUnseen(past->second, nowUnixMs);
    Track& track = m_tracks[path];
    track.seen.hasGap = true;
    track.older.reset();
}

void LockHistory::setClocks(const LeaderClocks& clocks) {
    if (clocks.isWithin(kClockExactness, m_clocks)) return;
    m_clocks = clocks;
    for (auto& [path, past] : m_locks) {
        for (Turn& turn : past.turns) {
            takeStat(turn);
            tell(past, turn);
        }
        ++past.revision;
    }
}

void LockHistory::takeStat(Turn& turn) const {
    const auto& stat = turn.contender->stat;
    if (!stat) return;
    turn.session = stat->ephemeralOwner;
    const auto ahead = m_clocks.aheadAt(stat->czxid);
    // What was seen here is certain, where two clocks contradict each other.
    std::int64_t queued =
        std::min(stat->ctimeMs - ahead.value_or(milliseconds(0)).count(), turn.firstSeenUnixMs);
    turn.isTimeDoubted = false;
    if (turn.absentAtUnixMs && queued < *turn.absentAtUnixMs) {
        const milliseconds tooEarly(*turn.absentAtUnixMs - queued);
        const bool isExact = ahead && tooEarly <= kClockExactness;
        turn.isTimeDoubted = !isExact && (!ahead || isRestored(turn) || tooEarly > kLongestLag);
        if (isExact || turn.isTimeDoubted) queued = *turn.absentAtUnixMs;
    }
    turn.queuedAtUnixMs = queued;
}

void LockHistory::takeSample(std::shared_ptr<const ClusterSample> sample) {
    m_sample = std::move(sample);
    for (auto& [path, track] : m_tracks)
        noteBeside(track);
}

void LockHistory::noteBeside(Track& track) const {
    if (!m_sample || !track.last || track.last->kind != DirectoryKind::Semaphore) return;
    const std::string& path = track.last->path;
    const auto found = std::ranges::lower_bound(
        m_sample->locks, path, {}, [](const auto& lock) -> const std::string& { return lock->path; });
    if (found == m_sample->locks.end() || (*found)->path != path) return;
    if (haveSameBeside(*track.last, **found)) track.besideSeenUnixMs = m_sample->takenAtUnixMs;
}

void LockHistory::takeSurvey(std::shared_ptr<const std::vector<ServerReport>> servers) {
    m_ends.take(std::move(servers));
    settleEnds();
}

void LockHistory::removedHere(const std::string& path, Zxid czxid) {
    m_ends.removedHere(path, czxid);
    settleEnds();
}

void LockHistory::settleEnds() {
    for (ContenderEndLog::Settled& settled : m_ends.takeSettled()) {
        const auto past = m_locks.find(settled.lockPath);
        if (past == m_locks.end()) continue;
        const auto turn = std::ranges::lower_bound(past->second.turns, settled.turn, {}, &Turn::id);
        if (turn == past->second.turns.end() || turn->id != settled.turn) continue;
        turn->end = std::move(settled.end);
        ++past->second.revision;
        tell(past->second, *turn);
        if (m_ended.size() < kMostEnded) m_ended.push_back({settled.lockPath, settled.turn});
    }
}

std::vector<LockHistory::Ended> LockHistory::takeEnded() {
    return std::exchange(m_ended, {});
}

/// Not one by one, as all numbers of turns change.
void LockHistory::makeRoom() {
    if (m_left <= m_mostTurns + m_mostTurns / 16) return;
    const auto leftOf = [this](const auto& entry) {
        return m_locks.at(entry.first).turns.size() - entry.second.present.size();
    };
    while (m_left > m_mostTurns) {
        const auto most = std::ranges::max_element(m_tracks, {}, leftOf);
        forgetOldest(most->second, m_locks.at(most->first), std::min(m_left - m_mostTurns, leftOf(*most)),
                     [](const Turn& turn) { return turn.leftAtUnixMs.has_value(); });
    }
}

void LockHistory::forgetSettled() {
    const auto isSettled = [](const Turn& turn) { return turn.end.has_value(); };
    for (auto& [path, past] : m_locks) {
        const auto settled = static_cast<std::size_t>(std::ranges::count_if(past.turns, isSettled));
        if (settled > 0) forgetOldest(m_tracks.at(path), past, settled, isSettled);
        if (past.lengths.size() > 1) past.lengths.erase(past.lengths.begin(), past.lengths.end() - 1);
        if (past.unseen.size() > 1) past.unseen.erase(past.unseen.begin(), past.unseen.end() - 1);
        past.missed.clear();
    }
    std::int64_t newestUnixMs = 0;
    for (const auto& [path, past] : m_locks)
        newestUnixMs = std::max(newestUnixMs, past.lastReadUnixMs);
    std::erase_if(m_locks, [&](const auto& entry) {
        const bool isGone = m_tracks.at(entry.first).last->freshness == Freshness::Gone;
        const bool isOver = entry.second.turns.empty() && (isGone || isLeft(entry.second, newestUnixMs));
        if (isOver) m_tracks.erase(entry.first);
        return isOver;
    });
}

void LockHistory::forgetOldest(Track& track, LockPast& past, std::size_t count, MayGo mayGo) {
    std::vector<std::size_t> newNumber(past.turns.size());
    std::size_t kept = 0;
    std::size_t forgotten = 0;
    for (std::size_t number = 0; number < past.turns.size(); ++number) {
        if (forgotten < count && mayGo(past.turns[number])) {
            ++forgotten;
            noteForgotten(past.forgottenGrants, past.turns[number]);
            continue;
        }
        newNumber[number] = kept;
        if (kept != number) past.turns[kept] = std::move(past.turns[number]);
        ++kept;
    }
    past.turns.resize(kept);
    for (auto& [contender, number] : track.present)
        number = newNumber[number];
    past.forgotten += forgotten;
    m_left -= forgotten;
    ++past.revision;
}

void LockHistory::clear() {
    m_locks.clear();
    m_tracks.clear();
    m_left = 0;
    m_clocks = {};
    m_sample.reset();
    m_ends = {};
    m_ended.clear();
}

const Turn* LockHistory::turnOf(const std::string& path, const Contender& contender) const {
    const LockPast* const past = of(path);
    if (!past) return nullptr;
    const auto found = std::find_if(past->turns.rbegin(), past->turns.rend(), [&](const Turn& turn) {
        return isSameContender(*turn.contender, contender);
    });
    return found == past->turns.rend() ? nullptr : &*found;
}

const Turn* LockHistory::turn(const std::string& path, std::uint64_t id) const {
    const LockPast* const past = of(path);
    if (!past) return nullptr;
    const auto found = std::ranges::lower_bound(past->turns, id, {}, &Turn::id);
    return found == past->turns.end() || found->id != id ? nullptr : &*found;
}

bool isSeenGrant(const Turn& turn) {
    return turn.granted && !(turn.beganBefore && turn.grantedIn <= kFirstState);
}

KnownDuration heldFor(const Turn& turn) {
    const Takeover& granted = *turn.granted;
    const std::int64_t left = *turn.leftAtUnixMs;
    const std::int64_t least = turn.leftNotBeforeUnixMs.value_or(left) - granted.notAfterUnixMs;
    if (turn.beganBefore && !granted.notBeforeUnixMs) {
        // It took over no earlier than it came.
        return nonNegative(least,
                           turn.queuedAtUnixMs ? std::optional(left - *turn.queuedAtUnixMs) : std::nullopt);
    }
    const std::int64_t notBefore =
        granted.notBeforeUnixMs.value_or(turn.queuedAtUnixMs.value_or(turn.firstSeenUnixMs));
    return nonNegative(least, left - notBefore);
}

KnownDuration waitedInVain(const Turn& turn) {
    const std::int64_t left = *turn.leftAtUnixMs;
    const std::int64_t came = turn.queuedAtUnixMs.value_or(turn.firstSeenUnixMs);
    const bool isOpen = turn.beganBefore && !turn.queuedAtUnixMs;
    return nonNegative(turn.leftNotBeforeUnixMs.value_or(left) - came,
                       isOpen ? std::nullopt : std::optional(left - came));
}

LockHistory LockHistory::recorded(std::map<std::string, LockPast> pasts) {
    LockHistory history;
    history.m_locks = std::move(pasts);
    return history;
}

const LockPast* LockHistory::of(const std::string& path) const {
    const auto found = m_locks.find(path);
    return found == m_locks.end() ? nullptr : &found->second;
}

}  // namespace lockcore
