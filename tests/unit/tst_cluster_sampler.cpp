// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "fake_zookeeper.h"
#include "manual_loop.h"
#include "scripted_server.h"
#include "test_program.h"

#include <lockcore/observe/cluster_sampler.h>
#include <lockcore/observe/queue_collection.h>

#include <algorithm>
#include <map>

using namespace lockcore;
using namespace std::chrono_literals;
using Op = FakeSession::Op;

namespace {

/// A privileged port that nobody listens on.
const std::string kNobodysUrl = "http://127.0.0.1:1/commands";
const std::string kHolder = "_c_11111111-1111-4111-8111-111111111111-lock-";

std::shared_ptr<const LockCatalog> catalogOf(std::vector<DiscoveredLock> locks) {
    LockCatalog catalog;
    catalog.locks = std::move(locks);
    catalog.source = DiscoverySource::AdminServer;
    return std::make_shared<const LockCatalog>(std::move(catalog));
}

/// Of the test's own session: a server that lacks it would be of another cluster.
const std::string kOwnConnection =
    R"({"remote_socket_address": "127.0.0.1:5000", "session_id": 72057594037927937, "session_timeout": 40000})";

/// Answers AdminServer's commands: by `told`, or as a server without clients does.
ScriptedServer::Script adminServer(std::map<std::string, std::string> told) {
    told.emplace("configuration", R"({"client_port": 1, "server_id": 0})");
    told.emplace("server_stats", R"({"version": "3.9.3",
                 "server_stats": {"server_state": "standalone", "last_processed_zxid": 42}})");
    told.emplace("connections", R"({"connections": [)" + kOwnConnection + "]}");
    told.emplace("dump",
                 R"({"expiry_time_to_session_ids": {"90000": [99]}, "session_id_to_ephemeral_paths": {}})");
    told.emplace("monitor", R"({"server_state": "standalone", "watch_count": 1})");
    told.emplace("watch_summary", R"({"num_total_watches": 1})");
    told.emplace("watches", R"({"session_id_to_watched_paths": {}, "error": null})");
    return [told](const std::string& request) {
        for (const auto& [command, reply] : told)
            if (request.starts_with("GET /commands/" + command + " "))
                return ScriptedServer::Reply{ScriptedServer::http(200, reply)};
        return ScriptedServer::Reply{ScriptedServer::http(200, R"({"error": "Unknown command"})")};
    };
}

std::ptrdiff_t countOf(const ScriptedServer& server, const std::string& command) {
    const auto requests = server.requests();
    return std::ranges::count_if(requests, [&](const std::string& request) {
        return request.starts_with("GET /commands/" + command + " ");
    });
}

/// AdminServer's list with another connection.
std::string connection(int session, int lastAnswerMs, int timeoutMs = 40000) {
    return R"({"connections": [)" + kOwnConnection +
           R"(, {"remote_socket_address": "127.0.0.1:5001", "session_id": )" + std::to_string(session) +
           R"(, "last_operation": "PING", "established": 1795198807113,
           "session_timeout": )" +
           std::to_string(timeoutMs) + R"(, "last_response_time": )" + std::to_string(lastAnswerMs) + "}]}";
}

DiscoveredLock lock(const std::string& path, std::uint64_t contents) {
    return {path, Dialect::CuratorMutex, 1, 0, contents};
}

}  // namespace

/// What a sample has, and what it costs. No server is asked: the survey has tests of its own.
class ClusterSamplerTest : public QObject {
    Q_OBJECT

    std::unique_ptr<ManualLoop> m_loop;
    std::unique_ptr<FakeZooKeeper> m_server;
    std::shared_ptr<FakeSession> m_session;
    std::unique_ptr<ClusterSampler> m_sampler;
    std::vector<std::shared_ptr<const ClusterSample>> m_samples;

    void contend(const std::string& path) {
        m_server->createPath(path);
        QVERIFY(m_server->create(path + "/" + kHolder, "", NodeKind::EphemeralSequential, SessionId{7}));
    }
    /// Past the rest after the sample before.
    bool sample(const std::shared_ptr<const LockCatalog>& catalog) {
        const auto before = m_samples.size();
        m_loop->advance(10s);
        m_sampler->take(catalog);
        return m_loop->runUntil([&] { return m_samples.size() > before; }, 30s);
    }

private Q_SLOTS:
    void init() {
        m_loop = std::make_unique<ManualLoop>();
        m_server = std::make_unique<FakeZooKeeper>(*m_loop);
        m_session = m_server->open();
        m_sampler =
            std::make_unique<ClusterSampler>(m_session, SurveyOptions{.servers = {}, .adminUrl = kNobodysUrl},
                                             [this](auto sample) { m_samples.push_back(std::move(sample)); });
    }
    void cleanup() {
        m_sampler.reset();
        m_session->close();
        m_loop->runReady();
        QCOMPARE(m_session->watchCount(), std::size_t{0});
        m_samples.clear();
        m_server.reset();
    }

