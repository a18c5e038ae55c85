// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "simulated_cluster.h"
#include "test_program.h"

#include <lockcore/recipes/barrier.h>
#include <lockcore/recipes/double_barrier.h>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

const std::string kBarrierPath = "/app/barrier";
const std::string kReady = kBarrierPath + "/ready";
using Fate = FakeSession::Fate;
using Op = FakeSession::Op;
using Done = Outcome<void>;

/// One member with a session of its own.
struct Member {
    std::shared_ptr<FakeSession> session;
    std::unique_ptr<DoubleBarrier> barrier;

    Done enter(std::optional<TimePoint> deadline = {}, std::stop_token stop = {}) const {
        const Done done;
        barrier->enterAsync(deadline, done.completion(), std::move(stop));
        return done;
    }
    Done leave(std::optional<TimePoint> deadline = {}, std::stop_token stop = {}) const {
        const Done done;
        barrier->leaveAsync(deadline, done.completion(), std::move(stop));
        return done;
    }
};

}  // namespace

/// What callers of the barriers rely on, step by step against a server in memory.
class BarriersTest : public QObject {
    Q_OBJECT

    std::unique_ptr<SimulatedCluster> m_cluster;

    Done wait(const std::shared_ptr<FakeSession>& session, std::optional<TimePoint> deadline = {},
              std::stop_token stop = {}) {
        const Done done;
        Barrier(session, kBarrierPath).waitAsync(deadline, done.completion(), std::move(stop));
        run();
        return done;
    }
    Done set(const std::shared_ptr<FakeSession>& session) {
        const Done done;
        Barrier(session, kBarrierPath).setAsync({}, done.completion());
        run();
        return done;
    }
    Done remove(const std::shared_ptr<FakeSession>& session) {
        const Done done;
        Barrier(session, kBarrierPath).removeAsync({}, done.completion());
        run();
        return done;
    }
    void run() { m_cluster->loop.runReady(); }
    FakeZooKeeper& server() { return *m_cluster->server; }
    std::string onlyMember() const { return kBarrierPath + "/" + m_cluster->children(kBarrierPath).front(); }
    std::size_t nodes() const { return m_cluster->children(kBarrierPath).size(); }

    Member member(int memberQty) {
        auto session = m_cluster->open();
        auto barrier = std::make_unique<DoubleBarrier>(session, kBarrierPath, memberQty);
        return {std::move(session), std::move(barrier)};
    }
    std::vector<Member> members(int count, int memberQty) {
        std::vector<Member> all;
        for (int i = 0; i < count; ++i)
            all.push_back(member(memberQty));
        return all;
    }
    std::vector<Done> enterAll(const std::vector<Member>& all) {
        std::vector<Done> entered;
        for (const auto& one : all)
            entered.push_back(one.enter());
        run();
        return entered;
    }
    static bool allDone(const std::vector<Done>& outcomes) {
        return std::ranges::all_of(outcomes, [](const Done& done) { return done.isDone(); });
    }
    static void addFaults() {
        QTest::addColumn<int>("at");
        QTest::addColumn<bool>("applied");
        for (int at = 0; at < 14; ++at) {
            QTest::addRow("request %d lost", at) << at << false;
            QTest::addRow("reply %d lost", at) << at << true;
        }
    }
    static Fate fate(bool applied) { return applied ? Fate::LoseReply : Fate::LoseRequest; }

private Q_SLOTS:
    void init() { m_cluster = std::make_unique<SimulatedCluster>(); }
    void cleanup() { QVERIFY(m_cluster->closeSessions()); }

    void absentBarrierPassesAtOnce() {
        const auto session = m_cluster->open();
        QVERIFY(wait(session).isDone());
        QCOMPARE(session->sent().size(), std::size_t{1});
        QCOMPARE(session->serverWatchCount(), std::size_t{0});
    }

    void allWaitersPassWhenItIsRemoved() {
        const auto setter = m_cluster->open();
        QVERIFY(set(setter).isDone());
        const auto first = wait(m_cluster->open());
        const auto second = wait(m_cluster->open());
        QVERIFY(first.isPending() && second.isPending());
        QVERIFY(remove(setter).isDone());
        QVERIFY(first.isDone() && second.isDone());
        QCOMPARE(m_cluster->watches(), std::size_t{0});
    }

