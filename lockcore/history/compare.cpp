// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/history/compare.h>
#include <lockcore/observe/queue_difference.h>
#include <lockcore/session/connect_string.h>

#include "compared_moment.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace lockcore {

namespace {

std::vector<KnownHolder> holdersOf(const ComparedMoment& moment, const LockQueue& lock) {
    std::vector<KnownHolder> holders;
    for (std::size_t row = 0; row < lock.rows.size(); ++row)
        if (isFirstInLine(lock.rows[row].role) && !moment.isInDoubt(lock, row))
            holders.push_back({lock.rows[row].contender->name, ownerOf(lock.rows[row])});
    return holders;
}

/// While only writers are there, nothing tells some libraries' read/write locks from other ones.
bool mayBeSameKind(const LockQueue& one, const LockQueue& other) {
    const auto isLock = [](DirectoryKind kind) {
        return kind == DirectoryKind::Lock || kind == DirectoryKind::ReadWriteLock;
    };
    return one.kind == other.kind || (one.dialect == other.dialect && isLock(one.kind) && isLock(other.kind));
}

/// How many stand in the queue before each row.
std::vector<std::size_t> placesIn(const LockQueue& lock) {
    std::vector<std::size_t> places;
    places.reserve(lock.rows.size());
    std::size_t place = 0;
    for (const QueueRow& row : lock.rows)
        places.push_back(isInQueue(row.role) ? place++ : place);
    return places;
}

ContenderDifference differenceOf(ContenderChange change, const QueueRow& row) {
    ContenderDifference difference;
    difference.change = change;
    difference.name = row.contender->name;
    difference.session = ownerOf(row);
    if (row.contender->stat) difference.czxid = row.contender->stat->czxid;
    return difference;
}

ContenderState stateOf(const ComparedMoment& moment, const LockQueue& lock,
                       const std::vector<std::size_t>& places, std::size_t row) {
    return {lock.rows[row].role, !moment.isInDoubt(lock, row), places[row]};
}

/// Who waits for a semaphore's permit does so by another znode than it holds by: of each waiter that has
/// gone, the oldest permit that its client got since.
std::map<std::size_t, std::size_t> grantedPermits(const LockQueue& older, const LockQueue& newer,
                                                  const QueueDifference& difference) {
    std::map<std::size_t, std::size_t> granted;
    if (older.kind != DirectoryKind::Semaphore || newer.kind != DirectoryKind::Semaphore) return granted;
    std::vector<std::size_t> permits;
    for (const std::size_t row : difference.added)
        if (newer.rows[row].role == Role::Holder && newer.rows[row].contender->stat) permits.push_back(row);
    const auto cameBy = [&](std::size_t row) { return newer.rows[row].contender->stat->czxid; };
    std::ranges::sort(permits, {}, cameBy);
    for (const std::size_t row : difference.removed) {
        const QueueRow& waiter = older.rows[row];
        const SessionId session = ownerOf(waiter);
        const bool waits = waiter.role == Role::Waiter && waiter.contender->name.starts_with('/');
        if (!waits || session == SessionId::None || !waiter.contender->stat) continue;
        const auto got = std::ranges::find_if(permits, [&](std::size_t permit) {
            return ownerOf(newer.rows[permit]) == session && cameBy(permit) > waiter.contender->stat->czxid;
        });
        if (got == permits.end()) continue;
        granted.emplace(row, *got);
        permits.erase(got);
    }
    return granted;
}

/// One lock that both moments have.
class ComparedLock {
public:
    ComparedLock(const ComparedMoment& before, const LockQueue& older, const ComparedMoment& after,
                 const LockQueue& newer)
        : m_before(before),
          m_after(after),
          m_older(older),
          m_newer(newer),
          m_difference(queueDifference(older, newer)),
          m_granted(grantedPermits(older, newer, m_difference)),
          m_placesBefore(placesIn(older)),
          m_placesAfter(placesIn(newer)) {}

