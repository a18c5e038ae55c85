// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "simulated_cluster.h"
#include "test_program.h"

#include <lockcore/lab/lab_root.h>

#include <QProcess>

#include <utility>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

const std::string kLabRoot = "/lockscope-lab";
const std::string kLabMark = R"({"format":1,"made-by":"lockscope lab"})";

LabRunMark markNamed(const std::string& name) {
    return {name, "host", "somebody", 4711, 1'700'000'000'000, "fair-queue"};
}

}  // namespace

/// The znode that a run of the lab lives below, from its creation to its removal, against a server in memory.
class LabRootTest : public QObject {
    Q_OBJECT

    std::unique_ptr<SimulatedCluster> m_cluster;
    std::shared_ptr<FakeSession> m_control;

    FakeZooKeeper& server() { return *m_cluster->server; }

    Outcome<LabRoot> create(const std::shared_ptr<FakeSession>& session, const std::string& name,
                            const std::string& root = kLabRoot) {
        Outcome<LabRoot> made;
        LabRoot::create(session, root, markNamed(name), made.completion());
        m_cluster->loop.runReady();
        return made;
    }

    /// What the removal came to by then.
    Outcome<LabRemoval> remove(const Outcome<LabRoot>& run, Duration patience = 0s) {
        Outcome<LabRemoval> removed;
        run.result()->remove(patience, removed.completion());
        m_cluster->loop.runReady();
        return removed;
    }

    Outcome<std::vector<LeftRun>> allRuns() {
        Outcome<std::vector<LeftRun>> runs;
        listRuns(m_cluster->open(), kLabRoot, runs.completion());
        m_cluster->loop.runReady();
        return runs;
    }

    Outcome<std::vector<LeftRun>> leftRuns() {
        Outcome<std::vector<LeftRun>> runs;
        listLeftRuns(m_cluster->open(), kLabRoot, runs.completion());
        m_cluster->loop.runReady();
        return runs;
    }

    void put(const std::string& path, NodeKind kind = NodeKind::Persistent,
             SessionId owner = SessionId::None) {
        QVERIFY(server().create(path, "", kind, owner));
    }

    bool isThere(const std::string& path) { return server().exists(path).has_value(); }

    /// A run of a program that was killed.
    std::string leaveRun(const std::string& name) {
        const auto session = m_cluster->open();
        const auto run = create(session, name);
        const std::string path = run.result()->path();
        put(path + "/lock");
        server().expire(session->status().session);
        m_cluster->loop.runReady();
        return path;
    }

private Q_SLOTS:
    void init() {
        m_cluster = std::make_unique<SimulatedCluster>();
        m_control = m_cluster->open();
    }
    void cleanup() {
        m_control.reset();
        QVERIFY(m_cluster->closeSessions());
        m_cluster.reset();
    }

    void makesItsRootAndTheRunInIt() {
        const auto run = create(m_control, "run-1");
        QVERIFY(run.isDone());
        QCOMPARE(run.result()->path(), kLabRoot + "/run-1");
        QCOMPARE(run.result()->czxid(), server().exists(kLabRoot + "/run-1")->czxid);
        QCOMPARE(server().get(kLabRoot)->data, kLabMark);
        QCOMPARE(server().exists(kLabRoot)->ephemeralOwner, SessionId::None);
        const auto running = server().exists(kLabRoot + "/run-1/running");
        QVERIFY(running && running->ephemeralOwner == m_control->status().session);
        const auto data = server().get(kLabRoot + "/run-1")->data;
        for (const char* word : {"lockscope lab", "host", "somebody", "4711", "fair-queue"})
            QVERIFY2(data.find(word) != std::string::npos, word);
    }

    void takesARootThatAnotherRunMade() {
        QVERIFY(create(m_cluster->open(), "run-1").isDone());
        QVERIFY(create(m_control, "run-2").isDone());
        QCOMPARE(m_cluster->children(kLabRoot).size(), std::size_t{2});
        QVERIFY(create(m_control, "run-2").isError(ErrorCode::NodeExists));
    }