    void barrierOutlivesItsSetter() {
        const auto setter = m_cluster->open();
        QVERIFY(set(setter).isDone());
        setter->close();
        run();
        QVERIFY(wait(m_cluster->open(), m_cluster->in(1s)).isPending());
        QVERIFY(server().exists(kBarrierPath));
    }

    void settingAndRemovingTwiceIsSuccess() {
        const auto session = m_cluster->open();
        QVERIFY(set(session).isDone());
        QVERIFY(set(session).isDone());
        QVERIFY(remove(session).isDone());
        QVERIFY(remove(session).isDone());
        QVERIFY(!server().exists(kBarrierPath));
    }

    void parentsAreContainers() {
        const auto session = m_cluster->open();
        QVERIFY(set(session).isDone());
        QCOMPARE(server().removeEmptyContainers(), 0);
        QVERIFY(remove(session).isDone());
        QCOMPARE(server().removeEmptyContainers(), 1);
    }

    void deadlineEndsTheWaitAndItsWatch() {
        const auto session = m_cluster->open();
        set(session);
        const auto waiting = wait(session, m_cluster->in(1s));
        m_cluster->loop.advance(2s);
        QVERIFY(waiting.isError(ErrorCode::DeadlineExceeded));
        QCOMPARE(session->watchCount(), std::size_t{0});
    }

    void deadlineCoversConnecting() {
        const auto session = m_cluster->open();
        session->disconnect();
        run();
        const auto waiting = wait(session, m_cluster->in(1s));
        QVERIFY(waiting.isPending());
        m_cluster->loop.advance(2s);
        QVERIFY(waiting.isError(ErrorCode::DeadlineExceeded));
    }

    void stopTokenCancels() {
        const auto session = m_cluster->open();
        set(session);
        std::stop_source stop;
        const auto waiting = wait(session, {}, stop.get_token());
        stop.request_stop();
        run();
        QVERIFY(waiting.isError(ErrorCode::Cancelled));
        QCOMPARE(session->watchCount(), std::size_t{0});
        QVERIFY(wait(session, {}, stop.get_token()).isError(ErrorCode::Cancelled));
    }

    void changedDataLetsNobodyPass() {
        const auto session = m_cluster->open();
        set(session);
        const auto waiting = wait(session);
        for (int i = 0; i < 3; ++i) {
            QVERIFY(server().set(kBarrierPath, "x"));
            run();
        }
        QVERIFY(waiting.isPending());
        QVERIFY(server().remove(kBarrierPath));
        run();
        QVERIFY(waiting.isDone());
    }

    void whoWaitsPassesThoughItIsClosedAgainAtOnce() {
        const auto session = m_cluster->open();
        set(session);
        const auto waiting = wait(session);
        QVERIFY(server().remove(kBarrierPath));
        QVERIFY(server().create(kBarrierPath, "", NodeKind::Persistent));
        run();
        QVERIFY(waiting.isDone());
    }

    void removalDuringADisconnectIsNoticed() {
        const auto session = m_cluster->open();
        set(session);
        const auto waiting = wait(session);
        session->disconnect();
        run();
        QVERIFY(server().remove(kBarrierPath));
        QVERIFY(waiting.isPending());
        session->reconnect();
        run();
        QVERIFY(waiting.isDone());
    }

    void barrierClosedAgainDuringADisconnectGoesOnBlocking() {
        const auto session = m_cluster->open();
        set(session);
        const auto waiting = wait(session);
        session->disconnect();
        run();
        QVERIFY(server().remove(kBarrierPath));
        QVERIFY(server().create(kBarrierPath, "", NodeKind::Persistent));
        session->reconnect();
        run();
        QVERIFY(waiting.isPending());
        QVERIFY(server().remove(kBarrierPath));
        run();
        QVERIFY(waiting.isDone());
    }

    void waitFailsWhenTheSessionEnds() {
        const auto expiring = m_cluster->open();
        set(expiring);
        const auto expired = wait(expiring);
        expiring->expire();
        const auto closing = m_cluster->open();
        const auto closed = wait(closing);
        closing->close();
        run();
        QVERIFY(expired.isError(ErrorCode::SessionExpired));
        QVERIFY(closed.isError(ErrorCode::Closing));
        QVERIFY(wait(closing).isError(ErrorCode::Closing));
    }

    void unreadableBarrierIsAnErrorNotAWaitForEver() {
        const auto session = m_cluster->open();
        set(session);
        server().forbidRead(kBarrierPath);
        QVERIFY(wait(session).isError(ErrorCode::NoAuth));
    }

