// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "fake_lock_client.h"
#include "manual_loop.h"
#include "test_program.h"

#include "load/load_contender.h"

#include <functional>
#include <memory>
#include <utility>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

using ClientCalls = std::vector<std::string>;

ContenderGroup groupOf(Duration hold, Duration think) {
    return {.name = "clients",
            .locks = {"orders"},
            .hold = TimeSpread::fixed(hold),
            .think = TimeSpread::fixed(think)};
}

RegisterUse writesOf(std::size_t eachHold) {
    return {.name = "orders", .check = RegisterCheck::Token, .writesEachHold = eachHold, .isNumbering = true};
}

/// One contender whose client is the test's.
class TestedContender {
public:
    explicit TestedContender(const ContenderGroup& group, double perSecond = 0,
                             std::size_t registerWrites = 1000)
        : tally(registerWrites),
          gate(loop, perSecond),
          client(loop),
          it(std::make_shared<LoadContender>(std::uint64_t{7}, group, loop, client.make(), LabRandom(1),
                                             tally, gate, [this] { ++changes; })) {}

    /// Has asked for the lock, in round 1.
    void begin() {
        it->open();
        client.tellOpened();
        it->start();
        loop.runReady();
        client.takeCalls();
    }
    /// Has it.
    void beginHolding() {
        begin();
        client.tellGranted(1, 11);
        client.takeCalls();
    }
    bool hasStopped() {
        loop.runReady();
        return stops > 0;
    }
    void stop() {
        it->stop([this] { ++stops; });
    }

    ManualLoop loop;
    LoadTally tally;
    RateGate gate;
    FakeLockClient client;
    int changes = 0;
    int stops = 0;
    std::shared_ptr<LoadContender> it;
};

}  // namespace

/// What a contender asks of its client, and when, whatever it is told.
class LoadContenderTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void comesHoldsGivesBackAndThinks();
    void comesWhenItsTimeHasComeAndItIsConnected();
    void endsWithItsCycles();
    void writesBeforeItGivesBack();
    void refusedWriteEndsTheWriting();
    void limitOfWritesIsTold();
    void writesAndReleasesWhenTold();
    void stopsInEveryState_data();
    void stopsInEveryState();
    void startsAgainAfterAStop();
    void startsAgainWhenAStopIsDone();
    void closesItsSession();
    void lostHoldIsGivenBackAndCounted();
    void failedAcquireIsTriedAgain();
    void hopelessFailureIsNot();
    void endOfTheSessionOpensAnother();
    void answersOfEarlierRoundsMoveNothing();
    void crashesAtTheNextGrant();
    void crashesAtOnceWhileHolding();
    void faultsAreShownAtOnce();
    void whatItsProcessDoesIsLookedAt();
    void processThatEndsByItselfIsTold();
    void nothingIsDoneToOneThatWasKilled();
    void sharedFaultsReachNoClient();
    void rateOfAllIsBounded();
    void whoLeavesTheGateGivesWayToTheNext();
    void sameSeedDrawsTheSameTimes();
};

void LoadContenderTest::comesHoldsGivesBackAndThinks() {
    TestedContender contender(groupOf(20ms, 50ms));
    contender.it->open();
    QCOMPARE(contender.client.takeCalls(), ClientCalls({"open"}));
    contender.client.tellOpened();
    contender.loop.runReady();
    QCOMPARE(contender.client.takeCalls(), ClientCalls());
    contender.it->start();
    contender.loop.runReady();
    QCOMPARE(contender.client.takeCalls(), ClientCalls({"acquire 1"}));
    QCOMPARE(contender.it->view().activity, ContenderActivity::Waiting);

    contender.client.tellQueued(1, 11);
    contender.loop.advance(30ms);
    contender.client.tellGranted(1, 11);
    QCOMPARE(contender.it->view().activity, ContenderActivity::Holding);
    QCOMPARE(contender.it->view().node, std::string("lock-11"));
    QCOMPARE(contender.it->view().lastWait, Duration(30ms));
    contender.loop.advance(19ms);
    QCOMPARE(contender.client.takeCalls(), ClientCalls());
    contender.loop.advance(1ms);
    QCOMPARE(contender.client.takeCalls(), ClientCalls({"release 1"}));

    contender.client.tellReleased(1);
    QCOMPARE(contender.it->view().activity, ContenderActivity::Thinking);
    contender.loop.advance(49ms);
    QCOMPARE(contender.client.takeCalls(), ClientCalls());
    contender.loop.advance(1ms);
    QCOMPARE(contender.client.takeCalls(), ClientCalls({"acquire 2"}));
    QCOMPARE(contender.it->view().grants, 1u);

    const auto locks = contender.tally.locks(contender.loop.now());
    QCOMPARE(locks.size(), 1u);
    QCOMPARE(locks.front().lock, std::string("orders"));
    QCOMPARE(locks.front().grants, 1u);
    QCOMPARE(locks.front().waits.most(), Duration(30ms));
    QCOMPARE(locks.front().holds.most(), Duration(20ms));
    QCOMPARE(locks.front().mostBelievers, 1u);
}

