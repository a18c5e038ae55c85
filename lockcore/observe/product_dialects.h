// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dialect_rows.h"

/// Rows of products that coordinate themselves by ZooKeeper, in the order of Dialect. Constants.
namespace lockcore::dialect_rows {

inline constexpr NamePattern kAccumuloNames[] = {{.prefix = "zlock#", .id = IdForm::Uuid, .marker = "#"}};
inline constexpr NamePattern kHiveNames[] = {
    {.mode = Read, .prefix = "LOCK-SHARED-"},
    {.mode = Read, .prefix = "LOCK-SEMI_SHARED-"},
    {.prefix = "LOCK-EXCLUSIVE-"},
};
/// Of HiveServer2 and Livy, and of Kyuubi.
inline constexpr NamePattern kHiveServiceNames[] = {
    {.prefix = "serverUri=", .id = IdForm::Word, .marker = ";sequence="},
    {.prefix = "serviceUri=", .id = IdForm::Word, .marker = ";sequence="},
};
inline constexpr NamePattern kLlapNames[] = {{.prefix = "worker-"}, {.prefix = "slot-"}};
inline constexpr NamePattern kSolrLockNames[] = {{.mode = Read, .prefix = "R_"},
                                                 {.mode = Write, .prefix = "W_"}};
/// Tasks, and the answers to them.
inline constexpr NamePattern kSolrQueueNames[] = {{.prefix = "qn-"}, {.prefix = "qnr-"}};
inline constexpr NamePattern kServersetNames[] = {{.prefix = "member_"}};
inline constexpr NamePattern kAuroraNames[] = {{.prefix = "singleton_candidate_"}};
inline constexpr NamePattern kMesosMasterNames[] = {{.prefix = "json.info_"}, {.prefix = "info_"}};
inline constexpr NamePattern kIgniteNames[] = {{.id = IdForm::Word, .marker = "|"}};
inline constexpr NamePattern kSolrNames[] = {{.id = IdForm::SessionAndWord, .marker = "-n_"}};
inline constexpr NamePattern kClickHouseBlockNames[] = {{.prefix = "block-"},
                                                        {.prefix = "abandonable_lock-"}};
inline constexpr NamePattern kClickHouseElectionNames[] = {{.prefix = "leader_election-"}};

// Where single znodes are found. Names that are common words need company.

inline constexpr NodePlace kBookKeeperPlaces[] = {{"underreplication/locks/urL*"}};
inline constexpr NodePlace kPatroniPlaces[] = {{"leader", "members"}};
inline constexpr NodePlace kHadoopPlaces[] = {{"ActiveStandbyElectorLock"}};
inline constexpr NodePlace kKafkaPlaces[] = {{"controller", "brokers/ids"}};
inline constexpr NodePlace kCanalPlaces[] = {{"otter/canal/destinations/*/running"},
                                             {"otter/canal/destinations/*/*/running"}};
inline constexpr KnownBug kHiveBugs[] = {{"hive/polling", BugSituation::WaitsByPolling},
                                         {"hive/semi-shared", BugSituation::SemiSharedBeforeExclusive},
                                         kWrappedCounter};

inline constexpr std::array kProducts{
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
                .names = kReadWriteNames,
                .needsEvidence = true,
                .rule = BlockRule::ReadersShare,
                .reading = SequenceReading::SignDropped,
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
};

}  // namespace lockcore::dialect_rows
