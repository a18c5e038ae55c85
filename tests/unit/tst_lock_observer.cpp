// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "fake_zookeeper.h"
#include "manual_loop.h"
#include "test_program.h"

#include <lockcore/observe/lock_observer.h>
#include <lockcore/session/connect_string.h>
#include <lockcore/wall_clock.h>

#include <algorithm>

using namespace lockcore;
using namespace std::chrono_literals;
using Op = FakeSession::Op;

namespace {

const std::string kLock = "/app/lock";

std::string contenderPath(int guid) {
    return kLock + QString::asprintf("/_c_00000000-0000-4000-8000-%012x-lock-", unsigned(guid)).toStdString();
}

}  // namespace

class TestLockObserver : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void namesFirstThenDetails();
    void unchangedContendersAreShared();
    void eventCostsOneListAndOneReadForEachNewContender();
    void burstCoalesces();
    void slowDirectoryIsListedSeldom();
    void lateReadingTellsUntilWhenNothingChanged();
    void whatIsQuietForLongCostsLess();
    void busyQueueOfThousandsIsListedSeldom();
    void detailsStreamBoundedAndInQueueOrder();
    void namesOfManyAreAloneForAWhile();
    void whatIsOnScreenIsReadFirst();
    void refreshReadsDataAgain();
    void oneContenderIsReadAgain();
    void contenderThatVanishesMeanwhile();
    void directoryRemovedAndCreatedAgain();
    void recreatedDirectoryIsReadAnew();
    void directoryThatNeverWas();
    void parentWithoutReadPermission();
    void contenderWithoutReadPermission();
    void contenderWithoutReadPermissionOfItsStat();
    void hugeDirectoryIsNotListed();
    void oddNamesAndData();
    void disconnectMakesStaleAndReconnectReadsAgain();
    void disconnectInTheMiddleOfReading();
    void expiredSessionStops();
    void observeBeforeTheConnection();
    void timeoutIsRetried();
    void nothingIsLeftBehind();
    void sinkMayChangeWhatIsObserved();
    void markedDialect();
    void dataOfTheDirectoryTells();
    void leasesAreNoMembersAtFirst();
    void leasesWhileTheConnectionBreaks();
    void aDirectoryMaySayThatItQueues();
    void numbersThatTheDirectoryHasNotGiven();
    void markedAsNoLockIsNotRead();
    void lockOfOneZnode();
    void lockOfOneZnodeWithoutReadPermission();
    void lockOfOneZnodeWhileTheConnectionBreaks();

private:
    Result<CreatedNode> queueUp(std::string_view data = "10.0.0.1") {
        ++m_guid;
        return m_server->create(contenderPath(m_guid), data, NodeKind::EphemeralSequential,
                                SessionId{m_guid});
    }
    void observe(const std::set<std::string>& paths = {kLock}) {
        m_observer = std::make_unique<LockObserver>(
            m_session,
            [this](std::shared_ptr<const LockQueue> queue) { m_queues.push_back(std::move(queue)); });
        m_observer->observe(paths);
    }
    const LockQueue& last() const { return *m_queues.back(); }
    bool isWhole() const {
        return std::all_of(last().rows.begin(), last().rows.end(),
                           [](const QueueRow& row) { return row.contender->stat.has_value(); });
    }
    /// Moves stepped requests on until nothing is left to do, with the server's part of each list taking
    /// `listTime`.
    void stepAll(Duration listTime) {
        while (m_session->applyNext() || m_session->deliverNext() || m_loop->runOne()) {
            if (std::ranges::find(m_session->sent(), Op::Children, &FakeSession::Request::op) ==
                m_session->sent().end())
                continue;
            m_session->forgetSent();
            ++m_lists;
            m_loop->advance(listTime);
        }
    }

    std::unique_ptr<ManualLoop> m_loop;
    std::unique_ptr<FakeZooKeeper> m_server;
    std::shared_ptr<FakeSession> m_session;
    std::unique_ptr<LockObserver> m_observer;
    std::vector<std::shared_ptr<const LockQueue>> m_queues;
    int m_guid = 0;
    int m_lists = 0;
};

void TestLockObserver::init() {
    m_loop = std::make_unique<ManualLoop>();
    m_server = std::make_unique<FakeZooKeeper>(*m_loop);
    m_server->createPath(kLock);
    m_session = m_server->open();
    m_guid = 0;
    m_lists = 0;
}

void TestLockObserver::cleanup() {
    m_observer.reset();
    m_loop->runReady();
    QCOMPARE(m_session->watchCount(), 0u);
    QCOMPARE(m_loop->timerCount(), 0u);
    m_queues.clear();
}

