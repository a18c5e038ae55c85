// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "fake_zookeeper.h"
#include "manual_loop.h"
#include "scripted_server.h"
#include "test_program.h"

#include <lockcore/observe/discovery.h>
#include <lockcore/observe/side_threads.h>

#include <atomic>
#include <future>
#include <new>
#include <thread>

using namespace lockcore;
using namespace std::chrono_literals;
using Op = FakeSession::Op;
using Reply = ScriptedServer::Reply;

namespace {

const std::string kName = "00000000000000000000000000000001__lock__0000000001";

const std::string kSingle = "/hadoop-ha/ns/ActiveStandbyElectorLock";

std::string adminDump(const std::string& path) {
    return ScriptedServer::http(
        200, R"({"session_id_to_ephemeral_paths": {"1": [")" + path + R"("]}, "error": null})");
}

bool isFor(const std::string& request, const std::string& command) {
    return request.starts_with("GET /commands/" + command + " ");
}

std::string wordDump(const std::string& path) {
    return "SessionTracker dump:\nephemeral nodes dump:\nSessions with Ephemerals (1):\n0x1:\n\t" + path +
           "\nConnections dump:\n";
}

const Reply kNotAllowed{"mntr is not executed because it is not in the whitelist.\n"};

auto threadsOfThisProcess() {
    return QDir(QStringLiteral("/proc/self/task")).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
}

QString shown(const LockCatalog& catalog) {
    QStringList locks;
    for (const DiscoveredLock& lock : catalog.locks)
        locks << QString::fromStdString(lock.path);
    QStringList problems;
    for (const Error& problem : catalog.problems)
        problems << QString::fromUtf8(errorName(problem.code).data());
    return QStringLiteral("%1: %2 [%3]")
        .arg(discoverySourceName(catalog.source).data(), locks.join(' '), problems.join(' '));
}

}  // namespace

class TestLockDiscovery : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void adminServerComesFirst();
    void adminServerOfEachHost();
    void wordWhereAdminServerDoesNotAnswer();
    void largeDumpIsNotAskedByWord();
    void largeDumpIsAskedAnyway();
    void dumpOfUnknownSizeIsAskedAnyway();
    void dumpThatIsRefusedIsOfferedNoMore();
    void dumpOfUnknownSizeOfAReadOnlyServer();
    void whoAskedForALargeDumpGetsTheNextOne();
    void dumpOfAnotherServerIsNotTaken_data();
    void dumpOfAnotherServerIsNotTaken();
    void whoIsNotServingIsNotJudged();
    void whoTellsWhenSessionsExpireComesFirst();
    void slowServerIsLeftAlone();
    void nextServerIsAsked();
    void chrootIsTakenAway();
    void rootsWhereNoServerTells();
    void pinnedRootsAreNotAllWhereAServerMayTell_data();
    void pinnedRootsAreNotAllWhereAServerMayTell();
    void pinnedRootsAreNotAllWhereAServerHasTold();
    void whatWasListedOutlastsAFailure();
    void whatWasListedIsNotToldWhereNoServerWillTell();
    void rootsAddWhatHasNoEphemeral();
    void permitsThatAreAllFree();
    void permitsThatMayNotBeRead();
    void permitsByTheirOwnPath();
    void nothingAllowedNothingPinned();
    void refusalIsRememberedUntilRefresh();
    void rootsCanBeChanged();

    void walkDescendsToLocks();
    void walkStaysWithinItsBudget();
    void walkAsksForSizesWhereADirectoryMayBeHuge();
    void directoryTooLargeToBeListedIsAGap();
    void readOnlyServersComeLast();
    void whatAnotherClustersServerHasListedIsForgotten();
    void longWalkTellsWhatItHasFound();
    void walkListsDirectoriesAlone();
    void walkTakesWhatIsUnchangedFromTheOneBefore();
    void walkLeavesOutWhatTheDumpHasTold();
    void walkLooksBesideContenders();
    void walkLooksBelowTheLockThatIsPinned_data();
    void walkLooksBelowTheLockThatIsPinned();
    void walkFindsLocksOfOneZnode();
    void ephemeralThatIsNamedIsALock();
    void walkReportsWhatItCannotRead();
    void walkEndsWhenTheConnectionBreaks();

    void markedAsNoLock();
    void markedAsALock();
    void paceOfAdminServer();
    void whatHasNotChangedIsToldAgain();
    void listOfAReadOnlyServerIsNotToldAgain();
    void paceOfTheWord();
    void paused();
    void passWithoutMemory();

    void destroyedWhileAServerHangs();
    void destroyedWithACatalogOnItsWay();
    void destroyedWhileWalking();
    void destroyedByItsSink();

private:
    void discover(std::uint16_t adminPort, const std::vector<std::uint16_t>& ports,
                  std::vector<std::string> roots = {}) {
        m_options.adminUrl = "http://127.0.0.1:" + std::to_string(adminPort) + "/commands";
        for (const std::uint16_t port : ports)
            m_options.connect.servers.push_back({"127.0.0.1", port});
        m_options.pinnedRoots = std::move(roots);
        m_discovery = std::make_unique<LockDiscovery>(
            m_session, m_options,
            [this](std::shared_ptr<const LockCatalog> catalog) { m_catalogs.push_back(std::move(catalog)); });
    }
    bool awaitCatalogs(std::size_t count) {
        return m_loop->runUntil([&] { return m_catalogs.size() >= count; }, 30s);
    }
    /// Time in which another discovery with the same options could make so many passes.
    bool othersPasses(int count) {
        ScriptedServer admin([](const std::string&) { return Reply{adminDump("/lock/" + kName)}; });
        DiscoveryOptions options = m_options;
        options.adminUrl = "http://127.0.0.1:" + std::to_string(admin.port()) + "/commands";
        int passes = 0;
        const LockDiscovery other(m_session, options,
                                  [&](const std::shared_ptr<const LockCatalog>&) { ++passes; });
        return m_loop->runUntil([&] { return passes >= count; }, 30s);
    }
    const LockCatalog& last() const { return *m_catalogs.back(); }

    DiscoveryOptions m_options;
    std::unique_ptr<ManualLoop> m_loop;
    std::unique_ptr<FakeZooKeeper> m_server;
    std::shared_ptr<FakeSession> m_session;
    std::vector<std::shared_ptr<const LockCatalog>> m_catalogs;
    std::unique_ptr<LockDiscovery> m_discovery;
    std::uint16_t m_nobody = ScriptedServer::unusedPort();
};

void TestLockDiscovery::init() {
    m_options = {};
    m_options.adminInterval = 1h;
    m_options.interval = 1h;
    m_loop = std::make_unique<ManualLoop>();
    m_server = std::make_unique<FakeZooKeeper>(*m_loop);
    m_session = m_server->open();
}

void TestLockDiscovery::cleanup() {
    m_discovery.reset();
    m_loop->runReady();
    m_catalogs.clear();
}

void TestLockDiscovery::adminServerComesFirst() {
    ScriptedServer admin([](const std::string&) { return Reply{adminDump("/app/lock/" + kName)}; });
    ScriptedServer words([](const std::string&) { return kNotAllowed; });
    discover(admin.port(), {words.port()});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("AdminServer: /app/lock []"));
    QCOMPARE(last().server, "127.0.0.1:" + std::to_string(admin.port()));
    DiscoveredLock lock{"/app/lock", Dialect::KazooLock, 1, 0};
    lock.kind = DirectoryKind::Lock;
    QCOMPARE(last().locks.at(0), lock);
    QCOMPARE(last().sessions->ephemerals, (std::map<SessionId, std::uint64_t>{{SessionId{1}, 1}}));
    QVERIFY(last().readAtUnixMs > 0);
    QVERIFY(words.requests().empty());
    QVERIFY(m_session->sent().empty());
}

