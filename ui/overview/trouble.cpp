// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "overview/trouble.h"

#include "findings/finding_order.h"
#include "queue/contender_text.h"
#include "queue/queue_sentence.h"

#include <lockcore/session/connect_string.h>

#include <algorithm>
#include <chrono>
#include <compare>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

namespace lockscope {
namespace {

using lockcore::Finding;
using lockcore::FindingKind;
using lockcore::SessionId;

bool isVerified(const Finding& finding) {
    return finding.stage == lockcore::FindingStage::Verified;
}

bool isTrouble(const Finding& finding) {
    if (finding.severity != lockcore::Severity::Information) return true;
    return !isVerified(finding) && finding.clientsBlocked() > 0;
}

bool isWorse(const Trouble& a, const Trouble& b) {
    const std::weak_ordering order = compareBadness(a.finding, b.finding);
    if (std::is_neq(order)) return std::is_gt(order);
    return std::tie(a.finding.kind, a.identity) < std::tie(b.finding.kind, b.identity);
}

Trouble troubleOf(const Finding& finding) {
    return {.identity = finding.identity(), .finding = finding};
}

const lockcore::LockQueue* lockAt(const lockcore::ClusterSample& sample, const std::string& path) {
    const auto found = std::ranges::lower_bound(
        sample.locks, path, {}, [](const auto& lock) -> const std::string& { return lock->path; });
    return found != sample.locks.end() && (*found)->path == path ? found->get() : nullptr;
}

const lockcore::QueueRow* firstInLine(const lockcore::LockQueue& lock) {
    const auto first = std::ranges::find_if(lock.rows, lockcore::isFirstInLine, &lockcore::QueueRow::role);
    return first == lock.rows.end() ? nullptr : &*first;
}

/// Rows of which it is not known whether they hold, sorted.
std::span<const std::size_t> openRowsOf(const lockcore::LockQueue& lock,
                                        const lockcore::ClusterAssessment& basis) {
    const auto found = basis.inDoubt.find(lock.path);
    return found == basis.inDoubt.end() ? std::span<const std::size_t>() : found->second;
}

/// True where the finding is about such contenders alone.
bool isAboutOpenRoles(const Finding& finding, const lockcore::LockQueue& lock,
                      const lockcore::ClusterAssessment& basis) {
    const auto open = openRowsOf(lock, basis);
    return !finding.contenders.empty() &&
           std::ranges::all_of(finding.contenders, [&](const std::string& name) {
               return std::ranges::any_of(
                   open, [&](std::size_t row) { return lock.rows[row].contender->name == name; });
           });
}

/// What makes others wait for long, by the locks and the holders that it is about.
class Causes {
public:
    explicit Causes(const lockcore::ClusterSample& sample) : m_sample(sample) {}

    void add(const Finding& finding, std::size_t trouble) {
        if (!isVerified(finding) || !isCause(finding.kind)) return;
        if (!finding.lock.empty()) m_byLock.try_emplace(finding.lock, trouble);
        for (const std::string& lock : finding.locks)
            m_byLock.try_emplace(lock, trouble);
        if (finding.lock.empty())
            for (const std::string& contender : finding.contenders)
                m_byLock.try_emplace(std::string(lockcore::parentPath(contender)), trouble);
        // The sessions of a long wait are the waiters, which cause nothing.
        if (finding.kind == FindingKind::LongWait) return;
        for (const SessionId session : finding.sessions)
            m_bySession.try_emplace(session, trouble);
    }

    /// Why others wait for that lock; empty where no cause is known.
    std::optional<std::size_t> ofQueue(const std::string& path) const {
        if (const auto found = m_byLock.find(path); found != m_byLock.end()) return found->second;
        const lockcore::LockQueue* const lock = lockAt(m_sample, path);
        const lockcore::QueueRow* const first = lock ? firstInLine(*lock) : nullptr;
        const SessionId holder = first ? lockcore::ownerOf(*first) : SessionId::None;
        const auto found = m_bySession.find(holder);
        return found == m_bySession.end() ? std::nullopt : std::optional(found->second);
    }

private:
    static bool isCause(FindingKind kind) {
        switch (kind) {
            case FindingKind::PossibleDeadlock:
            case FindingKind::GhostHolder:
            case FindingKind::SilentHolder:
            case FindingKind::OrphanContender:
            case FindingKind::PersistentContender:
            case FindingKind::LongWait: return true;
            default: return false;
        }
    }

