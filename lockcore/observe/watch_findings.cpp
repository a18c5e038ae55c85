// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/verified_queues.h>

#include "finding_detectors.h"
#include "overtaken.h"
#include "watch_tables.h"

#include <limits>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

namespace lockcore {

namespace {

using namespace std::chrono_literals;

using Chain = std::vector<ChainLink>;

bool hasWatchTables(const ClusterSample& sample) {
    return std::any_of(sample.servers.begin(), sample.servers.end(),
                       [](const ServerReport& server) { return server.watched.has_value(); });
}

void addWatchEvidence(const FindingContext& context, Finding& finding) {
    finding.evidence = {Evidence::Connections, Evidence::Watches};
    for (const SessionId session : finding.sessions) {
        const SessionView* view = context.viewOf(session);
        const std::string server = view == nullptr ? std::string{} : view->server;
        if (session == finding.sessions.front()) finding.server = server;
        if (finding.server != server) finding.server.clear();
        if (finding.server.empty()) return;
    }
}

void addBug(const FindingContext& context, Finding finding, const KnownBug* bug, Findings& findings) {
    if (finding.contenders.empty() || bug == nullptr) return;
    finding.detail = bug->id;
    addWatchEvidence(context, finding);
    findings.push_back(std::move(finding));
}

/// Servers tell data watches only: who watches the list of children, or polls, seems to watch nothing.
bool waitsByWatch(const FindingContext& context, const LockQueue& lock, std::size_t number) {
    const QueueRow& row = lock.rows[number];
    if (!isBehindSomebody(row.role) || !row.predecessor || context.isOwn(ownerOf(row))) return false;
    const WaiterWatch watch = dialectInfo(row.contender->parsed.dialect).watch;
    return (watch == WaiterWatch::Predecessor || watch == WaiterWatch::FirstWriter) && row.contender->stat &&
           !waitsByList(lock, number);
}

bool mustWatch(const FindingContext& context, const LockQueue& lock, std::size_t row) {
    return waitsByWatch(context, lock, row) && context.ageOf(*lock.rows[row].contender->stat) > kSettlingTime;
}

/// When the oldest of the watch tables was read.
std::int64_t tablesReadMs(const ClusterSample& sample) {
    std::int64_t oldest = std::numeric_limits<std::int64_t>::max();
    for (const ServerReport& server : sample.servers)
        if (server.watched) oldest = std::min(oldest, server.watchedAtUnixMs);
    return oldest;
}

}  // namespace

/// Who waits for a contender that has just gone looks for the next one, and watches nothing meanwhile. A
/// server does not tell when the last one went: it was before the newest one came, if nothing changed since,
/// or before the queue was read like this for the first time.
std::int64_t unchangedSinceMs(const FindingContext& context, const LockQueue& lock) {
    const QueueRow* newest = nullptr;
    for (const QueueRow& row : lock.rows) {
        if (!row.contender->stat) continue;
        if (newest == nullptr || newest->contender->stat->czxid < row.contender->stat->czxid) newest = &row;
    }
    const bool isLastChange =
        newest != nullptr && lock.stat && lock.stat->pzxid == newest->contender->stat->czxid;
    if (isLastChange) return context.sample().takenAtUnixMs - context.ageOf(*newest->contender->stat).count();
    return context.changes() == nullptr ? lock.readAtUnixMs : context.changes()->unchangedSinceMs(lock);
}

namespace {

bool isSettled(const FindingContext& context, const LockQueue& lock) {
    return unchangedSinceMs(context, lock) + kSettlingTime.count() <= tablesReadMs(context.sample());
}

std::vector<std::size_t> rowsWithoutWatch(const FindingContext& context, const LockQueue& lock,
                                          const Chain& chain) {
    const auto hasNone = [](const ChainLink& link) { return link.verdict == ChainVerdict::NoWatch; };
    if (std::ranges::none_of(chain, hasNone)) return {};
    const auto overtaken = overtakenHolders(lock);
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < lock.rows.size(); ++row) {
        if (chain[row].verdict != ChainVerdict::NoWatch || !mustWatch(context, lock, row)) continue;
        // Who has got the lock has nothing to watch.
        if (chain[row].watchesItself || std::ranges::binary_search(overtaken, row)) continue;
        rows.push_back(row);
    }
    return rows;
}

/// A client that stands still may do so between queueing up and watching: then it goes on when it is back.
bool isStill(const FindingContext& context, const QueueRow& row) {
    const SessionView* view = context.viewOf(ownerOf(row));
    return view != nullptr && view->state == SessionState::Silent;
}

void addMissingWatches(const FindingContext& context, const LockQueue& lock, const Chain& chain,
                       Findings& findings) {
    std::vector<std::size_t> rows = rowsWithoutWatch(context, lock, chain);
    if (rows.empty()) return;
    Finding finding = findingAt(lock, FindingKind::NoWatch);
    const auto isRowStill = [&](std::size_t row) { return isStill(context, lock.rows[row]); };
    if (std::ranges::all_of(rows, isRowStill))
        finding.detail = "silent";
    else
        std::erase_if(rows, isRowStill);
    for (const std::size_t row : rows)
        nameContender(finding, lock.rows[row]);
    finding.count = rows.size();
    addWatchEvidence(context, finding);
    findings.push_back(std::move(finding));
}

/// What a waiter watches that will not tell it of its turn; empty where that may do.
std::string_view wrongTarget(const LockQueue& lock, const ChainLink& link, std::size_t row) {
    if (link.verdict == ChainVerdict::NoWatch) return link.watchesItself ? "itself" : "";
    if (link.verdict != ChainVerdict::OtherTarget) return "";
    if (!link.target) return "gone";
    if (lock.rows[*link.target].role == Role::Foreign) return "stranger";
    return *link.target > row ? "behind" : "";
}

/// Readers of kazoo that watch a writer behind them are a bug of their own.
bool isReaderBehindLaterWriter(const LockQueue& lock, const ChainLink& link, std::size_t row) {
    return lock.rows[row].contender->parsed.dialect == Dialect::KazooLock && asksToShare(lock.rows[row]) &&
           link.target && *link.target > row && !asksToShare(lock.rows[*link.target]);
}

void addWrongWatches(const FindingContext& context, const LockQueue& lock, const Chain& chain,
                     Findings& findings) {
    std::map<std::string_view, Finding> byTarget;
    const auto overtaken = overtakenHolders(lock);
    for (std::size_t row = 0; row < lock.rows.size(); ++row) {
        const std::string_view target = wrongTarget(lock, chain[row], row);
        if (target.empty() || !mustWatch(context, lock, row)) continue;
        if (isReaderBehindLaterWriter(lock, chain[row], row)) continue;
        if (std::ranges::binary_search(overtaken, row)) continue;
        Finding& finding =
            byTarget.try_emplace(target, findingAt(lock, FindingKind::WrongWatch)).first->second;
        nameContender(finding, lock.rows[row]);
        finding.count = finding.count.value_or(0) + 1;
    }
    for (auto& [target, finding] : byTarget) {
        finding.detail = target;
        addWatchEvidence(context, finding);
        findings.push_back(std::move(finding));
    }
}

bool hasDialect(const LockQueue& lock, Dialect dialect) {
    return std::ranges::any_of(lock.rows,
                               [&](const QueueRow& row) { return row.contender->parsed.dialect == dialect; });
}

/// Before Curator 5.5 a thread that has the write lock gets the read lock at once, with a znode at the end of
/// the queue, and watches nothing. When it gives the write lock back, the next writer is let in beside it.
void addUnsafeDowngrades(const FindingContext& context, const LockQueue& lock, const Chain& chain,
                         Findings& findings) {
    if (!hasDialect(lock, Dialect::CuratorReadWrite)) return;
    Finding finding = findingAt(lock, FindingKind::DialectBug, Degree::Grave);
    SessionId writing = SessionId::None;
    bool otherWriterWaits = false;
    for (std::size_t i = 0; i < lock.rows.size(); ++i) {
        const QueueRow& row = lock.rows[i];
        if (row.contender->parsed.dialect != Dialect::CuratorReadWrite || row.role == Role::Foreign) continue;
        if (!asksToShare(row)) {
            if (row.role == Role::Holder) writing = ownerOf(row);
            otherWriterWaits = otherWriterWaits || (row.role == Role::Waiter && ownerOf(row) != writing);
        } else if (otherWriterWaits && writing != SessionId::None && ownerOf(row) == writing &&
                   chain[i].verdict == ChainVerdict::NoWatch && mustWatch(context, lock, i)) {
            nameContender(finding, row);
        }
    }
    addBug(context, std::move(finding),
           knownBug(Dialect::CuratorReadWrite, BugSituation::DowngradeWithWaitingWriter), findings);
}

/// Before kazoo 2.9 a reader waits for writers behind it too, which wait for it.
void addReadersBehindLaterWriters(const FindingContext& context, const LockQueue& lock, const Chain& chain,
                                  Findings& findings) {
    if (!hasDialect(lock, Dialect::KazooLock)) return;
    Finding finding = findingAt(lock, FindingKind::DialectBug, Degree::Grave);
    for (std::size_t i = 0; i < lock.rows.size(); ++i) {
        const QueueRow& row = lock.rows[i];
        const auto& target = chain[i].target;
        if (row.contender->parsed.dialect != Dialect::KazooLock || !asksToShare(row)) continue;
        if (!target || *target <= i || asksToShare(lock.rows[*target])) continue;
        if (lock.rows[*target].role == Role::Waiter) nameContender(finding, row);
    }
    addBug(context, std::move(finding), knownBug(Dialect::KazooLock, BugSituation::ReaderBeforeWaitingWriter),
           findings);
}

using WatcherCounts = std::unordered_map<std::string_view, std::uint64_t>;

WatcherCounts watchersOf(const FindingContext& context) {
    WatcherCounts counts;
    for (const ServerReport& server : context.sample().servers) {
        if (!server.watched) continue;
        for (const auto& [session, paths] : *server.watched) {
            if (context.isOwn(session)) continue;
            for (const std::string& path : paths)
                ++counts[path];
        }
    }
    std::erase_if(counts, [&](const auto& watched) { return watched.second < context.thresholds().herd; });
    return counts;
}

/// Readers that wait for one writer all may go on when it goes: they wake up for something.
std::vector<std::uint64_t> readersBehind(const LockQueue& lock) {
    std::vector<std::uint64_t> readers(lock.rows.size(), 0);
    for (const QueueRow& row : lock.rows)
        if (row.predecessor && asksToShare(row)) ++readers[*row.predecessor];
    return readers;
}

void addHerds(const FindingContext& context, const LockQueue& lock, const WatcherCounts& watchers,
              Findings& findings) {
    const auto readers = readersBehind(lock);
    const std::string prefix = childPrefix(context.chroot(), lock.path);
    for (std::size_t row = 0; row < lock.rows.size(); ++row) {
        if (!isInQueue(lock.rows[row].role)) continue;
        const std::string& name = lock.rows[row].contender->name;
        if (name.starts_with('/')) continue;  // of a lock that is a part of this one
        const auto found = watchers.find(prefix + name);
        if (found == watchers.end()) continue;
        const bool isInVain = found->second >= context.thresholds().herd + readers[row];
        Finding finding = findingAt(lock, FindingKind::Herd, isInVain ? Degree::Grave : Degree::Usual);
        nameContender(finding, lock.rows[row]);
        finding.count = found->second;
        finding.evidence = {Evidence::Watches};
        findings.push_back(std::move(finding));
    }
}

/// Calls `body` with the number of each lock in which somebody waits, the lock and its chain.
template <class Body>
void eachNumberedChain(const FindingContext& context, Body body) {
    if (!hasWatchTables(context.sample())) return;
    for (const std::size_t i : context.eventfulNumbers()) {
        const LockQueue& lock = *context.sample().locks[i];
        const Chain& chain = context.chains()[i];
        if (!chain.empty() && lock.hasChain()) body(i, lock, chain);
    }
}

/// Calls `body` with each lock in which somebody waits, and its chain.
template <class Body>
void eachChain(const FindingContext& context, Body body) {
    eachNumberedChain(context,
                      [&](std::size_t, const LockQueue& lock, const Chain& chain) { body(lock, chain); });
}

/// As the tables have it, whatever became of it since.
bool lacksWatch(const FindingContext& context, const LockQueue& lock, const Chain& chain, std::size_t row) {
    const ChainLink& link = chain[row];
    const bool isHidden = link.verdict == ChainVerdict::Directory && link.isAbove;
    return (link.verdict == ChainVerdict::NoWatch || isHidden || !wrongTarget(lock, link, row).empty()) &&
           waitsByWatch(context, lock, row);
}

/// Of a queue that changed while servers were asked: who watches as is due does, whenever each was read. Who
/// came after the tables can't be in them.
void addOpenIn(const FindingContext& context, const LockQueue& lock, const WatchTables& tables,
               OpenWatches& open) {
    const Chain chain = verifyChain(lock, tables, context.chroot());
    const auto overtaken = overtakenHolders(lock);
    const std::int64_t readMs = tablesReadMs(context.sample());
    for (std::size_t row = 0; row < lock.rows.size(); ++row) {
        const auto& stat = lock.rows[row].contender->stat;
        if (!stat || stat->ephemeralOwner == SessionId::None) continue;
        const bool isWaiter = lock.rows[row].role == Role::Waiter;
        open.waiters += isWaiter ? 1 : 0;
        open.watching += isWaiter && chain[row].verdict == ChainVerdict::Verified ? 1 : 0;
        const std::int64_t cameMs = context.sample().takenAtUnixMs - context.ageOf(*stat).count();
        if (cameMs + kSettlingTime.count() > readMs) continue;
        if (isWaiter && chain[row].verdict == ChainVerdict::Inferred)
            ++open.untold;
        else if (lacksWatch(context, lock, chain, row) && !std::ranges::binary_search(overtaken, row))
            open.ofChanging[lock.path].insert(stat->czxid);
    }
}

void addOpenInChanging(const FindingContext& context, OpenWatches& open) {
    const ClusterSample& sample = context.sample();
    if (!hasWatchTables(sample)) return;
    open.areCompared = true;
    if (sample.changing.empty()) return;
    const WatchTables tables(sample.servers);
    for (const auto& lock : sample.locks)
        if (lock->freshness == Freshness::Live && sample.changing.contains(lock->path) && lock->hasChain())
            addOpenIn(context, *lock, tables, open);
}

}  // namespace

