// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "fake_zookeeper.h"
#include "manual_loop.h"
#include "test_program.h"

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

struct Log {
    QStringList lines;

    template <class T>
    Completion<T> completion(const QString& name) {
        return [this, name](Result<T> result) {
            lines << name + ' ' +
                         (result ? QStringLiteral("ok")
                                 : QString::fromUtf8(errorName(result.error().code).data()));
        };
    }
    Watcher watcher(const QString& name) {
        return [this, name](const WatchEvent& event) {
            const char* const kinds[] = {"created", "deleted", "changed", "children"};
            lines << name + ' ' + kinds[int(event.kind)] + ' ' + QString::fromStdString(event.path);
        };
    }
    QStringList take() { return std::exchange(lines, {}); }
};

}  // namespace

/// What only a cluster in memory can be told to do. That it otherwise behaves as a real one is
/// tests/integration/tst_zookeeper_contract.cpp's.
class TestFakeZooKeeper : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        m_loop = std::make_unique<ManualLoop>();
        m_server = std::make_unique<FakeZooKeeper>(*m_loop);
        m_session = m_server->open();
        m_log = {};
    }

    void completionsComeInOrderAndNeverFromInsideTheCall();
    void sequenceNumbersCountAllChildren();
    void refusals();
    void watchesFireOnceBeforeLaterReplies();
    void voidAndCancelledWatches();
    void lossBeforeAndAfterApplying();
    void reconnectTellsWhatWasMissed();
    void expiryTakesEphemeralsAndWatches();
    void expiredMayBeToldBeforeTheEphemeralsAreGone();
    void leaderDropsWhatASessionAsksThatItCloses();
    void nextLeaderMayKnowNothingOfTheEnd();
    void closeSettlesEverything();
    void counterSticksAtItsEnd();
    void followersShowWhatTheyHaveApplied();
    void serverThatIsBehindRefusesASession();
    void lateWritesAreAppliedUntilTheReconnect();
    void requestsMayWaitForTheNextConnection();
    void timersRunInOrder();

private:
    std::unique_ptr<ManualLoop> m_loop;
    std::unique_ptr<FakeZooKeeper> m_server;
    std::shared_ptr<FakeSession> m_session;
    Log m_log;
};

void TestFakeZooKeeper::completionsComeInOrderAndNeverFromInsideTheCall() {
    m_session->create("/a", "x", NodeKind::Persistent, m_log.completion<CreatedNode>("create"));
    m_session->set("/a", "y", 0, m_log.completion<Stat>("set"));
    m_session->get("/a", {}, m_log.completion<NodeData>("get"));
    m_session->sync("/a", m_log.completion<void>("sync"));
    m_session->remove("/a", 1, m_log.completion<void>("remove"));
    m_session->exists("/a", {}, m_log.completion<Stat>("exists"));
    QVERIFY(m_log.lines.isEmpty());
    QCOMPARE(m_session->inFlight(), 6u);
    m_loop->runReady();
    QCOMPARE(m_log.take(),
             QStringList({"create ok", "set ok", "get ok", "sync ok", "remove ok", "exists NoNode"}));
    QCOMPARE(m_session->inFlight(), 0u);
}

void TestFakeZooKeeper::sequenceNumbersCountAllChildren() {
    m_server->createPath("/lock");
    QCOMPARE(m_server->create("/lock/x-", "", NodeKind::PersistentSequential)->path,
             std::string("/lock/x-0000000000"));
    (void)m_server->create("/lock/plain", "", NodeKind::Persistent);
    (void)m_server->remove("/lock/plain");
    QCOMPARE(m_server->create("/lock/x-", "", NodeKind::PersistentSequential)->path,
             std::string("/lock/x-0000000002"));
    m_server->setCounter("/lock", std::numeric_limits<std::int32_t>::min());
    QCOMPARE(m_server->create("/lock/x-", "", NodeKind::PersistentSequential)->path,
             std::string("/lock/x--2147483648"));

    const auto list = m_server->children("/lock");
    QCOMPARE(list->names.size(), 3u);
    QCOMPARE(list->stat.numChildren, 3);
    QCOMPARE(list->stat.pzxid, m_server->lastZxid());
}