    const lockcore::ClusterSample& m_sample;
    std::map<std::string, std::size_t> m_byLock;
    std::map<SessionId, std::size_t> m_bySession;
};

/// What servers told of a client; null where none was asked. A recording has that, and not which ones.
const lockcore::SessionView* toldOf(const lockcore::ClusterAssessment& basis, SessionId session) {
    const auto found = std::ranges::lower_bound(basis.sessions, session, {}, &lockcore::SessionView::session);
    if (found == basis.sessions.end() || found->session != session) return nullptr;
    return !basis.sample->servers.empty() || found->toldAtUnixMs != 0 ? &*found : nullptr;
}

/// The same without its places, of which there may be thousands.
std::optional<lockcore::SessionView> clientOf(const lockcore::ClusterAssessment& basis, SessionId session) {
    const lockcore::SessionView* const found = toldOf(basis, session);
    if (!found) return std::nullopt;
    lockcore::SessionView client;
    client.session = session;
    client.state = found->state;
    client.address = found->address;
    client.toldAtUnixMs = found->toldAtUnixMs;
    client.silentFor = found->silentFor;
    client.expiresIn = found->expiresIn;
    return client;
}

/// When `remaining` is over, which was told at `toldAtUnixMs`; 0: at a moment that is not known, so that it
/// counts from the sample.
std::int64_t endOf(const lockcore::ClusterAssessment& basis, std::int64_t toldAtUnixMs,
                   std::chrono::milliseconds remaining) {
    const std::int64_t takenAtUnixMs = basis.sample->takenAtUnixMs;
    return (toldAtUnixMs > 0 ? std::min(takenAtUnixMs, toldAtUnixMs) : takenAtUnixMs) + remaining.count();
}

/// QueueHead::freeByUnixMs of the lock.
std::optional<std::int64_t> freeBy(const lockcore::LockQueue& lock,
                                   const lockcore::ClusterAssessment& basis) {
    std::optional<std::int64_t> last;
    for (const lockcore::QueueRow& row : lock.rows) {
        if (!lockcore::isFirstInLine(row.role)) continue;
        const lockcore::SessionView* const client = toldOf(basis, lockcore::ownerOf(row));
        if (!client || client->state != lockcore::SessionState::Ghost || !client->expiresIn)
            return std::nullopt;
        const std::int64_t end = endOf(basis, client->toldAtUnixMs, *client->expiresIn);
        last = std::max(last.value_or(end), end);
    }
    return last;
}

QueueHead headOf(const lockcore::LockQueue& lock, const lockcore::ClusterAssessment& basis,
                 const lockcore::LockHistory& history) {
    const lockcore::RoleCounts counts = lock.counts();
    const std::size_t open = openRowsOf(lock, basis).size();
    QueueHead head{.first = counts.holders + counts.leaders - open,
                   .behind = counts.waiters + counts.standbys,
                   .open = open};
    const lockcore::QueueRow* const first = firstInLine(lock);
    if (!first) return head;
    const lockcore::Contender& contender = *first->contender;
    const lockcore::Turn* const turn = history.turnOf(lock.path, contender);
    const lockcore::ObservedNow now{basis.sample->takenAtUnixMs, basis.sample->clocks};
    head.contender = contender.name;
    head.session = lockcore::ownerOf(contender);
    head.client = clientOf(basis, head.session);
    head.held = lockcore::contenderTimes(contender, first->role, lockcore::directoryPast(lock),
                                         turn ? turn->granted : std::nullopt, now)
                    .held;
    head.leads = first->role == lockcore::Role::Leader;
    head.waitsBehindItself = whoWaitsBehind(lock, head.session) == WhoWaits::Itself;
    head.freeByUnixMs = freeBy(lock, basis);
    return head;
}

void addIdentities(Trouble& trouble, const lockcore::ClusterSample& sample) {
    const Finding& finding = trouble.finding;
    std::set<SessionId> clients(finding.sessions.begin(), finding.sessions.end());
    if (trouble.head) clients.insert(trouble.head->session);
    std::set<std::string> paths(finding.locks.begin(), finding.locks.end());
    paths.insert(finding.lock);
    for (const std::string& path : paths) {
        const lockcore::LockQueue* const lock = lockAt(sample, path);
        if (!lock) continue;
        for (const lockcore::QueueRow& row : lock->rows) {
            const std::string_view identity = clientIdentity(*row.contender);
            const SessionId owner = lockcore::ownerOf(row);
            if (!identity.empty() && clients.contains(owner)) trouble.identities.emplace(owner, identity);
        }
    }
}

std::set<std::string> locksOf(const Finding& finding) {
    std::set<std::string> paths(finding.locks.begin(), finding.locks.end());
    if (!finding.lock.empty()) paths.insert(finding.lock);
    if (paths.empty())
        for (const std::string& contender : finding.contenders)
            paths.emplace(lockcore::parentPath(contender));
    return paths;
}

/// Trouble::unseenSinceUnixMs; of several locks that which was seen the longest time ago.
std::optional<std::int64_t> unseenSince(const Finding& finding, const lockcore::ClusterAssessment& basis) {
    std::optional<std::int64_t> since;
    if (!basis.coverage || basis.unseen.empty()) return since;
    const std::set<std::string> paths = locksOf(finding);
    for (const lockcore::Gap& gap : basis.coverage->gaps) {
        const bool isOfIt = paths.contains(gap.path) && basis.unseen.contains(gap.path);
        if (isOfIt && gap.fromUnixMs != 0) since = std::min(since.value_or(gap.fromUnixMs), gap.fromUnixMs);
    }
    return since;
}

void addFacts(Trouble& trouble, const lockcore::ClusterAssessment& basis,
              const lockcore::LockHistory& history) {
    const Finding& finding = trouble.finding;
    trouble.asOfUnixMs = basis.sample->takenAtUnixMs;
    trouble.unseenSinceUnixMs = unseenSince(finding, basis);
    if (const lockcore::LockQueue* const lock = lockAt(*basis.sample, finding.lock)) {
        trouble.head = headOf(*lock, basis, history);
        trouble.isRoleOpen = isAboutOpenRoles(finding, *lock, basis);
    }
    addIdentities(trouble, *basis.sample);
    if (!finding.remaining) return;
    // Of several clients the last one to end counts. When that one was told of is not known here.
    const bool isOfOne = finding.sessions.size() == 1;
    const lockcore::SessionView* const client = isOfOne ? toldOf(basis, finding.sessions.front()) : nullptr;
    trouble.endsByUnixMs = endOf(basis, client ? client->toldAtUnixMs : 0, *finding.remaining);
    // Who waits gets on once the last of them is gone.
    if (trouble.head && trouble.head->freeByUnixMs)
        trouble.endsByUnixMs = std::max(*trouble.endsByUnixMs, *trouble.head->freeByUnixMs);
}

/// Those that its sentence may name.
void addOwn(Trouble& trouble, const std::set<SessionId>& ownSessions) {
    std::vector<SessionId> named = trouble.finding.sessions;
    if (trouble.head) named.push_back(trouble.head->session);
    for (const SessionId session : named)
        if (ownSessions.contains(session)) trouble.ownSessions.insert(session);
}

}  // namespace

RowSubject subjectOf(const Trouble& trouble) {
    RowSubject row = subjectOf(trouble.finding);
    const bool isOfOne = row.contender.empty() && row.session == lockcore::SessionId::None && trouble.head &&
                         trouble.head->first == 1 && !row.lock.empty();
    if (!isOfOne || trouble.head->contender.empty()) return row;
    row.contender = trouble.head->contender;
    row.node = lockcore::joinPath(row.lock, row.contender);
    row.session = trouble.head->session;
    if (trouble.head->client) row.address = trouble.head->client->address;
    return row;
}

Troubles troublesOf(const lockcore::ClusterAssessment& basis, const std::vector<Finding>& findings,
                    const lockcore::LockHistory& history, const std::set<SessionId>& ownSessions) {
    Troubles troubles;
    std::vector<Trouble>& found = troubles.worst;
    std::vector<const Finding*> waits;
    std::vector<const Finding*> queues;
    for (const Finding& finding : findings) {
        if (!isTrouble(finding))
            troubles.remarks += finding.kind == FindingKind::NotChecked ? 0 : 1;
        else if (finding.kind == FindingKind::LongWait && !finding.lock.empty())
            waits.push_back(&finding);
        else if (finding.kind == FindingKind::LongQueue)
            queues.push_back(&finding);
        else
            found.push_back(troubleOf(finding));
    }
    std::ranges::sort(found, isWorse);
    Causes causes(*basis.sample);
    for (std::size_t i = 0; i < found.size(); ++i)
        causes.add(found[i].finding, i);
    // A long queue may follow from a long wait.
    for (const auto* const list : {&waits, &queues}) {
        for (const Finding* const finding : *list) {
            if (const auto cause = causes.ofQueue(finding->lock)) {
                found[*cause].consequences.push_back(*finding);
            } else {
                causes.add(*finding, found.size());
                found.push_back(troubleOf(*finding));
            }
        }
    }
    std::ranges::sort(found, isWorse);
    if (found.size() > kMostTroubles) troubles.more = found.size() - kMostTroubles;
    found.resize(found.size() - troubles.more);
    for (Trouble& trouble : found) {
        addFacts(trouble, basis, history);
        addOwn(trouble, ownSessions);
    }
    return troubles;
}

}  // namespace lockscope
