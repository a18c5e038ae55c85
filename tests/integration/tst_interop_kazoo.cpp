// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "awaited_lock.h"
#include "peer.h"
#include "test_cluster.h"
#include "test_program.h"

using namespace lockcore;

namespace {

/// Owner sessions in queue order, as "0x… 0x…".
QString ownersOf(const LockQueue& queue) {
    QStringList owners;
    for (const QueueRow& row : queue.rows) {
        owners << QString::fromStdString(toHex(row.contender->stat->ephemeralOwner));
    }
    return owners.join(' ');
}

}  // namespace

/// Locks of kazoo, in kazoo's own layout, as they are observed.
class TestInteropKazoo : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void queueOfALock();
    void readersAndWriters();
    void waiterThatGivesUp();
    void unreadableContender();
};

void TestInteropKazoo::initTestCase() {
    if (const QString problem = Peer::kazooProblem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
}

void TestInteropKazoo::queueOfALock() {
    const std::string connect = TestCluster::instance().freshConnectString();
    LiveSession session(connect);
    const auto first = Peer::kazoo(connect);
    const auto second = Peer::kazoo(connect);
    const auto third = Peer::kazoo(connect);
    QVERIFY(first && second && third);
    for (const auto* peer : {&first, &second, &third})
        QCOMPARE((*peer)->ask("lock /app/lock"), "LOCK /app/lock");
    AwaitedLock lock(session, "/app/lock");

    QCOMPARE(first->ask("acquire"), kAcquired);
    second->send("acquire");
    QVERIFY(lock.awaitRoles("holder exclusive, waiter exclusive after 0"));
    third->send("acquire");
    const auto queue =
        lock.awaitRoles("holder exclusive, waiter exclusive after 0, waiter exclusive after 1");
    QVERIFY(queue);
    QCOMPARE(queue->dialect, Dialect::KazooLock);
    QVERIFY(!queue->mixed);
    QCOMPARE("CONTENDERS " + ownersOf(*queue), first->ask("contenders"));
    QCOMPARE("SESSION " + ownersOf(*queue).section(' ', 0, 0), first->ask("session"));
    for (const QueueRow& row : queue->rows) {
        QCOMPARE(row.contender->data, toHex(row.contender->stat->ephemeralOwner));  // kazoo's identifier
    }

    QCOMPARE(first->ask("release"), kReleased);
    QCOMPARE(second->hear(), kAcquired);
    const auto after = lock.awaitRoles("holder exclusive, waiter exclusive after 0");
    QVERIFY(after);
    QCOMPARE(ownersOf(*after), ownersOf(*queue).section(' ', 1));
    QCOMPARE(second->ask("release"), kReleased);
    QCOMPARE(third->hear(), kAcquired);
}

/// kazoo names a write lock as it names a plain one, so both are exclusive.
void TestInteropKazoo::readersAndWriters() {
    const std::string connect = TestCluster::instance().freshConnectString();
    LiveSession session(connect);
    const auto reader = Peer::kazoo(connect);
    const auto otherReader = Peer::kazoo(connect);
    const auto writer = Peer::kazoo(connect);
    const auto lateReader = Peer::kazoo(connect);
    QVERIFY(reader && otherReader && writer && lateReader);
    for (const auto* peer : {&reader, &otherReader, &lateReader})
        (*peer)->ask("read /table");
    writer->ask("write /table");
    AwaitedLock lock(session, "/table");

    QCOMPARE(reader->ask("acquire"), kAcquired);
    QCOMPARE(otherReader->ask("acquire"), kAcquired);
    writer->send("acquire");
    QVERIFY(lock.awaitRoles("holder read, holder read, waiter exclusive after 1"));
    lateReader->send("acquire");
    const auto queue =
        lock.awaitRoles("holder read, holder read, waiter exclusive after 1, waiter read after 2");
    QVERIFY(queue);
    QCOMPARE(queue->dialect, Dialect::KazooLock);
    QVERIFY(writer->isSilent() && lateReader->isSilent());

    QCOMPARE(otherReader->ask("release"), kReleased);
    QVERIFY(lock.awaitRoles("holder read, waiter exclusive after 0, waiter read after 1"));
    QCOMPARE(reader->ask("release"), kReleased);
    QCOMPARE(writer->hear(), kAcquired);
    QVERIFY(lock.awaitRoles("holder exclusive, waiter read after 0"));
    QCOMPARE(writer->ask("release"), kReleased);
    QCOMPARE(lateReader->hear(), kAcquired);
    QVERIFY(lock.awaitRoles("holder read"));
}

void TestInteropKazoo::waiterThatGivesUp() {
    const std::string connect = TestCluster::instance().freshConnectString();
    LiveSession session(connect);
    const auto holder = Peer::kazoo(connect);
    const auto waiter = Peer::kazoo(connect);
    QVERIFY(holder && waiter);
    holder->ask("lock /lock");
    waiter->ask("lock /lock");
    AwaitedLock lock(session, "/lock");

    QCOMPARE(holder->ask("acquire"), kAcquired);
    waiter->send("acquire 500");
    QVERIFY(lock.awaitRoles("holder exclusive, waiter exclusive after 0"));
    QCOMPARE(waiter->hear(), "TIMEOUT");
    QVERIFY(lock.awaitRoles("holder exclusive"));
}

/// A contender that may not be read keeps its place, which only takes its name, and says why its data is not
/// known: nor its owner, where the server forbids the Stat too.
void TestInteropKazoo::unreadableContender() {
    const std::string connect = TestCluster::instance().freshConnectString();
    LiveSession session(connect);
    const auto holder = Peer::kazoo(connect);
    const auto waiter = Peer::kazoo(connect);
    QVERIFY(holder && waiter);
    holder->ask("lock /lock");
    waiter->ask("lock /lock");
    QCOMPARE(holder->ask("acquire"), kAcquired);
    QString node;
    {
        AwaitedLock lock(session, "/lock");
        const auto queue = lock.awaitRoles("holder exclusive");
        QVERIFY(queue);
        node = QString::fromStdString("/lock/" + queue->rows[0].contender->name);
    }
    QCOMPARE(holder->ask("hide " + node), "DONE");

    AwaitedLock lock(session, "/lock");
    const auto queue = lock.awaitRoles("holder exclusive");
    QVERIFY(queue);
    QVERIFY(queue->rows[0].contender->problem);
    QCOMPARE(queue->rows[0].contender->problem->code, ErrorCode::NoAuth);
    QVERIFY(queue->rows[0].contender->data.empty());
    if (TestCluster::instance().statNeedsRead())
        QVERIFY(!queue->rows[0].contender->stat);
    else
        QCOMPARE("SESSION " + ownersOf(*queue), holder->ask("session"));
}

LOCKSCOPE_TEST(TestInteropKazoo)
#include "tst_interop_kazoo.moc"
