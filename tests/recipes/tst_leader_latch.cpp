// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "simulated_cluster.h"
#include "test_program.h"

#include <lockcore/recipes/leader_latch.h>

#include <QRegularExpression>

#include <deque>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

const std::string kNestedPath = "/one/two/me";
using Fate = FakeSession::Fate;
using Op = FakeSession::Op;
using ToldChanges = std::vector<bool>;

LeadershipListener recording(ToldChanges& told) {
    return {[&told] { told.push_back(true); }, [&told] { told.push_back(false); }};
}

}  // namespace

/// What callers of the leader latch rely on, step by step against a server in memory.
class LeaderLatchTest : public QObject {
    Q_OBJECT

    std::unique_ptr<SimulatedCluster> m_cluster;

    void run() { m_cluster->loop.runReady(); }
    FakeZooKeeper& server() { return *m_cluster->server; }
    std::size_t nodes() const { return m_cluster->children(kNestedPath).size(); }

    using Latch = std::unique_ptr<LeaderLatch>;
    static Latch make(const std::shared_ptr<ZooKeeper>& session, LeaderLatchOptions options = {}) {
        return std::make_unique<LeaderLatch>(session, kNestedPath, std::move(options));
    }
    Latch started(const std::shared_ptr<ZooKeeper>& session, LeaderLatchOptions options = {}) {
        auto latch = make(session, std::move(options));
        if (!latch->start()) return nullptr;
        run();
        return latch;
    }
    std::vector<Latch> startedOnes(int count) {
        std::vector<Latch> latches;
        for (int i = 0; i < count; ++i)
            latches.push_back(started(m_cluster->open(), {.id = std::to_string(i)}));
        return latches;
    }
    static auto leaders(const std::vector<Latch>& latches) {
        return std::ranges::count_if(latches, &LeaderLatch::hasLeadership, &Latch::operator*);
    }
    /// The process stands still for so long that the session may have ended.
    void pause(const std::shared_ptr<FakeSession>& session) {
        session->setPaused(true);
        m_cluster->loop.advance(FakeSession::kTimeout);
        session->setPaused(false);
    }
    void deliverAll(const std::shared_ptr<FakeSession>& session) {
        session->setStepped(false);
        while (session->applyNext() || session->deliverNext())
            run();
        run();
    }
    Outcome<void> await(LeaderLatch& latch, std::optional<TimePoint> deadline = {},
                        std::stop_token stop = {}) {
        const Outcome<void> awaited;
        latch.awaitLeadershipAsync(deadline, awaited.completion(), std::move(stop));
        run();
        return awaited;
    }
    Outcome<std::vector<Participant>> participants(const LeaderLatch& latch) {
        const Outcome<std::vector<Participant>> read;
        latch.participantsAsync({}, read.completion());
        run();
        return read;
    }
    Outcome<std::optional<Participant>> leader(const LeaderLatch& latch,
                                               std::optional<TimePoint> deadline = {}) {
        const Outcome<std::optional<Participant>> read;
        latch.leaderAsync(deadline, read.completion());
        run();
        return read;
    }

private Q_SLOTS:
    void init() { m_cluster = std::make_unique<SimulatedCluster>(); }
    void cleanup() { QVERIFY(m_cluster->closeSessions()); }

    void leadershipGoesFromOneToTheNext() {
        auto latches = startedOnes(5);
        Zxid last = Zxid::None;
        while (!latches.empty()) {
            QCOMPARE(leaders(latches), 1);
            QVERIFY(latches.front()->hasLeadership());
            QVERIFY(latches.front()->fencingToken() > last);
            last = latches.front()->fencingToken();
            QVERIFY(latches.front()->close());
            QVERIFY(!latches.front()->hasLeadership());
            QCOMPARE(latches.front()->fencingToken(), Zxid::None);
            latches.erase(latches.begin());
            run();
        }
        QCOMPARE(nodes(), std::size_t{0});
        QCOMPARE(m_cluster->watches(), std::size_t{0});
    }

