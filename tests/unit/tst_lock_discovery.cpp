// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "fake_zookeeper.h"
#include "manual_loop.h"
#include "scripted_server.h"

#include <lockcore/observe/discovery.h>

#include <QtTest>

#include <atomic>
#include <future>

using namespace lockcore;
using namespace std::chrono_literals;
using Reply = ScriptedServer::Reply;

namespace {

const std::string kName = "00000000000000000000000000000001__lock__0000000001";

std::string adminDump(const std::string& path) {
    return ScriptedServer::http(
        200, R"({"session_id_to_ephemeral_paths": {"1": [")" + path + R"("]}, "error": null})");
}

std::string wordDump(const std::string& path) {
    return "SessionTracker dump:\nephemeral nodes dump:\nSessions with Ephemerals (1):\n0x1:\n\t" + path +
           "\nConnections dump:\n";
}

const Reply kNotAllowed{"mntr is not executed because it is not in the whitelist.\n"};

QString shown(const LockCatalog& catalog) {
    QStringList locks;
    for (const DiscoveredLock& lock : catalog.locks)
        locks << QString::fromStdString(lock.path);
    QStringList problems;
    for (const Error& problem : catalog.problems)
        problems << QString::fromUtf8(errorName(problem.code).data());
    return QStringLiteral("%1: %2 [%3]")
        .arg(discoverySourceName(catalog.source).data(), locks.join(' '), problems.join(' '));
}

}  // namespace

class TestLockDiscovery : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void adminServerComesFirst();
    void wordWhereAdminServerDoesNotAnswer();
    void largeDumpIsNotAskedByWord();
    void nextServerIsAsked();
    void chrootIsTakenAway();
    void rootsWhereNoServerTells();
    void rootsAddWhatHasNoEphemeral();
    void nothingAllowedNothingPinned();
    void refusalIsRememberedUntilRefresh();
    void rootsCanBeChanged();

    void walkDescendsToLocks();
    void walkStaysWithinItsBudget();
    void walkReportsWhatItCannotRead();
    void walkEndsWhenTheConnectionBreaks();

    void destroyedWhileAServerHangs();
    void destroyedWithACatalogOnItsWay();
    void destroyedWhileWalking();
    void destroyedByItsSink();

private:
    void discover(std::uint16_t adminPort, const std::vector<std::uint16_t>& ports,
                  std::vector<std::string> roots = {}) {
        m_options.adminUrl = "http://127.0.0.1:" + std::to_string(adminPort) + "/commands";
        for (const std::uint16_t port : ports)
            m_options.connect.servers.push_back({"127.0.0.1", port});
        m_options.pinnedRoots = std::move(roots);
        m_discovery = std::make_unique<LockDiscovery>(
            m_session, m_options,
            [this](std::shared_ptr<const LockCatalog> catalog) { m_catalogs.push_back(std::move(catalog)); });
    }
    bool awaitCatalogs(std::size_t count) {
        return m_loop->runUntil([&] { return m_catalogs.size() >= count; }, 30s);
    }
    const LockCatalog& last() const { return *m_catalogs.back(); }

    DiscoveryOptions m_options;
    std::unique_ptr<ManualLoop> m_loop;
    std::unique_ptr<FakeZooKeeper> m_server;
    std::shared_ptr<FakeSession> m_session;
    std::vector<std::shared_ptr<const LockCatalog>> m_catalogs;
    std::unique_ptr<LockDiscovery> m_discovery;
    std::uint16_t m_nobody = ScriptedServer::unusedPort();
};

void TestLockDiscovery::init() {
    m_options = {};
    m_options.interval = 1h;
    m_loop = std::make_unique<ManualLoop>();
    m_server = std::make_unique<FakeZooKeeper>(*m_loop);
    m_session = m_server->open();
}

void TestLockDiscovery::cleanup() {
    m_discovery.reset();
    m_loop->runReady();
    m_catalogs.clear();
}

void TestLockDiscovery::adminServerComesFirst() {
    ScriptedServer admin([](const std::string&) { return Reply{adminDump("/app/lock/" + kName)}; });
    ScriptedServer words([](const std::string&) { return kNotAllowed; });
    discover(admin.port(), {words.port()});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("AdminServer: /app/lock []"));
    QCOMPARE(last().server, "127.0.0.1:" + std::to_string(admin.port()));
    QCOMPARE(last().locks.at(0), (DiscoveredLock{"/app/lock", Dialect::KazooLock, 1, 0}));
    QVERIFY(last().readAtUnixMs > 0);
    QVERIFY(words.requests().empty());
    QVERIFY(m_session->sent().empty());
}