void TestLockDiscovery::adminServerOfEachHost() {
    ScriptedServer admin([](const std::string&) { return Reply{adminDump("/lock/" + kName)}; });
    m_options.adminUrl = "http://{host}:" + std::to_string(admin.port()) + "/commands";
    // Nobody listens at the first address, which is this machine's as well.
    m_options.connect.servers = {{"127.0.0.2", m_nobody}, {"127.0.0.1", m_nobody}};
    m_discovery = std::make_unique<LockDiscovery>(
        m_session, m_options,
        [this](std::shared_ptr<const LockCatalog> catalog) { m_catalogs.push_back(std::move(catalog)); });
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("AdminServer: /lock [Io]"));
    QCOMPARE(last().problems.at(0).server, "127.0.0.2:" + std::to_string(admin.port()));
}

void TestLockDiscovery::wordWhereAdminServerDoesNotAnswer() {
    ScriptedServer web([](const std::string&) { return Reply{ScriptedServer::http(404, "nothing here")}; });
    ScriptedServer words([](const std::string& word) {
        return Reply{word == "mntr" ? "zk_ephemerals_count\t1\n" : wordDump("/app/lock/" + kName)};
    });
    discover(web.port(), {words.port()});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("four-letter word: /app/lock [NotZooKeeper]"));
    QCOMPARE(last().server, "127.0.0.1:" + std::to_string(words.port()));
    QCOMPARE(last().problems.at(0).server, "127.0.0.1:" + std::to_string(web.port()));
    QCOMPARE(words.requests(), (std::vector<std::string>{"mntr", "dump"}));
    QCOMPARE(last().sessions->ephemerals, (std::map<SessionId, std::uint64_t>{{SessionId{1}, 1}}));
}

void TestLockDiscovery::largeDumpIsNotAskedByWord() {
    ScriptedServer words([](const std::string&) { return Reply{"zk_ephemerals_count\t100000\n"}; });
    discover(m_nobody, {words.port()});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("none:  [Io TooLarge]"));
    QCOMPARE(words.requests(), std::vector<std::string>{"mntr"});
}

/// Once, as the user wants it; then its real size counts.
void TestLockDiscovery::largeDumpIsAskedAnyway() {
    ScriptedServer words([](const std::string& word) {
        return Reply{word == "mntr" ? "zk_ephemerals_count\t10000\n" : wordDump("/lock/" + kName)};
    });
    discover(m_nobody, {words.port()});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("none:  [Io TooLarge]"));
    m_discovery->askAnyway();
    QVERIFY(awaitCatalogs(2));
    QCOMPARE(shown(last()), QStringLiteral("four-letter word: /lock [Io]"));
    m_discovery->refresh();
    QVERIFY(awaitCatalogs(3));
    // 10 000 times the size for one is more than a server's sockets take.
    QCOMPARE(shown(last()), QStringLiteral("none:  [Io TooLarge]"));
}

/// "mntr" tells the size. It is not "dump" that is refused.
void TestLockDiscovery::dumpOfUnknownSizeIsAskedAnyway() {
    ScriptedServer closed([](const std::string&) { return kNotAllowed; });
    ScriptedServer words([](const std::string& word) {
        return word == "mntr" ? kNotAllowed : Reply{wordDump("/lock/" + kName)};
    });
    discover(m_nobody, {closed.port(), words.port()});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("none:  [Io NotAllowed NotAllowed]"));
    const Gap& gap = last().gaps.at(0);
    QCOMPARE(gap.kind, GapKind::NoSource);
    QCOMPARE(gap.refusedWord(), "mntr");
    QCOMPARE(gap.server, "127.0.0.1:" + std::to_string(closed.port()));
    QCOMPARE(last().refusedBytes, std::optional<std::uint64_t>(0));
    m_discovery->askAnyway();
    QVERIFY(awaitCatalogs(2));
    QCOMPARE(last().source, DiscoverySource::FourLetter);
    QVERIFY(!last().refusedBytes);
    QCOMPARE(last().server, "127.0.0.1:" + std::to_string(words.port()));
    m_discovery->refresh();
    QVERIFY(awaitCatalogs(3));
    QCOMPARE(shown(last()), QStringLiteral("four-letter word: /lock [Io]"));  // now that its size is known
}

/// As by the usual configuration of a server, which allows "srvr" alone.
void TestLockDiscovery::dumpThatIsRefusedIsOfferedNoMore() {
    ScriptedServer closed([](const std::string& word) {
        return Reply{word + " is not executed because it is not in the whitelist.\n"};
    });
    discover(m_nobody, {closed.port()});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(last().refusedBytes, std::optional<std::uint64_t>(0));
    m_discovery->askAnyway();
    QVERIFY(awaitCatalogs(2));
    QCOMPARE(last().source, DiscoverySource::None);
    QVERIFY(!last().refusedBytes);
    QCOMPARE(last().gaps.at(0).refusedWord(), "dump");
}

void TestLockDiscovery::dumpOfUnknownSizeOfAReadOnlyServer() {
    ScriptedServer words([](const std::string& word) {
        if (word == "srvr") return Reply{"Mode: read-only\n"};
        return word == "mntr" ? kNotAllowed : Reply{wordDump("/lock/" + kName)};
    });
    discover(m_nobody, {words.port()});
    QVERIFY(awaitCatalogs(1));
    m_discovery->askAnyway();
    QVERIFY(awaitCatalogs(2));
    QCOMPARE(last().source, DiscoverySource::FourLetter);
    QVERIFY(std::ranges::find(last().gaps, GapKind::ReadOnlySource, &Gap::kind) != last().gaps.end());
}