void findWatchFaults(const FindingContext& context, Findings& findings) {
    eachChain(context, [&](const LockQueue& lock, const Chain& chain) {
        if (!isSettled(context, lock)) return;
        addMissingWatches(context, lock, chain, findings);
        addWrongWatches(context, lock, chain, findings);
    });
}

std::vector<Passing> passingBy(const FindingContext& context, std::size_t number, const WatchTables& tables) {
    const LockQueue& lock = *context.sample().locks[number];
    std::vector<Passing> passing;
    // An empty chain: tables and queue are not of one moment.
    if (!hasWatchTables(context.sample()) || context.chains()[number].empty()) return passing;
    if (!isSettled(context, lock)) return passing;
    for (const AwaitedQueue& pair : possiblyAwaited(lock)) {
        if (std::ranges::binary_search(lock.awaited, pair)) continue;
        for (const Crossing& each : crossings(lock, pair, tables, context.chroot())) {
            const QueueRow& row = lock.rows[each.row];
            const bool hasSettled =
                row.contender->stat && context.ageOf(*row.contender->stat) > kSettlingTime;
            if (!each.waits && hasSettled && !context.isOwn(ownerOf(row)))
                passing.push_back({each.row, each.before});
        }
    }
    return passing;
}

std::map<std::string, std::vector<std::size_t>, std::less<>> holdersInDoubt(const FindingContext& context) {
    std::map<std::string, std::vector<std::size_t>, std::less<>> inDoubt;
    // Put in order once, for the first of what may be many.
    std::optional<WatchTables> tables;
    for (const std::size_t number : context.eventfulNumbers()) {
        const LockQueue& lock = *context.sample().locks[number];
        std::vector<std::size_t> rows = mayWaitForOthers(lock);
        if (rows.empty()) continue;
        if (!tables) tables.emplace(context.sample().servers);
        const std::vector<Passing> passing = passingBy(context, number, *tables);
        // Our own clients are told of no other names.
        std::erase_if(rows, [&](std::size_t row) {
            return context.isOwn(ownerOf(lock.rows[row])) ||
                   std::ranges::find(passing, row, &Passing::row) != passing.end();
        });
        if (!rows.empty()) inDoubt.emplace(lock.path, std::move(rows));
    }
    return inDoubt;
}