    void lostAnswersAreWaitedOut_data() {
        QTest::addColumn<int>("call");
        QTest::addColumn<bool>("applied");
        for (int call = 0; call < 3; ++call) {
            QTest::addRow("call %d, request", call) << call << false;
            QTest::addRow("call %d, reply", call) << call << true;
        }
    }
    void lostAnswersAreWaitedOut() {
        QFETCH(int, call);
        QFETCH(bool, applied);
        const auto session = m_cluster->open();
        server().createPath(call == 0 ? "/app" : kBarrierPath);
        breakAt(session, 0, fate(applied));
        const auto outcome = call == 0 ? set(session) : call == 1 ? remove(session) : wait(session);
        QVERIFY(outcome.isPending());
        session->reconnect();
        run();
        QCOMPARE(outcome.isDone(), call != 2);
        QCOMPARE(server().exists(kBarrierPath).has_value(), call != 1);
        if (call == 2) QVERIFY(server().remove(kBarrierPath));
        run();
        QVERIFY(outcome.isDone());
        QCOMPARE(m_cluster->watches(), std::size_t{0});
    }

    void badPathsAndTheLoopsThreadAreRefused() {
        const auto session = m_cluster->open();
        for (const std::string path : {"", "barrier", "/", "/a//b", "/a/"}) {
            const Done done;
            Barrier(session, path).setAsync({}, done.completion());
            DoubleBarrier barrier(session, path, 1);
            const Done entered;
            barrier.enterAsync({}, entered.completion());
            run();
            QVERIFY(done.isError(ErrorCode::BadArguments));
            QVERIFY(entered.isError(ErrorCode::BadArguments));
        }
        QCOMPARE(Barrier(session, kBarrierPath).wait().error().code, ErrorCode::WouldBlockLoop);
        DoubleBarrier barrier(session, kBarrierPath, 1);
        QCOMPARE(barrier.enter().error().code, ErrorCode::WouldBlockLoop);
        QCOMPARE(barrier.leave().error().code, ErrorCode::WouldBlockLoop);
    }

    void nobodyPassesBeforeAllAreThere() {
        const auto all = members(3, 3);
        const auto first = all[0].enter();
        const auto second = all[1].enter();
        run();
        QVERIFY(first.isPending() && second.isPending());
        const auto third = all[2].enter();
        run();
        QVERIFY(first.isDone() && second.isDone() && third.isDone());
        QVERIFY(server().exists(kReady));
        QCOMPARE(m_cluster->watches(), std::size_t{0});
    }

    void nobodyIsGoneBeforeAllHaveLeft() {
        const auto all = members(3, 3);
        QVERIFY(allDone(enterAll(all)));
        const auto first = all[0].leave();
        run();
        const auto second = all[1].leave();
        run();
        QVERIFY(first.isPending() && second.isPending());
        const auto third = all[2].leave();
        run();
        QVERIFY(first.isDone() && second.isDone() && third.isDone());
        QCOMPARE(nodes(), std::size_t{0});
        QCOMPARE(m_cluster->watches(), std::size_t{0});
    }

    void oneMemberAloneAndTwice() {
        const auto one = member(1);
        for (int round = 0; round < 2; ++round) {
            const auto entered = one.enter();
            run();
            QVERIFY(entered.isDone());
            const auto left = one.leave();
            run();
            QVERIFY(left.isDone());
            QCOMPARE(nodes(), std::size_t{0});
        }
    }

    /// memberQty is a threshold: one more gets in and out, whether it comes together with the others or late.
    void overSubscribedBarrierLetsAllInAndOut() {
        auto all = members(4, 3);
        QVERIFY(allDone(enterAll(all)));
        all.push_back(member(3));
        const auto late = all.back().enter();
        run();
        QVERIFY(late.isDone());
        std::vector<Done> left;
        for (const auto& one : all)
            left.push_back(one.leave());
        run();
        QVERIFY(allDone(left));
        QCOMPARE(nodes(), std::size_t{0});
    }

    /// GH-1290: what wakes a member is not a reason to pass.
    void wakeUpsLetNoLoneMemberThrough() {
        const auto lone = member(2);
        const auto entered = lone.enter();
        run();
        for (int i = 0; i < 3; ++i) {
            lone.session->disconnect();
            run();
            lone.session->reconnect();
            run();
            const auto other = member(3);
            const auto tried = other.enter(m_cluster->in(1s));
            QVERIFY(server().create(kBarrierPath + "/.tmp", "", NodeKind::Persistent, SessionId::None));
            QVERIFY(server().remove(kBarrierPath + "/.tmp"));
            QVERIFY(entered.isPending());
            other.session->close();
            run();
            QVERIFY(!tried.isPending());
        }
        QVERIFY(entered.isPending());
        QCOMPARE(nodes(), std::size_t{1});
    }