    void hasEveryLockWithItsOwner() {
        contend("/a");
        contend("/b");
        QVERIFY(sample(catalogOf({lock("/a", 1), lock("/b", 2)})));
        const ClusterSample& sample = *m_samples.back();
        QCOMPARE(sample.locks.size(), std::size_t{2});
        QCOMPARE(sample.locks[1]->path, std::string("/b"));
        QCOMPARE(sample.locks[1]->rows.at(0).contender->stat->ephemeralOwner, SessionId{7});
        QCOMPARE(sample.ownSession, m_session->status().session);
        QCOMPARE(m_session->watchCount(), std::size_t{0});
    }

    void whatHasNotChangedIsNotReadAgain() {
        contend("/a");
        contend("/b");
        QVERIFY(sample(catalogOf({lock("/a", 1), lock("/b", 2)})));
        m_session->forgetSent();
        QVERIFY(sample(catalogOf({lock("/a", 1), lock("/b", 3)})));
        QCOMPARE(m_session->countSent(Op::Children, "/a"), std::size_t{0});
        QCOMPARE(m_session->countSent(Op::Children, "/b"), std::size_t{1});
        QCOMPARE(m_samples.back()->locks.size(), std::size_t{2});
        QVERIFY(m_samples.back()->changing.contains("/b"));
    }

    void looksAgainOnlyAfterTransactions() {
        contend("/a");
        contend("/a");
        ScriptedServer admin(adminServer({{"connections", connection(7, 0)}}));
        const SurveyOptions survey = surveyBy(admin);
        for (const int zxid : {42, 41}) {
            auto catalog = std::make_shared<LockCatalog>(*catalogOf({lock("/a", 1)}));
            catalog->zxid = Zxid{zxid};
            m_samples.clear();
            m_session->forgetSent();
            m_sampler = std::make_unique<ClusterSampler>(
                m_session, survey, [this](auto sample) { m_samples.push_back(std::move(sample)); });
            QVERIFY(sample(catalog));
            QVERIFY(m_samples.back()->servers.at(0).watched);
            // The first one is asked before the list.
            QCOMPARE(m_session->countSent(Op::Exists, "/a"), zxid == 42 ? std::size_t{1} : std::size_t{2});
        }
    }

    /// A busy lock with many waiters costs a list and who is new.
    void whoIsKnownIsNotReadAgain() {
        contend("/a");
        contend("/a");
        QVERIFY(sample(catalogOf({lock("/a", 1)})));
        contend("/a");
        m_session->forgetSent();
        QVERIFY(sample(catalogOf({lock("/a", 2)})));
        QCOMPARE(m_session->countSent(Op::Children), std::size_t{1});
        QCOMPARE(m_session->countSent(Op::Get), std::size_t{1});
        const LockQueue& queue = *m_samples.back()->locks.at(0);
        QCOMPARE(queue.rows.size(), std::size_t{3});
        QVERIFY(isComplete(queue));
    }

    /// In a directory that was made again the numbers begin again: the same name is another contender.
    void whoIsInAnotherDirectoryIsRead() {
        m_server->createPath("/a");
        const std::string name = "lock-0000000000";
        QVERIFY(m_server->create("/a/" + name, "", NodeKind::Ephemeral, SessionId{7}));
        QVERIFY(sample(catalogOf({lock("/a", 1)})));
        QVERIFY(m_server->remove("/a/" + name, -1));
        QVERIFY(m_server->remove("/a", -1));
        m_server->createPath("/a");
        QVERIFY(m_server->create("/a/" + name, "", NodeKind::Ephemeral, SessionId{8}));
        QVERIFY(sample(catalogOf({lock("/a", 2)})));
        const auto& stat = m_samples.back()->locks.at(0)->rows.at(0).contender->stat;
        QVERIFY(stat);
        QCOMPARE(stat->ephemeralOwner, SessionId{8});
    }

