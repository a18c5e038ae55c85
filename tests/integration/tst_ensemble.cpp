// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "counting_clients.h"
#include "live_session.h"
#include "test_cluster.h"
#include "test_program.h"
#include "three_servers.h"

#include <lockcore/lab/local_ensemble.h>
#include <lockcore/recipes/mutex.h>

#include <future>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

/// The number of the server at "127.0.0.1:port".
std::size_t serverAt(const std::string& address) {
    for (std::size_t server = 0; server < ensemble().size(); ++server)
        if (ensemble().connectString(server) == address) return server;
    qFatal("no server of ours: %s", address.c_str());
}

std::size_t serverOf(LiveSession& session) {
    return serverAt(session.onLoop([&] { return session.session()->status().server; }));
}

/// What all servers agree on. One that was disturbed may still not answer.
Result<int> numberIn(const std::string& connect) {
    LiveSession session(connect);
    const auto caughtUp =
        session.await<void>([](Session& zookeeper, auto done) { zookeeper.sync("/", std::move(done)); });
    if (!caughtUp) return tl::unexpected(caughtUp.error());
    const auto read = session.await<NodeData>(
        [](Session& zookeeper, auto done) { zookeeper.get("/number", {}, std::move(done)); });
    if (!read) return tl::unexpected(read.error());
    return std::stoi(read->data);
}

/// A follower with as many sessions as any.
std::size_t busiestFollower(CountingClients& clients) {
    const std::size_t leader = *ensemble().awaitLeader();
    std::size_t follower = (leader + 1) % ensemble().size();
    int most = 0;
    for (const auto& [server, sessions] : clients.sessionsByServer()) {
        if (serverAt(server) == leader || sessions <= most) continue;
        follower = serverAt(server);
        most = sessions;
    }
    return follower;
}

/// The states of a hold from now on, but for Doubtful, which a suspended one becomes where that takes long. A
/// state may be told again with each attempt to connect that fails.
class HoldHistory {
public:
    explicit HoldHistory(Hold& hold) {
        hold.onChange([seen = m_seen](HoldState state) {
            if (state == HoldState::Doubtful) return;
            const std::string_view name = holdStateName(state);
            const QString text = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
            const std::scoped_lock lock(seen->mutex);
            if (seen->states.isEmpty() || seen->states.last() != text) seen->states << text;
        });
    }
    QString text() const {
        const std::scoped_lock lock(m_seen->mutex);
        return m_seen->states.join(' ');
    }

private:
    struct Seen {
        std::mutex mutex;  // the listener runs on the session's loop
        QStringList states;
    };
    std::shared_ptr<Seen> m_seen = std::make_shared<Seen>();
};

/// An acquire under way. It may be settled after the test function has returned, having failed.
struct PendingAcquire {
    std::future<Queued> queued;
    std::future<Result<Hold>> granted;
};

PendingAcquire queueLater(QueueLock& lock) {
    const auto queued = std::make_shared<std::promise<Queued>>();
    const auto granted = std::make_shared<std::promise<Result<Hold>>>();
    PendingAcquire waiting{queued->get_future(), granted->get_future()};
    lock.acquireAsync(
        Owner::unique(), {}, [granted](Result<Hold> result) { granted->set_value(std::move(result)); },
        [queued](const Queued& place) { queued->set_value(place); });
    return waiting;
}

}  // namespace

/// Locks of lockcore on three servers, of which some fail.
class TestEnsemble : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void countsWhileServersFail_data();
    void countsWhileServersFail();
    void holdMovesToAnotherServer();
    void waiterMovesToAnotherServer();
    void cutOffHolderKnowsBeforeTheNextOwns();

private:
    void leaderIsKilled(CountingClients& clients);
    void followerHangs(CountingClients& clients);
    void majorityIsKilled(CountingClients& clients);

    std::string m_chroot;
};

void TestEnsemble::init() {
    m_chroot = createOnceServed(ensemble().connectString(), "/test", "", NodeKind::PersistentSequential);
}

/// Whatever a test that failed halfway left.
void TestEnsemble::cleanup() {
    for (std::size_t server = 0; server < ensemble().size(); ++server)
        ensemble().resume(server);
    QVERIFY(ensemble().restartAll());
    QVERIFY(ensemble().awaitLeader());
}

void TestEnsemble::leaderIsKilled(CountingClients& clients) {
    for (int round = 0; round < 2; ++round) {
        const auto leader = ensemble().awaitLeader();
        QVERIFY(leader);
        ensemble().kill(*leader);
        QVERIFY(clients.everybodyProceeds());
        QVERIFY(ensemble().restart(*leader));
        QVERIFY(clients.everybodyProceeds());
    }
}

void TestEnsemble::followerHangs(CountingClients& clients) {
    const std::size_t follower = busiestFollower(clients);
    ensemble().pause(follower);
    QVERIFY(clients.everybodyProceeds());
    ensemble().resume(follower);
    QVERIFY(clients.everybodyProceeds());
}

void TestEnsemble::majorityIsKilled(CountingClients& clients) {
    const auto leader = ensemble().awaitLeader();
    QVERIFY(leader);
    ensemble().kill(*leader);
    ensemble().kill((*leader + 1) % ensemble().size());
    QTRY_VERIFY_WITH_TIMEOUT(clients.sessionsByServer().empty(), kServerPatienceMs);
    QVERIFY(ensemble().restartAll());
    QVERIFY(clients.everybodyProceeds());
}

using ServerTrouble = void (TestEnsemble::*)(CountingClients&);
Q_DECLARE_METATYPE(ServerTrouble)

