// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "test_program.h"

#include <lockcore/observe/dialect.h>
#include <lockcore/observe/lock_marks.h>

#include <map>
#include <set>

using namespace lockcore;

Q_DECLARE_METATYPE(lockcore::Dialect)
Q_DECLARE_METATYPE(lockcore::LockMode)

namespace {

const QByteArray kUuidBytes = "3f1c1f0e-9d0a-4c3e-8a2b-0123456789ab";
const QByteArray kHex = "0123456789abcdef0123456789abcdef";
constexpr qint64 kNone = std::numeric_limits<qint64>::min();

std::string exampleOf(IdForm form) {
    switch (form) {
        case IdForm::None: return {};
        case IdForm::Uuid:
        case IdForm::Guid: return kUuidBytes.toStdString();
        case IdForm::Hex32: return kHex.toStdString();
        case IdForm::Hex16: return "0100002334240000";
        case IdForm::Decimal: return "72057750158065664";
        case IdForm::SessionAndWord: return "72057750158065664-core_node3";
        case IdForm::TypeAndHex32: return "write-" + kHex.toStdString();
        case IdForm::GuidAndText: return kUuidBytes.toStdString() + "-worker";
        case IdForm::HexAndText: return kHex.toStdString() + "-worker";
        case IdForm::Word: return "7";
    }
    return {};
}

}  // namespace

class TestDialect : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nodeName_data();
    void nodeName();
    void toldDialect_data();
    void toldDialect();
    void everyPatternIsOfItsRowAlone();
    void keysAreUniqueAndStable();
    void eachHasItsRule_data();
    void eachHasItsRule();
    void whoCanBeAskedToRelease();
    void knownBugs_data();
    void knownBugs();
    void bugsAreTold();
    void singleNodes();
    void placesOfSingleNodes_data();
    void placesOfSingleNodes();
    void placesOfElections_data();
    void placesOfElections();
    void kindsHaveNames();
    void marks();
};

