// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "sample_builder.h"
#include "test_program.h"

#include <functional>

using namespace lockcore;
using namespace std::chrono_literals;

class TestSessions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void joinsQueuesAndServers();
    void onlyOwnersOfContendersAreSessions();
    void states_data();
    void states();
    void ghostOnlyIfServersWereReadAfterItsLastContender();
    void movedClientIsWhereItWasHeardLast();
    void creatorIsTheFirstByte();
    void expiryIsToldByTheLeader();
    void doubts_data();
    void doubts();
    void ageOfAWholeReading();
    void lostClientStaysAsLastKnown();
    void endIsNoLaterThanServersRound();
    void whatIsLeftTellsOfSilence_data();
    void whatIsLeftTellsOfSilence();
    void silenceOfWhoWasAnsweredLastIsNotKnownAtOnce();
    void openSilenceMattersToWhoWaitsBehind();
    void leaderTellsOfOpenSilence();
};

void TestSessions::joinsQueuesAndServers() {
    const auto sample = SampleBuilder()
                            .lock("/a", "M1@5 M2@3")
                            .lock("/b", "M1@3 M2@5 M3@5")
                            .server("zk1:2181")
                            .connect(3)
                            .server("zk2:2181")
                            .connect(5, 7'000)
                            .sample();
    const auto views = sessionsOf(sample);
    QCOMPARE(views.size(), 2u);
    QCOMPARE(views[0].session, SessionId{3});
    QCOMPARE(views[0].state, SessionState::Connected);
    QCOMPARE(views[0].server, "zk1:2181");
    QCOMPARE(views[0].address, "10.0.0.1:3");
    QCOMPARE(views[0].holds.size(), 1u);
    QCOMPARE(views[0].holds[0].lock->path, "/b");
    QCOMPARE(views[0].holds[0].row, 0u);
    QCOMPARE(views[0].waits.size(), 1u);
    QCOMPARE(views[1].state, SessionState::Silent);
    QCOMPARE(views[1].server, "zk2:2181");
    QCOMPARE(views[1].silentFor, std::optional<std::chrono::milliseconds>(7s));
    QCOMPARE(views[1].timeout, std::optional<std::chrono::milliseconds>(10s));
    QCOMPARE(views[1].holds.size(), 1u);
    QCOMPARE(views[1].waits.size(), 2u);
}

void TestSessions::onlyOwnersOfContendersAreSessions() {
    const auto sample =
        SampleBuilder().lock("/a", "M1 M2@0 config@7").server("zk1:2181").connect(7).connect(8).sample();
    QVERIFY(sessionsOf(sample).empty());
}

void TestSessions::states_data() {
    QTest::addColumn<int>("silentMs");  // negative: not connected
    QTest::addColumn<bool>("otherIsRead");
    QTest::addColumn<bool>("anyServer");
    QTest::addColumn<QString>("state");
    QTest::addColumn<QStringList>("unread");
    QTest::newRow("heard of") << 5'000 << true << true << "connected" << QStringList();
    QTest::newRow("silent") << 5'001 << true << true << "silent" << QStringList();
    QTest::newRow("connected, whatever else is unread")
        << 10 << false << true << "connected" << QStringList();
    QTest::newRow("nowhere") << -1 << true << true << "ghost" << QStringList();
    QTest::newRow("one unread") << -1 << false << true << "unknown" << QStringList("zk2:2181");
    QTest::newRow("no server") << -1 << true << false << "unknown" << QStringList();
}

void TestSessions::states() {
    QFETCH(int, silentMs);
    QFETCH(bool, otherIsRead);
    QFETCH(bool, anyServer);
    SampleBuilder builder;
    builder.lock("/a", "M1@1");
    if (anyServer) {
        builder.server("zk1:2181");
        if (silentMs >= 0) builder.connect(1, silentMs);
        builder.server("zk2:2181");
        if (!otherIsRead) builder.editServer([](ServerReport& it) { it.connections.reset(); });
    }
    const auto views = sessionsOf(builder.sample());
    QCOMPARE(views.size(), 1u);
    QTEST(QString::fromStdString(std::string(sessionStateName(views[0].state))), "state");
    QStringList unread;
    for (const std::string& server : views[0].unreadServers)
        unread << QString::fromStdString(server);
    QTEST(unread, "unread");
}

void TestSessions::ghostOnlyIfServersWereReadAfterItsLastContender() {
    const auto stateAt = [](std::chrono::milliseconds contenderAge, std::chrono::milliseconds clockAhead) {
        const auto views = sessionsOf(SampleBuilder()
                                          .lock("/a", "M1@1")
                                          .age(0, contenderAge)
                                          .server("zk1:2181")
                                          .editServer([&](ServerReport& it) {
                                              it.readAtUnixMs -= 2'000;
                                              it.mode = "standalone";
                                              it.clockAhead = clockAhead;
                                          })
                                          .sample());
        return views.at(0).state;
    };
    QCOMPARE(stateAt(1s, 0s), SessionState::Unknown);
    QCOMPARE(stateAt(3s, 0s), SessionState::Ghost);
    QCOMPARE(stateAt(1s, 5s), SessionState::Ghost);
}

void TestSessions::movedClientIsWhereItWasHeardLast() {
    const auto sample = SampleBuilder()
                            .lock("/a", "M1@1")
                            .server("zk1:2181")
                            .connect(1, 9'000)
                            .server("zk2:2181")
                            .connect(1, 50)
                            .server("zk3:2181")
                            .connect(1, 8'000)
                            .sample();
    const auto views = sessionsOf(sample);
    QCOMPARE(views[0].server, "zk2:2181");
    QCOMPARE(views[0].state, SessionState::Connected);
}

void TestSessions::creatorIsTheFirstByte() {
    const auto id = static_cast<std::int64_t>(0xfe00007e02b00001u);
    const auto views =
        sessionsOf(SampleBuilder()
                       .lock("/a", "M1@" + std::to_string(id) + " M2@" + std::to_string(0x3000007e02b0000))
                       .sample());
    QCOMPARE(views.size(), 2u);
    QCOMPARE(views[0].createdBy, 0xfe);
    QCOMPARE(views[1].createdBy, 3);
}

void TestSessions::expiryIsToldByTheLeader() {
    const auto sample = SampleBuilder()
                            .lock("/a", "M1@1 M2@2")
                            .server("zk1:2181")
                            .server("zk2:2181")
                            .editServer([](ServerReport& it) { it.expiresIn[SessionId{1}] = 4s; })
                            .sample();
    const auto views = sessionsOf(sample);
    QCOMPARE(views[0].expiresIn, std::optional<std::chrono::milliseconds>(4s));
    QVERIFY(!views[1].expiresIn);
}

namespace {

struct Doubtful {
    std::function<void(SampleBuilder&)> change;
    SessionDoubt doubt;
};

}  // namespace
Q_DECLARE_METATYPE(Doubtful)

void TestSessions::doubts_data() {
    QTest::addColumn<Doubtful>("doubtful");
    const auto row = [](const char* name, SessionDoubt doubt, std::function<void(ServerReport&)> change) {
        QTest::newRow(name) << Doubtful{[=](SampleBuilder& it) { it.editServer(change); }, doubt};
    };
    constexpr std::int64_t kNow = SampleBuilder::kNowMs;
    row("all is known", SessionDoubt::None, [](ServerReport&) {});
    row("told for the first time", SessionDoubt::TooEarly, [](ServerReport& it) { it.listedBefore.reset(); });
    row("told before its contender came", SessionDoubt::TooEarly, [](ServerReport& it) {
        it.lastZxid = Zxid{5};
        it.listedBefore = ReadingMoment{Zxid{0}, kNow - 2'000};
    });
    row("nothing tells that it still lives", SessionDoubt::TooEarly, [](ServerReport& it) {
        it.listedBefore = ReadingMoment{Zxid{5}, kNow + 1};
    });
    row("it is known to live", SessionDoubt::None, [](ServerReport& it) {
        it.listedBefore = ReadingMoment{Zxid{5}, kNow + 1};
        it.livingSessions = std::set{SessionId{1}};
    });
    row("server has just started", SessionDoubt::Settling,
        [](ServerReport& it) { it.servesSinceUnixMs = kNow - 9'999; });
    row("server has been there", SessionDoubt::None,
        [](ServerReport& it) { it.servesSinceUnixMs = kNow - 10'001; });
    row("first seen just now, and does not tell since when it serves", SessionDoubt::Settling,
        [](ServerReport& it) { it.seenServingUnixMs = kNow - 1'000; });
    row("first seen just now, and has served for long", SessionDoubt::None, [](ServerReport& it) {
        it.seenServingUnixMs = kNow - 1'000;
        it.servesSinceUnixMs = kNow - 100'000;
    });
    row("nothing tells its role", SessionDoubt::NotAsked, [](ServerReport& it) { it.mode.clear(); });
    row("leader that does not count its followers", SessionDoubt::NotAsked,
        [](ServerReport& it) { it.mode = "leader"; });
    row("configuration of three", SessionDoubt::NotAsked, [](ServerReport& it) {
        it.mode = "leader";
        it.metrics.emplace().learners = 0;
        it.members = 3;
    });
    row("it has ended", SessionDoubt::Ended,
        [](ServerReport& it) { it.livingSessions = std::set{SessionId{2}}; });
    row("newer than what tells who lives", SessionDoubt::TooEarly, [](ServerReport& it) {
        it.livingSessions = std::set{SessionId{2}};
        it.livingAsOf = ReadingMoment{Zxid{0}, kNow - 3'000};
    });
    row("no list", SessionDoubt::Unread, [](ServerReport& it) { it.connections.reset(); });
    const auto disturbed = [](std::int64_t wholeMs, std::int64_t earlierMs) {
        return [=](ServerReport& it) {
            it.hasUnlistedConnections = true;
            it.listedBefore = ReadingMoment{Zxid{5}, kNow - wholeMs};
            it.listedEarlier = ReadingMoment{Zxid{5}, kNow - earlierMs};
        };
    };
    row("counts more than it lists", SessionDoubt::Unread, [](ServerReport& it) {
        it.hasUnlistedConnections = true;
        it.listedBefore.reset();
    });
    row("… and listed all a while before", SessionDoubt::TooEarly, [&](ServerReport& it) {
        disturbed(5'000, 10'000)(it);
        it.listedEarlier.reset();
    });
    row("… twice", SessionDoubt::None, disturbed(5'000, 10'000));
    row("… twice since its contender was read", SessionDoubt::TooEarly, disturbed(-2, -1));
    row("… too long ago", SessionDoubt::Unread, disturbed(30'001, 35'000));
}

/// Each of them alone makes that a session without connection is not called a ghost.
void TestSessions::doubts() {
    QFETCH(const Doubtful, doubtful);
    SampleBuilder builder;
    builder.lock("/a", "M1@1").server("zk1:2181").connect(2);
    doubtful.change(builder);
    const SessionView view = sessionsOf(builder.sample()).at(0);
    QCOMPARE(QByteArray::fromStdString(std::string(sessionDoubtName(view.doubt))),
             QByteArray::fromStdString(std::string(sessionDoubtName(doubtful.doubt))));
    QCOMPARE(view.state, doubtful.doubt == SessionDoubt::None ? SessionState::Ghost : SessionState::Unknown);
    QCOMPARE(view.settling, doubtful.doubt == SessionDoubt::Settling ? "zk1:2181" : "");
}

/// What is said of a client that is nowhere is as old as the last reading that tells it.
void TestSessions::ageOfAWholeReading() {
    SampleBuilder builder;
    builder.lock("/a", "M1@1 M2@2").server("zk1:2181").connect(2).editServer([](ServerReport& it) {
        it.hasUnlistedConnections = true;
        it.listedBefore = ReadingMoment{Zxid{5}, SampleBuilder::kNowMs - 5'000};
        it.listedEarlier = ReadingMoment{Zxid{5}, SampleBuilder::kNowMs - 10'000};
    });
    const auto views = sessionsOf(builder.sample());
    QCOMPARE(views.at(0).state, SessionState::Ghost);
    QCOMPARE(views.at(0).toldAtUnixMs, SampleBuilder::kNowMs - 5'000);
    QCOMPARE(views.at(1).state, SessionState::Connected);
    QCOMPARE(views.at(1).toldAtUnixMs, SampleBuilder::kNowMs);
}

void TestSessions::lostClientStaysAsLastKnown() {
    ClusterSample sample = SampleBuilder().lock("/a", "M1@1").age(0, 1min).server("zk1:2181").sample();
    LostClient& lost = sample.lostClients[SessionId{1}];
    lost = {"10.0.0.1:7", "zk2:2181", 30s, SampleBuilder::kNowMs - 4'000, 1, 0ms};
    SessionView view = sessionsOf(sample).at(0);
    QCOMPARE(view.doubt, SessionDoubt::TooEarly);  // missed once only
    QCOMPARE(view.address, "10.0.0.1:7");
    QCOMPARE(view.lastServer, "zk2:2181");
    QCOMPARE(view.server, "");
    QCOMPARE(view.timeout, std::optional<std::chrono::milliseconds>(30s));
    QCOMPARE(view.toldAtUnixMs - view.seenUnixMs, 4'000);
    QVERIFY(!view.silentFor);

    lost.missed = 2;
    lost.missedFor = 2s;
    view = sessionsOf(sample).at(0);
    QCOMPARE(view.state, SessionState::Ghost);
    QCOMPARE(view.readings, 2u);
    QCOMPARE(view.silentFor, std::optional<std::chrono::milliseconds>(2s));

    // Half of its timeout is the grace of a server that has just begun to serve.
    const auto serves = [&](std::size_t server, std::int64_t forMs) {
        sample.servers[server].servesSinceUnixMs = SampleBuilder::kNowMs - forMs;
    };
    serves(0, 14'999);
    QCOMPARE(sessionsOf(sample).at(0).doubt, SessionDoubt::Settling);
    serves(0, 15'000);
    QCOMPARE(sessionsOf(sample).at(0).state, SessionState::Ghost);
    // All of it where no server has served since the client was there.
    lost.seenUnixMs = SampleBuilder::kNowMs - 40'000;
    serves(0, 29'999);
    QCOMPARE(sessionsOf(sample).at(0).doubt, SessionDoubt::Settling);
    serves(0, 30'000);
    QCOMPARE(sessionsOf(sample).at(0).state, SessionState::Ghost);
    // But for a server beside others it is half of it.
    sample.servers.push_back(sample.servers[0]);
    sample.servers[1].server = "zk2:2181";
    serves(0, 15'000);
    QCOMPARE(sessionsOf(sample).at(0).state, SessionState::Ghost);
    sample.reconnectedUnixMs = SampleBuilder::kNowMs - 1'000;
    QCOMPARE(sessionsOf(sample).at(0).doubt, SessionDoubt::Settling);
}

/// By an old answer of a server the end seems to be further away than any session lives without a sign.
void TestSessions::whatIsLeftTellsOfSilence_data() {
    QTest::addColumn<std::chrono::milliseconds>("left");
    QTest::addColumn<bool>("isAtLeader");
    QTest::addColumn<QString>("state");
    QTest::addColumn<std::chrono::milliseconds>("silence");
    const auto row = [](const char* name, std::chrono::milliseconds left, bool isAtLeader, const char* state,
                        std::chrono::milliseconds silence) {
        QTest::newRow(name) << left << isAtLeader << state << silence;
    };
    row("heard of just now", 41s, true, "connected", 0s);
    row("for some time", 21s, true, "connected", 19s);
    row("for long", 19s, true, "silent", 21s);
    row("of a follower's client it may hear later", 11s, false, "connected", 19s);
    row("alone on a follower", 8s, false, "silent", 22s);
}

/// Seen: the only client of a follower, stopped for 28 of its 40 s, "connected, silent for 0 ms".
void TestSessions::whatIsLeftTellsOfSilence() {
    QFETCH(std::chrono::milliseconds, left);
    QFETCH(bool, isAtLeader);
    SampleBuilder builder;
    builder.lock("/a", "M1@1").server("zk1:2181");
    const auto connect = [&] {
        builder.connect(1, 0).editServer([](ServerReport& it) { it.connections->front().timeout = 40s; });
    };
    if (!isAtLeader) {
        connect();
        builder.server("zk2:2181");
    }
    builder.editServer([&](ServerReport& it) {
        it.mode = "leader";
        it.tick = 2s;
        it.expiresIn[SessionId{1}] = left;
    });
    if (isAtLeader) connect();
    const auto views = sessionsOf(builder.sample());
    QTEST(QString::fromStdString(std::string(sessionStateName(views.at(0).state))), "state");
    QTEST(views.at(0).silentFor.value(), "silence");
}

/// Seen: the same by four-letter words, which tell no end.
void TestSessions::silenceOfWhoWasAnsweredLastIsNotKnownAtOnce() {
    ClusterSample sample = SampleBuilder().lock("/a", "M1@1").server("zk1:2181").connect(1, 0).sample();
    ClientConnection& connection = sample.servers[0].connections->front();
    const auto silence = [&] { return sessionsOf(sample).at(0).silentFor; };
    connection.isHeardAnew = false;
    QCOMPARE(sessionsOf(sample).at(0).state, SessionState::Connected);
    QVERIFY(!silence());
    connection.readings = 2;
    QCOMPARE(silence(), std::optional<std::chrono::milliseconds>(0s));
    connection.readings = 1;
    connection.isHeardAnew = true;
    QCOMPARE(silence(), std::optional<std::chrono::milliseconds>(0s));
    // What its leader tells is not yet about now, where a follower has the client.
    connection.isHeardAnew = false;
    ServerReport leader;
    leader.server = "zk2:2181";
    leader.mode = "leader";
    leader.tick = 2s;
    leader.expiresIn[SessionId{1}] = connection.timeout;
    sample.servers.push_back(leader);
    QVERIFY(!silence());
}

void TestSessions::openSilenceMattersToWhoWaitsBehind() {
    ClusterSample sample = SampleBuilder()
                               .lock("/a", "M1@1 M2@2 M3@3")
                               .server("zk1:2181")
                               .connect(1, 0)
                               .connect(2, 0)
                               .connect(3, 0)
                               .sample();
    const auto areUnknown = [&] {
        std::vector<bool> unknown;
        for (const SessionView& view : sessionsOf(sample))
            unknown.push_back(view.isSilenceUnknown);
        return unknown;
    };
    QCOMPARE(areUnknown(), (std::vector{false, false, false}));
    for (ClientConnection& connection : *sample.servers[0].connections)
        connection.isSilenceOpen = true;
    QCOMPARE(areUnknown(), (std::vector{true, true, false}));
    // What is silent for long is known to be.
    ClientConnection& holder = sample.servers[0].connections->front();
    holder.silentFor = holder.timeout;
    holder.readings = 2;
    QCOMPARE(areUnknown(), (std::vector{false, true, false}));
}

/// Of a follower's client it may hear late.
void TestSessions::leaderTellsOfOpenSilence() {
    ClusterSample sample = SampleBuilder().lock("/a", "M1@1").server("zk1:2181").connect(1, 0).sample();
    ClientConnection& connection = sample.servers[0].connections->front();
    connection.timeout = 40s;
    connection.isSilenceOpen = true;
    ServerReport leader;
    leader.server = "zk2:2181";
    leader.mode = "leader";
    leader.tick = 2s;
    sample.servers.push_back(leader);
    const auto isUnknown = [&](std::chrono::milliseconds left) {
        sample.servers[1].expiresIn[SessionId{1}] = left;
        return sessionsOf(sample).at(0).isSilenceUnknown;
    };
    QVERIFY(!isUnknown(21s));
    QVERIFY(isUnknown(19s));
    QVERIFY(!isUnknown(8s));  // long silent
    sample.servers[0].tick = 2s;
    sample.servers[0].expiresIn[SessionId{1}] = 30s;
    QVERIFY(!isUnknown(19s));
}

void TestSessions::endIsNoLaterThanServersRound() {
    ClusterSample sample = SampleBuilder().lock("/a", "M1@1").server("zk1:2181").connect(1).sample();
    ServerReport& server = sample.servers[0];
    server.expiresIn[SessionId{1}] = 14s;
    const auto left = [&] { return sessionsOf(sample).at(0).expiresIn; };
    QCOMPARE(left(), std::optional<std::chrono::milliseconds>(14s));  // its tick is not known
    server.tick = 2s;
    QCOMPARE(left(), std::optional<std::chrono::milliseconds>(12s));
    server.expiresIn[SessionId{1}] = 11s;
    QCOMPARE(left(), std::optional<std::chrono::milliseconds>(11s));
}

LOCKSCOPE_TEST(TestSessions)
#include "tst_sessions.moc"
