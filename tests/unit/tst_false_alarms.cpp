// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "asked_servers.h"
#include "sample_builder.h"
#include "scripted_server.h"
#include "test_program.h"
#include "watch_tables.h"

#include <lockcore/observe/assessment.h>
#include <lockcore/observe/cluster_survey.h>
#include <lockcore/observe/finding_history.h>
#include <lockcore/observe/findings.h>
#include <lockcore/observe/wait_for.h>

#include <atomic>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

QString kindsOf(const ClusterSample& sample) {
    QStringList kinds;
    for (const Finding& finding : findProblems(sample))
        kinds << QString::fromStdString(std::string(findingKey(finding.kind)));
    return kinds.join(", ");
}

SessionState stateOf(const ClusterSample& sample) {
    return sessionsOf(sample).at(0).state;
}

/// One lock whose holder is connected nowhere, by one server.
SampleBuilder missingHolder() {
    SampleBuilder builder;
    builder.lock("/a", "M1@1").server("zk1:2181").connect(2);
    return builder;
}

}  // namespace

Q_DECLARE_METATYPE(lockcore::ServerStanding)

/// What looks wrong because facts are missing or of different moments, and is not.
class TestFalseAlarms : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void missingHolderIsAGhost();
    void serverThatListsNotAll();
    void serverCountsMoreThanItLists_data();
    void serverCountsMoreThanItLists();
    void serversThatWereNotAsked_data();
    void serversThatWereNotAsked();
    void whichServersAreOne_data();
    void whichServersAreOne();
    void serversOfAnotherCluster_data();
    void serversOfAnotherCluster();
    void followersOfTwoEnsembles();
    void oneEnsembleByOtherNames();
    void removedServer_data();
    void removedServer();
    void sessionThatHasEnded();
    void serverReadBeforeTheContenderCame();
    void clientThatGoesFromLockToLock();
    void deadlockInAQueueReadLongAgo();
    void waiterBetweenTwoWatches();
};

void TestFalseAlarms::missingHolderIsAGhost() {
    QCOMPARE(kindsOf(missingHolder().sample()), "ghost-holder");
}

void TestFalseAlarms::serverThatListsNotAll() {
    const auto sample =
        missingHolder().editServer([](ServerReport& it) { it.hasUnlistedConnections = true; }).sample();
    QCOMPARE(kindsOf(sample), "");
    QCOMPARE(stateOf(sample), SessionState::Unknown);
    QCOMPARE(sessionsOf(sample)[0].unreadServers, std::vector<std::string>{"zk1:2181"});
}

void TestFalseAlarms::serverCountsMoreThanItLists_data() {
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<std::uint64_t>("counted");
    const auto row = [](const char* name, const QByteArray& before, const QByteArray& after, int counted) {
        QTest::newRow(name) << before << after << static_cast<std::uint64_t>(counted);
    };
    row("all, with the one that asks", "2", "2", 0);
    row("some at a TLS port", "4", "4", 4);
    row("one of them came after the list", "4", "5", 4);
    row("one came meanwhile", "1", "2", 0);
    row("somebody else asked right before", "3", "2", 0);
    row("somebody else asked right after", "2", "3", 0);
}

void TestFalseAlarms::serverCountsMoreThanItLists() {
    QFETCH(const QByteArray, before);
    QFETCH(const QByteArray, after);
    QFETCH(const std::uint64_t, counted);
    std::atomic<bool> hasListed = false;
    ScriptedServer server([&](const std::string& word) -> ScriptedServer::Reply {
        if (word == "srvr")
            return {"Zookeeper version: 3.8.0\nZxid: 0x29\nMode: standalone\nNode count: 3\n"};
        if (word == "mntr")
            return {"zk_version\t3.8.0\nzk_num_alive_connections\t" +
                    (hasListed ? after : before).toStdString() + "\n"};
        if (word == "cons") {
            hasListed = true;
            return {
                " /127.0.0.1:5001[1](queued=0,recved=9,sent=9,sid=0x5,lop=PING,est=1,to=8000,lresp=1500)\n"
                " /127.0.0.1:5002[0](queued=0,recved=1,sent=0)\n\n"};
        }
        return {};
    });
    SurveyOptions options;
    options.servers = {{"127.0.0.1", server.port()}};
    options.adminUrl = "http://127.0.0.1:" + std::to_string(ScriptedServer::unusedPort()) + "/commands";
    options.limit = 60s;
    const ServerReport report = surveyCluster(options).at(0);
    QVERIFY(report.connections && report.connections->size() == 1);
    QCOMPARE(report.hasUnlistedConnections, counted > 0);
    QCOMPARE(report.connectionsCounted, counted);
    QCOMPARE(report.connectionsListed, std::uint64_t{counted > 0 ? 2u : 0u});
}

