// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/directory_kind.h>
#include <lockcore/recipes/lock_mode.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lockcore {

/// Whose naming and rules a contender, and the lock that it stands in, follows. Names of children are in the
/// table. Values above Unknown are a site's own dialects (site_dialects.h), in the order of their rows: they
/// mean something in this process only. In files and settings a dialect is written by its key.
enum class Dialect {
    CuratorMutex,
    GoZooKeeperLock,
    CuratorReadWrite,
    CuratorLatch,
    CuratorLeaderSelector,
    CuratorSemaphore,
    CuratorDoubleBarrier,
    CuratorQueue,
    CuratorNode,
    KazooLock,
    KazooElection,
    KazooSemaphore,
    KazooDoubleBarrier,
    KazooQueue,
    KazooParty,
    KazooShallowParty,
    ZooKeeperCLock,
    ZooKeeperJavaLock,
    ZooKeeperElection,
    ZooKeeperDocsLock,
    ZkRubyLock,
    ZkRubySemaphore,
    ZkRubyElection,
    NodeLock,
    DotNetLock,
    DotNetReadWrite,
    DotNetSemaphore,
    RustLatch,
    AccumuloServiceLock,
    HBaseTableLock,
    HiveLock,
    HiveService,
    LlapWorker,
    SolrElection,
    SolrLock,
    SolrQueue,
    Serverset,
    AuroraElection,
    MesosMaster,
    IgniteNode,
    ClickHouseBlock,
    ClickHouseElection,
    ClickHouseLock,
    BookKeeperReplication,
    PatroniLeader,
    HadoopElection,
    KafkaController,
    CanalInstance,
    HexMember,   ///< ephemerals named by 32 hexadecimal digits: whose they are, names don't tell
    UuidMember,  ///< … by UUIDs: members of Curator's double barrier before it is full, services
    PlainNode,   ///< a single ephemeral znode that a user has named: whoever created it holds
    Members,     ///< a user's word for it: a group
    Sequential,  ///< some other sequential nodes: members, unless something tells that they queue
    Unknown,     ///< nothing recognised
};

/// Whom a contender waits for.
enum class BlockRule {
    Exclusive,     ///< for every contender with a lower number
    ReadersShare,  ///< a reader for every writer with a lower number, a writer for everybody with one
    /// For none: leases of a semaphore, members of a barrier. How many may hold is not told by names; where
    /// all queue up in one directory, or enter it before they count, the last ones may be waiting still.
    AllHold,
    SingleNode,  ///< no queue: whoever created the one znode holds
};

/// What a waiting client watches, by its library's source.
enum class WaiterWatch {
    Predecessor,  ///< the nearest contender that blocks it
    FirstWriter,  ///< a reader: the first writer of the queue; a writer: the nearest contender
    AnyBlocker,   ///< some contender that blocks it, no particular one
    Directory,    ///< the list of children
    ReadyNode,    ///< the child "ready"
    TheNode,      ///< the one znode that is the lock
    Nothing,      ///< polls, or never waits
};

/// How the library reads the sequence number that orders its queue. All agree until the server's counter has
/// overflowed and numbers are negative.
enum class SequenceReading {
    Number,       ///< with its sign
    Text,         ///< as characters: -000000001 comes before -000000002, both before 0000000000
    SignDropped,  ///< its digits only: 2147483647 and -2147483647 are equal
    None,         ///< there is none
};

/// What the library makes of two contenders with the same number.
enum class EqualNumbers {
    Undecided,  ///< both may hold or none, by accident: to be shown as if each blocked the other
    ByName,     ///< the name decides
};

/// What a client does when its znode is deleted by somebody else.
enum class Eviction {
    Unknown,     ///< not looked into
    Unnoticed,   ///< goes on as before: a holder works on beside the next one, a waiter may wait for ever
    Requeues,    ///< queues up again at the end
    GrantsSelf,  ///< takes itself for the holder once its turn would have come
    Noticed,     ///< learns of it and tells its program
};

/// The situation in which a library's known bug bites, as far as queue and watches show it.
enum class BugSituation {
    DowngradeWithWaitingWriter,  ///< a reader of the session that holds the write lock, and a writer waits
    ReaderBeforeWaitingWriter,   ///< a writer behind a reader, which watches the writer
    EqualNumbers,                ///< two contenders with one number
    NegativeNumbers,             ///< a contender with a negative number
    ForeignChild,                ///< a child of another library's form, or without a number
    ChildSortsFirst,             ///< … whose name comes before the contenders' numbers in the alphabet
    WaitsByPolling,              ///< somebody waits
    WaiterRemovesPredecessor,    ///< somebody waits
    SemiSharedBeforeExclusive,   ///< an exclusive lock of Hive behind a semi-shared one
};

/// Stable English key of a situation: "downgrade-with-waiting-writer".
std::string_view bugSituationKey(BugSituation situation);

/// One known bug of a library.
struct KnownBug {
    /// In the library's tracker ("CURATOR-621", "kazoo#649"), or, if nobody reported it, product and key
    /// ("go-zookeeper/foreign-child").
    std::string_view id;
    BugSituation situation;
    /// The library's first version without it ("5.5"); empty: none, or unknown.
    std::string_view mendedIn = {};
};

/// What stands between prefix and marker of a name.
enum class IdForm {
    None,
    Uuid,            ///< 32 hexadecimal digits with the dashes of a UUID
    Hex32,           ///< … without dashes
    Guid,            ///< either
    Hex16,           ///< 16 lower-case hexadecimal digits: a session
    Decimal,         ///< a 64-bit number: a session
    SessionAndWord,  ///< a 64-bit number, a dash, a word
    TypeAndHex32,    ///< <32 hex>, or a word and a dash before it
    GuidAndText,     ///< Guid, a dash and whatever follows
    HexAndText,      ///< Hex32, a dash and whatever follows
    Word,            ///< anything but nothing
};