void LoadContenderTest::comesWhenItsTimeHasComeAndItIsConnected() {
    TestedContender contender(groupOf(20ms, 50ms));
    contender.it->open();
    contender.it->start(100ms);
    contender.loop.advance(100ms);
    QCOMPARE(contender.client.takeCalls(), ClientCalls({"open"}));
    QCOMPARE(contender.it->view().activity, ContenderActivity::Connecting);
    contender.client.tellOpened();
    QCOMPARE(contender.client.takeCalls(), ClientCalls({"acquire 1"}));

    TestedContender early(groupOf(20ms, 50ms));
    early.it->open();
    early.client.tellOpened();
    early.it->start(100ms);
    early.loop.advance(99ms);
    QCOMPARE(early.client.takeCalls(), ClientCalls({"open"}));
    early.loop.advance(1ms);
    QCOMPARE(early.client.takeCalls(), ClientCalls({"acquire 1"}));
}

void LoadContenderTest::endsWithItsCycles() {
    auto group = groupOf(1ms, 1ms);
    group.cycles = 3;
    TestedContender contender(group);
    contender.client.setAnswers(true);
    contender.it->open();
    contender.it->start();
    contender.loop.advance(1s);
    QVERIFY(contender.it->isDone());
    QVERIFY(contender.it->view().isDone);
    QCOMPARE(contender.it->view().grants, 3u);
    QCOMPARE(contender.client.takeCalls(), ClientCalls({"open", "acquire 1", "release 1", "acquire 2",
                                                        "release 2", "acquire 3", "release 3"}));
    QCOMPARE(contender.loop.timerCount(), 0u);
}

void LoadContenderTest::writesBeforeItGivesBack() {
    auto group = groupOf(5ms, 50ms);
    group.writes = writesOf(2);
    TestedContender contender(group);
    contender.begin();
    contender.client.tellGranted(1, 11);
    QCOMPARE(contender.client.takeCalls(), ClientCalls({"write 1"}));
    contender.loop.advance(100ms);
    QCOMPARE(contender.client.takeCalls(), ClientCalls());
    contender.client.tell(1, ClientEvent::Written{41});
    QCOMPARE(contender.client.takeCalls(), ClientCalls({"write 1"}));
    contender.client.tell(1, ClientEvent::Written{42});
    QCOMPARE(contender.client.takeCalls(), ClientCalls({"release 1"}));
    QCOMPARE(contender.client.numbers().front(), std::optional(kNextNumber));
    const auto told = contender.tally.told("orders");
    QCOMPARE(told.size(), 2u);
    QCOMPARE(told.back().contender, 7u);
    QCOMPARE(told.back().round, 1u);
    QCOMPARE(told.back().number, 42);
}

void LoadContenderTest::refusedWriteEndsTheWriting() {
    auto group = groupOf(5ms, 50ms);
    group.writes = writesOf(3);
    TestedContender contender(group);
    contender.begin();
    contender.client.tellGranted(1, 11);
    contender.loop.advance(10ms);
    contender.client.takeCalls();
    contender.client.tell(1, ClientEvent::WriteRefused{WriteRefusal::StaleToken, "12 is higher"});
    QCOMPARE(contender.client.takeCalls(), ClientCalls({"release 1"}));
    QCOMPARE(contender.it->view().refused, 1u);
    QVERIFY(contender.it->view().problem);
    QCOMPARE(contender.tally.groups(contender.loop.now()).front().refused, 1u);
}

