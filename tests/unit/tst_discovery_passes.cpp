// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "running_discovery.h"
#include "test_program.h"

#include <lockcore/observe/side_threads.h>

#include <QDateTime>
#include <QDir>

#include <atomic>
#include <functional>
#include <future>
#include <new>
#include <thread>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

auto threadsOfThisProcess() {
    return QDir(QStringLiteral("/proc/self/task")).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
}

}  // namespace

/// One pass after the other: their pace, what stays of the one before, and the end while one is under way.
class TestDiscoveryPasses : public QObject, private RunningDiscovery {
    Q_OBJECT

private Q_SLOTS:
    void init() { startAnew(); }
    void cleanup() { end(); }

    void paceOfAdminServer();
    void paceOfTheWord();
    void whatHasNotChangedIsToldAgain();
    void listOfAReadOnlyServerIsNotToldAgain();
    void whatWasListedOutlastsAFailure();
    void whatWasListedIsNotToldWhereNoServerWillTell();
    void whatAnotherClustersServerHasListedIsForgotten();
    void refusalIsRememberedUntilRefresh();
    void paused();
    void passWithoutMemory();
    void destroyedWhileAServerHangs();
    void destroyedWithACatalogOnItsWay();
    void destroyedWhileWalking();
    void destroyedByItsSink();

private:
    /// Time in which another discovery with the same options could make so many passes.
    bool othersPasses(int count) {
        ScriptedServer admin([](const std::string&) { return Reply{adminDump("/lock/" + kName)}; });
        DiscoveryOptions options = m_options;
        options.adminUrl = "http://127.0.0.1:" + std::to_string(admin.port()) + "/commands";
        int passes = 0;
        const LockDiscovery other(m_session, options,
                                  [&](const std::shared_ptr<const LockCatalog>&) { ++passes; });
        return m_loop->runUntil([&] { return passes >= count; }, 30s);
    }
};

void TestDiscoveryPasses::paceOfAdminServer() {
    ScriptedServer admin([](const std::string&) { return Reply{adminDump("/lock/" + kName)}; });
    m_options.adminInterval = 1ms;
    discover(admin.port(), {});
    QVERIFY(awaitCatalogs(3));
}

void TestDiscoveryPasses::paceOfTheWord() {
    ScriptedServer words([](const std::string& word) {
        return Reply{word == "mntr" ? "zk_ephemerals_count\t1\n" : wordDump("/lock/" + kName)};
    });
    m_options.interval = 1ms;
    discover(m_nobody, {words.port()});
    QVERIFY(awaitCatalogs(3));
}

void TestDiscoveryPasses::whatHasNotChangedIsToldAgain() {
    std::atomic<int> zxid = 7;
    std::atomic<int> dumps = 0;
    ScriptedServer admin([&](const std::string& request) {
        if (!isFor(request, "server_stats")) {
            dumps += isFor(request, "dump") ? 1 : 0;
            return Reply{adminDump("/lock/" + kName + R"(", ")" + kSingle)};
        }
        return Reply{ScriptedServer::http(
            200, R"({"version": "3.8.0", "server_stats": {"server_state": "standalone", )"
                 R"("last_processed_zxid": )" +
                     std::to_string(zxid) + R"(}, "error": null})")};
    });
    m_options.adminInterval = 1ms;
    discover(admin.port(), {});
    QVERIFY(awaitCatalogs(5));
    QCOMPARE(dumps, 1);  // along with it its server has told when it was
    QCOMPARE(last().zxid, std::optional(Zxid{7}));
    QCOMPARE(m_catalogs[4], m_catalogs[0]);
    QCOMPARE(last().marks.dialectOf(kSingle), std::optional(Dialect::HadoopElection));
    zxid = 8;
    QVERIFY(m_loop->runUntil([&] { return last().zxid == Zxid{8}; }, 30s));
    QCOMPARE(dumps, 2);
    QCOMPARE(last().sessions->zxid, std::optional(Zxid{8}));
}

