// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "report_parts.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace lockcore {
namespace {

/// Turns of one lock, or of all, as they were known at a time.
std::vector<RecordedTurn> knownTurns(std::vector<RecordedTurn> turns, std::int64_t unixMs) {
    std::vector<RecordedTurn> known = joinedPermits(joinedRuns(std::move(turns)));
    for (RecordedTurn& turn : known)
        turn = asKnownAt(std::move(turn), unixMs);
    return known;
}

/// Who has closed it wanted to see nothing more.
bool isOutage(const RecordedConnection& change) {
    return change.state != ConnectionState::Connected && change.state != ConnectionState::Reconnected &&
           change.state != ConnectionState::Closed;
}

using TurnsByLock = std::map<std::string, std::vector<RecordedTurn>>;

/// Gathers one report, step by step; the first step that fails ends it.
class ReportOfRecording {
public:
    ReportOfRecording(Recording& recording, const TimeSpan& span, const ReportOptions& options)
        : m_recording(recording), m_options(options) {
        m_report.span = span;
        m_report.stuckFor = options.stuckFor;
        m_report.completeFromUnixMs = span.fromUnixMs;
        m_report.knownUntilUnixMs = INT64_MIN;
    }

    Result<IncidentReport> make() {
        if (!takeRuns())
            return fail(ErrorCode::BadArguments, "report on the recording: nothing was recorded then");
        takeHappenings();
        takeTurns();
        findStuck();
        keepLongest(m_report, m_options.mostStuck);
        showStuck();
        showAll();
        if (m_problem) return tl::unexpected(*m_problem);
        m_report.past = pastOfStuck(m_report, m_report.turns.turns);
        return std::move(m_report);
    }

private:
    template <class Value>
    void take(Result<Value> read, Value& into) {
        if (m_problem) return;
        if (read)
            into = *std::move(read);
        else
            m_problem = read.error();
    }

    bool takeRuns() {
        bool isAny = false;
        for (const RecordedRun& run : m_recording.runs()) {
            if (run.beganUnixMs > m_report.span.toUnixMs || run.untilUnixMs < m_report.span.fromUnixMs)
                continue;
            isAny = true;
            m_report.knownUntilUnixMs =
                std::max(m_report.knownUntilUnixMs, std::min(run.untilUnixMs, m_report.span.toUnixMs));
            m_report.cluster = run.cluster;
            m_report.program = run.program;
            if (run.isOfServersFiles) m_report.source = ReportSource::ServersFiles;
        }
        return isAny;
    }

    void takeHappenings() {
        const TimeSpan& span = m_report.span;
        take(m_recording.findingsIn(span), m_report.findings);
        take(m_recording.actsIn(span), m_report.acts);
        take(m_recording.connectionsIn(span), m_report.connections);
        take(m_recording.gapsIn(span), m_report.gaps);
        RecordedOverview overview;
        take(m_recording.overview(span, 1), overview);
        m_report.unrecorded = std::move(overview.unseen);
        takeOutages();
        const auto& locks = m_options.locks;
        std::erase_if(m_report.findings,
                      [&](const RecordedFinding& each) { return !isReportedOn(each.finding, locks); });
        std::erase_if(m_report.acts, [&](const RecordedAct& act) { return !isReportedOn(act.lock, locks); });
        std::erase_if(m_report.gaps, [&](const RecordedGap& gap) {
            return !gap.lock.empty() && !isReportedOn(gap.lock, locks);
        });
        for (RecordedFinding& finding : m_report.findings)
            asToldBy(span.toUnixMs, finding);
        for (RecordedGap& gap : m_report.gaps)
            if (gap.toUnixMs) gap.toUnixMs = std::min(*gap.toUnixMs, span.toUnixMs);
        sortFindings(m_report.findings);
    }

    /// Why nothing was seen where nothing was. That a connection is lost is noticed later.
    void takeOutages() {
        std::vector<RecordedConnection> changes;
        take(m_recording.connectionsIn({0, m_report.span.toUnixMs}), changes);
        for (const TimeSpan& span : m_report.unrecorded)
            for (const RecordedRun& run : m_recording.runs())
                addOutage(
                    {std::max(span.fromUnixMs, run.beganUnixMs), std::min(span.toUnixMs, run.untilUnixMs)},
                    changes);
    }

    /// Of a time in which somebody recorded.
    void addOutage(const TimeSpan& span, const std::vector<RecordedConnection>& changes) {
        if (span.fromUnixMs >= span.toUnixMs) return;
        ReportedOutage outage{span, {}};
        const auto after = [&](std::int64_t unixMs) {
            return std::ranges::upper_bound(changes, unixMs, {}, &RecordedConnection::atUnixMs);
        };
        const auto first = after(span.fromUnixMs);
        const bool wasOut = first != changes.begin() && isOutage(*std::prev(first));
        std::copy_if(wasOut ? std::prev(first) : first, after(span.toUnixMs),
                     std::back_inserter(outage.changes), isOutage);
        if (!outage.changes.empty()) m_report.outages.push_back(std::move(outage));
    }