    void refusesWhatTheLabDidNotMake_data() {
        QTest::addColumn<QString>("data");
        QTest::addRow("nothing") << QString();
        QTest::addRow("words") << QStringLiteral("lockscope lab");
        QTest::addRow("other JSON") << QStringLiteral(R"({"made-by":"somebody else"})");
        QTest::addRow("a list") << QStringLiteral(R"(["made-by","lockscope lab"])");
        QTest::addRow("brackets") << QString(5000, QLatin1Char('['));
    }
    void refusesWhatTheLabDidNotMake() {
        QFETCH(QString, data);
        QVERIFY(server().create(kLabRoot, data.toStdString(), NodeKind::Persistent));
        const auto run = create(m_control, "run-1");
        QVERIFY(run.isError(ErrorCode::NodeExists));
        QCOMPARE(run.result().error().path, kLabRoot);
        QCOMPARE(server().get(kLabRoot)->data, data.toStdString());
        QVERIFY(m_cluster->children(kLabRoot).empty());
    }

    void makesNothingAboveItsRoot() {
        const auto made = create(m_control, "run-1", "/app/lab");
        QVERIFY(made.isError(ErrorCode::NoNode));
        QCOMPARE(made.result().error().path, std::string("/app"));
        QVERIFY(!isThere("/app"));
    }

    /// Between the look at the root and the run in it the last run of somebody else ended.
    void makesARootAgainThatWentMeanwhile() {
        QVERIFY(server().create(kLabRoot, kLabMark, NodeKind::Persistent));
        m_control->setFate([this, gone = false](const FakeSession::Request& request) mutable {
            if (request.op == FakeSession::Op::Multi && !std::exchange(gone, true))
                (void)server().remove(kLabRoot);
            return FakeSession::Fate::Apply;
        });
        QVERIFY(create(m_control, "run-1").isDone());
        QVERIFY(isThere(kLabRoot + "/run-1/running"));
    }

    void removesAllAndItsRootLast() {
        const auto run = create(m_control, "run-1");
        put(run.result()->path() + "/lock");
        put(run.result()->path() + "/lock/a");
        put(run.result()->path() + "/lock/a/b");
        const auto removed = remove(run);
        QVERIFY(removed.isDone());
        QCOMPARE(removed.result()->removed, std::uint64_t{5});  // with the run's own and `running`
        QVERIFY(removed.result()->left.empty());
        QVERIFY(!isThere(kLabRoot));
    }

    void manyZnodesGoInFewTransactions() {
        const auto run = create(m_control, "run-1");
        put(run.result()->path() + "/register");
        for (int i = 0; i < 1200; ++i)
            put(run.result()->path() + "/register/w-", NodeKind::PersistentSequential);
        m_control->forgetSent();
        const auto removed = remove(run);
        QVERIFY(removed.isDone());
        QCOMPARE(removed.result()->removed, std::uint64_t{1203});
        QCOMPARE(m_control->countSent(FakeSession::Op::Multi), std::size_t{3});
        QVERIFY(m_control->maxInFlight() <= 256);
        QVERIFY(!isThere(kLabRoot));
    }

    void leavesTheRunsOfOthers() {
        const auto other = create(m_cluster->open(), "run-1");
        const auto run = create(m_control, "run-2");
        QVERIFY(remove(run).isDone());
        QVERIFY(isThere(other.result()->path() + "/running"));
        QCOMPARE(m_cluster->children(kLabRoot), std::vector<std::string>{"run-1"});
    }

    /// Its path alone does not say that a znode is ours.
    void leavesAnotherZnodeOfTheSamePath() {
        const auto run = create(m_control, "run-1");
        server().removeTree(run.result()->path());
        put(run.result()->path());
        put(run.result()->path() + "/theirs");
        const auto removed = remove(run);
        QVERIFY(removed.isDone());
        QCOMPARE(removed.result()->removed, std::uint64_t{0});
        QCOMPARE(removed.result()->left, std::vector<std::string>{run.result()->path()});
        QVERIFY(isThere(run.result()->path() + "/theirs"));
    }

    void leavesEphemeralsOfSessionsThatLive() {
        const auto run = create(m_control, "run-1");
        const std::string lock = run.result()->path() + "/lock";
        put(lock);
        put(lock + "/ours");
        put(lock + "/theirs", NodeKind::Ephemeral, m_cluster->open()->status().session);
        const auto removed = remove(run, 5s);
        QVERIFY(removed.isPending());  // it may end
        m_cluster->loop.advance(10s);
        QVERIFY(removed.isDone());
        QCOMPARE(removed.result()->left, std::vector<std::string>{lock + "/theirs"});
        QCOMPARE(removed.result()->removed, std::uint64_t{2});  // `running` and “ours”
        QVERIFY(!isThere(lock + "/ours"));
        QVERIFY(isThere(lock + "/theirs"));
    }

