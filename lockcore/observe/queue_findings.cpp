// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "finding_detectors.h"
#include "overtaken.h"
#include "watch_tables.h"

#include <lockcore/recipes/sequence.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace lockcore {

namespace {

using std::chrono::milliseconds;

/// From about 100 000 ephemerals on the transaction that ends their session can't be read again.
constexpr std::size_t kBreakingEphemerals = 90'000;
constexpr std::int64_t kLastSequence = std::numeric_limits<std::int32_t>::max();

/// Names of children that nobody knows may end in digits that no server gave them.
bool isNumberedByServer(const QueueRow& row) {
    const NodeName& name = row.contender->parsed;
    return row.role != Role::Foreign && name.sequence && name.dialect != Dialect::Sequential &&
           name.dialect != Dialect::Unknown;
}

struct Numbering {
    std::int64_t next = 0;
    bool isBroken = false;  ///< a number that no recipe can live with is in use
};

Numbering numberingOf(const LockQueue& lock) {
    Numbering numbering;
    if (lock.stat) numbering.next = childrenEverCreated(*lock.stat);
    for (const QueueRow& row : lock.rows) {
        if (!isNumberedByServer(row)) continue;
        const std::int64_t number = *row.contender->parsed.sequence;
        numbering.next = std::max(numbering.next, std::min(number + 1, kLastSequence));
        if (number < 0 || number >= kSequenceLimit) numbering.isBroken = true;
    }
    return numbering;
}

bool isForbidden(const std::optional<Error>& problem) {
    return problem && problem->code == ErrorCode::NoAuth;
}

/// A reader and a writer of Curator with one number are one owner, where their sessions don't tell otherwise.
bool mayBeOneOwner(const std::vector<const QueueRow*>& equals) {
    if (equals.size() != 2 || equals[0]->contender->parsed.dialect != Dialect::CuratorReadWrite) return false;
    if (asksToShare(*equals[0]) == asksToShare(*equals[1])) return false;
    const std::int64_t number = *equals[0]->contender->parsed.sequence;
    const SessionId a = ownerOf(*equals[0]);
    const SessionId b = ownerOf(*equals[1]);
    return number >= 0 && number < kSequenceLimit && (a == b || a == SessionId::None || b == SessionId::None);
}

bool blockEachOther(const std::vector<const QueueRow*>& equals) {
    return equals.size() > 1 &&
           !std::all_of(equals.begin(), equals.end(),
                        [](const QueueRow* row) { return asksToShare(*row); }) &&
           !mayBeOneOwner(equals);
}

/// Contenders whose libraries can't tell who of them is first.
std::vector<const QueueRow*> indistinguishable(const LockQueue& lock) {
    if (lock.rows.size() < 2) return {};
    std::map<std::pair<Dialect, std::int64_t>, std::vector<const QueueRow*>> byNumber;
    for (const QueueRow& row : lock.rows) {
        if (!isNumberedByServer(row)) continue;
        const NodeName& name = row.contender->parsed;
        const DialectInfo& info = dialectInfo(name.dialect);
        if (info.rule != BlockRule::AllHold && info.equalNumbers == EqualNumbers::Undecided)
            byNumber[{info.queue, *name.sequence}].push_back(&row);
    }
    std::vector<const QueueRow*> rows;
    for (const auto& [number, equals] : byNumber)
        if (blockEachOther(equals)) rows.insert(rows.end(), equals.begin(), equals.end());
    return rows;
}

/// The bugs of all libraries are one here: the server's counter is at its end.
void addNumberBug(const LockQueue& lock, BugSituation situation, const std::vector<const QueueRow*>& rows,
                  Findings& findings) {
    if (rows.empty()) return;
    Finding finding = findingAt(lock, FindingKind::DialectBug, Degree::Grave);
    finding.detail = bugSituationKey(situation);
    finding.count = rows.size();
    for (const QueueRow* row : rows)
        nameContender(finding, *row);
    findings.push_back(std::move(finding));
}

/// Those of one lock that wait for long.
struct WaitTooLong {
    const LockQueue* lock;
    const QueueRow* longest;
    std::uint64_t waiters;
    milliseconds waited;
    bool isCertain;  ///< else only by a clock that nobody has compared
};

std::optional<WaitTooLong> longWaitIn(const FindingContext& context, const LockQueue& lock, bool isCertain) {
    WaitTooLong wait{&lock, nullptr, 0, milliseconds(0), isCertain};
    for (const QueueRow& row : lock.rows) {
        if (row.role != Role::Waiter || !row.contender->stat) continue;
        const Stat& stat = *row.contender->stat;
        const milliseconds waited = isCertain ? context.certainAgeOf(stat) : context.ageOf(stat);
        if (waited <= context.thresholds().longWait) continue;
        ++wait.waiters;
        if (wait.longest == nullptr || waited > wait.waited) {
            wait.longest = &row;
            wait.waited = waited;
        }
    }
    return wait.longest == nullptr ? std::nullopt : std::optional(wait);
}

std::optional<WaitTooLong> longWaitIn(const FindingContext& context, const LockQueue& lock) {
    const auto certain = longWaitIn(context, lock, true);
    return certain ? certain : longWaitIn(context, lock, false);
}

/// About that lock, or about others as well.
Finding longWaitFinding(const WaitTooLong& wait) {
    Finding finding = findingAt(*wait.lock, FindingKind::LongWait);
    if (wait.isCertain) return finding;
    finding.stage = FindingStage::Suspected;
    finding.severity = Severity::Information;
    return finding;
}

Finding longWait(const WaitTooLong& wait) {
    Finding finding = longWaitFinding(wait);
    nameContender(finding, *wait.longest);
    finding.duration = wait.waited;
    finding.count = wait.waiters;
    return finding;
}

const QueueRow* holderOf(const LockQueue& lock) {
    const auto holder = std::ranges::find(lock.rows, Role::Holder, &QueueRow::role);
    return holder == lock.rows.end() ? nullptr : &*holder;
}

/// Where the client of the lock's holder runs; empty where that is not known.
std::string hostOfHolder(const FindingContext& context, const LockQueue& lock) {
    const QueueRow* const holder = holderOf(lock);
    const SessionView* const view = holder == nullptr ? nullptr : context.viewOf(ownerOf(*holder));
    return view == nullptr ? std::string() : hostOf(*view);
}

/// One finding about all locks whose holders run on one host, longest first. It names the holders.
Finding longWaitsForHost(std::vector<WaitTooLong> waits) {
    std::ranges::stable_sort(waits, std::greater{}, &WaitTooLong::waited);
    Finding finding = longWaitFinding(waits.front());
    finding.lock.clear();
    if (!waits.front().isCertain) finding.detail = "not-compared";
    finding.duration = waits.front().waited;
    finding.count = waits.size();
    for (const WaitTooLong& wait : waits) {
        const QueueRow* const holder = holderOf(*wait.lock);
        const QueueRow& named = holder == nullptr ? *wait.longest : *holder;
        if (finding.contenders.size() == kMostNamed) break;
        nameContender(finding, named);
        finding.contenders.back() = childPrefix({}, wait.lock->path) + named.contender->name;
    }
    return finding;
}

/// Its client is there, and has been heard of since it had the time to watch: one that stands still between
/// two steps may do so when it goes on. It came, or what it had watched went, no later than its queue changed
/// last.
bool isAtWork(const FindingContext& context, const LockQueue& lock, const Contender& contender) {
    const SessionView* const view = context.viewOf(ownerOf(contender));
    if (view == nullptr || view->state != SessionState::Connected) return false;
    const std::chrono::milliseconds still(context.sample().takenAtUnixMs - unchangedSinceMs(context, lock));
    return view->silentFor && *view->silentFor + kSettlingTime < still;
}

bool excludeEachOther(const QueueRow& one, const QueueRow& other) {
    const auto isOfLock = [](const QueueRow& row) {
        const BlockRule rule = dialectInfo(row.contender->parsed.dialect).rule;
        return rule == BlockRule::Exclusive || rule == BlockRule::ReadersShare;
    };
    const auto isReader = [](const QueueRow& row) { return row.contender->parsed.mode == LockMode::Read; };
    const auto queueOf = [](const QueueRow& row) { return dialectInfo(row.contender->parsed.dialect).queue; };
    return isOfLock(one) && isOfLock(other) && !(isReader(one) && isReader(other)) &&
           queueOf(one) != queueOf(other) && ownerOf(one) != ownerOf(other);
}

/// Two that hold although they exclude each other: each is the first one of its library and waits for nobody
/// of another.
std::optional<Passing> holdAtOnce(const FindingContext& context, const LockQueue& lock,
                                  const std::vector<Passing>& passing) {
    const auto surelyHolds = [&](std::size_t row) {
        const bool waitsForNobody =
            row == 0 || std::ranges::find(passing, row, &Passing::row) != passing.end();
        return waitsForNobody && lock.rows[row].role == Role::Holder &&
               isAtWork(context, lock, *lock.rows[row].contender);
    };
    for (const Passing& each : passing)
        for (std::size_t before = 0; before < each.row; ++before)
            if (excludeEachOther(lock.rows[before], lock.rows[each.row]) && surelyHolds(before) &&
                surelyHolds(each.row))
                return Passing{each.row, before};
    return std::nullopt;
}

/// What the watches have shown of one direction is true; of the other one nothing is known while nobody
/// stands so. Where somebody does and waits for nobody, two may hold.
Finding mixedDialects(const LockQueue& lock, const std::vector<Passing>& passing) {
    Finding finding = findingAt(lock, FindingKind::MixedDialects);
    std::set<Dialect> queues;
    const auto name = [&](const QueueRow& row) {
        if (row.role != Role::Foreign && queues.insert(row.contender->parsed.dialect).second)
            nameContender(finding, row);
    };
    if (!passing.empty()) {
        finding.evidence = {Evidence::Connections, Evidence::Watches};
        name(lock.rows[passing.front().row]);
        name(lock.rows[passing.front().before]);
    } else if (!lock.awaited.empty()) {
        finding.detail = "one-way";
        finding.severity = Severity::Information;
        finding.evidence = {Evidence::Connections, Evidence::Watches};
        // First who waits, then who is waited for.
        for (const Dialect queue : {lock.awaited.front().waiting, lock.awaited.front().awaited})
            for (const QueueRow& row : lock.rows)
                if (dialectInfo(row.contender->parsed.dialect).queue == queue) name(row);
    }
    for (const QueueRow& row : lock.rows)
        name(row);
    finding.count = queues.size();
    return finding;
}

Finding twoHold(const LockQueue& lock, const Passing& both) {
    Finding finding = findingAt(lock, FindingKind::MixedDialects, Degree::Grave);
    finding.detail = "two-hold";
    finding.evidence = {Evidence::Connections, Evidence::Watches};
    nameContender(finding, lock.rows[both.row]);
    nameContender(finding, lock.rows[both.before]);
    finding.count = finding.contenders.size();
    return finding;
}

/// Sessions with so many ephemerals, whether anybody knows what those are or not. Without a dump those count
/// that were found in directories.
std::map<SessionId, std::uint64_t> sessionsWith(std::size_t least, const FindingContext& context) {
    std::map<SessionId, std::uint64_t> sessions;
    const auto note = [&](SessionId session, std::uint64_t count) {
        if (count < least) return;
        std::uint64_t& most = sessions[session];
        most = std::max(most, count);
    };
    const auto& catalog = context.sample().catalog;
    if (catalog && catalog->sessions)
        for (const auto& [session, count] : catalog->sessions->ephemerals)
            note(session, count);
    for (const SessionView& view : context.sessions())
        note(view.session, view.holds.size() + view.waits.size() + view.leads.size() + view.standsBy.size() +
                               view.memberOf.size());
    return sessions;
}

/// So many locks of one host are told one by one; more would hide what else is wrong.
constexpr std::size_t kWaitsToldOneByOne = 20;

}  // namespace

