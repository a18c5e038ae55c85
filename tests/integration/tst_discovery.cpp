// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/side_channel.h>
#include "awaited_lock.h"
#include "dump.h"
#include "live_session.h"
#include "scripted_server.h"
#include "test_cluster.h"
#include "test_program.h"

#include <lockcore/observe/discovery.h>
#include <lockcore/observe/server_probe.h>
#include <lockcore/recipes/mutex.h>
#include <lockcore/recipes/read_write_lock.h>

#include <algorithm>
#include <condition_variable>
#include <functional>
#include <mutex>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

/// What a LockDiscovery finds. Lives on the test's thread.
class AwaitedCatalog {
public:
    AwaitedCatalog(LiveSession& session, DiscoveryOptions options) {
        m_discovery =
            std::make_unique<LockDiscovery>(session.session(), std::move(options),
                                            [newest = m_newest](std::shared_ptr<const LockCatalog> catalog) {
                                                const std::scoped_lock lock(newest->mutex);
                                                newest->catalog = std::move(catalog);
                                                newest->changed.notify_all();
                                            });
    }

    /// The first catalog with these locks, or the last one seen in half a minute.
    LockCatalog await(const std::vector<DiscoveredLock>& locks) {
        return awaitWhere([&](const LockCatalog& catalog) { return catalog.locks == locks; });
    }
    /// The same, of the first one that is as wanted.
    LockCatalog awaitWhere(const std::function<bool(const LockCatalog&)>& wanted) {
        m_discovery->refresh();
        std::unique_lock lock(m_newest->mutex);
        m_newest->changed.wait_for(lock, 30s,
                                   [&] { return m_newest->catalog && wanted(*m_newest->catalog); });
        return m_newest->catalog ? *m_newest->catalog : LockCatalog{};
    }
    LockDiscovery& discovery() { return *m_discovery; }

private:
    struct Newest {
        std::mutex mutex;
        std::condition_variable changed;
        std::shared_ptr<const LockCatalog> catalog;
    };
    std::shared_ptr<Newest> m_newest = std::make_shared<Newest>();
    std::unique_ptr<LockDiscovery> m_discovery;
};

DiscoveryOptions optionsFor(const std::string& connect, const std::string& adminUrl) {
    DiscoveryOptions options;
    options.connect = *parseConnectString(connect);
    options.adminUrl = adminUrl;
    options.adminInterval = 50ms;
    options.interval = 50ms;
    return options;
}

QStringList codesOf(const LockCatalog& catalog) {
    QStringList codes;
    for (const Error& problem : catalog.problems)
        codes << QString::fromUtf8(errorName(problem.code).data());
    return codes;
}

/// A mutex held once and waited for once, and a read lock held twice.
class TwoLocks {
public:
    explicit TwoLocks(LiveSession& session)
        : m_mutex(session.session(), "/app/mutex"),
          m_readWrite(session.session(), "/app/rw"),
          m_holder(m_mutex.acquire()),
          m_first(m_readWrite.read().acquire()),
          m_second(ReadWriteLock(session.session(), "/app/rw").read().acquire()),
          m_waiter(m_mutex.acquireAsync(Owner::unique(), std::nullopt, [](const Result<Hold>&) {})) {}
    ~TwoLocks() { m_waiter.cancel(); }

    static std::vector<DiscoveredLock> expected(const std::string& prefix = {}) {
        std::vector<DiscoveredLock> locks{{prefix + "/app/mutex", Dialect::CuratorMutex, 1, 1},
                                          {prefix + "/app/rw", Dialect::CuratorReadWrite, 2, 0}};
        locks[0].kind = DirectoryKind::Lock;
        locks[1].kind = DirectoryKind::ReadWriteLock;
        return locks;
    }

private:
    Mutex m_mutex;
    ReadWriteLock m_readWrite;
    Result<Hold> m_holder, m_first, m_second;
    Acquisition m_waiter;
};

}  // namespace

/// Locks found on a real server, by each source.
class TestDiscovery : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void byAdminServer();
    void byFourLetterWord();
    void byPinnedRoots();
    void searchThatIsCutTellsSo();
    void directoryThatIsTooLongToBeListed();
    void marksCountForMore();
    void bothDumpsTellTheSame();
    void estimateOfADumpLearnsFromTheLastOne();
    void serverWithoutSideChannels();
    void whatAnswersAtAPort();
    void serverThatHangs();
};

