// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "finding_detectors.h"
#include "wait_graph.h"

#include <cctype>
#include <map>
#include <tuple>

namespace lockcore {

namespace {

using std::chrono::milliseconds;

/// A deadlock is told by those that hold one lock and wait in another. Others may stand between in a queue;
/// they only suffer.
Finding deadlock(const FindingContext& context, const std::vector<std::size_t>& cycle) {
    const WaitForGraph& waits = context.waits();
    Finding finding;
    finding.kind = FindingKind::PossibleDeadlock;
    finding.severity = Severity::Fault;
    for (const std::size_t change : lockChanges(waits, cycle)) {
        const WaitEdge& edge = waits.edges[change];
        const LockQueue& lock = *context.sample().locks[edge.lock];
        const Contender& waiter = *lock.rows[edge.waiterRow].contender;
        finding.sessions.push_back(waits.sessions[edge.waiter]);
        finding.contenders.push_back(contenderPath(lock.path, waiter));
        const milliseconds waited = context.ageOf(*waiter.stat);
        finding.duration = std::min(finding.duration.value_or(waited), waited);
    }
    return finding;
}

Finding absentHolder(const LockQueue& lock, const QueueRow& row, const SessionView& view, bool othersWait) {
    const bool isGhost = view.state == SessionState::Ghost;
    const bool isNearlyGone = isGhost || *view.silentFor > *view.timeout * 4 / 5;
    Finding finding = findingAt(lock, isGhost ? FindingKind::GhostHolder : FindingKind::SilentHolder,
                                isNearlyGone && othersWait ? Severity::Fault : Severity::Warning);
    nameContender(finding, row);
    if (row.role == Role::Leader) finding.detail = "leader";
    finding.server = view.server;
    finding.duration = view.silentFor;
    finding.remaining = view.expiresIn;
    finding.evidence = {Evidence::Connections};
    if (view.expiresIn) finding.evidence.push_back(Evidence::Ephemerals);
    return finding;
}

/// Only such an id is made to be unique. Others tell a session or a word, which may queue up twice.
bool isRandomId(std::string_view id) {
    constexpr std::ptrdiff_t kDigits = 32;
    const auto isDigit = [](char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; };
    return std::count_if(id.begin(), id.end(), isDigit) == kDigits &&
           std::all_of(id.begin(), id.end(), [&](char c) { return c == '-' || isDigit(c); });
}

using IdKey = std::pair<Dialect, std::string_view>;

std::map<IdKey, std::vector<std::size_t>> rowsById(const LockQueue& lock) {
    std::map<IdKey, std::vector<std::size_t>> rows;
    for (std::size_t row = 0; row < lock.rows.size(); ++row) {
        const NodeName& name = lock.rows[row].contender->parsed;
        if (isInQueue(lock.rows[row].role) && isRandomId(name.id))
            rows[{name.dialect, name.id}].push_back(row);
    }
    return rows;
}

/// A write lock that became a read lock: two znodes of one owner at one place.
bool isDowngradePair(const LockQueue& lock, const std::vector<std::size_t>& rows) {
    if (rows.size() != 2) return false;
    const NodeName& a = lock.rows[rows[0]].contender->parsed;
    const NodeName& b = lock.rows[rows[1]].contender->parsed;
    return a.sequence == b.sequence && a.mode != b.mode;
}

/// A client looks for its znode by the id after a create whose answer was lost. If it queued up again
/// instead, it now waits behind a znode that it does not know of.
bool isOrphan(const FindingContext& context, const LockQueue& lock, const std::vector<std::size_t>& rows) {
    const QueueRow& first = lock.rows[rows.front()];
    const SessionView* view = context.viewOf(ownerOf(first));
    return isFirstInLine(first.role) && view != nullptr && view->state != SessionState::Ghost &&
           std::all_of(rows.begin(), rows.end(),
                       [&](std::size_t row) { return ownerOf(lock.rows[row]) == view->session; });
}

void addDuplicates(const FindingContext& context, const LockQueue& lock, Findings& findings) {
    if (lock.rows.size() < 2) return;
    for (const auto& [id, rows] : rowsById(lock)) {
        if (rows.size() < 2 || isDowngradePair(lock, rows)) continue;
        const bool orphan = isOrphan(context, lock, rows);
        Finding finding = findingAt(lock, orphan ? FindingKind::OrphanContender : FindingKind::DuplicateId,
                                    orphan ? Severity::Fault : Severity::Warning);
        for (const std::size_t row : rows)
            nameContender(finding, lock.rows[row]);
        finding.count = rows.size();
        findings.push_back(std::move(finding));
    }
}

/// Threads of one session may well queue for one lock and take turns. It is worth a look only where the
/// session holds, and its own next contender has waited for long.
void addSelfWaits(const FindingContext& context, const LockQueue& lock, Findings& findings) {
    std::map<SessionId, Finding> bySession;
    for (const QueueRow& row : lock.rows) {
        const SessionId session = ownerOf(row);
        if (row.role != Role::Waiter || !row.predecessor) continue;
        if (session == SessionId::None || context.isOwn(session)) continue;
        const QueueRow& blocker = lock.rows[*row.predecessor];
        const auto& id = row.contender->parsed.id;
        const bool isDuplicate = isRandomId(id) && id == blocker.contender->parsed.id;
        if (ownerOf(blocker) != session || isDuplicate) continue;
        Finding& finding =
            bySession.try_emplace(session, findingAt(lock, FindingKind::SelfWait, Severity::Information))
                .first->second;
        const milliseconds waited = context.ageOf(*row.contender->stat);
        if (finding.contenders.empty()) nameContender(finding, blocker);
        nameContender(finding, row);
        finding.count = finding.count.value_or(0) + 1;
        finding.duration = std::max(finding.duration.value_or(waited), waited);
        if (blocker.role == Role::Holder && waited > context.thresholds().longWait)
            finding.severity = severityIn(lock, Severity::Warning);
    }
    for (auto& [session, finding] : bySession)
        findings.push_back(std::move(finding));
}

}  // namespace

void findDeadlocks(const FindingContext& context, Findings& findings) {
    for (const auto& cycle : context.waits().cycles)
        findings.push_back(deadlock(context, cycle));
}

void findAbsentHolders(const FindingContext& context, Findings& findings) {
    for (const auto& lock : context.sample().locks) {
        const bool othersWait = lock->hasChain();
        for (const QueueRow& row : lock->rows) {
            if (!isFirstInLine(row.role) || context.isOwn(ownerOf(row))) continue;
            const SessionView* view = context.viewOf(ownerOf(row));
            if (view == nullptr) continue;
            if (view->state == SessionState::Ghost || view->state == SessionState::Silent)
                findings.push_back(absentHolder(*lock, row, *view, othersWait));
        }
    }
}

void findSelfWaits(const FindingContext& context, Findings& findings) {
    for (const auto& lock : context.sample().locks)
        addSelfWaits(context, *lock, findings);
}

void findDuplicates(const FindingContext& context, Findings& findings) {
    for (const auto& lock : context.sample().locks)
        addDuplicates(context, *lock, findings);
}

void findPersistentContenders(const FindingContext& context, Findings& findings) {
    for (const auto& lock : context.sample().locks) {
        const Severity severity = severityIn(*lock, Severity::Warning);
        Finding finding = findingAt(*lock, FindingKind::PersistentContender, severity);
        for (const QueueRow& row : lock->rows) {
            const bool isPersistent = isInQueue(row.role) && row.contender->stat &&
                                      row.contender->stat->ephemeralOwner == SessionId::None;
            if (!isPersistent) continue;
            nameContender(finding, row);
            finding.count = finding.count.value_or(0) + 1;
        }
        if (finding.count) findings.push_back(std::move(finding));
    }
}

}  // namespace lockcore
