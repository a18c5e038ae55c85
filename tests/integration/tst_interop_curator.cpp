// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "acquire_later.h"
#include "awaited_lock.h"
#include "peer.h"
#include "test_cluster.h"
#include "test_program.h"

#include <lockcore/observe/operator_actions.h>
#include <lockcore/recipes/mutex.h>
#include <lockcore/recipes/read_write_lock.h>

#include <QHostAddress>

#include <future>
#include <thread>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

const QString kAcquireShort = QStringLiteral("acquire 300");

/// Reads, adds one and writes back, with nothing but `lock` to keep others from doing so meanwhile.
Result<void> count(LiveSession& session, QueueLock& lock, const std::string& path, int times) {
    for (int i = 0; i < times; ++i) {
        auto hold = lock.acquire();
        if (!hold) return tl::unexpected(hold.error());
        const auto read = session.await<NodeData>(
            [&](Session& zookeeper, auto done) { zookeeper.get(path, {}, std::move(done)); });
        if (!read) return tl::unexpected(read.error());
        const std::string next = std::to_string(std::stoi(read->data) + 1);
        const auto written = session.await<Stat>(
            [&](Session& zookeeper, auto done) { zookeeper.set(path, next, -1, std::move(done)); });
        if (!written) return tl::unexpected(written.error());
        if (auto released = hold->release(); !released) return released;
    }
    return {};
}

}  // namespace

/// lockcore and Curator on the same lock of one real server.
class TestInteropCurator : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void mutexTakesTurns();
    void readersShareAndWritersWait();
    void readerQueuesBehindWaitingWriter();
    void countersLoseNoUpdate_data();
    void countersLoseNoUpdate();
    void curatorGivesBackWhenAsked();
    void ourHolderHearsCuratorsRevoker();
    void observationAgreesWithCurator();
    void lockDirectoriesAreContainers();
};

void TestInteropCurator::initTestCase() {
    if (const QString problem = Peer::curatorProblem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
}

void TestInteropCurator::mutexTakesTurns() {
    const std::string connect = TestCluster::instance().freshConnectString();
    LiveSession session(connect);
    Mutex ours(session.session(), "/jobs/lock");
    const auto curator = Peer::curator(connect);
    QVERIFY(curator);
    QCOMPARE(curator->ask("mutex /jobs/lock"), "LOCK /jobs/lock");
    AwaitedLock lock(session, "/jobs/lock");

    for (int round = 0; round < 5; ++round) {
        QCOMPARE(curator->ask("acquire"), kAcquired);
        const auto refused = ours.acquireFor(kShortWait);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::DeadlineExceeded);
        auto later = acquireLater(ours);
        QVERIFY(lock.awaitRoles("holder exclusive, waiter exclusive after 0"));
        QVERIFY(!isReady(later));
        QCOMPARE(curator->ask("release"), kReleased);
        Result<Hold> hold = later.get();
        QVERIFY(hold);

        QCOMPARE(curator->ask(kAcquireShort), kTimeout);
        curator->send("acquire");
        QVERIFY(lock.awaitRoles("holder exclusive, waiter exclusive after 0"));
        QVERIFY(curator->isSilent());
        QVERIFY(hold->release());
        QCOMPARE(curator->hear(), kAcquired);
        QCOMPARE(curator->ask("release"), kReleased);
    }
}

void TestInteropCurator::readersShareAndWritersWait() {
    const std::string connect = TestCluster::instance().freshConnectString();
    LiveSession session(connect);
    ReadWriteLock ours(session.session(), "/table");
    const auto reader = Peer::curator(connect);
    const auto writer = Peer::curator(connect);
    QVERIFY(reader && writer);
    QCOMPARE(reader->ask("read /table"), "LOCK /table");
    QCOMPARE(writer->ask("write /table"), "LOCK /table");
    AwaitedLock lock(session, "/table");

    for (int round = 0; round < 3; ++round) {
        QCOMPARE(reader->ask("acquire"), kAcquired);
        auto ourRead = ours.read().acquire();
        QVERIFY(ourRead);
        QVERIFY(lock.awaitRoles("holder read, holder read"));
        QCOMPARE(writer->ask(kAcquireShort), kTimeout);

        auto ourWrite = acquireLater(ours.write());
        QVERIFY(lock.awaitRoles("holder read, holder read, waiter write after 1"));
        QVERIFY(ourRead->release());
        QVERIFY(lock.awaitRoles("holder read, waiter write after 0"));
        QVERIFY(!isReady(ourWrite));
        QCOMPARE(reader->ask("release"), kReleased);
        Result<Hold> write = ourWrite.get();
        QVERIFY(write);

        QCOMPARE(reader->ask(kAcquireShort), kTimeout);
        QCOMPARE(writer->ask(kAcquireShort), kTimeout);
        writer->send("acquire");
        QVERIFY(lock.awaitRoles("holder write, waiter write after 0"));
        QVERIFY(write->release());
        QCOMPARE(writer->hear(), kAcquired);
        const auto excluded = ours.read().acquireFor(kShortWait);
        QVERIFY(!excluded);
        QCOMPARE(excluded.error().code, ErrorCode::DeadlineExceeded);
        QCOMPARE(writer->ask("release"), kReleased);
    }
}