void TestDialect::nodeName_data() {
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<Dialect>("dialect");
    QTest::addColumn<LockMode>("mode");
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<qint64>("sequence");

    using enum Dialect;
    using enum LockMode;
    const auto row = [](const char* tag, const QByteArray& name, Dialect dialect, LockMode mode,
                        const QByteArray& id,
                        qint64 sequence) { QTest::newRow(tag) << name << dialect << mode << id << sequence; };

    row("Curator mutex", "_c_" + kUuidBytes + "-lock-0000000007", CuratorMutex, Exclusive, kUuidBytes, 7);
    row("go-zookeeper: no dashes", "_c_" + kHex + "-lock-0000000007", GoZooKeeperLock, Exclusive, kHex, 7);
    row("Curator read", "_c_" + kUuidBytes + "-__READ__0000000010", CuratorReadWrite, Read, kUuidBytes, 10);
    row("Curator write", "_c_" + kUuidBytes + "-__WRIT__0000000011", CuratorReadWrite, Write, kUuidBytes, 11);
    row("Curator latch", "_c_" + kUuidBytes + "-latch-0000000000", CuratorLatch, Exclusive, kUuidBytes, 0);
    row("Curator lease", "_c_" + kUuidBytes + "-lease-0000000001", CuratorSemaphore, Exclusive, kUuidBytes,
        1);
    row("UUID, as members of Curator's barrier have", kUuidBytes, UuidMember, Exclusive, kUuidBytes, kNone);
    row("kazoo lock", kHex + "__lock__0000000003", KazooLock, Exclusive, kHex, 3);
    row("kazoo read lock", kHex + "__rlock__0000000004", KazooLock, Read, kHex, 4);
    row("32 digits, as kazoo's leases have", kHex, HexMember, Exclusive, kHex, kNone);
    row("32 digits that end in a number", "0123456789abcdef01234a0123456789", HexMember, Exclusive,
        "0123456789abcdef01234a0123456789", kNone);
    row("kazoo party", kHex + "__party__", KazooParty, Exclusive, kHex, kNone);
    row("kazoo shallow party", kHex + "-web-1", KazooShallowParty, Exclusive, kHex + "-web-1", kNone);
    row("kazoo shallow party, a number at the end", kHex + "-web-0000000001", KazooShallowParty, Exclusive,
        kHex + "-web-0000000001", kNone);
    row("kazoo shallow party of brokers", kHex + "-1712345678", KazooShallowParty, Exclusive,
        kHex + "-1712345678", kNone);
    row("kazoo queue", "entry-100-0000000001", KazooQueue, Exclusive, "100", 1);
    row("Curator persistent node", "_c_" + kUuidBytes + "-worker0000000003", CuratorNode, Exclusive,
        kUuidBytes + "-worker", 3);
    row("Curator queue", "queue-0000000003", CuratorQueue, Exclusive, "", 3);
    row("serverset", "member_0000000012", Serverset, Exclusive, "", 12);
    row("Aurora", "singleton_candidate_0000000012", AuroraElection, Exclusive, "", 12);
    row("Mesos master", "json.info_0000000012", MesosMaster, Exclusive, "", 12);
    row("Mesos master, older", "info_0000000012", MesosMaster, Exclusive, "", 12);
    row("Mesos replica", "0000000003", Sequential, Exclusive, "", 3);
    row("Ignite", kUuidBytes + ":" + kUuidBytes + ":00|0000000007", IgniteNode, Exclusive,
        kUuidBytes + ":" + kUuidBytes + ":00", 7);
    row("HiveServer2", "serverUri=hs2:10000;version=3.1.3;sequence=0000000004", HiveService, Exclusive,
        "hs2:10000;version=3.1.3", 4);
    row("Kyuubi", "serviceUri=kyuubi:10009;version=1.8;spark=3.4;sequence=0000000004", HiveService, Exclusive,
        "kyuubi:10009;version=1.8;spark=3.4", 4);
    row("Livy", "serverUri=livy:8998;version=0.8.0;sequence=0000000000", HiveService, Exclusive,
        "livy:8998;version=0.8.0", 0);
    row("LLAP worker", "worker-0000000001", LlapWorker, Exclusive, "", 1);
    row("LLAP slot", "slot-0000000000", LlapWorker, Exclusive, "", 0);
    row("Solr read lock", "R_0000000001", SolrLock, Read, "", 1);
    row("Solr write lock", "W_0000000002", SolrLock, Write, "", 2);
    row("Solr task", "qn-0000000002", SolrQueue, Exclusive, "", 2);
    row("Solr answer", "qnr-0000000002", SolrQueue, Exclusive, "", 2);
    row("ClickHouse block's holder", "abandonable_lock-0000000009", ClickHouseBlock, Exclusive, "", 9);
    row("ClickHouse election", "leader_election-0000000009", ClickHouseElection, Exclusive, "", 9);
    row(".NET lock", "lock-0000000001", DotNetLock, Exclusive, "", 1);
    row(".NET semaphore", "semaphore-0000000001", DotNetSemaphore, Exclusive, "", 1);
    row("ZooKeeper C", "x-0100002334240000-0000000002", ZooKeeperCLock, Exclusive, "0100002334240000", 2);
    row("ZooKeeper C, digits only", "x-1000023342400001-0000000002", ZooKeeperCLock, Exclusive,
        "1000023342400001", 2);
    row("ZooKeeper Java", "x-72057750158065664-0000000002", ZooKeeperJavaLock, Exclusive, "72057750158065664",
        2);
    row("ZooKeeper Java, negative session", "x--6917529027641081856-0000000002", ZooKeeperJavaLock, Exclusive,
        "-6917529027641081856", 2);
    row("ZooKeeper election", "n_0000000012", ZooKeeperElection, Exclusive, "", 12);
    row("ZooKeeper docs", kHex + "-lock-0000000001", ZooKeeperDocsLock, Exclusive, kHex, 1);
    row("ZooKeeper docs, read", kUuidBytes + "-read-0000000001", ZooKeeperDocsLock, Read, kUuidBytes, 1);
    row("ZooKeeper docs, write", kUuidBytes + "-write-0000000001", ZooKeeperDocsLock, Write, kUuidBytes, 1);
    row("zk-ruby exclusive", "ex0000000001", ZkRubyLock, Exclusive, "", 1);
    row("zk-ruby shared", "sh0000000001", ZkRubyLock, Read, "", 1);
    row("zk-ruby semaphore", "sem0000000001", ZkRubySemaphore, Exclusive, "", 1);
    row("zk-ruby election", "ballot0000000001", ZkRubyElection, Exclusive, "", 1);
    row("node", kHex + "-0000000001", NodeLock, Exclusive, kHex, 1);
    row("node with a type", "write-" + kHex + "-0000000001", NodeLock, Exclusive, "write-" + kHex, 1);
    row("Accumulo", "zlock#" + kUuidBytes + "#0000000005", AccumuloServiceLock, Exclusive, kUuidBytes, 5);
    row(".NET read", "read-0000000001", DotNetReadWrite, Read, "", 1);
    row(".NET write", "write-0000000001", DotNetReadWrite, Write, "", 1);
    row("Hive shared", "LOCK-SHARED-0000000001", HiveLock, Read, "", 1);
    row("Hive semi-shared", "LOCK-SEMI_SHARED-0000000001", HiveLock, Read, "", 1);
    row("Hive exclusive", "LOCK-EXCLUSIVE-0000000001", HiveLock, Exclusive, "", 1);
    row("Solr", "72057750158065664-core_node3-n_0000000004", SolrElection, Exclusive,
        "72057750158065664-core_node3", 4);
    row("Solr overseer", "72057750158065664-10.0.0.7:8983_solr-n_0000000004", SolrElection, Exclusive,
        "72057750158065664-10.0.0.7:8983_solr", 4);
    row("rust latch", "latch-worker-3-0000000004", RustLatch, Exclusive, "worker-3", 4);
    row("ClickHouse block", "block-0000000100", ClickHouseBlock, Exclusive, "", 100);

    row("largest number", "_c_" + kUuidBytes + "-lock-2147483647", CuratorMutex, Exclusive, kUuidBytes,
        2147483647);
    row("after the overflow", kHex + "__lock__-2147483648", KazooLock, Exclusive, kHex, -2147483648LL);
    row("small negative number", kHex + "__lock__-000000005", KazooLock, Exclusive, kHex, -5);
    row("negative number after a dash", "x-0100002334240000--000000005", ZooKeeperCLock, Exclusive,
        "0100002334240000", -5);
    row("upper case id", "_c_" + kUuidBytes.toUpper() + "-lock-0000000001", CuratorMutex, Exclusive,
        kUuidBytes.toUpper(), 1);

    row("unprotected", "mylock-0000000001", Sequential, Exclusive, "", 1);
    row("one of several locks in a directory", "orders_lock_0000000001", Sequential, Exclusive, "", 1);
    row("negative behind two dashes", "job--000000005", Sequential, Exclusive, "", -5);
    row("short id", "_c_3f1c1f0e-lock-0000000001", Sequential, Exclusive, "", 1);
    row("dashes in wrong places", "_c_3f1c1f0e9-d0a-4c3e-8a2b-0123456789ab-lock-0000000001", Sequential,
        Exclusive, "", 1);
    row("marker only", "__lock__0000000001", Sequential, Exclusive, "", 1);
    row("id is not hexadecimal", QByteArray(32, 'g') + "__lock__0000000001", Sequential, Exclusive, "", 1);
    row("session is no number", "x-12a-0000000001", Sequential, Exclusive, "", 1);
    row("session is too long", "x-" + QByteArray(20, '1') + "-0000000001", Sequential, Exclusive, "", 1);
    row("prefix runs into marker", "latch-0000000001", Sequential, Exclusive, "", 1);
    row("Solr without a core", "72057750158065664--n_0000000004", Sequential, Exclusive, "", 4);
    row("a type without a dash", "write" + kHex + "-0000000001", Sequential, Exclusive, "", 1);
    row("longer than its form", "mutex0000000001", Sequential, Exclusive, "", 1);
    row("control characters", QByteArray("\x01\x1b[31m\xff-0000000002"), Sequential, Exclusive, "", 2);

    row("HBase server, a time in milliseconds", "host,16020,1512345678901", Unknown, Exclusive, "", kNone);
    row("Dubbo provider, a time in milliseconds", "dubbo%3A%2F%2F10.0.0.1%3Ftimestamp%3D1512345678901",
        Unknown, Exclusive, "", kNone);
    row("eleven digits", "job-00000000001", Unknown, Exclusive, "", kNone);
    row("seconds since 1970", "node-1712345678", Unknown, Exclusive, "", kNone);
    row("broker id of ten digits", "1234567890", Unknown, Exclusive, "", kNone);
    row("a dash and nine digits", "555-123456789", Unknown, Exclusive, "", kNone);
    row("empty", "", Unknown, Exclusive, "", kNone);
    row("plain word", "lease_holder", Unknown, Exclusive, "", kNone);
    row("Curator name without number", "_c_" + kUuidBytes + "-lock-", Unknown, Exclusive, "", kNone);
    row("prefix without number", "ex", Unknown, Exclusive, "", kNone);
    row("nine digits", "_c_" + kUuidBytes + "-lock_000000001", Unknown, Exclusive, "", kNone);
    row("not a 32-bit number", "lock-9999999999", Unknown, Exclusive, "", kNone);
    row("31 hexadecimal digits", kHex.mid(1), Unknown, Exclusive, "", kNone);
}