void TestFakeZooKeeper::refusals() {
    m_server->createPath("/a/b");
    const auto ephemeral = m_server->create("/e", "", NodeKind::Ephemeral, SessionId{5});
    QCOMPARE(ephemeral->stat.ephemeralOwner, SessionId{5});
    QCOMPARE(m_server->create("/e/x", "", NodeKind::Persistent).error().code,
             ErrorCode::NoChildrenForEphemerals);
    QCOMPARE(m_server->create("/no/x", "", NodeKind::Persistent).error().code, ErrorCode::NoNode);
    QCOMPARE(m_server->create("/a", "", NodeKind::Persistent).error().code, ErrorCode::NodeExists);
    QCOMPARE(m_server->remove("/a").error().code, ErrorCode::NotEmpty);
    QCOMPARE(m_server->remove("/a/b", 3).error().code, ErrorCode::BadVersion);
    QCOMPARE(m_server->set("/a", "", 3).error().code, ErrorCode::BadVersion);
    m_server->forbidRead("/a");
    QCOMPARE(m_server->children("/a").error().code, ErrorCode::NoAuth);
    QCOMPARE(m_server->get("/a").error().code, ErrorCode::NoAuth);
    QVERIFY(m_server->exists("/a"));
}

void TestFakeZooKeeper::watchesFireOnceBeforeLaterReplies() {
    m_server->createPath("/a");
    m_session->children("/a", m_log.watcher("children"), m_log.completion<ChildList>("list"));
    m_session->get("/a", m_log.watcher("data"), m_log.completion<NodeData>("get"));
    m_session->exists("/b", m_log.watcher("missing"), m_log.completion<Stat>("exists"));
    QCOMPARE(m_session->watchCount(), 3u);
    m_loop->runReady();
    QCOMPARE(m_log.take(), QStringList({"list ok", "get ok", "exists NoNode"}));

    (void)m_server->set("/a", "1");
    (void)m_server->create("/a/x", "", NodeKind::Persistent);
    (void)m_server->create("/b", "", NodeKind::Persistent);
    (void)m_server->set("/a", "2");
    (void)m_server->create("/a/y", "", NodeKind::Persistent);
    m_session->get("/a", {}, m_log.completion<NodeData>("get"));
    m_loop->runReady();
    QCOMPARE(m_log.take(),
             QStringList({"data changed /a", "children children /a", "missing created /b", "get ok"}));
    QCOMPARE(m_session->watchCount(), 0u);
}

void TestFakeZooKeeper::voidAndCancelledWatches() {
    m_server->createPath("/a");
    m_session->get("/no", m_log.watcher("void"), m_log.completion<NodeData>("get"));
    const WatchToken token =
        m_session->get("/a", m_log.watcher("cancelled"), m_log.completion<NodeData>("get"));
    m_loop->runReady();
    m_session->cancelWatch(token);
    (void)m_server->create("/no", "", NodeKind::Persistent);
    (void)m_server->remove("/a");
    m_loop->runReady();
    QCOMPARE(m_log.take(), QStringList({"get NoNode", "get ok"}));
    QCOMPARE(m_session->watchCount(), 0u);
}

void TestFakeZooKeeper::lossBeforeAndAfterApplying() {
    using Fate = FakeSession::Fate;
    for (const Fate fate : {Fate::LoseRequest, Fate::LoseReply}) {
        m_session->setFate([&](const FakeSession::Request& request) {
            return request.path == "/lost" ? fate : Fate::Apply;
        });
        m_session->create("/lost", "", NodeKind::Persistent, m_log.completion<CreatedNode>("create"));
        m_session->sync("/", m_log.completion<void>("sync"));
        m_loop->runReady();
        QCOMPARE(m_log.take(), QStringList({"create ConnectionLoss", "sync ConnectionLoss"}));
        QCOMPARE(m_session->status().state, ConnectionState::Suspended);
        QCOMPARE(m_server->exists("/lost").has_value(), fate == Fate::LoseReply);
        m_session->reconnect();
        m_loop->runReady();
        QCOMPARE(m_session->status().state, ConnectionState::Reconnected);
    }
}

void TestFakeZooKeeper::reconnectTellsWhatWasMissed() {
    m_server->createPath("/same");
    m_server->createPath("/changed");
    m_server->createPath("/gone");
    for (const char* const path : {"/same", "/changed", "/gone"})
        m_session->children(path, m_log.watcher("children"), m_log.completion<ChildList>("list"));
    m_session->exists("/new", m_log.watcher("missing"), m_log.completion<Stat>("exists"));
    m_loop->runReady();
    m_log.take();
    m_session->disconnect();
    m_server->createPath("/changed/x");
    (void)m_server->remove("/gone");
    m_server->createPath("/new");
    m_loop->runReady();
    QVERIFY(m_log.lines.isEmpty());
    m_session->reconnect();
    m_loop->runReady();
    QCOMPARE(m_log.take(),
             QStringList({"missing created /new", "children deleted /gone", "children children /changed"}));
    m_server->createPath("/same/x");
    m_loop->runReady();
    QCOMPARE(m_log.take(), QStringList({"children children /same"}));
}

