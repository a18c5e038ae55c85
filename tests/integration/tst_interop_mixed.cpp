// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "acquire_later.h"
#include "awaited_lock.h"
#include "peer.h"
#include "test_cluster.h"
#include "test_program.h"
#include "turn_takers.h"

#include <lockcore/recipes/mutex.h>
#include <lockcore/recipes/read_write_lock.h>

#include <future>
#include <numeric>
#include <thread>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

const QString kHeldAndAwaited = QStringLiteral("holder exclusive, waiter exclusive after 0");
constexpr auto kPatience = 30s;

bool create(LiveSession& session, const std::string& path, const std::string& data) {
    return session
        .await<CreatedNode>([&](Session& zookeeper, auto done) {
            zookeeper.create(path, data, NodeKind::Persistent, std::move(done));
        })
        .has_value();
}

/// The numbers that a client of ours writes, each under the lock.
std::vector<int> takeNumbers(const std::string& connectString, int times) {
    LiveSession session(connectString);
    Mutex mutex(session.session(), "/lock");
    std::vector<int> numbers;
    for (int i = 0; i < times; ++i) {
        const auto hold = mutex.acquire();
        numbers.push_back(hold ? incrementNumber(session, "/number").value_or(0) : 0);
    }
    return numbers;
}

}  // namespace

/// lockcore, Java Curator and Python kazoo on one real server, and the pairs of them that do not get
/// on.
class TestInteropMixed : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void threeLibrariesTakeTurns();
    void thirtyClientsNumberOrders();
    void killedCuratorHolderMakesWay();
    void killedCuratorWaiterPromotesNobody();
    void kazooIgnoresCuratorsNames();
    void kazooToldOfCuratorsNamesWaitsButIsNotAwaited();
    void curatorDowngradeHolds();
    void curator621Downgrade_data();
    void curator621Downgrade();
    void kazoo649ReaderAndWriter();
};

void TestInteropMixed::initTestCase() {
    for (const QString& problem : {Peer::curatorProblem(), Peer::kazooProblem()})
        if (!problem.isEmpty()) QSKIP(qPrintable(problem));
}

void TestInteropMixed::threeLibrariesTakeTurns() {
    const std::string connect = TestCluster::instance().freshConnectString();
    LiveSession session(connect);
    OurTurnTaker ours({connect, 10s});
    PeerTurnTaker curator(Peer::curator(connect), "mutex /lock");
    PeerTurnTaker kazoo(Peer::kazoo(connect), "curatorlock /lock");
    QVERIFY(curator.isThere() && kazoo.isThere());
    takeTurns(session, ours, curator, kazoo);
}

void TestInteropMixed::thirtyClientsNumberOrders() {
    constexpr int kTimes = 10;
    constexpr int kClients = 30;  // 2 × 5 of each peer in processes of their own, and 10 of ours
    const std::string connect = TestCluster::instance().freshConnectString();
    LiveSession session(connect);
    QVERIFY(create(session, "/number", "0"));
    std::vector<std::unique_ptr<Peer>> peers;
    for (int i = 0; i < 2; ++i) {
        peers.push_back(Peer::curator(connect));
        peers.push_back(Peer::kazoo(connect));
    }
    for (const auto& peer : peers) {
        QVERIFY(peer);
        peer->send(QStringLiteral("orders /lock /number 5 %1").arg(kTimes));
    }
    std::vector<std::future<std::vector<int>>> clients;
    for (int i = 0; i < 10; ++i)
        clients.push_back(std::async(std::launch::async, takeNumbers, connect, kTimes));

    std::vector<int> numbers;
    for (auto& client : clients)
        for (const int number : client.get())
            numbers.push_back(number);
    for (const auto& peer : peers) {
        const QStringList words = peer->hear().split(' ');
        QCOMPARE(words[0], "ORDERS");
        for (const QString& word : words.mid(1))
            numbers.push_back(word.toInt());
    }
    std::vector<int> expected(kClients * kTimes);
    std::iota(expected.begin(), expected.end(), 1);
    std::ranges::sort(numbers);
    QCOMPARE(numbers, expected);
}

