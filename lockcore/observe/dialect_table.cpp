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
constexpr NamePattern kCuratorQueueNames[] = {{.prefix = "queue-"}};
/// PersistentNode and its predecessor, PersistentEphemeralNode: services and members of groups.
constexpr NamePattern kCuratorNodeNames[] = {{.prefix = "_c_", .id = IdForm::GuidAndText}};

/// Its write lock has the names of its plain lock, elections and tooz too.
constexpr NamePattern kKazooNames[] = {
    {.id = IdForm::Guid, .marker = "__lock__"},
    {.mode = Read, .id = IdForm::Guid, .marker = "__rlock__"},
};
constexpr NamePattern kHexNames[] = {{.id = IdForm::Hex32, .numbered = false}};
constexpr NamePattern kKazooQueueNames[] = {{.prefix = "entry-", .id = IdForm::Decimal, .marker = "-"}};
constexpr NamePattern kKazooPartyNames[] = {{.id = IdForm::Hex32, .marker = "__party__", .numbered = false}};
constexpr NamePattern kKazooShallowPartyNames[] = {{.id = IdForm::HexAndText, .numbered = false}};

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
constexpr NamePattern kDotNetLockNames[] = {{.prefix = "lock-"}};
constexpr NamePattern kDotNetSemaphoreNames[] = {{.prefix = "semaphore-"}};
/// Of HiveServer2 and Livy, and of Kyuubi.
constexpr NamePattern kHiveServiceNames[] = {
    {.prefix = "serverUri=", .id = IdForm::Word, .marker = ";sequence="},
    {.prefix = "serviceUri=", .id = IdForm::Word, .marker = ";sequence="},
};
constexpr NamePattern kLlapNames[] = {{.prefix = "worker-"}, {.prefix = "slot-"}};
constexpr NamePattern kSolrLockNames[] = {{.mode = Read, .prefix = "R_"}, {.mode = Write, .prefix = "W_"}};
/// Tasks, and the answers to them.
constexpr NamePattern kSolrQueueNames[] = {{.prefix = "qn-"}, {.prefix = "qnr-"}};
constexpr NamePattern kServersetNames[] = {{.prefix = "member_"}};
constexpr NamePattern kAuroraNames[] = {{.prefix = "singleton_candidate_"}};
constexpr NamePattern kMesosMasterNames[] = {{.prefix = "json.info_"}, {.prefix = "info_"}};
constexpr NamePattern kIgniteNames[] = {{.id = IdForm::Word, .marker = "|"}};
constexpr NamePattern kSolrNames[] = {{.id = IdForm::SessionAndWord, .marker = "-n_"}};
constexpr NamePattern kRustLatchNames[] = {{.prefix = "latch-", .id = IdForm::Word, .marker = "-"}};
constexpr NamePattern kClickHouseBlockNames[] = {{.prefix = "block-"}, {.prefix = "abandonable_lock-"}};
constexpr NamePattern kClickHouseElectionNames[] = {{.prefix = "leader_election-"}};

// Where single znodes are found. Names that are common words need company.

