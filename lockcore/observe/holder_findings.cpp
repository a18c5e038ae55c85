// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "finding_detectors.h"

#include <lockcore/observe/permits.h>
#include <lockcore/session/connect_string.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <tuple>

namespace lockcore {

namespace {

using std::chrono::milliseconds;

/// A deadlock is told by those that hold one lock and wait in another. Others may stand between in a queue;
/// they only suffer.
Finding deadlock(const FindingContext& context, const WaitCycle& cycle) {
    const WaitForGraph& waits = context.waits();
    Finding finding = makeFinding(FindingKind::PossibleDeadlock);
    for (const std::size_t keeper : cycle.keepers) {
        const WaitEdge& edge = waits.edges[keeper];
        const LockQueue& lock = *context.sample().locks[edge.lock];
        const Contender& waiter = *lock.rows[edge.waiterRow].contender;
        finding.sessions.push_back(waits.sessions[edge.waiter]);
        finding.contenders.push_back(contenderPath(lock.path, waiter));
        finding.locks.push_back(lock.path);
        if (!waiter.stat) continue;
        const milliseconds waited = context.ageOf(*waiter.stat);
        finding.duration = std::min(finding.duration.value_or(waited), waited);
    }
    // Who knows that it has threads gets a warning where others get a fault.
    finding.isOfThreads = cycle.worksOn;
    if (cycle.isOutlasting && !cycle.worksOn) finding.severity = findingRow(finding.kind).grave;
    if (!cycle.hasLasted) {
        finding.stage = FindingStage::Suspected;
        finding.severity = Severity::Information;
    }
    if (!cycle.beside.empty()) finding.detail = "permits";
    if (cycle.mayFindPermit) finding.detail = "perhaps-free-permit";
    if (cycle.isUpgrade) finding.detail = "upgrade";
    if (cycle.isUpgrade && finding.sessions.size() == 1) {
        const SessionView* const view = context.viewOf(finding.sessions.front());
        const bool isOnlyPair = view != nullptr && view->holds.size() + view->waits.size() == 2;
        finding.detail = isOnlyPair ? "self-upgrade" : "own-upgrade";
    }
    return finding;
}

/// A circle opens by itself where a party's client is gone: when that session expires, as is told of its
/// locks.
bool endsByExpiry(const FindingContext& context, const WaitCycle& cycle) {
    const WaitForGraph& waits = context.waits();
    const auto isGhost = [&](std::size_t session) {
        const SessionView* const view = context.viewOf(waits.sessions[session]);
        return view != nullptr && view->state == SessionState::Ghost;
    };
    const auto holds = [&](const WaitEdge& edge) {
        return context.sample().locks[edge.lock]->rows[edge.blockerRow].role == Role::Holder;
    };
    return std::ranges::any_of(cycle.keepers,
                               [&](std::size_t keeper) { return isGhost(waits.edges[keeper].waiter); }) ||
           std::ranges::any_of(cycle.beside, [&](std::size_t beside) {
               const WaitEdge& edge = waits.edges[beside];
               return holds(edge) && isGhost(edge.blocker);
           });
}

/// A contender, or member, whose client is gone or silent.
struct Absentee {
    const LockQueue* lock;
    const QueueRow* row;
    const SessionView* view;
    bool isUrgent = false;    ///< as the table of kinds says what is grave of its kind
    bool mayWaitYet = false;  ///< first by its name alone: whether it waits for another library is not known
};

/// Others wait for it, and its session nearly ends.
bool isUrgentHolder(const LockQueue& lock, const SessionView& view, bool areWaitersGone) {
    const bool isNearlyGone = view.state == SessionState::Ghost || !view.silentFor || !view.timeout ||
                              *view.silentFor > *view.timeout * 4 / 5;
    return isNearlyGone && lock.hasChain() && !areWaitersGone && freePermits(lock).value_or(0) == 0;
}

/// The first waiter of a semaphore all of whose permits are free has nobody before it.
bool isNextInLine(const LockQueue& lock, const QueueRow& waiter) {
    return !waiter.predecessor || isFirstInLine(lock.rows[*waiter.predecessor].role);
}

/// Of a waiter: empty where its turn has not come.
std::string_view permitOf(const LockQueue& lock, const QueueRow& row) {
    const auto place = static_cast<std::size_t>(&row - lock.rows.data());
    if (row.role != Role::Waiter || !waitsForAnyPermit(lock, place)) return "";
    const auto free = freePermits(lock);
    if (!free) return "perhaps-free-permit";
    return *free > 0 ? "free-permit" : "";
}

/// What may not be said in one sentence of several: whether they hold, or are given what is free.
std::string_view standingOf(const Absentee& client) {
    return client.mayWaitYet ? "may-wait" : permitOf(*client.lock, *client.row);
}

std::string_view detailOf(const Absentee& client) {
    if (client.mayWaitYet) return "may-wait";
    if (client.row->role == Role::Leader) return "leader";
    if (client.row->role == Role::Standby) return "standby";
    return standingOf(client);
}

/// One finding about clients of one kind, which are in one lock or run on one host; of waiters all of whom
/// have their turn, or none.
Finding absenceOf(FindingKind kind, const std::vector<Absentee>& clients, bool isOneLock) {
    Finding finding = makeFinding(kind);
    finding.detail = clients.size() == 1 ? detailOf(clients.front()) : standingOf(clients.front());
    if (isOneLock) finding.lock = clients.front().lock->path;
    finding.evidence = {Evidence::Connections};
    bool isExpiryTold = true;
    for (const Absentee& client : clients) {
        finding.severity = std::max(
            finding.severity, makeFinding(kind, client.isUrgent ? Degree::Grave : Degree::Usual).severity);
        const std::size_t named = finding.contenders.size();
        nameContender(finding, *client.row);
        // Beyond kMostNamed none is added, and the last one keeps its name.
        if (!isOneLock && finding.contenders.size() > named)
            finding.contenders.back() = contenderPath(client.lock->path, *client.row->contender);
        if (&client == &clients.front()) finding.server = client.view->server;
        if (finding.server != client.view->server) finding.server.clear();
        if (client.view->silentFor)
            finding.duration = std::max(finding.duration.value_or(milliseconds(0)), *client.view->silentFor);
        isExpiryTold = isExpiryTold && client.view->expiresIn.has_value();
        if (client.view->expiresIn)
            finding.remaining =
                std::max(finding.remaining.value_or(milliseconds(0)), *client.view->expiresIn);
    }
    if (!isExpiryTold) finding.remaining.reset();
    if (isExpiryTold) finding.evidence.push_back(Evidence::Ephemerals);
    if (clients.size() > 1) finding.count = clients.size();
    return finding;
}

/// So many locks of one host are told one by one; more have one cause.
constexpr std::size_t kToldOneByOne = 3;

void addAbsent(FindingKind kind, const std::vector<Absentee>& ofOneHost, Findings& findings) {
    // Of several that may hold or wait no one sentence is true.
    if (ofOneHost.size() > kToldOneByOne && !ofOneHost.front().mayWaitYet) {
        findings.push_back(absenceOf(kind, ofOneHost, false));
        return;
    }
    for (const Absentee& each : ofOneHost)
        findings.push_back(absenceOf(kind, {each}, true));
}

/// By state, whether it is their turn, and host; of a client that no server lists the host may not be known.
class AbsenteesByHost {
public:
    void add(const Absentee& client) {
        m_byHost[{client.view->state, standingOf(client), hostOf(*client.view)}].push_back(client);
    }
    void tell(FindingKind ifGhost, FindingKind ifSilent, Findings& findings) const {
        for (const auto& [key, ofOneHost] : m_byHost)
            addAbsent(std::get<SessionState>(key) == SessionState::Ghost ? ifGhost : ifSilent, ofOneHost,
                      findings);
    }

private:
    std::map<std::tuple<SessionState, std::string_view, std::string>, std::vector<Absentee>> m_byHost;
};

/// Null where its client is connected, is not known to be gone, or is this program.
const SessionView* absentAt(const FindingContext& context, const QueueRow& row) {
    const SessionView* const view = context.isOwn(ownerOf(row)) ? nullptr : context.viewOf(ownerOf(row));
    return view != nullptr && isAbsent(*view) ? view : nullptr;
}

const SessionView* ghostAt(const FindingContext& context, const QueueRow& row) {
    const SessionView* const view = absentAt(context, row);
    return view != nullptr && view->state == SessionState::Ghost ? view : nullptr;
}

/// True where nobody waits whose client is not known to be gone.
bool areWaitersGone(const FindingContext& context, const LockQueue& lock) {
    return std::ranges::none_of(lock.rows, [&](const QueueRow& row) {
        return isBehindSomebody(row.role) && ghostAt(context, row) == nullptr;
    });
}

/// Rows behind which somebody waits whose client is not known to be gone.
std::vector<bool> rowsInTheWay(const FindingContext& context, const LockQueue& lock) {
    std::vector<bool> inTheWay(lock.rows.size(), false);
    for (std::size_t row = lock.rows.size(); row-- > 0;) {
        const QueueRow& waiter = lock.rows[row];
        if (!isBehindSomebody(waiter.role) || !waiter.predecessor) continue;
        if (!inTheWay[row] && ghostAt(context, waiter) != nullptr) continue;
        std::size_t before = *waiter.predecessor;
        inTheWay[before] = true;
        // Who wants to write waits for all of the readers before it.
        if (asksToShare(waiter)) continue;
        while (asksToShare(lock.rows[before]) && before > 0 && asksToShare(lock.rows[before - 1]))
            inTheWay[--before] = true;
    }
    return inTheWay;
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
        Finding finding = findingAt(lock, orphan ? FindingKind::OrphanContender : FindingKind::DuplicateId);
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
    for (std::size_t place = 0; place < lock.rows.size(); ++place) {
        const QueueRow& row = lock.rows[place];
        const SessionId session = ownerOf(row);
        const auto before = blockerOf(lock, place);
        if (row.role != Role::Waiter || !before) continue;
        if (session == SessionId::None || context.isOwn(session)) continue;
        if (!row.contender->stat) continue;
        const QueueRow& blocker = lock.rows[*before];
        const auto& id = row.contender->parsed.id;
        const bool isDuplicate = isRandomId(id) && id == blocker.contender->parsed.id;
        // A reader that wants to write is a circle of its own.
        const bool isUpgrade = blocker.role == Role::Holder && asksToShare(blocker) && !asksToShare(row);
        if (ownerOf(blocker) != session || isDuplicate || isUpgrade) continue;
        Finding& finding =
            bySession.try_emplace(session, findingAt(lock, FindingKind::SelfWait)).first->second;
        const milliseconds waited = context.ageOf(*row.contender->stat);
        if (finding.contenders.empty()) nameContender(finding, blocker);
        nameContender(finding, row);
        finding.count = finding.count.value_or(0) + 1;
        finding.duration = std::max(finding.duration.value_or(waited), waited);
        const bool isLong = context.certainAgeOf(*row.contender->stat) > context.thresholds().longWait;
        if (blocker.role == Role::Holder && isLong)
            finding.severity = findingAt(lock, FindingKind::SelfWait, Degree::Grave).severity;
    }
    for (auto& [session, finding] : bySession)
        findings.push_back(std::move(finding));
}

}  // namespace

void findDeadlocks(const FindingContext& context, Findings& findings) {
    for (const WaitCycle& cycle : context.waits().cycles)
        if (!endsByExpiry(context, cycle)) findings.push_back(deadlock(context, cycle));
}

void findAbsentHolders(const FindingContext& context, Findings& findings) {
    if (!context.isAnyAbsent()) return;
    AbsenteesByHost byHost;
    const auto inDoubt = holdersInDoubt(context);
    for (const auto& lock : context.sample().locks) {
        const auto open = inDoubt.find(lock->path);
        for (std::size_t i = 0; i < lock->rows.size(); ++i) {
            const QueueRow& row = lock->rows[i];
            const SessionView* const view = isFirstInLine(row.role) ? absentAt(context, row) : nullptr;
            if (view == nullptr) continue;
            const bool mayWait = open != inDoubt.end() && std::ranges::binary_search(open->second, i);
            const bool isUrgent = !mayWait && isUrgentHolder(*lock, *view, areWaitersGone(context, *lock));
            byHost.add({lock.get(), &row, view, isUrgent, mayWait});
        }
    }
    byHost.tell(FindingKind::GhostHolder, FindingKind::SilentHolder, findings);
}

/// When its turn comes the lock is given to nobody, until its session expires or its client is back.
void findAbsentWaiters(const FindingContext& context, Findings& findings) {
    if (!context.isAnyAbsent()) return;
    AbsenteesByHost byHost;
    for (const LockQueue* const lock : context.eventful()) {
        if (!lock->hasChain()) continue;
        const std::vector<bool> inTheWay = rowsInTheWay(context, *lock);
        for (std::size_t i = 0; i < lock->rows.size(); ++i) {
            const QueueRow& row = lock->rows[i];
            if (!inTheWay[i] || !isBehindSomebody(row.role)) continue;
            if (const SessionView* const view = absentAt(context, row))
                byHost.add({lock, &row, view, isNextInLine(*lock, row)});
        }
    }
    byHost.tell(FindingKind::GhostWaiter, FindingKind::SilentWaiter, findings);
}

/// Members, and standbys whose turn nobody waits for.
void findGhostMembers(const FindingContext& context, Findings& findings) {
    if (!context.isAnyAbsent()) return;
    std::map<std::string, std::vector<Absentee>> byHost;
    for (const auto& lock : context.sample().locks) {
        const bool hasStandbys =
            std::ranges::find(lock->rows, Role::Standby, &QueueRow::role) != lock->rows.end();
        const std::vector<bool> inTheWay =
            hasStandbys ? rowsInTheWay(context, *lock) : std::vector<bool>(lock->rows.size(), false);
        for (std::size_t i = 0; i < lock->rows.size(); ++i) {
            const QueueRow& row = lock->rows[i];
            if ((row.role != Role::Member && row.role != Role::Standby) || inTheWay[i]) continue;
            if (const SessionView* const view = ghostAt(context, row))
                byHost[hostOf(*view)].push_back({lock.get(), &row, view});
        }
    }
    for (const auto& [host, members] : byHost)
        addAbsent(FindingKind::GhostMember, members, findings);
}

void findSelfWaits(const FindingContext& context, Findings& findings) {
    for (const LockQueue* const lock : context.eventful())
        addSelfWaits(context, *lock, findings);
}

void findDuplicates(const FindingContext& context, Findings& findings) {
    for (const LockQueue* const lock : context.eventful())
        addDuplicates(context, *lock, findings);
}

void findPersistentContenders(const FindingContext& context, Findings& findings) {
    for (const LockQueue* const lock : context.eventful()) {
        std::optional<Finding> finding;
        for (const QueueRow& row : lock->rows) {
            const bool isPersistent = isInQueue(row.role) && row.contender->stat &&
                                      row.contender->stat->ephemeralOwner == SessionId::None;
            if (!isPersistent) continue;
            if (!finding) finding = findingAt(*lock, FindingKind::PersistentContender);
            nameContender(*finding, row);
            finding->count = finding->count.value_or(0) + 1;
        }
        if (finding) findings.push_back(std::move(*finding));
    }
}

void findRemovedHolders(const FindingContext& context, Findings& findings) {
    if (context.removals() == nullptr) return;
    for (const RemovedHolder& holder : context.removals()->removed()) {
        const bool hasNotNoticed = holder.end.isCertain() && holder.hasSentUnixMs == 0;
        Finding finding =
            makeFinding(FindingKind::RemovedHolder, hasNotNoticed ? Degree::Grave : Degree::Usual);
        finding.lock = holder.lockPath;
        finding.contenders = {holder.contender->name};
        finding.sessions = {holder.contender->stat->ephemeralOwner};
        if (!holder.end.address.empty()) finding.hosts = {std::string(hostOfAddress(holder.end.address))};
        finding.duration =
            std::max(milliseconds(0), milliseconds(context.sample().takenAtUnixMs - holder.removedUnixMs));
        finding.evidence = {Evidence::Connections};
        if (holder.isLeader) finding.detail = "leader";
        findings.push_back(std::move(finding));
    }
}

}  // namespace lockcore