/// A list that comes and goes every few seconds helps nobody.
void TestLockDiscovery::whoAskedForALargeDumpGetsTheNextOne() {
    const std::string directory = "/" + std::string(200, 'x') + "/";
    std::string paths = directory + kName;
    for (int i = 1; i < 6'000; ++i)
        paths += "\n\t" + directory + "lock-" + std::to_string(1'000'000'000 + i);
    ScriptedServer words([&](const std::string& word) {
        return Reply{word == "mntr" ? "zk_ephemerals_count\t6000\n" : wordDump(paths)};
    });
    discover(m_nobody, {words.port()});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(last().source, DiscoverySource::None);
    QVERIFY(last().refusedBytes.value_or(0) > paths.size());
    m_discovery->askAnyway();
    QVERIFY(awaitCatalogs(2));
    QCOMPARE(last().source, DiscoverySource::FourLetter);
    QVERIFY(!last().refusedBytes);
    m_discovery->refresh();
    QVERIFY(awaitCatalogs(3));
    QCOMPARE(last().source, DiscoverySource::FourLetter);
}

/// The usual port of a machine with several servers is that of one of them.
void TestLockDiscovery::dumpOfAnotherServerIsNotTaken_data() {
    QTest::addColumn<QString>("adminTells");
    QTest::addColumn<QString>("serverTells");
    QTest::addColumn<QString>("expected");
    const QString own = "AdminServer: /theirs []";
    const QString other = "four-letter word: /ours [OtherServer]";
    const QString port = R"("server_id": 1, "client_port": %1, "data_dir": "/d")";
    QTest::newRow("its own") << port << "" << own;
    QTest::newRow("of another port") << R"("server_id": 1, "client_port": 1, "data_dir": "/d")"
                                     << "" << other;
    QTest::newRow("behind a proxy") << R"("server_id": 1, "client_port": 1, "data_dir": "/d")"
                                    << "clientPort=1\ndataDir=/d\nserverId=1\n"
                                    << own;
    QTest::newRow("another one behind a proxy") << R"("server_id": 1, "client_port": 1, "data_dir": "/e")"
                                                << "clientPort=1\ndataDir=/d\nserverId=1\n"
                                                << other;
    QTest::newRow("with our session") << R"("server_id": 1, "client_port": 1, "expiry_time_to_session_ids":
                                            {"9": [%2]})"
                                      << "" << own;
    QTest::newRow("of our port, without our session")
        << port + R"(, "expiry_time_to_session_ids": {"9": [1]})"
        << "" << own + " unknown-source";
    QTest::newRow("without our session") << R"("expiry_time_to_session_ids": {"9": [1]})"
                                         << "" << other;
    QTest::newRow("not known") << R"("version": "3.9.3")"
                               << "" << own + " unknown-source";
}

void TestLockDiscovery::dumpOfAnotherServerIsNotTaken() {
    QFETCH(QString, adminTells);
    QFETCH(QString, serverTells);
    QFETCH(QString, expected);
    ScriptedServer words([&](const std::string& word) {
        if (word == "conf" && !serverTells.isEmpty()) return Reply{serverTells.toStdString()};
        if (word == "mntr") return Reply{"zk_ephemerals_count\t1\n"};
        if (word == "dump") return Reply{wordDump("/ours/" + kName)};
        return Reply{word + " is not executed because it is not in the whitelist.\n"};
    });
    const QString told = QString("{\"session_id_to_ephemeral_paths\": {\"1\": [\"/theirs/%1\"]}, %2}")
                             .arg(QString::fromStdString(kName), adminTells)
                             .replace("%1", QString::number(words.port()))
                             .replace("%2", QString::number(raw(m_session->status().session)));
    ScriptedServer admin(
        [&](const std::string&) { return Reply{ScriptedServer::http(200, told.toStdString())}; });
    discover(admin.port(), {words.port()});
    QVERIFY(awaitCatalogs(1));
    QString seen = shown(last());
    for (const Gap& gap : last().gaps)
        seen += " " + QString::fromStdString(std::string(gapKey(gap.kind)));
    QCOMPARE(seen, expected);
}

/// During an election, which does not make it another cluster's.
void TestLockDiscovery::whoIsNotServingIsNotJudged() {
    std::atomic<int> identities = 0;
    ScriptedServer words([](const std::string&) { return kNotAllowed; });
    const std::string identity =
        R"({"server_id": 1, "client_port": )" + std::to_string(words.port()) + R"(, "data_dir": "/d"})";
    ScriptedServer admin([&](const std::string& request) {
        if (!isFor(request, "configuration")) return Reply{adminDump("/lock/" + kName)};
        if (identities++ > 0) return Reply{ScriptedServer::http(200, identity)};
        return Reply{ScriptedServer::http(
            200, R"({"error": "This ZooKeeper instance is not currently serving requests"})")};
    });
    m_options.interval = 1ms;
    discover(admin.port(), {words.port()});
    QVERIFY(awaitCatalogs(2));
    QCOMPARE(shown(*m_catalogs[0]), QStringLiteral("none:  [NotServing NotAllowed]"));
    QCOMPARE(shown(*m_catalogs[1]), QStringLiteral("AdminServer: /lock []"));
    QVERIFY(m_catalogs[1]->gaps.empty());
}

/// So that nobody has to ask the leader for another dump.
void TestLockDiscovery::whoTellsWhenSessionsExpireComesFirst() {
    ScriptedServer admin([](const std::string& request) {
        if (request.find("server_stats") != std::string::npos)
            return Reply{ScriptedServer::http(200, R"({"error": "Unknown command"})")};
        if (isFor(request, "configuration"))
            return Reply{ScriptedServer::http(200, R"({"server_id": 1, "client_port": 2181})")};
        const bool isLeader = request.find("Host: localhost") != std::string::npos;
        return Reply{ScriptedServer::http(
            200, R"({"expiry_time_to_session_ids": {)" + std::string(isLeader ? R"("9000": [7])" : "") +
                     R"(}, "session_id_to_ephemeral_paths": {"7": ["/lock/)" + kName + R"("]}})")};
    });
    m_options.connect.servers = {{"127.0.0.1", 2181}, {"localhost", 2181}};
    m_options.adminUrl = "http://{host}:" + std::to_string(admin.port()) + "/commands";
    m_discovery = std::make_unique<LockDiscovery>(
        m_session, m_options, [this](auto catalog) { m_catalogs.push_back(std::move(catalog)); });
    QVERIFY(awaitCatalogs(1));
    QVERIFY(last().sessions->expiresAtMs.empty());
    for (const std::size_t pass : {std::size_t{2}, std::size_t{3}}) {
        m_discovery->refresh();
        QVERIFY(awaitCatalogs(pass));
        QCOMPARE(last().server, "localhost:" + std::to_string(admin.port()));
        QCOMPARE(last().sessions->server, last().server);
        QCOMPARE(last().sessions->source, EvidenceSource::AdminServer);
        QCOMPARE(last().sessions->living, std::set{SessionId{7}});
        QCOMPARE(last().sessions->expiresAtMs.at(SessionId{7}), 9'000);
    }
}

void TestLockDiscovery::slowServerIsLeftAlone() {
    ScriptedServer silent([](const std::string&) { return Reply{"", true}; });
    m_options.interval = 1ms;
    discover(m_nobody, {silent.port()});
    QVERIFY(awaitCatalogs(3));
    QCOMPARE(shown(last()), QStringLiteral("none:  [Io OperationTimeout]"));
    QCOMPARE(silent.requests().size(), 1u);
    // Not the AdminServer for which it was only looked.
    QCOMPARE(last().gaps.at(0).kind, GapKind::NoSource);
    QCOMPARE(last().gaps.at(0).server, "127.0.0.1:" + std::to_string(silent.port()));
    QCOMPARE(last().gaps.at(0).reason->code, ErrorCode::OperationTimeout);
}

void TestLockDiscovery::nextServerIsAsked() {
    ScriptedServer broken([](const std::string&) {
        return Reply{"This ZooKeeper instance is not currently serving requests\n"};
    });
    ScriptedServer words([](const std::string& word) {
        return Reply{word == "mntr" ? "zk_ephemerals_count\t1\n" : wordDump("/lock/" + kName)};
    });
    discover(m_nobody, {broken.port(), words.port()});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("four-letter word: /lock [Io NotServing]"));
    m_discovery->refresh();
    QVERIFY(awaitCatalogs(2));
    QCOMPARE(shown(last()),
             QStringLiteral("four-letter word: /lock [Io]"));  // the one that answered comes first
    QCOMPARE(broken.requests().size(), 1u);
}

void TestLockDiscovery::chrootIsTakenAway() {
    ScriptedServer admin([](const std::string&) { return Reply{adminDump("/tenant/a/lock/" + kName)}; });
    m_options.connect.chroot = "/tenant/a";
    discover(admin.port(), {});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("AdminServer: /lock []"));
}

