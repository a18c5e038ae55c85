// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "awaited_lock.h"
#include "peer.h"
#include "server_metric.h"
#include "test_cluster.h"
#include "test_program.h"

#include <lockcore/observe/operator_actions.h>
#include <lockcore/recipes/mutex.h>
#include <lockcore/recipes/read_write_lock.h>

#include <algorithm>
#include <future>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

/// An acquire under way, with its hold once it is granted. Lives on the test's thread.
class Candidate {
public:
    explicit Candidate(QueueLock& lock)
        : m_acquisition(lock.acquireAsync(
              Owner::unique(), std::nullopt,
              [granted = m_granted](Result<Hold> hold) { granted->set_value(std::move(hold)); })) {}
    ~Candidate() { m_acquisition.cancel(); }

    /// Fails in half a minute.
    Result<Hold> hold() {
        if (m_future.wait_for(30s) != std::future_status::ready)
            return fail(ErrorCode::DeadlineExceeded, "Wait for a grant");
        return m_future.get();
    }

private:
    std::shared_ptr<std::promise<Result<Hold>>> m_granted = std::make_shared<std::promise<Result<Hold>>>();
    std::future<Result<Hold>> m_future = m_granted->get_future();
    Acquisition m_acquisition;
};

bool isFailed(const LockQueue& queue, ErrorCode code) {
    return queue.freshness == Freshness::Failed && queue.problem && queue.problem->code == code;
}

}  // namespace

/// Live queues of locks on a real server.
class TestObserver : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void mutexFromArrivalToRelease();
    void readersAndWriters();
    void oneWatchForEachLock();
    void directoryRemovedUnderTheView();
    void directoryWithoutReadPermission();
    void dataOfOneMegabyteAndOfRandomBytes();
    void thousandsOfContenders();
    void serverRestarts();
    void holderIsAskedToRelease();
    void holderIsForcedOut();
    void waiterIsEvicted();

private:
    void createNode(LiveSession& session, const std::string& path, const std::string& data = {}) {
        const auto created = session.await<CreatedNode>([&](Session& zookeeper, auto done) {
            zookeeper.create(path, data, NodeKind::Persistent, std::move(done));
        });
        QVERIFY2(created, created ? "" : describe(created.error()).c_str());
    }
    std::string m_connect;
};

void TestObserver::init() {
    m_connect = TestCluster::instance().freshConnectString();
}