void TestLockDiscovery::wordWhereAdminServerDoesNotAnswer() {
    ScriptedServer web([](const std::string&) { return Reply{ScriptedServer::http(404, "nothing here")}; });
    ScriptedServer words([](const std::string& word) {
        return Reply{word == "mntr" ? "zk_ephemerals_count\t1\n" : wordDump("/app/lock/" + kName)};
    });
    discover(web.port(), {words.port()});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("four-letter word: /app/lock [NotZooKeeper]"));
    QCOMPARE(last().server, "127.0.0.1:" + std::to_string(words.port()));
    QCOMPARE(last().problems.at(0).server, "127.0.0.1:" + std::to_string(web.port()));
    QCOMPARE(words.requests(), (std::vector<std::string>{"mntr", "dump"}));
}

void TestLockDiscovery::largeDumpIsNotAskedByWord() {
    ScriptedServer words([](const std::string&) { return Reply{"zk_ephemerals_count\t100000\n"}; });
    discover(m_nobody, {words.port()});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("none:  [Io TooLarge]"));
    QCOMPARE(words.requests(), std::vector<std::string>{"mntr"});
}

void TestLockDiscovery::nextServerIsAsked() {
    ScriptedServer broken([](const std::string&) {
        return Reply{"This ZooKeeper instance is not currently serving requests\n"};
    });
    ScriptedServer words([](const std::string& word) {
        return Reply{word == "mntr" ? "zk_ephemerals_count\t1\n" : wordDump("/lock/" + kName)};
    });
    discover(m_nobody, {broken.port(), words.port()});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("four-letter word: /lock [Io NotServing]"));
    m_discovery->refresh();
    QVERIFY(awaitCatalogs(2));
    QCOMPARE(shown(last()),
             QStringLiteral("four-letter word: /lock [Io]"));  // the one that answered comes first
    QCOMPARE(broken.requests().size(), 1u);
}

void TestLockDiscovery::chrootIsTakenAway() {
    ScriptedServer admin([](const std::string&) { return Reply{adminDump("/tenant/a/lock/" + kName)}; });
    m_options.connect.chroot = "/tenant/a";
    discover(admin.port(), {});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("AdminServer: /lock []"));
}

void TestLockDiscovery::rootsWhereNoServerTells() {
    ScriptedServer words([](const std::string&) { return kNotAllowed; });
    m_server->createPath("/locks/a");
    (void)m_server->create("/locks/a/" + kName, "", NodeKind::Persistent);
    discover(m_nobody, {words.port()}, {"/locks"});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("pinned roots: /locks/a [Io NotAllowed]"));
    QCOMPARE(last().server, std::string("fake:2181"));
}

void TestLockDiscovery::rootsAddWhatHasNoEphemeral() {
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

void TestLockDiscovery::nothingAllowedNothingPinned() {
    discover(m_nobody, {m_nobody});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("none:  [Io Io]"));
}

void TestLockDiscovery::refusalIsRememberedUntilRefresh() {
    std::atomic<bool> allowed = false;
    ScriptedServer words([&](const std::string& word) {
        if (!allowed) return kNotAllowed;
        return Reply{word == "mntr" ? "zk_ephemerals_count\t1\n" : wordDump("/lock/" + kName)};
    });
    m_options.interval = 1ms;
    discover(m_nobody, {words.port()});
    QVERIFY(awaitCatalogs(5));
    QCOMPARE(shown(last()), QStringLiteral("none:  [Io NotAllowed]"));
    QCOMPARE(words.requests().size(), 1u);
    allowed = true;
    m_discovery->refresh();
    QVERIFY(m_loop->runUntil([&] { return last().source == DiscoverySource::FourLetter; }, 30s));
}

void TestLockDiscovery::rootsCanBeChanged() {
    m_server->createPath("/b");
    (void)m_server->create("/b/" + kName, "", NodeKind::Persistent);
    discover(m_nobody, {}, {});
    QVERIFY(awaitCatalogs(1));
    m_discovery->setPinnedRoots({"/b", "/b", "no path"});
    QVERIFY(awaitCatalogs(2));
    QCOMPARE(shown(last()), QStringLiteral("pinned roots: /b [Io BadArguments]"));
}

void TestLockDiscovery::walkDescendsToLocks() {
    for (const char* const lock : {"/a/one", "/a/deep/er/two", "/zookeeper/quota"}) {
        m_server->createPath(lock);
        (void)m_server->create(std::string(lock) + "/x-0000000001", "", NodeKind::Persistent);
        (void)m_server->create(std::string(lock) + "/x-0000000002", "", NodeKind::Persistent);
    }
    m_server->createPath("/a/empty");
    m_server->createPath("/free");
    discover(m_nobody, {}, {"/", "/free"});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("pinned roots: /a/deep/er/two /a/one /free [Io]"));
    QCOMPARE(last().locks.at(1).waiters, 1u);
    QVERIFY(m_session->maxInFlight() <= 64);
    QCOMPARE(m_session->watchCount(), 0u);
}