    void waitsUntilTheSessionOfAKilledClientEnds() {
        const auto run = create(m_control, "run-1");
        const auto killed = m_cluster->open();
        put(run.result()->path() + "/theirs", NodeKind::Ephemeral, killed->status().session);
        const auto removed = remove(run, 60s);
        m_cluster->loop.advance(3s);
        QVERIFY(removed.isPending());
        server().expire(killed->status().session);
        m_cluster->loop.advance(1s);
        QVERIFY(removed.isDone());
        QVERIFY(removed.result()->left.empty());
        QVERIFY(!isThere(kLabRoot));
    }

    void leavesWhatCameMeanwhile() {
        const auto run = create(m_control, "run-1");
        const std::string lock = run.result()->path() + "/lock";
        put(lock);
        m_control->setFate([&, came = false](const FakeSession::Request& request) mutable {
            if (request.op == FakeSession::Op::Multi && !std::exchange(came, true)) put(lock + "/new");
            return FakeSession::Fate::Apply;
        });
        const auto removed = remove(run, 60s);
        QVERIFY(removed.isDone());  // it would never go: nothing to wait for
        QCOMPARE(removed.result()->left, std::vector<std::string>{lock + "/new"});
        QVERIFY(isThere(lock + "/new"));
        m_control->setFate({});
    }

    void tellsOfARootThatItMayNotRemove() {
        const auto run = create(m_control, "run");
        m_control->setError([](const FakeSession::Request& request) {
            const bool isIt = request.op == FakeSession::Op::Remove && request.path == kLabRoot;
            return isIt ? std::optional(ErrorCode::NoAuth) : std::nullopt;
        });
        const auto removed = remove(run);
        QVERIFY(removed.isDone());
        QCOMPARE(removed.result()->left, std::vector<std::string>{kLabRoot});
        m_control->setError({});
    }

    void tellsWhatTheServersRefuse() {
        const auto run = create(m_control, "run-1");
        const std::string lock = run.result()->path() + "/lock";
        put(lock);
        put(run.result()->path() + "/other");
        m_control->setError([&](const FakeSession::Request& request) {
            const bool isIt = request.op == FakeSession::Op::Multi ||
                              (request.op == FakeSession::Op::Remove && request.path == lock);
            return isIt ? std::optional(ErrorCode::NoAuth) : std::nullopt;
        });
        const auto removed = remove(run, 60s);
        QVERIFY(removed.isDone());
        QCOMPARE(removed.result()->left, std::vector<std::string>{lock});
        QVERIFY(!isThere(run.result()->path() + "/other"));
        m_control->setError({});
    }

    /// Whatever request a broken connection takes along, applied or not, all goes, and all of it is counted.
    void goesOnAfterAnyBreak_data() {
        QTest::addColumn<int>("request");
        QTest::addColumn<bool>("applied");
        for (int request = 0; request < 9; ++request) {
            QTest::addRow("%d lost", request) << request << false;
            QTest::addRow("%d applied", request) << request << true;
        }
    }
    void goesOnAfterAnyBreak() {
        QFETCH(int, request);
        QFETCH(bool, applied);
        const auto run = create(m_control, "run-1");
        put(run.result()->path() + "/lock");
        put(run.result()->path() + "/lock/a");
        breakAt(m_control, request, applied ? FakeSession::Fate::LoseReply : FakeSession::Fate::LoseRequest);
        const auto removed = remove(run);
        m_control->reconnect();
        m_cluster->loop.advance(2s);
        QVERIFY(removed.isDone());
        QCOMPARE(removed.result()->removed, std::uint64_t{4});
        QVERIFY(!isThere(run.result()->path()));
        m_control->setFate({});
    }

    void sessionsEndIsTheRemovalsEnd() {
        const auto run = create(m_control, "run-1");
        m_control->expire();
        const auto removed = remove(run, 60s);
        m_cluster->loop.advance(2s);
        QVERIFY(removed.isError(ErrorCode::SessionExpired));
    }

