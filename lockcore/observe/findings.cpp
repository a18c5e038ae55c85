// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "blocked_clients.h"
#include "finding_detectors.h"

#include <lockcore/observe/assessment.h>

#include <tuple>

namespace lockcore {

namespace {

/// Worst first: of two alike, what others wait for. The rest only makes the order certain.
bool isBefore(const Finding& a, const Finding& b) {
    const auto badness = [](const Finding& finding) {
        return std::tuple(finding.severity, finding.clientsBlocked());
    };
    if (badness(a) != badness(b)) return badness(a) > badness(b);
    return std::tie(a.kind, a.lock, a.server, a.detail, a.sessions, a.contenders) <
           std::tie(b.kind, b.lock, b.server, b.detail, b.sessions, b.contenders);
}

void addAddresses(const FindingContext& context, Finding& finding) {
    for (const SessionId session : finding.sessions) {
        const SessionView* const view = context.viewOf(session);
        finding.addresses.push_back(view == nullptr ? std::string() : view->address);
    }
}

/// Hosts of the clients, and who is blocked.
void addWhomTheyConcern(const FindingContext& context, Findings& findings) {
    BlockedCount blocked(context);
    for (Finding& finding : findings) {
        finding.blocked = blocked.of(finding);
        addAddresses(context, finding);
        for (const SessionId session : finding.sessions) {
            const SessionView* const view = context.viewOf(session);
            if (view != nullptr && !view->address.empty()) finding.hosts.push_back(hostOf(*view));
        }
        std::sort(finding.hosts.begin(), finding.hosts.end());
        finding.hosts.erase(std::unique(finding.hosts.begin(), finding.hosts.end()), finding.hosts.end());
    }
}

}  // namespace

std::string_view severityName(Severity severity) {
    switch (severity) {
        case Severity::Information: return "information";
        case Severity::Warning: return "warning";
        case Severity::Fault: return "fault";
    }
    return "fault";
}

std::string Finding::identity() const {
    // No path or name has a NUL in it.
    constexpr char kEnd = '\0';
    std::string text(findingKey(kind));
    // What is known of permits says nothing of which circle it is, nor who holds of which client is gone.
    const bool isVariant =
        kind == FindingKind::PossibleDeadlock ? detail.ends_with("upgrade") : detail != "may-wait";
    for (const std::string& part : {lock, server, isVariant ? detail : std::string()})
        (text += kEnd) += part;
    // Clients that are told as one come and go.
    const FindingSubject subject = findingRow(kind).subject;
    const bool isOfHost = subject == FindingSubject::Clients || kind == FindingKind::LongWait;
    if (isOfHost && lock.empty() && !hosts.empty()) {
        for (const std::string& host : hosts)
            (text += kEnd) += host;
        return text;
    }
    if (subject != FindingSubject::Place)
        for (const SessionId session : sessions)
            (text += kEnd) += toHex(session);
    if (subject == FindingSubject::Contenders || subject == FindingSubject::Clients)
        for (const std::string& contender : contenders)
            (text += kEnd) += contender;
    return text;
}

bool isOfAbsence(FindingKind kind) {
    switch (kind) {
        case FindingKind::GhostHolder:
        case FindingKind::SilentHolder:
        case FindingKind::GhostWaiter:
        case FindingKind::SilentWaiter:
        case FindingKind::GhostMember: return true;
        default: return false;
    }
}

bool Suppressions::covers(const Finding& finding) const {
    return rules.contains({finding.lock, finding.kind}) || rules.contains({"*", finding.kind});
}

FindingContext::FindingContext(const ClusterSample& sample, const LockIndex& locks,
                               const std::vector<SessionView>& sessions, const WaitForGraph& waits,
                               const Chains& chains, const Thresholds& thresholds, std::string_view chroot,
                               const ChangeWatch* changes, const RemovalWatch* removals)
    : m_sample(sample),
      m_index(locks),
      m_thresholds(thresholds),
      m_chroot(chroot),
      m_clocks(clocksOf(sample)),
      m_commonClockAhead(commonClockAhead(sample.servers, thresholds.clockSkew)),
      m_sessions(sessions),
      m_isAnyAbsent(std::ranges::any_of(sessions, isAbsent)),
      m_waits(waits),
      m_chains(chains),
      m_changes(changes),
      m_removals(removals) {
    m_eventful.reserve(locks.eventful().size());
    for (const std::size_t number : locks.eventful())
        m_eventful.push_back(sample.locks[number].get());
}

const SessionView* FindingContext::viewOf(SessionId session) const {
    const auto found =
        std::lower_bound(m_sessions.begin(), m_sessions.end(), session,
                         [](const SessionView& view, SessionId id) { return view.session < id; });
    return found != m_sessions.end() && found->session == session ? &*found : nullptr;
}

bool FindingContext::isOwn(SessionId session) const {
    return session != SessionId::None && session == m_sample.ownSession;
}

/// A leader that nobody has seen lead is one of the servers, and these agree.
std::optional<std::chrono::milliseconds> FindingContext::clockAheadAt(const Stat& stat) const {
    const auto ahead = m_clocks.aheadAt(stat.czxid);
    return ahead ? ahead : m_commonClockAhead;
}

std::chrono::milliseconds FindingContext::seenFor(const Stat& stat) const {
    const auto since = m_changes == nullptr ? std::nullopt : m_changes->doneByMs(stat.czxid);
    return std::chrono::milliseconds(since ? m_sample.takenAtUnixMs - *since : 0);
}

std::chrono::milliseconds FindingContext::ageOf(const Stat& stat) const {
    const auto ahead = clockAheadAt(stat).value_or(std::chrono::milliseconds(0));
    // Where two clocks contradict each other it is as old as it was seen.
    return std::max(seenFor(stat), std::chrono::milliseconds(m_sample.takenAtUnixMs - stat.ctimeMs) + ahead);
}

std::chrono::milliseconds FindingContext::certainAgeOf(const Stat& stat) const {
    return clockAheadAt(stat) ? ageOf(stat) : seenFor(stat);
}

Finding makeFinding(FindingKind kind, Degree degree) {
    Finding finding;
    finding.kind = kind;
    finding.severity = degree == Degree::Grave ? findingRow(kind).grave : findingRow(kind).usual;
    return finding;
}

Finding findingAt(const LockQueue& lock, FindingKind kind, Degree degree) {
    Finding finding = makeFinding(kind, degree);
    if (findingRow(kind).needsKnownRecipe && !isForQueues(lock.kind))
        finding.severity = Severity::Information;
    finding.lock = lock.path;
    return finding;
}

void nameContender(Finding& finding, const QueueRow& row) {
    if (finding.contenders.size() < kMostNamed) finding.contenders.push_back(row.contender->name);
    const SessionId session = ownerOf(row);
    auto& sessions = finding.sessions;
    const bool isKnown = std::find(sessions.begin(), sessions.end(), session) != sessions.end();
    if (session != SessionId::None && sessions.size() < kMostNamed && !isKnown) sessions.push_back(session);
}

std::vector<Finding> findProblems(const ClusterSample& sample, const Thresholds& thresholds,
                                  std::string_view chroot) {
    const auto sessions = sessionsOf(sample);
    const LockIndex locks(sample.locks);
    const auto waits = waitForGraph(sample);
    const auto chains = chainsOf(sample, chroot);
    return detectProblems({sample, locks, sessions, waits, chains, thresholds, chroot});
}

Findings findingsOfMoment(Findings told, const ClusterAssessment& checked) {
    const ClusterSample& sample = *checked.sample;
    const LockIndex locks(sample.locks);
    const Thresholds thresholds;
    const FindingContext context(sample, locks, checked.sessions, checked.waitFor, checked.chains, thresholds,
                                 {});
    BlockedCount blocked(context);
    for (Finding& finding : told) {
        if (finding.verifiedUnixMs > sample.takenAtUnixMs) {
            finding.stage = FindingStage::Suspected;
            finding.severity = Severity::Information;
            finding.verifiedUnixMs = 0;
        }
        const auto same = std::ranges::find(checked.findings, finding.identity(), &Finding::identity);
        const bool isFound = same != checked.findings.end();
        // By how much a clock is off does not grow with time.
        if (finding.kind != FindingKind::ClockSkew)
            finding.duration = isFound ? same->duration : std::nullopt;
        finding.remaining.reset();
        finding.blocked = blocked.of(finding);
        finding.addresses.clear();
        addAddresses(context, finding);
    }
    sortWorstFirst(told);
    return told;
}

void sortWorstFirst(Findings& findings) {
    std::stable_sort(findings.begin(), findings.end(), isBefore);
}

Findings detectProblems(const FindingContext& context) {
    Findings findings;
    std::vector<decltype(FindingRow::detect)> done;
    for (const FindingRow& row : findingTable()) {
        if (row.detect == nullptr) continue;
        if (std::find(done.begin(), done.end(), row.detect) != done.end()) continue;
        done.push_back(row.detect);
        row.detect(context, findings);
    }
    if (!findings.empty()) addWhomTheyConcern(context, findings);
    sortWorstFirst(findings);
    return findings;
}

}  // namespace lockcore