    void compare(ClusterDifference& result) {
        const bool isSame = mayBeSameKind(m_older, m_newer);
        const bool isReadWrite = isSame && m_older.kind == DirectoryKind::ReadWriteLock;
        LockDifference lock{.path = m_newer.path,
                            .kindBefore = isSame && !isReadWrite ? m_newer.kind : m_older.kind,
                            .kindAfter = isReadWrite ? m_older.kind : m_newer.kind};
        addKept(lock);
        for (const auto& [before, after] : m_granted)
            addKept(before, after, false, lock);
        addCame(lock);
        std::ranges::stable_sort(lock.contenders, {}, [](const auto& each) { return each.after.place; });
        addWent(lock);
        const bool isOtherKind =
            !isSame && m_older.kind != DirectoryKind::Unknown && m_newer.kind != DirectoryKind::Unknown;
        noteOpen(m_before.wasRead(m_older), m_openBefore, MomentSide::Before, result);
        noteOpen(m_after.wasRead(m_newer), m_openAfter, MomentSide::After, result);
        if (m_before.wasRead(m_older) && m_after.wasRead(m_newer)) ++result.locksCompared;
        if (lock.contenders.empty() && !isOtherKind) return;
        lock.holdersBefore = holdersOf(m_before, m_older);
        lock.holdersAfter = holdersOf(m_after, m_newer);
        lock.isFreeBefore = m_before.isFree(m_older);
        lock.isFreeAfter = m_after.isFree(m_newer);
        result.locks.push_back(std::move(lock));
    }

private:
    /// Where nobody read it, somebody may have been in an empty queue, too.
    void noteOpen(bool wasRead, std::size_t count, MomentSide side, ClusterDifference& result) const {
        if (count > 0 || !wasRead)
            result.notCompared.push_back({Aspect::Contenders, side, m_newer.path, count});
    }

    void addKept(LockDifference& lock) {
        std::set<std::size_t> passed;
        for (const QueueDifference::Kept& kept : m_difference.foundByName)
            passed.insert(kept.after);
        const auto newRows = rowsAfter(m_older.rows.size(), m_difference);
        for (std::size_t before = 0; before < newRows.size(); ++before)
            if (newRows[before] != kNoRow)
                addKept(before, newRows[before], passed.contains(newRows[before]), lock);
    }

    void addKept(std::size_t before, std::size_t after, bool isOutOfTurn, LockDifference& lock) {
        const bool isOpenBefore = !m_before.wasRead(m_older) || m_before.isInDoubt(m_older, before);
        const bool isOpenAfter = !m_after.wasRead(m_newer) || m_after.isInDoubt(m_newer, after);
        if (isOpenBefore) ++m_openBefore;
        if (isOpenAfter) ++m_openAfter;
        if (isOpenBefore || isOpenAfter) return;
        const ContenderState older = stateOf(m_before, m_older, m_placesBefore, before);
        const ContenderState newer = stateOf(m_after, m_newer, m_placesAfter, after);
        const bool isMoved = isInQueue(newer.role) && older.place != newer.place;
        if (older.role == newer.role && !isMoved) return;
        ContenderDifference difference =
            differenceOf(older.role == newer.role ? ContenderChange::Moved : ContenderChange::RoleChanged,
                         m_newer.rows[after]);
        difference.before = older;
        difference.after = newer;
        difference.isOutOfTurn = isOutOfTurn;
        lock.contenders.push_back(std::move(difference));
    }

    void addCame(LockDifference& lock) {
        for (const std::size_t row : m_difference.added) {
            const bool hasWaited =
                std::ranges::any_of(m_granted, [row](const auto& granted) { return granted.second == row; });
            if (hasWaited) continue;
            if (!m_before.tellsWhoIsNotIn(m_older, m_newer.rows[row], MomentSide::Before)) {
                ++m_openBefore;
                continue;
            }
            if (!m_after.wasRead(m_newer) || m_after.isUnseen(m_newer, row)) {
                ++m_openAfter;
                continue;
            }
            ContenderDifference difference = differenceOf(ContenderChange::Came, m_newer.rows[row]);
            difference.after = stateOf(m_after, m_newer, m_placesAfter, row);
            lock.contenders.push_back(std::move(difference));
        }
    }