    void znodeIsAsCuratorWritesIt() {
        const auto latch = started(m_cluster->open(), {.id = "me"});
        QCOMPARE(nodes(), std::size_t{1});
        const auto name = QString::fromStdString(m_cluster->children(kNestedPath).front());
        QVERIFY(QRegularExpression("^_c_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}-latch-\\d{10}$")
                    .match(name)
                    .hasMatch());
        const auto node = server().get(kNestedPath + "/" + name.toStdString());
        QVERIFY(node);
        QCOMPARE(node->data, std::string("me"));
        QCOMPARE(latch->fencingToken(), node->stat.czxid);
        QVERIFY(latch->close());
        run();
        QVERIFY(server().removeEmptyContainers() > 0);
    }

    /// Curator's testCorrectWatching: a predecessor that is gone does not make its successor the leader.
    void middleParticipantThatClosesPromotesNobody() {
        const auto latches = startedOnes(10);
        QVERIFY(latches[2]->close());
        run();
        QCOMPARE(leaders(latches), 1);
        QVERIFY(latches[0]->hasLeadership());
        QVERIFY(latches[0]->close());
        run();
        QVERIFY(latches[1]->hasLeadership());
        QCOMPARE(leaders(latches), 1);
    }

    /// CURATOR-644: who finds its predecessor gone lists again; its own znode stays.
    void vanishedPredecessorIsNoReasonToStartOver() {
        auto first = started(m_cluster->open());
        const auto slow = m_cluster->open();
        slow->setStepped(true);
        const auto second = started(slow);
        while (slow->countSent(Op::Get) == 0 && (slow->applyNext() || slow->deliverNext()))
            run();
        const auto last = started(m_cluster->open());
        QVERIFY(first->close());  // between the list and the watch
        run();
        slow->setStepped(false);
        while (slow->applyNext() || slow->deliverNext())
            run();
        run();
        m_cluster->loop.advance(1s);
        QVERIFY(second->hasLeadership() && !last->hasLeadership());
        QCOMPARE(slow->countSent(Op::Create), std::size_t{1});
        QCOMPARE(nodes(), std::size_t{2});
    }

    void deletedZnodeQueuesUpAgainOnce() {
        const auto latch = started(m_cluster->open());
        const auto next = started(m_cluster->open());
        ToldChanges told;
        latch->addListener(recording(told));
        m_cluster->loop.advance(100ms);
        const auto mine = server().get(leader(*latch).result()->value().path);
        QVERIFY(server().remove(leader(*latch).result()->value().path));
        run();
        QVERIFY(mine);
        QVERIFY(!latch->hasLeadership() && next->hasLeadership());
        QCOMPARE(nodes(), std::size_t{2});
        QVERIFY(next->close());
        run();
        QVERIFY(latch->hasLeadership());
        QCOMPARE(told, (ToldChanges{true, false, true}));
        QCOMPARE(nodes(), std::size_t{1});
    }

    void closedBeforeTheCreateIsAnsweredLeavesNothing() {
        const auto session = m_cluster->open();
        server().createPath(kNestedPath);
        session->setStepped(true);
        const auto latch = started(session);
        QVERIFY(latch->close());
        session->setStepped(false);
        while (session->applyNext() || session->deliverNext())
            run();
        run();
        QVERIFY(!latch->hasLeadership());
        QCOMPARE(nodes(), std::size_t{0});
    }

    void closedBeforeTheConnectionIsThereSendsNothing() {
        const auto session = m_cluster->open();
        session->disconnect();
        run();
        const auto latch = started(session);
        QVERIFY(latch->close());
        run();
        session->reconnect();
        run();
        QCOMPARE(session->sent().size(), std::size_t{0});
        const auto never = make(session);
        QVERIFY(never->start());
        QVERIFY(never->close());
        run();
        QCOMPARE(session->sent().size(), std::size_t{0});
    }

    void noServerAtStart() {
        const auto session = m_cluster->open();
        session->disconnect();
        run();
        ToldChanges told;
        const auto latch = make(session);
        latch->addListener(recording(told));
        QVERIFY(latch->start());
        m_cluster->loop.advance(60s);
        QVERIFY(told.empty());
        session->reconnect();
        run();
        QCOMPARE(told, ToldChanges{true});
    }

