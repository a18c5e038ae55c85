// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "running_discovery.h"
#include "test_program.h"

#include <algorithm>
#include <atomic>

using namespace lockcore;
using namespace std::chrono_literals;

/// Locks that no list of ephemerals tells of: below pinned roots, permits that are free, what is marked as
/// one.
class TestUntoldLocks : public QObject, private RunningDiscovery {
    Q_OBJECT

private Q_SLOTS:
    void init() { startAnew(); }
    void cleanup() { end(); }

    void rootsWhereNoServerTells();
    void pinnedRootsAreNotAllWhereAServerMayTell_data();
    void pinnedRootsAreNotAllWhereAServerMayTell();
    void pinnedRootsAreNotAllWhereAServerHasTold();
    void rootsAddWhatHasNoEphemeral();
    void rootsCanBeChanged();
    void permitsThatAreAllFree();
    void permitsThatMayNotBeRead();
    void permitsByTheirOwnPath();
    void ephemeralThatIsNamedIsALock();
    void markedAsNoLock();
    void markedAsALock();
};

void TestUntoldLocks::rootsWhereNoServerTells() {
    ScriptedServer words([](const std::string&) { return kNotAllowed; });
    m_server->createPath("/locks/a");
    (void)m_server->create("/locks/a/" + kName, "", NodeKind::Persistent);
    discover(m_nobody, {words.port()}, {"/locks"});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("pinned roots: /locks/a [Io NotAllowed]"));
    QCOMPARE(last().searched, std::vector<std::string>{"/locks"});
    QCOMPARE(last().server, std::string("fake:2181"));
    QVERIFY(last().gaps.empty());
    QVERIFY(!last().notListed);
}

void TestUntoldLocks::pinnedRootsAreNotAllWhereAServerMayTell_data() {
    QTest::addColumn<QString>("monitor");
    QTest::addColumn<QString>("dump");
    QTest::addColumn<QString>("reason");
    const QString counts = "zk_ephemerals_count\t1\n";
    QTest::newRow("nothing but silence") << ""
                                         << ""
                                         << "OperationTimeout";
    QTest::newRow("silent when asked for the list") << counts << ""
                                                    << "OperationTimeout";
    QTest::newRow("not serving") << "This ZooKeeper instance is not currently serving requests\n"
                                 << ""
                                 << "NotServing";
    QTest::newRow("cut off") << counts << "SessionTracker dump:\n"
                             << "BadFormat";
    QTest::newRow("not allowed") << QString::fromStdString(kNotAllowed.bytes) << ""
                                 << "";
}

/// Nothing would be wrong with locks of which nobody has told.
void TestUntoldLocks::pinnedRootsAreNotAllWhereAServerMayTell() {
    QFETCH(QString, monitor);
    QFETCH(QString, dump);
    QFETCH(QString, reason);
    ScriptedServer words([&](const std::string& word) {
        const QString& answer = word == "mntr" ? monitor : dump;
        return Reply{answer.toStdString(), answer.isEmpty()};
    });
    m_server->createPath("/locks/a/x-0000000000");
    discover(m_nobody, {words.port()}, {"/locks"});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(last().source, DiscoverySource::PinnedRoots);
    QCOMPARE(last().locks.size(), 1u);
    QCOMPARE(last().gaps.size(), reason.isEmpty() ? 0u : 1u);
    if (reason.isEmpty()) return;
    QCOMPARE(last().gaps[0].kind, GapKind::NotListed);
    QCOMPARE(last().gaps[0].server, "127.0.0.1:" + std::to_string(words.port()));
    QCOMPARE(QString::fromUtf8(errorName(last().gaps[0].reason->code).data()), reason);
}