    void listsRunsWhoseProgramIsGone() {
        QVERIFY(leftRuns().result()->empty());  // nor is there a root
        QVERIFY(create(m_control, "run-2").isDone());
        const auto path = leaveRun("run-1");
        put(kLabRoot + "/somebody-elses");
        const auto runs = leftRuns();
        QVERIFY(runs.isDone());
        QCOMPARE(runs.result()->size(), std::size_t{1});
        const LeftRun& left = runs.result()->front();
        QCOMPARE(left.path, path);
        QCOMPARE(left.czxid, server().exists(path)->czxid);
        QCOMPARE(left.znodes, std::uint64_t{2});
        QVERIFY(left.mark == markNamed("run-1"));
    }

    /// Of one whose program was killed just now nothing is known to be left, but it is there.
    void tellsOfThoseThatSeemAlive() {
        const auto alive = create(m_control, "run-2");
        const auto path = leaveRun("run-1");
        const auto runs = allRuns();
        QVERIFY(runs.isDone());
        QCOMPARE(runs.result()->size(), std::size_t{2});
        QCOMPARE(runs.result()->at(0).path, path);
        QVERIFY(!runs.result()->at(0).seemsAlive);
        QCOMPARE(runs.result()->at(1).path, alive.result()->path());
        QVERIFY(runs.result()->at(1).seemsAlive);
        QVERIFY(runs.result()->at(1).mark == markNamed("run-2"));
    }

    void listsNothingOfAnothersZnode() {
        QVERIFY(server().create(kLabRoot, "theirs", NodeKind::Persistent));
        QVERIFY(leftRuns().isError(ErrorCode::NodeExists));
    }

    void removesWhatWasLeft() {
        const auto path = leaveRun("run-1");
        const auto runs = leftRuns();
        Outcome<LabRemoval> removed;
        removeLeftRun(m_control, runs.result()->front(), 0s, removed.completion());
        m_cluster->loop.runReady();
        QVERIFY(removed.isDone());
        QCOMPARE(removed.result()->removed, std::uint64_t{2});
        QVERIFY(!isThere(kLabRoot));
    }

    void refusesToRemoveARunThatRuns() {
        const auto run = create(m_cluster->open(), "run-1");
        Outcome<LabRemoval> removed;
        removeLeftRun(m_control, {run.result()->path(), run.result()->czxid(), markNamed("run-1")}, 0s,
                      removed.completion());
        m_cluster->loop.runReady();
        QVERIFY(removed.isError(ErrorCode::Busy));
        QVERIFY(isThere(run.result()->path() + "/running"));
    }

    /// Somebody has deleted what says that it runs, and it makes that again.
    void refusesToRemoveARunThatSaysAgainThatItRuns() {
        const auto path = leaveRun("run-1");
        const auto runs = leftRuns();
        Outcome<LabRemoval> removed;
        removeLeftRun(m_control, runs.result()->front(), 60s, removed.completion());
        m_cluster->loop.advance(2s);
        QVERIFY(removed.isPending());
        put(path + "/running", NodeKind::Ephemeral, m_cluster->open()->status().session);
        m_cluster->loop.advance(5s);
        QVERIFY(removed.isError(ErrorCode::Busy));
        QVERIFY(isThere(path));
    }

    /// Somebody has deleted what says that it runs: its clients show that it does.
    void refusesToRemoveARunWhoseClientsLive() {
        const auto path = leaveRun("run-1");
        const auto client = m_cluster->open();
        put(path + "/lock/theirs", NodeKind::Ephemeral, client->status().session);
        const auto runs = leftRuns();
        QCOMPARE(runs.result()->size(), std::size_t{1});
        Outcome<LabRemoval> removed;
        removeLeftRun(m_control, runs.result()->front(), 5s, removed.completion());
        m_cluster->loop.advance(3s);
        QVERIFY(removed.isPending());
        m_cluster->loop.advance(3s);
        QVERIFY(removed.isError(ErrorCode::Busy));
        QVERIFY(isThere(path + "/lock/theirs"));
        // Those of a client that was killed end.
        Outcome<LabRemoval> again;
        removeLeftRun(m_control, runs.result()->front(), 60s, again.completion());
        m_cluster->loop.advance(3s);
        server().expire(client->status().session);
        m_cluster->loop.advance(3s);
        QVERIFY(again.isDone());
        QVERIFY(again.result()->left.empty());
        QVERIFY(!isThere(kLabRoot));
    }