void findLongWaits(const FindingContext& context, Findings& findings) {
    // What is only information is no reason to look at a host.
    std::map<std::tuple<FindingStage, Severity, std::string>, std::vector<WaitTooLong>> byHost;
    for (const LockQueue* const lock : context.eventful()) {
        const auto wait = longWaitIn(context, *lock);
        if (!wait) continue;
        const Finding finding = longWaitFinding(*wait);
        byHost[{finding.stage, finding.severity, hostOfHolder(context, *lock)}].push_back(*wait);
    }
    for (auto& [host, waits] : byHost) {
        if (waits.size() > kWaitsToldOneByOne) {
            findings.push_back(longWaitsForHost(std::move(waits)));
            continue;
        }
        for (const WaitTooLong& wait : waits)
            findings.push_back(longWait(wait));
    }
}

void findLongQueues(const FindingContext& context, Findings& findings) {
    for (const LockQueue* const lock : context.eventful()) {
        const std::size_t waiters = lock->waiters();
        if (waiters <= context.thresholds().longQueue) continue;
        Finding finding = findingAt(*lock, FindingKind::LongQueue);
        finding.count = waiters;
        findings.push_back(std::move(finding));
    }
}

void findSequenceExhaustion(const FindingContext& context, Findings& findings) {
    for (const auto& lock : context.sample().locks) {
        const auto [next, isBroken] = numberingOf(*lock);
        const auto left = static_cast<std::uint64_t>(kLastSequence - next);
        if (!isBroken && left >= context.thresholds().sequenceNumbersLeft) continue;
        const bool isUrgent = isBroken || next >= kSequenceLimit;
        Finding finding =
            findingAt(*lock, FindingKind::SequenceExhaustion, isUrgent ? Degree::Grave : Degree::Usual);
        finding.count = left;
        findings.push_back(std::move(finding));
    }
}