void TestInteropMixed::killedCuratorHolderMakesWay() {
    const std::string connect = TestCluster::instance().freshConnectString();
    LiveSession session(connect);
    const auto curator = Peer::curator(connect, 2s);
    QVERIFY(curator);
    curator->ask("mutex /lock");
    QCOMPARE(curator->ask("acquire"), kAcquired);
    AwaitedLock lock(session, "/lock");
    Mutex ours(session.session(), "/lock");
    auto granted = acquireLater(ours);
    const auto queue = lock.awaitRoles(kHeldAndAwaited);
    QVERIFY(queue);

    curator->kill();
    QCOMPARE(granted.wait_for(kPatience), std::future_status::ready);
    const auto hold = granted.get();
    QVERIFY2(hold, hold ? "" : describe(hold.error()).c_str());
    QCOMPARE(hold->fencingToken(), queue->rows[1].contender->stat->czxid);
    QVERIFY(hold->fencingToken() > queue->rows[0].contender->stat->czxid);
}

/// The classic trap: what stood before us has gone, but somebody else owns.
void TestInteropMixed::killedCuratorWaiterPromotesNobody() {
    const std::string connect = TestCluster::instance().freshConnectString();
    LiveSession session(connect);
    Mutex first(session.session(), "/lock");
    Mutex last(session.session(), "/lock");
    auto hold = first.acquire();
    QVERIFY(hold);
    AwaitedLock lock(session, "/lock");
    const auto curator = Peer::curator(connect, 2s);
    QVERIFY(curator);
    curator->ask("mutex /lock");
    curator->send("acquire");
    QVERIFY(lock.awaitRoles(kHeldAndAwaited));
    auto granted = acquireLater(last);
    QVERIFY(lock.awaitRoles(kHeldAndAwaited + ", waiter exclusive after 1"));

    curator->kill();
    QVERIFY(lock.awaitRoles(kHeldAndAwaited));
    QCOMPARE(granted.wait_for(0s), std::future_status::timeout);
    QVERIFY(hold->release());
    QCOMPARE(granted.wait_for(kPatience), std::future_status::ready);
    QVERIFY(granted.get());
}

/// A failing pair: kazoo knows its own names only. In one directory with Curator, or with us, both own.
void TestInteropMixed::kazooIgnoresCuratorsNames() {
    const std::string connect = TestCluster::instance().freshConnectString();
    LiveSession session(connect);
    Mutex ours(session.session(), "/lock");
    const auto hold = ours.acquire();
    QVERIFY(hold);
    const auto kazoo = Peer::kazoo(connect);
    QVERIFY(kazoo);
    kazoo->ask("lock /lock");
    QCOMPARE(kazoo->ask("acquire"), kAcquired);
    QCOMPARE(hold->state(), HoldState::Held);

    AwaitedLock lock(session, "/lock");
    const auto queue = lock.await([](const LockQueue& seen) { return seen.rows.size() == 2; });
    QVERIFY(queue);
    QVERIFY(queue->mixed);  // what an observer warns of
}

/// A failing pair even with kazoo's extra_lock_patterns: Curator's sort key is what follows "lock-", which
/// kazoo's names do not have.
void TestInteropMixed::kazooToldOfCuratorsNamesWaitsButIsNotAwaited() {
    const std::string connect = TestCluster::instance().freshConnectString();
    LiveSession session(connect);
    Mutex ours(session.session(), "/lock");
    auto hold = ours.acquire();
    QVERIFY(hold);
    const auto kazoo = Peer::kazoo(connect);
    const auto curator = Peer::curator(connect);
    QVERIFY(kazoo && curator);
    kazoo->ask("lock /lock -lock-");
    curator->ask("mutex /lock");
    QCOMPARE(kazoo->ask("acquire 300"), kTimeout);
    QVERIFY(hold->release());

    QCOMPARE(kazoo->ask("acquire"), kAcquired);
    auto second = ours.acquireFor(kPatience);
    QVERIFY(second);
    QVERIFY(second->release());
    QCOMPARE(curator->ask("acquire"), kAcquired);
}

/// The thread that has the write lock gets the read lock at once, with a znode behind it, and watches
/// nothing.
void TestInteropMixed::curatorDowngradeHolds() {
    const std::string connect = TestCluster::instance().freshConnectString();
    LiveSession session(connect);
    const auto owner = Peer::curator(connect);
    const auto other = Peer::curator(connect);
    QVERIFY(owner && other);
    AwaitedLock lock(session, "/table");
    owner->ask("write /table");
    QCOMPARE(owner->ask("acquire"), kAcquired);
    owner->ask("read /table");
    QCOMPARE(owner->ask("acquire"), kAcquired);
    QVERIFY(lock.awaitRoles("holder write, holder read"));
    other->ask("read /table");
    other->send("acquire");
    QVERIFY(lock.awaitRoles("holder write, holder read, waiter read after 0"));
    QCOMPARE(owner->ask("release"), kReleased);
    QVERIFY(lock.awaitRoles("holder write, waiter read after 0"));
    owner->ask("write /table");
    QCOMPARE(owner->ask("release"), kReleased);
    QCOMPARE(other->hear(), kAcquired);
}