    void whereTheCatalogCannotTellEverythingIsRead() {
        contend("/a");
        QVERIFY(sample(catalogOf({lock("/a", 0)})));
        m_session->forgetSent();
        QVERIFY(sample(catalogOf({lock("/a", 0)})));
        QCOMPARE(m_session->countSent(Op::Children, "/a"), std::size_t{1});
    }

    /// As it is told of a quiet cluster.
    void theSameCatalogAgainCostsNothing() {
        contend("/a");
        const auto told = catalogOf({lock("/a", 1)});
        QVERIFY(sample(told));
        m_session->forgetSent();
        QVERIFY(sample(told));
        QVERIFY(m_session->sent().empty());
        QCOMPARE(m_samples.back()->locks, m_samples.front()->locks);
        const auto tellsLittle = catalogOf({lock("/a", 0)});
        QVERIFY(sample(tellsLittle));
        m_session->forgetSent();
        QVERIFY(sample(tellsLittle));
        QCOMPARE(m_session->countSent(Op::Children, "/a"), std::size_t{1});
    }

    /// No lock is missing while they are read, and the rest follows by itself.
    void whatTakesLongFollows() {
        contend("/a");
        m_session->setStepped(true);
        auto catalog = std::make_shared<LockCatalog>(*catalogOf({lock("/a", 1), lock("/b", 2)}));
        m_sampler->take(catalog);
        m_loop->runReady();
        QVERIFY(m_loop->runUntil([&] { return true; }, 1s));
        m_loop->advance(4s);
        QVERIFY(m_loop->runUntil([&] { return m_samples.size() == 1; }, 30s));
        QCOMPARE(m_samples.back()->locks.size(), std::size_t{2});
        QCOMPARE(m_samples.back()->locks[0]->freshness, Freshness::Named);
        // Who comes meanwhile waits until these are read.
        m_sampler->take(catalogOf({lock("/a", 1), lock("/b", 2), lock("/c", 3)}));
        m_session->setStepped(false);
        while (m_session->applyNext() || m_session->deliverNext() || m_loop->runOne()) {
        }
        QVERIFY(m_loop->runUntil([&] { return m_samples.size() >= 2; }, 30s));
        QCOMPARE(m_samples.back()->locks.size(), std::size_t{2});
        QCOMPARE(m_samples.back()->locks[0]->freshness, Freshness::Live);
        QVERIFY(isComplete(*m_samples.back()->locks[0]));
        QCOMPARE(m_samples.back()->locks[1]->freshness, Freshness::Gone);
        m_loop->advance(60s);
        QVERIFY(m_loop->runUntil([&] { return m_samples.back()->locks.size() == 3; }, 30s));
    }

    void lockThatIsGoneLeavesTheSample() {
        contend("/a");
        QVERIFY(sample(catalogOf({lock("/a", 1)})));
        QVERIFY(sample(catalogOf({})));
        QVERIFY(m_samples.back()->locks.empty());
    }

    /// A server that takes a second for its answers is left alone for four.
    void restsAfterASlowSample() {
        contend("/a");
        m_session->setStepped(true);
        m_sampler->take(catalogOf({lock("/a", 1)}));
        m_loop->runReady();
        m_loop->advance(1s);
        m_session->setStepped(false);
        while (m_session->applyNext() || m_session->deliverNext() || m_loop->runOne()) {
        }
        QVERIFY(m_loop->runUntil([&] { return m_samples.size() == 1; }, 30s));
        m_session->forgetSent();
        m_loop->advance(3s);
        m_sampler->take(catalogOf({lock("/a", 2)}));
        m_loop->runReady();
        QVERIFY(m_session->sent().empty());
        m_loop->advance(2s);
        m_sampler->take(catalogOf({lock("/a", 2)}));
        m_loop->runReady();
        QVERIFY(!m_session->sent().empty());
    }

    void tellsWhatItCosts() {
        contend("/a");
        QVERIFY(sample(catalogOf({lock("/a", 1)})));
        QCOMPARE(m_samples.back()->ownLoad.over, 0ms);
        m_session->exists("/a", {}, [](const auto&) {});
        m_session->exists("/b", {}, [](const auto&) {});
        QVERIFY(sample(catalogOf({lock("/a", 1)})));
        const OwnLoad load = m_samples.back()->ownLoad;
        QCOMPARE(load.over, 10s);
        QCOMPARE(load.requests, std::uint64_t{2});
    }

