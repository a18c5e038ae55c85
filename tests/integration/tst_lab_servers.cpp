// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "awaited_run.h"
#include "live_session.h"
#include "test_cluster.h"
#include "test_program.h"

#include <lockcore/lab/servers.h>
#include <lockcore/observe/cluster_survey.h>
#include <lockcore/session/connect_string.h>

#include <QFile>

#include <signal.h>

#include <algorithm>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

/// Servers whose states the test's thread waits for.
class SeenServers {
public:
    /// They write down what was done to them, their end too.
    explicit SeenServers(std::size_t count)
        : m_servers({.count = count, .server = {.tickTime = 200ms, .extraConfig = {"audit.enable=true"}}},
                    [this](std::vector<ServerView> servers) { take(std::move(servers)); }) {}

    Result<std::string> start() {
        return awaited<std::string>([this](auto done) { m_servers.start(std::move(done)); });
    }
    Result<void> act(std::size_t server, ServerAct act) {
        return awaited<void>([&](auto done) { m_servers.act(server, act, std::move(done)); });
    }
    LabServers& servers() { return m_servers; }

    bool await(const std::function<bool(const std::vector<ServerView>&)>& wanted) {
        std::unique_lock lock(m_mutex);
        return m_changed.wait_for(lock, 60s, [&] { return wanted(m_seen); });
    }
    bool awaitState(std::size_t server, ServerState state) {
        return await([&](const auto& seen) { return seen.size() > server && seen[server].state == state; });
    }
    std::vector<ServerView> seen() {
        const std::scoped_lock lock(m_mutex);
        return m_seen;
    }
    std::size_t numberOf(ServerState state) {
        const auto all = seen();
        const auto found = std::ranges::find(all, state, &ServerView::state);
        return found == all.end() ? all.size() : found->number;
    }

private:
    void take(std::vector<ServerView> servers) {
        const std::scoped_lock lock(m_mutex);
        m_seen = std::move(servers);
        m_changed.notify_all();
    }

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<ServerView> m_seen;
    LabServers m_servers;  ///< the first to go
};

std::ptrdiff_t countOf(const std::vector<ServerView>& servers, ServerState state) {
    return std::ranges::count(servers, state, &ServerView::state);
}

bool isThere(int pid) {
    return ::kill(pid, 0) == 0;
}

bool canWrite(LiveSession& session) {
    const auto made = session.await<CreatedNode>([](Session& asked, Completion<CreatedNode> done) {
        asked.create("/written-", {}, NodeKind::PersistentSequential, std::move(done));
    });
    return made.has_value();
}

}  // namespace

/// The lab's own servers: what can be done to them, and how they are seen.
class LabServersTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void oneServerIsStoppedInOrderAndStartedAgain() {
        SeenServers servers(1);
        const auto connect = servers.start();
        QVERIFY2(connect, connect ? "" : describe(connect.error()).c_str());
        QVERIFY(servers.awaitState(0, ServerState::Standalone));
        const ServerView before = servers.seen()[0];
        QVERIFY(before.port != 0);
        QVERIFY(isThere(before.pid));
        QCOMPARE("127.0.0.1:" + std::to_string(before.port), *connect);

        QVERIFY(servers.act(0, ServerAct::Stop));
        QVERIFY(servers.awaitState(0, ServerState::Stopped));
        QCOMPARE(servers.seen()[0].pid, 0);
        QVERIFY(!isThere(before.pid));
        // A server that is killed says nothing of its end.
        QFile log(QString::fromStdString(before.logFile));
        QVERIFY(log.open(QIODevice::ReadOnly));
        QVERIFY(log.readAll().contains("operation=serverStop"));
        const auto again = servers.act(0, ServerAct::Stop);
        QVERIFY(!again);
        QCOMPARE(again.error().code, ErrorCode::BadArguments);