    /// The recording has what was told of it last.
    void asToldBy(std::int64_t unixMs, RecordedFinding& told) const {
        const bool goesOn = !told.toUnixMs || *told.toUnixMs > unixMs;
        if (told.toUnixMs && goesOn) told.toUnixMs.reset();
        if (goesOn && m_recording.runs().back().untilUnixMs > unixMs)
            told.finding = findingAsOf(told, unixMs);
        if (told.finding.verifiedUnixMs <= unixMs) return;
        told.finding.stage = FindingStage::Suspected;
        told.finding.severity = Severity::Information;
        told.finding.verifiedUnixMs = 0;
    }

    void takeTurns() {
        take(m_recording.turnsIn(m_report.span), m_report.turns);
        std::erase_if(m_report.turns.turns,
                      [&](const RecordedTurn& turn) { return !isReportedOn(turn.lock, m_options.locks); });
        m_report.completeFromUnixMs = m_report.turns.completeFromUnixMs;
        // Before what was not known then is left out: a run's end joins what went on in the next one.
        leaveOutParts();
        m_report.turns.turns = knownTurns(std::move(m_report.turns.turns), m_report.span.toUnixMs);
    }

    /// Who waits for a semaphore's permit is told of the semaphore.
    void leaveOutParts() {
        const auto parts = partsOfSemaphores(m_report.turns.turns);
        std::erase_if(m_report.turns.turns,
                      [&](const RecordedTurn& turn) { return parts.contains(turn.lock); });
        std::erase_if(m_report.gaps, [&](const RecordedGap& gap) { return parts.contains(gap.lock); });
    }

    /// It does, or was so still when the lock was seen last, before the span.
    bool reachesSpan(const std::string& path, const Standstill& each) const {
        const std::int64_t lastSeen = seenUntil(m_report, path);
        const bool wasSoAtLast =
            lastSeen < m_report.span.fromUnixMs && !each.until && each.seenUntilUnixMs == lastSeen;
        return each.reaches(m_report.span) || wasSoAtLast;
    }

    void findStuck() {
        TurnsByLock byLock;
        for (const RecordedTurn& turn : m_report.turns.turns)
            byLock[turn.lock].push_back(turn);
        for (const auto& [path, turns] : byLock)
            m_locks.insert(path);
        for (const auto& [path, turns] : byLock) {
            if (m_problem || !hasHolders(kindOf(turns))) continue;
            findStuck(path, turns);
        }
    }

    void findStuck(const std::string& path, const std::vector<RecordedTurn>& turns) {
        std::vector<Standstill> all = standstillsOf(turns, seenUntil(m_report, path));
        std::erase_if(all, [&](const Standstill& each) {
            return !reachesSpan(path, each) || !(isLong(each) || isAccused(path, each));
        });
        if (all.empty()) return;
        // Who was granted before the span, and left before it, tells since when the first of them stood
        // still.
        const Standstill& first = all.front();
        if (first.since.notAfterUnixMs >= m_report.span.fromUnixMs) return addStuck(turns, all);
        const auto known = turnsBack(path, first.since.notAfterUnixMs);
        if (m_problem) return;
        addStuck(known, reaching(known));
    }

    /// In the span somebody may be missing who was granted before it: the further back one looks, the earlier
    /// what reaches into it may have begun. Until that is not so any more.
    std::vector<RecordedTurn> turnsBack(const std::string& path, std::int64_t fromUnixMs) {
        for (;;) {
            RecordedTurns longer;
            take(m_recording.turnsIn({fromUnixMs, m_report.span.toUnixMs}, path), longer);
            if (m_problem) return {};
            auto known = knownTurns(std::move(longer.turns), m_report.span.toUnixMs);
            const auto all = reaching(known);
            if (all.empty() || all.front().since.notAfterUnixMs >= fromUnixMs) return known;
            // Twice as far at least, so that there are few of these.
            const std::int64_t looked = m_report.span.fromUnixMs - fromUnixMs;
            fromUnixMs = std::min(all.front().since.notAfterUnixMs, m_report.span.fromUnixMs - 2 * looked);
        }
    }

    std::vector<Standstill> reaching(const std::vector<RecordedTurn>& turns) const {
        if (turns.empty()) return {};
        const std::string& path = turns.front().lock;
        auto all = standstillsOf(turns, seenUntil(m_report, path));
        std::erase_if(all, [&](const Standstill& each) { return !reachesSpan(path, each); });
        return all;
    }

    bool isLong(const Standstill& each) const { return each.lasted().least >= m_options.stuckFor; }