    /// What stands still has to be seen before its session ends.
    void clientsOfShortSessionsAreAskedAfterEachSecond() {
        contend("/a");
        contend("/a");
        ScriptedServer admin(adminServer({{"connections", connection(7, 0, 3000)}}));
        sampleBy(admin);
        QVERIFY(sample(catalogOf({lock("/a", 1)})));
        const auto asked = countOf(admin, "connections");
        m_loop->advance(1s);
        QVERIFY(m_loop->runUntil([&] { return countOf(admin, "connections") > asked; }, 5s));
    }

    /// Servers log a line for each four-letter word.
    void serversAreAskedSeldomByWord() {
        ScriptedServer server([](const std::string&) { return ScriptedServer::Reply{"This is no answer"}; });
        m_sampler->setServers({.servers = {{"127.0.0.1", server.port()}}});
        QVERIFY(sample(catalogOf({})));
        const std::size_t asked = server.requests().size();
        QVERIFY(asked > 0);
        QCOMPARE(m_samples.back()->servers.size(), std::size_t{1});
        QVERIFY(m_samples.back()->servers[0].questions >= asked);  // AdminServer was asked too

        m_loop->advance(2s);
        m_sampler->take(catalogOf({}));
        QVERIFY(m_loop->runUntil([&] { return m_samples.size() == 2; }, 30s));
        QCOMPARE(server.requests().size(), asked);
        QCOMPARE(m_samples.back()->servers.size(), std::size_t{1});
        QCOMPARE(m_samples.back()->ownLoad.questions, std::uint64_t{0});

        QVERIFY(sample(catalogOf({})));
        QVERIFY(server.requests().size() > asked);
        QVERIFY(m_samples.back()->ownLoad.questions > 0);
    }

    static SurveyOptions surveyBy(const ScriptedServer& admin) {
        return {.servers = {{"127.0.0.1", 1}},
                .adminUrl = "http://127.0.0.1:" + std::to_string(admin.port()) + "/commands",
                .watches = AskWatches::Always};
    }

    /// A sampler that asks this AdminServer alone.
    void sampleBy(const ScriptedServer& admin, AskWatches watches = AskWatches::Always) {
        SurveyOptions survey = surveyBy(admin);
        survey.watches = watches;
        sampleBy(survey);
    }
    void sampleBy(const SurveyOptions& survey) {
        m_sampler = std::make_unique<ClusterSampler>(
            m_session, survey, [this](auto sample) { m_samples.push_back(std::move(sample)); });
    }

    void tablesAreAskedForWhereNamesLeaveItOpen_data() {
        QTest::addColumn<bool>("isMixed");
        QTest::newRow("children of no library") << false;
        QTest::newRow("contenders of several libraries") << true;
    }
    void tablesAreAskedForWhereNamesLeaveItOpen() {
        QFETCH(const bool, isMixed);
        ScriptedServer admin(adminServer({{"connections", connection(7, 0)}}));
        const auto hasAsked = [&] {
            return std::ranges::any_of(admin.requests(), [](const std::string& request) {
                return request.find("/watches") != std::string::npos;
            });
        };
        sampleBy(admin, AskWatches::WhereNeeded);
        QVERIFY(sample(catalogOf({lock("/a", 1)})));
        QVERIFY(!hasAsked());
        DiscoveredLock open = lock("/b", 2);
        if (isMixed)
            open.inDoubt = 1;
        else
            open.dialect = Dialect::Sequential;
        m_loop->advance(30s);
        QVERIFY(sample(catalogOf({open})));
        QVERIFY(hasAsked());
    }