    void lostConnectionEndsLeadershipByPolicy_data() {
        QTest::addColumn<bool>("bySession");
        QTest::newRow("connection") << false;
        QTest::newRow("session") << true;
    }
    void lostConnectionEndsLeadershipByPolicy() {
        QFETCH(bool, bySession);
        const auto policy = bySession ? LeadershipPolicy::Session : LeadershipPolicy::Connection;
        const auto session = m_cluster->open();
        const auto latch = started(session, {.policy = policy});
        const auto name = m_cluster->children(kNestedPath);
        const auto token = latch->fencingToken();
        ToldChanges told;
        latch->addListener(recording(told));
        run();
        session->disconnect();
        run();
        QCOMPARE(latch->hasLeadership(), bySession);
        session->reconnect();
        run();
        QVERIFY(latch->hasLeadership());
        QCOMPARE(told, bySession ? ToldChanges{true} : (ToldChanges{true, false, true}));
        QCOMPARE(m_cluster->children(kNestedPath), name);  // it keeps its place
        QCOMPARE(latch->fencingToken(), token);
        session->disconnect();
        run();
        server().expire(session->status().session);
        session->reconnect();
        run();
        QVERIFY(!latch->hasLeadership());
        QCOMPARE(told.back(), false);
        QCOMPARE(latch->state(), LatchState::Over);
        QVERIFY(await(*latch).isError(ErrorCode::SessionExpired));
    }

    /// The loop runs again, but no server has been heard: as a hold.
    void afterAPauseALeaderIsInDoubtByPolicy_data() { lostConnectionEndsLeadershipByPolicy_data(); }
    void afterAPauseALeaderIsInDoubtByPolicy() {
        QFETCH(bool, bySession);
        const auto policy = bySession ? LeadershipPolicy::Session : LeadershipPolicy::Connection;
        const auto session = m_cluster->open();
        const auto latch = started(session, {.policy = policy});
        const auto token = latch->fencingToken();
        pause(session);
        QCOMPARE(latch->hasLeadership(), bySession);
        QCOMPARE(latch->fencingToken(), bySession ? token : Zxid::None);
        session->setStepped(true);
        const auto first = await(*latch);
        const auto second = await(*latch);
        QCOMPARE(first.isPending(), !bySession);
        deliverAll(session);
        QVERIFY(first.isDone() && second.isDone());
        QVERIFY(latch->hasLeadership());
        QCOMPARE(latch->fencingToken(), token);
    }

    /// Nobody has told the process yet that another leads.
    void awaitingInVainAfterAPause() {
        const auto session = m_cluster->open();
        const auto latch = started(session);
        const auto own = std::string(kNestedPath) + '/' + m_cluster->children(kNestedPath).front();
        const auto next = started(m_cluster->open());
        session->setStepped(true);
        pause(session);
        server().removeTree(own);
        run();
        QVERIFY(next->hasLeadership());
        const auto awaited = await(*latch);
        QVERIFY(awaited.isPending());
        session->expire();
        run();
        QVERIFY(awaited.isError(ErrorCode::SessionExpired));
    }

    /// It has a question of its own under way when its connection breaks.
    void awaitingAfterAPauseGoesOnAfterAReconnect() {
        const auto session = m_cluster->open();
        const auto latch = started(session);
        pause(session);
        session->setStepped(true);
        const auto awaited = await(*latch);
        session->disconnect();
        run();
        QVERIFY(awaited.isPending());
        session->reconnect();
        run();
        deliverAll(session);
        QVERIFY(awaited.isDone());
    }