void TestDiscovery::byAdminServer() {
    LocalCluster& server = TestCluster::instance().server();
    if (server.adminUrl().empty()) QSKIP("no AdminServer: libservlet-api-java is not installed");
    const std::string connect = TestCluster::instance().freshConnectString();
    LiveSession session(connect);
    const TwoLocks locks(session);
    AwaitedCatalog catalog(session, optionsFor(connect, server.adminUrl()));

    const LockCatalog found = catalog.await(TwoLocks::expected());
    QCOMPARE(found.source, DiscoverySource::AdminServer);
    QVERIFY(found.locks == TwoLocks::expected());
    QVERIFY(found.problems.empty());
    QCOMPARE("http://" + found.server + "/commands", server.adminUrl());

    // Without the chroot the same locks have the paths that the server knows.
    AwaitedCatalog whole(session, optionsFor(server.connectString(), server.adminUrl()));
    const std::string chroot = parseConnectString(connect)->chroot;
    QVERIFY(whole.await(TwoLocks::expected(chroot)).locks == TwoLocks::expected(chroot));
}

void TestDiscovery::byFourLetterWord() {
    LocalCluster& server = TestCluster::instance().server();
    const std::string connect = TestCluster::instance().freshConnectString();
    LiveSession session(connect);
    AwaitedCatalog catalog(session, optionsFor(connect, ScriptedServer::nobodysAdminUrl()));
    QVERIFY(catalog.await({}).locks.empty());

    const TwoLocks locks(session);
    const LockCatalog found = catalog.await(TwoLocks::expected());
    QCOMPARE(found.source, DiscoverySource::FourLetter);
    QVERIFY(found.locks == TwoLocks::expected());
    QCOMPARE(found.server, server.connectString());
    QCOMPARE(codesOf(found), QStringList{"Io"});
}

void TestDiscovery::byPinnedRoots() {
    const std::string connect = TestCluster::instance().freshConnectString();
    LiveSession session(connect);
    const TwoLocks locks(session);
    DiscoveryOptions options = optionsFor("127.0.0.1:" + std::to_string(ScriptedServer::unusedPort()),
                                          ScriptedServer::nobodysAdminUrl());
    options.pinnedRoots = {"/"};
    AwaitedCatalog catalog(session, options);
    const LockCatalog found = catalog.await(TwoLocks::expected());
    QCOMPARE(found.source, DiscoverySource::PinnedRoots);
    QVERIFY(found.locks == TwoLocks::expected());
    QCOMPARE(found.server, TestCluster::instance().server().connectString());

    catalog.discovery().setPinnedRoots({"/app/rw", "/none"});
    const LockCatalog other = catalog.await({TwoLocks::expected().at(1)});
    QCOMPARE(other.locks.size(), 1u);
    QVERIFY(codesOf(other).contains("NoNode"));
}

/// It was cut without a word, and locks were missing.
void TestDiscovery::searchThatIsCutTellsSo() {
    LiveSession session(TestCluster::instance().freshConnectString());
    session.createChildren("/many", 300);
    DiscoveryOptions options = optionsFor("127.0.0.1:" + std::to_string(ScriptedServer::unusedPort()),
                                          ScriptedServer::nobodysAdminUrl());
    options.pinnedRoots = {"/"};
    options.walkBudget = 100;
    AwaitedCatalog catalog(session, options);
    const LockCatalog found = catalog.await({});
    QCOMPARE(found.gaps.size(), 1u);
    QCOMPARE(found.gaps[0].kind, GapKind::SearchCut);
    QVERIFY(found.gaps[0].count >= 200);
}

