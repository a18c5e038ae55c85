// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "running_discovery.h"
#include "test_program.h"

using namespace lockcore;
using namespace std::chrono_literals;

/// What is found by listing one directory after the other below the pinned roots.
class TestRootWalk : public QObject, private RunningDiscovery {
    Q_OBJECT

private Q_SLOTS:
    void init() { startAnew(); }
    void cleanup() { end(); }

    void walkDescendsToLocks();
    void walkStaysWithinItsBudget();
    void walkAsksForSizesWhereADirectoryMayBeHuge();
    void directoryTooLargeToBeListedIsAGap();
    void longWalkTellsWhatItHasFound();
    void walkListsDirectoriesAlone();
    void walkTakesWhatIsUnchangedFromTheOneBefore();
    void walkLeavesOutWhatTheDumpHasTold();
    void walkLooksBesideContenders();
    void walkLooksBelowTheLockThatIsPinned_data();
    void walkLooksBelowTheLockThatIsPinned();
    void walkFindsLocksOfOneZnode();
    void walkReportsWhatItCannotRead();
    void walkEndsWhenTheConnectionBreaks();
};

void TestRootWalk::walkDescendsToLocks() {
    for (const char* const lock : {"/a/one", "/a/deep/er/two", "/zookeeper/quota"}) {
        m_server->createPath(lock);
        (void)m_server->create(std::string(lock) + "/ex0000000000", "", NodeKind::Persistent);
        (void)m_server->create(std::string(lock) + "/ex0000000001", "", NodeKind::Persistent);
    }
    m_server->createPath("/a/empty");
    m_server->createPath("/free");
    discover(m_nobody, {}, {"/", "/free"});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("pinned roots: /a/deep/er/two /a/one /free [Io]"));
    QCOMPARE(last().locks.at(1).waiters, 1u);
    QCOMPARE(m_session->watchCount(), 0u);
}

void TestRootWalk::walkStaysWithinItsBudget() {
    for (int i = 0; i < 500; ++i)
        m_server->createPath("/root/" + std::to_string(i));
    m_options.walkBudget = 100;
    discover(m_nobody, {}, {"/root"});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("pinned roots:  [Io TooLarge]"));
    QCOMPARE(m_session->sent().size(), 100u);
    QCOMPARE(last().gaps.size(), 1u);
    QCOMPARE(last().gaps[0].kind, GapKind::SearchCut);
    QCOMPARE(last().gaps[0].count, 402u);
}

void TestRootWalk::walkAsksForSizesWhereADirectoryMayBeHuge() {
    ScriptedServer words([](const std::string& word) {
        return word == "srvr" ? Reply{"Zookeeper version: 3.8.0\nNode count: 200001\n"} : kNotAllowed;
    });
    m_server->createPath("/locks/a/x-0000000000");
    discover(m_nobody, {words.port()}, {"/locks"});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("pinned roots: /locks/a [Io NotAllowed]"));
    QCOMPARE(m_session->countSent(Op::Exists), 2u);
    QCOMPARE(m_session->countSent(Op::Children), 2u);
}

void TestRootWalk::directoryTooLargeToBeListedIsAGap() {
    m_server->createPath("/locks/a/x-0000000000");
    m_server->createPath("/locks/huge");
    for (int i = 0; i < 200'001; ++i)
        (void)m_server->create("/locks/huge/" + std::to_string(i), "", NodeKind::Persistent);
    discover(m_nobody, {}, {"/locks"});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("pinned roots: /locks/a [Io TooLarge]"));
    QCOMPARE(last().gaps.size(), 1u);
    QCOMPARE(last().gaps[0].kind, GapKind::DirectoryUnread);
    QCOMPARE(last().gaps[0].path, std::string("/locks/huge"));
}