    /// It answers pings for long, and nothing that has to go through the leader.
    void keptVerifiedALeaderWhoseServerIsCutOffStopsInTime_data() {
        lostConnectionEndsLeadershipByPolicy_data();
    }
    void keptVerifiedALeaderWhoseServerIsCutOffStopsInTime() {
        QFETCH(bool, bySession);
        const auto policy = bySession ? LeadershipPolicy::Session : LeadershipPolicy::Connection;
        const auto session = m_cluster->open();
        const auto latch = started(session, {.policy = policy, .keepVerified = true});
        ToldChanges told;
        latch->addListener(recording(told));
        m_cluster->loop.advance(1min);
        QCOMPARE(told, ToldChanges{true});
        session->setStepped(true);
        const auto until = latch->validUntil();
        m_cluster->loop.advance(until - m_cluster->loop.bootTime() - 1ms);
        QVERIFY(latch->hasLeadership());
        m_cluster->loop.advance(1ms);
        QVERIFY(!latch->hasLeadership());
        QCOMPARE(latch->fencingToken(), Zxid::None);
        QCOMPARE(told, (ToldChanges{true, false}));
        deliverAll(session);
        QVERIFY(latch->hasLeadership());
        QCOMPARE(told, (ToldChanges{true, false, true}));
        QVERIFY(latch->close());
        QCOMPARE(latch->validUntil(), std::chrono::nanoseconds(0));
        m_cluster->loop.advance(FakeSession::kTimeout);
    }

    /// Nothing that was only in doubt ends it: there may be two for a while.
    void bySessionDoubtAloneEndsNothing() {
        const auto session = m_cluster->open();
        const auto latch = started(session, {.policy = LeadershipPolicy::Session});
        session->disconnect();
        m_cluster->loop.advance(FakeSession::kTimeout);
        QVERIFY(latch->hasLeadership());
    }

    void whoWaitsIsPromisedNothing() {
        const auto session = m_cluster->open();
        const auto latch = started(session);
        const auto next = started(m_cluster->open());
        const auto contact = session->contact();
        QCOMPARE(latch->validUntil(), contact.written + contact.sureFor());
        QCOMPARE(next->validUntil(), std::chrono::nanoseconds(0));
    }

    void allLoseTheirConnectionAndOneLeadsAfterwards() {
        const auto latches = startedOnes(10);
        for (const auto& session : m_cluster->sessions)
            session->disconnect();
        run();
        QCOMPARE(leaders(latches), 0);
        for (const auto& session : m_cluster->sessions)
            session->reconnect();
        run();
        QCOMPARE(leaders(latches), 1);
        QCOMPARE(nodes(), std::size_t{10});
    }

    void expiredLeaderIsFollowedAndOver() {
        const auto session = m_cluster->open();
        const auto latch = started(session);
        const auto next = started(m_cluster->open());
        const auto awaitingNext = await(*next);
        session->disconnect();
        run();
        server().expire(session->status().session);
        run();
        QVERIFY(awaitingNext.isDone());
        session->reconnect();
        run();
        QVERIFY(!latch->hasLeadership() && next->hasLeadership());
        QCOMPARE(latch->state(), LatchState::Over);
        QVERIFY(latch->close());
        QCOMPARE(latch->state(), LatchState::Closed);
    }

    void newSessionTakesPartAgain() {
        const auto session = m_cluster->open();
        int opened = 0;
        LeaderLatchOptions options;
        options.openSession = [&] {
            ++opened;
            return m_cluster->open();
        };
        const auto latch = started(session, options);
        ToldChanges told;
        latch->addListener(recording(told));
        const auto token = latch->fencingToken();
        session->expire();
        run();
        QVERIFY(latch->hasLeadership());
        QVERIFY(latch->fencingToken() > token);
        QCOMPARE(told, (ToldChanges{true, false, true}));
        QCOMPARE(opened, 1);
        QCOMPARE(nodes(), std::size_t{1});
        m_cluster->sessions.back()->close();  // whoever closes the session means it
        run();
        QCOMPARE(latch->state(), LatchState::Over);
        QCOMPARE(opened, 1);
        QVERIFY(await(*latch).isError(ErrorCode::Closing));
    }

