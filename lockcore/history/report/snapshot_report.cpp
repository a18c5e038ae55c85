// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "compared_moment.h"
#include "report_parts.h"

#include <lockcore/history/snapshot_assessment.h>
#include <lockcore/observe/contender_times.h>

#include <algorithm>
#include <utility>

namespace lockcore {
namespace {

using std::chrono::milliseconds;

/// The shorter one: what of both lasted together.
KnownDuration shorterOf(const KnownDuration& one, const KnownDuration& other) {
    KnownDuration both{std::min(one.least, other.least), one.most};
    if (other.most) both.most = both.most ? std::min(*both.most, *other.most) : *other.most;
    return both;
}

/// One queue of a moment, of which its directory and its znodes tell the past.
class LockOfMoment {
public:
    LockOfMoment(const std::shared_ptr<const LockQueue>& queue, const ClusterAssessment& checked,
                 std::int64_t atUnixMs)
        : m_queue(*queue),
          m_checked(checked),
          m_now{atUnixMs, checked.sample->clocks},
          m_past(directoryPast(*queue)) {}

    std::vector<RecordedTurn> turns() const {
        std::vector<RecordedTurn> turns;
        for (std::size_t row = 0; row < m_queue.rows.size(); ++row)
            if (isInQueue(m_queue.rows[row].role)) turns.push_back(turnOf(row));
        return turns;
    }

    /// Nothing of a queue in which nobody waits.
    std::optional<StuckLock> stuck() const {
        StuckLock stuck{.path = m_queue.path, .kind = m_queue.kind, .seenUntilUnixMs = m_now.unixMs};
        std::optional<KnownDuration> waited;
        std::optional<KnownDuration> held;
        for (std::size_t row = 0; row < m_queue.rows.size(); ++row) {
            const ReportedContender one = reported(row);
            if (m_queue.rows[row].role == Role::Waiter) {
                if (!waited || one.waited.least > waited->least) waited = one.waited;
                stuck.waiters.push_back(one);
            } else if (m_queue.rows[row].role == Role::Holder) {
                const KnownDuration since = one.held.value_or(KnownDuration());
                held = held ? shorterOf(*held, since) : since;
                stuck.holders.push_back(one);
            }
        }
        if (!waited) return std::nullopt;
        stuck.lasted = shorterOf(*waited, held.value_or(KnownDuration()));
        stuck.since.notAfterUnixMs = m_now.unixMs - stuck.lasted.least.count();
        if (stuck.lasted.most) stuck.since.notBeforeUnixMs = m_now.unixMs - stuck.lasted.most->count();
        return stuck;
    }

private:
    ContenderTimes timesOf(std::size_t row) const {
        return contenderTimes(*m_queue.rows[row].contender, m_queue.rows[row].role, m_past, std::nullopt,
                              m_now);
    }

    bool isRoleOpen(std::size_t row) const {
        return isRowIn(m_checked.inDoubt, m_queue, row) || isRowIn(m_checked.unseen, m_queue, row);
    }

    RecordedTurn turnOf(std::size_t row) const {
        const QueueRow& it = m_queue.rows[row];
        RecordedTurn turn{.lock = m_queue.path, .kind = m_queue.kind};
        turn.grantIsSure = !isRoleOpen(row);
        turn.turn.contender = it.contender;
        turn.turn.session = ownerOf(it);
        turn.turn.beganBefore = true;
        const ContenderTimes times = timesOf(row);
        turn.turn.firstSeenUnixMs = m_now.unixMs;
        if (times.queued) {
            turn.turn.queuedAtUnixMs = m_now.unixMs - times.queued->count();
            turn.turn.firstSeenUnixMs = *turn.turn.queuedAtUnixMs;
        }
        if (!isFirstInLine(it.role)) return turn;
        const KnownDuration held = times.held.value_or(KnownDuration());
        turn.turn.granted = Takeover{{}, m_now.unixMs - held.least.count()};
        if (held.most) turn.turn.granted->notBeforeUnixMs = m_now.unixMs - held.most->count();
        return turn;
    }

    ReportedContender reported(std::size_t row) const {
        const ContenderTimes times = timesOf(row);
        return {turnOf(row), times.waited.value_or(KnownDuration()), times.held, {}};
    }

    const LockQueue& m_queue;
    const ClusterAssessment& m_checked;
    const ObservedNow m_now;
    const DirectoryPast m_past;
};

std::vector<RecordedFinding> reportedFindings(const ClusterAssessment& checked, const ReportOptions& options,
                                              std::int64_t atUnixMs) {
    std::vector<RecordedFinding> findings;
    for (const Finding& finding : checked.findings) {
        if (!isReportedOn(finding, options.locks)) continue;
        findings.push_back({finding, finding.sinceUnixMs != 0 ? finding.sinceUnixMs : atUnixMs});
    }
    sortFindings(findings);
    return findings;
}

bool isStuck(const StuckLock& stuck, const IncidentReport& report, const ReportOptions& options) {
    return stuck.lasted.least >= options.stuckFor ||
           std::ranges::any_of(report.findings, [&](const RecordedFinding& found) {
               return accuses(found.finding, stuck.path);
           });
}

void addLock(const std::shared_ptr<const LockQueue>& queue, const ClusterAssessment& checked,
             const ReportOptions& options, IncidentReport& report) {
    const LockOfMoment lock(queue, checked, report.span.toUnixMs);
    std::ranges::move(lock.turns(), std::back_inserter(report.turns.turns));
    ++report.locks;
    if (!hasHolders(queue->kind)) return;
    auto stuck = lock.stuck();
    if (!stuck || !isStuck(*stuck, report, options)) return;
    stuck->shown = report.shown;
    stuck->shownAtUnixMs = report.shownAtUnixMs;
    report.stuck.push_back(*std::move(stuck));
}

}  // namespace

IncidentReport reportOf(const Snapshot& snapshot, const ReportOptions& options) {
    IncidentReport report;
    report.source = ReportSource::Snapshot;
    report.stuckFor = options.stuckFor;
    report.cluster = snapshot.connectString;
    report.program = snapshot.program;
    report.span = {snapshot.takenAtUnixMs, snapshot.takenAtUnixMs};
    report.shownAtUnixMs = report.completeFromUnixMs = report.knownUntilUnixMs = snapshot.takenAtUnixMs;
    report.shown = assessmentOf(snapshot);
    report.coverage = snapshot.coverage ? snapshot.coverage : report.shown->coverage;
    report.findings = reportedFindings(*report.shown, options, snapshot.takenAtUnixMs);
    for (const auto& queue : snapshot.locks)
        if (isReportedOn(queue->path, options.locks)) addLock(queue, *report.shown, options, report);
    for (const PastContender& left : snapshot.left)
        if (isReportedOn(left.lockPath, options.locks))
            report.turns.turns.push_back({.lock = left.lockPath, .turn = left.turn});
    std::ranges::stable_sort(report.turns.turns, {},
                             [](const RecordedTurn& turn) { return turn.turn.firstSeenUnixMs; });
    report.turns.completeFromUnixMs = snapshot.takenAtUnixMs;
    keepLongest(report, options.mostStuck);
    for (StuckLock& stuck : report.stuck)
        completeStuck(stuck, report.findings, options.mostNamed);
    report.past = pastOfStuck(report, report.turns.turns);
    return report;
}

}  // namespace lockcore