void TestInteropMixed::curator621Downgrade_data() {
    QTest::addColumn<bool>("ourWriter");
    QTest::newRow("Curator's writer") << false;
    QTest::newRow("our writer") << true;
}

/// A failing pair before Curator 5.5: the reader of a downgrade stands behind a writer that waits already, so
/// the writer owns as soon as the write lock is released, beside the reader. Nothing that the writer sees
/// could tell it. From 5.5 on the reader takes the place of its own write lock, and the writer waits.
void TestInteropMixed::curator621Downgrade() {
    QFETCH(const bool, ourWriter);
    const std::string connect = TestCluster::instance().freshConnectString();
    LiveSession session(connect);
    const auto reader = Peer::curator(connect);
    const auto writer = Peer::curator(connect);
    QVERIFY(reader && writer);
    reader->ask("write /table");
    QCOMPARE(reader->ask("acquire"), kAcquired);
    AwaitedLock lock(session, "/table");
    ReadWriteLock ours(session.session(), "/table");
    std::future<Result<Hold>> granted;
    writer->ask("write /table");
    if (ourWriter)
        granted = acquireLater(ours.write());
    else
        writer->send("acquire");
    QVERIFY(lock.awaitRoles("holder write, waiter write after 0"));

    reader->ask("read /table");
    QCOMPARE(reader->ask("acquire"), kAcquired);
    reader->ask("write /table");
    QCOMPARE(reader->ask("release"), kReleased);
    const auto releaseRead = [&] {
        reader->ask("read /table");
        QCOMPARE(reader->ask("release"), kReleased);  // it did hold it
    };
    const bool isMended = reader->version() >= QVersionNumber(5, 5);
    if (isMended) {
        QVERIFY(lock.awaitRoles("holder read, waiter write after 0"));
        QVERIFY(ourWriter ? granted.wait_for(0s) != std::future_status::ready : writer->isSilent());
        releaseRead();
    }
    if (ourWriter) {
        QCOMPARE(granted.wait_for(kPatience), std::future_status::ready);
        QVERIFY(granted.get());
    } else {
        QCOMPARE(writer->hear(), kAcquired);
    }
    if (!isMended) releaseRead();
}

/// A failing pair before kazoo 2.9, both of them kazoo's: its reader waits for writers that came later, too,
/// and they for it.
void TestInteropMixed::kazoo649ReaderAndWriter() {
    const std::string connect = TestCluster::instance().freshConnectString();
    LiveSession session(connect);
    const auto firstWriter = Peer::kazoo(connect);
    const auto reader = Peer::kazoo(connect);
    const auto lastWriter = Peer::kazoo(connect);
    QVERIFY(firstWriter && reader && lastWriter);
    firstWriter->ask("write /table");
    reader->ask("read /table");
    lastWriter->ask("write /table");
    QCOMPARE(firstWriter->ask("acquire"), kAcquired);
    AwaitedLock lock(session, "/table");
    reader->send("acquire 6000");  // anew whenever it waits for somebody else
    QVERIFY(lock.awaitRoles("holder exclusive, waiter read after 0"));
    lastWriter->send("acquire");
    QVERIFY(lock.awaitRoles("holder exclusive, waiter read after 0, waiter exclusive after 1"));

    QCOMPARE(firstWriter->ask("release"), kReleased);
    QVERIFY(lock.awaitRoles("holder read, waiter exclusive after 0"));  // it could own
    if (firstWriter->version() >= QVersionNumber(2, 9)) {
        QCOMPARE(reader->hear(), kAcquired);
        QVERIFY(lastWriter->isSilent());
        QCOMPARE(reader->ask("release"), kReleased);
        QCOMPARE(lastWriter->hear(), kAcquired);
    } else {
        QCOMPARE(reader->hear(), kTimeout);
        QCOMPARE(lastWriter->hear(), kAcquired);  // now that the reader has given up
    }
}

LOCKSCOPE_TEST(TestInteropMixed)
#include "tst_interop_mixed.moc"