    void noNewSessionIsOver() {
        const auto session = m_cluster->open();
        const auto ended = m_cluster->open();
        ended->expire();
        run();
        for (const std::shared_ptr<ZooKeeper>& given :
             {std::shared_ptr<ZooKeeper>(ended), std::shared_ptr<ZooKeeper>()}) {
            const auto fresh = m_cluster->open();
            const auto latch = started(fresh, {.openSession = [given] { return given; }});
            const auto waiting = await(*latch);
            fresh->expire();
            run();
            QCOMPARE(latch->state(), LatchState::Over);
        }
    }

    /// CURATOR-620, -696: the znode of a session that is about to end is somebody else's.
    void znodeOfAnEarlierSessionIsNotOwn() {
        const auto old = SessionId{7};
        server().createPath(kNestedPath);
        const auto stale = server().create(kNestedPath + "/_c_00000000-0000-4000-8000-000000000000-latch-",
                                           "me", NodeKind::EphemeralSequential, old);
        QVERIFY(stale);
        const auto latch = started(m_cluster->open(), {.id = "me"});
        QVERIFY(!latch->hasLeadership());
        QCOMPARE(leader(*latch).result()->value().path, stale->path);
        server().expire(old);
        run();
        QVERIFY(latch->hasLeadership());
    }

    /// CURATOR-724.
    void directoryWipedDuringADisconnectIsCreatedAgain() {
        const auto first = m_cluster->open();
        const auto second = m_cluster->open();
        const auto leading = started(first);
        const auto waiting = started(second);
        m_cluster->loop.advance(100ms);
        first->disconnect();
        second->disconnect();
        run();
        server().removeTree("/one");
        second->reconnect();
        run();
        QVERIFY(waiting->hasLeadership());
        first->reconnect();
        run();
        QVERIFY(!leading->hasLeadership());
        QCOMPARE(nodes(), std::size_t{2});
    }

    void nobodyLeadsAnElectionThatNobodyStarted() {
        const auto latch = make(m_cluster->open());
        QVERIFY(leader(*latch).isDone());
        QVERIFY(!leader(*latch).result()->has_value());
        QVERIFY(participants(*latch).result()->empty());
    }

    void participantsAreListedInOrder() {
        const auto latches = startedOnes(12);
        QVERIFY(server().create(kNestedPath + "/other", "", NodeKind::Persistent));
        const auto onlooker = make(m_cluster->open());
        const auto all = participants(*onlooker);
        QVERIFY(all.isDone());
        QCOMPARE(all.result()->size(), std::size_t{12});
        for (std::size_t i = 0; i < 12; ++i) {
            const auto& one = (*all.result())[i];
            QCOMPARE(one.id, std::to_string(i));
            QCOMPARE(one.isLeader, i == 0);
        }
        const auto first = leader(*onlooker);
        QCOMPARE(first.result()->value().id, std::string("0"));
        QCOMPARE(first.result()->value().czxid, latches[0]->fencingToken());
    }

    void readingSurvivesLostAnswers_data() {
        QTest::addColumn<int>("at");
        for (int at = 0; at < 4; ++at)
            QTest::addRow("%d", at) << at;
    }
    void readingSurvivesLostAnswers() {
        QFETCH(int, at);
        const auto latches = startedOnes(3);
        const auto session = m_cluster->open();
        const auto onlooker = make(session);
        breakAt(session, at, Fate::LoseReply);
        const auto all = participants(*onlooker);
        session->reconnect();
        run();
        QVERIFY(all.isDone());
        QCOMPARE(all.result()->size(), std::size_t{3});
        session->disconnect();
        run();
        const auto late = leader(*onlooker, m_cluster->in(1s));
        m_cluster->loop.advance(2s);
        QVERIFY(late.isError(ErrorCode::DeadlineExceeded));
    }

    /// The leader leaves between the list and the reading of its znode.
    void readingFindsTheNextLeader() {
        const auto latches = startedOnes(2);
        const auto session = m_cluster->open();
        const auto onlooker = make(session);
        session->setStepped(true);
        const auto read = leader(*onlooker);
        QVERIFY(session->applyNext());
        QVERIFY(latches[0]->close());
        run();
        session->setStepped(false);
        while (session->applyNext() || session->deliverNext())
            run();
        run();
        QVERIFY(read.isDone());
        QCOMPARE(read.result()->value().id, std::string("1"));
    }

