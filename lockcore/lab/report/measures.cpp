// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "report/measures.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace lockcore {

namespace {

Measured measuredCount(std::uint64_t value) {
    return {.value = static_cast<double>(value)};
}

Measured measuredTime(Duration time) {
    return {.value = static_cast<double>(time.count())};
}

Measured notMeasured(std::string why) {
    return {.why = std::move(why)};
}

const LockReport* lockIn(const PhaseReport& phase, const std::string& lock) {
    const auto found = std::ranges::find(phase.locks, lock, &LockReport::lock);
    return found == phase.locks.end() ? nullptr : &*found;
}

const GroupReport* groupIn(const PhaseReport& phase, const std::string& group) {
    const auto found = std::ranges::find(phase.groups, group, &GroupReport::group);
    return found == phase.groups.end() ? nullptr : &*found;
}

/// Of the lock that is meant, or of all.
Measured inversionsOfLocks(const PhaseReport& phase, const CheckSubject& of) {
    if (!of.group.empty()) return notMeasured("it is counted by locks, not by groups");
    std::uint64_t sum = 0;
    for (const LockReport& lock : phase.locks) {
        if (!of.lock.empty() && lock.lock != of.lock) continue;
        if (!lock.inversions) return notMeasured("the order of arrivals is not known of " + lock.lock);
        sum += *lock.inversions;
    }
    return measuredCount(sum);
}

/// A count of locks: of the one that is meant, or of all.
Measured countOfLocks(const PhaseReport& phase, const CheckSubject& of,
                      const std::function<std::optional<std::uint64_t>(const LockReport&)>& count) {
    if (!of.group.empty()) return notMeasured("it is counted by locks, not by groups");
    std::uint64_t sum = 0;
    for (const LockReport& lock : phase.locks) {
        if (!of.lock.empty() && lock.lock != of.lock) continue;
        const auto counted = count(lock);
        if (!counted && phase.wasSilent)
            return notMeasured("the cluster did not answer at the end of the phase");
        if (!counted) return notMeasured("nobody looked for it in " + lock.lock);
        sum += *counted;
    }
    return measuredCount(sum);
}

Measured countOfGroups(const PhaseReport& phase, const CheckSubject& of,
                       const std::function<std::uint64_t(const GroupReport&)>& count) {
    if (!of.lock.empty()) return notMeasured("it is counted by groups, not by locks");
    std::uint64_t sum = 0;
    for (const GroupReport& group : phase.groups)
        if (of.group.empty() || group.group == of.group) sum += count(group);
    return measuredCount(sum);
}

std::uint64_t grantsOf(const PhaseReport& phase, const CheckSubject& of) {
    if (const auto* const lock = lockIn(phase, of.lock)) return lock->grants;
    std::uint64_t sum = 0;
    for (const GroupReport& group : phase.groups)
        if (of.group.empty() || group.group == of.group) sum += group.grants;
    return sum;
}

/// The most that waited at one time of those that are meant: for one lock, or of one group.
Measured mostWaitingOf(const PhaseReport& phase, const CheckSubject& of) {
    std::optional<std::uint64_t> most;
    for (const LockReport& lock : phase.locks)
        if (of.group.empty() && (of.lock.empty() || lock.lock == of.lock))
            most = std::max(most, lock.mostWaiting);
    for (const GroupReport& group : phase.groups)
        if (!of.group.empty() && group.group == of.group) most = group.mostWaiting;
    return most ? measuredCount(*most) : notMeasured("it was not counted");
}

/// The least fair one of those that are meant.
Measured jainOf(const PhaseReport& phase, const CheckSubject& of) {
    std::optional<double> least;
    if (const auto* const lock = lockIn(phase, of.lock)) {
        least = lock->jain;
    } else {
        for (const GroupReport& group : phase.groups) {
            if (!of.group.empty() && group.group != of.group) continue;
            if (group.contenders < 2 && !of.group.empty()) return notMeasured("one alone shares with nobody");
            if (group.jain) least = std::min(least.value_or(1), *group.jain);
        }
    }
    return least ? Measured{.value = *least} : notMeasured("there was no grant");
}

Measured longestWithoutGrant(const PhaseReport& phase, const CheckSubject& of) {
    if (const auto* const group = groupIn(phase, of.group)) return measuredTime(group->longestWithoutGrant);
    Duration longest{};
    for (const LockReport& lock : phase.locks)
        if (of.lock.empty() || lock.lock == of.lock) longest = std::max(longest, lock.longestWithoutGrant);
    return measuredTime(longest);
}

/// Those whose waits had no end.
template <class Report>
Measured waitingOf(const std::vector<Report>& reports, std::string Report::*name, const std::string& wanted,
                   bool isCount) {
    std::uint64_t count = 0;
    Duration longest{};
    for (const Report& report : reports) {
        if (!wanted.empty() && report.*name != wanted) continue;
        count += report.waitingAtEnd;
        longest = std::max(longest, report.longestWaitingAtEnd);
    }
    if (isCount) return measuredCount(count);
    return count == 0 ? notMeasured("nobody waited at the end") : measuredTime(longest);
}

/// Waits, holds or handoffs of those that are meant.
Distribution distributionOf(const PhaseReport& phase, std::string_view what, const CheckSubject& of) {
    Distribution all;
    for (const LockReport& lock : phase.locks) {
        const bool isMeant = of.lock.empty() ? what == "handoff" && of.group.empty() : lock.lock == of.lock;
        if (isMeant) all.add(what == "wait" ? lock.waits : what == "hold" ? lock.holds : lock.handoffs);
    }
    if (!of.lock.empty() || what == "handoff") return all;
    for (const GroupReport& group : phase.groups)
        if (of.group.empty() || group.group == of.group) all.add(what == "wait" ? group.waits : group.holds);
    return all;
}

Measured partOf(const PhaseReport& phase, std::string_view that, const CheckSubject& of) {
    const std::size_t dot = that.find('.');
    const std::string_view part = that.substr(dot + 1);
    const Distribution all = distributionOf(phase, that.substr(0, dot), of);
    if (all.count() == 0) return notMeasured("there was none");
    if (part == "max") return measuredTime(all.most());
    return measuredTime(all.quantile(part == "p50" ? 0.5 : part == "p95" ? 0.95 : 0.99));
}

Measured registerMeasure(const PhaseReport& phase, std::string_view what, const CheckSubject& of) {
    const auto found = std::ranges::find(phase.registers, of.registerName, &RegisterReading::name);
    if (found == phase.registers.end()) return notMeasured("the register was not read back");
    if (what == "refused") return measuredCount(found->refused);
    if (found->changedByOthers) return notMeasured("somebody else has changed the register");
    if (what == "writes") return measuredCount(found->writes());
    if (what == "stale") return measuredCount(found->stale);
    if (what == "mingled") return measuredCount(found->mingled);
    if (what == "duplicates") return measuredCount(found->duplicates);
    return measuredCount(found->missing);
}

Measured costMeasure(const PhaseReport& phase, std::string_view that, const CheckSubject& of) {
    const ServerCost& cost = phase.servers;
    if (!of.lock.empty() || !of.group.empty()) return notMeasured("servers count all locks together");
    const auto& counted = that == "requests-per-grant" ? cost.requests
                          : that == "woken-per-grant"  ? cost.woken
                                                       : cost.mostWatches;
    if (!counted) return notMeasured(cost.whyNot.empty() ? "the servers did not tell" : cost.whyNot);
    if (that == "watches-most")
        return {.value = static_cast<double>(*counted), .isAtMost = cost.hasOthers || cost.othersRequests};
    const std::uint64_t grants = grantsOf(phase, of);
    if (grants == 0) return notMeasured("there was no grant");
    if (grants < kFewestGrantsForCost) return notMeasured("there were too few grants to share it among");
    return {.value = static_cast<double>(*counted) / static_cast<double>(grants), .isAtMost = cost.hasOthers};
}

Measured grantsPerSecond(const PhaseReport& phase, const CheckSubject& of) {
    const double seconds = std::chrono::duration<double>(phase.took).count();
    if (seconds <= 0) return notMeasured("it took no time");
    return {.value = static_cast<double>(grantsOf(phase, of)) / seconds};
}

Measured findingMeasure(const PhaseReport& phase, std::string_view key) {
    if (!phase.findings) return notMeasured("nobody looked for findings");
    const auto found = phase.findings->find(std::string(key));
    return measuredCount(found == phase.findings->end() ? 0 : found->second);
}

Measured momentMeasure(const PhaseReport& phase, std::string_view that, const std::string& who) {
    if (phase.momentsLeftOut != 0) return notMeasured("more happened than was kept");
    if (that == "granted-after-expiry") return grantedAfterExpiry(phase, who);
    return that == "learned-before-write" ? learnedBeforeWrite(phase, who) : shownAfter(phase, who);
}

/// Of those of locks and groups.
Measured countMeasure(const PhaseReport& phase, std::string_view that, const CheckSubject& of) {
    if (that == "inversions") return inversionsOfLocks(phase, of);
    if (that == "rounds")
        return countOfGroups(phase, of, [](const GroupReport& group) { return group.rounds; });
    if (that == "orphans")
        return countOfLocks(phase, of, [](const LockReport& lock) { return lock.orphans; });
    if (that == "waits-behind-own-session")
        return countOfLocks(phase, of, [](const LockReport& lock) { return lock.behindOwnSession; });
    if (that == "expired")
        return countOfGroups(phase, of, [](const GroupReport& group) { return group.expired; });
    if (that.starts_with("failed."))
        return countOfGroups(phase, of, [code = std::string(that.substr(7))](const GroupReport& group) {
            const auto found = group.failures.find(code);
            return found == group.failures.end() ? 0 : found->second;
        });
    return notMeasured("there is no such measure");
}

}  // namespace