void TestInteropCurator::readerQueuesBehindWaitingWriter() {
    const std::string connect = TestCluster::instance().freshConnectString();
    LiveSession session(connect);
    ReadWriteLock ours(session.session(), "/table");
    ReadWriteLock alsoOurs(session.session(), "/table");
    const auto curator = Peer::curator(connect);
    QVERIFY(curator);
    curator->ask("write /table");
    AwaitedLock lock(session, "/table");

    auto first = ours.read().acquire();
    QVERIFY(first);
    curator->send("acquire");
    QVERIFY(lock.awaitRoles("holder read, waiter write after 0"));
    auto second = acquireLater(alsoOurs.read());
    QVERIFY(lock.awaitRoles("holder read, waiter write after 0, waiter read after 1"));
    QVERIFY(!isReady(second));
    QVERIFY(first->release());
    QCOMPARE(curator->hear(), kAcquired);
    QVERIFY(!isReady(second));
    QCOMPARE(curator->ask("release"), kReleased);
    QVERIFY(second.get());
}

void TestInteropCurator::countersLoseNoUpdate_data() {
    QTest::addColumn<QString>("curatorLock");
    QTest::newRow("mutex") << "mutex /counted/lock";
    QTest::newRow("write lock") << "write /counted/lock";
}

void TestInteropCurator::countersLoseNoUpdate() {
    QFETCH(const QString, curatorLock);
    constexpr int kTimes = 100;
    const std::string connect = TestCluster::instance().freshConnectString();
    LiveSession first(connect);
    LiveSession second(connect);
    const auto create = [&](const char* path, const char* data) {
        return first.await<CreatedNode>([&](Session& zookeeper, auto done) {
            zookeeper.create(path, data, NodeKind::Persistent, std::move(done));
        });
    };
    QVERIFY(create("/counted", ""));
    QVERIFY(create("/counted/number", "0"));
    const auto lockOf = [&](LiveSession& session) -> QueueLock {
        if (curatorLock.startsWith("mutex")) return Mutex(session.session(), "/counted/lock");
        return ReadWriteLock(session.session(), "/counted/lock").write();
    };
    const auto curator = Peer::curator(connect);
    QVERIFY(curator);
    curator->ask(curatorLock);

    curator->send(QStringLiteral("count /counted/number %1").arg(kTimes));
    auto other = std::async(std::launch::async, [&] {
        QueueLock lock = lockOf(second);
        return count(second, lock, "/counted/number", kTimes);
    });
    QueueLock lock = lockOf(first);
    const auto counted = count(first, lock, "/counted/number", kTimes);
    QVERIFY2(counted, counted ? "" : describe(counted.error()).c_str());
    const auto alsoCounted = other.get();
    QVERIFY2(alsoCounted, alsoCounted ? "" : describe(alsoCounted.error()).c_str());
    QCOMPARE(curator->hear(), "COUNTED");

    const auto read = first.await<NodeData>(
        [](Session& zookeeper, auto done) { zookeeper.get("/counted/number", {}, std::move(done)); });
    QVERIFY(read);
    QCOMPARE(QString::fromStdString(read->data), QString::number(3 * kTimes));
}

void TestInteropCurator::curatorGivesBackWhenAsked() {
    const std::string connect = TestCluster::instance().freshConnectString();
    LiveSession session(connect);
    const auto curator = Peer::curator(connect);
    QVERIFY(curator);
    curator->ask("mutex /lock");
    QCOMPARE(curator->ask("revocable"), "REVOCABLE");
    QCOMPARE(curator->ask("acquire"), kAcquired);
    AwaitedLock lock(session, "/lock");
    const auto queue = lock.awaitRoles("holder exclusive");
    QVERIFY(queue);

    const auto asked = session.await<void>([&](Session& zookeeper, auto done) {
        askToRelease(zookeeper, "/lock", *queue->rows[0].contender, std::move(done));
    });
    QVERIFY(asked);
    QCOMPARE(curator->hear(), "REVOKED");
    QCOMPARE(curator->hear(), kReleased);
    QVERIFY(lock.awaitRoles(""));
}