    void listenersRunWhereTheyWantTo() {
        const auto session = m_cluster->open();
        const auto latch = started(session);
        std::deque<std::function<void()>> tasks;
        ToldChanges late;
        ToldChanges removed;
        latch->addListener(recording(late),
                           [&](std::function<void()> task) { tasks.push_back(std::move(task)); });
        const auto token = latch->addListener(recording(removed));
        latch->addListener({});
        run();
        latch->removeListener(token);
        session->disconnect();
        run();
        QVERIFY(late.empty());
        QCOMPARE(removed, ToldChanges{true});
        for (; !tasks.empty(); tasks.pop_front())
            tasks.front()();
        QCOMPARE(late, (ToldChanges{true, false}));
    }

    void closeModeSaysWhetherListenersHear_data() {
        QTest::addColumn<bool>("byDefault");
        QTest::addColumn<bool>("notify");
        QTest::newRow("silent") << true << false;
        QTest::newRow("notify") << true << true;
        QTest::newRow("asked to be silent") << false << false;
        QTest::newRow("asked to notify") << false << true;
    }
    void closeModeSaysWhetherListenersHear() {
        QFETCH(bool, byDefault);
        QFETCH(bool, notify);
        const auto mode = notify ? CloseMode::NotifyLeader : CloseMode::Silent;
        const auto other = notify ? CloseMode::Silent : CloseMode::NotifyLeader;
        const auto latch = started(m_cluster->open(), {.closeMode = byDefault ? mode : other});
        const auto waiting = started(m_cluster->open(), {.closeMode = byDefault ? mode : other});
        ToldChanges told;
        ToldChanges never;
        latch->addListener(recording(told));
        waiting->addListener(recording(never));
        run();
        QVERIFY(byDefault ? waiting->close() : waiting->close(mode));
        QVERIFY(byDefault ? latch->close() : latch->close(mode));
        QVERIFY(!latch->hasLeadership());
        run();
        QCOMPARE(told, notify ? (ToldChanges{true, false}) : ToldChanges{true});
        QVERIFY(never.empty());  // it has never been the leader
    }

    void latchesThatCloseFromTheirListenersTakeTurns() {
        constexpr int kLatches = 10;
        std::vector<Latch> latches;
        std::vector<int> order;
        for (int i = 0; i < kLatches; ++i) {
            latches.push_back(make(m_cluster->open()));
            auto* latch = latches.back().get();
            latch->addListener({[&order, i, latch] {
                order.push_back(i);
                static_cast<void>(latch->close(CloseMode::NotifyLeader));
            }});
            QVERIFY(latch->start());
        }
        run();
        QCOMPARE(order.size(), std::size_t{kLatches});
        QVERIFY(std::ranges::is_sorted(order));
        QCOMPARE(nodes(), std::size_t{0});
    }

    void awaitingEndsOneWayOrTheOther() {
        const auto leading = started(m_cluster->open());
        const auto session = m_cluster->open();
        const auto latch = make(session);
        QVERIFY(await(*latch).isError(ErrorCode::NotOwner));
        QVERIFY(latch->start());
        const auto timed = await(*latch, m_cluster->in(1s));
        std::stop_source stop;
        const auto stopped = await(*latch, {}, stop.get_token());
        const auto first = await(*latch);
        const auto second = await(*latch);
        m_cluster->loop.advance(2s);
        QVERIFY(timed.isError(ErrorCode::DeadlineExceeded));
        stop.request_stop();
        run();
        QVERIFY(stopped.isError(ErrorCode::Cancelled));
        QVERIFY(first.isPending() && second.isPending());
        QVERIFY(leading->close());
        run();
        QVERIFY(first.isDone() && second.isDone());
        QVERIFY(await(*latch).isDone());
        session->disconnect();
        run();
        const auto doubtful = await(*latch);
        QVERIFY(doubtful.isPending());
        QVERIFY(latch->close());
        run();
        QVERIFY(doubtful.isError(ErrorCode::Cancelled));
        QVERIFY(await(*latch).isError(ErrorCode::NotOwner));
        session->reconnect();
        run();
        QCOMPARE(nodes(), std::size_t{0});
    }