    /// CURATOR-80: who gave up does not count for those who come later.
    void timedOutMemberDoesNotCount() {
        const auto all = members(2, 2);
        const auto tried = all[0].enter(m_cluster->in(1s));
        m_cluster->loop.advance(2s);
        QVERIFY(tried.isError(ErrorCode::DeadlineExceeded));
        QCOMPARE(nodes(), std::size_t{0});
        const auto waiting = all[1].enter();
        run();
        QVERIFY(waiting.isPending());
        const auto again = all[0].enter();
        run();
        QVERIFY(again.isDone() && waiting.isDone());
    }

    void memberThatGaveUpWhileDisconnectedIsDeletedAfterwards() {
        const auto one = member(2);
        const auto tried = one.enter(m_cluster->in(1s));
        run();
        QCOMPARE(nodes(), std::size_t{1});
        one.session->disconnect();
        m_cluster->loop.advance(2s);
        QVERIFY(tried.isError(ErrorCode::DeadlineExceeded));
        QCOMPARE(nodes(), std::size_t{1});
        one.session->reconnect();
        run();
        QCOMPARE(nodes(), std::size_t{0});
        QCOMPARE(m_cluster->watches(), std::size_t{0});
    }

    void memberWhoseSecondCreateIsRefusedIsDeleted() {
        const auto one = member(2);
        server().createPath(kBarrierPath);
        one.session->setFate([lose = true](const FakeSession::Request& request) mutable {
            return request.op == Op::Create && std::exchange(lose, false) ? Fate::LoseReply : Fate::Apply;
        });
        const auto entered = one.enter();
        run();
        QCOMPARE(nodes(), std::size_t{1});
        one.session->setError([](const FakeSession::Request& request) {
            return request.op == Op::Create ? std::optional(ErrorCode::NoAuth) : std::nullopt;
        });
        one.session->reconnect();
        run();
        QVERIFY(entered.isError(ErrorCode::NoAuth));
        QCOMPARE(nodes(), std::size_t{0});
    }

    /// A slow member that lists when the faster ones have gone again finds "ready".
    void slowMemberPassesByReadyAlone() {
        const auto slow = member(2);
        slow.session->setStepped(true);
        server().createPath(kBarrierPath);
        const auto entered = slow.enter();
        run();
        QVERIFY(slow.session->applyNext());  // the watch on "ready"
        QVERIFY(slow.session->applyNext());  // the own znode
        const auto fast = member(2);
        const auto other = fast.enter();
        run();
        QVERIFY(other.isDone());
        const auto left = fast.leave(m_cluster->in(1s));
        m_cluster->loop.advance(2s);
        QVERIFY(left.isError(ErrorCode::DeadlineExceeded));
        QCOMPARE(nodes(), std::size_t{1});  // not even "ready" is left: the event alone tells
        while (slow.session->applyNext() || slow.session->deliverNext()) {
        }
        run();
        QVERIFY(entered.isDone());
    }

    /// "ready" that may not be read fires no watch, and who made it has died: the list shows it.
    void slowMemberPassesByTheListAlone() {
        server().createPath(kBarrierPath);
        const auto slow = member(2);
        slow.session->setStepped(true);
        const auto entered = slow.enter();
        run();
        QVERIFY(slow.session->applyNext());  // the watch on "ready"
        QVERIFY(slow.session->applyNext());  // the own znode
        const BarrierOptions options{.nodeAcl = {AclEntry{permission::kAll & ~permission::kRead}}};
        const auto session = m_cluster->open();
        DoubleBarrier fast(session, kBarrierPath, 2, options);
        const Done other;
        fast.enterAsync({}, other.completion());
        run();
        QVERIFY(other.isDone());
        session->expire();
        run();
        while (slow.session->applyNext() || slow.session->deliverNext()) {
        }
        run();
        QVERIFY(entered.isDone());
    }