/// It is cut off from all transactions, so that its last one stays the last one for ever.
void TestDiscoveryPasses::listOfAReadOnlyServerIsNotToldAgain() {
    std::atomic<bool> cutOff = false;
    ScriptedServer admin([&](const std::string& request) {
        if (!isFor(request, "server_stats")) return Reply{adminDump("/lock/" + kName)};
        return Reply{ScriptedServer::http(200, R"({"version": "3.8.0", "server_stats": {"server_state": ")" +
                                                   std::string(cutOff ? "read-only" : "follower") +
                                                   R"(", "last_processed_zxid": 7}, "error": null})")};
    });
    discover(admin.port(), {});
    QVERIFY(awaitCatalogs(1));
    m_discovery->refresh();
    QVERIFY(awaitCatalogs(2));
    QCOMPARE(last().zxid, std::optional(Zxid{7}));
    cutOff = true;
    for (const std::size_t pass : {std::size_t{3}, std::size_t{4}}) {
        m_discovery->refresh();
        QVERIFY(awaitCatalogs(pass));
        QVERIFY(!last().gaps.empty());
        QCOMPARE(last().gaps[0].kind, GapKind::ReadOnlySource);
        QVERIFY(!last().zxid);
    }
}

/// An empty list would end all findings, as if all were well now.
void TestDiscoveryPasses::whatWasListedOutlastsAFailure() {
    std::atomic<bool> electing = false;
    std::atomic<std::int64_t> askedAtUnixMs = 0;
    ScriptedServer words([&](const std::string& word) {
        if (askedAtUnixMs == 0) askedAtUnixMs = QDateTime::currentMSecsSinceEpoch();
        if (electing) return Reply{"This ZooKeeper instance is not currently serving requests\n"};
        return Reply{word == "mntr" ? "zk_ephemerals_count\t1\n" : wordDump("/lock/" + kName)};
    });
    discover(m_nobody, {words.port()});
    QVERIFY(awaitCatalogs(1));
    const std::int64_t listedAtUnixMs = last().readAtUnixMs;
    const std::int64_t asOfUnixMs = last().asOfUnixMs;
    QVERIFY(asOfUnixMs > 0 && asOfUnixMs <= askedAtUnixMs);
    m_server->createPath("/pinned");
    electing = true;
    for (const std::size_t pass : {std::size_t{2}, std::size_t{3}}) {
        m_discovery->refresh();
        QVERIFY(awaitCatalogs(pass));
        QCOMPARE(shown(last()), QStringLiteral("four-letter word: /lock [Io NotServing]"));
        QVERIFY(last().readAtUnixMs <= listedAtUnixMs);
        QCOMPARE(last().gaps.size(), 1u);
        QCOMPARE(last().gaps[0].kind, GapKind::NotListed);
        QCOMPARE(last().asOfUnixMs, asOfUnixMs);
        QVERIFY(last().notListed);
        QVERIFY(!last().sessions);
    }
    m_discovery->setPinnedRoots({"/pinned"});
    QVERIFY(awaitCatalogs(4));
    QCOMPARE(shown(last()), QStringLiteral("four-letter word: /lock /pinned [Io NotServing]"));
    QVERIFY(last().readAtUnixMs <= listedAtUnixMs);
    electing = false;
    m_discovery->setPinnedRoots({});
    QVERIFY(awaitCatalogs(5));
    QCOMPARE(shown(last()), QStringLiteral("four-letter word: /lock [Io]"));
    QVERIFY(last().gaps.empty());
    QVERIFY(!last().notListed);
}

void TestDiscoveryPasses::whatWasListedIsNotToldWhereNoServerWillTell() {
    std::atomic<bool> allowed = true;
    ScriptedServer words([&](const std::string& word) {
        if (!allowed) return kNotAllowed;
        return Reply{word == "mntr" ? "zk_ephemerals_count\t1\n" : wordDump("/lock/" + kName)};
    });
    discover(m_nobody, {words.port()});
    QVERIFY(awaitCatalogs(1));
    allowed = false;
    m_discovery->refresh();
    QVERIFY(awaitCatalogs(2));
    QCOMPARE(shown(last()), QStringLiteral("none:  [Io NotAllowed]"));
    QVERIFY(!last().notListed);
}

/// Also where none of our own lists any now.
void TestDiscoveryPasses::whatAnotherClustersServerHasListedIsForgotten() {
    ScriptedServer own([](const std::string&) {
        return Reply{"This ZooKeeper instance is not currently serving requests\n"};
    });
    ScriptedServer other([](const std::string& word) {
        return Reply{word == "mntr" ? "zk_ephemerals_count\t1\n" : wordDump("/theirs/" + kName)};
    });
    discover(m_nobody, {own.port(), other.port()});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(last().locks.size(), 1u);
    const std::size_t asked = other.requests().size();
    m_discovery->leaveOut({last().server});
    QVERIFY(awaitCatalogs(2));
    QVERIFY(last().locks.empty());
    QCOMPARE(last().source, DiscoverySource::None);
    QVERIFY(last().notListed);
    QCOMPARE(other.requests().size(), asked);
}