/// One form of child name: `prefix id marker`, and the sequence number where it has one.
struct NamePattern {
    LockMode mode = LockMode::Exclusive;
    std::string_view prefix = {};
    IdForm id = IdForm::None;
    std::string_view marker = {};
    bool numbered = true;
};

/// Where a lock of one znode is found.
struct NodePlace {
    /// The end of its path; "*" is any one name, and one at the end of a name any rest of it:
    /// "locks/urL*".
    std::string_view path;
    /// What tells that it is one, where the path alone is too common: there are ephemerals in this directory,
    /// which is named from the znode's own directory ("members").
    std::string_view beside = {};
};

/// One row of the dialect table. The defaults are the recipe of ZooKeeper's documentation.
struct DialectInfo {
    Dialect dialect;
    std::string_view key;   ///< stable, for files and --json: "curator-mutex"
    std::string_view name;  ///< shown: "Curator mutex"
    /// What a directory of such contenders is. A lock in which somebody reads is a read/write lock, too.
    DirectoryKind kind = DirectoryKind::Lock;
    std::span<const NamePattern> names = {};
    /// Others use the same names: they are this dialect's only where something else tells so, such as the
    /// directory's path or data, or a user.
    bool needsEvidence = false;
    /// The row for an election among the same contenders, where the directory's path says that it is one.
    std::optional<Dialect> election = {};
    /// Where the lock is a single znode: its name by convention, empty where there is none.
    std::string_view nodeName = {};
    /// … and where such a znode is found.
    std::span<const NodePlace> nodePlaces = {};
    /// Whose queue its contenders stand in: their own dialect's, or that of a library that counts them, and
    /// that they count.
    Dialect queue = dialect;
    BlockRule rule = BlockRule::Exclusive;
    WaiterWatch watch = WaiterWatch::Predecessor;
    SequenceReading reading = SequenceReading::Number;
    EqualNumbers equalNumbers = EqualNumbers::Undecided;
    /// Data that asks a holder to give the lock back; empty where no holder of this dialect listens.
    std::string_view revokePayload = {};
    Eviction evictedHolder = Eviction::Unknown;
    Eviction evictedWaiter = Eviction::Unknown;
    std::span<const KnownBug> bugs = {};
};

/// The table, in the order of Dialect: the rows of this library, then those of the site's own dialects.
std::span<const DialectInfo> dialects();
/// The rows of this library alone.
std::span<const DialectInfo> builtInDialects();
/// The rows of the site's own dialects alone: none, unless useSiteDialects() was called.
std::span<const DialectInfo> siteDialects();
/// The row of one dialect; that of Unknown for a value that has none.
const DialectInfo& dialectInfo(Dialect dialect);
/// The dialect of a row's key; empty if no row has it.
std::optional<Dialect> dialectFromKey(std::string_view key);
/// Bugs that clients of this dialect have, or had in versions still in use.
std::span<const KnownBug> knownBugs(Dialect dialect);
/// The one of them that bites in this situation; null if there is none.
const KnownBug* knownBug(Dialect dialect, BugSituation situation);
/// The dialect that the path of a directory tells, of those that need such evidence. Pure.
std::optional<Dialect> dialectOfPlace(std::string_view directory);
/// True where a directory's name, or that of the one above it, says that it is for an election:
/// "/app/leader-election", "/app/leader/lock". Pure.
bool isElectionPlace(std::string_view directory);
/// A place of the table, and whose it is.
struct DialectPlace {
    Dialect dialect;
    const NodePlace* place;
};
/// Which lock of one znode a path may be, by the longest place that fits. What has to be beside it is still
/// to be looked for. Pure.
std::optional<DialectPlace> singleNodePlace(std::string_view path);
/// The dialect whose locks are one znode of this name by convention. The names are common words, so this is a
/// proposal for a path that a user has chosen, never a way to find locks.
std::optional<Dialect> singleNodeDialect(std::string_view nodeName);

/// A child name taken apart.
struct NodeName {
    Dialect dialect = Dialect::Unknown;
    LockMode mode = LockMode::Exclusive;
    std::string id = {};  ///< the part that makes the name unique (GUID), empty where there is none
    std::optional<std::int64_t> sequence = {};

    bool operator==(const NodeName&) const = default;
};

/// Never fails: what no row of the table matches is Sequential (if it ends in a sequence number) or Unknown.
///
/// A site's own dialect comes before one of this library only where its pattern is more specific: where it
/// fixes more characters of the name, by prefix and marker together. A site's "member_acme_" wins over
/// "member_", its "member_" does not. Among a site's own the more specific one wins, too, then the first.
/// Sequential and Unknown have no pattern, and come last.
///
/// Names without a number (a member of a barrier, of a party) are recognised by their form only, which other
/// programs use as well.
///
/// What only looks like a server's number counts for none: more than ten digits, as a time in milliseconds
/// has; ten without a zero before them, which are seconds, ids of brokers or ports, while a server would
/// have given a thousand million numbers before; nine behind a single dash.
NodeName parseNodeName(std::string_view name);

/// The same for a child of a directory whose dialect a user has told: a name that none of its patterns
/// matches but that has a number is its contender, too, an exclusive one, unless another library's locks or
/// elections are called so.
NodeName parseNodeName(std::string_view name, Dialect dialect);

}  // namespace lockcore