    /// "ready" is deleted while the member that found it is on its way in.
    void readyThatWasThereIsEnough() {
        server().createPath(kReady);
        const auto slow = member(2);
        slow.session->setStepped(true);
        const auto entered = slow.enter();
        run();
        QVERIFY(slow.session->applyNext());
        QVERIFY(server().remove(kReady));
        while (slow.session->applyNext() || slow.session->deliverNext()) {
        }
        run();
        QVERIFY(entered.isDone());
        QCOMPARE(m_cluster->watches(), std::size_t{0});
    }

    /// One that found the earlier round's "ready" completes the next round: it has to open for the one that
    /// waits.
    void lastMemberOpensThoughItSawAnEarlierReady() {
        server().createPath(kReady);
        const auto slow = member(2);
        slow.session->setStepped(true);
        const auto entered = slow.enter();
        run();
        QVERIFY(slow.session->applyNext());  // "ready" is there
        QVERIFY(server().remove(kReady));
        const auto waiting = member(2);
        const auto other = waiting.enter();
        run();
        QVERIFY(other.isPending());
        while (slow.session->applyNext() || slow.session->deliverNext())
            run();
        QVERIFY(entered.isDone() && other.isDone());
    }

    /// The barrier was full, its opener lost the connection before "ready" was there, and the other one gave
    /// up.
    void openerGoesOnThoughOthersGaveUpMeanwhile() {
        const auto all = members(2, 2);
        const auto other = all[0].enter(m_cluster->in(1s));
        run();
        breakAt(all[1].session, 3, Fate::LoseRequest);
        const auto opener = all[1].enter();
        m_cluster->loop.advance(2s);
        QVERIFY(other.isError(ErrorCode::DeadlineExceeded));
        QVERIFY(opener.isPending() && !server().exists(kReady));
        all[1].session->reconnect();
        run();
        QVERIFY(opener.isDone());
    }

    void znodeThatSomebodyDeletedIsCreatedAgain() {
        server().createPath(kBarrierPath);
        const auto slow = member(1);
        slow.session->setStepped(true);
        const auto entered = slow.enter();
        run();
        QVERIFY(slow.session->applyNext());
        QVERIFY(slow.session->applyNext());
        QVERIFY(server().remove(kBarrierPath + "/" + m_cluster->children(kBarrierPath).front()));
        while (slow.session->applyNext() || slow.session->deliverNext())
            run();
        QVERIFY(entered.isDone());
        QCOMPARE(nodes(), std::size_t{2});
    }

    /// All had left when the connection broke: members that come meanwhile belong to the next round.
    void leaverDoesNotWaitForTheNextRound() {
        const auto all = members(2, 1);
        breakAt(all[0].session, 6, Fate::LoseRequest);
        server().createPath(kBarrierPath);
        const auto entered = all[0].enter();
        run();
        QVERIFY(entered.isDone());
        const auto left = all[0].leave();
        run();
        QVERIFY(left.isPending());
        const auto next = all[1].enter();
        run();
        QVERIFY(next.isDone());
        all[0].session->reconnect();
        run();
        QVERIFY(left.isDone());
    }

    void existingReadyLetsPassAtOnce() {
        server().createPath(kReady);
        const auto one = member(5);
        const auto entered = one.enter();
        run();
        QVERIFY(entered.isDone());
        QCOMPARE(nodes(), std::size_t{2});
        QCOMPARE(m_cluster->watches(), std::size_t{0});
    }

    /// CURATOR-536, -233: it ends, once, and leaves neither the member nor an open barrier.
    void leaveEndsAtItsDeadline() {
        const auto all = members(2, 2);
        QVERIFY(allDone(enterAll(all)));
        const auto left = all[0].leave(m_cluster->in(1s));
        m_cluster->loop.advance(2s);
        QVERIFY(left.isError(ErrorCode::DeadlineExceeded));
        QVERIFY(!server().exists(kReady));
        QCOMPARE(nodes(), std::size_t{1});
        QCOMPARE(m_cluster->watches(), std::size_t{0});
        const auto last = all[1].leave();
        run();
        QVERIFY(last.isDone());
        QCOMPARE(nodes(), std::size_t{0});
    }