    void aRunWhoseProgramLivesOnThisHostSeemsAlive() {
        QProcess program;
        program.start(QStringLiteral("sleep"), {QStringLiteral("600")});
        QVERIFY(program.waitForStarted());
        LabRunMark mark = LabRunMark::ofThisProcess("fair-queue");
        mark.pid = static_cast<int>(program.processId());
        const auto listed = [&](const std::string& name) {
            mark.name = name;
            const auto session = m_cluster->open();
            Outcome<LabRoot> made;
            LabRoot::create(session, kLabRoot, mark, made.completion());
            m_cluster->loop.runReady();
            server().expire(session->status().session);
            m_cluster->loop.runReady();
            const auto runs = allRuns();
            return runs.result()->back();
        };
        const LeftRun alive = listed("run-1");
        QVERIFY(alive.seemsAlive);
        QCOMPARE(alive.livingPid, mark.pid);
        mark.host = "another";
        QVERIFY(!listed("run-2").seemsAlive);
        mark.host = LabRunMark::ofThisProcess("").host;
        mark.startedUnixMs -= 3'600'000;  // before that process began: its number is of another one
        QVERIFY(!listed("run-3").seemsAlive);
        mark.startedUnixMs += 3'600'000;
        program.kill();
        QVERIFY(program.waitForFinished());
        QVERIFY(!listed("run-4").seemsAlive);
        mark.pid = LabRunMark::ofThisProcess("").pid;  // who asks knows what it plays
        QVERIFY(!listed("run-5").seemsAlive);
    }

    /// The root is no promise of a run, but somebody looks for the reason.
    void whatKeepsTheRootIsTold() {
        const auto run = create(m_control, "run-1");
        put(kLabRoot + "/theirs");
        const auto removed = remove(run);
        QVERIFY(removed.isDone());
        QVERIFY(removed.result()->left.empty());
        QCOMPARE(removed.result()->rootKeptBy, std::vector<std::string>{kLabRoot + "/theirs"});
        QVERIFY(!isThere(run.result()->path()));
    }

    void runThatSomebodyHasRemovedTakesItsRootAlong() {
        const auto run = create(m_control, "run-1");
        server().removeTree(run.result()->path());
        const auto removed = remove(run);
        QVERIFY(removed.isDone());
        QVERIFY(removed.result()->left.empty());
        QVERIFY(!isThere(kLabRoot));
    }

    void rootIsLookedAtAndRemovedWhereItIsEmpty() {
        const auto look = [this] {
            Outcome<LabRootLook> seen;
            lookAtRoot(m_control, kLabRoot, seen.completion());
            m_cluster->loop.runReady();
            return seen;
        };
        const auto removeRoot = [this] {
            Outcome<void> removed;
            removeEmptyRoot(m_control, kLabRoot, removed.completion());
            m_cluster->loop.runReady();
            return removed;
        };
        QVERIFY(!look().result()->isThere);
        const auto path = leaveRun("run-1");
        put(kLabRoot + "/theirs");
        const auto full = look();
        QVERIFY(full.result()->isThere);
        QCOMPARE(full.result()->runs, std::size_t{1});
        QCOMPARE(full.result()->others, std::vector<std::string>{kLabRoot + "/theirs"});
        QVERIFY(removeRoot().isError(ErrorCode::NotEmpty));
        server().removeTree(path);
        QVERIFY(server().remove(kLabRoot + "/theirs"));
        QVERIFY(look().result()->others.empty());
        QVERIFY(removeRoot().isDone());
        QVERIFY(!isThere(kLabRoot));
        QVERIFY(server().create(kLabRoot, "theirs", NodeKind::Persistent));
        QVERIFY(look().isError(ErrorCode::NodeExists));
        QVERIFY(removeRoot().isError(ErrorCode::NodeExists));
    }

    void everyRunHasANameOfItsOwn() {
        const auto one = LabRunMark::ofThisProcess("fair-queue");
        const auto other = LabRunMark::ofThisProcess("fair-queue");
        QVERIFY(one.name != other.name);
        QVERIFY(one.name.find('/') == std::string::npos);
        QVERIFY(one.pid > 0 && one.startedUnixMs > 0);
        QVERIFY(!one.host.empty() && !one.user.empty());
        QCOMPARE(one.scenario, std::string("fair-queue"));
    }
};

LOCKSCOPE_TEST(LabRootTest)
#include "tst_lab_root.moc"