void TestFalseAlarms::serversThatWereNotAsked_data() {
    QTest::addColumn<QString>("mode");
    QTest::addColumn<int>("learners");
    QTest::addColumn<QString>("found");
    QTest::newRow("alone") << "standalone" << -1 << "ghost-holder";
    QTest::newRow("leader of none that runs") << "leader" << 0 << "ghost-holder";
    QTest::newRow("leader of others") << "leader" << 2 << "";
    QTest::newRow("a follower") << "follower" << -1 << "";
    QTest::newRow("an observer") << "observer" << -1 << "";
}

void TestFalseAlarms::serversThatWereNotAsked() {
    QFETCH(const QString, mode);
    QFETCH(const int, learners);
    SampleBuilder builder = missingHolder();
    builder.editServer([&](ServerReport& it) {
        it.mode = mode.toStdString();
        it.metrics.emplace();
        if (learners >= 0) it.metrics->learners = static_cast<std::uint64_t>(learners);
    });
    QTEST(kindsOf(builder.sample()), "found");
    if (learners != 2) return;
    const auto add = [&](const std::string& name, std::int64_t client) {
        builder.server(name).connect(client).editServer([](ServerReport& it) { it.mode = "follower"; });
    };
    add("zk2:2181", 12);
    // Another name of the same server adds nothing.
    add("localhost:2181", 12);
    QCOMPARE(kindsOf(builder.sample()), "");
    add("zk3:2181", 13);
    QCOMPARE(kindsOf(builder.sample()), "ghost-holder");
    // An observer that gets what it knows from a follower (observerMasterPort) is not counted by the leader.
    builder.editServer([](ServerReport& it) { it.metrics.emplace().observers = 1; });
    QCOMPARE(kindsOf(builder.sample()), "");
    builder.server("zk4:2181").connect(14).editServer([](ServerReport& it) { it.mode = "observer"; });
    QCOMPARE(kindsOf(builder.sample()), "ghost-holder");
}

void TestFalseAlarms::whichServersAreOne_data() {
    QTest::addColumn<QString>("difference");
    QTest::addColumn<std::size_t>("servers");
    QTest::newRow("nothing tells them apart") << "" << std::size_t{1};
    QTest::newRow("ids") << "id" << std::size_t{2};
    QTest::newRow("one id, whatever else differs") << "same id" << std::size_t{1};
    QTest::newRow("roles") << "mode" << std::size_t{2};
    QTest::newRow("when they began to serve") << "start" << std::size_t{2};
    QTest::newRow("clients") << "clients" << std::size_t{2};
    QTest::newRow("a client in common") << "shared client" << std::size_t{1};
}

/// Two names, where one alone would be a server too few.
void TestFalseAlarms::whichServersAreOne() {
    QFETCH(const QString, difference);
    SampleBuilder builder;
    const auto add = [&](const std::string& name, bool isSecond) {
        builder.server(name).editServer([&](ServerReport& it) {
            it.mode = isSecond && difference == "mode" ? "leader" : "follower";
            if (difference == "id") it.id = isSecond ? 2 : 1;
            if (difference == "same id") it.id = 1;
            it.servesSinceUnixMs = isSecond && difference == "start" ? 100'000 : 90'000;
        });
        if (difference.endsWith("clients") || difference == "same id") builder.connect(isSecond ? 8 : 7);
        if (difference == "shared client") builder.connect(7).connect(isSecond ? 8 : 9);
    };
    add("zk1:2181", false);
    add("zk2:2181", true);
    QTEST(countServers(builder.sample().servers), "servers");
}