/// What is found is told while a long search goes on, which says so.
void TestRootWalk::longWalkTellsWhatItHasFound() {
    for (int i = 0; i < 300; ++i)
        m_server->createPath("/locks/" + std::to_string(i) + "/x-0000000000");
    m_session->setStepped(true);
    discover(m_nobody, {}, {"/locks"});
    QVERIFY(m_loop->runUntil([&] { return m_session->inFlight() > 0; }, 30s));
    for (int i = 0; i < 200; ++i) {
        m_session->applyNext();
        m_session->deliverNext();
        m_loop->advance(20ms);
    }
    QVERIFY(!m_catalogs.empty());
    QCOMPARE(last().gaps.size(), 1u);
    QCOMPARE(last().gaps[0].kind, GapKind::SearchGoesOn);
    QVERIFY(last().locks.size() < 300u);
    while (m_session->applyNext() || m_session->deliverNext())
        m_loop->runReady();
    QVERIFY(m_loop->runUntil([&] { return last().gaps.empty(); }, 30s));
    QCOMPARE(last().locks.size(), 300u);
}

void TestRootWalk::walkListsDirectoriesAlone() {
    constexpr std::size_t kLocks = 400;
    ScriptedServer words([](const std::string& word) {
        return word == "srvr" ? Reply{"Zookeeper version: 3.8.0\nNode count: 200000\n"} : kNotAllowed;
    });
    for (std::size_t lock = 0; lock < kLocks; ++lock) {
        const std::string path = "/locks/" + std::to_string(lock);
        m_server->createPath(path);
        for (int contender = 0; contender < 3; ++contender)
            (void)m_server->create(path + "/ex", "", NodeKind::EphemeralSequential, SessionId{contender + 1});
    }
    m_session->setStepped(true);
    discover(m_nobody, {words.port()}, {"/locks"});
    QVERIFY(m_loop->runUntil([&] { return m_session->inFlight() > 0; }, 30s));
    while (m_session->applyNext() || m_session->deliverNext())
        m_loop->runReady();
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(m_session->sent().size(), kLocks + 1);
    QCOMPARE(m_session->countSent(Op::Children), kLocks + 1);
    QCOMPARE(m_session->maxInFlight(), 240u);
    QCOMPARE(last().locks.size(), kLocks);
    QVERIFY(last().gaps.empty());
    for (const DiscoveredLock& lock : last().locks) {
        QCOMPARE(lock.queue->size(), 3u);
        QCOMPARE(lock.queue->at(0).name, std::string_view("ex0000000000"));
        QCOMPARE(lock.queue->at(0).role, Role::Holder);
        QCOMPARE(lock.queue->at(2).predecessor, std::optional<std::size_t>(1));
        QCOMPARE(lock.queue->at(2).session, SessionId::None);
    }
}

void TestRootWalk::walkTakesWhatIsUnchangedFromTheOneBefore() {
    for (const char* const path : {"/locks/a/x-0000000000", "/locks/b/x-0000000000"})
        m_server->createPath(path);
    discover(m_nobody, {}, {"/locks"});
    QVERIFY(awaitCatalogs(1));
    const auto before = m_catalogs.back();
    QVERIFY(before->locks.at(0).contents != 0);
    m_server->createPath("/locks/b/x-0000000001");
    m_discovery->refresh();
    QVERIFY(awaitCatalogs(2));
    QCOMPARE(last().locks.at(0).queue, before->locks.at(0).queue);
    QCOMPARE(last().locks.at(0).contents, before->locks.at(0).contents);
    QCOMPARE(last().locks.at(1).queue->size(), 2u);
    QVERIFY(last().locks.at(1).contents != before->locks.at(1).contents);
}

void TestRootWalk::walkLeavesOutWhatTheDumpHasTold() {
    ScriptedServer admin([](const std::string&) { return Reply{adminDump("/locks/busy/" + kName)}; });
    m_server->createPath("/locks/busy/" + kName);
    discover(admin.port(), {}, {"/locks"});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("AdminServer: /locks/busy []"));
    QCOMPARE(last().locks.at(0).queue->at(0).session, SessionId{1});
    QCOMPARE(m_session->sent().size(), 2u);  // of /locks
}

