// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "contender_facts.h"

#include <lockcore/recipes/revoke.h>
#include <lockcore/recipes/sequence.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace lockcore {

namespace {

using ContenderPtr = std::shared_ptr<const Contender>;

constexpr std::string_view kQueueData = "lockscope: lock";

/// Up to version 2.0: "TSERV_CLIENT=host:9997;GC_CLIENT=host:50091", in locks whose names are "zlock-".
bool namesAccumuloServices(std::string_view data) {
    return data.starts_with("TSERV_CLIENT=") || data.starts_with("GC_CLIENT=");
}

std::vector<ContenderPtr> contendersOf(const std::vector<QueueRow>& rows) {
    std::vector<ContenderPtr> contenders;
    contenders.reserve(rows.size());
    for (const QueueRow& row : rows)
        contenders.push_back(row.contender);
    return contenders;
}

/// GUIDs and sessions are put into names by libraries alone; "lock-" before a number is anybody's.
bool isPlain(const NamePattern& pattern) {
    return pattern.id == IdForm::None || pattern.id == IdForm::Word || pattern.id == IdForm::TypeAndHex32;
}

/// Where the server's number tells who is first, and the name alone does not tell that this is one. A
/// member's number makes nobody wait, and libraries that let names decide between equals choose their own.
bool mayBeChosen(const NodeName& name) {
    if (!name.sequence || name.dialect == Dialect::Sequential) return name.sequence.has_value();
    const DialectInfo& info = dialectInfo(name.dialect);
    return isForQueues(info.kind) && info.equalNumbers == EqualNumbers::Undecided &&
           std::ranges::any_of(info.names, isPlain);
}

/// Contenders with a number that the directory had not given when it was read.
bool hasUngivenNumber(const Contender& contender, std::int64_t created) {
    return mayBeChosen(contender.parsed) && *contender.parsed.sequence >= created;
}

/// Near the end of its counter a directory's Stat does not tell any more how many children it has had.
void dropUngivenNumbers(LockQueue& queue) {
    if (!queue.stat) return;
    const std::int64_t created = childrenEverCreated(*queue.stat);
    const auto isUngiven = [&](const QueueRow& row) { return hasUngivenNumber(*row.contender, created); };
    if (created >= kSequenceLimit || std::ranges::none_of(queue.rows, isUngiven)) return;
    std::vector<ContenderPtr> contenders = contendersOf(queue.rows);
    for (ContenderPtr& contender : contenders) {
        if (!hasUngivenNumber(*contender, created)) continue;
        auto unnumbered = std::make_shared<Contender>(*contender);
        unnumbered->parsed = {};
        contender = std::move(unnumbered);
    }
    queue.rows = arrangeQueue(std::move(contenders));
}

/// How many contenders there are of each dialect.
using DialectCounts = std::vector<std::size_t>;

DialectCounts dialectCounts(const LockQueue& queue) {
    DialectCounts counts(dialects().size());
    for (const QueueRow& row : queue.rows)
        if (row.role != Role::Foreign) ++counts[static_cast<std::size_t>(row.contender->parsed.dialect)];
    return counts;
}

bool isOfALibrary(Dialect dialect) {
    return dialect < Dialect::HexMember || dialect > Dialect::Unknown;
}

Dialect mostFrequent(const DialectCounts& counts) {
    Dialect best = Dialect::Unknown;
    std::tuple<bool, std::size_t, bool> rank{};
    for (const DialectInfo& info : dialects()) {
        const std::size_t count = counts[static_cast<std::size_t>(info.dialect)];
        const std::tuple of(count > 0 && isForQueues(info.kind), count, isOfALibrary(info.dialect));
        if (count == 0 || of <= rank) continue;
        rank = of;
        best = info.dialect;
    }
    return best;
}

bool countsAsQueue(const DialectInfo& info) {
    return isForQueues(info.kind) || info.dialect == Dialect::Sequential;
}

/// Of several queues nobody knows who excludes whom. Members stand in nobody's way; of other sequential
/// children in a lock's directory that is not known.
bool isMixed(const DialectCounts& counts) {
    std::vector<bool> queues(dialects().size());
    for (const DialectInfo& info : dialects()) {
        if (countsAsQueue(info) && counts[static_cast<std::size_t>(info.dialect)] > 0)
            queues[static_cast<std::size_t>(info.queue)] = true;
    }
    return std::ranges::count(queues, true) > 1;
}

/// By prefix where some share one and others have another.
SequentialQueues likelyQueues(const LockQueue& queue) {
    std::unordered_map<std::string_view, std::size_t> byPrefix;
    std::size_t most = 0;
    for (const QueueRow& row : queue.rows)
        if (row.contender->parsed.dialect == Dialect::Sequential)
            most = std::max(most, ++byPrefix[stemOf(*row.contender)]);
    return byPrefix.size() > 1 && most > 1 ? SequentialQueues::ByPrefix : SequentialQueues::One;
}

bool areAllPersistent(const LockQueue& queue) {
    bool any = false;
    for (const QueueRow& row : queue.rows) {
        if (row.role == Role::Foreign) continue;
        const auto& stat = row.contender->stat;
        if (!stat || stat->ephemeralOwner != SessionId::None) return false;
        any = true;
    }
    return any;
}

bool isReady(const QueueRow& row) {
    return row.role == Role::Foreign && row.contender->name == "ready";
}

/// What the directory is where its children's names leave that open.
Dialect refined(const LockQueue& queue) {
    const bool isBarrier = std::ranges::any_of(queue.rows, isReady);
    if (queue.dialect == Dialect::HexMember && isBarrier) return Dialect::KazooDoubleBarrier;
    if (queue.dialect == Dialect::UuidMember && isBarrier) return Dialect::CuratorDoubleBarrier;
    const auto election = dialectInfo(queue.dialect).election;
    return election && isElectionPlace(queue.path) ? *election : queue.dialect;
}

bool isReadBySomebody(const LockQueue& queue) {
    return std::ranges::any_of(queue.rows, [](const QueueRow& row) {
        return row.role != Role::Foreign && row.contender->parsed.mode == LockMode::Read;
    });
}

bool queuesByData(const LockQueue& queue) {
    return queue.dialect == Dialect::Sequential && (queue.saysThatItQueues || showsThatItQueues(queue)) &&
           !areAllPersistent(queue);
}

DirectoryKind kindOf(const LockQueue& queue, bool isMarked) {
    if (queue.dialect == Dialect::Sequential) {
        if (isMarked) return DirectoryKind::Lock;
        if (queuesByData(queue))
            return isElectionPlace(queue.path) ? DirectoryKind::Election : DirectoryKind::Lock;
        if (areAllPersistent(queue)) return DirectoryKind::WorkQueue;
    }
    if (queue.dialect == Dialect::PlainNode && isElectionPlace(queue.path)) return DirectoryKind::Election;
    const DirectoryKind kind = dialectInfo(queue.dialect).kind;
    return kind == DirectoryKind::Lock && isReadBySomebody(queue) ? DirectoryKind::ReadWriteLock : kind;
}

/// Gives those a role of the directory's kind that have another one by their own names. Members stay what
/// they are beside a queue, too.
void settleRoles(std::vector<QueueRow>& rows, DirectoryKind kind) {
    for (QueueRow& row : rows) {
        if (isInQueue(row.role)) row.role = roleIn(kind, isBehindSomebody(row.role));
        if (row.role == Role::Member) row.predecessor.reset();
    }
}

}  // namespace