void LoadContenderTest::limitOfWritesIsTold() {
    auto group = groupOf(1ms, 1ms);
    group.writes = writesOf(2);
    group.cycles = 3;
    TestedContender contender(group, 0, 1);
    contender.client.setAnswers(true);
    contender.it->open();
    contender.it->start();
    contender.loop.advance(1s);
    QCOMPARE(contender.client.numbers().size(), 1u);
    QCOMPARE(contender.it->view().grants, 3u);
    const auto counts = contender.tally.groups(contender.loop.now()).front();
    QCOMPARE(counts.written, 1u);
    QCOMPARE(counts.holdsWithoutWrites, 2u);
}

void LoadContenderTest::writesAndReleasesWhenTold() {
    auto group = groupOf(10min, 50ms);
    group.writes = writesOf(0);
    TestedContender contender(group);
    contender.begin();
    contender.it->write();
    contender.it->release();
    QCOMPARE(contender.client.takeCalls(), ClientCalls());  // it holds nothing yet
    contender.client.tellGranted(1, 11);
    QCOMPARE(contender.client.takeCalls(), ClientCalls());
    contender.it->write();
    QCOMPARE(contender.client.takeCalls(), ClientCalls({"write 1"}));
    contender.client.tell(1, ClientEvent::Written{1});
    contender.it->release();
    QCOMPARE(contender.client.takeCalls(), ClientCalls({"release 1"}));
}

void LoadContenderTest::stopsInEveryState_data() {
    QTest::addColumn<std::function<void(TestedContender&)>>("before");
    QTest::addColumn<bool>("hasToGiveBack");
    const auto row = [](const char* name, std::function<void(TestedContender&)> before, bool hasToGiveBack) {
        QTest::newRow(name) << std::move(before) << hasToGiveBack;
    };
    row(
        "idle", [](TestedContender&) {}, false);
    row(
        "connecting",
        [](TestedContender& contender) {
            contender.it->open();
            contender.it->start();
        },
        false);
    row(
        "waiting", [](TestedContender& contender) { contender.begin(); }, true);
    row(
        "holding", [](TestedContender& contender) { contender.beginHolding(); }, true);
    row(
        "thinking",
        [](TestedContender& contender) {
            contender.beginHolding();
            contender.loop.advance(20ms);
            contender.client.tellReleased(1);
        },
        false);
    row(
        "pausing",
        [](TestedContender& contender) {
            contender.begin();
            contender.client.tellFailed(1, ErrorCode::NoAuth);
            contender.client.tellReleased(1);
        },
        false);
    row(
        "ended",
        [](TestedContender& contender) {
            contender.beginHolding();
            contender.client.tell(0, ClientEvent::Ended{"killed"});
        },
        false);
}

void LoadContenderTest::stopsInEveryState() {
    QFETCH(const std::function<void(TestedContender&)>, before);
    QFETCH(const bool, hasToGiveBack);
    TestedContender contender(groupOf(20ms, 50ms));
    before(contender);
    contender.client.takeCalls();
    contender.stop();
    QCOMPARE(contender.client.takeCalls(), hasToGiveBack ? ClientCalls({"release 1"}) : ClientCalls());
    QCOMPARE(contender.hasStopped(), !hasToGiveBack);
    if (hasToGiveBack) contender.client.tellReleased(1);
    QVERIFY(contender.hasStopped());
    QCOMPARE(contender.stops, 1);
    contender.loop.advance(1min);
    QCOMPARE(contender.client.takeCalls(), ClientCalls());
    QCOMPARE(contender.it->view().activity, ContenderActivity::Stopped);
    QCOMPARE(contender.loop.timerCount(), 0u);
}

void LoadContenderTest::startsAgainAfterAStop() {
    TestedContender contender(groupOf(20ms, 50ms));
    contender.begin();
    contender.stop();
    contender.client.tellReleased(1);
    QVERIFY(contender.hasStopped());
    contender.client.takeCalls();
    contender.it->start();
    contender.loop.runReady();
    QCOMPARE(contender.client.takeCalls(), ClientCalls({"acquire 2"}));
}