    /// Curator's testWaiting: each leads once and closes, never two at a time.
    void everybodyLeadsOnce() {
        auto latches = startedOnes(10);
        int led = 0;
        for (const auto& latch : latches) {
            auto* const leading = latch.get();
            leading->awaitLeadershipAsync({}, [&, leading](const Result<void>& result) {
                if (!result || leaders(latches) != 1) return;
                ++led;
                static_cast<void>(leading->close());
            });
        }
        run();
        QCOMPARE(led, 10);
        QCOMPARE(nodes(), std::size_t{0});
    }

    void refusals() {
        const auto session = m_cluster->open();
        LeaderLatch relative(session, "parent");
        QCOMPARE(relative.start().error().code, ErrorCode::BadArguments);
        LeaderLatch root(session, "/");
        QCOMPARE(root.start().error().code, ErrorCode::BadArguments);
        const auto latch = make(session);
        QCOMPARE(latch->close().error().code, ErrorCode::NotOwner);
        QVERIFY(latch->start());
        QCOMPARE(latch->start().error().code, ErrorCode::BadArguments);
        QCOMPARE(latch->awaitLeadership().error().code, ErrorCode::WouldBlockLoop);
        QCOMPARE(latch->participants().error().code, ErrorCode::WouldBlockLoop);
        QCOMPARE(latch->leader().error().code, ErrorCode::WouldBlockLoop);
        QVERIFY(latch->close());
        QCOMPARE(latch->close().error().code, ErrorCode::NotOwner);
        QCOMPARE(latch->start().error().code, ErrorCode::BadArguments);
    }

    void refusedParticipantIsOver() {
        const auto session = m_cluster->open();
        session->setError([](const FakeSession::Request& request) {
            return request.op == Op::Create ? std::optional(ErrorCode::NoAuth) : std::nullopt;
        });
        const auto latch = started(session);
        QCOMPARE(latch->state(), LatchState::Over);
        QVERIFY(await(*latch).isError(ErrorCode::NoAuth));
    }

    void destroyedLatchLeavesNothing() {
        const auto session = m_cluster->open();
        auto latch = started(session);
        const auto next = started(m_cluster->open());
        latch.reset();
        run();
        QVERIFY(next->hasLeadership());
        QCOMPARE(nodes(), std::size_t{1});
        auto waiting = started(session);
        const auto awaited = await(*waiting);
        waiting.reset();
        run();
        QVERIFY(awaited.isError(ErrorCode::Cancelled));
        QCOMPARE(nodes(), std::size_t{1});
        QCOMPARE(session->watchCount(), std::size_t{0});
    }

    /// Every request of the latch fails once, applied or not: it leads in the end, and nothing is left.
    void everyLostAnswerIsWaitedOut_data() {
        QTest::addColumn<int>("at");
        QTest::addColumn<bool>("applied");
        for (int at = 0; at < 10; ++at) {
            QTest::addRow("request %d lost", at) << at << false;
            QTest::addRow("reply %d lost", at) << at << true;
        }
    }
    void everyLostAnswerIsWaitedOut() {
        QFETCH(int, at);
        QFETCH(bool, applied);
        const auto session = m_cluster->open();
        breakAt(session, at, applied ? Fate::LoseReply : Fate::LoseRequest);
        const auto settle = [&] {
            m_cluster->loop.advance(100ms);
            session->reconnect();
            m_cluster->loop.advance(100ms);
        };
        const auto other = started(m_cluster->open());
        const auto latch = started(session);
        settle();
        QVERIFY(other->close());
        settle();
        QVERIFY(latch->hasLeadership());
        QCOMPARE(nodes(), std::size_t{1});
        QVERIFY(latch->close());
        settle();
        QCOMPARE(nodes(), std::size_t{0});
        QCOMPARE(m_cluster->watches(), std::size_t{0});
    }
};

LOCKSCOPE_TEST(LeaderLatchTest)
#include "tst_leader_latch.moc"
