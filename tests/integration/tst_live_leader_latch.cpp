// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "live_session.h"
#include "peer.h"
#include "server_metric.h"
#include "test_cluster.h"
#include "test_program.h"

#include <lockcore/recipes/leader_latch.h>

#include <algorithm>
#include <atomic>
#include <future>
#include <thread>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

const std::string kPath = "/app/latch";
const QString kLeading = QStringLiteral("LEADING");
const QString kClosed = QStringLiteral("CLOSED");
/// The longest session timeout that the test server, with its short ticks, gives.
constexpr auto kLongest = 4s;

std::string ids(const Result<std::vector<Participant>>& participants) {
    if (!participants) return describe(participants.error());
    std::string all;
    for (const auto& one : *participants)
        all += (all.empty() ? "" : " ") + one.id;
    return all;
}

std::string leaderOf(const LeaderLatch& latch) {
    const auto leader = latch.leader();
    return leader && *leader ? (*leader)->id : "nobody";
}

}  // namespace

/// The leader latch with the blocking interface on a real server, among threads and with Curator.
class LiveLeaderLatchTest : public QObject {
    Q_OBJECT

    std::string m_connect;

    /// Keeps the session's loop busy until the server has ended the session, so that it expires.
    static void expire(LiveSession& live, LiveSession& onlooker) {
        const auto id = live.id();
        std::promise<void> resume;
        live.loop().post([gone = resume.get_future().share()] { gone.wait(); });
        const auto isThere = [&] {
            const auto list = onlooker.await<ChildList>(
                [](Session& session, auto done) { session.children(kPath, {}, std::move(done)); });
            if (!list) return false;
            return std::ranges::any_of(list->names, [&](const std::string& name) {
                const auto node = onlooker.await<NodeData>([&](Session& session, auto done) {
                    session.get(kPath + "/" + name, {}, std::move(done));
                });
                return node && node->stat.ephemeralOwner == id;
            });
        };
        QTRY_VERIFY_WITH_TIMEOUT(!isThere(), 30'000);
        resume.set_value();
    }

private Q_SLOTS:
    void init() { m_connect = TestCluster::instance().freshConnectString(); }

    /// No watch, no znode and no session is left by any test here.
    void cleanup() {
        auto& server = TestCluster::instance().server();
        QTRY_COMPARE_WITH_TIMEOUT(serverMetric(server, "zk_global_sessions"), 0, 30'000);
        QTRY_COMPARE_WITH_TIMEOUT(serverMetric(server, "zk_watch_count"), 0, kServerPatienceMs);
        QCOMPARE(serverMetric(server, "zk_ephemerals_count"), 0);
    }

    void leadsAndCloses() {
        LiveSession live(m_connect);
        LeaderLatch latch(live.session(), kPath, {.id = "me"});
        QCOMPARE(leaderOf(latch), std::string("nobody"));
        QVERIFY(latch.start());
        QVERIFY(latch.awaitLeadershipFor(30s));
        QVERIFY(latch.hasLeadership());
        QCOMPARE(leaderOf(latch), std::string("me"));
        QCOMPARE((*latch.leader())->czxid, latch.fencingToken());
        QVERIFY(latch.close());
        QVERIFY(!latch.hasLeadership());
        QCOMPARE(leaderOf(latch),
                 std::string("nobody"));  // closed without waiting, but in order before this read
    }

    /// Curator's testWaiting: whoever leads is alone.
    void oneLeaderAtATime() {
        constexpr int kThreads = 8;
        constexpr int kRounds = 5;
        EventLoop loop;
        std::atomic<int> leaders = 0;
        std::atomic<int> wrong = 0;
        std::vector<std::jthread> threads;
        for (int i = 0; i < kThreads; ++i) {
            threads.emplace_back([&] {
                const auto session = Session::open(loop, {m_connect, 20s});
                for (int round = 0; round < kRounds; ++round) {
                    LeaderLatch latch(session, kPath);
                    if (!latch.start() || !latch.awaitLeadershipFor(60s)) ++wrong;
                    if (++leaders > 1) ++wrong;
                    std::this_thread::yield();
                    --leaders;
                }
                session->closeAndWait();
            });
        }
        threads.clear();
        QCOMPARE(wrong.load(), 0);
    }

    void middleParticipantThatClosesPromotesNobody() {
        LiveSession live(m_connect);
        std::vector<std::unique_ptr<LeaderLatch>> latches;
        for (int i = 0; i < 5; ++i) {
            latches.push_back(std::make_unique<LeaderLatch>(live.session(), kPath,
                                                            LeaderLatchOptions{.id = std::to_string(i)}));
            QVERIFY(latches.back()->start());
        }
        QVERIFY(latches[0]->awaitLeadershipFor(30s));
        QVERIFY(latches[2]->close());
        QCOMPARE(ids(latches[0]->participants()), std::string("0 1 3 4"));
        QCOMPARE(latches[3]->awaitLeadershipFor(200ms).error().code, ErrorCode::DeadlineExceeded);
        QVERIFY(latches[0]->hasLeadership());
        QVERIFY(latches[0]->close());
        QVERIFY(latches[1]->awaitLeadershipFor(30s));
        QVERIFY(!latches[3]->hasLeadership());
    }

    void serverRestartSuspendsByPolicy_data() {
        QTest::addColumn<bool>("bySession");
        QTest::newRow("connection") << false;
        QTest::newRow("session") << true;
    }
    void serverRestartSuspendsByPolicy() {
        QFETCH(bool, bySession);
        const auto cluster = LocalCluster::start({.tickTime = 200ms, .adminServer = false});
        QVERIFY2(cluster, cluster ? "" : describe(cluster.error()).c_str());
        LiveSession live((*cluster)->connectString(), 20s);
        std::atomic<int> suspended = 0;
        live.onLoop([&] {
            live.session()->addListener([&](const ConnectionStatus& status) {
                if (status.state == ConnectionState::Suspended) ++suspended;
            });
        });
        LeaderLatch latch(live.session(), kPath,
                          {.policy = bySession ? LeadershipPolicy::Session : LeadershipPolicy::Connection});
        std::atomic<int> lost = 0;
        latch.addListener({.notLeader = [&] { ++lost; }});
        QVERIFY(latch.start());
        QVERIFY(latch.awaitLeadershipFor(30s));
        const auto token = latch.fencingToken();
        (*cluster)->kill();
        QTRY_VERIFY_WITH_TIMEOUT(suspended > 0, 30'000);
        QCOMPARE(live.onLoop([&] { return latch.hasLeadership(); }), bySession);
        QVERIFY((*cluster)->restart());
        QVERIFY(latch.awaitLeadershipFor(30s));
        QCOMPARE(latch.fencingToken(), token);  // it kept its place
        QCOMPARE(lost.load(), bySession ? 0 : 1);
    }

    /// True also where a busy machine makes a session expire before it is told to.
    void expiredSessionIsOverOrReplaced() {
        LiveSession onlooker(m_connect);
        LiveSession first(m_connect, kLongest);
        LiveSession second(m_connect, kLongest);
        std::vector<std::shared_ptr<Session>> opened;  // on the loop
        LeaderLatch latch(first.session(), kPath, {.id = "first"});
        LeaderLatchOptions renewing{.id = "second"};
        renewing.openSession = [&] {
            return opened.emplace_back(Session::open(second.loop(), {m_connect, kLongest}));
        };
        LeaderLatch other(second.session(), kPath, renewing);
        QVERIFY(latch.start());
        QVERIFY(latch.awaitLeadershipFor(30s));
        QVERIFY(other.start());
        expire(first, onlooker);
        QVERIFY(other.awaitLeadershipFor(30s));
        QTRY_COMPARE_WITH_TIMEOUT(latch.state(), LatchState::Over, 30'000);
        QVERIFY(!latch.hasLeadership());
        QCOMPARE(latch.awaitLeadership().error().code, ErrorCode::SessionExpired);

        expire(second, onlooker);
        QTRY_VERIFY_WITH_TIMEOUT(second.onLoop([&] { return !opened.empty(); }), 30'000);
        QVERIFY(other.awaitLeadershipFor(30s));
        QCOMPARE(ids(other.participants()), std::string("second"));
        QVERIFY(other.close());
        for (const auto& session : second.onLoop([&] { return opened; }))
            session->closeAndWait();
    }

    void takesTurnsWithCurator() {
        if (const auto problem = Peer::curatorProblem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
        LiveSession live(m_connect);
        const auto peer = Peer::curator(m_connect);
        QVERIFY(peer);
        const QString latchCommand = "latch " + QString::fromStdString(kPath) + " curator";
        const QString latched = "LATCH " + QString::fromStdString(kPath);
        for (int round = 0; round < 3; ++round) {
            LeaderLatch ours(live.session(), kPath, {.id = "ours"});
            QVERIFY(ours.start());
            QVERIFY(ours.awaitLeadershipFor(30s));
            QCOMPARE(peer->ask(latchCommand), latched);
            QCOMPARE(peer->ask("lead 200"), "TIMEOUT");
            QCOMPARE(peer->ask("leads"), "LEADS false");
            QCOMPARE(peer->ask("leader"), "LEADER ours");
            QCOMPARE(peer->ask("participants"), "PARTICIPANTS ours curator");
            QCOMPARE(ids(ours.participants()), std::string("ours curator"));
            peer->send("lead");
            QVERIFY(ours.close());
            QCOMPARE(peer->hear(), kLeading);

            LeaderLatch next(live.session(), kPath, {.id = "next"});
            QVERIFY(next.start());
            QCOMPARE(next.awaitLeadershipFor(200ms).error().code, ErrorCode::DeadlineExceeded);
            QCOMPARE(leaderOf(next), std::string("curator"));
            QCOMPARE(peer->ask("participants"), "PARTICIPANTS curator next");
            QCOMPARE(peer->ask("closelatch"), kClosed);
            QVERIFY(next.awaitLeadershipFor(30s));
        }
    }

    void killedCuratorLeaderIsFollowed() {
        if (const auto problem = Peer::curatorProblem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
        LiveSession live(m_connect);
        const auto peer = Peer::curator(m_connect, 2s);
        QVERIFY(peer);
        peer->ask("latch " + QString::fromStdString(kPath) + " curator");
        QCOMPARE(peer->ask("lead"), kLeading);
        LeaderLatch ours(live.session(), kPath);
        QVERIFY(ours.start());
        peer->kill();
        QVERIFY(ours.awaitLeadershipFor(60s));
    }
};

LOCKSCOPE_TEST(LiveLeaderLatchTest)
#include "tst_live_leader_latch.moc"