void TestEnsemble::countsWhileServersFail_data() {
    QTest::addColumn<ServerTrouble>("disturb");
    QTest::addColumn<bool>("readWrite");
    QTest::newRow("mutex, leader killed") << &TestEnsemble::leaderIsKilled << false;
    QTest::newRow("mutex, follower hangs") << &TestEnsemble::followerHangs << false;
    QTest::newRow("mutex, majority killed") << &TestEnsemble::majorityIsKilled << false;
    QTest::newRow("read/write lock, leader killed") << &TestEnsemble::leaderIsKilled << true;
    QTest::newRow("read/write lock, follower hangs") << &TestEnsemble::followerHangs << true;
}

void TestEnsemble::countsWhileServersFail() {
    QFETCH(const ServerTrouble, disturb);
    QFETCH(const bool, readWrite);
    const std::string connect = ensemble().connectString() + m_chroot;
    // A timeout that a hanging server does not outlast, so that sessions move and some expire.
    CountingClients clients({.connectString = connect,
                             .sessionTimeout = 4s,
                             .readWrite = readWrite,
                             .counting = 10,
                             .reading = readWrite ? 4 : 0});
    QVERIFY(clients.everybodyProceeds());
    (this->*disturb)(clients);
    if (QTest::currentTestFailed()) return;
    clients.stop();

    QCOMPARE(clients.mistakes().mid(0, 5).join('\n'), QString());
    Result<int> number = 0;
    const auto isRead = [&] { return (number = numberIn(connect)).has_value(); };
    QVERIFY2(QTest::qWaitFor(isRead, kServerPatienceMs), number ? "" : describe(number.error()).c_str());
    QVERIFY2(*number >= clients.confirmed() && *number <= clients.confirmed() + clients.undecided(),
             qPrintable(QStringLiteral("%1 is not %2 + 0…%3")
                            .arg(*number)
                            .arg(clients.confirmed())
                            .arg(clients.undecided())));
}

void TestEnsemble::holdMovesToAnotherServer() {
    const std::string connect = ensemble().connectString() + m_chroot;
    LiveSession holding(connect);
    LiveSession waiting(connect);
    Mutex held(holding.session(), "/lock");
    Mutex wanted(waiting.session(), "/lock");
    auto hold = held.acquire();
    QVERIFY(hold);
    const HoldHistory history(*hold);
    const SessionId id = holding.id();
    PendingAcquire next = queueLater(wanted);
    next.queued.get();

    const std::size_t left = serverOf(holding);
    ensemble().kill(left);
    QTRY_COMPARE_WITH_TIMEOUT(history.text(), "Suspended Held", kServerPatienceMs);
    QVERIFY(serverOf(holding) != left);
    QCOMPARE(holding.id(), id);
    const auto node = holding.await<NodeData>(
        [&](Session& zookeeper, auto done) { zookeeper.get(hold->path(), {}, std::move(done)); });
    QVERIFY(node);
    QCOMPARE(node->stat.czxid, hold->fencingToken());
    QCOMPARE(next.granted.wait_for(0s), std::future_status::timeout);

    QVERIFY(hold->release());
    QCOMPARE(next.granted.wait_for(60s), std::future_status::ready);
    const auto result = next.granted.get();
    QVERIFY2(result, result ? "" : describe(result.error()).c_str());
    QVERIFY(result->fencingToken() > node->stat.czxid);
}

/// Its watch moves with it: released while it is between two servers, the lock must not be missed.
void TestEnsemble::waiterMovesToAnotherServer() {
    const std::string connect = ensemble().connectString() + m_chroot;
    LiveSession waiting(connect);
    Mutex wanted(waiting.session(), "/lock");
    const std::size_t left = serverOf(waiting);
    LiveSession holding(ensemble().connectString((left + 1) % ensemble().size()) + m_chroot);
    Mutex held(holding.session(), "/lock");
    auto hold = held.acquire();
    QVERIFY(hold);
    PendingAcquire next = queueLater(wanted);
    const Queued place = next.queued.get();

    ensemble().kill(left);
    QVERIFY(hold->release());
    QCOMPARE(next.granted.wait_for(60s), std::future_status::ready);
    const auto result = next.granted.get();
    QVERIFY2(result, result ? "" : describe(result.error()).c_str());
    QCOMPARE(result->fencingToken(), place.czxid);  // still in its place
}

/// The only server that the holder may use hangs. The others end its session and grant the lock to the next
/// one, which must not happen before the holder was told.
void TestEnsemble::cutOffHolderKnowsBeforeTheNextOwns() {
    const std::size_t hung = (*ensemble().awaitLeader() + 1) % ensemble().size();
    LiveSession holding(ensemble().connectString(hung) + m_chroot, 3s);
    Mutex held(holding.session(), "/lock");
    auto hold = held.acquire();
    QVERIFY(hold);
    const HoldHistory history(*hold);
    LiveSession waiting(ensemble().connectString((hung + 1) % ensemble().size()) + m_chroot);
    Mutex wanted(waiting.session(), "/lock");
    PendingAcquire next = queueLater(wanted);
    next.queued.get();

    ensemble().pause(hung);
    QCOMPARE(next.granted.wait_for(60s), std::future_status::ready);
    QVERIFY(hold->state() == HoldState::Suspended || hold->state() == HoldState::Doubtful);
    const auto result = next.granted.get();
    QVERIFY2(result, result ? "" : describe(result.error()).c_str());
    QVERIFY(result->fencingToken() > hold->fencingToken());
    ensemble().resume(hung);
    QTRY_COMPARE_WITH_TIMEOUT(history.text(), "Suspended Lost", kServerPatienceMs);
    const auto released = hold->release();
    QVERIFY(!released);
    QCOMPARE(released.error().code, ErrorCode::HoldLost);
    QCOMPARE(result->state(), HoldState::Held);
}

LOCKSCOPE_TEST(TestEnsemble)
#include "tst_ensemble.moc"