    /// The barrier opened while it was disconnected, and another one's leave has timed out since: "ready" has
    /// come and gone, and all others with it.
    void disconnectedMemberPassesAfterALeaversDeadline() {
        const auto all = members(2, 2);
        const auto slow = all[1].enter();
        run();
        const auto data = server().get(onlyMember())->data;
        all[1].session->disconnect();
        run();
        const auto fast = all[0].enter();
        run();
        QVERIFY(fast.isDone() && slow.isPending());
        const auto left = all[0].leave(m_cluster->in(1s));
        m_cluster->loop.advance(2s);
        QVERIFY(left.isError(ErrorCode::DeadlineExceeded));
        QVERIFY(!server().exists(kReady));
        QCOMPARE(server().get(onlyMember())->data, data);
        all[1].session->reconnect();
        run();
        QVERIFY(slow.isDone());
        const auto last = all[1].leave();
        run();
        QVERIFY(last.isDone());
        QCOMPARE(nodes(), std::size_t{0});
        QCOMPARE(m_cluster->watches(), std::size_t{0});
    }

    /// From then on it deletes its znode and "ready" one after the other: the server does not show it the
    /// former, as those from 3.8.4 on where an ACL forbids to read it.
    static void hideMembersFrom(const std::shared_ptr<FakeSession>& session) {
        session->setError([](const FakeSession::Request& request) {
            const bool isHidden = request.op == Op::Exists && request.path != kReady;
            return isHidden ? std::optional(ErrorCode::NoAuth) : std::nullopt;
        });
    }

    /// The delete of "ready" was lost with the connection; by the time that is back, others have opened the
    /// barrier anew, and one of them is disconnected.
    void leaverThatComesBackDoesNotHideTheNextOpening() {
        const auto first = members(2, 2);
        QVERIFY(allDone(enterAll(first)));
        server().expire(first[1].session->status().session);
        run();
        hideMembersFrom(first[0].session);
        breakAt(first[0].session, 4, Fate::LoseRequest);
        const auto left = first[0].leave(m_cluster->in(1s));
        m_cluster->loop.advance(2s);
        QVERIFY(left.isError(ErrorCode::DeadlineExceeded));
        QVERIFY(server().exists(kReady));
        QCOMPARE(nodes(), std::size_t{1});
        QVERIFY(server().remove(kReady));

        const auto next = members(2, 2);
        const auto slow = next[1].enter();
        run();
        next[1].session->disconnect();
        run();
        const auto fast = next[0].enter();
        run();
        QVERIFY(fast.isDone() && slow.isPending());
        server().expire(next[0].session->status().session);
        first[0].session->reconnect();
        run();
        next[1].session->reconnect();
        run();
        QVERIFY(slow.isDone());
    }

    void lastLeaverThatComesBackLeavesTheNextOpeningAlone() {
        const auto first = members(2, 2);
        QVERIFY(allDone(enterAll(first)));
        server().expire(first[1].session->status().session);
        run();
        hideMembersFrom(first[0].session);
        breakAt(first[0].session, 4, Fate::LoseRequest);
        const auto left = first[0].leave();
        run();
        QVERIFY(left.isPending());
        QVERIFY(server().remove(kReady));

        const auto next = members(2, 2);
        const auto slow = next[1].enter();
        run();
        next[1].session->disconnect();
        run();
        const auto fast = next[0].enter();
        run();
        QVERIFY(fast.isDone() && slow.isPending());
        server().expire(next[0].session->status().session);
        first[0].session->reconnect();
        run();
        QVERIFY(left.isDone());
        next[1].session->reconnect();
        run();
        QVERIFY(slow.isDone());
    }

    /// Between its last look and its delete somebody closes the round, and others open the next one.
    void lastLeaverThatIsLateLeavesTheNextOpeningAlone() {
        const auto all = members(2, 2);
        QVERIFY(allDone(enterAll(all)));
        server().expire(all[1].session->status().session);
        run();
        bool isLate = false;
        all[0].session->setFate([&](const FakeSession::Request& request) {
            const bool isDelete = request.op == Op::Multi || request.op == Op::Remove;
            if (isDelete && !std::exchange(isLate, true)) {
                const auto names = m_cluster->children(kBarrierPath);
                const auto own =
                    std::ranges::find_if(names, [](const auto& name) { return name != "ready"; });
                // As BarrierClosing, and as a member of the next round.
                server().set(kBarrierPath + "/" + *own, {});
                server().remove(kReady);
                server().createPath(kBarrierPath + "/zz");
                server().createPath(kReady);
            }
            return FakeSession::Fate::Apply;
        });
        const auto left = all[0].leave();
        run();
        QVERIFY(isLate && left.isDone());
        QVERIFY(server().exists(kReady));
    }