void TestLockObserver::namesFirstThenDetails() {
    const auto holder = queueUp();
    queueUp("10.0.0.2");
    observe();
    m_loop->runReady();

    QCOMPARE(m_queues.size(), 2u);
    const LockQueue& names = *m_queues.front();
    QCOMPARE(names.rows.size(), 2u);
    QVERIFY(!names.rows[0].contender->stat);
    QCOMPARE(names.rows[0].role, Role::Holder);
    QCOMPARE(names.freshness, Freshness::Live);

    QCOMPARE(last().path, kLock);
    QCOMPARE(last().dialect, Dialect::CuratorMutex);
    QCOMPARE(last().rows[0].contender->stat->czxid, holder->stat.czxid);
    QCOMPARE(last().rows[0].contender->stat->ephemeralOwner, SessionId{1});
    QCOMPARE(last().rows[1].contender->data, std::string("10.0.0.2"));
    QCOMPARE(last().rows[1].predecessor, std::optional<std::size_t>(0));
    QCOMPARE(last().stat->numChildren, 2);
    QCOMPARE(last().readAt, m_loop->now());
}

void TestLockObserver::unchangedContendersAreShared() {
    queueUp();
    observe();
    m_loop->runReady();
    const auto before = m_queues.back();
    queueUp();
    m_loop->runReady();
    QCOMPARE(last().rows.size(), 2u);
    QCOMPARE(last().rows[0].contender, before->rows[0].contender);
}

void TestLockObserver::eventCostsOneListAndOneReadForEachNewContender() {
    const auto first = queueUp();
    queueUp();
    observe();
    m_loop->runReady();
    QCOMPARE(m_session->watchCount(), 1u);
    m_session->forgetSent();

    queueUp();
    m_loop->runReady();
    QCOMPARE(m_session->sent().size(), 2u);
    QCOMPARE(m_session->countSent(Op::Children, kLock), 1u);
    QCOMPARE(m_session->countSent(Op::Get), 1u);
    m_session->forgetSent();

    (void)m_server->remove(first->path);
    m_loop->runReady();
    QCOMPARE(m_session->sent().size(), 1u);
    QCOMPARE(last().rows.size(), 2u);
    QCOMPARE(last().rows[0].role, Role::Holder);
    QCOMPARE(m_session->watchCount(), 1u);
}

void TestLockObserver::burstCoalesces() {
    observe();
    m_loop->runReady();
    m_session->forgetSent();
    m_session->setStepped(true);
    for (int i = 0; i < 100; ++i)
        queueUp();
    QVERIFY(m_session->deliverNext());  // the one watch event
    m_loop->runReady();
    for (int i = 0; i < 100; ++i)
        queueUp();
    QVERIFY(m_session->applyNext());
    for (int i = 0; i < 100; ++i)
        queueUp();
    m_session->setStepped(false);
    m_session->deliverNext();
    m_session->deliverNext();
    m_loop->runReady();
    m_loop->advance(10s);
    QCOMPARE(m_session->countSent(Op::Children), 2u);
    QCOMPARE(m_session->countSent(Op::Get), 300u);
    QCOMPARE(last().rows.size(), 300u);
    QVERIFY(isWhole());
}

void TestLockObserver::slowDirectoryIsListedSeldom() {
    observe();
    m_loop->runReady();
    m_session->setStepped(true);
    m_session->forgetSent();
    queueUp();
    const TimePoint start = m_loop->now();
    while (m_loop->now() < start + 10s) {
        stepAll(100ms);
        queueUp();
        m_loop->advance(1ms);
    }
    // A list takes 100 ms and is followed by 400 ms of rest: about 20 of them, and an event for each would be
    // hundreds.
    QVERIFY2(m_lists >= 15 && m_lists <= 21, qPrintable(QString::number(m_lists)));
}

