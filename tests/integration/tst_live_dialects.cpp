// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "awaited_lock.h"
#include "cluster_watch.h"
#include "raw_client.h"
#include "test_cluster.h"
#include "test_program.h"

#include <algorithm>
#include <array>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

/// Ids as libraries make them, the same for the same client.
std::string hexOf(std::size_t client) {
    std::string hex(31, 'a');
    return hex + static_cast<char>('a' + client);
}
std::string uuidOf(std::size_t client) {
    const std::string hex = hexOf(client);
    return hex.substr(0, 8) + '-' + hex.substr(8, 4) + '-' + hex.substr(12, 4) + '-' + hex.substr(16, 4) +
           '-' + hex.substr(20);
}

void replaceWord(std::string& text, std::string_view word, const std::string& by) {
    if (const auto at = text.find(word); at != std::string::npos) text.replace(at, word.size(), by);
}

/// A contender's name with the ids of its client instead of {uuid}, {hex}, {session} (16 hexadecimal digits)
/// and {decimal} (the session, too).
std::string nameFor(std::string pattern, std::size_t client, SessionId session) {
    std::array<char, 17> digits{};
    std::snprintf(digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(raw(session)));
    replaceWord(pattern, "{uuid}", uuidOf(client));
    replaceWord(pattern, "{hex}", hexOf(client));
    replaceWord(pattern, "{session}", digits.data());
    replaceWord(pattern, "{decimal}", std::to_string(raw(session)));
    return pattern;
}

}  // namespace

/// Clients of all libraries whose locks are directories, imitated on a real server: what they name their
/// contenders, and whom they watch. Kazoo and Curator themselves are in tst_interop_….
class TestLiveDialects : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void queueOfEachLibrary_data();
    void queueOfEachLibrary();
    void everyDialectIsThere();
    void knownBugs_data();
    void knownBugs();

private:
    /// A queue in a cluster of its own.
    struct Scene {
        std::string connect = freshCluster();
        std::vector<std::unique_ptr<RawClient>> clients = {};
    };
    /// Begins a row of data. Its clients queue up by these names, each with a session of its own, and each
    /// watches: the row of its number, the children ("d") or nothing ("-"). A name that begins with "=" is
    /// whole; with "." it is a child that is no contender.
    QTestData& newRow(const std::string& row, const QStringList& names, const QStringList& watches,
                      const std::string& directory = "/lock");
    ClusterWatch::Assessment lookUntil(const QString& findings);

    /// Of the rows of a test function that are still to come: all queue up before the first is looked at,
    /// since each takes its time to settle.
    std::map<std::string, Scene> m_scenes;
    Scene m_scene;
};

void TestLiveDialects::initTestCase() {
    if (TestCluster::instance().server().adminUrl().empty())
        QSKIP("no AdminServer: libservlet-api-java is not installed");
}

QTestData& TestLiveDialects::newRow(const std::string& row, const QStringList& names,
                                    const QStringList& watches, const std::string& directory) {
    Scene& scene = m_scenes[row];
    std::vector<std::string> created;
    for (const QString& name : names) {
        scene.clients.push_back(std::make_unique<RawClient>(scene.connect));
        RawClient& client = *scene.clients.back();
        std::string pattern = name.toStdString();
        const bool isWhole = pattern.starts_with('=');
        const bool isOther = pattern.starts_with('.');
        if (isWhole || isOther) pattern.erase(0, 1);
        const std::string called = nameFor(pattern, created.size(), client.id());
        const NodeKind kind = isOther   ? NodeKind::Persistent
                              : isWhole ? NodeKind::Ephemeral
                                        : NodeKind::EphemeralSequential;
        created.push_back(client.create(directory + '/' + called, kind));
    }
    for (qsizetype i = 0; i < watches.size(); ++i) {
        RawClient& client = *scene.clients[static_cast<std::size_t>(i)];
        if (watches[i] == "d")
            client.watchChildren(directory);
        else if (watches[i] != "-")
            client.watch(directory + '/' + created[watches[i].toUInt()]);
    }
    return QTest::newRow(row.c_str());
}

