// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/dialect.h>
#include <lockcore/session/zookeeper.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
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
    /// Why stat and data could not be read (NoAuth…), if so.
    std::optional<Error> problem = {};
};

/// Most bytes of a contender's data that are kept.
inline constexpr std::size_t kKeptDataBytes = 64 * 1024;

/// What a child of a lock directory is to the lock.
enum class Role {
    Holder,   ///< owns the lock, or a part of it, by its dialect's rule
    Waiter,   ///< waits for its predecessor
    Foreign,  ///< a child that is no contender: neither owns nor waits
};

/// Stable English name: "holder", "waiter", "foreign".
std::string_view roleName(Role role);

/// One contender at its place in the queue.
struct QueueRow {
    std::shared_ptr<const Contender> contender;
    Role role = Role::Foreign;
    /// Row that this waiter must see go, by the rule of its dialect: inferred, not read from the server.
    std::optional<std::size_t> predecessor = {};
};

/// How much a LockQueue can be trusted now.
enum class Freshness {
    Live,   ///< read, and a watch will tell of the next change
    Stale,  ///< the connection broke since; true as of readAt
    Gone,   ///< the directory does not exist
    Failed  ///< could not be read; `problem` says why
};

/// Stable English name of a freshness.
std::string_view freshnessName(Freshness freshness);

/// One lock at one moment. Immutable; crosses threads as shared_ptr<const LockQueue>, newest wins.
struct LockQueue {
    std::string path;
    Dialect dialect = Dialect::Unknown;  ///< of its contenders; Unknown while it has none
    bool mixed = false;                  ///< contenders of several queues, which do not exclude each other
    std::vector<QueueRow> rows;          ///< in queue order, Foreign ones last
    std::optional<Stat> stat;            ///< of the directory
    Freshness freshness = Freshness::Live;
    std::optional<Error> problem = {};
    TimePoint readAt{};             ///< when the child list arrived
    std::int64_t readAtUnixMs = 0;  ///< the same by this machine's wall clock
    /// When that list was asked for: the rows were true at some moment since then. 0: not known.
    std::int64_t askedAtUnixMs = 0;
    std::uint64_t reading = 0;  ///< counts the readings of its observer; 0: there is none
    /// Until then nothing had changed since the reading before (that with the number before). Empty where no
    /// watch would have told.
    std::optional<std::int64_t> unchangedUntilUnixMs = {};

    std::size_t holders() const;
    std::size_t waiters() const;
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
/// Children without a number are Foreign beside contenders that have one. Where none has, leases and members
/// of a barrier hold, unless they are known not to be ephemeral. A lock of one znode is held as long as that
/// exists. Pure.
std::vector<QueueRow> arrangeQueue(std::vector<std::shared_ptr<const Contender>> contenders);

/// Sets the dialect that a user has said it to be of, or that most contenders have, and whether they stand in
/// several queues.
void classifyQueue(LockQueue& queue, std::optional<Dialect> marked = {});

}  // namespace lockcore