    /// By what was found while it stood still.
    bool isAccused(const std::string& path, const Standstill& each) const {
        return std::ranges::any_of(m_report.findings, [&](const RecordedFinding& found) {
            return accuses(found.finding, path) && isDuring(found, each);
        });
    }

    static bool isDuring(const RecordedFinding& found, const Standstill& each) {
        return each.reaches({found.fromUnixMs, found.toUnixMs.value_or(each.seenUntilUnixMs)});
    }

    /// Those that are long, and the longest of those in which a finding calls the lock stuck.
    void addStuck(const std::vector<RecordedTurn>& turns, const std::vector<Standstill>& all) {
        const std::string& path = turns.front().lock;
        std::set<const Standstill*> told;
        for (const Standstill& each : all)
            if (isLong(each)) told.insert(&each);
        for (const RecordedFinding& found : m_report.findings)
            if (accuses(found.finding, path))
                if (const Standstill* const longest = longestDuring(found, all)) told.insert(longest);
        for (const Standstill& each : all)
            if (told.contains(&each))
                m_report.stuck.push_back(stuckLockOf(turns, each, seenUntil(m_report, path)));
    }

    static const Standstill* longestDuring(const RecordedFinding& found, const std::vector<Standstill>& all) {
        const Standstill* longest = nullptr;
        for (const Standstill& each : all)
            if (isDuring(found, each) && (!longest || each.lasted().least > longest->lasted().least))
                longest = &each;
        return longest;
    }

    /// As late as possible, while it surely was so.
    std::int64_t shownMomentOf(const StuckLock& stuck) const {
        std::int64_t shown = stuck.seenUntilUnixMs;
        // At that moment a permit may be there which is not known to be its client's yet.
        if (stuck.until)
            shown =
                stuck.until->notBeforeUnixMs ? *stuck.until->notBeforeUnixMs - 1 : stuck.since.notAfterUnixMs;
        if (stuck.until && shown >= stuck.seenUntilUnixMs) shown = stuck.seenUntilUnixMs - 1;
        return recordedBefore(std::max(shown, stuck.since.notAfterUnixMs));
    }

    /// The last moment up to then of which something was recorded.
    std::int64_t recordedBefore(std::int64_t unixMs) const {
        if (m_recording.covers(unixMs)) return unixMs;
        std::optional<std::int64_t> last;
        for (const RecordedRun& run : m_recording.runs())
            if (run.untilUnixMs <= unixMs && (!last || run.untilUnixMs > *last)) last = run.untilUnixMs;
        return last.value_or(m_report.knownUntilUnixMs);
    }

    void showStuck() {
        for (StuckLock& stuck : m_report.stuck) {
            stuck.shownAtUnixMs = shownMomentOf(stuck);
            take(m_recording.at(stuck.shownAtUnixMs, stuck.path), stuck.shown);
            completeStuck(stuck, m_report.findings, m_options.mostNamed);
            tellFormerClients(stuck.path, stuck.holders);
            tellFormerClients(stuck.path, stuck.waiters);
        }
    }

    /// Of those that had gone by the moment that is shown, as whoever made room for the next one, or gave up.
    void tellFormerClients(const std::string& path, std::vector<ReportedContender>& contenders) {
        for (std::size_t i = 0; i < contenders.size() && !m_problem; ++i) {
            const Turn& turn = contenders[i].turn.turn;
            if (contenders[i].client || !turn.leftAtUnixMs || turn.session == SessionId::None) continue;
            const std::int64_t there = turn.leftNotBeforeUnixMs.value_or(*turn.leftAtUnixMs) - 1;
            std::shared_ptr<const ClusterAssessment> then;
            take(m_recording.at(recordedBefore(there), path), then);
            if (then) tellClients(*then, contenders);
        }
    }

    void showAll() {
        m_report.shownAtUnixMs =
            m_report.stuck.empty() ? m_report.knownUntilUnixMs : m_report.stuck.front().shownAtUnixMs;
        take(m_recording.at(m_report.shownAtUnixMs), m_report.shown);
        if (!m_report.shown) return;
        m_report.coverage = m_report.shown->coverage;
        for (Gap& gap : m_report.coverage->gaps)
            gap.toUnixMs = std::min(gap.toUnixMs, m_report.span.toUnixMs);
        // Those, too, for which nobody came.
        for (const auto& lock : m_report.shown->sample->locks)
            if (isReportedOn(lock->path, m_options.locks)) m_locks.insert(lock->path);
        m_report.locks = m_locks.size();
    }

    Recording& m_recording;
    const ReportOptions& m_options;
    IncidentReport m_report;
    std::set<std::string> m_locks;  ///< that were looked at
    std::optional<Error> m_problem;
};

}  // namespace

Result<IncidentReport> reportOf(Recording& recording, const TimeSpan& span, const ReportOptions& options) {
    return ReportOfRecording(recording, span, options).make();
}

}  // namespace lockcore