/// At the queue of this row. Watch tables are read seldom: each look is a new one. A missing watch counts
/// after a second only.
ClusterWatch::Assessment TestLiveDialects::lookUntil(const QString& findings) {
    m_scene = std::move(m_scenes.extract(QTest::currentDataTag()).mapped());
    ClusterWatch::Assessment seen;
    const auto look = [&] {
        ClusterWatch watch(TestCluster::instance().server(), m_scene.connect);
        seen = watch.await([](const ClusterAssessment& it) {
            return !it.sample->locks.empty() && it.sample->servers.at(0).watched;
        });
        if (!seen) return true;
        const bool isSettled = std::ranges::all_of(seen->sample->locks[0]->rows, [&](const QueueRow& row) {
            return seen->sample->takenAtUnixMs - row.contender->stat->ctimeMs > 2'000;
        });
        return isSettled && textOf(seen->findings) == findings;
    };
    if (QTest::qWaitFor(look, 20'000)) return seen;
    QTest::qFail(qPrintable("found " + textOf(seen->findings)), __FILE__, __LINE__);
    return nullptr;
}

void TestLiveDialects::queueOfEachLibrary_data() {
    QTest::addColumn<QString>("roles");
    QTest::addColumn<QString>("findings");
    const QString leads = "leader exclusive, standby exclusive after 0, standby exclusive after 1";
    const QString allMembers = "member exclusive, member exclusive, member exclusive";
    const QString takesTurns = "holder exclusive, waiter exclusive after 0, waiter exclusive after 1";
    const QString sharesAnd = "holder read, holder read, waiter %1 after 1, waiter read after 2";
    const QString allHold = "holder exclusive, holder exclusive, holder exclusive";
    const QStringList chain{"-", "0", "1"};
    const QStringList shared{"-", "-", "1", "2"};
    const auto add = [this](Dialect dialect, const QStringList& names, const QStringList& watches,
                            const QString& roles, const QString& findings = {},
                            const std::string& directory = "/lock") {
        newRow(std::string(dialectInfo(dialect).key), names, watches, directory) << roles << findings;
    };
    const auto three = [](const QString& name) { return QStringList{name, name, name}; };
    const auto readersAnd = [](const QString& reader, const QString& writer) {
        return QStringList{reader, reader, writer, reader};
    };
    add(Dialect::CuratorMutex, three("_c_{uuid}-lock-"), chain, takesTurns);
    add(Dialect::GoZooKeeperLock, three("_c_{hex}-lock-"), chain, takesTurns);
    add(Dialect::CuratorReadWrite, readersAnd("_c_{uuid}-__READ__", "_c_{uuid}-__WRIT__"), shared,
        sharesAnd.arg("write"));
    add(Dialect::CuratorLatch, three("_c_{uuid}-latch-"), chain, leads);
    add(Dialect::CuratorLeaderSelector, three("_c_{uuid}-lock-"), chain, leads, {}, "/leader");
    add(Dialect::CuratorQueue, three("queue-"), {}, allMembers);
    add(Dialect::CuratorNode, three("_c_{uuid}-worker"), {}, allMembers);
    add(Dialect::CuratorSemaphore, three("_c_{uuid}-lease-"), {"-", "-", "d"}, allHold);
    add(Dialect::CuratorDoubleBarrier, {"={uuid}", "={uuid}", "={uuid}", "=ready"}, {},
        allMembers + ", foreign exclusive");
    add(Dialect::KazooLock, readersAnd("{hex}__rlock__", "{hex}__lock__"), shared,
        sharesAnd.arg("exclusive"));
    add(Dialect::KazooElection, three("{hex}__lock__"), chain, leads, {}, "/election");
    add(Dialect::HexMember, three("={hex}"), {}, allMembers);
    add(Dialect::UuidMember, three("={uuid}"), {}, allMembers);
    add(Dialect::KazooDoubleBarrier, {"={hex}", "={hex}", "={hex}", ".ready"}, {},
        allMembers + ", foreign exclusive");
    add(Dialect::KazooQueue, three("entry-100-"), {}, allMembers);
    add(Dialect::KazooParty, three("={hex}__party__"), {}, allMembers);
    add(Dialect::KazooShallowParty, three("={hex}-web"), {}, allMembers);
    add(Dialect::ZooKeeperCLock, three("x-{session}-"), chain, takesTurns);
    add(Dialect::ZooKeeperJavaLock, three("x-{decimal}-"), chain, takesTurns);
    add(Dialect::ZooKeeperElection, three("n_"), chain, leads);
    add(Dialect::ZooKeeperDocsLock, readersAnd("{uuid}-read-", "{uuid}-write-"), shared,
        sharesAnd.arg("write"));
    add(Dialect::ZkRubyLock, readersAnd("sh", "ex"), shared, sharesAnd.arg("exclusive"));
    add(Dialect::ZkRubySemaphore, three("sem"), {}, allHold);
    add(Dialect::ZkRubyElection, three("ballot"), chain, leads);
    add(Dialect::NodeLock, three("lock-{hex}-"), {}, takesTurns,
        "warning dialect-bug node-zookeeper-algorithms/removes-predecessor /lock");
    add(Dialect::AccumuloServiceLock, three("zlock#{uuid}#"), chain, takesTurns);
    add(Dialect::HBaseTableLock, readersAnd("read-", "write-"), shared, sharesAnd.arg("write"), {},
        "/table-lock/t");
    add(Dialect::DotNetLock, three("lock-"), chain, takesTurns);
    add(Dialect::DotNetReadWrite, readersAnd("read-", "write-"), shared, sharesAnd.arg("write"));
    add(Dialect::DotNetSemaphore, three("semaphore-"), {}, allHold);
    add(Dialect::HiveService,
        {"serverUri=hs2:10000;version=3.1.3;sequence=", "serviceUri=kyuubi:10009;version=1.8;sequence=",
         "serverUri=livy:8998;version=0.8.0;sequence="},
        {}, allMembers);
    add(Dialect::LlapWorker, {"worker-", "slot-", "worker-"}, {}, allMembers);
    add(Dialect::SolrLock, readersAnd("R_", "W_"), {"-", "-", "0", "2"}, sharesAnd.arg("write"));
    add(Dialect::SolrQueue, three("qnr-"), {}, allMembers);
    add(Dialect::Serverset, three("member_"), {}, allMembers);
    add(Dialect::AuroraElection, three("singleton_candidate_"), {"d", "d", "d"}, leads);
    add(Dialect::MesosMaster, three("json.info_"), {"d", "d", "d"}, leads);
    add(Dialect::IgniteNode, three("{uuid}:{uuid}:00|"), chain, allMembers);
    add(Dialect::ClickHouseElection, three("leader_election-"), chain, leads);
    add(Dialect::HiveLock, readersAnd("LOCK-SHARED-", "LOCK-EXCLUSIVE-"), {}, sharesAnd.arg("exclusive"),
        "information dialect-bug hive/polling /lock");
    add(Dialect::SolrElection, three("{decimal}-core_node1-n_"), chain, leads);
    add(Dialect::RustLatch, three("latch-worker-"), chain, leads);
    add(Dialect::ClickHouseBlock, {"block-", "abandonable_lock-", "block-"}, {}, allMembers);
    add(Dialect::Sequential, three("job-"), chain, takesTurns);
}

void TestLiveDialects::queueOfEachLibrary() {
    QFETCH(const QString, findings);
    const auto seen = lookUntil(findings);
    QVERIFY(seen);
    QCOMPARE(seen->sample->locks.size(), 1u);
    const LockQueue& lock = *seen->sample->locks[0];
    QCOMPARE(std::string(dialectInfo(lock.dialect).key), std::string(QTest::currentDataTag()));
    QTEST(rolesOf(lock), "roles");
    QVERIFY(!lock.mixed);
    // In the order in which they came.
    for (std::size_t row = 0; row < lock.rows.size(); ++row)
        if (lock.rows[row].contender->parsed.sequence)
            QCOMPARE(lock.rows[row].contender->stat->ephemeralOwner, m_scene.clients[row]->id());
    for (const SessionView& session : seen->sessions)
        QCOMPARE(session.state, SessionState::Connected);
}

/// A new row of the table needs one here. Locks that are one znode are found by their path; the semaphore of
/// kazoo is in tst_live_kinds, and "members" is a word of users.
void TestLiveDialects::everyDialectIsThere() {
    int imitated = 0;
    for (const DialectInfo& info : dialects())
        imitated += info.rule != BlockRule::SingleNode && info.dialect != Dialect::Unknown;
    QCOMPARE(imitated, 46);
}

void TestLiveDialects::knownBugs_data() {
    QTest::addColumn<QString>("findings");
    newRow("go-zookeeper: foreign child", {"_c_{hex}-lock-", "_c_{hex}-lock-", ".config"}, {"-", "0", "-"})
        << "warning dialect-bug go-zookeeper/foreign-child /lock";
    newRow("ZooKeeper C: foreign child", {"x-{session}-", ".config"}, {})
        << "warning dialect-bug zookeeper-c-lock/foreign-child /lock";
    newRow("Curator: child that sorts first", {"_c_{uuid}-lock-", ".0"}, {})
        << "fault dialect-bug CURATOR-43 /lock";
    newRow("Curator: child that sorts last", {"_c_{uuid}-lock-", ".config"}, {}) << "";
    newRow("Curator read/write: child that sorts first", {"_c_{uuid}-__WRIT__", ".0"}, {})
        << "fault dialect-bug CURATOR-43 /lock";
    newRow("Hive: semi-shared", {"LOCK-SEMI_SHARED-", "LOCK-EXCLUSIVE-"}, {})
        << "fault dialect-bug hive/semi-shared /lock, information dialect-bug hive/polling /lock";
    newRow("Hive: shared", {"LOCK-SHARED-", "LOCK-EXCLUSIVE-"}, {})
        << "information dialect-bug hive/polling /lock";
    newRow("equal numbers", {"=_c_{uuid}-lock-0000000007", "=_c_{uuid}-lock-0000000007"}, {"-", "0"})
        << "fault dialect-bug equal-numbers /lock";
    newRow("negative numbers", {"=_c_{uuid}-lock--2147483648"}, {})
        << "fault sequence-exhaustion /lock, fault dialect-bug negative-numbers /lock";
}

void TestLiveDialects::knownBugs() {
    QFETCH(const QString, findings);
    QVERIFY(lookUntil(findings));
}

LOCKSCOPE_TEST(TestLiveDialects)
#include "tst_live_dialects.moc"