constexpr NodePlace kBookKeeperPlaces[] = {{"underreplication/locks/urL*"}};
constexpr NodePlace kPatroniPlaces[] = {{"leader", "members"}};
constexpr NodePlace kHadoopPlaces[] = {{"ActiveStandbyElectorLock"}};
constexpr NodePlace kKafkaPlaces[] = {{"controller", "brokers/ids"}};
constexpr NodePlace kCanalPlaces[] = {{"otter/canal/destinations/*/running"},
                                      {"otter/canal/destinations/*/*/running"}};

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
                .names = kBarrierMemberNames,
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
                .kind = DirectoryKind::ReadWriteLock,
                .names = kHBaseNames,
                .needsEvidence = true,
                .rule = BlockRule::ReadersShare,
                .reading = SequenceReading::SignDropped,
                .bugs = kCounterBugs},
    DialectInfo{.dialect = Dialect::DotNetLock,
                .key = "dotnet-lock",
                .name = ".NET DistributedLock",
                .names = kDotNetLockNames,
                .bugs = kCounterBugs},
    DialectInfo{.dialect = Dialect::DotNetReadWrite,
                .key = "dotnet-read-write",
                .name = ".NET DistributedLock read/write lock",
                .kind = DirectoryKind::ReadWriteLock,
                .names = kHBaseNames,
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
    // Who has to wait deletes its znode and tries again later: waiters are seen for moments only.
    DialectInfo{.dialect = Dialect::HiveLock,
                .key = "hive",
                .name = "Hive lock",
                .kind = DirectoryKind::ReadWriteLock,
                .names = kHiveNames,
                .rule = BlockRule::ReadersShare,
                .watch = WaiterWatch::Nothing,
                .bugs = kHiveBugs},
    DialectInfo{.dialect = Dialect::HiveService,
                .key = "hive-service",
                .name = "HiveServer2, Kyuubi or Livy",
                .kind = DirectoryKind::Membership,
                .names = kHiveServiceNames,
                .rule = BlockRule::AllHold,
                .watch = WaiterWatch::Nothing},
    // It chooses the numbers of its slots itself.
    DialectInfo{.dialect = Dialect::LlapWorker,
                .key = "llap-worker",
                .name = "LLAP worker",
                .kind = DirectoryKind::Membership,
                .names = kLlapNames,
                .rule = BlockRule::AllHold,
                .watch = WaiterWatch::Nothing},
    // Who joins at the head takes the number of the first that waits.
    DialectInfo{.dialect = Dialect::SolrElection,
                .key = "solr-election",
                .name = "Solr leader election",
                .kind = DirectoryKind::Election,
                .names = kSolrNames,
                .equalNumbers = EqualNumbers::ByName},
    DialectInfo{.dialect = Dialect::SolrLock,
                .key = "solr-lock",
                .name = "Solr lock",
                .kind = DirectoryKind::ReadWriteLock,
                .names = kSolrLockNames,
                .rule = BlockRule::ReadersShare,
                .watch = WaiterWatch::AnyBlocker},
    DialectInfo{.dialect = Dialect::SolrQueue,
                .key = "solr-queue",
                .name = "Solr task queue",
                .kind = DirectoryKind::WorkQueue,
                .names = kSolrQueueNames,
                .rule = BlockRule::AllHold,
                .watch = WaiterWatch::Directory},
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
    DialectInfo{.dialect = Dialect::Serverset,
                .key = "serverset",
                .name = "Serverset",
                .kind = DirectoryKind::Membership,
                .names = kServersetNames,
                .rule = BlockRule::AllHold,
                .watch = WaiterWatch::Nothing},
    // The leader is a member of the serverset in the same directory, too.
    DialectInfo{.dialect = Dialect::AuroraElection,
                .key = "aurora-election",
                .name = "Aurora scheduler election",
                .kind = DirectoryKind::Election,
                .names = kAuroraNames,
                .watch = WaiterWatch::Directory},
    DialectInfo{.dialect = Dialect::MesosMaster,
                .key = "mesos-master",
                .name = "Mesos master election",
                .kind = DirectoryKind::Election,
                .names = kMesosMasterNames,
                .watch = WaiterWatch::Directory},
    DialectInfo{.dialect = Dialect::IgniteNode,
                .key = "ignite-node",
                .name = "Ignite node",
                .kind = DirectoryKind::Membership,
                .names = kIgniteNames,
                .rule = BlockRule::AllHold,
                .watch = WaiterWatch::Nothing},
    // The number is what its client wants; it is granted always.
    DialectInfo{.dialect = Dialect::ClickHouseBlock,
                .key = "clickhouse-block",
                .name = "ClickHouse block number",
                .kind = DirectoryKind::Membership,
                .names = kClickHouseBlockNames,
                .rule = BlockRule::AllHold,
                .watch = WaiterWatch::Nothing},
    DialectInfo{.dialect = Dialect::ClickHouseElection,
                .key = "clickhouse-election",
                .name = "ClickHouse leader election",
                .kind = DirectoryKind::Election,
                .names = kClickHouseElectionNames},
    DialectInfo{.dialect = Dialect::ClickHouseLock,
                .key = "clickhouse-lock",
                .name = "ClickHouse lock",
                .rule = BlockRule::SingleNode,
                .watch = WaiterWatch::Nothing,
                .reading = SequenceReading::None},
    DialectInfo{.dialect = Dialect::BookKeeperReplication,
                .key = "bookkeeper-replication",
                .name = "BookKeeper replication lock",
                .nodePlaces = kBookKeeperPlaces,
                .rule = BlockRule::SingleNode,
                .watch = WaiterWatch::Nothing,
                .reading = SequenceReading::None},
    DialectInfo{.dialect = Dialect::PatroniLeader,
                .key = "patroni-leader",
                .name = "Patroni leader",
                .kind = DirectoryKind::Election,
                .nodeName = "leader",
                .nodePlaces = kPatroniPlaces,
                .rule = BlockRule::SingleNode,
                .watch = WaiterWatch::TheNode,
                .reading = SequenceReading::None},
    DialectInfo{.dialect = Dialect::HadoopElection,
                .key = "hadoop-election",
                .name = "Hadoop active node",
                .kind = DirectoryKind::Election,
                .nodeName = "ActiveStandbyElectorLock",
                .nodePlaces = kHadoopPlaces,
                .rule = BlockRule::SingleNode,
                .watch = WaiterWatch::TheNode,
                .reading = SequenceReading::None},
    DialectInfo{.dialect = Dialect::KafkaController,
                .key = "kafka-controller",
                .name = "Kafka controller",
                .kind = DirectoryKind::Election,
                .nodeName = "controller",
                .nodePlaces = kKafkaPlaces,
                .rule = BlockRule::SingleNode,
                .watch = WaiterWatch::TheNode,
                .reading = SequenceReading::None},
    // Of a server of Canal, or of one of its clients.
    DialectInfo{.dialect = Dialect::CanalInstance,
                .key = "canal-instance",
                .name = "Canal instance",
                .kind = DirectoryKind::Election,
                .nodePlaces = kCanalPlaces,
                .rule = BlockRule::SingleNode,
                .watch = WaiterWatch::TheNode,
                .reading = SequenceReading::None},
    // Leases of a kazoo semaphore, members of its double barrier, and many a service's registration.
    DialectInfo{.dialect = Dialect::HexMember,
                .key = "hex-members",
                .name = "Members with 32-digit names",
                .kind = DirectoryKind::Membership,
                .names = kHexNames,
                .rule = BlockRule::AllHold,
                .watch = WaiterWatch::Nothing,
                .reading = SequenceReading::None},
    DialectInfo{.dialect = Dialect::Members,
                .key = "members",
                .name = "Members",
                .kind = DirectoryKind::Membership,
                .rule = BlockRule::AllHold,
                .watch = WaiterWatch::Nothing},
    // The rule is for those that turn out to queue.
    DialectInfo{.dialect = Dialect::Sequential,
                .key = "sequential",
                .name = "Sequential nodes",
                .kind = DirectoryKind::Membership},
    DialectInfo{.dialect = Dialect::Unknown,
                .key = "unknown",
                .name = "Unknown",
                .kind = DirectoryKind::Unknown,
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