/// Its locks are not over because it refuses to list them by now.
void TestUntoldLocks::pinnedRootsAreNotAllWhereAServerHasTold() {
    std::atomic<bool> allowed = true;
    ScriptedServer words([&](const std::string& word) {
        if (!allowed) return kNotAllowed;
        return Reply{word == "mntr" ? "zk_ephemerals_count\t1\n" : wordDump("/lock/" + kName)};
    });
    m_server->createPath("/locks/a/x-0000000000");
    discover(m_nobody, {words.port()}, {"/locks"});
    QVERIFY(awaitCatalogs(1));
    QVERIFY(last().gaps.empty());
    allowed = false;
    m_discovery->refresh();
    QVERIFY(awaitCatalogs(2));
    QCOMPARE(shown(last()), QStringLiteral("pinned roots: /locks/a [Io NotAllowed]"));
    QCOMPARE(last().gaps.size(), 1u);
    QCOMPARE(last().gaps[0].kind, GapKind::NotListed);
    QVERIFY(!last().notListed);
}

void TestUntoldLocks::rootsAddWhatHasNoEphemeral() {
    ScriptedServer admin([](const std::string&) { return Reply{adminDump("/locks/busy/" + kName)}; });
    ScriptedServer words([](const std::string&) { return kNotAllowed; });
    for (const char* const path : {"/locks/busy", "/locks/kept"})
        m_server->createPath(path);
    (void)m_server->create("/locks/busy/" + kName, "", NodeKind::Persistent);
    (void)m_server->create("/locks/kept/" + kName, "", NodeKind::Persistent);
    discover(admin.port(), {words.port()}, {"/locks"});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("AdminServer: /locks/busy /locks/kept []"));
}

void TestUntoldLocks::rootsCanBeChanged() {
    m_server->createPath("/b");
    (void)m_server->create("/b/" + kName, "", NodeKind::Persistent);
    discover(m_nobody, {}, {});
    QVERIFY(awaitCatalogs(1));
    m_discovery->setPinnedRoots({"/b", "/b", "no path"});
    QVERIFY(awaitCatalogs(2));
    QCOMPARE(shown(last()), QStringLiteral("pinned roots: /b [Io BadArguments]"));
}

/// Their directory has no ephemeral, so that the dump has only the lock in which clients queue for them.
void TestUntoldLocks::permitsThatAreAllFree() {
    const std::string lock = "-__lock__/" + kName;
    const std::string paths = "/s/b" + lock + R"(", "/s/other)" + lock + R"(", "/s/absent)" + lock;
    ScriptedServer admin([&](const std::string&) { return Reply{adminDump(paths)}; });
    m_server->createPath("/s");
    (void)m_server->create("/s/b", "2", NodeKind::Persistent);
    (void)m_server->create("/s/other", "two", NodeKind::Persistent);
    discover(admin.port(), {});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()),
             QStringLiteral("AdminServer: /s/absent-__lock__ /s/b /s/b-__lock__ /s/other-__lock__ []"));
    QCOMPARE(last().locks.at(1).dialect, Dialect::KazooSemaphore);
    QCOMPARE(last().locks.at(1).kind, DirectoryKind::Semaphore);
    QCOMPARE(last().locks.at(1).holders, 0u);
    // Nobody has told that this AdminServer is of the same cluster.
    QCOMPARE(last().gaps.size(), 1u);
    QCOMPARE(last().gaps[0].kind, GapKind::UnknownSource);
    QCOMPARE(m_session->countSent(Op::Get), 3u);
}

/// Nobody knows that they are none, by which the first in the lock would hold it.
void TestUntoldLocks::permitsThatMayNotBeRead() {
    ScriptedServer admin([](const std::string&) { return Reply{adminDump("/b-__lock__/" + kName)}; });
    m_server->createPath("/b");
    m_server->forbidRead("/b");
    discover(admin.port(), {});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("AdminServer: /b /b-__lock__ []"));
    QCOMPARE(queueFromNames(last().locks.at(0), 1).kind, DirectoryKind::Semaphore);
}

void TestUntoldLocks::permitsByTheirOwnPath() {
    m_server->createPath("/s/b-__lock__");
    for (const char* const path : {"/s/b", "/s/unused"})
        (void)m_server->create(path, "2", NodeKind::Persistent);
    (void)m_server->create("/s/b-__lock__/" + kName, "", NodeKind::Ephemeral, SessionId{1});
    discover(m_nobody, {}, {"/s/b", "/s/unused"});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("pinned roots: /s/b /s/b-__lock__ /s/unused [Io]"));
    QCOMPARE(last().locks.at(0).kind, DirectoryKind::Semaphore);
    QCOMPARE(last().locks.at(2).kind, DirectoryKind::Unknown);
}