void findOrderMismatches(const FindingContext& context, Findings& findings) {
    for (const LockQueue* const lock : context.eventful()) {
        const auto rows = overtakers(*lock);
        if (rows.empty()) continue;
        const auto overtaken = overtakenHolders(*lock);
        Finding finding =
            findingAt(*lock, FindingKind::OrderMismatch, overtaken.empty() ? Degree::Usual : Degree::Grave);
        if (!overtaken.empty()) finding.detail = "holder-overtaken";
        for (const std::size_t row : overtaken.empty() ? rows : overtaken)
            nameContender(finding, lock->rows[row]);
        finding.count = overtaken.empty() ? rows.size() : overtaken.size();
        findings.push_back(std::move(finding));
    }
}

void findExceededPermits(const FindingContext& context, Findings& findings) {
    for (const LockQueue* const lock : context.eventful()) {
        const std::size_t owners = lock->holders();
        if (!lock->capacity || owners <= *lock->capacity) continue;
        Finding finding = findingAt(*lock, FindingKind::ExceededPermits);
        for (const QueueRow& row : lock->rows)
            if (row.role == Role::Holder) nameContender(finding, row);
        finding.count = owners - *lock->capacity;
        findings.push_back(std::move(finding));
    }
}

void findUnreadable(const FindingContext& context, Findings& findings) {
    for (const LockQueue* const lock : context.eventful()) {
        const bool isUnread = lock->freshness == Freshness::Failed || lock->freshness == Freshness::Named;
        const bool isClosed = isUnread && isForbidden(lock->problem);
        const bool isAnyClosed = std::ranges::any_of(
            lock->rows, [](const QueueRow& row) { return isForbidden(row.contender->problem); });
        if (!isClosed && !isAnyClosed) continue;
        Finding finding = findingAt(*lock, FindingKind::Unreadable);
        std::uint64_t count = 0;
        bool isOwnerUnknown = false;
        for (const QueueRow& row : lock->rows) {
            if (!isForbidden(row.contender->problem)) continue;
            isOwnerUnknown = isOwnerUnknown || (row.role != Role::Foreign && !row.contender->stat);
            nameContender(finding, row);
            ++count;
        }
        // The order is known without the data, owner and age with the Stat. Nothing is wrong that clients
        // would notice: what can't be told for want of it is of the coverage.
        if (isOwnerUnknown) finding.detail = "owner-unknown";
        // The directory itself, where nobody in it is known to be closed.
        finding.count = std::max<std::uint64_t>(count, 1);
        findings.push_back(std::move(finding));
    }
}