/// Who is told to begin while it still gives back what it has.
void LoadContenderTest::startsAgainWhenAStopIsDone() {
    TestedContender contender(groupOf(20ms, 50ms));
    contender.beginHolding();
    contender.stop();
    contender.it->start(10ms);
    contender.client.tellReleased(1);
    QVERIFY(contender.hasStopped());
    QCOMPARE(contender.client.takeCalls(), ClientCalls({"release 1"}));
    contender.loop.advance(10ms);
    QCOMPARE(contender.client.takeCalls(), ClientCalls({"acquire 2"}));
    // … unless it is told to stop again meanwhile.
    contender.client.tellGranted(2, 12);
    contender.stop();
    contender.it->start();
    contender.stop();
    contender.client.tellReleased(2);
    contender.loop.advance(1min);
    QCOMPARE(contender.client.takeCalls(), ClientCalls({"release 2"}));
}

void LoadContenderTest::closesItsSession() {
    TestedContender contender(groupOf(20ms, 50ms));
    contender.beginHolding();
    bool isClosed = false;
    contender.it->close([&] { isClosed = true; });
    contender.client.tellReleased(1);
    contender.loop.runReady();
    QCOMPARE(contender.client.takeCalls(), ClientCalls({"release 1", "close"}));
    QVERIFY(!isClosed);
    contender.client.tell(0, ClientEvent::Closed{});
    contender.loop.runReady();
    QVERIFY(isClosed);
    contender.it.reset();
    QVERIFY(contender.client.isGone());
}

void LoadContenderTest::lostHoldIsGivenBackAndCounted() {
    TestedContender contender(groupOf(10min, 50ms));
    contender.beginHolding();
    contender.client.tellHold(1, HoldState::Suspended);
    QCOMPARE(contender.client.takeCalls(), ClientCalls());
    QCOMPARE(contender.it->view().hold, HoldState::Suspended);
    contender.client.tellHold(1, HoldState::Lost);
    QCOMPARE(contender.client.takeCalls(), ClientCalls({"release 1"}));
    contender.client.tellReleased(1);
    QVERIFY(contender.it->view().problem);
    QCOMPARE(contender.it->view().problem->code, ErrorCode::HoldLost);
    QCOMPARE(contender.it->view().activity, ContenderActivity::Failed);
    contender.loop.advance(1min);
    QCOMPARE(contender.client.takeCalls(), ClientCalls({"acquire 2"}));
}

void LoadContenderTest::failedAcquireIsTriedAgain() {
    TestedContender contender(groupOf(20ms, 50ms));
    contender.begin();
    contender.client.tellFailed(1, ErrorCode::NoAuth);
    QCOMPARE(contender.client.takeCalls(), ClientCalls({"release 1"}));
    contender.client.tellReleased(1);
    QCOMPARE(contender.it->view().activity, ContenderActivity::Failed);
    contender.loop.advance(1min);
    QCOMPARE(contender.client.takeCalls(), ClientCalls({"acquire 2"}));
    const auto counts = contender.tally.groups(contender.loop.now()).front();
    QCOMPARE(counts.failures.at("NoAuth"), 1u);
    QCOMPARE(counts.grants, 0u);
}

void LoadContenderTest::hopelessFailureIsNot() {
    TestedContender contender(groupOf(20ms, 50ms));
    contender.begin();
    contender.client.tellFailed(1, ErrorCode::SequenceExhausted);
    contender.client.tellReleased(1);
    contender.client.takeCalls();
    contender.loop.advance(10min);
    QCOMPARE(contender.client.takeCalls(), ClientCalls());
    QVERIFY(contender.it->isDone());
    QCOMPARE(contender.it->view().problem->code, ErrorCode::SequenceExhausted);
}

