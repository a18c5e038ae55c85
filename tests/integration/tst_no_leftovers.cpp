// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "awaited_lock.h"
#include "test_cluster.h"
#include "test_program.h"

#include <lockcore/recipes/mutex.h>
#include <lockcore/recipes/read_write_lock.h>

#include <QTcpSocket>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

/// A figure of the server's "mntr", such as "zk_watch_count".
int serverCount(const QByteArray& name) {
    QTcpSocket socket;
    socket.connectToHost(QHostAddress::LocalHost, TestCluster::instance().server().port());
    if (!socket.waitForConnected()) return -1;
    socket.write("mntr");
    while (socket.waitForReadyRead()) {
    }
    for (const QByteArray& line : socket.readAll().split('\n'))
        if (line.startsWith(name + '\t')) return line.mid(name.size() + 1).trimmed().toInt();
    return -1;
}

}  // namespace

/// What locks and observers leave on the server once they are done: nothing. Processes and files are checked
/// after all tests, by support/leftovers.py.
class TestNoLeftovers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void releasedHold();
    void waiterThatGaveUp();
    void waiterThatWasGranted();
    void observer();
    void closedSession();

private:
    void verifyNothingLeft(LiveSession& session);
};

void TestNoLeftovers::verifyNothingLeft(LiveSession& session) {
    QTRY_COMPARE_WITH_TIMEOUT(session.onLoop([&] { return session.session()->watchCount(); }), std::size_t{0},
                              kServerPatienceMs);
    // A watch that was cancelled while it was being armed is dropped once it is armed.
    QTRY_COMPARE_WITH_TIMEOUT(serverCount("zk_watch_count"), 0, kServerPatienceMs);
    QTRY_COMPARE_WITH_TIMEOUT(serverCount("zk_ephemerals_count"), 0, kServerPatienceMs);
}

void TestNoLeftovers::releasedHold() {
    LiveSession session(TestCluster::instance().freshConnectString());
    Mutex mutex(session.session(), "/lock");
    auto hold = mutex.acquire();
    QVERIFY(hold);
    hold->onRevoke([] {});
    QVERIFY(hold->release());
    verifyNothingLeft(session);
}

void TestNoLeftovers::waiterThatGaveUp() {
    const std::string connect = TestCluster::instance().freshConnectString();
    LiveSession session(connect);
    {
        LiveSession holder(connect);
        ReadWriteLock held(holder.session(), "/lock");
        const auto hold = held.write().acquire();
        QVERIFY(hold);
        ReadWriteLock lock(session.session(), "/lock");
        QCOMPARE(lock.read().acquireFor(200ms).error().code, ErrorCode::DeadlineExceeded);
        std::stop_source stop;
        std::promise<Result<Hold>> ended;
        const Acquisition waiting = lock.write().acquireAsync(
            Owner::unique(), {}, [&](Result<Hold> result) { ended.set_value(std::move(result)); },
            [&](const Queued&) { stop.request_stop(); });
        const std::stop_callback cancel(stop.get_token(), [&] { waiting.cancel(); });
        QCOMPARE(ended.get_future().get().error().code, ErrorCode::Cancelled);
    }
    verifyNothingLeft(session);
}

void TestNoLeftovers::waiterThatWasGranted() {
    const std::string connect = TestCluster::instance().freshConnectString();
    LiveSession session(connect);
    {
        LiveSession holder(connect);
        Mutex held(holder.session(), "/lock");
        auto hold = held.acquire();
        QVERIFY(hold);
        Mutex mutex(session.session(), "/lock");
        std::promise<Result<Hold>> granted;
        mutex.acquireAsync(
            Owner::unique(), {}, [&](Result<Hold> result) { granted.set_value(std::move(result)); },
            [&](const Queued&) { (void)hold->release(); });
        auto next = granted.get_future().get();
        QVERIFY(next);
        QVERIFY(next->release());
    }
    verifyNothingLeft(session);
}

void TestNoLeftovers::observer() {
    LiveSession session(TestCluster::instance().freshConnectString());
    Mutex mutex(session.session(), "/lock");
    auto hold = mutex.acquire();
    QVERIFY(hold);
    {
        AwaitedLock lock(session, "/lock");
        QVERIFY(lock.awaitRoles("holder exclusive"));
        AwaitedLock missing(session, "/missing");
        QVERIFY(missing.await([](const LockQueue& queue) { return queue.freshness == Freshness::Gone; }));
    }
    QVERIFY(hold->release());
    verifyNothingLeft(session);
}

void TestNoLeftovers::closedSession() {
    const std::string connect = TestCluster::instance().freshConnectString();
    LiveSession survivor(connect);
    {
        LiveSession session(connect);
        Mutex mutex(session.session(), "/lock");
        auto hold = mutex.acquire();
        QVERIFY(hold);
        AwaitedLock lock(session, "/lock");
        QVERIFY(lock.awaitRoles("holder exclusive"));
        session.session()->closeAndWait();
        QCOMPARE(hold->state(), HoldState::Lost);
    }
    verifyNothingLeft(survivor);
}

LOCKSCOPE_TEST(TestNoLeftovers)
#include "tst_no_leftovers.moc"