/// It closed after its contender had been read, and before the connections were told.
void TestFalseAlarms::serversOfAnotherCluster_data() {
    QTest::addColumn<QString>("home");
    QTest::addColumn<QString>("other");
    QTest::addColumn<bool>("isAnothers");
    QTest::newRow("both alone") << "standalone"
                                << "standalone" << true;
    QTest::newRow("alone, beside an ensemble") << "follower"
                                               << "standalone" << true;
    QTest::newRow("of an ensemble, beside one that is alone") << "standalone"
                                                              << "follower" << true;
    QTest::newRow("two leaders") << "leader"
                                 << "leader" << true;
    QTest::newRow("of one ensemble") << "leader"
                                     << "follower" << false;
    QTest::newRow("role not told") << "standalone"
                                   << "" << false;
}

/// By a slip of whoever named the servers: its clients and watches are not ours.
void TestFalseAlarms::serversOfAnotherCluster() {
    QFETCH(const QString, home);
    QFETCH(const QString, other);
    QFETCH(const bool, isAnothers);
    SampleBuilder builder;
    builder.server("zk1:2181").connect(7).editServer([&](ServerReport& it) { it.mode = home.toStdString(); });
    builder.server("zk9:2181", true).connect(1).editServer([&](ServerReport& it) {
        it.mode = other.toStdString();
    });
    const auto asked = builder.sample().servers;
    auto reports = asked;
    disownOthers(reports, SessionId{7}, {});
    QVERIFY(reports[0].connections);
    QCOMPARE(!reports[1].connections, isAnothers);
    QCOMPARE(!reports[1].watched, isAnothers);
    QCOMPARE(reports[1].server, "zk9:2181");
    QCOMPARE(
        std::ranges::any_of(reports[1].rungs,
                            [](const Rung& rung) { return rung.problem->code == ErrorCode::OtherServer; }),
        isAnothers);
    // Nobody knows whose they are where none lists the session, and one server may have two names.
    reports = asked;
    disownOthers(reports, SessionId{8}, {});
    QVERIFY(reports[1].connections);
    // Unless it is connected all the while.
    auto alone = asked;
    disownLonely(alone, SessionId{1});
    QVERIFY(alone[1].connections);
    QCOMPARE(!alone[0].connections, home == "standalone");
    reports[1] = reports[0];
    disownOthers(reports, SessionId{7}, {});
    QVERIFY(reports[1].connections);
    // Beside others who ask it the list may lack somebody, such as us by another port of the same server.
    reports = asked;
    reports[1].hasUnlistedConnections = true;
    disownOthers(reports, SessionId{7}, {});
    QVERIFY(reports[1].connections);
    reports[0].portAndData = "2181 /data/one/version-2";
    reports[1].portAndData = "2181 /data/two/version-2";
    disownOthers(reports, SessionId{7}, {});
    QCOMPARE(!reports[1].connections, isAnothers);
}

/// Two ensembles of three, whose followers have one role and whose servers have the same ids.
void TestFalseAlarms::followersOfTwoEnsembles() {
    const auto sampleWith = [](std::set<std::string> others) {
        SampleBuilder builder;
        builder.lock("/a", "M1@7 M2@8");
        builder.server("zk1:2181").connect(7).editServer([](ServerReport& it) {
            it.mode = "follower";
            it.id = 1;
            it.ensemble = {"zk1:2888:3888", "zk2:2888:3888", "zk3:2888:3888"};
        });
        builder.server("other1:2181").connect(1).editServer([&](ServerReport& it) {
            it.mode = "follower";
            it.id = 1;
            it.ensemble = std::move(others);
        });
        ClusterSample sample = builder.sample();
        disownOthers(sample.servers, SessionId{7}, {});
        return sample;
    };
    const ClusterSample sample = sampleWith({"other1:2888:3888", "other2:2888:3888"});
    QCOMPARE(sample.servers[0].standing, ServerStanding::Member);
    QCOMPARE(sample.servers[1].standing, ServerStanding::OtherCluster);
    // It is no reason why a client of this cluster's may be unread.
    QCOMPARE(sessionsOf(sample).at(1).unreadServers, std::vector<std::string>());
    // One that has changed meanwhile, and one that does not tell.
    QCOMPARE(sampleWith({"zk3:2888:3888", "zk4:2888:3888"}).servers[1].standing, ServerStanding::Member);
    QCOMPARE(sampleWith({}).servers[1].standing, ServerStanding::Member);
}