void TestDiscoveryPasses::refusalIsRememberedUntilRefresh() {
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

void TestDiscoveryPasses::paused() {
    std::atomic<LockDiscovery*> toPause = nullptr;
    std::atomic<std::size_t> passes = 0;
    std::atomic<std::size_t> pausedIn = 0;
    ScriptedServer admin([&](const std::string& request) {
        if (request.find("server_stats") != std::string::npos) return Reply{ScriptedServer::http(404, "")};
        if (!isFor(request, "dump")) return Reply{adminDump("/lock/" + kName)};
        ++passes;
        if (LockDiscovery* const discovery = toPause.exchange(nullptr)) {
            discovery->setPaused(true);
            pausedIn = passes.load();
        }
        return Reply{adminDump("/lock/" + kName)};
    });
    m_options.adminInterval = 1ms;
    discover(admin.port(), {});
    toPause = m_discovery.get();
    QVERIFY(m_loop->runUntil([&] { return pausedIn > 0 && m_catalogs.size() >= pausedIn; }, 30s));
    m_discovery->setPinnedRoots({});
    QVERIFY(othersPasses(20));
    QCOMPARE(passes.load(), pausedIn.load());

    m_discovery->refresh();
    QVERIFY(awaitCatalogs(pausedIn + 1));
    QVERIFY(othersPasses(20));
    QCOMPARE(passes.load(), pausedIn + 1);

    m_discovery->setPaused(false);
    QVERIFY(awaitCatalogs(pausedIn + 4));
}

/// The process, with all that others have open in it, goes on, and so do the passes.
void TestDiscoveryPasses::passWithoutMemory() {
    class FullLoop : public ManualLoop {
    public:
        void post(std::function<void()> task) override {
            if (std::this_thread::get_id() != m_own && m_isFull.exchange(false)) throw std::bad_alloc();
            ManualLoop::post(std::move(task));
        }

    private:
        const std::thread::id m_own = std::this_thread::get_id();
        std::atomic<bool> m_isFull = true;
    };
    ScriptedServer admin([](const std::string&) { return Reply{adminDump("/lock/" + kName)}; });
    m_session.reset();
    m_server.reset();
    m_loop = std::make_unique<FullLoop>();
    m_server = std::make_unique<FakeZooKeeper>(*m_loop);
    m_session = m_server->open();
    discover(admin.port(), {});
    QVERIFY(awaitCatalogs(1));
    QCOMPARE(last().notListed->code, ErrorCode::Io);
    m_discovery->refresh();
    QVERIFY(awaitCatalogs(2));
    QVERIFY(!last().notListed);
    QCOMPARE(last().locks.size(), 1u);
}

void TestDiscoveryPasses::destroyedWhileAServerHangs() {
    std::atomic<bool> asked = false;
    ScriptedServer admin([&](const std::string&) {
        m_loop->post([&] { asked = true; });
        return Reply{"HTTP/1.1 200 OK\r\n", true};
    });
    QVERIFY(finishSideThreads(30s));
    const auto threadsBefore = threadsOfThisProcess();
    discover(admin.port(), {m_nobody}, {"/"});
    QVERIFY(m_loop->runUntil([&] { return asked.load(); }, 30s));
    QVERIFY(!finishSideThreads(0ms));
    m_discovery.reset();
    const std::weak_ptr<FakeSession> session = m_session;
    m_session->close();
    m_session.reset();
    m_loop->runReady();
    QVERIFY(session.expired());  // nothing of it is kept by what is still under way
    QVERIFY(m_catalogs.empty());
    QVERIFY(finishSideThreads(30s));
    QCOMPARE(threadsOfThisProcess(), threadsBefore);
}

void TestDiscoveryPasses::destroyedWithACatalogOnItsWay() {
    std::atomic<int> passes = 0;
    std::promise<void> secondPass;
    ScriptedServer admin([&](const std::string&) {
        if (++passes == 1) return Reply{adminDump("/lock/" + kName)};
        if (passes == 2) secondPass.set_value();
        return Reply{"HTTP/1.1 200 OK\r\n", true};
    });
    m_options.adminInterval = 1ms;
    discover(admin.port(), {});
    m_loop->runReady();
    secondPass.get_future().wait();  // the first catalog waits on the loop
    m_discovery.reset();
    m_loop->runReady();
    QVERIFY(m_catalogs.empty());
}

void TestDiscoveryPasses::destroyedWhileWalking() {
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

void TestDiscoveryPasses::destroyedByItsSink() {
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

LOCKSCOPE_TEST(TestDiscoveryPasses)
#include "tst_discovery_passes.moc"
