// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "load_tally.h"

#include <lockcore/observe/lock_statistics.h>

#include <algorithm>
#include <utility>

namespace lockcore {

namespace {

/// Whether a client of this recipe gets in line for its `index`th lock by the znode by which it holds, so
/// that its czxid is the arrival. Leases are created by whose turn it is; the further ones of several locks
/// that are taken one after the other are not told of.
bool hasArrival(LockRecipe recipe, std::size_t index) {
    switch (recipe) {
        case LockRecipe::None:
        case LockRecipe::SemaphoreMutex:
        case LockRecipe::Semaphore:
        case LockRecipe::SimpleLock:
        case LockRecipe::Barrier:
        case LockRecipe::DoubleBarrier: return false;
        case LockRecipe::Nested:
        case LockRecipe::MultiLock: return index == 0;
        default: return true;
    }
}

/// Of those that wait until now. Who asks for several locks may hold some of them already: which one it waits
/// for is not known, and it counts in its group alone.
template <class Report>
void addWaiting(Report& report, Duration waited) {
    ++report.waitingAtEnd;
    report.longestWaitingAtEnd = std::max(report.longestWaitingAtEnd, waited);
}

}  // namespace

LockMode lockModeOf(LockRecipe recipe) {
    switch (recipe) {
        case LockRecipe::Read: return LockMode::Read;
        case LockRecipe::Write: return LockMode::Write;
        default: return LockMode::Exclusive;
    }
}

void LoadTally::Standstill::begin(TimePoint at) {
    if (waiting++ == 0) since = at;
    mostWaiting = std::max(mostWaiting, waiting);
}

void LoadTally::Standstill::granted(TimePoint at) {
    longest = std::max(longest, at - since);
    since = std::max(since, at);
}

Duration LoadTally::Standstill::most(TimePoint now) const {
    return waiting == 0 ? longest : std::max(longest, now - since);
}

void LoadTally::joined(std::uint64_t id, const ContenderGroup& group) {
    Group& known = m_groups[group.name];
    ++known.counts.contenders;
    known.counts.group = group.name;
    known.group = group;
    known.grants.try_emplace(id, 0);
    Contender& contender = m_contenders[id];
    contender.group = &known;
    contender.locks = locksOf(group);
}

void LoadTally::left(std::uint64_t id) {
    Contender* const contender = find(id);
    if (!contender) return;
    endWait(*contender);
    Group& group = *contender->group;
    for (Lock* const lock : contender->locks)
        fairnessOf(*lock, group.group).left(id);
    // One of an earlier phase may leave when this one has begun, of which it was no part.
    const auto grants = group.grants.find(id);
    if (grants != group.grants.end() && grants->second == 0) {
        group.grants.erase(grants);
        --group.counts.contenders;
    }
    m_contenders.erase(id);
}

void LoadTally::beginPhase(TimePoint at) {
    m_writesLeft = m_writesAllowed;
    m_grants = 0;
    m_told.clear();
    for (auto& [name, lock] : m_locks) {
        Lock fresh;
        fresh.name = name;
        fresh.standstill = {lock.standstill.waiting, at, {}, lock.standstill.waiting};
        lock = std::move(fresh);
    }
    for (auto& [name, group] : m_groups) {
        group.counts = {.group = name};
        group.standstill = {group.standstill.waiting, at, {}, group.standstill.waiting};
        group.grants.clear();
    }
    for (auto& [id, contender] : m_contenders) {
        ++contender.group->counts.contenders;
        contender.group->grants.try_emplace(id, 0);
        contender.isQueued = false;  // its arrival was the other phase's
        for (Lock* const lock : contender.locks) {
            lock->isOneOfSeveral = lock->isOneOfSeveral || contender.locks.size() > 1;
            if (contender.grantedAt) lock->believers.begin(id, *contender.grantedAt);
        }
    }
}

void LoadTally::asked(std::uint64_t id, TimePoint at) {
    Contender* const contender = find(id);
    if (!contender) return;
    contender->askedAt = at;
    contender->isQueued = false;
    const ContenderGroup& group = contender->group->group;
    for (Lock* const lock : contender->locks) {
        lock->standstill.begin(at);
        fairnessOf(*lock, group).asked(id, lockModeOf(group.recipe));
    }
    contender->group->standstill.begin(at);
}

void LoadTally::queued(std::uint64_t id, Zxid arrival) {
    Contender* const contender = find(id);
    if (!contender || !contender->askedAt) return;
    const ContenderGroup& group = contender->group->group;
    for (std::size_t i = 0; i < contender->locks.size(); ++i)
        if (hasArrival(group.recipe, i))
            fairnessOf(*contender->locks[i], group)
                .queued(id, lockModeOf(group.recipe), arrival, *contender->askedAt);
    contender->isQueued = true;
}

void LoadTally::granted(std::uint64_t id, Zxid token, TimePoint at) {
    Contender* const contender = find(id);
    if (!contender || !contender->askedAt) return;
    const TimePoint askedAt = *contender->askedAt;
    Group& group = *contender->group;
    const LockRecipe recipe = group.group.recipe;
    for (std::size_t i = 0; i < contender->locks.size(); ++i) {
        Lock& lock = *contender->locks[i];
        FairnessRecorder& fairness = fairnessOf(lock, group.group);
        const bool isKnown = contender->isQueued || token != Zxid::None;
        if (!hasArrival(recipe, i) || !isKnown) {
            fairness.grantedWithoutOrder(id, lockModeOf(recipe), at - askedAt);
        } else {
            if (!contender->isQueued) fairness.queued(id, lockModeOf(recipe), token, askedAt);
            fairness.granted(id, at);
        }
        grantedLock(lock, askedAt, at);
        lock.believers.begin(id, at);
    }
    group.standstill.granted(at);
    if (contender->locks.empty()) {
        ++group.counts.rounds;
    } else {
        group.counts.waits.add(at - askedAt);
        ++group.counts.grants;
        ++m_grants;
    }
    ++group.grants[id];
    contender->isQueued = false;
    endWait(*contender);
    contender->grantedAt = at;
}

void LoadTally::grantedLock(Lock& lock, TimePoint askedAt, TimePoint at) {
    lock.waits.add(at - askedAt);
    lock.standstill.granted(at);
    if (lock.releasedAt && askedAt <= *lock.releasedAt) lock.handoffs.add(at - *lock.releasedAt);
    lock.releasedAt.reset();
    ++lock.grants;
}

void LoadTally::holdChanged(std::uint64_t id, HoldState state, TimePoint at) {
    Contender* const contender = find(id);
    if (!contender || !contender->grantedAt) return;
    for (Lock* const lock : contender->locks) {
        if (state == HoldState::Held)
            lock->believers.begin(id, at);
        else
            lock->believers.end(id, at);
    }
}

void LoadTally::released(std::uint64_t id, TimePoint at) {
    Contender* const contender = find(id);
    if (!contender) return;
    if (contender->isQueued)
        for (Lock* const lock : contender->locks)
            fairnessOf(*lock, contender->group->group).withdrawn(id);
    contender->isQueued = false;
    endWait(*contender);
    endHold(id, *contender, at);
}

void LoadTally::failed(std::uint64_t id, ErrorCode code) {
    Contender* const contender = find(id);
    if (!contender) return;
    GroupReport& counts = contender->group->counts;
    ++counts.failures[std::string(errorName(code))];
    if (code == ErrorCode::SessionExpired) ++counts.expired;
}

bool LoadTally::takeWrite() {
    if (m_writesLeft == 0) return false;
    --m_writesLeft;
    return true;
}

void LoadTally::wroteNothing(std::uint64_t id) {
    if (Contender* const contender = find(id)) ++contender->group->counts.holdsWithoutWrites;
}

void LoadTally::written(std::uint64_t id, std::uint64_t round, std::int64_t number) {
    Contender* const contender = find(id);
    if (!contender || !contender->group->group.writes) return;
    ++contender->group->counts.written;
    m_told[contender->group->group.writes->name].push_back({id, round, number, Told::Answer::Written});
}

void LoadTally::refused(std::uint64_t id, std::uint64_t round) {
    Contender* const contender = find(id);
    if (!contender || !contender->group->group.writes) return;
    ++contender->group->counts.refused;
    m_told[contender->group->group.writes->name].push_back({id, round, kNoNumber, Told::Answer::Refused});
}

std::vector<LockReport> LoadTally::locks(TimePoint now) const {
    std::vector<LockReport> reports;
    for (const auto& [name, lock] : m_locks) {
        if (!isOfPhase(name)) continue;
        LockReport report{.lock = name,
                          .grants = lock.grants,
                          .waits = lock.waits,
                          .holds = lock.holds,
                          .handoffs = lock.handoffs,
                          .longestWithoutGrant = lock.standstill.most(now),
                          .mostWaiting = lock.standstill.mostWaiting,
                          .isOneOfSeveral = lock.isOneOfSeveral,
                          .mostBelievers = lock.believers.most()};
        addFairness(lock, report);
        for (const auto& [id, contender] : m_contenders)
            if (contender.askedAt && contender.locks.size() == 1 && contender.locks.front() == &lock)
                addWaiting(report, now - *contender.askedAt);
        reports.push_back(std::move(report));
    }
    return reports;
}

/// Others are those of earlier phases.
bool LoadTally::isOfPhase(const std::string& lock) const {
    return std::ranges::any_of(m_groups, [&](const auto& each) {
        const auto& locks = each.second.group.locks;
        return each.second.counts.contenders > 0 && std::ranges::find(locks, lock) != locks.end();
    });
}

void LoadTally::addFairness(const Lock& lock, LockReport& report) {
    report.inversions = 0;
    std::uint64_t most = 0;
    for (const auto& recorder : lock.fairness) {
        if (!recorder) continue;
        const FairnessReport fairness = recorder->report();
        const auto inversions = inversionsOf(fairness);
        report.inversions =
            inversions && report.inversions ? std::optional(*report.inversions + *inversions) : std::nullopt;
        if (fairness.grants > 0) report.jain = std::min(report.jain.value_or(1), fairness.jainIndex);
        if (fairness.grants < most) continue;
        most = fairness.grants;
        report.order = grantOrder(fairness);
    }
}

std::vector<GroupReport> LoadTally::groups(TimePoint now) const {
    std::vector<GroupReport> reports;
    for (const auto& [name, group] : m_groups) {
        GroupReport report = group.counts;
        std::vector<std::uint64_t> shares;
        for (const auto& [id, grants] : group.grants)
            shares.push_back(grants);
        if (report.grants > 0) report.jain = jainIndex(shares);
        report.longestWithoutGrant = group.standstill.most(now);
        report.mostWaiting = group.standstill.mostWaiting;
        for (const auto& [id, contender] : m_contenders)
            if (contender.askedAt && contender.group == &group) addWaiting(report, now - *contender.askedAt);
        reports.push_back(std::move(report));
    }
    return reports;
}

std::vector<LockFairness> LoadTally::fairness() const {
    std::vector<LockFairness> all;
    for (const auto& [name, lock] : m_locks) {
        for (std::size_t i = 0; i < lock.fairness.size(); ++i)
            if (lock.fairness[i]) all.push_back({name, lock.fairness[i]->report(), i == 1});
    }
    return all;
}

std::vector<RegisterView> LoadTally::registers() const {
    std::vector<RegisterView> views;
    for (const auto& [name, all] : m_told) {
        RegisterView view{.name = name};
        for (const Told& each : all)
            ++(each.answer == Told::Answer::Written ? view.written : view.refused);
        views.push_back(std::move(view));
    }
    return views;
}

std::vector<Told> LoadTally::told(const std::string& registerName) const {
    const auto found = m_told.find(registerName);
    return found == m_told.end() ? std::vector<Told>() : found->second;
}

LoadTally::Contender* LoadTally::find(std::uint64_t contender) {
    const auto found = m_contenders.find(contender);
    return found == m_contenders.end() ? nullptr : &found->second;
}

/// Of several locks each is counted.
std::vector<LoadTally::Lock*> LoadTally::locksOf(const ContenderGroup& group) {
    std::vector<Lock*> locks;
    for (const std::string& name : group.locks) {
        Lock& lock = m_locks[name];
        lock.name = name;
        if (group.locks.size() > 1) lock.isOneOfSeveral = true;
        if (std::ranges::find(locks, &lock) == locks.end()) locks.push_back(&lock);
    }
    return locks;
}

FairnessRecorder& LoadTally::fairnessOf(Lock& lock, const ContenderGroup& group) {
    const bool isAlone = lockModeOf(group.recipe) == LockMode::Exclusive;
    auto& recorder = lock.fairness[isAlone ? 1 : 0];
    if (!recorder) recorder = std::make_unique<FairnessRecorder>();
    return *recorder;
}

void LoadTally::endWait(Contender& contender) {
    if (!contender.askedAt) return;
    contender.askedAt.reset();
    for (Lock* const lock : contender.locks)
        lock->standstill.end();
    contender.group->standstill.end();
}

void LoadTally::endHold(std::uint64_t id, Contender& contender, TimePoint at) {
    if (!contender.grantedAt) return;
    for (Lock* const lock : contender.locks) {
        lock->holds.add(at - *contender.grantedAt);
        lock->believers.end(id, at);
        lock->releasedAt = at;
    }
    contender.group->counts.holds.add(at - *contender.grantedAt);
    contender.grantedAt.reset();
}

}  // namespace lockcore