bool saysThatItQueues(std::string_view directoryData) {
    return directoryData == kQueueData;
}

bool maySayThatItQueues(const Stat& directory) {
    return directory.dataLength == std::ssize(kQueueData);
}

bool showsThatItQueues(const LockQueue& queue) {
    return std::ranges::any_of(queue.rows, [](const QueueRow& row) {
        const Contender& contender = *row.contender;
        const bool isEphemeral = contender.stat && contender.stat->ephemeralOwner != SessionId::None;
        return isEphemeral && contender.parsed.dialect == Dialect::Sequential &&
               (contender.data == kRevokePayload || namesAccumuloServices(contender.data));
    });
}

void classifyQueue(LockQueue& queue, std::optional<Dialect> marked) {
    if (!marked) dropUngivenNumbers(queue);
    const DialectCounts counts = dialectCounts(queue);
    queue.mixed = isMixed(counts);
    queue.dialect = mostFrequent(counts);
    queue.dialect = marked ? *marked : refined(queue);
    queue.kind = kindOf(queue, marked.has_value());
    const bool queuesUp = marked ? marked == Dialect::Sequential : queuesByData(queue);
    queue.sequential = queuesUp ? likelyQueues(queue) : SequentialQueues::None;
    if (queue.sequential != SequentialQueues::None)
        queue.rows = arrangeQueue(contendersOf(queue.rows), queue.sequential);
    settleRoles(queue.rows, queue.kind);
}

LockQueue asQueue(const LockQueue& members, SequentialQueues sequential) {
    LockQueue queue = members;
    queue.rows = arrangeQueue(contendersOf(members.rows), sequential);
    queue.kind = isElectionPlace(queue.path) ? DirectoryKind::Election : DirectoryKind::Lock;
    queue.sequential = sequential;
    settleRoles(queue.rows, queue.kind);
    return queue;
}

LockQueue asAwaiting(const LockQueue& mixed, std::vector<AwaitedQueue> awaited) {
    LockQueue queue = mixed;
    queue.rows = arrangeQueue(contendersOf(mixed.rows), mixed.sequential, awaited);
    queue.awaited = std::move(awaited);
    settleRoles(queue.rows, queue.kind);
    return queue;
}

std::vector<Dialect> queuesIn(const LockQueue& lock) {
    std::set<Dialect> queues;
    for (const QueueRow& row : lock.rows) {
        if (row.role == Role::Foreign) continue;
        const DialectInfo& info = dialectInfo(row.contender->parsed.dialect);
        if (countsAsQueue(info)) queues.insert(info.queue);
    }
    return {queues.begin(), queues.end()};
}

bool awaitEachOther(const LockQueue& lock) {
    const auto queues = queuesIn(lock);
    return std::ranges::all_of(queues, [&](Dialect waiting) {
        return std::ranges::all_of(queues, [&](Dialect awaited) {
            return waiting == awaited ||
                   std::ranges::binary_search(lock.awaited, AwaitedQueue{waiting, awaited});
        });
    });
}

std::vector<QueueRow> rowsWithout(const LockQueue& queue, std::size_t row) {
    std::vector<ContenderPtr> rest = contendersOf(queue.rows);
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(row));
    std::vector<QueueRow> rows = arrangeQueue(std::move(rest), queue.sequential, queue.awaited);
    settleRoles(rows, queue.kind);
    return rows;
}

}  // namespace lockcore
