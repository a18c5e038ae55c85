// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "acquire_later.h"
#include "live_session.h"
#include "peer.h"
#include "test_cluster.h"
#include "test_program.h"

#include <lockcore/recipes/semaphore.h>
#include <lockcore/recipes/semaphore_mutex.h>

#include <future>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

/// The outcome of an acquire that waits meanwhile.
std::future<Result<std::vector<Hold>>> acquireLater(Semaphore& semaphore, int leases = 1) {
    auto granted = std::make_shared<std::promise<Result<std::vector<Hold>>>>();
    auto future = granted->get_future();
    semaphore.acquireAsync(leases, {}, [granted](auto result) { granted->set_value(std::move(result)); });
    return future;
}

}  // namespace

/// lockcore and Curator at the same semaphore, semaphore mutex and count of one real server.
class InteropSemaphoreTest : public QObject {
    Q_OBJECT

    std::string m_connect;
    std::unique_ptr<LiveSession> m_live;
    std::unique_ptr<Peer> m_curator;

    /// Number of children that `directory` has, as soon as it has that many.
    bool awaitChildren(const std::string& directory, std::size_t number) {
        const auto children = [&] {
            const auto list = m_live->await<ChildList>(
                [&](Session& session, auto done) { session.children(directory, {}, std::move(done)); });
            return list ? list->names.size() : 0;
        };
        return QTest::qWaitFor([&] { return children() == number; }, 30'000);
    }

private Q_SLOTS:
    void initTestCase() {
        if (const QString problem = Peer::curatorProblem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
    }

    void init() {
        m_connect = TestCluster::instance().freshConnectString();
        m_live = std::make_unique<LiveSession>(m_connect);
        m_curator = Peer::curator(m_connect);
        QVERIFY(m_curator);
    }
    void cleanup() {
        m_curator.reset();
        m_live.reset();
    }

    void curatorOwnsAndWeWait() {
        Semaphore ours(m_live->session(), "/jobs", 3);
        QCOMPARE(m_curator->ask("semaphore /jobs 3"), "SEMAPHORE /jobs");
        QCOMPARE(m_curator->ask("lease 2"), "LEASED 2");
        QCOMPARE(ours.acquireFor(2, kShortWait).error().code, ErrorCode::DeadlineExceeded);
        QCOMPARE(ours.tryAcquire(2).error().code, ErrorCode::Busy);
        auto one = ours.tryAcquire(1);
        QVERIFY2(one, one ? "" : describe(one.error()).c_str());
        auto later = acquireLater(ours, 2);
        QVERIFY(awaitChildren("/jobs/leases", 5));
        QCOMPARE(m_curator->ask("return 1"), "RETURNED 1");
        QVERIFY(awaitChildren("/jobs/leases", 4));
        QVERIFY(!isReady(later));
        QCOMPARE(m_curator->ask("return 1"), "RETURNED 0");
        const auto leases = later.get();
        QVERIFY(leases);
        QCOMPARE(leases->size(), std::size_t{2});
    }

    void weOwnAndCuratorWaits() {
        Semaphore ours(m_live->session(), "/jobs", 3);
        auto leases = ours.acquire(3);
        QVERIFY(leases);
        QCOMPARE(m_curator->ask("semaphore /jobs 3"), "SEMAPHORE /jobs");
        QCOMPARE(m_curator->ask("lease 1 300"), "TIMEOUT");
        m_curator->send("lease 2");
        QVERIFY(awaitChildren("/jobs/leases", 4));
        QVERIFY(m_curator->isSilent());
        leases->pop_back();
        QVERIFY(awaitChildren("/jobs/leases", 4));  // it has one and waits for the other
        QVERIFY(m_curator->isSilent());
        leases->pop_back();
        QCOMPARE(m_curator->hear(), "LEASED 2");
        QVERIFY(awaitChildren("/jobs/leases", 3));
        QCOMPARE(ours.tryAcquire().error().code, ErrorCode::Busy);
        QCOMPARE(m_curator->ask("return 2"), "RETURNED 0");
        QVERIFY(ours.acquireFor(2, 30s));
    }

    void bothSeeTheSameLeases() {
        Semaphore ours(m_live->session(), "/jobs", 3);
        m_curator->ask("semaphore /jobs 3");
        QCOMPARE(m_curator->ask("lease 1"), "LEASED 1");
        auto mine = ours.acquire(2);
        QVERIFY(mine);
        auto listed = ours.participants().value();
        QCOMPARE(listed.size(), std::size_t{3});
        QCOMPARE(listed[1], mine->front().path());
        QStringList theirs = m_curator->ask("leases").split(' ').mid(1);
        QStringList names;  // Curator lists names, we list paths
        for (const auto& path : listed)
            names << QString::fromStdString(path).section('/', -1);
        theirs.sort();
        names.sort();
        QCOMPARE(theirs, names);
    }

    void queueIsCommonToBoth() {
        Semaphore ours(m_live->session(), "/jobs", 1);
        m_curator->ask("semaphore /jobs 1");
        QCOMPARE(m_curator->ask("lease 1"), "LEASED 1");
        auto first = acquireLater(ours);
        QVERIFY(awaitChildren("/jobs/leases", 2));
        m_curator->send("lease 1");
        QVERIFY(awaitChildren("/jobs/locks", 2));
        auto last = acquireLater(ours);
        QVERIFY(awaitChildren("/jobs/locks", 3));
        m_curator->send("return 1");
        QCOMPARE(m_curator->hear(), "RETURNED 0");
        {
            const auto lease = first.get();
            QVERIFY(lease);
            QVERIFY(m_curator->isSilent() && !isReady(last));
        }
        QCOMPARE(m_curator->hear(), "LEASED 1");
        QVERIFY(!isReady(last));
        QCOMPARE(m_curator->ask("return 1"), "RETURNED 0");
        QVERIFY(last.get());
    }

    void killedCuratorsLeasesComeFree() {
        Semaphore ours(m_live->session(), "/jobs", 2);
        auto killed = Peer::curator(m_connect, 1s);
        QVERIFY(killed);
        killed->ask("semaphore /jobs 2");
        QCOMPARE(killed->ask("lease 2"), "LEASED 2");
        auto later = acquireLater(ours, 2);
        QVERIFY(awaitChildren("/jobs/leases", 4));
        killed->kill();
        QVERIFY(later.get());
    }

    void curatorRaisesTheCountWhileWeWait() {
        QCOMPARE(m_curator->ask("setcount /jobs-count 1"), "COUNT 1");
        SharedCount count(m_live->session(), "/jobs-count", 9);
        QCOMPARE(count.read()->value, 1);
        Semaphore ours(m_live->session(), "/jobs", count);
        auto owned = ours.acquire();
        QVERIFY(owned);
        auto later = acquireLater(ours, 2);
        QVERIFY(awaitChildren("/jobs/leases", 3));
        QCOMPARE(m_curator->ask("setcount /jobs-count 2"), "COUNT 2");
        QCOMPARE(ours.tryAcquire().error().code, ErrorCode::Busy);
        QVERIFY(!isReady(later));
        QCOMPARE(m_curator->ask("setcount /jobs-count 3"), "COUNT 3");
        QVERIFY(later.get());
    }

    void weRaiseTheCountWhileCuratorWaits() {
        SharedCount count(m_live->session(), "/jobs-count", 1);
        Semaphore ours(m_live->session(), "/jobs", count);
        auto owned = ours.acquire();
        QVERIFY(owned);
        QCOMPARE(m_curator->ask("getcount /jobs-count"), "COUNT 1");
        QCOMPARE(m_curator->ask("semaphore /jobs /jobs-count"), "SEMAPHORE /jobs");
        QCOMPARE(m_curator->ask("lease 1 300"), "TIMEOUT");
        m_curator->send("lease 1");
        QVERIFY(awaitChildren("/jobs/leases", 2));
        QVERIFY(m_curator->isSilent());
        QVERIFY(count.set(2));
        QCOMPARE(m_curator->hear(), "LEASED 1");
    }

    void countsAreTheSameNumbers() {
        SharedCount count(m_live->session(), "/deep/down/count", 258);
        QVERIFY(count.read());
        QCOMPARE(m_curator->ask("getcount /deep/down/count"), "COUNT 258");
        QVERIFY(count.set(-2));
        QCOMPARE(m_curator->ask("getcount /deep/down/count"), "COUNT -2");
        QCOMPARE(m_curator->ask("setcount /deep/down/count 2147483647"), "COUNT 2147483647");
        QTRY_COMPARE_WITH_TIMEOUT(count.latest()->value, 2147483647, kServerPatienceMs);
        QCOMPARE(m_curator->ask("setcount /theirs -2147483648"), "COUNT -2147483648");
        QCOMPARE(SharedCount(m_live->session(), "/theirs", 1).read()->value, std::numeric_limits<int>::min());
    }

    void semaphoreMutexTakesTurns() {
        SemaphoreMutex ours(m_live->session(), "/jobs/lock");
        QCOMPARE(m_curator->ask("semaphoremutex /jobs/lock"), "LOCK /jobs/lock");
        for (int round = 0; round < 3; ++round) {
            QCOMPARE(m_curator->ask("acquire"), "ACQUIRED");
            QCOMPARE(ours.acquireFor(kShortWait).error().code, ErrorCode::DeadlineExceeded);
            QCOMPARE(ours.tryAcquire().error().code, ErrorCode::Busy);
            auto later = std::async(std::launch::async, [&] { return ours.acquire(); });
            QVERIFY(awaitChildren("/jobs/lock/leases", 2));
            QCOMPARE(m_curator->ask("release"), "RELEASED");
            auto hold = later.get();
            QVERIFY(hold);
            QCOMPARE(m_curator->ask("acquire 300"), "TIMEOUT");
            m_curator->send("acquire");
            QVERIFY(awaitChildren("/jobs/lock/leases", 2));
            QVERIFY(m_curator->isSilent());
            QVERIFY(hold->release());
            QCOMPARE(m_curator->hear(), "ACQUIRED");
            QCOMPARE(m_curator->ask("release"), "RELEASED");
        }
    }

    void countersLoseNoUpdate() {
        constexpr int kTimes = 50;
        const auto write = [&](const std::string& text) {
            return m_live->await<Stat>(
                [&](Session& session, auto done) { session.set("/number", text, -1, std::move(done)); });
        };
        const auto read = [&] {
            return m_live->await<NodeData>(
                [](Session& session, auto done) { session.get("/number", {}, std::move(done)); });
        };
        QVERIFY(m_live->await<CreatedNode>([](Session& session, auto done) {
            session.create("/number", "0", NodeKind::Persistent, std::move(done));
        }));
        SemaphoreMutex ours(m_live->session(), "/lock");
        m_curator->ask("semaphoremutex /lock");
        m_curator->send(QStringLiteral("count /number %1").arg(kTimes));
        for (int i = 0; i < kTimes; ++i) {
            const auto hold = ours.acquireFor(60s);
            QVERIFY2(hold, hold ? "" : describe(hold.error()).c_str());
            QVERIFY(write(std::to_string(std::stoi(read()->data) + 1)));
        }
        QCOMPARE(m_curator->hear(), "COUNTED");
        QCOMPARE(QString::fromStdString(read()->data), QString::number(2 * kTimes));
    }
};

LOCKSCOPE_TEST(InteropSemaphoreTest)
#include "tst_interop_semaphore.moc"