    /// Who gave up has seen "ready" in its first list, and not in its second: what is there when it gets to
    /// deleting is the next round's.
    void leaverThatGaveUpLeavesTheNextOpeningAlone() {
        const auto all = members(2, 2);
        QVERIFY(allDone(enterAll(all)));
        const auto left = all[0].leave(m_cluster->in(1s));
        run();
        int lists = 0;
        bool hasClosed = false;
        all[0].session->setFate([&](const FakeSession::Request& request) {
            hasClosed = hasClosed || request.op == Op::Multi;
            if (request.op != Op::Children) return FakeSession::Fate::Apply;
            if (++lists == 1) server().expire(all[1].session->status().session);
            if (lists == 2) server().remove(kReady);
            return FakeSession::Fate::Apply;
        });
        m_cluster->loop.advance(2s);
        QVERIFY(left.isError(ErrorCode::DeadlineExceeded));
        QCOMPARE(lists, 2);
        QVERIFY(!hasClosed);
    }

    /// Its znode was never written: it waits for the members that it needs.
    void disconnectedMemberOfABarrierThatNeverOpenedWaits() {
        const auto all = members(2, 2);
        const auto entered = all[1].enter();
        run();
        all[1].session->disconnect();
        run();
        all[1].session->reconnect();
        run();
        QVERIFY(entered.isPending());
        const auto other = all[0].enter();
        run();
        QVERIFY(entered.isDone() && other.isDone());
    }

    /// Where members may not write each other's znodes "ready" is deleted at least, as every library does.
    void leaverThatMayNotWriteClosesAllTheSame() {
        const auto all = members(2, 2);
        QVERIFY(allDone(enterAll(all)));
        all[0].session->setError([](const FakeSession::Request& request) {
            return request.op == FakeSession::Op::Multi ? std::optional(ErrorCode::NoAuth) : std::nullopt;
        });
        const auto left = all[0].leave(m_cluster->in(1s));
        m_cluster->loop.advance(2s);
        QVERIFY(left.isError(ErrorCode::DeadlineExceeded));
        QVERIFY(!server().exists(kReady));
        QCOMPARE(nodes(), std::size_t{1});
    }

    void leaverThatGivesUpClosesWhateverBreaks_data() { addFaults(); }
    void leaverThatGivesUpClosesWhateverBreaks() {
        QFETCH(const int, at);
        QFETCH(const bool, applied);
        const auto all = members(2, 2);
        const auto slow = all[1].enter();
        run();
        all[1].session->disconnect();
        run();
        const auto fast = all[0].enter();
        run();
        QVERIFY(fast.isDone());
        const auto left = all[0].leave(m_cluster->in(1s));
        run();
        breakAt(all[0].session, at, fate(applied));
        m_cluster->loop.advance(2s);
        QVERIFY(left.isError(ErrorCode::DeadlineExceeded));
        all[0].session->reconnect();
        run();
        QVERIFY(!server().exists(kReady));
        QCOMPARE(nodes(), std::size_t{1});
        all[1].session->reconnect();
        run();
        QVERIFY(slow.isDone());
    }

    void stopTokenCancelsEnterAndLeave() {
        const auto all = members(2, 2);
        std::stop_source stop;
        const auto entered = all[0].enter({}, stop.get_token());
        run();
        stop.request_stop();
        run();
        QVERIFY(entered.isError(ErrorCode::Cancelled));
        QCOMPARE(nodes(), std::size_t{0});
        QVERIFY(allDone(enterAll(all)));
        std::stop_source stopLeaving;
        const auto left = all[0].leave({}, stopLeaving.get_token());
        run();
        stopLeaving.request_stop();
        run();
        QVERIFY(left.isError(ErrorCode::Cancelled));
        QCOMPARE(nodes(), std::size_t{1});
    }

    void memberWhoseSessionExpiresIsNotAwaited() {
        const auto all = members(3, 3);
        QVERIFY(allDone(enterAll(all)));
        const auto first = all[0].leave();
        const auto second = all[1].leave();
        run();
        QVERIFY(first.isPending() && second.isPending());
        server().expire(all[2].session->status().session);
        run();
        QVERIFY(first.isDone() && second.isDone());
        const auto late = all[2].leave();
        run();
        QVERIFY(late.isError(ErrorCode::SessionExpired));
    }

