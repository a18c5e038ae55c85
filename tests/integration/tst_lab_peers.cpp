// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "awaited_run.h"
#include "heard_lock_client.h"
#include "live_session.h"
#include "test_cluster.h"
#include "test_program.h"

#include "clients/own_lock_client.h"
#include "clients/process_lock_client.h"

#include <lockcore/lab/checks.h>
#include <lockcore/lab/programs.h>
#include <lockcore/lab/register.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

/// Curator's or kazoo's contenders beside lockcore's, on a cluster of their own. Test's thread.
class LabOfPeers {
public:
    explicit LabOfPeers(ClientLibrary library)
        : m_program(LabPrograms::in(LAB_PROGRAMS).programs.at(library)) {
        m_control.await<void>([](Session& session, Completion<void> done) {
            makeRegister(session, "/register", std::move(done));
        });
    }

    const std::string& whyNot() const { return m_program.whyNot; }
    std::shared_ptr<ContenderProgram> start(std::chrono::milliseconds timeout = 20s) {
        return ContenderProgram::start(m_processes, m_control.loop(),
                                       contenderCommand(*m_program.command, m_cluster, timeout));
    }
    HeardLockClient::Make peer(std::shared_ptr<ContenderProgram> program,
                               LockRecipe recipe = LockRecipe::Mutex,
                               RegisterCheck check = RegisterCheck::Token, int leases = 1) {
        ProcessClientPlan plan{.contender = ++m_last, .recipe = recipe, .paths = {"/lock"}};
        plan.leases = leases;
        plan.registerPath = "/register";
        plan.check = check;
        return
            [plan, program](Loop& loop) { return std::make_unique<ProcessLockClient>(loop, plan, program); };
    }
    HeardLockClient::Make ours() {
        OwnClientPlan plan{.contender = ++m_last, .path = "/lock"};
        plan.check = RegisterCheck::Token;
        return [this, plan](Loop& loop) {
            return std::make_unique<OwnLockClient>(
                loop, plan, ownSession(m_control.loop(), SessionOptions{m_cluster, 20s}),
                std::make_shared<RegisterWriter>(m_control.session(), "/register"));
        };
    }
    RegisterReading reading() {
        return m_control
            .await<RegisterReading>([](Session& session, Completion<RegisterReading> done) {
                readBack(session, "/register", std::move(done));
            })
            .value_or(RegisterReading{});
    }
    std::size_t queued() {
        const auto list = m_control.await<ChildList>([](Session& session, Completion<ChildList> done) {
            session.children("/lock", {}, std::move(done));
        });
        return list ? list->names.size() : 0;
    }
    EventLoop& loop() { return m_control.loop(); }

private:
    const LabProgram m_program;
    const std::string m_cluster = freshCluster();
    LiveSession m_control{m_cluster};
    ContenderProcesses m_processes{m_control.loop()};
    std::uint64_t m_last = 0;
};

bool opens(HeardLockClient& client) {
    client.open();
    return client.hears("0 opened");
}

ClientLibrary fetchedLibrary() {
    QFETCH_GLOBAL(QString, library);
    return clientLibrary(library.toStdString()).value_or(ClientLibrary::Lockcore);
}

}  // namespace

/// Real clients of Curator and kazoo as contenders of the lab.
class LabPeersTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase_data();
    void init();
    void tellsTheTimeoutThatWasAgreedOn();
    void inTurnsWithLockcore();
    void givesUpWhileItWaits();
    void pausedItLearnsOfItsLossBeforeItsLateWrite();
    void pausedItsUncheckedWriteIsTaken();
    void whoseZnodeIsGoneIsRefused();
    void severalLiveInOne();
    void leasesAreShared();
    void unknownRecipesAreTold();
    void znodeThatSomebodyHasDeletedIsNoFaultOfTheirs();
};

void LabPeersTest::initTestCase_data() {
    QTest::addColumn<QString>("library");
    QTest::newRow("curator") << QStringLiteral("curator");
    QTest::newRow("kazoo") << QStringLiteral("kazoo");
}

void LabPeersTest::init() {
    const auto program = LabPrograms::in(LAB_PROGRAMS).programs.at(fetchedLibrary());
    if (!program.command) QSKIP(program.whyNot.c_str());
}

/// Servers have a longest one, whatever is asked for.
void LabPeersTest::tellsTheTimeoutThatWasAgreedOn() {
    LabOfPeers lab(fetchedLibrary());
    HeardLockClient peer(lab.loop(), lab.peer(lab.start(100s)));
    QVERIFY(opens(peer));
    QVERIFY(peer.last<ClientEvent::Opened>().timeout == LocalClusterOptions{}.maxSessionTimeout);
}