void TestDialect::nodeName() {
    QFETCH(QByteArray, name);
    QFETCH(Dialect, dialect);
    QFETCH(LockMode, mode);
    QFETCH(QByteArray, id);
    QFETCH(qint64, sequence);

    const NodeName parsed = parseNodeName({name.data(), static_cast<std::size_t>(name.size())});
    QCOMPARE(parsed.dialect, dialect);
    QCOMPARE(parsed.mode, mode);
    QCOMPARE(QByteArray::fromStdString(parsed.id), id);
    QCOMPARE(qint64(parsed.sequence.value_or(kNone)), sequence);
}

void TestDialect::toldDialect_data() {
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<Dialect>("told");
    QTest::addColumn<Dialect>("dialect");
    using enum Dialect;
    QTest::newRow("unrecognised name") << QByteArray("job-0000000001") << ZkRubyLock << ZkRubyLock;
    QTest::newRow("number that no server seems to have given")
        << QByteArray("job-1712345678") << ZkRubyLock << ZkRubyLock;
    QTest::newRow("names that need evidence")
        << QByteArray("read-0000000001") << HBaseTableLock << HBaseTableLock;
    QTest::newRow("leases of kazoo") << kHex << KazooSemaphore << KazooSemaphore;
    QTest::newRow("own name that looks like another's")
        << QByteArray("x-1000023342400001-0000000001") << ZooKeeperJavaLock << ZooKeeperJavaLock;
    QTest::newRow("another library's name stays its own")
        << "_c_" + kUuidBytes + "-lock-0000000001" << KazooLock << CuratorMutex;
    QTest::newRow("without a number") << QByteArray("leases") << KazooLock << Unknown;
    QTest::newRow("a lock of one znode has no contenders")
        << QByteArray("job-0000000001") << PatroniLeader << Sequential;
    QTest::newRow("told to be unknown") << QByteArray("job-0000000001") << Unknown << Sequential;
}