void TestLockDiscovery::rootsWhereNoServerTells() {
    ScriptedServer words([](const std::string&) { return kNotAllowed; });
    m_server->createPath("/locks/a");
    (void)m_server->create("/locks/a/" + kName, "", NodeKind::Persistent);
    discover(m_nobody, {words.port()}, {"/locks"});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("pinned roots: /locks/a [Io NotAllowed]"));
    QCOMPARE(last().searched, std::vector<std::string>{"/locks"});
    QCOMPARE(last().server, std::string("fake:2181"));
    QVERIFY(last().gaps.empty());
    QVERIFY(!last().notListed);
}

void TestLockDiscovery::pinnedRootsAreNotAllWhereAServerMayTell_data() {
    QTest::addColumn<QString>("monitor");
    QTest::addColumn<QString>("dump");
    QTest::addColumn<QString>("reason");
    const QString counts = "zk_ephemerals_count\t1\n";
    QTest::newRow("nothing but silence") << ""
                                         << ""
                                         << "OperationTimeout";
    QTest::newRow("silent when asked for the list") << counts << ""
                                                    << "OperationTimeout";
    QTest::newRow("not serving") << "This ZooKeeper instance is not currently serving requests\n"
                                 << ""
                                 << "NotServing";
    QTest::newRow("cut off") << counts << "SessionTracker dump:\n"
                             << "BadFormat";
    QTest::newRow("not allowed") << QString::fromStdString(kNotAllowed.bytes) << ""
                                 << "";
}

/// Nothing would be wrong with locks of which nobody has told.
void TestLockDiscovery::pinnedRootsAreNotAllWhereAServerMayTell() {
    QFETCH(QString, monitor);
    QFETCH(QString, dump);
    QFETCH(QString, reason);
    ScriptedServer words([&](const std::string& word) {
        const QString& answer = word == "mntr" ? monitor : dump;
        return Reply{answer.toStdString(), answer.isEmpty()};
    });
    m_server->createPath("/locks/a/x-0000000000");
    discover(m_nobody, {words.port()}, {"/locks"});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(last().source, DiscoverySource::PinnedRoots);
    QCOMPARE(last().locks.size(), 1u);
    QCOMPARE(last().gaps.size(), reason.isEmpty() ? 0u : 1u);
    if (reason.isEmpty()) return;
    QCOMPARE(last().gaps[0].kind, GapKind::NotListed);
    QCOMPARE(last().gaps[0].server, "127.0.0.1:" + std::to_string(words.port()));
    QCOMPARE(QString::fromUtf8(errorName(last().gaps[0].reason->code).data()), reason);
}

/// Its locks are not over because it refuses to list them by now.
void TestLockDiscovery::pinnedRootsAreNotAllWhereAServerHasTold() {
    std::atomic<bool> allowed = true;
    ScriptedServer words([&](const std::string& word) {
        if (!allowed) return kNotAllowed;
        return Reply{word == "mntr" ? "zk_ephemerals_count\t1\n" : wordDump("/lock/" + kName)};
    });
    m_server->createPath("/locks/a/x-0000000000");
    discover(m_nobody, {words.port()}, {"/locks"});
    QVERIFY(awaitCatalogs(1));
    QVERIFY(last().gaps.empty());
    allowed = false;
    m_discovery->refresh();
    QVERIFY(awaitCatalogs(2));
    QCOMPARE(shown(last()), QStringLiteral("pinned roots: /locks/a [Io NotAllowed]"));
    QCOMPARE(last().gaps.size(), 1u);
    QCOMPARE(last().gaps[0].kind, GapKind::NotListed);
    QVERIFY(!last().notListed);
}

/// An empty list would end all findings, as if all were well now.
void TestLockDiscovery::whatWasListedOutlastsAFailure() {
    std::atomic<bool> electing = false;
    std::atomic<std::int64_t> askedAtUnixMs = 0;
    ScriptedServer words([&](const std::string& word) {
        if (askedAtUnixMs == 0) askedAtUnixMs = QDateTime::currentMSecsSinceEpoch();
        if (electing) return Reply{"This ZooKeeper instance is not currently serving requests\n"};
        return Reply{word == "mntr" ? "zk_ephemerals_count\t1\n" : wordDump("/lock/" + kName)};
    });
    discover(m_nobody, {words.port()});
    QVERIFY(awaitCatalogs(1));
    const std::int64_t listedAtUnixMs = last().readAtUnixMs;
    const std::int64_t asOfUnixMs = last().asOfUnixMs;
    QVERIFY(asOfUnixMs > 0 && asOfUnixMs <= askedAtUnixMs);
    m_server->createPath("/pinned");
    electing = true;
    for (const std::size_t pass : {std::size_t{2}, std::size_t{3}}) {
        m_discovery->refresh();
        QVERIFY(awaitCatalogs(pass));
        QCOMPARE(shown(last()), QStringLiteral("four-letter word: /lock [Io NotServing]"));
        QVERIFY(last().readAtUnixMs <= listedAtUnixMs);
        QCOMPARE(last().gaps.size(), 1u);
        QCOMPARE(last().gaps[0].kind, GapKind::NotListed);
        QCOMPARE(last().asOfUnixMs, asOfUnixMs);
        QVERIFY(last().notListed);
        QVERIFY(!last().sessions);
    }
    m_discovery->setPinnedRoots({"/pinned"});
    QVERIFY(awaitCatalogs(4));
    QCOMPARE(shown(last()), QStringLiteral("four-letter word: /lock /pinned [Io NotServing]"));
    QVERIFY(last().readAtUnixMs <= listedAtUnixMs);
    electing = false;
    m_discovery->setPinnedRoots({});
    QVERIFY(awaitCatalogs(5));
    QCOMPARE(shown(last()), QStringLiteral("four-letter word: /lock [Io]"));
    QVERIFY(last().gaps.empty());
    QVERIFY(!last().notListed);
}

void TestLockDiscovery::whatWasListedIsNotToldWhereNoServerWillTell() {
    std::atomic<bool> allowed = true;
    ScriptedServer words([&](const std::string& word) {
        if (!allowed) return kNotAllowed;
        return Reply{word == "mntr" ? "zk_ephemerals_count\t1\n" : wordDump("/lock/" + kName)};
    });
    discover(m_nobody, {words.port()});
    QVERIFY(awaitCatalogs(1));
    allowed = false;
    m_discovery->refresh();
    QVERIFY(awaitCatalogs(2));
    QCOMPARE(shown(last()), QStringLiteral("none:  [Io NotAllowed]"));
    QVERIFY(!last().notListed);
}

void TestLockDiscovery::rootsAddWhatHasNoEphemeral() {
    ScriptedServer admin([](const std::string&) { return Reply{adminDump("/locks/busy/" + kName)}; });
    ScriptedServer words([](const std::string&) { return kNotAllowed; });
    for (const char* const path : {"/locks/busy", "/locks/kept"})
        m_server->createPath(path);
    (void)m_server->create("/locks/busy/" + kName, "", NodeKind::Persistent);
    (void)m_server->create("/locks/kept/" + kName, "", NodeKind::Persistent);
    discover(admin.port(), {words.port()}, {"/locks"});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("AdminServer: /locks/busy /locks/kept []"));
}

