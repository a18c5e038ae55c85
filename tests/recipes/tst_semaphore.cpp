// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "semaphore_world.h"
#include "test_program.h"

#include <lockcore/recipes/semaphore_mutex.h>

#include <QRegularExpression>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

using Op = FakeSession::Op;

bool matches(const std::string& text, const char* pattern) {
    return QRegularExpression(QString::fromLatin1(pattern)).match(QString::fromStdString(text)).hasMatch();
}

}  // namespace

/// What a caller of semaphore and semaphore mutex relies on, step by step against a server in memory.
class SemaphoreTest : public QObject {
    Q_OBJECT

    std::unique_ptr<SemaphoreWorld> m_world;

    ManualLoop& loop() { return m_world->loop; }
    FakeZooKeeper& server() { return m_world->server; }
    Semaphore semaphore(int maxLeases) { return {m_world->open(), SemaphoreWorld::kPath, maxLeases}; }

private Q_SLOTS:
    void init() { m_world = std::make_unique<SemaphoreWorld>(); }
    void cleanup() {
        QCOMPARE(m_world->end(), std::string());
        m_world.reset();
    }

    void oneLeaseOfOne() {
        auto mine = semaphore(1);
        const auto first = m_world->acquire(mine);
        QVERIFY(first->isGranted());
        const auto second = m_world->acquire(mine, 1, 1s);
        QVERIFY(!second->isSettled());
        loop().advance(2s);
        QCOMPARE(second->error(), std::optional(ErrorCode::DeadlineExceeded));
        first->leases().clear();
        loop().runReady();
        QVERIFY(m_world->acquire(mine)->isGranted());
    }

    void threeLeasesOneByOne() {
        auto mine = semaphore(3);
        std::vector<std::shared_ptr<SemaphoreWorld::Acquired>> granted;
        for (int i = 0; i < 3; ++i) {
            QVERIFY(granted.emplace_back(m_world->acquire(mine))->isGranted());
            QCOMPARE(m_world->leases(), granted.size());
        }
        const auto fourth = m_world->acquire(mine, 1, 1s);
        loop().advance(2s);
        QCOMPARE(fourth->error(), std::optional(ErrorCode::DeadlineExceeded));
        QVERIFY(granted[1]->leases().front().release());
        loop().runReady();
        QVERIFY(m_world->acquire(mine)->isGranted());
    }

    void znodesAreCurators() {
        auto mine = semaphore(2);
        const auto owner = m_world->acquire(mine, 2);
        QVERIFY(owner->isGranted());
        auto theirs = semaphore(2);
        const auto first = m_world->acquire(theirs);
        const auto second = m_world->acquire(theirs);
        QVERIFY(!first->isSettled() && !second->isSettled());

        const auto queue = m_world->names(SemaphoreWorld::kLocks);
        QCOMPARE(queue.size(), std::size_t{2});
        for (const auto& name : queue)
            QVERIFY2(matches(name, "^_c_[0-9a-f-]{36}-lock-\\d{10}$"), name.c_str());
        const auto leases = m_world->names(SemaphoreWorld::kLeases);
        QCOMPARE(leases.size(),
                 std::size_t{3});  // two owned, one of the mutex's holder; none of whoever queues
        for (const auto& name : leases)
            QVERIFY2(matches(name, "^_c_[0-9a-f-]{36}-lease-\\d{10}$"), name.c_str());
        const auto node = server().get(SemaphoreWorld::kLeases + "/" + leases.front());
        QVERIFY(matches(node->data, "^\\d+(\\.\\d+){3}$"));
    }

    void leaseIsAnsweredForByItsZnode() {
        const auto session = m_world->open();
        Semaphore mine(session, SemaphoreWorld::kPath, 2);
        const auto acquired = m_world->acquire(mine, 2);
        QVERIFY(acquired->isGranted());
        auto& leases = acquired->leases();
        QVERIFY(leases[0].path() != leases[1].path());
        for (const Hold& lease : leases) {
            const auto stat = server().exists(lease.path());
            QVERIFY(stat);
            QCOMPARE(lease.fencingToken(), stat->czxid);
            QCOMPARE(lease.session(), session->status().session);
            QCOMPARE(lease.state(), HoldState::Held);
        }
    }

    /// Create and list of the mutex, then creates and lists of all leases: two round trips, however many
    /// leases.
    void freeLeasesAreOwnedInTwoFlights() {
        const auto session = m_world->open();
        Semaphore mine(session, SemaphoreWorld::kPath, 5);
        m_world->acquire(mine)->leases().clear();  // makes the directories
        loop().runReady();
        session->setStepped(true);
        const auto acquired = m_world->start(mine, 3);
        int flights = 0;
        while (!acquired->isSettled()) {
            loop().runReady();
            QVERIFY(++flights < 10);
            while (session->applyNext()) {
            }
            while (session->deliverNext()) {
            }
        }
        QVERIFY(acquired->isGranted());
        QCOMPARE(flights, 2);
        session->setStepped(false);
        while (session->applyNext() || session->deliverNext()) {
        }
        loop().runReady();
        QCOMPARE(m_world->queued(), std::size_t{0});
        QCOMPARE(session->serverWatchCount(), std::size_t{0});
    }

