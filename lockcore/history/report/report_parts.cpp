// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "report_parts.h"

#include <lockcore/observe/permits.h>

#include <algorithm>
#include <map>
#include <utility>

namespace lockcore {
namespace {

ReportedContender reportedContender(const RecordedTurn& turn, std::int64_t knownUntilUnixMs) {
    return {turn, waitedUntil(turn, knownUntilUnixMs), heldUntil(turn, knownUntilUnixMs), {}};
}

void nameNoMoreThan(std::size_t most, std::vector<ReportedContender>& contenders, std::size_t& more) {
    if (contenders.size() <= most) return;
    more += contenders.size() - most;
    contenders.resize(most);
}

bool isDuring(const RecordedFinding& finding, const StuckLock& stuck) {
    return finding.fromUnixMs <= stuck.seenUntilUnixMs &&
           (!finding.toUnixMs || *finding.toUnixMs >= stuck.since.notAfterUnixMs);
}

bool isAbout(const Finding& finding, const std::string& lock) {
    return finding.lock == lock || std::ranges::find(finding.locks, lock) != finding.locks.end();
}

void addUnseenSpan(const RecordedGap& gap, LockPast& past) {
    if (!gap.missed) {
        past.unseen.push_back({gap.fromUnixMs, gap.toUnixMs});
        return;
    }
    past.unseenChanges += static_cast<std::int64_t>(*gap.missed);
}

}  // namespace

bool isReportedOn(const std::string& path, const std::vector<PathPattern>& patterns) {
    return patterns.empty() ||
           std::ranges::any_of(patterns, [&](const PathPattern& each) { return each.matches(path); });
}

bool isReportedOn(const Finding& finding, const std::vector<PathPattern>& patterns) {
    const bool isOfNoLock = finding.lock.empty() && finding.locks.empty();
    return isOfNoLock || (!finding.lock.empty() && isReportedOn(finding.lock, patterns)) ||
           std::ranges::any_of(finding.locks,
                               [&](const std::string& lock) { return isReportedOn(lock, patterns); });
}

bool accuses(const Finding& finding, const std::string& lock) {
    const bool isSure = finding.stage == FindingStage::Verified &&
                        finding.severity != Severity::Information && finding.kind != FindingKind::NotChecked;
    return isAbout(finding, lock) && (isSure || isOfAbsence(finding.kind));
}

void sortFindings(std::vector<RecordedFinding>& findings) {
    std::ranges::stable_sort(findings, [](const RecordedFinding& one, const RecordedFinding& other) {
        if (one.finding.severity != other.finding.severity)
            return one.finding.severity > other.finding.severity;
        return one.fromUnixMs < other.fromUnixMs;
    });
}

std::set<std::string> partsOfSemaphores(const std::vector<RecordedTurn>& turns) {
    std::set<std::string> parts;
    for (const RecordedTurn& turn : turns) {
        if (turn.kind != DirectoryKind::Semaphore) continue;
        LockQueue permits;
        permits.path = turn.lock;
        permits.kind = turn.kind;
        permits.dialect = turn.dialect;
        if (auto path = waitersPath(permits)) parts.insert(*std::move(path));
    }
    return parts;
}

DirectoryKind kindOf(const std::vector<RecordedTurn>& turns) {
    const auto known = std::find_if(turns.rbegin(), turns.rend(), [](const RecordedTurn& turn) {
        return turn.kind != DirectoryKind::Unknown;
    });
    return known == turns.rend() ? DirectoryKind::Unknown : known->kind;
}

StuckLock stuckLockOf(const std::vector<RecordedTurn>& turns, const Standstill& standstill,
                      std::int64_t knownUntilUnixMs) {
    StuckLock stuck{.path = turns.front().lock,
                    .kind = kindOf(turns),
                    .since = standstill.since,
                    .until = standstill.until,
                    .seenUntilUnixMs = standstill.seenUntilUnixMs,
                    .lasted = standstill.lasted()};
    for (const RecordedTurn& turn : turns) {
        if (heldIn(turn, standstill))
            stuck.holders.push_back(reportedContender(turn, knownUntilUnixMs));
        else if (waitedIn(turn, standstill))
            stuck.waiters.push_back(reportedContender(turn, knownUntilUnixMs));
    }
    return stuck;
}

void keepLongest(IncidentReport& report, std::size_t most) {
    std::ranges::stable_sort(report.stuck, [](const StuckLock& one, const StuckLock& other) {
        return one.lasted.least > other.lasted.least;
    });
    if (report.stuck.size() <= most) return;
    report.moreStuck += report.stuck.size() - most;
    report.stuck.erase(report.stuck.begin() + static_cast<std::ptrdiff_t>(most), report.stuck.end());
}

void completeStuck(StuckLock& stuck, const std::vector<RecordedFinding>& findings, std::size_t mostNamed) {
    for (std::size_t i = 0; i < findings.size(); ++i)
        if (isAbout(findings[i].finding, stuck.path) && isDuring(findings[i], stuck))
            stuck.findings.push_back(i);
    nameNoMoreThan(mostNamed, stuck.holders, stuck.moreHolders);
    nameNoMoreThan(mostNamed, stuck.waiters, stuck.moreWaiters);
    if (!stuck.shown) return;
    tellClients(*stuck.shown, stuck.holders);
    tellClients(*stuck.shown, stuck.waiters);
}

void tellClients(const ClusterAssessment& checked, std::vector<ReportedContender>& contenders) {
    for (ReportedContender& each : contenders) {
        const SessionId session = each.turn.turn.session;
        if (each.client) continue;
        const auto found = std::ranges::lower_bound(checked.sessions, session, {}, &SessionView::session);
        if (session == SessionId::None || found == checked.sessions.end() || found->session != session)
            continue;
        each.client = *found;
    }
}

std::int64_t seenUntil(const IncidentReport& report, const std::string& lock) {
    std::int64_t until = report.knownUntilUnixMs;
    for (const RecordedGap& gap : report.gaps) {
        const bool isOfIt = !gap.isOfList && !gap.missed && (gap.lock.empty() || gap.lock == lock);
        if (isOfIt && gap.toUnixMs.value_or(report.knownUntilUnixMs) >= report.knownUntilUnixMs)
            until = std::min(until, gap.fromUnixMs);
    }
    return until;
}

LockHistory pastOfStuck(const IncidentReport& report, const std::vector<RecordedTurn>& turns) {
    std::map<std::string, LockPast> pasts;
    for (const StuckLock& stuck : report.stuck) {
        LockPast& past = pasts[stuck.path];
        past.path = stuck.path;
        past.kind = stuck.kind;
        past.watchedFromUnixMs = report.span.fromUnixMs;
        past.lastReadUnixMs = report.span.toUnixMs;
    }
    for (const RecordedTurn& recorded : turns) {
        const auto found = pasts.find(recorded.lock);
        if (found == pasts.end()) continue;
        Turn turn = recorded.turn;
        turn.id = ++found->second.begun;
        if (recorded.wasCutOff) turn.leftAtUnixMs.reset();
        // As what is not known of whoever stands behind another library's contender.
        if (!recorded.grantIsSure && turn.granted) turn.inDoubt = std::exchange(turn.granted, std::nullopt);
        found->second.turns.push_back(std::move(turn));
    }
    for (auto& [path, past] : pasts) {
        for (const RecordedGap& gap : report.gaps)
            if (!gap.isOfList && (gap.lock.empty() || gap.lock == path)) addUnseenSpan(gap, past);
        for (const TimeSpan& span : report.unrecorded)
            past.unseen.push_back({span.fromUnixMs, span.toUnixMs});
        std::ranges::sort(past.unseen, {}, &UnseenSpan::fromUnixMs);
    }
    return LockHistory::recorded(std::move(pasts));
}

}  // namespace lockcore