/// Their directory has no ephemeral, so that the dump has only the lock in which clients queue for them.
void TestLockDiscovery::permitsThatAreAllFree() {
    const std::string lock = "-__lock__/" + kName;
    const std::string paths = "/s/b" + lock + R"(", "/s/other)" + lock + R"(", "/s/absent)" + lock;
    ScriptedServer admin([&](const std::string&) { return Reply{adminDump(paths)}; });
    m_server->createPath("/s");
    (void)m_server->create("/s/b", "2", NodeKind::Persistent);
    (void)m_server->create("/s/other", "two", NodeKind::Persistent);
    discover(admin.port(), {});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()),
             QStringLiteral("AdminServer: /s/absent-__lock__ /s/b /s/b-__lock__ /s/other-__lock__ []"));
    QCOMPARE(last().locks.at(1).dialect, Dialect::KazooSemaphore);
    QCOMPARE(last().locks.at(1).kind, DirectoryKind::Semaphore);
    QCOMPARE(last().locks.at(1).holders, 0u);
    // Nobody has told that this AdminServer is of the same cluster.
    QCOMPARE(last().gaps.size(), 1u);
    QCOMPARE(last().gaps[0].kind, GapKind::UnknownSource);
    QCOMPARE(m_session->countSent(Op::Get), 3u);
}

/// Nobody knows that they are none, by which the first in the lock would hold it.
void TestLockDiscovery::permitsThatMayNotBeRead() {
    ScriptedServer admin([](const std::string&) { return Reply{adminDump("/b-__lock__/" + kName)}; });
    m_server->createPath("/b");
    m_server->forbidRead("/b");
    discover(admin.port(), {});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("AdminServer: /b /b-__lock__ []"));
    QCOMPARE(queueFromNames(last().locks.at(0), 1).kind, DirectoryKind::Semaphore);
}

void TestLockDiscovery::permitsByTheirOwnPath() {
    m_server->createPath("/s/b-__lock__");
    for (const char* const path : {"/s/b", "/s/unused"})
        (void)m_server->create(path, "2", NodeKind::Persistent);
    (void)m_server->create("/s/b-__lock__/" + kName, "", NodeKind::Ephemeral, SessionId{1});
    discover(m_nobody, {}, {"/s/b", "/s/unused"});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("pinned roots: /s/b /s/b-__lock__ /s/unused [Io]"));
    QCOMPARE(last().locks.at(0).kind, DirectoryKind::Semaphore);
    QCOMPARE(last().locks.at(2).kind, DirectoryKind::Unknown);
}

void TestLockDiscovery::nothingAllowedNothingPinned() {
    discover(m_nobody, {m_nobody});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("none:  [Io Io]"));
}

void TestLockDiscovery::refusalIsRememberedUntilRefresh() {
    std::atomic<bool> allowed = false;
    ScriptedServer words([&](const std::string& word) {
        if (!allowed) return kNotAllowed;
        return Reply{word == "mntr" ? "zk_ephemerals_count\t1\n" : wordDump("/lock/" + kName)};
    });
    m_options.interval = 1ms;
    discover(m_nobody, {words.port()});
    QVERIFY(awaitCatalogs(5));
    QCOMPARE(shown(last()), QStringLiteral("none:  [Io NotAllowed]"));
    QCOMPARE(words.requests().size(), 1u);
    allowed = true;
    m_discovery->refresh();
    QVERIFY(m_loop->runUntil([&] { return last().source == DiscoverySource::FourLetter; }, 30s));
}

void TestLockDiscovery::rootsCanBeChanged() {
    m_server->createPath("/b");
    (void)m_server->create("/b/" + kName, "", NodeKind::Persistent);
    discover(m_nobody, {}, {});
    QVERIFY(awaitCatalogs(1));
    m_discovery->setPinnedRoots({"/b", "/b", "no path"});
    QVERIFY(awaitCatalogs(2));
    QCOMPARE(shown(last()), QStringLiteral("pinned roots: /b [Io BadArguments]"));
}

void TestLockDiscovery::walkDescendsToLocks() {
    for (const char* const lock : {"/a/one", "/a/deep/er/two", "/zookeeper/quota"}) {
        m_server->createPath(lock);
        (void)m_server->create(std::string(lock) + "/ex0000000000", "", NodeKind::Persistent);
        (void)m_server->create(std::string(lock) + "/ex0000000001", "", NodeKind::Persistent);
    }
    m_server->createPath("/a/empty");
    m_server->createPath("/free");
    discover(m_nobody, {}, {"/", "/free"});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("pinned roots: /a/deep/er/two /a/one /free [Io]"));
    QCOMPARE(last().locks.at(1).waiters, 1u);
    QCOMPARE(m_session->watchCount(), 0u);
}

void TestLockDiscovery::walkStaysWithinItsBudget() {
    for (int i = 0; i < 500; ++i)
        m_server->createPath("/root/" + std::to_string(i));
    m_options.walkBudget = 100;
    discover(m_nobody, {}, {"/root"});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("pinned roots:  [Io TooLarge]"));
    QCOMPARE(m_session->sent().size(), 100u);
    QCOMPARE(last().gaps.size(), 1u);
    QCOMPARE(last().gaps[0].kind, GapKind::SearchCut);
    QCOMPARE(last().gaps[0].count, 402u);
}

void TestLockDiscovery::walkAsksForSizesWhereADirectoryMayBeHuge() {
    ScriptedServer words([](const std::string& word) {
        return word == "srvr" ? Reply{"Zookeeper version: 3.8.0\nNode count: 200001\n"} : kNotAllowed;
    });
    m_server->createPath("/locks/a/x-0000000000");
    discover(m_nobody, {words.port()}, {"/locks"});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("pinned roots: /locks/a [Io NotAllowed]"));
    QCOMPARE(m_session->countSent(Op::Exists), 2u);
    QCOMPARE(m_session->countSent(Op::Children), 2u);
}

void TestLockDiscovery::directoryTooLargeToBeListedIsAGap() {
    m_server->createPath("/locks/a/x-0000000000");
    m_server->createPath("/locks/huge");
    for (int i = 0; i < 200'001; ++i)
        (void)m_server->create("/locks/huge/" + std::to_string(i), "", NodeKind::Persistent);
    discover(m_nobody, {}, {"/locks"});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("pinned roots: /locks/a [Io TooLarge]"));
    QCOMPARE(last().gaps.size(), 1u);
    QCOMPARE(last().gaps[0].kind, GapKind::DirectoryUnread);
    QCOMPARE(last().gaps[0].path, std::string("/locks/huge"));
}

/// Its list was true when it lost its quorum.
void TestLockDiscovery::readOnlyServersComeLast() {
    const auto dumpOf = [](const std::string& mode, const std::string& path) {
        return [mode, path](const std::string& word) {
            return Reply{word == "mntr" ? "zk_server_state\t" + mode + "\nzk_ephemerals_count\t1\n"
                                        : wordDump(path + "/" + kName)};
        };
    };
    ScriptedServer cutOff(dumpOf("read-only", "/old"));
    {
        ScriptedServer good(dumpOf("follower", "/new"));
        discover(m_nobody, {cutOff.port(), good.port()});
        QVERIFY(awaitCatalogs(1));
        QCOMPARE(shown(last()), QStringLiteral("four-letter word: /new [Io NotServing]"));
        QVERIFY(last().gaps.empty());
    }
    m_catalogs.clear();
    discover(m_nobody, {cutOff.port()});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("four-letter word: /old [Io]"));
    QCOMPARE(last().gaps.size(), 1u);
    QCOMPARE(last().gaps[0].kind, GapKind::ReadOnlySource);
}