    void severalAreTakenAllOrNone() {
        auto mine = semaphore(5);
        const auto owner = m_world->acquire(mine, 3);
        auto theirs = semaphore(5);
        const auto three = m_world->acquire(theirs, 3, 1s);
        QVERIFY(!three->isSettled());
        loop().advance(2s);
        QCOMPARE(three->error(), std::optional(ErrorCode::DeadlineExceeded));
        QCOMPARE(m_world->leases(), std::size_t{3});
        QVERIFY(m_world->acquire(theirs, 2)->isGranted());
    }

    /// Both want most of the leases: taken one by one, each could end up with some and wait for ever.
    void partsOfNeedsDoNotBlockEachOther() {
        auto mine = semaphore(10);
        auto theirs = semaphore(10);
        const auto first = m_world->start(mine, 6);
        const auto second = m_world->start(theirs, 6);
        loop().runReady();
        QVERIFY(first->isGranted() != second->isGranted());
        (first->isGranted() ? first : second)->leases().clear();
        loop().runReady();
        QVERIFY(first->isGranted() && second->isGranted());
    }

    void chunksAreGivenBackOneAfterTheOther() {
        auto mine = semaphore(6);
        const auto owner = m_world->acquire(mine, 6);
        auto theirs = semaphore(6);
        const auto waiter = m_world->acquire(theirs, 4);
        auto& leases = owner->leases();
        leases.erase(leases.begin(), leases.begin() + 2);
        loop().runReady();
        QVERIFY(!waiter->isSettled());
        QVERIFY(leases.back().release());
        loop().runReady();
        QVERIFY(!waiter->isSettled());
        leases.clear();
        loop().runReady();
        QVERIFY(waiter->isGranted());
        QCOMPARE(m_world->leases(), std::size_t{4});
    }

    void firstComeFirstServed() {
        auto mine = semaphore(2);
        const auto owner = m_world->acquire(mine, 2);
        auto theirs = semaphore(2);
        const auto both = m_world->acquire(theirs, 2);
        const auto one = m_world->acquire(theirs, 1);
        owner->leases().pop_back();
        loop().runReady();
        QVERIFY(!both->isSettled() && !one->isSettled());  // one would do, but it is not its turn
        owner->leases().clear();
        loop().runReady();
        QVERIFY(both->isGranted() && !one->isSettled());
    }

    void waitersWatchWhatCuratorsWould() {
        auto mine = semaphore(1);
        const auto owner = m_world->acquire(mine);
        const auto session = m_world->open();
        Semaphore theirs(session, SemaphoreWorld::kPath, 1);
        const auto first = m_world->acquire(theirs);
        loop().advance(1s);  // a mutex that is held for long is watched, too
        QCOMPARE(session->watchCount(), std::size_t{2});
        first->request.cancel();
        loop().runReady();
        QCOMPARE(first->error(), std::optional(ErrorCode::Cancelled));
        QCOMPARE(session->watchCount(), std::size_t{0});
        QCOMPARE(session->serverWatchCount(), std::size_t{0});
        QCOMPARE(m_world->leases(), std::size_t{1});
        QCOMPARE(m_world->queued(), std::size_t{0});
    }

    void otherChildrenAreNoLeases() {
        server().createPath(SemaphoreWorld::kLeases + "/notes");
        auto mine = semaphore(1);
        QVERIFY(m_world->acquire(mine)->isGranted());
        server().removeTree(SemaphoreWorld::kLeases + "/notes");
    }

    void participantsAreTheLeasesInTheirOrder() {
        auto mine = semaphore(3);
        std::optional<Result<std::vector<std::string>>> listed;
        const auto list = [&] {
            mine.participantsAsync(
                [&](Result<std::vector<std::string>> result) { listed = std::move(result); });
            loop().runReady();
            return listed->value_or(std::vector<std::string>{"?"});
        };
        QCOMPARE(list(), std::vector<std::string>());  // nobody has ever been there
        const auto first = m_world->acquire(mine);
        const auto rest = m_world->acquire(mine, 2);
        QVERIFY(server().create(SemaphoreWorld::kLeases + "/notes", {}, NodeKind::Persistent));
        const std::vector expected{first->leases()[0].path(), rest->leases()[0].path(),
                                   rest->leases()[1].path()};
        QCOMPARE(list(), expected);
        server().removeTree(SemaphoreWorld::kLeases + "/notes");
    }

