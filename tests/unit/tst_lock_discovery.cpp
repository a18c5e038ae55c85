// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "running_discovery.h"
#include "test_program.h"

#include <algorithm>
#include <atomic>
#include <set>

using namespace lockcore;
using namespace std::chrono_literals;

/// Which server lists the locks, in which way, and whether its list is taken.
class TestLockDiscovery : public QObject, private RunningDiscovery {
    Q_OBJECT

private Q_SLOTS:
    void init() { startAnew(); }
    void cleanup() { end(); }

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
    void readOnlyServersComeLast();
    void chrootIsTakenAway();
    void nothingAllowedNothingPinned();
};

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

void TestLockDiscovery::chrootIsTakenAway() {
    ScriptedServer admin([](const std::string&) { return Reply{adminDump("/tenant/a/lock/" + kName)}; });
    m_options.connect.chroot = "/tenant/a";
    discover(admin.port(), {});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("AdminServer: /lock []"));
}

void TestLockDiscovery::nothingAllowedNothingPinned() {
    discover(m_nobody, {m_nobody});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("none:  [Io Io]"));
}

LOCKSCOPE_TEST(TestLockDiscovery)
#include "tst_lock_discovery.moc"