/// Also where none of our own lists any now.
void TestLockDiscovery::whatAnotherClustersServerHasListedIsForgotten() {
    ScriptedServer own([](const std::string&) {
        return Reply{"This ZooKeeper instance is not currently serving requests\n"};
    });
    ScriptedServer other([](const std::string& word) {
        return Reply{word == "mntr" ? "zk_ephemerals_count\t1\n" : wordDump("/theirs/" + kName)};
    });
    discover(m_nobody, {own.port(), other.port()});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(last().locks.size(), 1u);
    const std::size_t asked = other.requests().size();
    m_discovery->leaveOut({last().server});
    QVERIFY(awaitCatalogs(2));
    QVERIFY(last().locks.empty());
    QCOMPARE(last().source, DiscoverySource::None);
    QVERIFY(last().notListed);
    QCOMPARE(other.requests().size(), asked);
}

/// What is found is told while a long search goes on, which says so.
void TestLockDiscovery::longWalkTellsWhatItHasFound() {
    for (int i = 0; i < 300; ++i)
        m_server->createPath("/locks/" + std::to_string(i) + "/x-0000000000");
    m_session->setStepped(true);
    discover(m_nobody, {}, {"/locks"});
    QVERIFY(m_loop->runUntil([&] { return m_session->inFlight() > 0; }, 30s));
    for (int i = 0; i < 200; ++i) {
        m_session->applyNext();
        m_session->deliverNext();
        m_loop->advance(20ms);
    }
    QVERIFY(!m_catalogs.empty());
    QCOMPARE(last().gaps.size(), 1u);
    QCOMPARE(last().gaps[0].kind, GapKind::SearchGoesOn);
    QVERIFY(last().locks.size() < 300u);
    while (m_session->applyNext() || m_session->deliverNext())
        m_loop->runReady();
    QVERIFY(m_loop->runUntil([&] { return last().gaps.empty(); }, 30s));
    QCOMPARE(last().locks.size(), 300u);
}

void TestLockDiscovery::walkListsDirectoriesAlone() {
    constexpr std::size_t kLocks = 400;
    ScriptedServer words([](const std::string& word) {
        return word == "srvr" ? Reply{"Zookeeper version: 3.8.0\nNode count: 200000\n"} : kNotAllowed;
    });
    for (std::size_t lock = 0; lock < kLocks; ++lock) {
        const std::string path = "/locks/" + std::to_string(lock);
        m_server->createPath(path);
        for (int contender = 0; contender < 3; ++contender)
            (void)m_server->create(path + "/ex", "", NodeKind::EphemeralSequential, SessionId{contender + 1});
    }
    m_session->setStepped(true);
    discover(m_nobody, {words.port()}, {"/locks"});
    QVERIFY(m_loop->runUntil([&] { return m_session->inFlight() > 0; }, 30s));
    while (m_session->applyNext() || m_session->deliverNext())
        m_loop->runReady();
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(m_session->sent().size(), kLocks + 1);
    QCOMPARE(m_session->countSent(Op::Children), kLocks + 1);
    QCOMPARE(m_session->maxInFlight(), 240u);
    QCOMPARE(last().locks.size(), kLocks);
    QVERIFY(last().gaps.empty());
    for (const DiscoveredLock& lock : last().locks) {
        QCOMPARE(lock.queue->size(), 3u);
        QCOMPARE(lock.queue->at(0).name, std::string_view("ex0000000000"));
        QCOMPARE(lock.queue->at(0).role, Role::Holder);
        QCOMPARE(lock.queue->at(2).predecessor, std::optional<std::size_t>(1));
        QCOMPARE(lock.queue->at(2).session, SessionId::None);
    }
}

void TestLockDiscovery::walkTakesWhatIsUnchangedFromTheOneBefore() {
    for (const char* const path : {"/locks/a/x-0000000000", "/locks/b/x-0000000000"})
        m_server->createPath(path);
    discover(m_nobody, {}, {"/locks"});
    QVERIFY(awaitCatalogs(1));
    const auto before = m_catalogs.back();
    QVERIFY(before->locks.at(0).contents != 0);
    m_server->createPath("/locks/b/x-0000000001");
    m_discovery->refresh();
    QVERIFY(awaitCatalogs(2));
    QCOMPARE(last().locks.at(0).queue, before->locks.at(0).queue);
    QCOMPARE(last().locks.at(0).contents, before->locks.at(0).contents);
    QCOMPARE(last().locks.at(1).queue->size(), 2u);
    QVERIFY(last().locks.at(1).contents != before->locks.at(1).contents);
}

void TestLockDiscovery::walkLeavesOutWhatTheDumpHasTold() {
    ScriptedServer admin([](const std::string&) { return Reply{adminDump("/locks/busy/" + kName)}; });
    m_server->createPath("/locks/busy/" + kName);
    discover(admin.port(), {}, {"/locks"});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("AdminServer: /locks/busy []"));
    QCOMPARE(last().locks.at(0).queue->at(0).session, SessionId{1});
    QCOMPARE(m_session->sent().size(), 2u);  // of /locks
}

/// Somebody once put a single task beside the directories of locks.
void TestLockDiscovery::walkLooksBesideContenders() {
    for (const char* const path : {"/test0000000000", "/app/task-0000000000", "/app/locks/a/x-0000000000",
                                   "/app/locks/a/config", "/locks/b/x-0000000000"})
        m_server->createPath(path);
    discover(m_nobody, {}, {"/"});
    for (const std::size_t pass : {std::size_t{1}, std::size_t{2}}) {
        QVERIFY(awaitCatalogs(pass));
        QCOMPARE(shown(last()), QStringLiteral("pinned roots: / /app /app/locks/a /locks/b [Io]"));
        QVERIFY(last().gaps.empty());
        for (const FakeSession::Request& request : m_session->sent())
            QVERIFY2(!request.path.ends_with("0000000000"), request.path.c_str());  // contenders are not read
        m_discovery->refresh();  // what has not changed is looked below, too
    }
}

void TestLockDiscovery::walkLooksBelowTheLockThatIsPinned_data() {
    QTest::addColumn<QString>("root");
    QTest::newRow("a lock itself") << "/app";
    QTest::newRow("above a lock that has others below it") << "/";
}

/// The dump tells of all that has an ephemeral, also of the directory that was pinned for what has none.
void TestLockDiscovery::walkLooksBelowTheLockThatIsPinned() {
    QFETCH(const QString, root);
    ScriptedServer admin([](const std::string&) {
        return Reply{adminDump("/app/task-0000000000\", \"/app/locks/busy/" + kName)};
    });
    for (const char* const path : {"/app/task-0000000000", "/app/locks/busy", "/app/locks/kept/x-0000000000"})
        m_server->createPath(path);
    discover(admin.port(), {}, {root.toStdString()});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("AdminServer: /app /app/locks/busy /app/locks/kept []"));
    QCOMPARE(last().locks.at(0).queue->at(0).session, SessionId{1});  // as the dump has told
    for (const FakeSession::Request& request : m_session->sent())
        QVERIFY2(request.path != "/app/locks/busy", request.path.c_str());
}