void TestInteropCurator::ourHolderHearsCuratorsRevoker() {
    const std::string connect = TestCluster::instance().freshConnectString();
    LiveSession session(connect);
    Mutex ours(session.session(), "/lock");
    auto hold = ours.acquire();
    QVERIFY(hold);
    std::promise<void> revoked;
    hold->onRevoke([&] { revoked.set_value(); });
    const auto curator = Peer::curator(connect);
    QVERIFY(curator);

    QCOMPARE(curator->ask("revoke " + QString::fromStdString(hold->path())), "ASKED");
    QCOMPARE(revoked.get_future().wait_for(30s), std::future_status::ready);
    QCOMPARE(hold->state(), HoldState::Held);
    QVERIFY(hold->release());
}

void TestInteropCurator::observationAgreesWithCurator() {
    const std::string connect = TestCluster::instance().freshConnectString();
    LiveSession session(connect);
    Mutex ours(session.session(), "/lock");
    const auto holder = Peer::curator(connect);
    const auto waiter = Peer::curator(connect);
    QVERIFY(holder && waiter);
    holder->ask("mutex /lock");
    waiter->ask("mutex /lock");
    AwaitedLock lock(session, "/lock");

    QCOMPARE(holder->ask("acquire"), kAcquired);
    waiter->send("acquire");
    QVERIFY(lock.awaitRoles("holder exclusive, waiter exclusive after 0"));
    auto last = acquireLater(ours);
    const auto queue =
        lock.awaitRoles("holder exclusive, waiter exclusive after 0, waiter exclusive after 1");
    QVERIFY(queue);

    QCOMPARE(queue->dialect, Dialect::CuratorMutex);
    QVERIFY(!queue->mixed);
    QStringList nodes{"NODES"};
    QStringList sessions;
    for (const QueueRow& row : queue->rows) {
        nodes << QString::fromStdString("/lock/" + row.contender->name);
        sessions << QString::fromStdString("SESSION " + toHex(row.contender->stat->ephemeralOwner));
        // Both write the client's address as text; on loopback Curator asks for the host's own name.
        QVERIFY(!QHostAddress(QString::fromStdString(row.contender->data)).isNull());
    }
    QCOMPARE(holder->ask("nodes"), nodes.join(' '));
    QCOMPARE(sessions[0], holder->ask("session"));
    QCOMPARE(sessions[2], QString::fromStdString("SESSION " + toHex(session.id())));

    QCOMPARE(holder->ask("release"), kReleased);
    QCOMPARE(waiter->hear(), kAcquired);
    QCOMPARE(waiter->ask("session"), sessions[1]);
    QCOMPARE(waiter->ask("release"), kReleased);
    QVERIFY(last.get());
}

/// A container goes by itself when its last contender has gone. The server does not tell that a znode is one,
/// but a server that looks every 100 ms instead of every minute shows it.
void TestInteropCurator::lockDirectoriesAreContainers() {
    qputenv("JAVA_TOOL_OPTIONS", "-Dznode.container.checkIntervalMs=100");
    auto server = LocalCluster::start();
    qunsetenv("JAVA_TOOL_OPTIONS");
    QVERIFY2(server, server ? "" : describe(server.error()).c_str());
    LiveSession session((*server)->connectString());
    Mutex ours(session.session(), "/missing/parent/lock");

    auto hold = ours.acquire();
    QVERIFY2(hold, hold ? "" : describe(hold.error()).c_str());
    std::promise<void> gone;
    const auto watched = session.await<Stat>([&](Session& zookeeper, auto done) {
        const auto watch = [&](const WatchEvent& event) {
            if (event.kind == WatchEvent::Kind::Deleted) gone.set_value();
        };
        zookeeper.exists("/missing", watch, std::move(done));
    });
    QVERIFY(watched);
    QVERIFY(hold->release());
    QCOMPARE(gone.get_future().wait_for(30s), std::future_status::ready);
}

LOCKSCOPE_TEST(TestInteropCurator)
#include "tst_interop_curator.moc"