void LoadContenderTest::endOfTheSessionOpensAnother() {
    TestedContender contender(groupOf(10min, 50ms));
    contender.beginHolding();
    contender.client.tellFailed(0, ErrorCode::SessionExpired);
    QCOMPARE(contender.client.takeCalls(), ClientCalls({"release 1"}));
    contender.client.tellReleased(1);
    contender.loop.advance(1min);
    QCOMPARE(contender.client.takeCalls(), ClientCalls({"open"}));
    contender.client.tellOpened();
    QCOMPARE(contender.client.takeCalls(), ClientCalls({"acquire 2"}));
    QCOMPARE(contender.tally.groups(contender.loop.now()).front().expired, 1u);
}

void LoadContenderTest::answersOfEarlierRoundsMoveNothing() {
    auto group = groupOf(5ms, 50ms);
    group.writes = writesOf(0);
    TestedContender contender(group);
    contender.beginHolding();
    contender.it->write();
    contender.client.tellHold(1, HoldState::Lost);
    contender.client.tellReleased(1);
    contender.loop.advance(1min);
    contender.client.tellGranted(2, 22);
    contender.client.takeCalls();
    const auto activity = contender.it->view().activity;
    contender.client.tell(1, ClientEvent::WriteRefused{WriteRefusal::HoldLost, "gone"});
    contender.client.tellHold(1, HoldState::Lost);
    contender.client.tellReleased(1);
    contender.client.tellGranted(1, 11);
    QCOMPARE(contender.client.takeCalls(), ClientCalls());
    QCOMPARE(contender.it->view().activity, activity);
    QCOMPARE(contender.it->view().node, std::string("lock-22"));
    QCOMPARE(contender.it->view().grants, 2u);
    QCOMPARE(contender.it->view().refused, 1u);  // though that counts
}

void LoadContenderTest::crashesAtTheNextGrant() {
    TestedContender contender(groupOf(20ms, 50ms));
    contender.begin();
    contender.it->crashWhileHolding();
    QCOMPARE(contender.client.takeCalls(), ClientCalls());
    contender.client.tellGranted(1, 11);
    QCOMPARE(contender.client.takeCalls(), ClientCalls({"kill"}));
    contender.client.tell(0, ClientEvent::Ended{"killed"});
    contender.loop.advance(1min);
    QCOMPARE(contender.client.takeCalls(), ClientCalls());
    QVERIFY(contender.it->isDone());
    QCOMPARE(contender.it->view().fault, ContenderFault::Killed);
    // Its session lives on, as its server knows of nothing.
    QVERIFY(contender.it->view().sessionEndsByUnixMs);
    QCOMPARE(contender.it->view().node, std::string("lock-11"));
    QCOMPARE(contender.tally.locks(contender.loop.now()).front().grants, 1u);
}

void LoadContenderTest::crashesAtOnceWhileHolding() {
    TestedContender contender(groupOf(10min, 50ms));
    contender.beginHolding();
    contender.it->crashWhileHolding();
    QCOMPARE(contender.client.takeCalls(), ClientCalls({"kill"}));
}

void LoadContenderTest::faultsAreShownAtOnce() {
    TestedContender contender(groupOf(10min, 50ms));
    contender.beginHolding();
    const auto before = contender.changes;
    contender.it->disturb(Disturbance::Freeze);
    QCOMPARE(contender.it->view().fault, ContenderFault::Stalled);
    QVERIFY(contender.changes > before);
    contender.it->disturb(Disturbance::Thaw);
    QCOMPARE(contender.it->view().fault, ContenderFault::None);
    contender.client.traits().pid = 4711;
    contender.it->disturb(Disturbance::Freeze);
    QCOMPARE(contender.it->view().fault, ContenderFault::Frozen);
    QCOMPARE(contender.client.takeCalls(), ClientCalls({"freeze", "thaw", "freeze"}));
}