/// Somebody once put a single task beside the directories of locks.
void TestRootWalk::walkLooksBesideContenders() {
    for (const char* const path : {"/test0000000000", "/app/task-0000000000", "/app/locks/a/x-0000000000",
                                   "/app/locks/a/config", "/locks/b/x-0000000000"})
        m_server->createPath(path);
    discover(m_nobody, {}, {"/"});
    for (const std::size_t pass : {std::size_t{1}, std::size_t{2}}) {
        QVERIFY(awaitCatalogs(pass));
        QCOMPARE(shown(last()), QStringLiteral("pinned roots: / /app /app/locks/a /locks/b [Io]"));
        QVERIFY(last().gaps.empty());
        for (const FakeSession::Request& request : m_session->sent())
            QVERIFY2(!request.path.ends_with("0000000000"), request.path.c_str());  // contenders are not read
        m_discovery->refresh();  // what has not changed is looked below, too
    }
}

void TestRootWalk::walkLooksBelowTheLockThatIsPinned_data() {
    QTest::addColumn<QString>("root");
    QTest::newRow("a lock itself") << "/app";
    QTest::newRow("above a lock that has others below it") << "/";
}

/// The dump tells of all that has an ephemeral, also of the directory that was pinned for what has none.
void TestRootWalk::walkLooksBelowTheLockThatIsPinned() {
    QFETCH(const QString, root);
    ScriptedServer admin([](const std::string&) {
        return Reply{adminDump("/app/task-0000000000\", \"/app/locks/busy/" + kName)};
    });
    for (const char* const path : {"/app/task-0000000000", "/app/locks/busy", "/app/locks/kept/x-0000000000"})
        m_server->createPath(path);
    discover(admin.port(), {}, {root.toStdString()});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("AdminServer: /app /app/locks/busy /app/locks/kept []"));
    QCOMPARE(last().locks.at(0).queue->at(0).session, SessionId{1});  // as the dump has told
    for (const FakeSession::Request& request : m_session->sent())
        QVERIFY2(request.path != "/app/locks/busy", request.path.c_str());
}

void TestRootWalk::walkFindsLocksOfOneZnode() {
    for (const char* const path : {"/db/a", "/db/empty/leader", "/kafka/controller/settings"})
        m_server->createPath(path);
    (void)m_server->create("/db/a/leader", "", NodeKind::Ephemeral, SessionId{1});
    (void)m_server->create("/db/a/member", "", NodeKind::Ephemeral, SessionId{1});
    discover(m_nobody, {}, {"/"});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("pinned roots: /db/a/leader [Io]"));
    QCOMPARE(last().locks.at(0).dialect, Dialect::PatroniLeader);
    QCOMPARE(last().locks.at(0).kind, DirectoryKind::Election);
    QCOMPARE(last().locks.at(0).leaders, 1u);
    QCOMPARE(last().locks.at(0).queue->at(0).session, SessionId{1});
    QVERIFY(!last().locks.at(0).marked);
    QCOMPARE(last().marks.dialectOf("/db/a/leader"), std::optional(Dialect::PatroniLeader));
}

void TestRootWalk::walkReportsWhatItCannotRead() {
    for (const char* const path : {"/root/secret/x-0000000000", "/root/open/x-0000000000"})
        m_server->createPath(path);
    m_server->forbidRead("/root/secret");
    discover(m_nobody, {}, {"/root", "/missing"});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("pinned roots: /root/open [Io NoNode NoAuth]"));
    QCOMPARE(last().problems.at(1).path, std::string("/missing"));
    QCOMPARE(last().problems.at(2).path, std::string("/root/secret"));
    QStringList unread;
    for (const Gap& gap : last().gaps)
        unread << QString::fromStdString(gap.path);
    QCOMPARE(unread.join(' '), QStringLiteral("/missing /root/secret"));
}

void TestRootWalk::walkEndsWhenTheConnectionBreaks() {
    m_server->createPath("/root/x-0000000000");
    m_session->disconnect();
    discover(m_nobody, {}, {"/root"});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("pinned roots:  [Io ConnectionLoss]"));
    m_session->reconnect();
    m_discovery->refresh();
    QVERIFY(awaitCatalogs(2));
    QCOMPARE(shown(last()), QStringLiteral("pinned roots: /root [Io]"));
}

LOCKSCOPE_TEST(TestRootWalk)
#include "tst_root_walk.moc"