/// It can't be a directory. A contender stands in the queue above it, and below a root most are no locks.
void TestUntoldLocks::ephemeralThatIsNamedIsALock() {
    m_server->createPath("/app");
    m_server->createPath("/other");
    for (const std::string& path :
         {std::string("/app/nightly"), "/app/" + kName, std::string("/other/plain")})
        (void)m_server->create(path, "", NodeKind::Ephemeral, SessionId{1});
    discover(m_nobody, {}, {"/app/nightly", "/app/" + kName, "/other"});
    QVERIFY(awaitCatalogs(1));
    const auto lock = std::ranges::find(last().locks, "/app/nightly", &DiscoveredLock::path);
    QVERIFY(lock != last().locks.end());
    QCOMPARE(lock->dialect, Dialect::PlainNode);
    QCOMPARE(lock->holders, 1u);
    QCOMPARE(lock->queue->at(0).session, SessionId{1});
    QVERIFY(std::ranges::none_of(last().locks, [](const DiscoveredLock& each) {
        return each.path != "/app/nightly" && each.dialect == Dialect::PlainNode;
    }));
}

void TestUntoldLocks::markedAsNoLock() {
    ScriptedServer admin([](const std::string&) { return Reply{adminDump("/told/" + kName)}; });
    m_server->createPath("/walked/tasks/x-0000000000");
    m_server->createPath("/walked/lock/x-0000000000");
    discover(admin.port(), {}, {"/walked"});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("AdminServer: /told /walked/lock /walked/tasks []"));
    LockMarks marks;
    marks.set("/told", NotALock{});
    marks.set("/walked/tasks", NotALock{});
    m_session->forgetSent();
    m_discovery->setMarks(marks);
    QVERIFY(awaitCatalogs(2));
    QCOMPARE(shown(last()), QStringLiteral("AdminServer: /walked/lock []"));
    QVERIFY(last().marks == marks);
    for (const FakeSession::Request& request : m_session->sent())
        QVERIFY2(request.path != "/walked/tasks", request.path.c_str());
}

void TestUntoldLocks::markedAsALock() {
    ScriptedServer admin([](const std::string&) { return Reply{adminDump("/db/leader")}; });
    m_server->createPath("/app/empty");
    m_server->createPath("/app/kept");
    m_server->createPath("/app/slots/slot-0000000001");
    m_server->createPath("/app/slots/slot-0000000002");
    m_options.marks.set("/db/leader", Dialect::PatroniLeader);
    m_options.marks.set("/app/kept", Dialect::ClickHouseLock);
    m_options.marks.set("/app/empty", Dialect::CuratorMutex);
    m_options.marks.set("/app/slots", Dialect::ZkRubySemaphore);
    m_options.marks.set("/not/there", Dialect::KafkaController);
    discover(admin.port(), {});
    QVERIFY(awaitCatalogs(1));
    QVERIFY(last().problems.empty());
    QStringList locks;
    for (const DiscoveredLock& lock : last().locks)
        locks << QStringLiteral("%1 %2 %3+%4")
                     .arg(QString::fromStdString(lock.path))
                     .arg(QString::fromUtf8(dialectInfo(lock.dialect).key.data()))
                     .arg(lock.holders)
                     .arg(lock.leaders);
    QCOMPARE(locks, (QStringList{"/app/empty curator-mutex 0+0", "/app/kept clickhouse-lock 1+0",
                                 "/app/slots zk-ruby-semaphore 2+0", "/db/leader patroni-leader 0+1",
                                 "/not/there kafka-controller 0+0"}));
    for (const DiscoveredLock& lock : last().locks)
        QVERIFY(lock.marked);
    QCOMPARE(m_session->countSent(Op::Exists, "/db/leader"), 0u);  // the dump has told
}

LOCKSCOPE_TEST(TestUntoldLocks)
#include "tst_untold_locks.moc"
