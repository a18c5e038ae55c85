// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/dialect.h>

#include <algorithm>
#include <array>

namespace lockcore {

namespace {

using enum LockMode;

// Curator protects names by "_c_<GUID>-". Its libraries in other languages keep the marker at the end but not
// always the GUID's dashes.

constexpr NamePattern kCuratorMutexNames[] = {{.prefix = "_c_", .id = IdForm::Uuid, .marker = "-lock-"}};
constexpr NamePattern kGoZooKeeperNames[] = {{.prefix = "_c_", .id = IdForm::Hex32, .marker = "-lock-"}};
constexpr NamePattern kCuratorReadWriteNames[] = {
    {.mode = Read, .prefix = "_c_", .id = IdForm::Guid, .marker = "-__READ__"},
    {.mode = Write, .prefix = "_c_", .id = IdForm::Guid, .marker = "-__WRIT__"},
};
constexpr NamePattern kCuratorLatchNames[] = {{.prefix = "_c_", .id = IdForm::Guid, .marker = "-latch-"}};
constexpr NamePattern kCuratorLeaseNames[] = {{.prefix = "_c_", .id = IdForm::Guid, .marker = "-lease-"}};
constexpr NamePattern kBarrierMemberNames[] = {{.id = IdForm::Uuid, .numbered = false}};

/// Its write lock has the names of its plain lock, elections and tooz too.
constexpr NamePattern kKazooNames[] = {
    {.id = IdForm::Guid, .marker = "__lock__"},
    {.mode = Read, .id = IdForm::Guid, .marker = "__rlock__"},
};
constexpr NamePattern kKazooLeaseNames[] = {{.id = IdForm::Hex32, .numbered = false}};

// ZooKeeper's own two recipes differ in how they write the session. A decimal session of 16 digits would be
// of a server without number, which ZooKeeper has not: so 16 digits are hexadecimal.

constexpr NamePattern kZooKeeperCNames[] = {{.prefix = "x-", .id = IdForm::Hex16, .marker = "-"}};
constexpr NamePattern kZooKeeperJavaNames[] = {{.prefix = "x-", .id = IdForm::Decimal, .marker = "-"}};
constexpr NamePattern kZooKeeperElectionNames[] = {{.prefix = "n_"}};
/// The documentation writes "<guid>-/read-", which no single znode can be called.
constexpr NamePattern kZooKeeperDocsNames[] = {
    {.id = IdForm::Guid, .marker = "-lock-"},
    {.mode = Read, .id = IdForm::Guid, .marker = "-read-"},
    {.mode = Write, .id = IdForm::Guid, .marker = "-write-"},
};

constexpr NamePattern kZkRubyNames[] = {{.prefix = "ex"}, {.mode = Read, .prefix = "sh"}};
constexpr NamePattern kZkRubySemaphoreNames[] = {{.prefix = "sem"}};
constexpr NamePattern kZkRubyElectionNames[] = {{.prefix = "ballot"}};
constexpr NamePattern kNodeNames[] = {{.id = IdForm::TypeAndHex32, .marker = "-"}};
constexpr NamePattern kAccumuloNames[] = {{.prefix = "zlock#", .id = IdForm::Uuid, .marker = "#"}};
constexpr NamePattern kHBaseNames[] = {{.mode = Read, .prefix = "read-"},
                                       {.mode = Write, .prefix = "write-"}};
constexpr NamePattern kHiveNames[] = {
    {.mode = Read, .prefix = "LOCK-SHARED-"},
    {.mode = Read, .prefix = "LOCK-SEMI_SHARED-"},
    {.prefix = "LOCK-EXCLUSIVE-"},
};
constexpr NamePattern kSolrNames[] = {{.id = IdForm::SessionAndWord, .marker = "-n_"}};
constexpr NamePattern kRustLatchNames[] = {{.prefix = "latch-", .id = IdForm::Word, .marker = "-"}};
constexpr NamePattern kClickHouseBlockNames[] = {{.prefix = "block-"}};

// At 2^31−1 the server's counter sticks and names repeat (ZOOKEEPER-3249); a burst there, and older servers
// always, go on with negative numbers (ZOOKEEPER-2947).

constexpr KnownBug kStuckCounter{"ZOOKEEPER-3249", BugSituation::EqualNumbers};
constexpr KnownBug kWrappedCounter{"ZOOKEEPER-2947", BugSituation::NegativeNumbers};
/// Curator sorts every child, a name without its marker as a whole.
constexpr KnownBug kSubLock{"CURATOR-43", BugSituation::ChildSortsFirst};

constexpr KnownBug kCounterBugs[] = {kStuckCounter, kWrappedCounter};
constexpr KnownBug kCuratorMutexBugs[] = {kSubLock, kStuckCounter, kWrappedCounter};
constexpr KnownBug kCuratorReadWriteBugs[] = {
    {"CURATOR-621", BugSituation::DowngradeWithWaitingWriter, "5.5"},
    kSubLock,
    kStuckCounter,
    kWrappedCounter};
constexpr KnownBug kGoZooKeeperBugs[] = {{"go-zookeeper/foreign-child", BugSituation::ForeignChild},
                                         {"go-zookeeper#65", BugSituation::NegativeNumbers},
                                         kStuckCounter};
constexpr KnownBug kKazooBugs[] = {{"kazoo#649", BugSituation::ReaderBeforeWaitingWriter, "2.9"},
                                   {"kazoo#730", BugSituation::NegativeNumbers},
                                   kStuckCounter};
constexpr KnownBug kZooKeeperCBugs[] = {{"zookeeper-c-lock/foreign-child", BugSituation::ForeignChild},
                                        {"ZOOKEEPER-4372", BugSituation::NegativeNumbers},
                                        kStuckCounter};
constexpr KnownBug kNodeBugs[] = {
    {"node-zookeeper-algorithms/removes-predecessor", BugSituation::WaiterRemovesPredecessor}};
constexpr KnownBug kHiveBugs[] = {{"hive/polling", BugSituation::WaitsByPolling},
                                  {"hive/semi-shared", BugSituation::SemiSharedBeforeExclusive},
                                  kWrappedCounter};

constexpr std::array kDialects{
    DialectInfo{.dialect = Dialect::CuratorMutex,  // LeaderSelector too
                .key = "curator-mutex",
                .name = "Curator mutex",
                .names = kCuratorMutexNames,
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
                .names = kCuratorLatchNames,
                .reading = SequenceReading::Text,
                .bugs = kCounterBugs},
    // The directory "leases": a lease is created before it is counted, so the newest may be one too many.
    DialectInfo{.dialect = Dialect::CuratorSemaphore,
                .key = "curator-semaphore",
                .name = "Curator semaphore",
                .names = kCuratorLeaseNames,
                .rule = BlockRule::AllHold,
                .watch = WaiterWatch::Directory},
    DialectInfo{.dialect = Dialect::CuratorDoubleBarrier,
                .key = "curator-double-barrier",
                .name = "Curator double barrier",
                .names = kBarrierMemberNames,
                .rule = BlockRule::AllHold,
                .watch = WaiterWatch::ReadyNode,
                .reading = SequenceReading::None},
    DialectInfo{.dialect = Dialect::KazooLock,
                .key = "kazoo",
                .name = "kazoo lock",
                .names = kKazooNames,
                .rule = BlockRule::ReadersShare,
                .reading = SequenceReading::Text,
                .evictedHolder = Eviction::Unnoticed,
                .evictedWaiter = Eviction::Requeues,
                .bugs = kKazooBugs},
    // Who waits does so in the lock "<path>-__lock__".
    DialectInfo{.dialect = Dialect::KazooSemaphore,
                .key = "kazoo-semaphore",
                .name = "kazoo semaphore",
                .names = kKazooLeaseNames,
                .rule = BlockRule::AllHold,
                .watch = WaiterWatch::Directory,
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
                .names = kZkRubySemaphoreNames,
                .rule = BlockRule::AllHold,
                .reading = SequenceReading::SignDropped,
                .bugs = kCounterBugs},
    DialectInfo{.dialect = Dialect::ZkRubyElection,
                .key = "zk-ruby-election",
                .name = "zk-ruby election",
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
    // Watches its own znode and the directory besides.
    DialectInfo{.dialect = Dialect::AccumuloServiceLock,
                .key = "accumulo",
                .name = "Accumulo service lock",
                .names = kAccumuloNames,
                .evictedHolder = Eviction::Noticed,
                .evictedWaiter = Eviction::Noticed,
                .bugs = kCounterBugs},
    DialectInfo{.dialect = Dialect::HBaseTableLock,
                .key = "hbase",
                .name = "HBase table lock",
                .names = kHBaseNames,
                .rule = BlockRule::ReadersShare,
                .reading = SequenceReading::SignDropped,
                .bugs = kCounterBugs},
    // Who has to wait deletes its znode and tries again later: waiters are seen for moments only.
    DialectInfo{.dialect = Dialect::HiveLock,
                .key = "hive",
                .name = "Hive lock",
                .names = kHiveNames,
                .rule = BlockRule::ReadersShare,
                .watch = WaiterWatch::Nothing,
                .bugs = kHiveBugs},
    // Who joins at the head takes the number of the first that waits.
    DialectInfo{.dialect = Dialect::SolrElection,
                .key = "solr-election",
                .name = "Solr leader election",
                .names = kSolrNames,
                .equalNumbers = EqualNumbers::ByName},
    // Watches its own znode besides.
    DialectInfo{.dialect = Dialect::RustLatch,
                .key = "rust-latch",
                .name = "rust-zookeeper leader latch",
                .names = kRustLatchNames,
                .reading = SequenceReading::SignDropped,
                .evictedHolder = Eviction::Noticed,
                .evictedWaiter = Eviction::Noticed,
                .bugs = kCounterBugs},
    // The number is what its client wants; it is granted always.
    DialectInfo{.dialect = Dialect::ClickHouseBlock,
                .key = "clickhouse-block",
                .name = "ClickHouse block number",
                .names = kClickHouseBlockNames,
                .rule = BlockRule::AllHold,
                .watch = WaiterWatch::Nothing},
    DialectInfo{.dialect = Dialect::ClickHouseLock,
                .key = "clickhouse-lock",
                .name = "ClickHouse lock",
                .rule = BlockRule::SingleNode,
                .watch = WaiterWatch::Nothing,
                .reading = SequenceReading::None},
    DialectInfo{.dialect = Dialect::PatroniLeader,
                .key = "patroni-leader",
                .name = "Patroni leader",
                .nodeName = "leader",
                .rule = BlockRule::SingleNode,
                .watch = WaiterWatch::TheNode,
                .reading = SequenceReading::None},
    DialectInfo{.dialect = Dialect::HadoopElection,
                .key = "hadoop-election",
                .name = "Hadoop active node",
                .nodeName = "ActiveStandbyElectorLock",
                .rule = BlockRule::SingleNode,
                .watch = WaiterWatch::TheNode,
                .reading = SequenceReading::None},
    DialectInfo{.dialect = Dialect::KafkaController,
                .key = "kafka-controller",
                .name = "Kafka controller",
                .nodeName = "controller",
                .rule = BlockRule::SingleNode,
                .watch = WaiterWatch::TheNode,
                .reading = SequenceReading::None},
    // Whatever it is: the rule of most recipes.
    DialectInfo{.dialect = Dialect::Sequential, .key = "sequential", .name = "Sequential nodes"},
    DialectInfo{.dialect = Dialect::Unknown,
                .key = "unknown",
                .name = "Unknown",
                .rule = BlockRule::AllHold,
                .watch = WaiterWatch::Nothing,
                .reading = SequenceReading::None},
};

constexpr bool isInOrder() {
    for (std::size_t i = 0; i < kDialects.size(); ++i)
        if (kDialects[i].dialect != static_cast<Dialect>(i)) return false;
    return kDialects.size() == static_cast<std::size_t>(Dialect::Unknown) + 1;
}
static_assert(isInOrder(), "a row for each Dialect, in its order");

}  // namespace

std::span<const DialectInfo> dialects() {
    return kDialects;
}

const DialectInfo& dialectInfo(Dialect dialect) {
    return kDialects[std::min(static_cast<std::size_t>(dialect), kDialects.size() - 1)];
}

}  // namespace lockcore