/// No watch and no session outlives its purpose.
void TestObserver::cleanup() {
    LocalCluster& server = TestCluster::instance().server();
    QTRY_COMPARE_WITH_TIMEOUT(serverMetric(server, "zk_global_sessions"), 0, 30'000);
    QTRY_COMPARE_WITH_TIMEOUT(serverMetric(server, "zk_watch_count"), 0, kServerPatienceMs);
}

void TestObserver::mutexFromArrivalToRelease() {
    LiveSession first(m_connect);
    LiveSession second(m_connect);
    LiveSession observer(m_connect);
    AwaitedLock lock(observer, "/lock");
    QVERIFY(lock.await([](const LockQueue& queue) { return queue.freshness == Freshness::Gone; }));

    Mutex mine(first.session(), "/lock");
    Mutex theirs(second.session(), "/lock");
    auto hold = mine.acquire();
    QVERIFY(hold);
    Candidate waiter(theirs);
    const auto queue = lock.awaitRoles("holder exclusive, waiter exclusive after 0");
    QVERIFY(queue);
    QCOMPARE(queue->dialect, Dialect::CuratorMutex);
    const Contender& holder = *queue->rows[0].contender;
    QCOMPARE("/lock/" + holder.name, hold->path());
    QCOMPARE(holder.stat->czxid, hold->fencingToken());
    QCOMPARE(holder.stat->ephemeralOwner, first.id());
    QCOMPARE(queue->rows[1].contender->stat->ephemeralOwner, second.id());

    QVERIFY(hold->release());
    const auto next = waiter.hold();
    QVERIFY(next);
    const auto after = lock.awaitRoles("holder exclusive");
    QVERIFY(after);
    QCOMPARE("/lock/" + after->rows[0].contender->name, next->path());
}

void TestObserver::readersAndWriters() {
    LiveSession session(m_connect);
    AwaitedLock lock(session, "/rw");
    ReadWriteLock locks(session.session(), "/rw");
    Candidate firstReader(locks.read());
    Candidate secondReader(locks.read());
    auto first = firstReader.hold();
    auto second = secondReader.hold();
    QVERIFY(first && second);
    Candidate firstWriter(locks.write());
    QVERIFY(lock.awaitRoles("holder read, holder read, waiter write after 1"));
    Candidate secondWriter(locks.write());
    QVERIFY(lock.awaitRoles("holder read, holder read, waiter write after 1, waiter write after 2"));
    Candidate lateReader(locks.read());
    QVERIFY(lock.awaitRoles(
        "holder read, holder read, waiter write after 1, waiter write after 2, waiter read after 2"));
    QVERIFY(first->release() && second->release());
    auto writer = firstWriter.hold();
    QVERIFY(writer);
    QVERIFY(lock.awaitRoles("holder write, waiter write after 0, waiter read after 0"));
}

void TestObserver::oneWatchForEachLock() {
    LiveSession session(m_connect);
    for (const char* const path : {"/a", "/b", "/c"})
        createNode(session, path);
    for (int i = 0; i < 20; ++i)
        createNode(session, "/a/x-" + std::to_string(1'000'000'000 + i));
    LocalCluster& server = TestCluster::instance().server();
    {
        AwaitedLock a(session, "/a");
        QVERIFY(a.await([](const LockQueue& queue) { return queue.rows.size() == 20; }));
        QCOMPARE(serverMetric(server, "zk_watch_count"), 1);
        AwaitedLock b(session, "/b");
        AwaitedLock c(session, "/c");
        AwaitedLock missing(session, "/missing");
        QTRY_COMPARE_WITH_TIMEOUT(serverMetric(server, "zk_watch_count"), 4, kServerPatienceMs);
        createNode(session, "/a/x-2000000000");
        QVERIFY(a.await([](const LockQueue& queue) { return queue.rows.size() == 21; }));
        QCOMPARE(serverMetric(server, "zk_watch_count"), 4);
    }
    QTRY_COMPARE_WITH_TIMEOUT(serverMetric(server, "zk_watch_count"), 0, kServerPatienceMs);
    QCOMPARE(session.onLoop([&] { return session.session()->watchCount(); }), 0u);
}

void TestObserver::directoryRemovedUnderTheView() {
    LiveSession session(m_connect);
    createNode(session, "/lock");
    createNode(session, "/lock/ex0000000000");
    AwaitedLock lock(session, "/lock");
    const auto before = lock.awaitRoles("holder exclusive");
    QVERIFY(before);
    for (const char* const path : {"/lock/ex0000000000", "/lock"})
        QVERIFY(session.await<void>(
            [&](Session& zookeeper, auto done) { zookeeper.remove(path, -1, std::move(done)); }));
    QVERIFY(lock.await([](const LockQueue& queue) { return queue.freshness == Freshness::Gone; }));

    createNode(session, "/lock");
    createNode(session, "/lock/ex0000000000", "another");
    const auto after = lock.await([&](const LockQueue& queue) {
        return queue.rows.size() == 1 && queue.rows[0].contender->data == "another";
    });
    QVERIFY(after);
    QVERIFY(after->stat->czxid > before->stat->czxid);
}

void TestObserver::directoryWithoutReadPermission() {
    if (const QString problem = Peer::kazooProblem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
    LiveSession session(m_connect);
    createNode(session, "/lock");
    const auto peer = Peer::kazoo(m_connect);
    QVERIFY(peer);
    QCOMPARE(peer->ask("hide /lock"), QStringLiteral("DONE"));
    AwaitedLock lock(session, "/lock");
    const auto queue =
        lock.awaitAny([](const LockQueue& found) { return isFailed(found, ErrorCode::NoAuth); });
    QVERIFY(queue);
    QVERIFY(queue->rows.empty());
}

void TestObserver::dataOfOneMegabyteAndOfRandomBytes() {
    LiveSession session(m_connect);
    createNode(session, "/lock");
    std::string bytes(256, '\0');
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<char>(i);
    const std::string megabyte(1'000'000, 'x');
    createNode(session, "/lock/x-0000000001", bytes);
    createNode(session, "/lock/x-0000000002", megabyte);
    createNode(session, "/lock/\xe2\x80\xae<b>&amp; 50% ,:{}");
    AwaitedLock lock(session, "/lock");
    const auto queue = lock.await([](const LockQueue& found) { return found.rows.size() == 3; });
    QVERIFY(queue);
    QVERIFY(queue->rows[0].contender->data == bytes);
    QVERIFY(queue->rows[1].contender->data == megabyte.substr(0, kKeptDataBytes));
    QCOMPARE(queue->rows[1].contender->stat->dataLength, 1'000'000);
    QCOMPARE(queue->rows[2].role, Role::Foreign);
}

void TestObserver::thousandsOfContenders() {
    constexpr int kCount = 3'000;
    LiveSession session(m_connect);
    createNode(session, "/lock");
    AwaitedLock lock(session, "/lock");
    session.onLoop([&] {
        for (int i = 0; i < kCount; ++i)
            session.session()->create("/lock/ex", "", NodeKind::PersistentSequential,
                                      [](const Result<CreatedNode>&) {});
    });
    const auto queue = lock.await([](const LockQueue& found) { return found.rows.size() == kCount; });
    QVERIFY(queue);
    QCOMPARE(queue->holders(), 1u);
    QCOMPARE(queue->waiters(), std::size_t(kCount - 1));
    QVERIFY(std::ranges::is_sorted(queue->rows, {},
                                   [](const QueueRow& row) { return row.contender->stat->czxid; }));
}

void TestObserver::serverRestarts() {
    LocalClusterOptions options;
    options.adminServer = false;
    const auto server = LocalCluster::start(options);
    QVERIFY2(server, server ? "" : describe(server.error()).c_str());
    LiveSession session((*server)->connectString(), 30s);
    createNode(session, "/lock");
    createNode(session, "/lock/ex0000000000");
    AwaitedLock lock(session, "/lock");
    QVERIFY(lock.awaitRoles("holder exclusive"));
    (*server)->kill();
    const auto stale =
        lock.awaitAny([](const LockQueue& queue) { return queue.freshness == Freshness::Stale; });
    QVERIFY(stale);
    QCOMPARE(stale->rows.size(), 1u);
    QVERIFY((*server)->restart());
    QVERIFY(lock.awaitRoles("holder exclusive"));
    createNode(session, "/lock/ex0000000001");
    QVERIFY(lock.awaitRoles("holder exclusive, waiter exclusive after 0"));
}

void TestObserver::holderIsAskedToRelease() {
    LiveSession session(m_connect);
    LiveSession operating(m_connect);
    Mutex mutex(session.session(), "/lock");
    auto hold = mutex.acquire();
    QVERIFY(hold);
    std::promise<void> asked;
    hold->onRevoke([&] { asked.set_value(); });
    AwaitedLock lock(operating, "/lock");
    const auto queue = lock.awaitRoles("holder exclusive");
    QVERIFY(queue);
    const auto sent = operating.await<void>([&](Session& zookeeper, auto done) {
        askToRelease(zookeeper, "/lock", *queue->rows[0].contender, std::move(done));
    });
    QVERIFY2(sent, sent ? "" : describe(sent.error()).c_str());
    QCOMPARE(asked.get_future().wait_for(30s), std::future_status::ready);
    QCOMPARE(hold->state(), HoldState::Held);  // it is asked, not forced
    operating.onLoop([&] { lock.observer().refresh("/lock"); });
    QVERIFY(lock.await([](const LockQueue& found) {
        return found.rows.size() == 1 && found.rows[0].contender->data == "__REVOKE__";
    }));
}

void TestObserver::holderIsForcedOut() {
    LiveSession session(m_connect);
    LiveSession operating(m_connect);
    Mutex mutex(session.session(), "/lock");
    auto hold = mutex.acquire();
    QVERIFY(hold);
    Candidate waiter(mutex);
    AwaitedLock lock(operating, "/lock");
    const auto queue = lock.awaitRoles("holder exclusive, waiter exclusive after 0");
    QVERIFY(queue);
    const auto remove = [&] {
        return operating.await<void>([&](Session& zookeeper, auto done) {
            removeContender(zookeeper, "/lock", *queue->rows[0].contender, std::move(done));
        });
    };
    QVERIFY(remove());
    const auto next = waiter.hold();
    QVERIFY(next);
    QVERIFY(next->fencingToken() > queue->rows[0].contender->stat->czxid);
    const auto again = remove();
    QVERIFY(!again);
    QCOMPARE(again.error().code, ErrorCode::NoNode);
}

void TestObserver::waiterIsEvicted() {
    LiveSession session(m_connect);
    LiveSession operating(m_connect);
    Mutex mutex(session.session(), "/lock");
    auto hold = mutex.acquire();
    QVERIFY(hold);
    Candidate waiter(mutex);
    AwaitedLock lock(operating, "/lock");
    const auto queue = lock.awaitRoles("holder exclusive, waiter exclusive after 0");
    QVERIFY(queue);
    QVERIFY(operating.await<void>([&](Session& zookeeper, auto done) {
        removeContender(zookeeper, "/lock", *queue->rows[1].contender, std::move(done));
    }));
    QVERIFY(lock.await([&](const LockQueue& found) {
        return std::ranges::none_of(found.rows, [&](const QueueRow& row) {
            return row.contender->name == queue->rows[1].contender->name;
        });
    }));
    QCOMPARE(hold->state(), HoldState::Held);
}

LOCKSCOPE_TEST(TestObserver)
#include "tst_observer.moc"