/// Others may stop a process, and let it go on; an order of the lab's takes a moment until it shows.
void LoadContenderTest::whatItsProcessDoesIsLookedAt() {
    TestedContender contender(groupOf(10min, 50ms));
    contender.beginHolding();
    contender.client.traits().pid = 4711;
    contender.loop.advance(10s);
    QVERIFY(!contender.it->processSeen(false));
    QVERIFY(contender.it->processSeen(true) == Disturbance::Freeze);
    QCOMPARE(contender.it->view().fault, ContenderFault::Frozen);
    contender.loop.advance(2s);
    QVERIFY(contender.it->processSeen(false) == Disturbance::Thaw);
    QCOMPARE(contender.it->view().fault, ContenderFault::None);
    contender.loop.advance(2s);
    contender.it->disturb(Disturbance::Freeze);
    QVERIFY(!contender.it->processSeen(false));
    QCOMPARE(contender.it->view().fault, ContenderFault::Frozen);
    contender.loop.advance(2s);
    QVERIFY(!contender.it->processSeen(false));
    QVERIFY(!contender.it->processSeen(true));
    QVERIFY(contender.it->processSeen(false) == Disturbance::Thaw);
    QCOMPARE(contender.client.takeCalls(), ClientCalls({"freeze"}));
}

void LoadContenderTest::processThatEndsByItselfIsTold() {
    TestedContender contender(groupOf(10min, 50ms));
    contender.beginHolding();
    contender.client.tell(0, ClientEvent::Ended{"signal 9"});
    const ContenderView& view = contender.it->view();
    QCOMPARE(view.fault, ContenderFault::Ended);
    QVERIFY(view.problem && view.problem->what.find("signal 9") != std::string::npos);
    QVERIFY(view.sessionEndsByUnixMs);
    QCOMPARE(view.node, std::string("lock-11"));
    QCOMPARE(contender.tally.groups(contender.loop.now()).front().failures.size(), std::size_t{1});
    contender.it->disturb(Disturbance::Thaw);
    QCOMPARE(contender.client.takeCalls(), ClientCalls());
}

void LoadContenderTest::nothingIsDoneToOneThatWasKilled() {
    TestedContender contender(groupOf(10min, 50ms));
    contender.beginHolding();
    contender.it->disturb(Disturbance::Kill);
    contender.it->disturb(Disturbance::Thaw);
    QCOMPARE(contender.it->view().fault, ContenderFault::Killed);
    QCOMPARE(contender.client.takeCalls(), ClientCalls({"kill"}));
}

void LoadContenderTest::sharedFaultsReachNoClient() {
    TestedContender contender(groupOf(10min, 50ms));
    contender.beginHolding();
    int told = 0;
    contender.it->setDisturbed([&](Disturbance) { ++told; });
    contender.it->suffer(Disturbance::Cut);
    QCOMPARE(contender.it->view().fault, ContenderFault::Cut);
    QCOMPARE(contender.client.takeCalls(), ClientCalls());
    QCOMPARE(told, 0);
}

void LoadContenderTest::rateOfAllIsBounded() {
    TestedContender contender(groupOf(0ms, 0ms), 10);
    contender.client.setAnswers(true);
    contender.it->open();
    contender.it->start();
    contender.loop.advance(10s);
    const auto grants = contender.it->view().grants;
    QVERIFY2(grants >= 95 && grants <= 101, std::to_string(grants).c_str());
}

void LoadContenderTest::whoLeavesTheGateGivesWayToTheNext() {
    ManualLoop loop;
    RateGate gate(loop, 1);
    ClientCalls gone;
    gate.enter([&] { gone.emplace_back("first"); });
    const auto second = gate.enter([&] { gone.emplace_back("second"); });
    gate.enter([&] { gone.emplace_back("third"); });
    loop.runReady();
    gate.leave(second);
    loop.advance(1s);
    QCOMPARE(gone, ClientCalls({"first", "third"}));
}

void LoadContenderTest::sameSeedDrawsTheSameTimes() {
    const auto play = [] {
        auto group = groupOf(0ms, 0ms);
        group.hold = TimeSpread::exponential(20ms);
        group.think = TimeSpread::uniform(1ms, 50ms);
        group.cycles = 50;
        TestedContender contender(group);
        contender.client.setAnswers(true);
        contender.it->open();
        contender.it->start();
        const auto began = contender.loop.now();
        while (!contender.it->isDone())
            contender.loop.advance(1ms);
        return std::pair(contender.loop.now() - began,
                         contender.tally.locks(contender.loop.now()).front().holds.most());
    };
    const auto first = play();
    QVERIFY(play() == first);
    QVERIFY(first.second > 20ms);
}

LOCKSCOPE_TEST(LoadContenderTest)
#include "tst_load_contender.moc"