void LabPeersTest::inTurnsWithLockcore() {
    LabOfPeers lab(fetchedLibrary());
    HeardLockClient peer(lab.loop(), lab.peer(lab.start()));
    HeardLockClient ours(lab.loop(), lab.ours());
    QVERIFY2(opens(peer), peer.heard().empty() ? "" : peer.heard().back().c_str());
    QVERIFY(opens(ours));
    QVERIFY(peer.last<ClientEvent::Opened>().timeout > 0ms);
    for (const std::uint64_t round : {1U, 2U, 3U}) {
        const std::string word = std::to_string(round);
        peer.acquire(round);
        QVERIFY2(peer.hears(word + " granted"), peer.heard().back().c_str());
        const auto theirs = peer.last<ClientEvent::Granted>();
        QVERIFY(theirs.node.find("-lock-") != std::string::npos);
        ours.acquire(round);
        QVERIFY(ours.hears(word + " queued"));
        peer.write(round, kNextNumber);
        QVERIFY2(peer.hears(word + " written"), peer.heard().back().c_str());
        peer.release(round);
        QVERIFY(peer.hears(word + " released"));
        QVERIFY(ours.hears(word + " granted"));
        QVERIFY(raw(theirs.token) > 0);
        QVERIFY(raw(ours.last<ClientEvent::Granted>().token) > raw(theirs.token));
        ours.write(round, kNextNumber);
        QVERIFY(ours.hears(word + " written"));
        ours.release(round);
    }
    const auto reading = lab.reading();
    QCOMPARE(reading.writes(), 6u);
    QCOMPARE(reading.stale + reading.duplicates + reading.mingled, 0u);
    QCOMPARE(reading.entries.back().number, std::int64_t{6});
    peer.close();
    QVERIFY(peer.hears("0 closed"));
}

void LabPeersTest::givesUpWhileItWaits() {
    LabOfPeers lab(fetchedLibrary());
    HeardLockClient ours(lab.loop(), lab.ours());
    HeardLockClient peer(lab.loop(), lab.peer(lab.start()));
    QVERIFY(opens(ours));
    QVERIFY(opens(peer));
    ours.acquire(1);
    QVERIFY(ours.hears("1 granted"));
    peer.acquire(1);
    QTRY_COMPARE_WITH_TIMEOUT(lab.queued(), std::size_t{2}, kServerPatienceMs);
    peer.release(1);
    QVERIFY(peer.hears("1 released"));
    QTRY_COMPARE_WITH_TIMEOUT(lab.queued(), std::size_t{1}, kServerPatienceMs);
    ours.release(1);
    peer.acquire(2);
    QVERIFY2(peer.hears("2 granted"), peer.heard().back().c_str());
    QVERIFY(!peer.hasHeard("1 granted"));
}

void LabPeersTest::pausedItLearnsOfItsLossBeforeItsLateWrite() {
    LabOfPeers lab(fetchedLibrary());
    HeardLockClient peer(lab.loop(), lab.peer(lab.start(4s)));
    HeardLockClient ours(lab.loop(), lab.ours());
    QVERIFY(opens(peer));
    QVERIFY(opens(ours));
    peer.acquire(1);
    QVERIFY2(peer.hears("1 granted"), peer.heard().back().c_str());
    ours.acquire(1);
    QVERIFY(ours.hears("1 queued"));
    peer.disturb(Disturbance::Freeze);
    QVERIFY(ours.hears("1 granted"));
    ours.write(1);
    QVERIFY(ours.hears("1 written"));
    peer.write(1);
    peer.disturb(Disturbance::Thaw);
    QVERIFY2(peer.hears("1 refused stale-token"), peer.heard().back().c_str());
    QVERIFY(peer.hasHeardBefore("1 hold Lost", "1 refused stale-token"));
    QCOMPARE(lab.reading().writes(), 1u);
    QVERIFY(peer.hears("0 failed SessionExpired"));
    peer.release(1);
    QVERIFY(peer.hears("1 released"));
    ours.release(1);
    peer.open();
    peer.acquire(2);
    QVERIFY2(peer.hears("2 granted"), peer.heard().back().c_str());
}

void LabPeersTest::pausedItsUncheckedWriteIsTaken() {
    LabOfPeers lab(fetchedLibrary());
    HeardLockClient peer(lab.loop(), lab.peer(lab.start(4s), LockRecipe::Mutex, RegisterCheck::None));
    HeardLockClient ours(lab.loop(), lab.ours());
    QVERIFY(opens(peer));
    QVERIFY(opens(ours));
    peer.acquire(1);
    QVERIFY(peer.hears("1 granted"));
    ours.acquire(1);
    QVERIFY(ours.hears("1 queued"));
    peer.disturb(Disturbance::Freeze);
    QVERIFY(ours.hears("1 granted"));
    ours.write(1);
    QVERIFY(ours.hears("1 written"));
    peer.write(1);
    peer.disturb(Disturbance::Thaw);
    QVERIFY2(peer.hears("1 written"), peer.heard().back().c_str());
    QCOMPARE(lab.reading().stale, 1u);
}

