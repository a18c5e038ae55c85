// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/dialect.h>
#include <lockcore/session/zookeeper.h>

#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace lockcore {

/// One child of a lock directory, as last read. Immutable; shared between successive queues while it does not
/// change.
struct Contender {
    std::string name;
    NodeName parsed;

    /// Empty until it was read (names are shown first), and where it could not be.
    std::optional<Stat> stat = {};
    /// The first kKeptDataBytes of the data; stat->dataLength tells the whole length.
    std::string data = {};
    /// Why stat and data could not be read (NoAuth…), if so. NoNode: it was listed, and gone when it was
    /// read.
    std::optional<Error> problem = {};
    /// The session that it ends with, as a dump told of one that was not read; None where none did.
    SessionId toldSession = SessionId::None;
    /// Of a file's contender whose dialect this program does not know: its key there. parsed.dialect is
    /// Unknown then.
    std::string unknownDialect = {};
};

/// Most bytes of a contender's data that are kept.
inline constexpr std::size_t kKeptDataBytes = 64 * 1024;

/// What a child of a directory is to it. Which there are follows from the directory's kind.
enum class Role {
    Holder,   ///< owns the lock, or a part of it, by its dialect's rule
    Waiter,   ///< waits for its predecessor
    Leader,   ///< the first of an election
    Standby,  ///< leads when its predecessor and those before it have gone: it waits for nothing else
    Member,   ///< of a group or a barrier; an item of a work queue
    Foreign,  ///< a child that is none of these
};

/// Stable English name: "holder", "waiter", "leader", "standby", "member", "foreign".
std::string_view roleName(Role role);

/// True for whoever has what the others in its queue want: a holder, a leader.
constexpr bool isFirstInLine(Role role) {
    return role == Role::Holder || role == Role::Leader;
}
/// True for whoever follows somebody in a queue: a waiter, a standby.
constexpr bool isBehindSomebody(Role role) {
    return role == Role::Waiter || role == Role::Standby;
}
/// True for whoever stands in a queue at all.
constexpr bool isInQueue(Role role) {
    return isFirstInLine(role) || isBehindSomebody(role);
}

/// How many children have which role; foreign ones are not counted.
struct RoleCounts {
    std::size_t holders = 0;
    std::size_t waiters = 0;
    std::size_t leaders = 0;
    std::size_t standbys = 0;
    std::size_t members = 0;

    bool operator==(const RoleCounts&) const = default;
};

/// One contender at its place in the queue.
struct QueueRow {
    std::shared_ptr<const Contender> contender;
    Role role = Role::Foreign;
    /// Row that this waiter or standby must see go, by the rule of its dialect: inferred, not read from the
    /// server.
    std::optional<std::size_t> predecessor = {};
};

/// The session that a contender ends with: as it was read, else as a dump told. None where neither is so, or
/// where it is not ephemeral. Pure.
SessionId ownerOf(const Contender& contender);
/// The same of a row's contender.
SessionId ownerOf(const QueueRow& row);

/// How much a LockQueue can be trusted now.
enum class Freshness {
    Live,    ///< read, and a watch will tell of the next change
    Stale,   ///< the connection broke since; true as of readAt
    Gone,    ///< the directory does not exist
    Failed,  ///< could not be read; `problem` says why
    /// Its names alone are known, as the list of locks tells them: not read yet, or not readable, which
    /// `problem` tells.
    Named
};

/// Stable English name of a freshness.
std::string_view freshnessName(Freshness freshness);

/// How sequential children whose names tell nothing stand.
enum class SequentialQueues {
    None,      ///< they don't queue: members
    One,       ///< in one queue
    ByPrefix,  ///< in a queue for each prefix: "<name>_lock_" of many names in one directory
};

/// Contenders of one queue that wait for those of another one in their directory as well, as kazoo's do that
/// are told of other libraries' names.
struct AwaitedQueue {
    Dialect waiting = Dialect::Unknown;  ///< as DialectInfo::queue
    Dialect awaited = Dialect::Unknown;  ///< likewise

    bool operator==(const AwaitedQueue&) const = default;
    auto operator<=>(const AwaitedQueue& other) const {
        return std::tie(waiting, awaited) <=> std::tie(other.waiting, other.awaited);
    }
};

/// One lock, or another directory of contenders, at one moment. Immutable; crosses threads as
/// shared_ptr<const LockQueue>, newest wins.
struct LockQueue {
    std::string path;
    Dialect dialect = Dialect::Unknown;  ///< of its contenders; Unknown while it has none
    /// Of a file's lock whose dialect this program does not know: its key there. Kind and roles are what the
    /// file says.
    std::string unknownDialect = {};
    DirectoryKind kind = DirectoryKind::Unknown;
    bool mixed = false;  ///< contenders of several queues, which exclude each other as far as `awaited` tells
    std::vector<AwaitedQueue> awaited = {};                ///< what their clients' watches have shown, sorted
    SequentialQueues sequential = SequentialQueues::None;  ///< how those of Dialect::Sequential stand
    bool saysThatItQueues = false;  ///< its own data does, of children whose names tell nothing
    /// How many permits a semaphore has, where that is known.
    std::optional<std::size_t> capacity = {};
    std::vector<QueueRow> rows;  ///< in queue order, Foreign ones last
    std::optional<Stat> stat;    ///< of the directory
    Freshness freshness = Freshness::Live;
    std::optional<Error> problem = {};
    TimePoint readAt{};             ///< when the child list arrived
    std::int64_t readAtUnixMs = 0;  ///< the same by this machine's wall clock
    /// When that list was asked for: the rows were true at some moment since then. 0: not known.
    std::int64_t askedAtUnixMs = 0;
    std::uint64_t reading = 0;  ///< counts the readings of its observer; 0: there is none
    /// Until then nothing had changed since the reading before (that with the number before); of a queue
    /// that is not live any more: all was as it shows. By what the session's server knew: others may have
    /// been ahead of it. Empty where no watch would have told.
    std::optional<std::int64_t> unchangedUntilUnixMs = {};