void TestLockDiscovery::walkStaysWithinItsBudget() {
    for (int i = 0; i < 500; ++i)
        m_server->createPath("/root/" + std::to_string(i));
    m_options.walkBudget = 100;
    discover(m_nobody, {}, {"/root"});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("pinned roots:  [Io TooLarge]"));
    QCOMPARE(m_session->sent().size(), 100u);
    QVERIFY(m_session->maxInFlight() <= 64);
    QVERIFY(m_session->maxInFlight() > 16);
}

void TestLockDiscovery::walkReportsWhatItCannotRead() {
    for (const char* const path : {"/root/secret/x-0000000001", "/root/open/x-0000000001"})
        m_server->createPath(path);
    m_server->forbidRead("/root/secret");
    discover(m_nobody, {}, {"/root", "/missing"});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("pinned roots: /root/open [Io NoNode NoAuth]"));
    QCOMPARE(last().problems.at(1).path, std::string("/missing"));
    QCOMPARE(last().problems.at(2).path, std::string("/root/secret"));
}

void TestLockDiscovery::walkEndsWhenTheConnectionBreaks() {
    m_server->createPath("/root/x-0000000001");
    m_session->disconnect();
    discover(m_nobody, {}, {"/root"});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(shown(last()), QStringLiteral("pinned roots:  [Io ConnectionLoss]"));
    m_session->reconnect();
    m_discovery->refresh();
    QVERIFY(awaitCatalogs(2));
    QCOMPARE(shown(last()), QStringLiteral("pinned roots: /root [Io]"));
}

void TestLockDiscovery::destroyedWhileAServerHangs() {
    std::atomic<bool> asked = false;
    ScriptedServer admin([&](const std::string&) {
        m_loop->post([&] { asked = true; });
        return Reply{"HTTP/1.1 200 OK\r\n", true};
    });
    discover(admin.port(), {m_nobody}, {"/"});
    QVERIFY(m_loop->runUntil([&] { return asked.load(); }, 30s));
    m_discovery.reset();
    const std::weak_ptr<FakeSession> session = m_session;
    m_session->close();
    m_session.reset();
    m_loop->runReady();
    QVERIFY(session.expired());  // nothing of it is kept by what is still under way
    QVERIFY(m_catalogs.empty());
}

void TestLockDiscovery::destroyedWithACatalogOnItsWay() {
    std::atomic<int> passes = 0;
    std::promise<void> secondPass;
    ScriptedServer admin([&](const std::string&) {
        if (++passes == 1) return Reply{adminDump("/lock/" + kName)};
        if (passes == 2) secondPass.set_value();
        return Reply{"HTTP/1.1 200 OK\r\n", true};
    });
    m_options.interval = 1ms;
    discover(admin.port(), {});
    secondPass.get_future().wait();  // the first catalog waits on the loop
    m_discovery.reset();
    m_loop->runReady();
    QVERIFY(m_catalogs.empty());
}

void TestLockDiscovery::destroyedWhileWalking() {
    for (int i = 0; i < 500; ++i)
        m_server->createPath("/root/" + std::to_string(i));
    m_session->setStepped(true);
    discover(m_nobody, {}, {"/root"});
    QVERIFY(m_loop->runUntil([&] { return m_session->inFlight() > 0; }, 30s));
    m_session->applyNext();
    m_session->deliverNext();
    m_discovery.reset();
    while (m_session->applyNext() || m_session->deliverNext()) {
    }
    m_loop->runReady();
    QVERIFY(m_catalogs.empty());
    QVERIFY(m_session->sent().size() <= 3);
}

void TestLockDiscovery::destroyedByItsSink() {
    m_options.adminUrl = "http://127.0.0.1:" + std::to_string(m_nobody) + "/commands";
    m_options.interval = 1ms;
    int calls = 0;
    m_discovery =
        std::make_unique<LockDiscovery>(m_session, m_options, [&](const std::shared_ptr<const LockCatalog>&) {
            ++calls;
            m_discovery.reset();
        });
    QVERIFY(m_loop->runUntil([&] { return calls > 0; }, 30s));
    m_loop->runReady();
    QCOMPARE(calls, 1);
}

QTEST_APPLESS_MAIN(TestLockDiscovery)
#include "tst_lock_discovery.moc"