/// Each member has the others' addresses in its own configuration, and may spell them in its own way.
void TestFalseAlarms::oneEnsembleByOtherNames() {
    const auto standing = [](std::set<std::string> members, const auto& edit,
                             std::set<std::string> named = {}) {
        SampleBuilder builder;
        builder.server("zk1:2181").connect(7).editServer([](ServerReport& it) {
            it.mode = "leader";
            it.id = 1;
            it.ensemble = {"127.0.0.1:2888:3888", "127.0.0.1:2889:3889"};
            it.livingSessions = {SessionId{7}, SessionId{8}};
        });
        builder.server("127.0.0.1:2182").connect(1).editServer([&](ServerReport& it) {
            it.mode = "follower";
            it.id = 2;
            it.ensemble = std::move(members);
            edit(it);
        });
        auto reports = builder.sample().servers;
        disownOthers(reports, SessionId{7}, named);
        return reports[1].standing;
    };
    const auto asItIs = [](ServerReport&) {};
    QCOMPARE(standing({"localhost:2888:3888"}, asItIs), ServerStanding::Member);
    QCOMPARE(standing({"[::1]:2889:3889"}, asItIs), ServerStanding::Member);
    QCOMPARE(standing({"localhost:2890:3890"}, asItIs), ServerStanding::OtherCluster);
    QCOMPARE(standing({"zk1:2888:3888"}, asItIs), ServerStanding::OtherCluster);
    // Its client is one of the leader's.
    QCOMPARE(
        standing({"zk1:2888:3888"}, [](ServerReport& it) { it.connections->at(0).session = SessionId{8}; }),
        ServerStanding::Member);
    // One that is alone remembers sessions of when it was a member.
    const auto alone = [](ServerReport& it) {
        it.mode = "standalone";
        it.livingSessions = {SessionId{8}};
    };
    QCOMPARE(standing({"zk1:2888:3888"}, alone), ServerStanding::OtherCluster);
    QCOMPARE(standing({"zk1:2888:3888"}, asItIs, {"localhost:2182"}), ServerStanding::Member);
    QCOMPARE(standing({"zk1:2888:3888"}, asItIs, {"zk2:2182"}), ServerStanding::OtherCluster);
    QCOMPARE(standing({"zk1:2888:3888"}, [](ServerReport& it) { it.named = {"zk1:2181"}; }),
             ServerStanding::Member);
}

void TestFalseAlarms::removedServer_data() {
    QTest::addColumn<QString>("named");
    QTest::addColumn<QString>("before");
    QTest::addColumn<bool>("answers");
    QTest::addColumn<ServerStanding>("standing");
    QTest::newRow("a member") << "zk1:2181 zk2:2181"
                              << "" << false << ServerStanding::Member;
    QTest::newRow("nobody tells the members") << ""
                                              << "zk2:2181" << false << ServerStanding::Member;
    QTest::newRow("not named") << "zk1:2181"
                               << "" << false << ServerStanding::NotNamed;
    QTest::newRow("not named any more") << "zk1:2181"
                                        << "zk2:2181" << false << ServerStanding::Removed;
    // Until somebody stops it, it has clients.
    QTest::newRow("… and still there") << "zk1:2181"
                                       << "zk2:2181" << true << ServerStanding::Member;
}