void TestDialect::toldDialect() {
    QFETCH(QByteArray, name);
    QFETCH(Dialect, told);
    QFETCH(Dialect, dialect);
    QCOMPARE(parseNodeName(name.toStdString(), told).dialect, dialect);
}

void TestDialect::everyPatternIsOfItsRowAlone() {
    for (const DialectInfo& info : dialects()) {
        for (const NamePattern& pattern : info.names) {
            std::string name(pattern.prefix);
            const std::string id = exampleOf(pattern.id);
            name.append(id).append(pattern.marker).append(pattern.numbered ? "0000000042" : "");
            const NodeName parsed =
                info.needsEvidence ? parseNodeName(name, info.dialect) : parseNodeName(name);
            QVERIFY2(parsed.dialect == info.dialect, name.c_str());
            QCOMPARE(parsed.mode, pattern.mode);
            QCOMPARE(parsed.id, id);
            QCOMPARE(parsed.sequence.has_value(), pattern.numbered);
        }
    }
}

void TestDialect::keysAreUniqueAndStable() {
    QStringList keys;
    for (const DialectInfo& info : dialects()) {
        QCOMPARE(&dialectInfo(info.dialect), &info);
        QCOMPARE(dialectFromKey(info.key), std::optional(info.dialect));
        QVERIFY(!info.name.empty());
        keys << QString::fromUtf8(info.key.data(), qsizetype(info.key.size()));
    }
    // Snapshot files hold them: a key may be added, never changed.
    for (const char* const key :
         {"curator-mutex", "curator-read-write", "curator-latch", "kazoo", "sequential", "unknown"})
        QVERIFY2(keys.contains(QLatin1String(key)), key);
    QVERIFY(!dialectFromKey("no-such-dialect"));
    QVERIFY(!dialectFromKey(""));
}

