// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "finding_detectors.h"

#include <array>
#include <tuple>

namespace lockcore {

namespace {

constexpr std::array<std::string_view, 19> kFindingKeys{"possible-deadlock",
                                                        "ghost-holder",
                                                        "silent-holder",
                                                        "orphan-contender",
                                                        "self-wait",
                                                        "duplicate-id",
                                                        "persistent-contender",
                                                        "no-watch",
                                                        "herd",
                                                        "long-wait",
                                                        "long-queue",
                                                        "sequence-exhaustion",
                                                        "order-mismatch",
                                                        "unreadable",
                                                        "empty-parents",
                                                        "watch-budget",
                                                        "clock-skew",
                                                        "mixed-dialects",
                                                        "dialect-bug"};
static_assert(kFindingKeys.size() == static_cast<std::size_t>(FindingKind::DialectBug) + 1);

constexpr std::array kDetectors{findDeadlocks,      findAbsentHolders,        findSelfWaits,
                                findDuplicates,     findPersistentContenders, findLongWaits,
                                findLongQueues,     findSequenceExhaustion,   findOrderMismatches,
                                findUnreadable,     findEmptyParents,         findMixedDialects,
                                findStrangeNumbers, findLibraryBugs,          findWatchFaults,
                                findHerds,          findBigWakeUps,           findWatchBudget,
                                findClockSkew};

/// Kinds of which a lock, or a session, may have several at a time.
bool isAboutContenders(FindingKind kind) {
    switch (kind) {
        case FindingKind::PossibleDeadlock:
        case FindingKind::GhostHolder:
        case FindingKind::SilentHolder:
        case FindingKind::OrphanContender:
        case FindingKind::DuplicateId:
        case FindingKind::Herd: return true;
        default: return false;
    }
}

/// Worst first; the rest only makes the order certain.
bool isBefore(const Finding& a, const Finding& b) {
    return std::tie(b.severity, a.kind, a.lock, a.server, a.detail, a.sessions, a.contenders) <
           std::tie(a.severity, b.kind, b.lock, b.server, b.detail, b.sessions, b.contenders);
}

}  // namespace

std::string_view findingKey(FindingKind kind) {
    const auto index = static_cast<std::size_t>(kind);
    return index < kFindingKeys.size() ? kFindingKeys[index] : std::string_view("unknown");
}

std::optional<FindingKind> findingKind(std::string_view key) {
    const auto found = std::find(kFindingKeys.begin(), kFindingKeys.end(), key);
    if (found == kFindingKeys.end()) return std::nullopt;
    return static_cast<FindingKind>(found - kFindingKeys.begin());
}

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
    for (const std::string* part : {&lock, &server, &detail})
        (text += kEnd) += *part;
    if (kind == FindingKind::SelfWait || isAboutContenders(kind))
        for (const SessionId session : sessions)
            (text += kEnd) += toHex(session);
    if (isAboutContenders(kind))
        for (const std::string& contender : contenders)
            (text += kEnd) += contender;
    return text;
}

bool Suppressions::covers(const Finding& finding) const {
    return rules.contains({finding.lock, finding.kind}) || rules.contains({"*", finding.kind});
}

std::vector<Finding> FindingHistory::update(std::vector<Finding> findings, std::int64_t nowUnixMs) {
    std::map<std::string, std::int64_t> since;
    for (Finding& finding : findings) {
        const std::string identity = finding.identity();
        const auto before = m_since.find(identity);
        finding.sinceUnixMs = before == m_since.end() ? nowUnixMs : before->second;
        since.emplace(identity, finding.sinceUnixMs);
    }
    m_since = std::move(since);
    return findings;
}

FindingContext::FindingContext(const ClusterSample& sample, const std::vector<SessionView>& sessions,
                               const WaitForGraph& waits, const Chains& chains, const Thresholds& thresholds,
                               std::string_view chroot)
    : m_sample(sample),
      m_thresholds(thresholds),
      m_chroot(chroot),
      m_clockAhead(leaderClockAhead(sample.servers)),
      m_sessions(sessions),
      m_waits(waits),
      m_chains(chains) {}

const SessionView* FindingContext::viewOf(SessionId session) const {
    const auto found =
        std::lower_bound(m_sessions.begin(), m_sessions.end(), session,
                         [](const SessionView& view, SessionId id) { return view.session < id; });
    return found != m_sessions.end() && found->session == session ? &*found : nullptr;
}

bool FindingContext::isOwn(SessionId session) const {
    return session != SessionId::None && session == m_sample.ownSession;
}

std::chrono::milliseconds FindingContext::ageOf(const Stat& stat) const {
    return std::chrono::milliseconds(m_sample.takenAtUnixMs - stat.ctimeMs) + m_clockAhead;
}

Finding findingAt(const LockQueue& lock, FindingKind kind, Severity severity) {
    Finding finding;
    finding.kind = kind;
    finding.severity = severity;
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

Severity severityIn(const LockQueue& lock, Severity severity) {
    return isForQueues(lock.kind) ? severity : Severity::Information;
}

std::vector<Finding> findProblems(const ClusterSample& sample, const Thresholds& thresholds,
                                  std::string_view chroot) {
    const auto sessions = sessionsOf(sample);
    const auto waits = waitForGraph(sample);
    const auto chains = chainsOf(sample, chroot);
    return detectProblems({sample, sessions, waits, chains, thresholds, chroot});
}

Findings detectProblems(const FindingContext& context) {
    Findings findings;
    for (const auto find : kDetectors)
        find(context, findings);
    std::stable_sort(findings.begin(), findings.end(), isBefore);
    return findings;
}

}  // namespace lockcore