    void addWent(LockDifference& lock) {
        for (const std::size_t row : m_difference.removed) {
            if (m_granted.contains(row)) continue;
            if (!m_after.tellsWhoIsNotIn(m_newer, m_older.rows[row], MomentSide::After)) {
                ++m_openAfter;
                continue;
            }
            if (!m_before.wasRead(m_older) || m_before.isUnseen(m_older, row)) {
                ++m_openBefore;
                continue;
            }
            ContenderDifference difference = differenceOf(ContenderChange::Went, m_older.rows[row]);
            difference.before = stateOf(m_before, m_older, m_placesBefore, row);
            lock.contenders.push_back(std::move(difference));
        }
    }

    const ComparedMoment& m_before;
    const ComparedMoment& m_after;
    const LockQueue& m_older;
    const LockQueue& m_newer;
    const QueueDifference m_difference;
    const std::map<std::size_t, std::size_t> m_granted;  ///< rows of m_older, and by which of m_newer
    const std::vector<std::size_t> m_placesBefore;
    const std::vector<std::size_t> m_placesAfter;
    std::size_t m_openBefore = 0;  ///< contenders of whom that moment does not tell enough
    std::size_t m_openAfter = 0;
};

/// A lock that is in one moment alone, whose queue is `lock`.
void addOfOne(const ComparedMoment& own, const ComparedMoment& other, const LockQueue& lock,
              MomentSide ownSide, ClusterDifference& result) {
    const bool isOfAfter = ownSide == MomentSide::After;
    if (other.mayLack(lock.path)) {
        result.notCompared.push_back(
            {Aspect::Locks, isOfAfter ? MomentSide::Before : MomentSide::After, lock.path, lock.rows.size()});
        return;
    }
    // Who was in it by what was known before may have been gone already.
    if (!isOfAfter && !own.wasRead(lock)) {
        result.notCompared.push_back({Aspect::Contenders, ownSide, lock.path, lock.rows.size()});
        return;
    }
    LockDifference difference{.path = lock.path,
                              .change = isOfAfter ? LockChange::Came : LockChange::Went,
                              .kindBefore = lock.kind,
                              .kindAfter = lock.kind};
    (isOfAfter ? difference.holdersAfter : difference.holdersBefore) = holdersOf(own, lock);
    (isOfAfter ? difference.isFreeAfter : difference.isFreeBefore) = own.isFree(lock);
    const std::vector<std::size_t> places = placesIn(lock);
    std::size_t open = 0;
    for (std::size_t row = 0; row < lock.rows.size(); ++row) {
        if (!own.wasRead(lock) || own.isUnseen(lock, row)) {
            ++open;
            continue;
        }
        ContenderDifference contender =
            differenceOf(isOfAfter ? ContenderChange::Came : ContenderChange::Went, lock.rows[row]);
        (isOfAfter ? contender.after : contender.before) = stateOf(own, lock, places, row);
        difference.contenders.push_back(std::move(contender));
    }
    if (open > 0) result.notCompared.push_back({Aspect::Contenders, ownSide, lock.path, open});
    ++result.locksCompared;
    result.locks.push_back(std::move(difference));
}

void compareLocks(const ComparedMoment& before, const ComparedMoment& after, ClusterDifference& result) {
    for (const auto& [path, older] : before.locks()) {
        const LockQueue* const newer = after.lock(path);
        if (newer == nullptr)
            addOfOne(before, after, *older, MomentSide::Before, result);
        else
            ComparedLock(before, *older, after, *newer).compare(result);
    }
    for (const auto& [path, newer] : after.locks())
        if (before.lock(path) == nullptr) addOfOne(after, before, *newer, MomentSide::After, result);
    std::ranges::sort(result.locks, {}, &LockDifference::path);
    for (const auto& [moment, side] :
         {std::pair{&before, MomentSide::Before}, std::pair{&after, MomentSide::After}})
        if (moment->mayLackLocks()) result.notCompared.push_back({Aspect::Locks, side});
}

SessionFacts factsOf(const SessionView& view) {
    return {view.state, view.server, view.address};
}

bool differ(const std::string& one, const std::string& other) {
    return !one.empty() && !other.empty() && one != other;
}

bool differ(const SessionFacts& one, const SessionFacts& other) {
    const bool areKnown = one.state != SessionState::Unknown && other.state != SessionState::Unknown;
    return (areKnown && one.state != other.state) || differ(one.server, other.server) ||
           differ(one.address, other.address);
}

/// Sessions of which one of the moments does not tell something, by moment.
struct OpenSessions {
    std::size_t contenders = 0;  ///< whether they contend
    std::size_t states = 0;
};

void note(const OpenSessions& open, MomentSide side, ClusterDifference& result) {
    if (open.contenders > 0) result.notCompared.push_back({Aspect::Contenders, side, {}, open.contenders});
    if (open.states > 0) result.notCompared.push_back({Aspect::Liveness, side, {}, open.states});
}

void compareSessions(const ComparedMoment& before, const ComparedMoment& after, ClusterDifference& result) {
    OpenSessions openBefore;
    OpenSessions openAfter;
    for (const auto& [id, older] : before.sessions()) {
        const SessionView* const newer = after.session(id);
        if (newer == nullptr) {
            if (!before.isSeen(*older))
                ++openBefore.contenders;
            else if (after.tellsWhoIsNotIn(*older, MomentSide::After))
                result.sessions.push_back({id, LockChange::Went, factsOf(*older)});
            else
                ++openAfter.contenders;
            continue;
        }
        if (older->state == SessionState::Unknown) ++openBefore.states;
        if (newer->state == SessionState::Unknown) ++openAfter.states;
        if (differ(factsOf(*older), factsOf(*newer)))
            result.sessions.push_back({id, LockChange::Changed, factsOf(*older), factsOf(*newer)});
    }
    for (const auto& [id, newer] : after.sessions()) {
        if (before.session(id) != nullptr) continue;
        if (!after.isSeen(*newer))
            ++openAfter.contenders;
        else if (before.tellsWhoIsNotIn(*newer, MomentSide::Before))
            result.sessions.push_back({id, LockChange::Came, {}, factsOf(*newer)});
        else
            ++openBefore.contenders;
    }
    std::ranges::sort(result.sessions, {}, &SessionDifference::session);
    note(openBefore, MomentSide::Before, result);
    note(openAfter, MomentSide::After, result);
}

/// The verified ones of `own` that `other` has not.
std::vector<Finding> findingsOf(const ComparedMoment& own, const ComparedMoment& other, MomentSide otherSide,
                                ClusterDifference& result) {
    std::set<std::string> known;
    for (const Finding& finding : other.findings())
        known.insert(finding.identity());
    std::vector<Finding> findings;
    std::map<Aspect, std::size_t> open;
    std::size_t unlooked = 0;
    for (const Finding& finding : own.findings()) {
        if (finding.kind == FindingKind::NotChecked || finding.stage != FindingStage::Verified ||
            known.contains(finding.identity()))
            continue;
        if (otherSide == MomentSide::After && other.stillHas(finding)) continue;
        if (const auto aspect = other.lacksFor(finding))
            ++open[*aspect];
        else if (other.hasNotLookedFor(finding))
            ++unlooked;
        else
            findings.push_back(finding);
    }
    for (const auto& [aspect, count] : open)
        result.notCompared.push_back({aspect, otherSide, {}, count});
    if (unlooked > 0) result.notCompared.push_back({Aspect::Locks, otherSide, {}, unlooked, true});
    return findings;
}

}  // namespace

std::string_view momentSideName(MomentSide side) {
    return side == MomentSide::Before ? "before" : "after";
}

std::string_view contenderChangeName(ContenderChange change) {
    switch (change) {
        case ContenderChange::Came: return "came";
        case ContenderChange::Went: return "went";
        case ContenderChange::RoleChanged: return "role-changed";
        case ContenderChange::Moved: break;
    }
    return "moved";
}

std::string_view lockChangeName(LockChange change) {
    switch (change) {
        case LockChange::Came: return "came";
        case LockChange::Went: return "went";
        case LockChange::Changed: break;
    }
    return "changed";
}

ClusterDifference compare(const ClusterAssessment& before, const ClusterAssessment& after,
                          MomentSources sources) {
    const ComparedMoment older(before, sources);
    const ComparedMoment newer(after, sources);
    ClusterDifference result;
    result.beforeUnixMs = before.sample->takenAtUnixMs;
    result.afterUnixMs = after.sample->takenAtUnixMs;
    compareLocks(older, newer, result);
    compareSessions(older, newer, result);
    result.opened = findingsOf(newer, older, MomentSide::Before, result);
    result.closed = findingsOf(older, newer, MomentSide::After, result);
    return result;
}

}  // namespace lockcore