void TestFakeZooKeeper::expiryTakesEphemeralsAndWatches() {
    QStringList states;
    m_session->addListener([&](const ConnectionStatus& status) {
        states << QString::fromUtf8(connectionStateName(status.state).data());
    });
    m_session->create("/e", "", NodeKind::Ephemeral, m_log.completion<CreatedNode>("create"));
    m_session->children("/", m_log.watcher("children"), m_log.completion<ChildList>("list"));
    m_loop->runReady();
    m_session->disconnect();
    m_server->expire(m_session->status().session);
    QVERIFY(!m_server->exists("/e"));
    m_session->reconnect();
    m_session->sync("/", m_log.completion<void>("sync"));
    m_loop->runReady();
    QCOMPARE(states, QStringList({"Suspended", "Expired"}));
    QCOMPARE(m_log.take(), QStringList({"create ok", "list ok", "sync SessionExpired"}));
    QCOMPARE(m_session->watchCount(), 0u);
}

void TestFakeZooKeeper::expiredMayBeToldBeforeTheEphemeralsAreGone() {
    const auto session = m_session->status().session;
    (void)m_server->create("/mine", "", NodeKind::Ephemeral, session);
    m_session->disconnect();
    m_server->beginClosing(session);
    QVERIFY(m_server->isExpired(session) && m_server->isClosing(session));
    QVERIFY(m_session->reconnect());
    m_loop->runReady();
    QCOMPARE(m_session->status().state, ConnectionState::Expired);
    QVERIFY(m_server->exists("/mine"));
    m_server->expire(session);
    QVERIFY(!m_server->exists("/mine"));
    QVERIFY(m_server->isExpired(session) && !m_server->isClosing(session));
}

void TestFakeZooKeeper::leaderDropsWhatASessionAsksThatItCloses() {
    m_server->beginClosing(m_session->status().session);
    m_session->create("/a", "", NodeKind::Persistent, m_log.completion<CreatedNode>("create"));
    m_session->exists("/", {}, m_log.completion<Stat>("exists"));
    m_loop->runReady();
    QVERIFY(m_log.take().isEmpty());
    m_server->expire(m_session->status().session);
    m_loop->runReady();
    QCOMPARE(m_log.take(), QStringList({"create SessionExpired", "exists SessionExpired"}));
    QVERIFY(!m_server->exists("/a"));
}

void TestFakeZooKeeper::nextLeaderMayKnowNothingOfTheEnd() {
    FakeZooKeeper servers(*m_loop, 2);
    const auto lives = servers.open(*m_loop, 1);
    const auto ends = servers.open(*m_loop, 1);
    for (const auto& session : {lives, ends}) {
        (void)servers.create("/of-" + toHex(session->status().session), "", NodeKind::Ephemeral,
                             session->status().session);
        servers.beginClosing(session->status().session);
    }
    servers.loseLeader(1, FakeZooKeeper::Health::Well,
                       [isFirst = true]() mutable { return !std::exchange(isFirst, false); });
    servers.elect();
    m_loop->runReady();
    for (const auto& session : {lives, ends})
        (void)session->reconnect();
    m_loop->runReady();
    QCOMPARE(lives->status().state, ConnectionState::Reconnected);
    QVERIFY(servers.exists("/of-" + toHex(lives->status().session)));
    QCOMPARE(ends->status().state, ConnectionState::Expired);
    QVERIFY(!servers.exists("/of-" + toHex(ends->status().session)));
}

void TestFakeZooKeeper::closeSettlesEverything() {
    m_session->setStepped(true);
    m_session->create("/applied", "", NodeKind::Ephemeral, m_log.completion<CreatedNode>("applied"));
    m_session->create("/sent", "", NodeKind::Ephemeral, m_log.completion<CreatedNode>("sent"));
    QVERIFY(m_session->applyNext());
    QVERIFY(m_server->exists("/applied"));
    m_session->close();
    m_loop->runReady();
    QCOMPARE(m_log.take(), QStringList({"applied Closing", "sent Closing"}));
    QVERIFY(!m_server->exists("/applied"));
    QVERIFY(!m_session->applyNext());
    QVERIFY(!m_session->deliverNext());
}