    void expiryEndsEnterAndLeave() {
        const auto all = members(2, 2);
        const auto entered = all[0].enter();
        run();
        all[0].session->expire();
        run();
        QVERIFY(entered.isError(ErrorCode::SessionExpired));
        const auto others = members(2, 2);
        QVERIFY(allDone(enterAll(others)));
        const auto left = others[0].leave();
        run();
        others[0].session->close();
        run();
        QVERIFY(left.isError(ErrorCode::Closing));
    }

    void membersOwnMistakes() {
        const auto one = member(2);
        const auto left = one.leave();
        const auto entered = one.enter();
        const auto again = one.enter();
        run();
        QVERIFY(left.isError(ErrorCode::NotOwner));
        QVERIFY(entered.isPending());
        QVERIFY(again.isError(ErrorCode::Busy));
        const auto none = member(0).enter();
        run();
        QVERIFY(none.isError(ErrorCode::BadArguments));
    }

    void destroyedMemberIsTakenAway() {
        auto all = members(2, 2);
        const auto entered = all[0].enter();
        run();
        all[0].barrier.reset();
        run();
        QVERIFY(entered.isError(ErrorCode::Cancelled));
        QCOMPARE(nodes(), std::size_t{0});
        all = members(2, 2);
        QVERIFY(allDone(enterAll(all)));
        all[0].barrier.reset();
        const auto left = all[1].leave();
        run();
        QVERIFY(left.isDone());
        QCOMPARE(nodes(), std::size_t{0});
    }

    void wipedDirectoryIsCreatedAgain() {
        const auto all = members(2, 2);
        const auto waiting = all[0].enter();
        run();
        all[0].session->disconnect();
        run();
        server().removeTree("/app");
        all[0].session->reconnect();
        run();
        QCOMPARE(nodes(), std::size_t{1});
        const auto second = all[1].enter();
        run();
        QVERIFY(waiting.isDone() && second.isDone());
    }

    void ephemeralParentIsAnError() {
        QVERIFY(server().create("/app", "", NodeKind::Ephemeral, SessionId{7}));
        const auto one = member(1);
        const auto entered = one.enter();
        run();
        QVERIFY(entered.isError(ErrorCode::NoChildrenForEphemerals) || entered.isError(ErrorCode::NoNode));
    }

    void everyLostAnswerIsWaitedOut_data() { addFaults(); }
    void everyLostAnswerIsWaitedOut() {
        QFETCH(int, at);
        QFETCH(bool, applied);
        const auto all = members(2, 2);
        breakAt(all[0].session, at, fate(applied));
        const auto settle = [&] {
            run();
            all[0].session->reconnect();
            run();
        };
        const auto first = all[0].enter();
        const auto second = all[1].enter();
        settle();
        QVERIFY(first.isDone() && second.isDone());
        const auto firstLeft = all[0].leave();
        const auto secondLeft = all[1].leave();
        settle();
        QVERIFY(firstLeft.isDone() && secondLeft.isDone());
        QCOMPARE(nodes(), std::size_t{0});
        QCOMPARE(m_cluster->watches(), std::size_t{0});
    }

    void loneMembersLostAnswersAreWaitedOut_data() { addFaults(); }
    void loneMembersLostAnswersAreWaitedOut() {
        QFETCH(int, at);
        QFETCH(bool, applied);
        const auto one = member(1);
        breakAt(one.session, at, fate(applied));
        const auto entered = one.enter();
        run();
        one.session->reconnect();
        run();
        QVERIFY(entered.isDone());
        const auto left = one.leave();
        run();
        one.session->reconnect();
        run();
        QVERIFY(left.isDone());
        QCOMPARE(nodes(), std::size_t{0});
        QCOMPARE(m_cluster->watches(), std::size_t{0});
    }

    void givingUpAfterALostAnswerLeavesNothing_data() { addFaults(); }
    void givingUpAfterALostAnswerLeavesNothing() {
        QFETCH(int, at);
        QFETCH(bool, applied);
        const auto one = member(1);
        breakAt(one.session, at, fate(applied));
        const auto entered = one.enter(m_cluster->in(1s));
        m_cluster->loop.advance(2s);
        QVERIFY(!entered.isPending());
        if (entered.isDone()) {
            const auto left = one.leave(m_cluster->in(1s));
            m_cluster->loop.advance(2s);
            QVERIFY(!left.isPending());
        }
        one.session->reconnect();
        run();
        QCOMPARE(nodes(), std::size_t{0});
        QCOMPARE(m_cluster->watches(), std::size_t{0});
    }
};

LOCKSCOPE_TEST(BarriersTest)
#include "tst_barriers.moc"