/// "Servers that did not answer: zk2", for good, and whoever was nowhere might have been there.
void TestFalseAlarms::removedServer() {
    QFETCH(const QString, named);
    QFETCH(const QString, before);
    QFETCH(const bool, answers);
    const auto namesIn = [](const QString& text) {
        std::set<std::string> names;
        for (const QString& name : text.split(' ', Qt::SkipEmptyParts))
            names.insert(name.toStdString());
        return names;
    };
    for (const bool isToldByAServer : {false, true}) {
        SampleBuilder builder = missingHolder();
        builder.editServer([&](ServerReport& it) {
            it.mode = "leader";
            it.id = 1;
            it.metrics.emplace().learners = 0;
            if (isToldByAServer) it.named = namesIn(named);
        });
        builder.server("zk2:2181").editServer([&](ServerReport& it) {
            const ErrorCode code = answers ? ErrorCode::NotAllowed : ErrorCode::Io;
            it = reportWithout("zk2:2181", {code, "Ask"});
        });
        ClusterSample sample = builder.sample();
        markNotNamed(sample.servers, isToldByAServer ? std::set<std::string>() : namesIn(named),
                     namesIn(before));
        QTEST(sample.servers[1].standing, "standing");
        const bool counts = sample.servers[1].standing == ServerStanding::Member;
        QCOMPARE(stateOf(sample), counts ? SessionState::Unknown : SessionState::Ghost);
        const Contender& holder = *sample.locks[0]->rows[0].contender;
        QCOMPARE(WatchTables(sample.servers).isDisconnected(ownerOf(holder), holder), !counts);
    }
}

void TestFalseAlarms::sessionThatHasEnded() {
    const auto living = [](std::set<SessionId> sessions) {
        return missingHolder()
            .editServer([&](ServerReport& it) { it.livingSessions = std::move(sessions); })
            .sample();
    };
    QCOMPARE(kindsOf(living({SessionId{1}, SessionId{2}})), "ghost-holder");
    QCOMPARE(kindsOf(living({SessionId{2}})), "");
}

void TestFalseAlarms::serverReadBeforeTheContenderCame() {
    const auto upTo = [](std::int64_t zxid) {
        return missingHolder().editServer([&](ServerReport& it) { it.lastZxid = Zxid{zxid}; }).sample();
    };
    QCOMPARE(kindsOf(upTo(1)), "ghost-holder");
    QCOMPARE(stateOf(upTo(0)), SessionState::Unknown);
}

/// Session 1 held /a, let go and queued for /b, while session 2 went the other way.
void TestFalseAlarms::clientThatGoesFromLockToLock() {
    SampleBuilder builder;
    builder.lock("/a", "M1@1 M2@2");
    builder.editLock([](LockQueue& it) { it.readAtUnixMs = SampleBuilder::kNowMs - 5'000; });
    builder.lock("/b", "M1@2 M2@1").age(1, 1s);
    QVERIFY(waitForGraph(builder.sample()).cycles.empty());
    QCOMPARE(kindsOf(builder.sample()), "");
    // Nor the opposite: clocks were compared for it.
    FindingHistory history;
    QVERIFY(!assess(std::make_shared<const ClusterSample>(builder.sample()), history).isSettled());
}

/// The catalog has found it unchanged since.
void TestFalseAlarms::deadlockInAQueueReadLongAgo() {
    SampleBuilder builder;
    builder.lock("/a", "M1@1 M2@2");
    builder.editLock([](LockQueue& it) { it.readAtUnixMs = SampleBuilder::kNowMs - 5'000; });
    builder.lock("/b", "M1@2 M2@1").age(1, 2s);
    ClusterSample sample = builder.sample();
    LockCatalog catalog;
    catalog.readAtUnixMs = catalog.asOfUnixMs = SampleBuilder::kNowMs - 1'000;
    sample.catalog = std::make_shared<const LockCatalog>(catalog);
    QCOMPARE(kindsOf(sample), "possible-deadlock");
}

/// The one before it has gone just now, and it looks for the next.
void TestFalseAlarms::waiterBetweenTwoWatches() {
    const auto read = [](std::chrono::milliseconds beforeTables) {
        return SampleBuilder()
            .lock("/a", "M1@1 M3@3")
            .editLock([&](LockQueue& it) {
                it.stat->pzxid = Zxid{100};
                it.readAtUnixMs = SampleBuilder::kNowMs - beforeTables.count();
            })
            .server("zk1:2181", true)
            .connect(1)
            .connect(3)
            .sample();
    };
    QCOMPARE(kindsOf(read(999ms)), "");
    QCOMPARE(kindsOf(read(1s)), "no-watch");
}

LOCKSCOPE_TEST(TestFalseAlarms)
#include "tst_false_alarms.moc"