bool hasSubject(const PhaseReport& phase, const CheckSubject& of) {
    if (!of.lock.empty()) return lockIn(phase, of.lock) != nullptr;
    if (!of.group.empty()) return groupIn(phase, of.group) != nullptr;
    const auto& registers = phase.registers;
    if (!of.registerName.empty())
        return std::ranges::find(registers, of.registerName, &RegisterReading::name) != registers.end();
    return true;
}

Measured measureOf(const PhaseReport& phase, std::string_view that, const CheckSubject& of) {
    if (const auto why = phase.unreadRegisters.find(of.registerName); why != phase.unreadRegisters.end())
        return notMeasured(why->second);
    if (!hasSubject(phase, of)) return notMeasured("the phase has nothing of that name");
    if (that == "grants") return measuredCount(grantsOf(phase, of));
    if (that == "jain") return jainOf(phase, of);
    if (that == "grants-per-second") return grantsPerSecond(phase, of);
    if (that == "longest-without-grant") return longestWithoutGrant(phase, of);
    if (that == "waiting-most") return mostWaitingOf(phase, of);
    if (that == "waiting-at-end" || that == "longest-waiting-at-end") {
        const bool isCount = that == "waiting-at-end";
        return of.lock.empty() ? waitingOf(phase.groups, &GroupReport::group, of.group, isCount)
                               : waitingOf(phase.locks, &LockReport::lock, of.lock, isCount);
    }
    if (that == "believers-most") {
        const auto* const lock = lockIn(phase, of.lock);
        return measuredCount(lock ? lock->mostBelievers : phase.mostBelievers);
    }
    if (that == "requests-per-grant" || that == "woken-per-grant" || that == "watches-most")
        return costMeasure(phase, that, of);
    if (that == "granted-after-expiry" || that == "learned-before-write" || that == "frozen-shown-after")
        return momentMeasure(phase, that, of.who);
    constexpr std::string_view kRegister = "register.";
    if (that.starts_with(kRegister)) return registerMeasure(phase, that.substr(kRegister.size()), of);
    constexpr std::string_view kFinding = "finding.";
    if (that.starts_with(kFinding)) return findingMeasure(phase, that.substr(kFinding.size()));
    if (that.starts_with("wait.") || that.starts_with("hold.") || that.starts_with("handoff."))
        return partOf(phase, that, of);
    return countMeasure(phase, that, of);
}

}  // namespace lockcore