    void trySucceedsOnlyWhereNobodyWaits() {
        auto mine = semaphore(2);
        const auto first = m_world->tryAcquire(mine, 2);
        QVERIFY(first->isGranted());
        const auto session = m_world->open();
        Semaphore theirs(session, SemaphoreWorld::kPath, 2);
        session->forgetSent();
        QCOMPARE(m_world->tryAcquire(theirs)->error(), std::optional(ErrorCode::Busy));
        QCOMPARE(session->sent().size(), std::size_t{1});  // one read and no write
        const auto waiter = m_world->acquire(mine, 1);
        first->leases().pop_back();
        loop().runReady();
        QVERIFY(waiter->isGranted());
        const auto big = m_world->acquire(mine, 2);
        waiter->leases().clear();
        loop().runReady();
        QVERIFY(!big->isSettled());
        QCOMPARE(m_world->tryAcquire(theirs)->error(),
                 std::optional(ErrorCode::Busy));  // it would jump the queue
        QCOMPARE(m_world->queued(), std::size_t{1});
    }

    void tryTakesWhatIsLeft() {
        auto mine = semaphore(3);
        const auto owner = m_world->acquire(mine);
        auto theirs = semaphore(3);
        QCOMPARE(m_world->tryAcquire(theirs, 3)->error(), std::optional(ErrorCode::Busy));
        const auto rest = m_world->tryAcquire(theirs, 2);
        QVERIFY(rest->isGranted());
    }

    void impossibleRequestsAreRefusedAtOnce_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<int>("leases");
        QTest::newRow("none") << "/app" << 0;
        QTest::newRow("fewer than none") << "/app" << -1;
        QTest::newRow("more than there are") << "/app" << 3;
        QTest::newRow("root") << "/" << 1;
        QTest::newRow("no path") << "app" << 1;
    }
    void impossibleRequestsAreRefusedAtOnce() {
        QFETCH(const QString, path);
        QFETCH(const int, leases);
        const auto session = m_world->open();
        Semaphore wrong(session, path.toStdString(), 2);
        QCOMPARE(m_world->acquire(wrong, leases)->error(), std::optional(ErrorCode::BadArguments));
        QVERIFY(session->sent().empty());
        QCOMPARE(wrong.acquire().error().code, ErrorCode::WouldBlockLoop);
        QCOMPARE(wrong.participants().error().code, ErrorCode::WouldBlockLoop);
    }

    void mutexIsNotReentrant() {
        SemaphoreMutex mutex(m_world->open(), SemaphoreWorld::kPath);
        std::optional<Result<Hold>> first;
        std::optional<Result<Hold>> second;
        mutex.acquireAsync({}, [&](Result<Hold> hold) { first = std::move(hold); });
        loop().runReady();
        QVERIFY(first && *first && mutex.isHeldHere());
        mutex.acquireAsync(loop().now() + 1s, [&](Result<Hold> hold) { second = std::move(hold); });
        loop().advance(2s);
        QCOMPARE(second->error().code, ErrorCode::DeadlineExceeded);
        mutex.tryAcquireAsync([&](Result<Hold> hold) { second = std::move(hold); });
        loop().runReady();
        QCOMPARE(second->error().code, ErrorCode::Busy);
        QVERIFY((*first)->release());
        QVERIFY(!mutex.isHeldHere());
        QCOMPARE((*first)->release().error().code, ErrorCode::NotOwner);
        mutex.tryAcquireAsync([&](Result<Hold> hold) { second = std::move(hold); });
        loop().runReady();
        QVERIFY(*second && mutex.isHeldHere());
        QCOMPARE(mutex.acquire().error().code, ErrorCode::WouldBlockLoop);
    }

    void leasesCanBeAskedFor() {
        LockOptions options;
        int asked = 0;
        options.onRevoke = [&] { ++asked; };
        Semaphore mine(m_world->open(), SemaphoreWorld::kPath, 2, options);
        const auto owner = m_world->acquire(mine, 2);
        QVERIFY(owner->isGranted());
        QCOMPARE(server().get(owner->leases().front().path())->data, std::string());
        QVERIFY(server().set(owner->leases().front().path(), "__REVOKE__"));
        loop().runReady();
        QCOMPARE(asked, 1);
        QCOMPARE(owner->leases().front().state(), HoldState::Held);
    }

    void optionsReachTheZnodes() {
        LockOptions options;
        options.data = "job 7";
        options.nodeAcl = {{permission::kAll, "digest", "me:hash"}};
        options.parentAcl = {
            {permission::kRead | permission::kCreate | permission::kDelete, "world", "anyone"}};
        const auto session = m_world->open();
        Semaphore mine(session, SemaphoreWorld::kPath, 1, options);
        session->setStepped(true);
        const auto acquired = m_world->start(mine);
        loop().runReady();
        while (session->applyNext() || session->deliverNext())
            loop().runReady();
        const auto leases = m_world->names(SemaphoreWorld::kLeases);
        QCOMPARE(leases.size(), std::size_t{1});
        const auto lease = SemaphoreWorld::kLeases + "/" + leases.front();
        QCOMPARE(server().tree().find(lease)->data, std::string("job 7"));
        QCOMPARE(server().tree().find(lease)->acl, options.nodeAcl);
        QCOMPARE(server().tree().find(SemaphoreWorld::kLeases)->acl, options.parentAcl);
        session->setStepped(false);
    }
};

LOCKSCOPE_TEST(SemaphoreTest)
#include "tst_semaphore.moc"