void TestDialect::eachHasItsRule_data() {
    QTest::addColumn<Dialect>("dialect");
    QTest::addColumn<int>("rule");
    QTest::addColumn<int>("watch");
    using enum Dialect;
    const auto row = [](Dialect dialect, BlockRule rule, WaiterWatch watch) {
        QTest::newRow(dialectInfo(dialect).key.data()) << dialect << int(rule) << int(watch);
    };
    row(CuratorMutex, BlockRule::Exclusive, WaiterWatch::Predecessor);
    row(GoZooKeeperLock, BlockRule::Exclusive, WaiterWatch::Predecessor);
    row(CuratorReadWrite, BlockRule::ReadersShare, WaiterWatch::FirstWriter);
    row(CuratorSemaphore, BlockRule::AllHold, WaiterWatch::Directory);
    row(CuratorDoubleBarrier, BlockRule::AllHold, WaiterWatch::ReadyNode);
    row(KazooLock, BlockRule::ReadersShare, WaiterWatch::Predecessor);
    row(KazooSemaphore, BlockRule::AllHold, WaiterWatch::Directory);
    row(NodeLock, BlockRule::Exclusive, WaiterWatch::Nothing);
    row(HiveLock, BlockRule::ReadersShare, WaiterWatch::Nothing);
    row(ClickHouseBlock, BlockRule::AllHold, WaiterWatch::Nothing);
    row(KafkaController, BlockRule::SingleNode, WaiterWatch::TheNode);
    row(PlainNode, BlockRule::SingleNode, WaiterWatch::TheNode);
    row(Sequential, BlockRule::Exclusive, WaiterWatch::Predecessor);
}

void TestDialect::eachHasItsRule() {
    QFETCH(Dialect, dialect);
    QFETCH(int, rule);
    QFETCH(int, watch);
    QCOMPARE(int(dialectInfo(dialect).rule), rule);
    QCOMPARE(int(dialectInfo(dialect).watch), watch);
}

void TestDialect::whoCanBeAskedToRelease() {
    const std::map<Dialect, std::string_view> payloads{{Dialect::CuratorMutex, "__REVOKE__"},
                                                       {Dialect::CuratorReadWrite, "__REVOKE__"},
                                                       {Dialect::ZooKeeperDocsLock, "unlock"}};
    for (const DialectInfo& info : dialects()) {
        const auto found = payloads.find(info.dialect);
        QCOMPARE(info.revokePayload, found == payloads.end() ? std::string_view{} : found->second);
    }
}

void TestDialect::knownBugs_data() {
    QTest::addColumn<Dialect>("dialect");
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<QByteArray>("situation");
    using enum Dialect;
    QTest::newRow("downgrade") << CuratorReadWrite << QByteArray("CURATOR-621")
                               << QByteArray("downgrade-with-waiting-writer");
    QTest::newRow("sub-lock") << CuratorMutex << QByteArray("CURATOR-43") << QByteArray("child-sorts-first");
    QTest::newRow("stuck counter") << KazooLock << QByteArray("ZOOKEEPER-3249")
                                   << QByteArray("equal-numbers");
    QTest::newRow("overflow") << KazooLock << QByteArray("kazoo#730") << QByteArray("negative-numbers");
    QTest::newRow("reader and writer")
        << KazooLock << QByteArray("kazoo#649") << QByteArray("reader-before-waiting-writer");
    QTest::newRow("foreign child") << GoZooKeeperLock << QByteArray("go-zookeeper/foreign-child")
                                   << QByteArray("foreign-child");
    QTest::newRow("polling") << HiveLock << QByteArray("hive/polling") << QByteArray("waits-by-polling");
}

void TestDialect::knownBugs() {
    QFETCH(Dialect, dialect);
    QFETCH(QByteArray, id);
    QFETCH(QByteArray, situation);
    const auto bugs = lockcore::knownBugs(dialect);
    const auto found = std::ranges::find(bugs, id.toStdString(), &KnownBug::id);
    QVERIFY(found != bugs.end());
    QCOMPARE(bugSituationKey(found->situation), std::string_view(situation.constData()));
}

void TestDialect::bugsAreTold() {
    for (const DialectInfo& info : dialects()) {
        std::set<std::string_view> ids;
        for (const KnownBug& bug : lockcore::knownBugs(info.dialect)) {
            QVERIFY(ids.insert(bug.id).second);
            QVERIFY(!bugSituationKey(bug.situation).empty());
        }
    }
    QVERIFY(lockcore::knownBugs(Dialect::Unknown).empty());
}

void TestDialect::singleNodes() {
    QCOMPARE(singleNodeDialect("leader"), std::optional(Dialect::PatroniLeader));
    QCOMPARE(singleNodeDialect("ActiveStandbyElectorLock"), std::optional(Dialect::HadoopElection));
    QCOMPARE(singleNodeDialect("controller"), std::optional(Dialect::KafkaController));
    QVERIFY(!singleNodeDialect("lock"));
    QVERIFY(!singleNodeDialect(""));
}