/// It can't be a directory. A contender stands in the queue above it, and below a root most are no locks.
void TestLockDiscovery::ephemeralThatIsNamedIsALock() {
    m_server->createPath("/app");
    m_server->createPath("/other");
    for (const std::string& path :
         {std::string("/app/nightly"), "/app/" + kName, std::string("/other/plain")})
        (void)m_server->create(path, "", NodeKind::Ephemeral, SessionId{1});
    discover(m_nobody, {}, {"/app/nightly", "/app/" + kName, "/other"});
    QVERIFY(awaitCatalogs(1));
    const auto lock = std::ranges::find(last().locks, "/app/nightly", &DiscoveredLock::path);
    QVERIFY(lock != last().locks.end());
    QCOMPARE(lock->dialect, Dialect::PlainNode);
    QCOMPARE(lock->holders, 1u);
    QCOMPARE(lock->queue->at(0).session, SessionId{1});
    QVERIFY(std::ranges::none_of(last().locks, [](const DiscoveredLock& each) {
        return each.path != "/app/nightly" && each.dialect == Dialect::PlainNode;
    }));
}

void TestLockDiscovery::walkFindsLocksOfOneZnode() {
    for (const char* const path : {"/db/a", "/db/empty/leader", "/kafka/controller/settings"})
        m_server->createPath(path);
    (void)m_server->create("/db/a/leader", "", NodeKind::Ephemeral, SessionId{1});
    (void)m_server->create("/db/a/member", "", NodeKind::Ephemeral, SessionId{1});
    discover(m_nobody, {}, {"/"});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("pinned roots: /db/a/leader [Io]"));
    QCOMPARE(last().locks.at(0).dialect, Dialect::PatroniLeader);
    QCOMPARE(last().locks.at(0).kind, DirectoryKind::Election);
    QCOMPARE(last().locks.at(0).leaders, 1u);
    QCOMPARE(last().locks.at(0).queue->at(0).session, SessionId{1});
    QVERIFY(!last().locks.at(0).marked);
    QCOMPARE(last().marks.dialectOf("/db/a/leader"), std::optional(Dialect::PatroniLeader));
}

void TestLockDiscovery::markedAsNoLock() {
    ScriptedServer admin([](const std::string&) { return Reply{adminDump("/told/" + kName)}; });
    m_server->createPath("/walked/tasks/x-0000000000");
    m_server->createPath("/walked/lock/x-0000000000");
    discover(admin.port(), {}, {"/walked"});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("AdminServer: /told /walked/lock /walked/tasks []"));
    LockMarks marks;
    marks.set("/told", NotALock{});
    marks.set("/walked/tasks", NotALock{});
    m_session->forgetSent();
    m_discovery->setMarks(marks);
    QVERIFY(awaitCatalogs(2));
    QCOMPARE(shown(last()), QStringLiteral("AdminServer: /walked/lock []"));
    QVERIFY(last().marks == marks);
    for (const FakeSession::Request& request : m_session->sent())
        QVERIFY2(request.path != "/walked/tasks", request.path.c_str());
}

void TestLockDiscovery::markedAsALock() {
    ScriptedServer admin([](const std::string&) { return Reply{adminDump("/db/leader")}; });
    m_server->createPath("/app/empty");
    m_server->createPath("/app/kept");
    m_server->createPath("/app/slots/slot-0000000001");
    m_server->createPath("/app/slots/slot-0000000002");
    m_options.marks.set("/db/leader", Dialect::PatroniLeader);
    m_options.marks.set("/app/kept", Dialect::ClickHouseLock);
    m_options.marks.set("/app/empty", Dialect::CuratorMutex);
    m_options.marks.set("/app/slots", Dialect::ZkRubySemaphore);
    m_options.marks.set("/not/there", Dialect::KafkaController);
    discover(admin.port(), {});
    QVERIFY(awaitCatalogs(1));
    QVERIFY(last().problems.empty());
    QStringList locks;
    for (const DiscoveredLock& lock : last().locks)
        locks << QStringLiteral("%1 %2 %3+%4")
                     .arg(QString::fromStdString(lock.path))
                     .arg(QString::fromUtf8(dialectInfo(lock.dialect).key.data()))
                     .arg(lock.holders)
                     .arg(lock.leaders);
    QCOMPARE(locks, (QStringList{"/app/empty curator-mutex 0+0", "/app/kept clickhouse-lock 1+0",
                                 "/app/slots zk-ruby-semaphore 2+0", "/db/leader patroni-leader 0+1",
                                 "/not/there kafka-controller 0+0"}));
    for (const DiscoveredLock& lock : last().locks)
        QVERIFY(lock.marked);
    QCOMPARE(m_session->countSent(Op::Exists, "/db/leader"), 0u);  // the dump has told
}

void TestLockDiscovery::paceOfAdminServer() {
    ScriptedServer admin([](const std::string&) { return Reply{adminDump("/lock/" + kName)}; });
    m_options.adminInterval = 1ms;
    discover(admin.port(), {});
    QVERIFY(awaitCatalogs(3));
}

void TestLockDiscovery::whatHasNotChangedIsToldAgain() {
    std::atomic<int> zxid = 7;
    std::atomic<int> dumps = 0;
    ScriptedServer admin([&](const std::string& request) {
        if (!isFor(request, "server_stats")) {
            dumps += isFor(request, "dump") ? 1 : 0;
            return Reply{adminDump("/lock/" + kName + R"(", ")" + kSingle)};
        }
        return Reply{ScriptedServer::http(
            200, R"({"version": "3.8.0", "server_stats": {"server_state": "standalone", )"
                 R"("last_processed_zxid": )" +
                     std::to_string(zxid) + R"(}, "error": null})")};
    });
    m_options.adminInterval = 1ms;
    discover(admin.port(), {});
    QVERIFY(awaitCatalogs(5));
    QCOMPARE(dumps, 1);  // along with it its server has told when it was
    QCOMPARE(last().zxid, std::optional(Zxid{7}));
    QCOMPARE(m_catalogs[4], m_catalogs[0]);
    QCOMPARE(last().marks.dialectOf(kSingle), std::optional(Dialect::HadoopElection));
    zxid = 8;
    QVERIFY(m_loop->runUntil([&] { return last().zxid == Zxid{8}; }, 30s));
    QCOMPARE(dumps, 2);
    QCOMPARE(last().sessions->zxid, std::optional(Zxid{8}));
}

/// It is cut off from all transactions, so that its last one stays the last one for ever.
void TestLockDiscovery::listOfAReadOnlyServerIsNotToldAgain() {
    std::atomic<bool> cutOff = false;
    ScriptedServer admin([&](const std::string& request) {
        if (!isFor(request, "server_stats")) return Reply{adminDump("/lock/" + kName)};
        return Reply{ScriptedServer::http(200, R"({"version": "3.8.0", "server_stats": {"server_state": ")" +
                                                   std::string(cutOff ? "read-only" : "follower") +
                                                   R"(", "last_processed_zxid": 7}, "error": null})")};
    });
    discover(admin.port(), {});
    QVERIFY(awaitCatalogs(1));
    m_discovery->refresh();
    QVERIFY(awaitCatalogs(2));
    QCOMPARE(last().zxid, std::optional(Zxid{7}));
    cutOff = true;
    for (const std::size_t pass : {std::size_t{3}, std::size_t{4}}) {
        m_discovery->refresh();
        QVERIFY(awaitCatalogs(pass));
        QVERIFY(!last().gaps.empty());
        QCOMPARE(last().gaps[0].kind, GapKind::ReadOnlySource);
        QVERIFY(!last().zxid);
    }
}

