// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dialect_rows.h"

/// Rows of libraries that any program may use, in the order of Dialect. Constants.
namespace lockcore::dialect_rows {

// Curator protects names by "_c_<GUID>-". Its libraries in other languages keep the marker at the end but not
// always the GUID's dashes.

inline constexpr NamePattern kCuratorMutexNames[] = {
    {.prefix = "_c_", .id = IdForm::Uuid, .marker = "-lock-"}};
inline constexpr NamePattern kGoZooKeeperNames[] = {
    {.prefix = "_c_", .id = IdForm::Hex32, .marker = "-lock-"}};
inline constexpr NamePattern kCuratorReadWriteNames[] = {
    {.mode = Read, .prefix = "_c_", .id = IdForm::Guid, .marker = "-__READ__"},
    {.mode = Write, .prefix = "_c_", .id = IdForm::Guid, .marker = "-__WRIT__"},
};
inline constexpr NamePattern kCuratorLatchNames[] = {
    {.prefix = "_c_", .id = IdForm::Guid, .marker = "-latch-"}};
inline constexpr NamePattern kCuratorLeaseNames[] = {
    {.prefix = "_c_", .id = IdForm::Guid, .marker = "-lease-"}};
inline constexpr NamePattern kCuratorQueueNames[] = {{.prefix = "queue-"}};
/// PersistentNode and its predecessor, PersistentEphemeralNode: services and members of groups.
inline constexpr NamePattern kCuratorNodeNames[] = {{.prefix = "_c_", .id = IdForm::GuidAndText}};

/// Its write lock has the names of its plain lock, elections and tooz too.
inline constexpr NamePattern kKazooNames[] = {
    {.id = IdForm::Guid, .marker = "__lock__"},
    {.mode = Read, .id = IdForm::Guid, .marker = "__rlock__"},
};
inline constexpr NamePattern kKazooQueueNames[] = {
    {.prefix = "entry-", .id = IdForm::Decimal, .marker = "-"}};
inline constexpr NamePattern kKazooPartyNames[] = {
    {.id = IdForm::Hex32, .marker = "__party__", .numbered = false}};
inline constexpr NamePattern kKazooShallowPartyNames[] = {{.id = IdForm::HexAndText, .numbered = false}};

// ZooKeeper's own two recipes differ in how they write the session. A decimal session of 16 digits would be
// of a server without number, which ZooKeeper has not: so 16 digits are hexadecimal.

inline constexpr NamePattern kZooKeeperCNames[] = {{.prefix = "x-", .id = IdForm::Hex16, .marker = "-"}};
inline constexpr NamePattern kZooKeeperJavaNames[] = {{.prefix = "x-", .id = IdForm::Decimal, .marker = "-"}};
inline constexpr NamePattern kZooKeeperElectionNames[] = {{.prefix = "n_"}};
/// The documentation writes "<guid>-/read-", which no single znode can be called.
inline constexpr NamePattern kZooKeeperDocsNames[] = {
    {.id = IdForm::Guid, .marker = "-lock-"},
    {.mode = Read, .id = IdForm::Guid, .marker = "-read-"},
    {.mode = Write, .id = IdForm::Guid, .marker = "-write-"},
};

inline constexpr NamePattern kZkRubyNames[] = {{.prefix = "ex"}, {.mode = Read, .prefix = "sh"}};
inline constexpr NamePattern kZkRubySemaphoreNames[] = {{.prefix = "sem"}};
inline constexpr NamePattern kZkRubyElectionNames[] = {{.prefix = "ballot"}};
inline constexpr NamePattern kNodeNames[] = {{.id = IdForm::TypeAndHex32, .marker = "-"}};
inline constexpr NamePattern kDotNetLockNames[] = {{.prefix = "lock-"}};
inline constexpr NamePattern kDotNetSemaphoreNames[] = {{.prefix = "semaphore-"}};
inline constexpr NamePattern kRustLatchNames[] = {{.prefix = "latch-", .id = IdForm::Word, .marker = "-"}};
/// Curator sorts every child, a name without its marker as a whole.
inline constexpr KnownBug kSubLock{"CURATOR-43", BugSituation::ChildSortsFirst};
inline constexpr KnownBug kCuratorMutexBugs[] = {kSubLock, kStuckCounter, kWrappedCounter};
inline constexpr KnownBug kCuratorReadWriteBugs[] = {
    {"CURATOR-621", BugSituation::DowngradeWithWaitingWriter, "5.5"},
    kSubLock,
    kStuckCounter,
    kWrappedCounter};
inline constexpr KnownBug kGoZooKeeperBugs[] = {{"go-zookeeper/foreign-child", BugSituation::ForeignChild},
                                                {"go-zookeeper#65", BugSituation::NegativeNumbers},
                                                kStuckCounter};
inline constexpr KnownBug kKazooBugs[] = {{"kazoo#649", BugSituation::ReaderBeforeWaitingWriter, "2.9"},
                                          {"kazoo#730", BugSituation::NegativeNumbers},
                                          kStuckCounter};
inline constexpr KnownBug kZooKeeperCBugs[] = {{"zookeeper-c-lock/foreign-child", BugSituation::ForeignChild},
                                               {"ZOOKEEPER-4372", BugSituation::NegativeNumbers},
                                               kStuckCounter};
inline constexpr KnownBug kNodeBugs[] = {
    {"node-zookeeper-algorithms/removes-predecessor", BugSituation::WaiterRemovesPredecessor}};

inline constexpr std::array kLibraries{
    DialectInfo{.dialect = Dialect::CuratorMutex,  // LeaderSelector too
                .key = "curator-mutex",
                .name = "Curator mutex",
                .names = kCuratorMutexNames,
                .election = Dialect::CuratorLeaderSelector,
                .reading = SequenceReading::Text,
                .revokePayload = "__REVOKE__",
                .evictedHolder = Eviction::Unnoticed,
                .evictedWaiter = Eviction::Requeues,
                .bugs = kCuratorMutexBugs},
    // Both sort all children by what follows the last "lock-", so each counts the other.
    DialectInfo{.dialect = Dialect::GoZooKeeperLock,
                .key = "go-zookeeper",
                .name = "go-zookeeper lock",
                .names = kGoZooKeeperNames,
                .queue = Dialect::CuratorMutex,
                .evictedHolder = Eviction::Unnoticed,
                .evictedWaiter = Eviction::GrantsSelf,
                .bugs = kGoZooKeeperBugs},
    // A downgraded reader has the number of its owner's write lock.
    DialectInfo{.dialect = Dialect::CuratorReadWrite,
                .key = "curator-read-write",
                .name = "Curator read/write lock",
                .kind = DirectoryKind::ReadWriteLock,
                .names = kCuratorReadWriteNames,
                .rule = BlockRule::ReadersShare,
                .watch = WaiterWatch::FirstWriter,
                .reading = SequenceReading::Text,
                .revokePayload = "__REVOKE__",
                .evictedHolder = Eviction::Unnoticed,
                .evictedWaiter = Eviction::Requeues,
                .bugs = kCuratorReadWriteBugs},
    DialectInfo{.dialect = Dialect::CuratorLatch,
                .key = "curator-latch",
                .name = "Curator leader latch",
                .kind = DirectoryKind::Election,
                .names = kCuratorLatchNames,
                .reading = SequenceReading::Text,
                .bugs = kCounterBugs},
    // Contenders of its mutex.
    DialectInfo{.dialect = Dialect::CuratorLeaderSelector,
                .key = "curator-leader-selector",
                .name = "Curator leader selector",
                .kind = DirectoryKind::Election,
                .queue = Dialect::CuratorMutex,
                .reading = SequenceReading::Text,
                .bugs = kCounterBugs},
    // The directory "leases": a lease is created before it is counted, so the newest may be one too many.
    DialectInfo{.dialect = Dialect::CuratorSemaphore,
                .key = "curator-semaphore",
                .name = "Curator semaphore",
                .kind = DirectoryKind::Semaphore,
                .names = kCuratorLeaseNames,
                .rule = BlockRule::AllHold,
                .watch = WaiterWatch::Directory},
    DialectInfo{.dialect = Dialect::CuratorDoubleBarrier,
                .key = "curator-double-barrier",
                .name = "Curator double barrier",
                .kind = DirectoryKind::Barrier,
                .names = kUuidNames,
                .needsEvidence = true,
                .rule = BlockRule::AllHold,
                .watch = WaiterWatch::ReadyNode,
                .reading = SequenceReading::None},
    DialectInfo{.dialect = Dialect::CuratorQueue,
                .key = "curator-queue",
                .name = "Curator queue",
                .kind = DirectoryKind::WorkQueue,
                .names = kCuratorQueueNames,
                .rule = BlockRule::AllHold,
                .watch = WaiterWatch::Directory},
    DialectInfo{.dialect = Dialect::CuratorNode,
                .key = "curator-node",
                .name = "Curator persistent node",
                .kind = DirectoryKind::Membership,
                .names = kCuratorNodeNames,
                .rule = BlockRule::AllHold,
                .watch = WaiterWatch::Nothing},
    DialectInfo{.dialect = Dialect::KazooLock,
                .key = "kazoo",
                .name = "kazoo lock",
                .names = kKazooNames,
                .election = Dialect::KazooElection,
                .rule = BlockRule::ReadersShare,
                .reading = SequenceReading::Text,
                .evictedHolder = Eviction::Unnoticed,
                .evictedWaiter = Eviction::Requeues,
                .bugs = kKazooBugs},
    // Contenders of its lock.
    DialectInfo{.dialect = Dialect::KazooElection,
                .key = "kazoo-election",
                .name = "kazoo election",
                .kind = DirectoryKind::Election,
                .queue = Dialect::KazooLock,
                .reading = SequenceReading::Text,
                .bugs = kCounterBugs},
    // Who waits does so in the lock "<path>-__lock__".
    DialectInfo{.dialect = Dialect::KazooSemaphore,
                .key = "kazoo-semaphore",
                .name = "kazoo semaphore",
                .kind = DirectoryKind::Semaphore,
                .names = kHexNames,
                .needsEvidence = true,
                .rule = BlockRule::AllHold,
                .watch = WaiterWatch::Directory,
                .reading = SequenceReading::None},
    DialectInfo{.dialect = Dialect::KazooDoubleBarrier,
                .key = "kazoo-double-barrier",
                .name = "kazoo double barrier",
                .kind = DirectoryKind::Barrier,
                .names = kHexNames,
                .needsEvidence = true,
                .rule = BlockRule::AllHold,
                .watch = WaiterWatch::ReadyNode,
                .reading = SequenceReading::None},
    DialectInfo{.dialect = Dialect::KazooQueue,
                .key = "kazoo-queue",
                .name = "kazoo queue",
                .kind = DirectoryKind::WorkQueue,
                .names = kKazooQueueNames,
                .rule = BlockRule::AllHold,
                .watch = WaiterWatch::Directory},
    DialectInfo{.dialect = Dialect::KazooParty,
                .key = "kazoo-party",
                .name = "kazoo party",
                .kind = DirectoryKind::Membership,
                .names = kKazooPartyNames,
                .rule = BlockRule::AllHold,
                .watch = WaiterWatch::Nothing,
                .reading = SequenceReading::None},
    DialectInfo{.dialect = Dialect::KazooShallowParty,
                .key = "kazoo-shallow-party",
                .name = "kazoo shallow party",
                .kind = DirectoryKind::Membership,
                .names = kKazooShallowPartyNames,
                .rule = BlockRule::AllHold,
                .watch = WaiterWatch::Nothing,
                .reading = SequenceReading::None},
    DialectInfo{.dialect = Dialect::ZooKeeperCLock,
                .key = "zookeeper-c",
                .name = "ZooKeeper C lock",
                .names = kZooKeeperCNames,
                .reading = SequenceReading::SignDropped,
                .evictedHolder = Eviction::Unnoticed,
                .evictedWaiter = Eviction::Unnoticed,
                .bugs = kZooKeeperCBugs},
    DialectInfo{.dialect = Dialect::ZooKeeperJavaLock,
                .key = "zookeeper-java",
                .name = "ZooKeeper Java lock",
                .names = kZooKeeperJavaNames,
                .bugs = kCounterBugs},
    DialectInfo{.dialect = Dialect::ZooKeeperElection,
                .key = "zookeeper-election",
                .name = "ZooKeeper leader election",
                .kind = DirectoryKind::Election,
                .names = kZooKeeperElectionNames,
                .bugs = kCounterBugs},
    DialectInfo{.dialect = Dialect::ZooKeeperDocsLock,
                .key = "zookeeper-docs",
                .name = "ZooKeeper documented lock",
                .names = kZooKeeperDocsNames,
                .rule = BlockRule::ReadersShare,
                .revokePayload = "unlock"},
    DialectInfo{.dialect = Dialect::ZkRubyLock,
                .key = "zk-ruby",
                .name = "zk-ruby lock",
                .names = kZkRubyNames,
                .rule = BlockRule::ReadersShare,
                .reading = SequenceReading::SignDropped,
                .bugs = kCounterBugs},
    // As many hold as the clients have agreed on; those behind them in the same directory wait.
    DialectInfo{.dialect = Dialect::ZkRubySemaphore,
                .key = "zk-ruby-semaphore",
                .name = "zk-ruby semaphore",
                .kind = DirectoryKind::Semaphore,
                .names = kZkRubySemaphoreNames,
                .rule = BlockRule::AllHold,
                .reading = SequenceReading::SignDropped,
                .bugs = kCounterBugs},
    DialectInfo{.dialect = Dialect::ZkRubyElection,
                .key = "zk-ruby-election",
                .name = "zk-ruby election",
                .kind = DirectoryKind::Election,
                .names = kZkRubyElectionNames,
                .reading = SequenceReading::SignDropped,
                .bugs = kCounterBugs},
    DialectInfo{.dialect = Dialect::NodeLock,
                .key = "node-zookeeper-algorithms",
                .name = "node-zookeeper-algorithms lock",
                .names = kNodeNames,
                .watch = WaiterWatch::Nothing,
                .reading = SequenceReading::SignDropped,
                .bugs = kNodeBugs},
    // DistributedLock, and many who write the recipe themselves: nothing in the name tells which.
    DialectInfo{.dialect = Dialect::DotNetLock,
                .key = "dotnet-lock",
                .name = ".NET or other “lock-”",
                .names = kDotNetLockNames,
                .bugs = kCounterBugs},
    DialectInfo{.dialect = Dialect::DotNetReadWrite,
                .key = "dotnet-read-write",
                .name = ".NET DistributedLock read/write lock",
                .kind = DirectoryKind::ReadWriteLock,
                .names = kReadWriteNames,
                .rule = BlockRule::ReadersShare,
                .bugs = kCounterBugs},
    // As zk-ruby's. The first that waits watches the directory, the others the data of the one before.
    DialectInfo{.dialect = Dialect::DotNetSemaphore,
                .key = "dotnet-semaphore",
                .name = ".NET DistributedLock semaphore",
                .kind = DirectoryKind::Semaphore,
                .names = kDotNetSemaphoreNames,
                .rule = BlockRule::AllHold,
                .watch = WaiterWatch::Directory,
                .bugs = kCounterBugs},
    // Watches its own znode besides.
    DialectInfo{.dialect = Dialect::RustLatch,
                .key = "rust-latch",
                .name = "rust-zookeeper leader latch",
                .kind = DirectoryKind::Election,
                .names = kRustLatchNames,
                .reading = SequenceReading::SignDropped,
                .evictedHolder = Eviction::Noticed,
                .evictedWaiter = Eviction::Noticed,
                .bugs = kCounterBugs},
};

}  // namespace lockcore::dialect_rows
