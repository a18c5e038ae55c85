// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "heard_lock_client.h"
#include "live_session.h"
#include "test_cluster.h"
#include "test_program.h"

#include "clients/own_lock_client.h"

#include <lockcore/recipes/barrier.h>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

HeardLockClient::Make gateClient(LiveSession& control, const std::string& cluster, LockRecipe recipe,
                                 int leases) {
    return [&control, cluster, recipe, leases](Loop& loop) {
        OwnClientPlan plan{.contender = 1, .recipe = recipe, .path = "/gate"};
        plan.leases = leases;
        return std::make_unique<OwnLockClient>(
            loop, plan, ownSession(control.loop(), SessionOptions{cluster, 10s}), nullptr);
    };
}

}  // namespace

/// Recipes that let several pass, as contenders of the lab take them on a real server.
class LabGatesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void semaphoreHasAsManyAsItSays();
    void doubleBarrierWaitsForAll();
    void barrierOpens();
    void anotherNumberOfLocksIsRefused();
};

void LabGatesTest::semaphoreHasAsManyAsItSays() {
    const std::string cluster = freshCluster();
    LiveSession control(cluster);
    const auto make = gateClient(control, cluster, LockRecipe::Semaphore, 2);
    HeardLockClient first(control.loop(), make);
    HeardLockClient second(control.loop(), make);
    HeardLockClient third(control.loop(), make);
    for (auto* const client : {&first, &second, &third})
        client->open();
    first.acquire(1);
    second.acquire(1);
    QVERIFY(first.hears("1 granted"));
    QVERIFY(second.hears("1 granted"));
    third.acquire(1);
    second.release(1);
    QVERIFY(third.hears("1 granted"));
    QVERIFY(third.timeOf("1 granted") >= second.timeOf("1 released"));
}

void LabGatesTest::doubleBarrierWaitsForAll() {
    const std::string cluster = freshCluster();
    LiveSession control(cluster);
    const auto make = gateClient(control, cluster, LockRecipe::DoubleBarrier, 2);
    HeardLockClient first(control.loop(), make);
    HeardLockClient second(control.loop(), make);
    first.open();
    second.open();
    QVERIFY(first.hears("0 opened"));
    QVERIFY(second.hears("0 opened"));
    first.acquire(1);
    const auto members = [&] {
        const auto list = control.await<ChildList>([](Session& session, Completion<ChildList> done) {
            session.children("/gate", {}, std::move(done));
        });
        return list ? list->names.size() : std::size_t{0};
    };
    QTRY_COMPARE_WITH_TIMEOUT(members(), std::size_t{1}, kServerPatienceMs);
    QVERIFY(!first.hasHeard("1 granted"));
    second.acquire(1);
    QVERIFY(first.hears("1 granted"));
    QVERIFY(second.hears("1 granted"));
    first.release(1);
    const TimePoint before = Clock::now();
    second.release(1);
    QVERIFY(first.hears("1 released"));
    QVERIFY(first.timeOf("1 released") >= before);
    QVERIFY(second.hears("1 released"));
    QTRY_COMPARE_WITH_TIMEOUT(members(), std::size_t{0}, kServerPatienceMs);
}

void LabGatesTest::barrierOpens() {
    const std::string cluster = freshCluster();
    LiveSession control(cluster);
    Barrier barrier(control.session(), "/gate");
    QVERIFY(barrier.set());
    HeardLockClient client(control.loop(), gateClient(control, cluster, LockRecipe::Barrier, 1));
    client.open();
    QVERIFY(client.hears("0 opened"));
    client.acquire(1);
    client.release(1);
    QVERIFY(client.hears("1 released"));
    QVERIFY(!client.hasHeard("1 granted"));
    client.acquire(2);
    QVERIFY(barrier.remove());
    QVERIFY(client.hears("2 granted"));
    QCOMPARE(client.last<ClientEvent::Granted>().token, Zxid::None);
}

void LabGatesTest::anotherNumberOfLocksIsRefused() {
    const std::string cluster = freshCluster();
    LiveSession control(cluster);
    HeardLockClient client(control.loop(), gateClient(control, cluster, LockRecipe::Nested, 1));
    client.open();
    QVERIFY(client.hears("0 opened"));
    client.acquire(1);
    QVERIFY(client.hears("1 failed BadArguments"));
}

LOCKSCOPE_TEST(LabGatesTest)
#include "tst_lab_gates.moc"