/// A list that took 5 s rests for 20 s: what the watch told meanwhile is that old when it is read. The event
/// itself may have been on its way since what was answered last had been asked.
void TestLockObserver::lateReadingTellsUntilWhenNothingChanged() {
    const auto holder = queueUp();
    queueUp();
    m_session->setStepped(true);
    observe();
    stepAll(5s);
    QVERIFY(!last().unchangedUntilUnixMs);  // nobody had looked before
    QCOMPARE(last().readAtUnixMs - last().askedAtUnixMs, 5000);
    const std::uint64_t reading = last().reading;
    m_loop->advance(14s);
    stepAll(0s);
    m_loop->advance(400ms);  // the next pulse
    const TimePoint heardOf = m_loop->now();
    m_session->applyNext();
    m_loop->advance(300ms);
    m_session->deliverNext();  // its answer, before there was any change
    (void)m_server->remove(holder->path);
    m_loop->advance(200ms);
    m_session->deliverNext();  // the event, which is late
    m_loop->advance(10s);
    stepAll(2s);
    QCOMPARE(last().rows.size(), 1u);
    QCOMPARE(last().reading, reading + 1);
    const auto ago = std::chrono::duration_cast<std::chrono::milliseconds>(last().readAt - heardOf).count();
    QVERIFY(ago >= 5'000);
    QCOMPARE(last().readAtUnixMs - last().unchangedUntilUnixMs.value(), ago);
    // No watch tells what happens while the connection is down, which is noticed later than it broke.
    m_session->setStepped(false);
    m_loop->advance(10s);
    m_session->setStepped(true);
    m_loop->advance(7s);  // nothing is answered any more
    m_session->setStepped(false);
    m_session->disconnect();
    m_loop->runReady();
    QCOMPARE(last().freshness, Freshness::Stale);
    const std::int64_t seenAgo = unixMs() - last().seenUntilUnixMs(0);
    QVERIFY2(seenAgo >= 7'000 && seenAgo < 16'000, qPrintable(QString::number(seenAgo)));
    m_session->reconnect();
    m_loop->runReady();
    QVERIFY(!last().unchangedUntilUnixMs);
}

void TestLockObserver::whatIsQuietForLongCostsLess() {
    queueUp();
    observe();
    m_loop->advance(1s);
    const auto requestsOf = [&](Duration time) {
        m_session->forgetSent();
        m_loop->advance(time);
        return m_session->sent().size();
    };
    const auto isLively = [](std::size_t requests) { return requests >= 48 && requests <= 51; };
    QVERIFY(isLively(requestsOf(20s)));
    m_loop->advance(10s);
    const std::size_t quiet = requestsOf(20s);
    QVERIFY2(quiet >= 19 && quiet <= 21, qPrintable(QString::number(quiet)));
    queueUp();
    m_loop->advance(2s);
    QVERIFY(isLively(requestsOf(20s)));
}

void TestLockObserver::busyQueueOfThousandsIsListedSeldom() {
    for (int i = 0; i < 3'000; ++i)
        queueUp();
    observe();
    m_loop->runReady();
    m_session->setStepped(true);
    m_session->forgetSent();
    // Whoever comes has left again before it is read.
    m_session->setError([](const FakeSession::Request& request) {
        return request.op == Op::Get ? std::optional(ErrorCode::NoNode) : std::nullopt;
    });
    const TimePoint start = m_loop->now();
    while (m_loop->now() < start + 25s) {
        queueUp();
        stepAll(500ms);
        m_loop->advance(10ms);
    }
    // A list takes half a second and rests for two.
    QVERIFY2(m_lists >= 8 && m_lists <= 11, qPrintable(QString::number(m_lists)));
}

void TestLockObserver::detailsStreamBoundedAndInQueueOrder() {
    constexpr int kCount = 999;
    for (int i = 0; i < kCount; ++i)
        queueUp();
    m_session->setStepped(true);
    observe();
    std::size_t mostBehind = 0;
    for (int read = 0; m_session->applyNext() || m_session->deliverNext(); ++read) {
        m_loop->runReady();
        if (read % 10 == 0) m_loop->advance(1ms);
        if (m_queues.empty()) continue;
        std::size_t known = 0;
        const auto& rows = last().rows;
        while (known < rows.size() && rows[known].contender->stat)
            ++known;
        for (std::size_t i = known; i < rows.size(); ++i)
            if (rows[i].contender->stat) mostBehind = std::max(mostBehind, i - known);
    }
    QVERIFY(isWhole());
    QCOMPARE(last().rows.size(), std::size_t(kCount));
    QVERIFY(m_session->maxInFlight() <= 64);
    QVERIFY(m_session->maxInFlight() > 16);
    QVERIFY(mostBehind <= 64);
    QVERIFY(m_queues.size() >= 3);
    QVERIFY2(m_queues.size() <= 12, qPrintable(QString::number(m_queues.size())));
}

void TestLockObserver::namesOfManyAreAloneForAWhile() {
    for (int i = 0; i < 1000; ++i)
        queueUp();
    observe();
    m_loop->runReady();
    QCOMPARE(m_queues.size(), 1u);
    QCOMPARE(last().rows.size(), 1000u);
    QCOMPARE(m_session->sent().size(), 2u);  // is it there, and its list
    m_loop->advance(200ms);
    QVERIFY(isWhole());

    m_observer->observe({});
    observe();
    m_loop->runReady();
    QVERIFY(!isWhole());
    m_session->disconnect();  // ends the wait, and its timer with it
    QVERIFY(m_session->reconnect());
    m_loop->runReady();
    QVERIFY(isWhole());
}

void TestLockObserver::whatIsOnScreenIsReadFirst() {
    constexpr std::size_t kCount = 1000;
    for (std::size_t i = 0; i < kCount; ++i)
        queueUp();
    m_session->setStepped(true);
    observe();
    const auto step = [this] { return m_session->applyNext() || m_session->deliverNext(); };
    while (m_queues.empty() && step())
        m_loop->runReady();
    const auto wanted = [this](std::size_t row) { return last().rows[row].contender; };
    m_observer->readFirst(kLock, {wanted(990)->name, wanted(991)->name, "left meanwhile"});
    m_observer->readFirst("/not/observed", {"x"});
    while (!wanted(990)->stat && step()) {
        m_loop->runReady();
        m_loop->advance(1ms);
    }
    QVERIFY(wanted(991)->stat || !isWhole());
    QVERIFY(!wanted(989)->stat);
    QVERIFY(!wanted(500)->stat);
    while (step())
        m_loop->runReady();
    QVERIFY(isWhole());
}

void TestLockObserver::refreshReadsDataAgain() {
    const auto first = queueUp();
    queueUp();
    observe();
    m_loop->runReady();
    const auto before = m_queues.back();
    (void)m_server->set(first->path, "__REVOKE__");
    m_loop->runReady();
    QCOMPARE(m_queues.back(), before);  // a child watch does not tell of data
    m_observer->refresh(kLock);
    m_observer->refresh("/not/observed");
    m_loop->runReady();
    QCOMPARE(last().rows[0].contender->data, std::string("__REVOKE__"));
    QCOMPARE(last().rows[1].contender, before->rows[1].contender);
    QCOMPARE(m_session->watchCount(), 1u);
}

void TestLockObserver::oneContenderIsReadAgain() {
    const auto first = queueUp();
    queueUp();
    observe();
    m_loop->runReady();
    const std::string name(nodeName(first->path));
    m_session->forgetSent();
    (void)m_server->set(first->path, "__REVOKE__");
    m_observer->readAgain(kLock, name);
    m_observer->readAgain(kLock, "of-nobody");
    m_observer->readAgain("/not/observed", name);
    m_loop->runReady();
    QCOMPARE(last().rows[0].contender->data, std::string("__REVOKE__"));
    QCOMPARE(m_session->sent().size(), 1u);

    // While an older reading of it is under way, which knows nothing of what was written since.
    m_session->setStepped(true);
    m_observer->readAgain(kLock, name);
    QVERIFY(m_session->applyNext());
    (void)m_server->set(first->path, "later");
    m_observer->readAgain(kLock, name);
    stepAll(0ms);
    QCOMPARE(last().rows[0].contender->data, std::string("later"));
}

void TestLockObserver::contenderThatVanishesMeanwhile() {
    const auto first = queueUp();
    queueUp();
    m_session->setStepped(true);
    observe();
    for (int i = 0; i < 2; ++i) {  // exists, children
        QVERIFY(m_session->applyNext());
        QVERIFY(m_session->deliverNext());
    }
    (void)m_server->remove(first->path);
    m_session->setStepped(false);
    while (m_session->applyNext() || m_session->deliverNext()) {
    }
    m_loop->runReady();
    m_loop->advance(5s);
    QCOMPARE(last().rows.size(), 1u);
    QVERIFY(isWhole());
    QCOMPARE(last().freshness, Freshness::Live);
    for (const auto& queue : m_queues)
        QVERIFY(!queue->problem);
}

void TestLockObserver::directoryRemovedAndCreatedAgain() {
    queueUp();
    observe();
    m_loop->runReady();
    m_server->removeTree(kLock);
    m_loop->runReady();
    QCOMPARE(last().freshness, Freshness::Gone);
    QVERIFY(last().rows.empty());
    QVERIFY(!last().stat);
    QCOMPARE(m_session->watchCount(), 1u);

    m_server->createPath(kLock);
    m_loop->runReady();
    QCOMPARE(last().freshness, Freshness::Live);
    queueUp();
    m_loop->runReady();
    QCOMPARE(last().rows.size(), 1u);
    QCOMPARE(m_session->watchCount(), 1u);
}

void TestLockObserver::recreatedDirectoryIsReadAnew() {
    const std::string name = kLock + "/x-";
    const auto before = m_server->create(name, "old", NodeKind::EphemeralSequential, SessionId{1});
    observe();
    m_loop->runReady();
    m_session->setStepped(true);
    m_server->removeTree(kLock);
    m_server->createPath(kLock);
    const auto after = m_server->create(name, "new", NodeKind::EphemeralSequential, SessionId{2});
    QCOMPARE(after->path, before->path);
    m_session->setStepped(false);
    while (m_session->applyNext() || m_session->deliverNext()) {
    }
    m_loop->runReady();
    QCOMPARE(last().rows.size(), 1u);
    QCOMPARE(last().rows[0].contender->data, std::string("new"));
    QCOMPARE(last().rows[0].contender->stat->czxid, after->stat.czxid);
}

void TestLockObserver::directoryThatNeverWas() {
    observe({"/not/there"});
    m_loop->runReady();
    QCOMPARE(last().freshness, Freshness::Gone);
    QCOMPARE(last().path, std::string("/not/there"));
    m_loop->advance(1h);
    QCOMPARE(m_queues.size(), 1u);  // it waits for an event and does not ask again and again
    m_server->createPath("/not/there");
    m_loop->runReady();
    QCOMPARE(last().freshness, Freshness::Live);
}

void TestLockObserver::parentWithoutReadPermission() {
    queueUp();
    m_server->forbidRead(kLock);
    observe();
    m_loop->runReady();
    QCOMPARE(last().freshness, Freshness::Failed);
    QCOMPARE(last().problem->code, ErrorCode::NoAuth);
    m_server->allowRead(kLock);
    m_loop->advance(1min);
    QCOMPARE(last().freshness, Freshness::Live);
    QVERIFY(!last().problem);
    QCOMPARE(last().rows.size(), 1u);
}

void TestLockObserver::contenderWithoutReadPermission() {
    const auto secret = queueUp("secret");
    queueUp();
    m_server->forbidRead(secret->path);
    observe();
    m_loop->runReady();
    const Contender& contender = *last().rows[0].contender;
    QCOMPARE(contender.problem->code, ErrorCode::NoAuth);
    QVERIFY(contender.data.empty());
    QCOMPARE(contender.stat->ephemeralOwner, SessionId{1});  // a Stat may be read by everybody
    QVERIFY(!last().rows[1].contender->problem);
    QCOMPARE(last().freshness, Freshness::Live);
}

/// As on servers from 3.8.4 and 3.9.2 on.
void TestLockObserver::contenderWithoutReadPermissionOfItsStat() {
    m_server->setStatNeedsRead(true);
    const auto secret = queueUp("secret");
    queueUp();
    m_server->forbidRead(secret->path);
    observe();
    m_loop->runReady();
    QCOMPARE(last().rows[0].role, Role::Holder);
    QCOMPARE(last().rows[1].role, Role::Waiter);
    QCOMPARE(last().rows[0].contender->problem->code, ErrorCode::NoAuth);
    QVERIFY(!last().rows[0].contender->stat);
    QVERIFY(last().rows[1].contender->stat);
    QCOMPARE(last().freshness, Freshness::Live);
}

void TestLockObserver::hugeDirectoryIsNotListed() {
    for (int i = 0; i < 200'001; ++i)
        (void)m_server->create(kLock + "/" + std::to_string(i), "", NodeKind::Persistent);
    observe();
    m_loop->runReady();
    QCOMPARE(m_session->countSent(Op::Children), 0u);
    QCOMPARE(last().freshness, Freshness::Failed);
    QCOMPARE(last().problem->code, ErrorCode::TooLarge);
    QVERIFY(last().problem->what.find("200001") != std::string::npos);
    m_observer.reset();
}

void TestLockObserver::oddNamesAndData() {
    const std::string huge(1'000'000, '\xff');
    const std::vector<std::pair<std::string, std::string>> nodes{
        {"lease_holder", "{}"},
        {"\x01\x1b[31m\xe2\x80\xae<b>&amp;-0000000001", std::string("\0\x01\xff\xfe", 4)},
        {"0000000002", huge},
        {std::string(1000, 'x') + "-0000000003", ""},
    };
    for (const auto& [name, data] : nodes)
        (void)m_server->create(kLock + "/" + name, data, NodeKind::Persistent);
    observe();
    m_loop->runReady();
    QCOMPARE(last().rows.size(), 4u);
    QCOMPARE(last().counts().members, 3u);
    QCOMPARE(last().kind, DirectoryKind::WorkQueue);
    QCOMPARE(last().rows[3].role, Role::Foreign);
    QCOMPARE(last().rows[0].contender->name, nodes[1].first);
    QCOMPARE(last().rows[0].contender->data, nodes[1].second);
    QCOMPARE(last().rows[0].contender->stat->ephemeralOwner, SessionId::None);
    const Contender& large = *last().rows[1].contender;
    QCOMPARE(large.data.size(), kKeptDataBytes);
    QCOMPARE(large.stat->dataLength, 1'000'000);
}

void TestLockObserver::disconnectMakesStaleAndReconnectReadsAgain() {
    queueUp();
    observe();
    m_loop->runReady();
    const TimePoint readAt = last().readAt;
    m_loop->advance(3s);
    m_session->disconnect();
    m_loop->runReady();
    QCOMPARE(last().freshness, Freshness::Stale);
    QCOMPARE(last().rows.size(), 1u);
    QCOMPARE(last().readAt, readAt);
    queueUp();
    m_session->reconnect();
    m_loop->runReady();
    QCOMPARE(last().freshness, Freshness::Live);
    QCOMPARE(last().rows.size(), 2u);
    QVERIFY(!last().problem);
    QCOMPARE(m_session->watchCount(), 1u);
}

void TestLockObserver::disconnectInTheMiddleOfReading() {
    for (int i = 0; i < 200; ++i)
        queueUp();
    m_session->setStepped(true);
    observe();
    for (int i = 0; i < 40; ++i) {
        m_session->applyNext();
        m_session->deliverNext();
    }
    QVERIFY(!isWhole());
    m_session->disconnect();
    m_loop->runReady();
    QCOMPARE(last().freshness, Freshness::Stale);
    m_session->setStepped(false);
    m_session->reconnect();
    m_loop->runReady();
    m_loop->advance(1s);
    QCOMPARE(last().freshness, Freshness::Live);
    QCOMPARE(last().rows.size(), 200u);
    QVERIFY(isWhole());
    QVERIFY(m_session->maxInFlight() <= 64);
}

void TestLockObserver::expiredSessionStops() {
    queueUp();
    observe();
    m_loop->runReady();
    m_session->expire();
    m_loop->runReady();
    QCOMPARE(last().freshness, Freshness::Stale);
    QCOMPARE(last().rows.size(), 1u);
    m_session->forgetSent();
    m_observer->refresh(kLock);
    m_loop->advance(1h);
    QVERIFY(m_session->sent().empty());
}

void TestLockObserver::observeBeforeTheConnection() {
    queueUp();
    m_session->disconnect();
    m_loop->runReady();
    observe();
    m_loop->advance(1min);
    QVERIFY(m_queues.empty());
    QVERIFY(m_session->sent().empty());
    m_session->reconnect();
    m_loop->runReady();
    QCOMPARE(last().rows.size(), 1u);
}

void TestLockObserver::timeoutIsRetried() {
    queueUp();
    observe();
    m_loop->runReady();
    bool failing = true;
    m_session->setError([&](const FakeSession::Request&) {
        return failing ? std::optional(ErrorCode::OperationTimeout) : std::nullopt;
    });
    queueUp();
    m_loop->runReady();
    QCOMPARE(last().freshness, Freshness::Stale);
    QCOMPARE(last().problem->code, ErrorCode::OperationTimeout);
    failing = false;
    m_loop->advance(10s);
    QCOMPARE(last().freshness, Freshness::Live);
    QCOMPARE(last().rows.size(), 2u);
    QVERIFY(isWhole());
}

void TestLockObserver::nothingIsLeftBehind() {
    for (int i = 0; i < 100; ++i)
        queueUp();
    m_session->setStepped(true);
    observe({kLock, "/app", "/missing"});
    for (int i = 0; i < 30; ++i) {
        m_session->applyNext();
        m_session->deliverNext();
    }
    m_observer->observe({"/app"});
    const std::size_t published = m_queues.size();
    m_session->setStepped(false);
    while (m_session->applyNext() || m_session->deliverNext()) {
    }
    m_loop->runReady();
    for (std::size_t i = published; i < m_queues.size(); ++i)
        QCOMPARE(m_queues[i]->path, std::string("/app"));
    QCOMPARE(m_session->watchCount(), 1u);
    m_session->setStepped(true);
    m_observer->observe({kLock, "/app"});
    m_observer.reset();  // with requests under way
    const std::size_t atEnd = m_queues.size();
    while (m_session->applyNext() || m_session->deliverNext()) {
    }
    m_loop->runReady();
    QCOMPARE(m_queues.size(), atEnd);
}

void TestLockObserver::sinkMayChangeWhatIsObserved() {
    queueUp();
    int calls = 0;
    m_observer = std::make_unique<LockObserver>(m_session, [&](const std::shared_ptr<const LockQueue>&) {
        if (++calls == 1) m_observer->observe({});
    });
    m_observer->observe({kLock, "/app"});
    m_loop->runReady();
    m_session->disconnect();
    m_loop->runReady();
    QCOMPARE(calls, 1);
}

/// A program's own lock, whose names tell nothing, may say what it is.
void TestLockObserver::aDirectoryMaySayThatItQueues() {
    const auto join = [&](std::int64_t session) {
        return m_server->create(kLock + "/job-", "", NodeKind::EphemeralSequential, SessionId{session});
    };
    const auto first = join(1);
    const auto second = join(2);
    observe();
    m_loop->runReady();
    QCOMPARE(last().counts().members, 2u);
    for (const FakeSession::Request& request : m_session->sent())
        QVERIFY(request.op != Op::Get || request.path != kLock);  // it has none

    (void)m_server->set(kLock, "lockscope: lock");
    m_observer->refresh(kLock);
    m_loop->runReady();
    QCOMPARE(last().kind, DirectoryKind::Lock);
    QCOMPARE(last().holders(), 1u);
    QCOMPARE(last().waiters(), 1u);

    // Nor is the first one to come when all have left a member for a moment.
    (void)m_server->remove(first->path);
    (void)m_server->remove(second->path);
    m_loop->runReady();
    QVERIFY(last().rows.empty());
    m_queues.clear();
    (void)join(3);
    (void)join(4);
    m_loop->runReady();
    QCOMPARE(last().holders(), 1u);
    for (const auto& queue : m_queues)
        QCOMPARE(queue->counts().members, 0u);

    for (const char* const other : {"lockscope: bar!", "5"}) {
        (void)m_server->set(kLock, other);
        m_observer->refresh(kLock);
        m_loop->runReady();
        QCOMPARE(last().counts().members, 2u);
        QVERIFY(!last().capacity);
    }
}

/// Kazoo's semaphore writes the number of its leases there.
void TestLockObserver::dataOfTheDirectoryTells() {
    const std::string hex(32, 'a');
    (void)m_server->create(kLock + "/" + hex, "", NodeKind::Ephemeral, SessionId{1});
    observe();
    m_loop->runReady();
    QCOMPARE(last().dialect, Dialect::HexMember);
    QCOMPARE(last().counts().members, 1u);
    QVERIFY(!last().capacity);

    (void)m_server->set(kLock, "3");
    m_observer->refresh(kLock);
    m_loop->runReady();
    QCOMPARE(last().dialect, Dialect::KazooSemaphore);
    QCOMPARE(last().kind, DirectoryKind::Semaphore);
    QCOMPARE(last().holders(), 1u);
    QCOMPARE(last().capacity, std::optional<std::size_t>(3));

    m_session->forgetSent();
    (void)m_server->create(kLock + "/" + std::string(32, 'b'), "", NodeKind::Ephemeral, SessionId{2});
    m_loop->runReady();
    QCOMPARE(last().holders(), 2u);
    for (const FakeSession::Request& request : m_session->sent())
        QVERIFY(request.op != Op::Get || request.path != kLock);  // its data has not changed

    (void)m_server->set(kLock, "three");
    m_observer->refresh(kLock);
    m_loop->runReady();
    QCOMPARE(last().kind, DirectoryKind::Membership);
    QVERIFY(!last().capacity);
}

/// Whoever holds one would seem to have become a holder only then.
void TestLockObserver::leasesAreNoMembersAtFirst() {
    (void)m_server->set(kLock, "2");
    (void)m_server->create(kLock + "/" + std::string(32, 'a'), "", NodeKind::Ephemeral, SessionId{1});
    observe();
    m_loop->runReady();
    QCOMPARE(last().holders(), 1u);
    QVERIFY(isWhole());
    for (const auto& queue : m_queues)
        QCOMPARE(queue->kind, DirectoryKind::Semaphore);
}

/// The answer is lost on its way.
void TestLockObserver::leasesWhileTheConnectionBreaks() {
    (void)m_server->set(kLock, "2");
    (void)m_server->create(kLock + "/" + std::string(32, 'a'), "", NodeKind::Ephemeral, SessionId{1});
    observe();
    m_loop->runReady();
    QCOMPARE(last().capacity, std::optional<std::size_t>(2));

    (void)m_server->set(kLock, "3");
    m_session->setStepped(true);
    m_session->forgetSent();
    m_observer->refresh(kLock);
    const auto isAsked = [&] {
        return std::ranges::any_of(m_session->sent(), [](const FakeSession::Request& request) {
            return request.op == Op::Get && request.path == kLock;
        });
    };
    while (!isAsked())
        QVERIFY(m_session->applyNext() || m_session->deliverNext() || m_loop->runOne());
    m_session->disconnect();
    m_session->setStepped(false);
    m_session->reconnect();
    m_loop->runReady();
    QCOMPARE(last().kind, DirectoryKind::Semaphore);
    QCOMPARE(last().capacity, std::optional<std::size_t>(3));
}

void TestLockObserver::numbersThatTheDirectoryHasNotGiven() {
    (void)m_server->create(kLock + "/port-0000008080", "", NodeKind::Ephemeral, SessionId{1});
    observe();
    m_loop->runReady();
    QCOMPARE(last().kind, DirectoryKind::Unknown);
    QCOMPARE(last().rows.at(0).role, Role::Foreign);
}

void TestLockObserver::markedDialect() {
    (void)m_server->create(kLock + "/slot-", "", NodeKind::EphemeralSequential, SessionId{1});
    (void)m_server->create(kLock + "/slot-", "", NodeKind::EphemeralSequential, SessionId{2});
    observe();
    m_loop->runReady();
    QCOMPARE(last().dialect, Dialect::LlapWorker);
    QCOMPARE(last().counts().members, 2u);

    LockMarks marks;
    marks.set(kLock, Dialect::ZkRubySemaphore);
    m_observer->setMarks(marks);
    m_loop->runReady();
    QCOMPARE(last().dialect, Dialect::ZkRubySemaphore);
    QCOMPARE(last().holders(), 2u);
    QVERIFY(isWhole());
    QCOMPARE(last().rows[1].contender->parsed.dialect, Dialect::ZkRubySemaphore);

    m_server->removeTree(kLock);
    m_server->createPath(kLock);
    m_loop->runReady();
    QVERIFY(last().rows.empty());
    QCOMPARE(last().dialect, Dialect::ZkRubySemaphore);

    m_observer->setMarks({});
    m_loop->runReady();
    QCOMPARE(last().dialect, Dialect::Unknown);
    QCOMPARE(m_session->watchCount(), 1u);
}

void TestLockObserver::markedAsNoLockIsNotRead() {
    queueUp();
    LockMarks marks;
    marks.set(kLock, NotALock{});
    m_observer = std::make_unique<LockObserver>(
        m_session, [this](std::shared_ptr<const LockQueue> queue) { m_queues.push_back(std::move(queue)); });
    m_observer->setMarks(marks);
    m_observer->observe({kLock});
    m_loop->runReady();
    QVERIFY(m_session->sent().empty());
    QVERIFY(m_queues.empty());

    m_observer->setMarks({});
    m_loop->runReady();
    QCOMPARE(last().holders(), 1u);
    m_observer->setMarks(marks);
    m_loop->runReady();
    QCOMPARE(m_session->watchCount(), 0u);
    const auto calls = m_queues.size();
    queueUp();
    m_loop->runReady();
    QCOMPARE(m_queues.size(), calls);
}

void TestLockObserver::lockOfOneZnode() {
    m_server->createPath("/db");
    LockMarks marks;
    marks.set("/db/leader", Dialect::PatroniLeader);
    observe({});
    m_observer->setMarks(marks);
    m_observer->observe({"/db/leader"});
    m_loop->runReady();
    QCOMPARE(last().freshness, Freshness::Live);
    QCOMPARE(last().dialect, Dialect::PatroniLeader);
    QVERIFY(last().rows.empty());

    const auto node = m_server->create("/db/leader", "node-a", NodeKind::Ephemeral, SessionId{7});
    m_loop->runReady();
    QCOMPARE(last().rows.size(), 1u);
    QCOMPARE(last().rows[0].role, Role::Leader);
    QCOMPARE(last().rows[0].contender->name, std::string("leader"));
    QCOMPARE(last().rows[0].contender->data, std::string("node-a"));
    QCOMPARE(last().rows[0].contender->stat->ephemeralOwner, SessionId{7});
    QCOMPARE(last().rows[0].contender->stat->czxid, node->stat.czxid);
    QCOMPARE(m_session->watchCount(), 1u);

    m_server->set("/db/leader", "node-b");
    m_loop->runReady();
    QCOMPARE(last().rows[0].contender->data, std::string("node-b"));

    QVERIFY(m_server->remove("/db/leader"));
    m_loop->runReady();
    QVERIFY(last().rows.empty());
    QCOMPARE(last().freshness, Freshness::Live);
    QCOMPARE(m_session->watchCount(), 1u);
}

void TestLockObserver::lockOfOneZnodeWithoutReadPermission() {
    m_server->createPath("/db");
    (void)m_server->create("/db/leader", "secret", NodeKind::Ephemeral, SessionId{7});
    m_server->forbidRead("/db/leader");
    LockMarks marks;
    marks.set("/db/leader", Dialect::PatroniLeader);
    observe({});
    m_observer->setMarks(marks);
    m_observer->observe({"/db/leader"});
    m_loop->runReady();
    QCOMPARE(last().rows.size(), 1u);
    QCOMPARE(last().rows[0].contender->stat->ephemeralOwner, SessionId{7});
    QCOMPARE(last().rows[0].contender->problem->code, ErrorCode::NoAuth);
}

void TestLockObserver::lockOfOneZnodeWhileTheConnectionBreaks() {
    m_server->createPath("/db");
    LockMarks marks;
    marks.set("/db/leader", Dialect::PatroniLeader);
    observe({});
    m_observer->setMarks(marks);
    m_observer->observe({"/db/leader"});
    m_loop->runReady();
    m_session->disconnect();
    m_loop->runReady();
    QCOMPARE(last().freshness, Freshness::Stale);
    (void)m_server->create("/db/leader", "", NodeKind::Ephemeral, SessionId{7});
    m_session->reconnect();
    m_loop->runReady();
    QCOMPARE(last().freshness, Freshness::Live);
    QCOMPARE(last().counts().leaders, 1u);
}

LOCKSCOPE_TEST(TestLockObserver)
#include "tst_lock_observer.moc"