void findEmptyParents(const FindingContext& context, Findings& findings) {
    const auto& locks = context.eventful();
    const auto isEmpty = [](const LockQueue* lock) {
        const bool isThere = lock->freshness == Freshness::Live || lock->freshness == Freshness::Stale;
        return isThere && std::all_of(lock->rows.begin(), lock->rows.end(),
                                      [](const QueueRow& row) { return row.role == Role::Foreign; });
    };
    const auto count = static_cast<std::size_t>(std::count_if(locks.begin(), locks.end(), isEmpty));
    if (count == 0 || count < context.thresholds().emptyParents) return;
    Finding finding = makeFinding(FindingKind::EmptyParents);
    finding.count = count;
    findings.push_back(std::move(finding));
}

void findMixedDialects(const FindingContext& context, Findings& findings) {
    const auto& locks = context.sample().locks;
    // Put in order once, for the first of what may be many.
    std::optional<WatchTables> tables;
    for (const std::size_t i : context.eventfulNumbers()) {
        if (!locks[i]->mixed || awaitEachOther(*locks[i])) continue;
        if (!tables) tables.emplace(context.sample().servers);
        const auto passing = passingBy(context, i, *tables);
        findings.push_back(mixedDialects(*locks[i], passing));
        if (const auto both = holdAtOnce(context, *locks[i], passing))
            findings.push_back(twoHold(*locks[i], *both));
    }
}