/// Checked in the transaction that writes.
void LabPeersTest::whoseZnodeIsGoneIsRefused() {
    LabOfPeers lab(fetchedLibrary());
    HeardLockClient peer(lab.loop(), lab.peer(lab.start(4s), LockRecipe::Mutex, RegisterCheck::Hold));
    HeardLockClient ours(lab.loop(), lab.ours());
    QVERIFY(opens(peer));
    QVERIFY(opens(ours));
    peer.acquire(1);
    QVERIFY(peer.hears("1 granted"));
    peer.write(1);
    QVERIFY2(peer.hears("1 written"), peer.heard().back().c_str());
    ours.acquire(1);
    QVERIFY(ours.hears("1 queued"));
    peer.disturb(Disturbance::Freeze);
    QVERIFY(ours.hears("1 granted"));
    peer.write(1);
    peer.disturb(Disturbance::Thaw);
    QVERIFY2(peer.hears("1 refused hold-lost"), peer.heard().back().c_str());
    QCOMPARE(lab.reading().writes(), 1u);
}

void LabPeersTest::severalLiveInOne() {
    LabOfPeers lab(fetchedLibrary());
    const auto program = lab.start();
    HeardLockClient first(lab.loop(), lab.peer(program));
    HeardLockClient second(lab.loop(), lab.peer(program));
    QVERIFY(opens(first));
    QVERIFY(opens(second));
    QCOMPARE(first.pid(), second.pid());
    first.acquire(1);
    QVERIFY(first.hears("1 granted"));
    second.acquire(1);
    QTRY_COMPARE_WITH_TIMEOUT(lab.queued(), std::size_t{2}, kServerPatienceMs);
    first.release(1);
    QVERIFY(second.hears("1 granted"));
    program->disturb(Disturbance::Kill);
    QVERIFY(first.hears("0 ended"));
    QVERIFY(second.hears("0 ended"));
}

void LabPeersTest::leasesAreShared() {
    LabOfPeers lab(fetchedLibrary());
    const auto program = lab.start();
    std::vector<std::unique_ptr<HeardLockClient>> clients;
    for (int i = 0; i < 3; ++i) {
        clients.push_back(std::make_unique<HeardLockClient>(
            lab.loop(), lab.peer(program, LockRecipe::Semaphore, RegisterCheck::None, 2)));
        QVERIFY(opens(*clients.back()));
    }
    clients[0]->acquire(1);
    QVERIFY2(clients[0]->hears("1 granted"), clients[0]->heard().back().c_str());
    clients[1]->acquire(1);
    QVERIFY2(clients[1]->hears("1 granted"), clients[1]->heard().back().c_str());
    clients[2]->acquire(1);
    const TimePoint before = Clock::now();
    clients[0]->release(1);
    QVERIFY2(clients[2]->hears("1 granted"), clients[2]->heard().back().c_str());
    QVERIFY(clients[2]->timeOf("1 granted") >= before);
}

void LabPeersTest::unknownRecipesAreTold() {
    LabOfPeers lab(fetchedLibrary());
    HeardLockClient peer(lab.loop(), lab.peer(lab.start(), LockRecipe::DoubleBarrier));
    peer.open();
    QTRY_VERIFY_WITH_TIMEOUT(!peer.heard().empty(), kServerPatienceMs);
    QVERIFY2(peer.heard().back().starts_with("0 failed"), peer.heard().back().c_str());
}

/// They hear nothing of it, and believe still when the next one is granted the lock.
void LabPeersTest::znodeThatSomebodyHasDeletedIsNoFaultOfTheirs() {
    const auto cluster = freshCluster();
    LiveSession session(cluster);
    LabPlace place;
    place.foreign.connectString = cluster;
    AwaitedRun run(place, {}, LabPrograms::in(LAB_PROGRAMS));
    const auto begun = run.begin();
    QVERIFY(begun && run.beginPhase("first"));
    ContenderGroup group;
    group.name = "peers";
    group.library = fetchedLibrary();
    group.locks = {"orders"};
    group.count = group.processes = 2;
    group.hold = TimeSpread::fixed(1min);
    const auto ids = run.run().add(group);
    QVERIFY(ids);
    run.run().start(*ids);
    const std::string lock = begun->path + "/locks/orders";
    const auto queue = [&] {
        const auto list = session.await<ChildList>(
            [&](Session& asked, Completion<ChildList> done) { asked.children(lock, {}, std::move(done)); });
        return list ? list->names.size() : 0;
    };
    QTRY_COMPARE_WITH_TIMEOUT(queue(), std::size_t{2}, 60'000);
    const auto view = run.await([](const LabView& seen) { return seen.grants == 1; });
    QVERIFY(view);
    const auto holder =
        std::ranges::find(view->contenders, ContenderActivity::Holding, &ContenderView::activity);
    QVERIFY(holder != view->contenders.end());
    QVERIFY(session.await<void>([&](Session& asked, Completion<void> done) {
        asked.remove(lock + '/' + holder->node, -1, std::move(done));
    }));
    QVERIFY(run.await([](const LabView& later) { return later.grants == 2; }));
    const auto phase = run.endPhase();
    QVERIFY(phase);
    QCOMPARE(phase->mostBelievers, std::uint64_t{2});
    QVERIFY(wasDisturbed(*phase));
    QVERIFY(run.end());
}

LOCKSCOPE_TEST(LabPeersTest)
#include "tst_lab_peers.moc"