    /// Of a queue that neither is live nor tells that its directory is gone: until when it was seen; noticed
    /// at `noticedUnixMs`, which is told where nothing else is known.
    std::int64_t seenUntilUnixMs(std::int64_t noticedUnixMs) const {
        return unchangedUntilUnixMs.value_or(noticedUnixMs);
    }

    /// 0 of what has no holders, as an election.
    std::size_t holders() const;
    std::size_t waiters() const;
    RoleCounts counts() const;
    /// True where somebody stands behind somebody else: a lock with waiters, an election with standbys.
    bool hasChain() const;
};

/// How many children a directory has ever had, which is the number that the next sequential one gets: how
/// often a lock was asked for since its directory exists. By the directory's Stat alone, as the server shows
/// cversion = 2 · creations − children, modulo 2^32; so 2^31 and more come out as less. Pure.
std::int64_t childrenEverCreated(const Stat& directory);

/// How many contenders came or went between two reads of one lock without being seen in either: changes that
/// its cversion counts (creations and deletions of children, modulo 2^32) without those that the rows show.
/// Empty where the directory was not read, or is not the same one. Pure.
std::optional<std::int64_t> unseenChanges(const LockQueue& before, const LockQueue& after);

/// The path of a contender's znode: a child of the lock, or the lock itself where that is a single znode.
/// Pure.
std::string contenderPath(std::string_view lockPath, const Contender& contender);

/// Orders `contenders` and finds holders and predecessors by the rule of each one's dialect (dialectInfo()).
/// A predecessor always stands before its waiter.
///
/// Contenders of different queues ignore each other, as most clients do; those that don't (Curator counts
/// every child) exclude nobody for certain either, which `LockQueue::mixed` tells.
///
/// Equal sequence numbers block each other (neither is shown as holder before the other; the first of them
/// then waits without a predecessor), but for a Curator read lock with the number of a write lock: that is
/// one owner, which has turned its write lock into a read lock.
///
/// A Curator read lock behind one write lock alone, which its own session holds, may be that thread's: it is
/// shown as a holder.
///
/// Each has the role that its own dialect's kind gives it: of an election the first leads, members have no
/// order. `sequential` is about those of Dialect::Sequential. Who waits for another queue as well, by
/// `awaited`, follows the last of both.
///
/// Children without a number are Foreign beside contenders that have one. Where none has, leases hold and
/// members are members, unless they are known not to be ephemeral. A lock of one znode is held as long as
/// that exists. Pure.
std::vector<QueueRow> arrangeQueue(std::vector<std::shared_ptr<const Contender>> contenders,
                                   SequentialQueues sequential = SequentialQueues::None,
                                   std::span<const AwaitedQueue> awaited = {});

/// Completes a queue that has its rows, its path and, once read, its Stat: dialect and kind, and roles where
/// the directory is something else than its children's names say.
///
/// The dialect is `marked`, which a user has said, or the one that most contenders have, those of locks and
/// elections before members. Sequential children of no library are members; marked as Dialect::Sequential
/// they queue, in one queue, or in one for each prefix where several share prefixes; likewise where the
/// directory's data says so (`saysThatItQueues`), or that of one of them is what only a lock's contender has.
/// A directory whose path speaks of an election is one where its library's elections have the names of its
/// locks. Sequential children that are all persistent are items of a work queue.
///
/// With the Stat, a number that the directory can't have given yet counts for none: its child is Foreign.
/// Names that only a library makes, and dialects that choose their numbers, are believed all the same.
void classifyQueue(LockQueue& queue, std::optional<Dialect> marked = {});

/// The same children of Dialect::Sequential as the queue, or queues, that they turned out to be: of
/// candidates where the directory's path speaks of an election, else of a lock. Pure.
LockQueue asQueue(const LockQueue& members, SequentialQueues sequential);

/// A queue whose contenders were seen to wait for each other's queues like that. Pure.
LockQueue asAwaiting(const LockQueue& mixed, std::vector<AwaitedQueue> awaited);

/// The queues that stand in a mixed directory and whose contenders wait. Pure.
std::vector<Dialect> queuesIn(const LockQueue& lock);

/// True where each queue of a directory awaits each other one, so that they are one in fact. Pure.
bool awaitEachOther(const LockQueue& lock);

/// The rows of the same queue as they stand when one of them has gone. Pure.
std::vector<QueueRow> rowsWithout(const LockQueue& queue, std::size_t row);

}  // namespace lockcore