void TestLockDiscovery::paceOfTheWord() {
    ScriptedServer words([](const std::string& word) {
        return Reply{word == "mntr" ? "zk_ephemerals_count\t1\n" : wordDump("/lock/" + kName)};
    });
    m_options.interval = 1ms;
    discover(m_nobody, {words.port()});
    QVERIFY(awaitCatalogs(3));
}

/// The process, with all that others have open in it, goes on, and so do the passes.
void TestLockDiscovery::passWithoutMemory() {
    class FullLoop : public ManualLoop {
    public:
        void post(std::function<void()> task) override {
            if (std::this_thread::get_id() != m_own && m_isFull.exchange(false)) throw std::bad_alloc();
            ManualLoop::post(std::move(task));
        }

    private:
        const std::thread::id m_own = std::this_thread::get_id();
        std::atomic<bool> m_isFull = true;
    };
    ScriptedServer admin([](const std::string&) { return Reply{adminDump("/lock/" + kName)}; });
    m_session.reset();
    m_server.reset();
    m_loop = std::make_unique<FullLoop>();
    m_server = std::make_unique<FakeZooKeeper>(*m_loop);
    m_session = m_server->open();
    discover(admin.port(), {});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(last().notListed->code, ErrorCode::Io);
    m_discovery->refresh();
    QVERIFY(awaitCatalogs(2));
    QVERIFY(!last().notListed);
    QCOMPARE(last().locks.size(), 1u);
}

void TestLockDiscovery::paused() {
    std::atomic<LockDiscovery*> toPause = nullptr;
    std::atomic<std::size_t> passes = 0;
    std::atomic<std::size_t> pausedIn = 0;
    ScriptedServer admin([&](const std::string& request) {
        if (request.find("server_stats") != std::string::npos) return Reply{ScriptedServer::http(404, "")};
        if (!isFor(request, "dump")) return Reply{adminDump("/lock/" + kName)};
        ++passes;
        if (LockDiscovery* const discovery = toPause.exchange(nullptr)) {
            discovery->setPaused(true);
            pausedIn = passes.load();
        }
        return Reply{adminDump("/lock/" + kName)};
    });
    m_options.adminInterval = 1ms;
    discover(admin.port(), {});
    toPause = m_discovery.get();
    QVERIFY(m_loop->runUntil([&] { return pausedIn > 0 && m_catalogs.size() >= pausedIn; }, 30s));
    m_discovery->setPinnedRoots({});
    QVERIFY(othersPasses(20));
    QCOMPARE(passes.load(), pausedIn.load());

    m_discovery->refresh();
    QVERIFY(awaitCatalogs(pausedIn + 1));
    QVERIFY(othersPasses(20));
    QCOMPARE(passes.load(), pausedIn + 1);

    m_discovery->setPaused(false);
    QVERIFY(awaitCatalogs(pausedIn + 4));
}

void TestLockDiscovery::walkReportsWhatItCannotRead() {
    for (const char* const path : {"/root/secret/x-0000000000", "/root/open/x-0000000000"})
        m_server->createPath(path);
    m_server->forbidRead("/root/secret");
    discover(m_nobody, {}, {"/root", "/missing"});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("pinned roots: /root/open [Io NoNode NoAuth]"));
    QCOMPARE(last().problems.at(1).path, std::string("/missing"));
    QCOMPARE(last().problems.at(2).path, std::string("/root/secret"));
    QStringList unread;
    for (const Gap& gap : last().gaps)
        unread << QString::fromStdString(gap.path);
    QCOMPARE(unread.join(' '), QStringLiteral("/missing /root/secret"));
}

void TestLockDiscovery::walkEndsWhenTheConnectionBreaks() {
    m_server->createPath("/root/x-0000000000");
    m_session->disconnect();
    discover(m_nobody, {}, {"/root"});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("pinned roots:  [Io ConnectionLoss]"));
    m_session->reconnect();
    m_discovery->refresh();
    QVERIFY(awaitCatalogs(2));
    QCOMPARE(shown(last()), QStringLiteral("pinned roots: /root [Io]"));
}

void TestLockDiscovery::destroyedWhileAServerHangs() {
    std::atomic<bool> asked = false;
    ScriptedServer admin([&](const std::string&) {
        m_loop->post([&] { asked = true; });
        return Reply{"HTTP/1.1 200 OK\r\n", true};
    });
    QVERIFY(finishSideThreads(30s));
    const auto threadsBefore = threadsOfThisProcess();
    discover(admin.port(), {m_nobody}, {"/"});
    QVERIFY(m_loop->runUntil([&] { return asked.load(); }, 30s));
    QVERIFY(!finishSideThreads(0ms));
    m_discovery.reset();
    const std::weak_ptr<FakeSession> session = m_session;
    m_session->close();
    m_session.reset();
    m_loop->runReady();
    QVERIFY(session.expired());  // nothing of it is kept by what is still under way
    QVERIFY(m_catalogs.empty());
    QVERIFY(finishSideThreads(30s));
    QCOMPARE(threadsOfThisProcess(), threadsBefore);
}

void TestLockDiscovery::destroyedWithACatalogOnItsWay() {
    std::atomic<int> passes = 0;
    std::promise<void> secondPass;
    ScriptedServer admin([&](const std::string&) {
        if (++passes == 1) return Reply{adminDump("/lock/" + kName)};
        if (passes == 2) secondPass.set_value();
        return Reply{"HTTP/1.1 200 OK\r\n", true};
    });
    m_options.adminInterval = 1ms;
    discover(admin.port(), {});
    m_loop->runReady();
    secondPass.get_future().wait();  // the first catalog waits on the loop
    m_discovery.reset();
    m_loop->runReady();
    QVERIFY(m_catalogs.empty());
}

void TestLockDiscovery::destroyedWhileWalking() {
    for (int i = 0; i < 500; ++i)
        m_server->createPath("/root/" + std::to_string(i));
    m_session->setStepped(true);
    discover(m_nobody, {}, {"/root"});
    QVERIFY(m_loop->runUntil([&] { return m_session->inFlight() > 0; }, 30s));
    m_session->applyNext();
    m_session->deliverNext();
    m_discovery.reset();
    while (m_session->applyNext() || m_session->deliverNext()) {
    }
    m_loop->runReady();
    QVERIFY(m_catalogs.empty());
    QVERIFY(m_session->sent().size() <= 3);
}

void TestLockDiscovery::destroyedByItsSink() {
    m_options.adminUrl = "http://127.0.0.1:" + std::to_string(m_nobody) + "/commands";
    m_options.interval = 1ms;
    int calls = 0;
    m_discovery =
        std::make_unique<LockDiscovery>(m_session, m_options, [&](const std::shared_ptr<const LockCatalog>&) {
            ++calls;
            m_discovery.reset();
        });
    QVERIFY(m_loop->runUntil([&] { return calls > 0; }, 30s));
    m_loop->runReady();
    QCOMPARE(calls, 1);
}

LOCKSCOPE_TEST(TestLockDiscovery)
#include "tst_lock_discovery.moc"