void findStrangeNumbers(const FindingContext& context, Findings& findings) {
    for (const LockQueue* const lock : context.eventful()) {
        addNumberBug(*lock, BugSituation::EqualNumbers, indistinguishable(*lock), findings);
        std::vector<const QueueRow*> negative;
        for (const QueueRow& row : lock->rows)
            if (isNumberedByServer(row) && *row.contender->parsed.sequence < 0) negative.push_back(&row);
        addNumberBug(*lock, BugSituation::NegativeNumbers, negative, findings);
    }
}

void findManyEphemerals(const FindingContext& context, Findings& findings) {
    for (const auto& [session, count] : sessionsWith(context.thresholds().ephemerals, context)) {
        Finding finding = makeFinding(FindingKind::ManyEphemerals,
                                      count >= kBreakingEphemerals ? Degree::Grave : Degree::Usual);
        finding.sessions = {session};
        finding.count = count;
        findings.push_back(std::move(finding));
    }
}

void findLeadershipChanges(const FindingContext& context, Findings& findings) {
    if (context.changes() == nullptr) return;
    for (const LockQueue* const lock : context.eventful()) {
        const std::size_t changes = context.changes()->leadershipChanges(lock->path);
        if (changes < std::max<std::size_t>(1, context.thresholds().leadershipChanges)) continue;
        Finding finding = findingAt(*lock, FindingKind::LeadershipChanges);
        finding.count = changes;
        findings.push_back(std::move(finding));
    }
}

}  // namespace lockcore