/// As measured of a real server, and with the parent's pzxid standing still.
void TestFakeZooKeeper::counterSticksAtItsEnd() {
    m_server->createPath("/lock");
    m_server->setCounter("/lock", 2147483646);
    const auto create = [&](const std::string& prefix) {
        return m_server->create("/lock/" + prefix, "", NodeKind::PersistentSequential);
    };
    QCOMPARE(create("x-")->path, std::string("/lock/x-2147483646"));
    const Zxid last = m_server->exists("/lock")->pzxid;
    QCOMPARE(create("x-")->path, std::string("/lock/x-2147483647"));
    QCOMPARE(create("y-")->path, std::string("/lock/y-2147483647"));
    QCOMPARE(create("x-").error().code, ErrorCode::NodeExists);
    QCOMPARE(m_server->exists("/lock")->pzxid, last);
}

void TestFakeZooKeeper::followersShowWhatTheyHaveApplied() {
    FakeZooKeeper ensemble(*m_loop, 3);
    ensemble.setLagging(true);
    const auto writer = ensemble.open(*m_loop, 1);
    const auto reader = ensemble.open(*m_loop, 2);
    writer->create("/a", "", NodeKind::Persistent, m_log.completion<CreatedNode>("create"));
    writer->exists("/a", {}, m_log.completion<Stat>("own"));
    reader->exists("/a", {}, m_log.completion<Stat>("other"));
    m_loop->runReady();
    QVERIFY(ensemble.exists("/a"));
    QCOMPARE(m_log.take(), QStringList({"other NoNode"}));
    QVERIFY(ensemble.catchUp(1));
    m_loop->runReady();
    QCOMPARE(m_log.take(), QStringList({"create ok", "own ok"}));
    reader->exists("/a", {}, m_log.completion<Stat>("old"));
    reader->sync("/a", m_log.completion<void>("sync"));
    reader->exists("/a", {}, m_log.completion<Stat>("new"));
    m_loop->runReady();
    QCOMPARE(m_log.take(), QStringList({"old NoNode"}));
    QVERIFY(ensemble.catchUp(2));
    m_loop->runReady();
    QCOMPARE(m_log.take(), QStringList({"sync ok", "new ok"}));
}

void TestFakeZooKeeper::serverThatIsBehindRefusesASession() {
    FakeZooKeeper ensemble(*m_loop, 2);
    ensemble.setLagging(true);
    const auto session = ensemble.open(*m_loop, 0);
    session->create("/a", "", NodeKind::Persistent, m_log.completion<CreatedNode>("create"));
    m_loop->runReady();
    session->disconnect();
    m_loop->runReady();
    QVERIFY(!session->reconnect(1));
    QVERIFY(ensemble.catchUp(1));
    QVERIFY(session->reconnect(1));
    m_loop->runReady();
    QCOMPARE(session->status().state, ConnectionState::Reconnected);
}

void TestFakeZooKeeper::lateWritesAreAppliedUntilTheReconnect() {
    m_session->setStepped(true);
    m_session->create("/one", "", NodeKind::Persistent, m_log.completion<CreatedNode>("one"));
    m_session->create("/two", "", NodeKind::Persistent, m_log.completion<CreatedNode>("two"));
    m_session->disconnect(true);
    m_loop->runReady();
    QCOMPARE(m_log.take(), QStringList({"one ConnectionLoss", "two ConnectionLoss"}));
    QVERIFY(m_session->applyLate());
    QVERIFY(m_server->exists("/one"));
    m_session->reconnect();
    QVERIFY(!m_session->applyLate());
    QVERIFY(!m_server->exists("/two"));
}

void TestFakeZooKeeper::requestsMayWaitForTheNextConnection() {
    m_session->setQueuesWhileDown(true);
    m_session->disconnect();
    m_loop->runReady();
    m_session->create("/a", "", NodeKind::Persistent, m_log.completion<CreatedNode>("create"));
    m_loop->runReady();
    QVERIFY(m_log.lines.isEmpty());
    m_session->reconnect();
    m_loop->runReady();
    QCOMPARE(m_log.take(), QStringList({"create ok"}));
}

void TestFakeZooKeeper::timersRunInOrder() {
    const TimePoint start = m_loop->now();
    const auto note = [&](const QString& name) {
        return [this, name, start] { m_log.lines << name + QString::number((m_loop->now() - start) / 1ms); };
    };
    m_loop->callAt(start + 20ms, note("b"));
    m_loop->callAt(start + 10ms, note("a"));
    m_loop->cancel(m_loop->callAt(start + 15ms, note("cancelled")));
    m_loop->callAt(start + 40ms, note("later"));
    m_loop->advance(30ms);
    QCOMPARE(m_log.take(), QStringList({"a10", "b20"}));
    QCOMPARE(m_loop->timerCount(), 1u);
}

LOCKSCOPE_TEST(TestFakeZooKeeper)
#include "tst_fake_zookeeper.moc"