/// Listing it would take a packet that the server refuses, and end the session. It was "No locks were found".
void TestDiscovery::directoryThatIsTooLongToBeListed() {
    // Of its own: so many short names change what a server's counts tell of its dump.
    const auto server = LocalCluster::start();
    QVERIFY2(server, server ? "" : describe(server.error()).c_str());
    LiveSession session((*server)->connectString());
    session.createChildren("/huge", 200'001);
    DiscoveryOptions options = optionsFor("127.0.0.1:" + std::to_string(ScriptedServer::unusedPort()),
                                          ScriptedServer::nobodysAdminUrl());
    options.pinnedRoots = {"/huge"};
    AwaitedCatalog catalog(session, options);
    const LockCatalog found = catalog.await({});
    QCOMPARE(found.gaps.size(), 1u);
    QVERIFY(found.gaps[0].reason);
    QCOMPARE(found.gaps[0].reason->code, ErrorCode::TooLarge);
}

void TestDiscovery::marksCountForMore() {
    const std::string connect = TestCluster::instance().freshConnectString();
    LiveSession session(connect);
    const TwoLocks locks(session);
    const auto leader = session.await<CreatedNode>([](Session& zookeeper, auto done) {
        zookeeper.create("/app/leader", "node-a", NodeKind::Ephemeral, std::move(done));
    });
    QVERIFY2(leader, leader ? "" : describe(leader.error()).c_str());
    DiscoveryOptions options = optionsFor("127.0.0.1:" + std::to_string(ScriptedServer::unusedPort()),
                                          ScriptedServer::nobodysAdminUrl());
    options.pinnedRoots = {"/app"};
    AwaitedCatalog catalog(session, options);
    DiscoveredLock held{"/app/leader", Dialect::PatroniLeader};
    held.kind = DirectoryKind::Election;
    held.leaders = 1;
    const auto both = TwoLocks::expected();
    QVERIFY(catalog.await({held, both[0], both[1]}).locks.size() == 3);

    LockMarks marks;
    marks.set("/app/rw", NotALock{});
    marks.set("/app/leader", Dialect::HadoopElection);
    marks.set("/app/free", Dialect::KazooLock);
    DiscoveredLock free{"/app/free", Dialect::KazooLock};
    free.kind = DirectoryKind::Lock;
    held.dialect = Dialect::HadoopElection;
    const std::vector<DiscoveredLock> expected{free, held, both[0]};
    catalog.discovery().setMarks(marks);
    const LockCatalog found = catalog.await(expected);
    QVERIFY(found.locks == expected);
    QVERIFY(found.marks == marks);

    AwaitedLock lock(session, "/app/leader");
    session.onLoop([&] { lock.observer().setMarks(found.marks); });
    const auto queue = lock.await([](const LockQueue& seen) { return seen.counts().leaders == 1; });
    QVERIFY(queue);
    QCOMPARE(queue->dialect, Dialect::HadoopElection);
    QCOMPARE(queue->rows[0].contender->stat->ephemeralOwner, session.id());
    QCOMPARE(queue->rows[0].contender->data, std::string("node-a"));
}

void TestDiscovery::bothDumpsTellTheSame() {
    LocalCluster& server = TestCluster::instance().server();
    if (server.adminUrl().empty()) QSKIP("no AdminServer: libservlet-api-java is not installed");
    const std::string connect = TestCluster::instance().freshConnectString();
    LiveSession session(connect);
    const TwoLocks locks(session);
    AwaitedCatalog queued(session, optionsFor(connect, server.adminUrl()));
    QVERIFY(queued.await(TwoLocks::expected()).locks == TwoLocks::expected());

    const auto word = askFourLetterWord({"127.0.0.1", server.port()}, "dump");
    QVERIFY(word);
    auto byWord = parseFourLetterDump(*word);
    const auto json = fetchAdminCommand(server.adminUrl(), "dump");
    QVERIFY(json);
    auto byAdmin = parseAdminDump(*json);
    QVERIFY(byWord && byAdmin);
    const auto byPath = [](const EphemeralNode& a, const EphemeralNode& b) { return a.path < b.path; };
    std::ranges::sort(*byWord, byPath);
    std::ranges::sort(*byAdmin, byPath);
    QCOMPARE(byWord->size(), 4u);
    QVERIFY(*byWord == *byAdmin);
    for (const EphemeralNode& node : *byWord)
        QCOMPARE(node.session, session.id());

    const auto monitor = askFourLetterWord({"127.0.0.1", server.port()}, "mntr");
    QVERIFY(monitor);
    QVERIFY(estimateDumpSize(*monitor) >= word->size());
}

/// By what the server counts it may be larger than what is asked for; one that was told shows that it is not.
void TestDiscovery::estimateOfADumpLearnsFromTheLastOne() {
    const auto server = LocalCluster::start({.adminServer = false, .fourLetterWords = "mntr,srvr,dump"});
    QVERIFY2(server, server ? "" : describe(server.error()).c_str());
    LiveSession session((*server)->connectString());
    const TwoLocks locks(session);
    session.createChildren("/many", 1);
    const auto last = session.await<CreatedNode>([](Session& zookeeper, auto done) {
        // Their data counts for what their paths may be.
        const std::string data(300, 'x');
        for (int i = 0; i < 5'000; ++i)
            zookeeper.create("/many/x" + std::to_string(i), data, NodeKind::Ephemeral, [](const auto&) {});
        zookeeper.create("/many/x", data, NodeKind::Ephemeral, std::move(done));
    });
    QVERIFY2(last, last ? "" : describe(last.error()).c_str());

    constexpr std::uint64_t kMostAsked = std::uint64_t{1} << 20;
    AwaitedCatalog catalog(session,
                           optionsFor((*server)->connectString(), ScriptedServer::nobodysAdminUrl()));
    const LockCatalog refused =
        catalog.awaitWhere([](const LockCatalog& seen) { return seen.refusedBytes.has_value(); });
    QCOMPARE(refused.source, DiscoverySource::None);
    QVERIFY(refused.refusedBytes > kMostAsked);
    const auto word = askFourLetterWord({"127.0.0.1", (*server)->port()}, "dump");
    QVERIFY(word && word->size() < kMostAsked / 4);

    catalog.discovery().askAnyway();
    LockCatalog told = catalog.awaitWhere(
        [](const LockCatalog& seen) { return seen.source == DiscoverySource::FourLetter; });
    for (int pass = 0; pass < 3; ++pass) {
        QCOMPARE(told.source, DiscoverySource::FourLetter);
        QVERIFY(!told.refusedBytes);
        QCOMPARE(std::ranges::count(told.locks, std::string("/app/mutex"), &DiscoveredLock::path), 1);
        const std::int64_t before = told.readAtUnixMs;
        told = catalog.awaitWhere([before](const LockCatalog& seen) { return seen.readAtUnixMs > before; });
        QVERIFY(told.readAtUnixMs > before);
    }
    QCOMPARE(told.source, DiscoverySource::FourLetter);
}

void TestDiscovery::serverWithoutSideChannels() {
    LocalClusterOptions options;
    options.adminServer = false;
    options.fourLetterWords = "srvr";
    const auto server = LocalCluster::start(options);
    QVERIFY2(server, server ? "" : describe(server.error()).c_str());
    const std::string connect = (*server)->connectString();
    LiveSession session(connect);
    const TwoLocks locks(session);
    DiscoveryOptions discovery = optionsFor(connect, ScriptedServer::nobodysAdminUrl());
    AwaitedCatalog catalog(session, discovery);
    const LockCatalog nothing = catalog.await({});
    QCOMPARE(nothing.source, DiscoverySource::None);
    QCOMPARE(codesOf(nothing), QStringList({"Io", "NotAllowed"}));
    QCOMPARE(nothing.problems.at(1).server, connect);

    catalog.discovery().setPinnedRoots({"/app"});
    const LockCatalog found = catalog.await(TwoLocks::expected());
    QCOMPARE(found.source, DiscoverySource::PinnedRoots);
    QVERIFY(found.locks == TwoLocks::expected());
    QCOMPARE(codesOf(found), QStringList({"Io", "NotAllowed"}));
}

void TestDiscovery::whatAnswersAtAPort() {
    LocalCluster& server = TestCluster::instance().server();
    const ServerProbe probe = probeServer({"127.0.0.1", server.port()});
    QCOMPARE(probe.answer, ServerAnswer::Serving);
    QCOMPARE(probe.mode, std::string("standalone"));
    QVERIFY(probe.version.starts_with("3."));
    if (server.adminUrl().empty()) QSKIP("no AdminServer: libservlet-api-java is not installed");
    // The mistake that is made: the port of a web server, here of AdminServer itself.
    const auto web = parseConnectString(adminServerName(server.adminUrl()));
    QCOMPARE(probeServer(web->servers.at(0)).answer, ServerAnswer::Other);
}

void TestDiscovery::serverThatHangs() {
    LocalClusterOptions options;
    options.adminServer = false;
    const auto server = LocalCluster::start(options);
    QVERIFY2(server, server ? "" : describe(server.error()).c_str());
    (*server)->pause();
    QCOMPARE(probeServer({"127.0.0.1", (*server)->port()}, 300ms).answer, ServerAnswer::Silent);
    (*server)->resume();
    QCOMPARE(probeServer({"127.0.0.1", (*server)->port()}, 30s).answer, ServerAnswer::Serving);
    (*server)->kill();
    QCOMPARE(probeServer({"127.0.0.1", (*server)->port()}, 30s).answer, ServerAnswer::Unreachable);
}

LOCKSCOPE_TEST(TestDiscovery)
#include "tst_discovery.moc"