        QVERIFY(servers.act(0, ServerAct::Restart));
        QVERIFY(servers.awaitState(0, ServerState::Standalone));
        LiveSession session(*connect);
        QVERIFY(canWrite(session));
    }

    void frozenServerIsFrozenAndGoesOn() {
        SeenServers servers(1);
        const auto connect = servers.start();
        QVERIFY2(connect, connect ? "" : describe(connect.error()).c_str());
        LiveSession session(*connect);
        QVERIFY(servers.act(0, ServerAct::Freeze));
        QVERIFY(servers.awaitState(0, ServerState::Frozen));
        QVERIFY(!servers.act(0, ServerAct::Freeze));
        QVERIFY(servers.act(0, ServerAct::Thaw));
        QVERIFY(servers.awaitState(0, ServerState::Standalone));
        QVERIFY(canWrite(session));
        // Killed while it is frozen.
        QVERIFY(servers.act(0, ServerAct::Freeze));
        QVERIFY(servers.act(0, ServerAct::Kill));
        QVERIFY(servers.awaitState(0, ServerState::Stopped));
        QVERIFY(servers.act(0, ServerAct::Restart));
        QVERIFY(servers.awaitState(0, ServerState::Standalone));
    }

    void whatOthersDoToAServerIsSeenAsThat() {
        SeenServers servers(1);
        QVERIFY(servers.start());
        QVERIFY(servers.awaitState(0, ServerState::Standalone));
        const int pid = servers.seen()[0].pid;
        QCOMPARE(::kill(pid, SIGSTOP), 0);
        QVERIFY(servers.awaitState(0, ServerState::Frozen));
        QVERIFY(servers.act(0, ServerAct::Thaw));
        QVERIFY(servers.awaitState(0, ServerState::Standalone));
        QVERIFY(servers.act(0, ServerAct::Freeze));
        QVERIFY(servers.awaitState(0, ServerState::Frozen));
        QCOMPARE(::kill(pid, SIGCONT), 0);
        QVERIFY(servers.awaitState(0, ServerState::Standalone));
        QVERIFY(!servers.act(0, ServerAct::Thaw));
    }

    void oneServerHasNoOthersToBeCutOffFrom() {
        SeenServers servers(1);
        QVERIFY(servers.start());
        for (const ServerAct act :
             {ServerAct::CutOff, ServerAct::Mend, ServerAct::Thaw, ServerAct::Restart}) {
            const auto done = servers.act(0, act);
            QVERIFY(!done);
            QCOMPARE(done.error().code, ErrorCode::BadArguments);
        }
        QCOMPARE(servers.act(1, ServerAct::Kill).error().code, ErrorCode::BadArguments);
    }

    void leaderThatIsKilledIsFollowed() {
        SeenServers servers(3);
        const auto connect = servers.start();
        QVERIFY2(connect, connect ? "" : describe(connect.error()).c_str());
        QVERIFY(servers.await([](const auto& seen) {
            return countOf(seen, ServerState::Leader) == 1 && countOf(seen, ServerState::Follower) == 2;
        }));
        const std::size_t leader = servers.numberOf(ServerState::Leader);
        QVERIFY(servers.act(leader, ServerAct::Kill));
        QVERIFY(servers.awaitState(leader, ServerState::Stopped));
        QVERIFY(servers.await([](const auto& seen) {
            return countOf(seen, ServerState::Leader) == 1 && countOf(seen, ServerState::Follower) == 1;
        }));
        QVERIFY(servers.act(leader, ServerAct::Restart));
        QVERIFY(servers.awaitState(leader, ServerState::Follower));
    }

    void withoutAMajorityNobodyServesUntilTwoAreBack() {
        SeenServers servers(3);
        const auto connect = servers.start();
        QVERIFY2(connect, connect ? "" : describe(connect.error()).c_str());
        QVERIFY(servers.act(0, ServerAct::Kill));
        QVERIFY(servers.act(1, ServerAct::Kill));
        QVERIFY(servers.awaitState(2, ServerState::Electing));
        // The first of them waits for the second.
        const auto first = std::async(std::launch::async, [&] { return servers.act(0, ServerAct::Restart); });
        QVERIFY(servers.act(1, ServerAct::Restart));
        QVERIFY(servers.await([](const auto& seen) {
            return countOf(seen, ServerState::Leader) == 1 && countOf(seen, ServerState::Follower) == 2;
        }));
    }

    /// Whatever lies between them: their configurations are the same.
    void severalAreOneEnsembleForWhoeverAsks() {
        SeenServers servers(3);
        const auto connect = servers.start();
        QVERIFY2(connect, connect ? "" : describe(connect.error()).c_str());
        LiveSession session(*connect);
        SurveyOptions survey{.servers = parseConnectString(*connect)->servers, .session = session.id()};
        const auto reports = surveyCluster(survey);
        QCOMPARE(reports.size(), 3u);
        for (const ServerReport& report : reports) {
            QCOMPARE(report.ensemble, reports.front().ensemble);
            QCOMPARE(report.ensemble.size(), 3u);
            QCOMPARE(report.standing, ServerStanding::Member);
            QVERIFY(report.connections);
        }
    }

    /// Its clients still reach it, and are told nothing until it notices.
    void leaderThatIsCutOffLosesItsFollowers() {
        SeenServers servers(3);
        const auto connect = servers.start();
        QVERIFY2(connect, connect ? "" : describe(connect.error()).c_str());
        QVERIFY(servers.await([](const auto& seen) { return countOf(seen, ServerState::Leader) == 1; }));
        const std::size_t leader = servers.numberOf(ServerState::Leader);
        QVERIFY(servers.act(leader, ServerAct::CutOff));
        QVERIFY(servers.awaitState(leader, ServerState::CutOff));
        QVERIFY(!servers.act(leader, ServerAct::CutOff));
        QVERIFY(servers.await([](const auto& seen) {
            return countOf(seen, ServerState::Leader) == 1 && countOf(seen, ServerState::Follower) == 1;
        }));
        QVERIFY(servers.numberOf(ServerState::Leader) != leader);
        LiveSession session(*connect);
        QVERIFY(canWrite(session));
        QVERIFY(servers.act(leader, ServerAct::Mend));
        QVERIFY(servers.awaitState(leader, ServerState::Follower));
    }

    /// Whoever waits for answers there waits in vain.
    void withoutAMajorityNothingHoldsUpTheEndOfARun() {
        LabPlace place;
        place.own = LabServersOptions{.count = 3};
        AwaitedRun run(place);
        QVERIFY(run.begin() && run.beginPhase("first"));
        ContenderGroup group;
        group.name = "clients";
        group.locks = {"orders"};
        group.count = 3;
        run.run().start(*run.run().add(group));
        QVERIFY(run.await([](const LabView& view) { return view.grants >= 10; }));
        for (const std::size_t server : {0, 1})
            QVERIFY(
                awaited<void>([&](auto done) { run.run().act(server, ServerAct::Kill, std::move(done)); }));
        const auto before = std::chrono::steady_clock::now();
        QVERIFY(run.endPhase());
        const auto ended = run.end();
        const auto took = std::chrono::steady_clock::now() - before;
        QVERIFY2(took < 25s, std::to_string(took / 1s).c_str());
        QVERIFY(ended && ended->leftBehind.empty());
    }

    void nothingIsLeft() {
        int pid = 0;
        std::string log;
        {
            SeenServers servers(1);
            QVERIFY(servers.start());
            QVERIFY(servers.awaitState(0, ServerState::Standalone));
            pid = servers.seen()[0].pid;
            log = servers.seen()[0].logFile;
            QVERIFY(servers.act(0, ServerAct::Freeze));
        }
        QVERIFY(!isThere(pid));
        QVERIFY(!QFile::exists(QString::fromStdString(log)));
    }
};

LOCKSCOPE_TEST(LabServersTest)
#include "tst_lab_servers.moc"