    /// A frozen holder on a quiet cluster: no catalog says that anything has changed.
    void clientsOthersWaitForAreAskedAfter() {
        contend("/a");
        ScriptedServer admin(adminServer({{"connections", connection(7, 5'000)}}));
        sampleBy(admin);
        const auto catalog = catalogOf({lock("/a", 1)});
        QVERIFY(sample(catalog));
        QVERIFY(!m_loop->nextTimer());  // nobody waits for it

        m_sampler->setAttention({"/a"});
        const auto awaitSample = [this](std::size_t count) {
            return m_loop->runUntil([&] { return m_samples.size() >= count; }, 30s);
        };
        const auto silence = [this] { return sessionsOf(*m_samples.back()).at(0).silentFor.value_or(-1ms); };
        m_loop->advance(10s);
        QVERIFY(awaitSample(2));
        QCOMPARE(m_samples.back()->catalog, catalog);
        QCOMPARE(m_samples.back()->locks.size(), std::size_t{1});
        QVERIFY(silence() >= 0ms);
        QCOMPARE(sessionsOf(*m_samples.back()).at(0).readings, std::size_t{2});

        m_sampler->setPaused(true);
        m_loop->advance(60s);
        m_loop->runReady();
        QCOMPARE(m_samples.size(), std::size_t{2});
        m_sampler->setPaused(false);
        m_loop->runReady();
        QVERIFY(awaitSample(3));
    }

    /// No dump is asked for where the catalog has one, or where nobody seems to go.
    void dumpIsAskedForWhereItIsNeeded() {
        contend("/a");
        ScriptedServer admin(adminServer({{"connections", connection(7, 5'000)}}));
        sampleBy(admin);
        const auto dumped = [&](std::int64_t zxid) {
            auto catalog = std::make_shared<LockCatalog>(*catalogOf({lock("/a", 1)}));
            auto sessions = std::make_shared<DumpedSessions>();
            sessions->server = "127.0.0.1:" + std::to_string(admin.port());
            sessions->source = EvidenceSource::AdminServer;
            sessions->living = {SessionId{7}};
            sessions->expiresAtMs = {{SessionId{7}, 9'000}};
            sessions->askedAt = Clock::now();
            sessions->zxid = Zxid{zxid};
            catalog->sessions = sessions;
            catalog->zxid = Zxid{zxid};
            return catalog;
        };
        QVERIFY(sample(dumped(1)));
        QCOMPARE(countOf(admin, "dump"), 0);
        const ServerReport& report = m_samples.back()->servers.at(0);
        QCOMPARE(report.expiresIn.at(SessionId{7}), 4s);
        QCOMPARE(report.livingSessions, std::optional(std::set{SessionId{7}}));
        QCOMPARE(report.lastZxid, std::optional(Zxid{42}));
        QVERIFY(report.livingAsOf);  // the sessions are of an earlier moment
        QCOMPARE(report.livingAsOf->lastZxid, std::optional(Zxid{1}));
        QVERIFY(report.livingAsOf->readAtUnixMs <= report.readAtUnixMs);
        QVERIFY(report.has(Evidence::Ephemerals));
        QVERIFY(sample(catalogOf({lock("/a", 1)})));
        QCOMPARE(countOf(admin, "dump"), 0);
        QVERIFY(m_samples.back()->servers.at(0).has(Evidence::Ephemerals));

        contend("/b");  // by the same session, and one more that is connected nowhere
        QVERIFY(m_server->create("/b/" + kHolder, "", NodeKind::EphemeralSequential, SessionId{8}));
        QVERIFY(sample(catalogOf({lock("/a", 1), lock("/b", 2)})));
        QVERIFY(sample(catalogOf({lock("/a", 1), lock("/b", 2)})));
        QVERIFY(countOf(admin, "dump") > 0);
    }

    /// One that has closed or expired meanwhile looks the same as one whose znode was removed.
    void whoseContenderHasVanishedIsLookedFor() {
        contend("/a");
        std::atomic<bool> isThere = true;
        ScriptedServer admin([&](const std::string& request) {
            return isThere ? adminServer({{"connections", connection(7, 5'000)}})(request)
                           : adminServer({})(request);
        });
        sampleBy(admin);
        QVERIFY(sample(catalogOf({lock("/a", 1)})));
        QCOMPARE(countOf(admin, "dump"), 1);  // of the first survey
        isThere = false;
        m_server->expire(SessionId{7});
        QVERIFY(sample(catalogOf({lock("/a", 2)})));
        const auto isTold = [&] {
            const auto& told = m_samples.back()->servers.at(0);
            return told.livingSessions && !told.livingSessions->contains(SessionId{7});
        };
        m_loop->advance(2s);
        QVERIFY(m_loop->runUntil(isTold, 30s));
        QCOMPARE(countOf(admin, "dump"), 2);
        QVERIFY(!m_loop->nextTimer());  // and that is all
    }

    /// Where there are few watches the tables come again after seconds.
    void tablesOfASmallClusterAreAskedForSoon_data() {
        QTest::addColumn<int>("watches");
        QTest::addColumn<int>("tables");
        QTest::newRow("few") << 1'000 << 2;
        QTest::newRow("more") << 1'001 << 1;
        QTest::newRow("most") << 50'000 << 1;
        QTest::newRow("too many") << 50'001 << 0;
    }
    void tablesOfASmallClusterAreAskedForSoon() {
        QFETCH(const int, watches);
        QFETCH(const int, tables);
        std::string paths;
        for (int i = 0; i < watches; ++i)
            paths += (i == 0 ? "\"/" : ",\"/") + std::to_string(i) + '"';
        ScriptedServer admin(
            adminServer({{"watch_summary", R"({"num_total_watches": )" + std::to_string(watches) + "}"},
                         {"connections", connection(7, 0)},
                         {"watches", "{\"session_id_to_watched_paths\": {\"7\": [" + paths + "]}}"}}));
        sampleBy(admin);
        QVERIFY(sample(catalogOf({})));
        QCOMPARE(countOf(admin, "watches"), std::min(tables, 1));
        const ServerReport& report = m_samples.back()->servers.at(0);
        QCOMPARE(report.watched.has_value(), tables > 0);
        QCOMPARE(report.rungs.back().evidence, Evidence::Watches);
        if (tables == 0) QCOMPARE(report.rungs.back().problem->code, ErrorCode::TooLarge);
        QVERIFY(sample(catalogOf({})));
        QCOMPARE(countOf(admin, "watches"), tables);
        QCOMPARE(m_samples.back()->servers.at(0).watched.has_value(), tables > 0);
    }

    void tablesThatNoServerTellsAreAskedForSeldom() {
        contend("/a");
        ScriptedServer admin(adminServer({{"watches", R"({"error": "not now"})"}}));
        sampleBy(admin);
        for (int i = 0; i < 3; ++i)
            QVERIFY(sample(catalogOf({lock("/a", 1)})));
        QCOMPARE(countOf(admin, "watches"), 1);
        // There is no table that a queue could have changed since: whose watches are not known is counted.
        QVERIFY(m_samples.back()->changing.empty());
    }

    /// A server that does not tell who is connected may have that client for ever.
    void whoMayBeAtAServerThatDoesNotTellIsNotLookedForAgainAndAgain() {
        contend("/a");
        ScriptedServer admin(adminServer({{"connections", R"({"error": "not now"})"}}));
        sampleBy(admin);
        QVERIFY(sample(catalogOf({lock("/a", 1)})));
        QVERIFY(sample(catalogOf({lock("/a", 1)})));
        QVERIFY(!m_loop->nextTimer());
        QCOMPARE(countOf(admin, "dump"), 1);  // of the first survey
    }

    /// A table that shows each to watch its predecessor is of the same moment, or of one as good.
    void whereTablesAgreeIsNotLookedAgain() {
        for (const std::string path : {"/a", "/b"}) {
            contend(path);
            contend(path);
        }
        ScriptedServer admin(adminServer({{"connections", connection(7, 0)},
                                          {"watches", R"({"session_id_to_watched_paths": {"7": ["/top/a/)" +
                                                          kHolder + R"(0000000000"]}})"}}));
        SurveyOptions survey = surveyBy(admin);
        survey.chroot = "/top";
        sampleBy(survey);
        QVERIFY(sample(catalogOf({lock("/a", 1), lock("/b", 2)})));
        QVERIFY(m_samples.back()->servers.at(0).watched);
        QCOMPARE(m_session->countSent(Op::Exists, "/a"), std::size_t{1});  // before the list
        QCOMPARE(m_session->countSent(Op::Exists, "/b"), std::size_t{2});
    }

    /// More at a time would make other clients wait.
    void queuesAreLookedAtAgainFewAtATime() {
        std::vector<DiscoveredLock> locks;
        for (int i = 0; i < 200; ++i) {
            const std::string path = "/" + std::to_string(i);
            contend(path);
            contend(path);
            locks.push_back(lock(path, 1));
        }
        std::ranges::sort(locks, {}, &DiscoveredLock::path);
        ScriptedServer admin(adminServer({{"connections", connection(7, 0)}}));
        sampleBy(admin);
        QVERIFY(sample(catalogOf(locks)));
        QCOMPARE(m_session->countSent(Op::Exists), std::size_t{400});  // each was read, and looked at again
        QVERIFY(m_session->maxInFlight() <= 64);
        QVERIFY(m_samples.back()->changing.empty());
    }

    void destroyedWhileItReads() {
        contend("/a");
        m_session->setStepped(true);
        m_sampler->take(catalogOf({lock("/a", 1)}));
        m_loop->runReady();
        m_sampler.reset();
        while (m_session->applyNext() || m_session->deliverNext() || m_loop->runOne()) {
        }
        QVERIFY(m_samples.empty());
    }
};

LOCKSCOPE_TEST(ClusterSamplerTest)
#include "tst_cluster_sampler.moc"