bool isSharingInDoubt(const FindingContext& context) {
    if (!hasWatchTables(context.sample())) return false;
    return std::ranges::any_of(context.eventfulNumbers(), [&](std::size_t number) {
        const LockQueue& lock = *context.sample().locks[number];
        return lock.holders() > 1 && !mayWaitForOthers(lock).empty() && !isSettled(context, lock);
    });
}

OpenWatches openWatches(const FindingContext& context) {
    OpenWatches open;
    eachNumberedChain(context, [&](std::size_t number, const LockQueue& lock, const Chain& chain) {
        const bool hasSettled = isSettled(context, lock);
        const auto overtaken = overtakenHolders(lock);
        for (std::size_t row = 0; row < lock.rows.size(); ++row) {
            if (!lacksWatch(context, lock, chain, row) || std::ranges::binary_search(overtaken, row))
                continue;
            if (const auto& stat = lock.rows[row].contender->stat)
                open.ofStill[lock.path].insert(stat->czxid);
            const bool isKnown = hasSettled && mustWatch(context, lock, row);
            if (!isKnown)
                open.rows.push_back({number, row, WatchDoubt::Settling});
            else if (chain[row].verdict == ChainVerdict::Directory)
                open.rows.push_back({number, row, WatchDoubt::Above});  // else a finding
        }
    });
    addOpenInChanging(context, open);
    return open;
}

void findWatchBugs(const FindingContext& context, Findings& findings) {
    eachChain(context, [&](const LockQueue& lock, const Chain& chain) {
        if (isSettled(context, lock)) addUnsafeDowngrades(context, lock, chain, findings);
        addReadersBehindLaterWriters(context, lock, chain, findings);
    });
}

void findHerds(const FindingContext& context, Findings& findings) {
    findBigWakeUps(context, findings);
    const WatcherCounts watchers = watchersOf(context);
    if (watchers.empty()) return;
    for (const auto& lock : context.sample().locks)
        addHerds(context, *lock, watchers, findings);
}

}  // namespace lockcore