void TestDialect::placesOfSingleNodes_data() {
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<Dialect>("dialect");
    QTest::addColumn<QByteArray>("beside");
    using enum Dialect;
    const auto row = [](const QByteArray& path, Dialect dialect, const QByteArray& beside = {}) {
        QTest::newRow(path.constData()) << path << dialect << beside;
    };
    row("/hadoop-ha/ns1/ActiveStandbyElectorLock", HadoopElection);
    row("/yarn-leader-election/yarn1/ActiveStandbyElectorLock", HadoopElection);
    row("/ledgers/underreplication/locks/urL0000000012", BookKeeperReplication);
    row("/underreplication/locks/urL0000000012", BookKeeperReplication);
    row("/otter/canal/destinations/example/running", CanalInstance);
    row("/otter/canal/destinations/example/1001/running", CanalInstance);
    row("/service/batman/leader", PatroniLeader, "members");
    row("/kafka/controller", KafkaController, "brokers/ids");
    row("/locks/urL0000000012", Unknown);
    row("/app/running", Unknown);
    row("/otter/canal/destinations/running", Unknown);
    row("/", Unknown);
}

void TestDialect::placesOfSingleNodes() {
    QFETCH(QByteArray, path);
    QFETCH(Dialect, dialect);
    QFETCH(QByteArray, beside);
    const auto found = singleNodePlace(path.constData());
    QCOMPARE(found ? found->dialect : Dialect::Unknown, dialect);
    if (found) QCOMPARE(found->place->beside, std::string_view(beside.constData()));
}

void TestDialect::placesOfElections_data() {
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<bool>("isOne");
    const auto row = [](const QByteArray& path, bool isOne) {
        QTest::newRow(path.constData()) << path << isOne;
    };
    row("/app/election", true);
    row("/app/leader-latch", true);
    row("/app/LeaderElection", true);
    row("/app/leader/lock", true);
    row("/spring/leader_selector", true);
    row("/app/orders-leader", true);
    row("/app/order.leader.lock", true);
    row("/app/LEADER", true);
    row("/app/leaderElection2", true);
    row("/app/election-of-orders", true);
    row("/app/leaderboard", false);
    row("/app/leader-board", false);
    row("/app/leaderBoards", false);
    row("/app/locks", false);
    row("/app/selection", false);
    row("/app/cheerleader", false);
    row("/leader/app/lock", false);
    row("/", false);
}

void TestDialect::placesOfElections() {
    QFETCH(QByteArray, path);
    QFETCH(bool, isOne);
    QCOMPARE(isElectionPlace(path.constData()), isOne);
}

void TestDialect::kindsHaveNames() {
    std::set<std::string_view> names;
    for (int kind = 0; kind <= int(DirectoryKind::Unknown); ++kind) {
        const auto name = directoryKindName(DirectoryKind(kind));
        QVERIFY(names.insert(name).second);
        QCOMPARE(directoryKindFromName(name), std::optional(DirectoryKind(kind)));
    }
    QVERIFY(!directoryKindFromName("queue"));
    for (const DialectInfo& info : dialects())
        if (info.rule == BlockRule::SingleNode)
            QVERIFY(info.kind == DirectoryKind::Lock || info.kind == DirectoryKind::Election);
}

void TestDialect::marks() {
    LockMarks marks;
    marks.set("/queue", NotALock{});
    marks.set("/lock", Dialect::ZkRubyLock);
    QVERIFY(marks.isNotALock("/queue"));
    QVERIFY(!marks.dialectOf("/queue"));
    QVERIFY(!marks.isNotALock("/lock"));
    QCOMPARE(marks.dialectOf("/lock"), std::optional(Dialect::ZkRubyLock));
    QVERIFY(!marks.isNotALock("/queue/below"));
    QVERIFY(!marks.dialectOf("/lock/below"));

    marks.set("/lock", NotALock{});
    QVERIFY(marks.isNotALock("/lock"));
    QCOMPARE(marks.all().size(), 2u);
    marks.clear("/lock");
    marks.clear("/never");
    QVERIFY(!marks.isNotALock("/lock"));
    QCOMPARE(marks.all().size(), 1u);
}

LOCKSCOPE_TEST(TestDialect)
#include "tst_dialect.moc"
