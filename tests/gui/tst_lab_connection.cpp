// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "bridge/lab_connection.h"
#include "lab/lab_run_view.h"
#include "lab/scenarios.h"
#include "test_cluster.h"
#include "test_program.h"
#include "threads/closing.h"

#include <lockcore/lab/local_cluster.h>

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QLockFile>
#include <QTemporaryDir>
#include <algorithm>
#include <vector>

using namespace lockscope;
using namespace std::chrono_literals;

namespace {

/// A server starts, and sessions of clients that were killed last until their timeout.
constexpr int kRunPatienceMs = 120'000;

QString programsOfBuild() {
    return QDir::cleanPath(QFileInfo(QStringLiteral(LOCKSCOPE_PROGRAM)).path() +
                           QStringLiteral("/../libexec/lockscope"));
}

/// A lab, and all that it has told. Lives on the GUI thread.
struct TestLab {
    QTemporaryDir directory;
    LabRunsFile runs{directory.filePath(QStringLiteral("runs.json"))};
    LabConnection lab{programsOfBuild(), runs};
    std::vector<lockcore::LabStage> stages;
    std::vector<lockcore::PlayStep> steps;
    std::vector<std::size_t> judgedEarly;  ///< before there was a report
    std::vector<std::size_t> notChecked;   ///< told as that, if for a moment
    std::vector<std::shared_ptr<const lockcore::LabReport>> reports;
    std::vector<lockcore::Error> errors;
    std::vector<lockcore::Error> actErrors;
    std::vector<lockcore::LabEnded> ends;
    std::uint64_t mostGrants = 0;
    bool wasForeignNoted = false;

    TestLab() {
        QObject::connect(&lab, &LabConnection::stageChanged,
                         [this](lockcore::LabStage stage) { stages.push_back(stage); });
        QObject::connect(&lab, &LabConnection::stepTold,
                         [this](const lockcore::PlayStep& step) { steps.push_back(step); });
        QObject::connect(&lab, &LabConnection::checked, [this](std::size_t check, const auto& outcome) {
            const bool isKnown = outcome.kind != lockcore::CheckOutcome::Kind::NotChecked;
            if (isKnown && reports.empty()) judgedEarly.push_back(check);
            if (!isKnown) notChecked.push_back(check);
        });
        QObject::connect(&lab, &LabConnection::reported,
                         [this](const auto& report) { reports.push_back(report); });
        QObject::connect(&lab, &LabConnection::failed,
                         [this](const auto& error) { errors.push_back(error); });
        QObject::connect(&lab, &LabConnection::actFailed,
                         [this](const QString&, const auto& error) { actErrors.push_back(error); });
        QObject::connect(&lab, &LabConnection::ended, [this](const auto& ended) { ends.push_back(ended); });
        QObject::connect(&lab, &LabConnection::began, [this] { wasForeignNoted = !runs.runs().empty(); });
        QObject::connect(&lab, &LabConnection::viewChanged,
                         [this](const auto& view) { mostGrants = std::max(mostGrants, view->grants); });
    }

    bool isOver() const { return lab.stage() == lockcore::LabStage::Ended; }
    const lockcore::ContenderView* holder() const {
        if (!lab.view()) return nullptr;
        const auto& all = lab.view()->contenders;
        const auto found =
            std::ranges::find(all, lockcore::ContenderActivity::Holding, &lockcore::ContenderView::activity);
        return found == all.end() ? nullptr : &*found;
    }
};

lockcore::ContenderGroup clients(std::size_t count) {
    lockcore::ContenderGroup group;
    group.name = "clients";
    group.locks = {"orders"};
    group.count = count;
    group.hold = lockcore::TimeSpread::fixed(5ms);
    group.think = lockcore::TimeSpread::fixed(5ms);
    return group;
}

}  // namespace

/// The window's lab, on real servers.
class TestLabConnection : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanupTestCase() { QVERIFY(waitForClosing(60s)); }

    void playsAScenarioAndTellsWhatItShows() {
        TestLab test;
        const auto scenario = scenarioNamed(QStringLiteral("fair-queue"));
        QVERIFY(scenario);
        test.lab.playScenario(*scenario, {.seed = 7});
        QVERIFY(test.lab.isUnderWay());
        QTRY_VERIFY_WITH_TIMEOUT(test.isOver(), kRunPatienceMs);
        using Stage = lockcore::LabStage;
        const std::vector wanted{Stage::Beginning, Stage::Running, Stage::Ending, Stage::Ended};
        QVERIFY(test.stages == wanted);
        QVERIFY(test.errors.empty());
        QCOMPARE(test.reports.size(), std::size_t{2});
        QVERIFY(!test.reports[0]->leftBehind);  // not yet known
        const lockcore::LabReport& report = *test.reports[1];
        QVERIFY(lockcore::verdictOf(report) == lockcore::LabVerdict::Shown);
        QCOMPARE(report.seed, std::uint64_t{7});
        QVERIFY(report.leftBehind && report.leftBehind->empty());
        QCOMPARE(report.checks.size(), scenario->small.checks.size());
        QVERIFY(test.notChecked.empty());
        // All but what is left behind is judged with its phase.
        QCOMPARE(test.judgedEarly.size(), scenario->small.checks.size() - 1);
        QVERIFY(test.mostGrants > 0 && test.mostGrants <= report.phases[0].locks[0].grants);
        QCOMPARE(test.steps.front().phase, std::string("queue"));
        QVERIFY(test.lab.groups().contains("clients"));
        QCOMPARE(test.ends.size(), std::size_t{1});
        QVERIFY(!test.wasForeignNoted);
    }

    void contendersComeAndAreActedOn() {
        TestLab test;
        test.lab.beginFree();
        QTRY_VERIFY_WITH_TIMEOUT(test.lab.isRunning(), kRunPatienceMs);
        test.lab.add(clients(3));
        QTRY_VERIFY_WITH_TIMEOUT(test.mostGrants > 20, kRunPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(test.holder(), kRunPatienceMs);
        const std::uint64_t cut = test.holder()->id;
        test.lab.disturb({cut}, lockcore::Disturbance::Cut);
        const auto isCut = [&] {
            return std::ranges::any_of(test.lab.view()->contenders, [&](const auto& contender) {
                return contender.id == cut && contender.fault == lockcore::ContenderFault::Cut;
            });
        };
        QTRY_VERIFY_WITH_TIMEOUT(isCut(), kRunPatienceMs);
        test.lab.disturb({cut}, lockcore::Disturbance::Mend);
        QTRY_VERIFY_WITH_TIMEOUT(!isCut(), kRunPatienceMs);
        test.lab.removeContenders({cut});
        QTRY_COMPARE_WITH_TIMEOUT(test.lab.view()->contenders.size(), std::size_t{2}, kRunPatienceMs);
        // What can't be is told, and the run goes on.
        auto none = clients(1);
        none.locks.clear();
        test.lab.add(none);
        QCOMPARE(test.actErrors.size(), std::size_t{1});
        test.lab.end();
        QTRY_VERIFY_WITH_TIMEOUT(test.isOver(), kRunPatienceMs);
        QCOMPARE(test.reports.size(), std::size_t{2});
        QVERIFY(test.reports[1]->phases[0].locks[0].grants >= test.mostGrants);
        QVERIFY(test.ends[0].leftBehind.empty());
    }

    void aServerIsKilledAndStartsAgain() {
        TestLab test;
        test.lab.beginFree();
        QTRY_VERIFY_WITH_TIMEOUT(test.lab.isRunning(), kRunPatienceMs);
        const auto is = [&](lockcore::ServerState state) {
            return test.lab.view() && !test.lab.view()->servers.empty() &&
                   test.lab.view()->servers[0].state == state;
        };
        QTRY_VERIFY_WITH_TIMEOUT(is(lockcore::ServerState::Standalone), kRunPatienceMs);
        test.lab.actOnServer(0, lockcore::ServerAct::Kill);
        QTRY_VERIFY_WITH_TIMEOUT(is(lockcore::ServerState::Stopped), kRunPatienceMs);
        test.lab.actOnServer(0, lockcore::ServerAct::Kill);
        QTRY_COMPARE_WITH_TIMEOUT(test.actErrors.size(), std::size_t{1}, kRunPatienceMs);
        test.lab.actOnServer(0, lockcore::ServerAct::Restart);
        QTRY_VERIFY_WITH_TIMEOUT(is(lockcore::ServerState::Standalone), kRunPatienceMs);
    }

    void ofAnothersClusterARunIsNotedUntilItIsRemoved() {
        TestLab test;
        ConnectionOptions options;
        options.connectString = QString::fromStdString(TestCluster::instance().freshConnectString());
        test.lab.beginFree({.foreign = options});
        QTRY_VERIFY_WITH_TIMEOUT(test.lab.isRunning(), kRunPatienceMs);
        QVERIFY(test.wasForeignNoted);
        const KnownLabRun noted = test.runs.runs()[0];
        QCOMPARE(noted.path.toStdString(), test.lab.begun().path);
        QVERIFY(LabConnection::playsHere(noted));
        KnownLabRun other = noted;
        other.cluster += QStringLiteral("/other");
        QVERIFY(!LabConnection::playsHere(other));
        test.lab.add(clients(2));
        QTRY_VERIFY_WITH_TIMEOUT(test.mostGrants > 0, kRunPatienceMs);
        test.lab.end();
        QTRY_VERIFY_WITH_TIMEOUT(test.isOver(), kRunPatienceMs);
        QVERIFY(test.runs.runs().empty());
        QTRY_VERIFY_WITH_TIMEOUT(!LabConnection::playsHere(noted), kRunPatienceMs);
    }

    /// After a kill nobody would offer to remove it.
    void whereItCantBeNotedItDoesNotBegin() {
        TestLab test;
        QVERIFY(QDir(test.directory.path()).mkdir(QStringLiteral("runs.json")));
        const std::string cluster = TestCluster::instance().freshConnectString();
        ConnectionOptions options;
        options.connectString = QString::fromStdString(cluster);
        test.lab.beginFree({.foreign = options});
        QTRY_VERIFY_WITH_TIMEOUT(test.isOver(), kRunPatienceMs);
        QCOMPARE(test.errors.size(), std::size_t{1});
        QVERIFY(test.errors[0].code == lockcore::ErrorCode::Io);
        QCOMPARE(QString::fromStdString(test.errors[0].path),
                 test.directory.filePath(QStringLiteral("runs.json")));
        QVERIFY(test.lab.begun().path.empty());
    }

    void fileOfRunsTellsWhatFailed() {
        const QTemporaryDir directory;
        const KnownLabRun run{QStringLiteral("zk1:2181"), {}, QStringLiteral("/lockscope-lab/a"), 7};
        QFile blocking(directory.filePath(QStringLiteral("file")));
        QVERIFY(blocking.open(QIODevice::WriteOnly));
        const QString below = directory.filePath(QStringLiteral("file/runs.json"));
        const auto added = LabRunsFile(below).add(run);
        QVERIFY(!added);
        QCOMPARE(QString::fromStdString(added.error().path), below);
        QVERIFY(!added.error().what.empty());
        // Somebody has it, for longer than one waits.
        const LabRunsFile file(directory.filePath(QStringLiteral("runs.json")));
        QVERIFY(file.add(run));
        QLockFile lock(directory.filePath(QStringLiteral("runs.json.lock")));
        QVERIFY(lock.lock());
        QVERIFY(!file.remove(run.cluster, run.path));
        QCOMPARE(file.runs(), std::vector{run});
        lock.unlock();
        QVERIFY(file.remove(run.cluster, run.path));
        QVERIFY(file.remove(run.cluster, run.path));
        QVERIFY(file.runs().empty());
    }

    void damagedListOfRunsIsLeftAsItIs_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("cut off") << QByteArray(R"([{"run": "/lockscope-lab/a")");
        QTest::newRow("something else") << QByteArray(R"({"run": "/lockscope-lab/a"})");
        QTest::newRow("an entry without a path") << QByteArray(R"([{"cluster": "zk1:2181"}])");
    }

    void damagedListOfRunsIsLeftAsItIs() {
        QFETCH(QByteArray, text);
        const QTemporaryDir directory;
        QFile file(directory.filePath(QStringLiteral("runs.json")));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
        file.close();
        const LabRunsFile runs(file.fileName());
        const auto read = runs.read();
        QVERIFY(!read);
        QCOMPARE(read.error().path, file.fileName().toStdString());
        QVERIFY(!runs.add({QStringLiteral("zk1:2181"), {}, QStringLiteral("/lockscope-lab/b"), 7}));
        QVERIFY(!runs.remove(QStringLiteral("zk1:2181"), QStringLiteral("/lockscope-lab/a")));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), text);
    }

    void destroyedInTheMiddleItRemovesWhatItMade() {
        const std::string cluster = TestCluster::instance().freshConnectString();
        const QTemporaryDir directory;
        const LabRunsFile runs(directory.filePath(QStringLiteral("runs.json")));
        {
            LabConnection lab(programsOfBuild(), runs);
            ConnectionOptions options;
            options.connectString = QString::fromStdString(cluster);
            const auto scenario = scenarioNamed(QStringLiteral("fair-queue"));
            QVERIFY(scenario);
            lab.playScenario(*scenario, {.foreign = options});
            QTRY_VERIFY_WITH_TIMEOUT(lab.view() && lab.view()->grants > 3, kRunPatienceMs);
            QCOMPARE(runs.runs().size(), std::size_t{1});
        }
        QVERIFY(waitForClosing(60s));
        QVERIFY(runs.runs().empty());
    }

    /// A server that hangs: that is said, the run ends all the same, and is in the list of those that are
    /// left.
    void silentClusterDoesNotHoldUpItsEnd() {
        auto server = lockcore::LocalCluster::start({.tickTime = 2s});
        QVERIFY(server);
        TestLab test;
        LabRunView shown;
        shown.follow(test.lab);
        const auto* const stage = shown.findChild<QLabel*>(QStringLiteral("lab-stage"));
        ConnectionOptions options;
        options.connectString = QString::fromStdString((*server)->connectString());
        const auto scenario = scenarioNamed(QStringLiteral("fair-queue"));
        QVERIFY(scenario);
        test.lab.playScenario(*scenario, {.foreign = options});
        QTRY_VERIFY_WITH_TIMEOUT(test.mostGrants > 0, kRunPatienceMs);
        (*server)->pause();
        QTRY_COMPARE_WITH_TIMEOUT(stage->text(), QStringLiteral("The cluster does not answer"),
                                  kRunPatienceMs);
        QElapsedTimer clock;
        clock.start();
        test.lab.end();
        QVERIFY2(stage->text().contains(QStringLiteral("list of runs that are left")),
                 qPrintable(stage->text()));
        QTRY_VERIFY_WITH_TIMEOUT(test.isOver(), kRunPatienceMs);
        QVERIFY2(clock.elapsed() < 40'000, QByteArray::number(clock.elapsed()).constData());
        QCOMPARE(test.ends.size(), std::size_t{1});
        QCOMPARE(test.ends[0].leftBehind, std::vector<std::string>{test.lab.begun().path});
        QCOMPARE(test.runs.runs().size(), std::size_t{1});
        (*server)->resume();
    }

    /// A window that is closed meanwhile waits for nothing, and the process not for long.
    void silentClusterDoesNotHoldUpAWindow() {
        auto server = lockcore::LocalCluster::start({.tickTime = 2s});
        QVERIFY(server);
        auto test = std::make_unique<TestLab>();
        ConnectionOptions options;
        options.connectString = QString::fromStdString((*server)->connectString());
        const auto scenario = scenarioNamed(QStringLiteral("fair-queue"));
        QVERIFY(scenario);
        test->lab.playScenario(*scenario, {.foreign = options});
        QTRY_VERIFY_WITH_TIMEOUT(test->mostGrants > 0, kRunPatienceMs);
        (*server)->pause();
        QElapsedTimer clock;
        clock.start();
        test.reset();
        QVERIFY2(clock.elapsed() < 1'000, QByteArray::number(clock.elapsed()).constData());
        QVERIFY2(waitForClosing(45s), QByteArray::number(clock.elapsed()).constData());
        (*server)->resume();
    }

    void toldToEndBeforeItHasBegunItEnds() {
        TestLab test;
        test.lab.beginFree();
        test.lab.end();
        QTRY_VERIFY_WITH_TIMEOUT(test.isOver(), kRunPatienceMs);
        QVERIFY(test.reports.empty());
    }

    void cancelledItSaysNothingOfWhatItShows() {
        TestLab test;
        const auto scenario = scenarioNamed(QStringLiteral("fair-queue"));
        QVERIFY(scenario);
        test.lab.playScenario(*scenario);
        QTRY_VERIFY_WITH_TIMEOUT(test.mostGrants > 0, kRunPatienceMs);
        test.lab.end();
        QTRY_VERIFY_WITH_TIMEOUT(test.isOver(), kRunPatienceMs);
        QCOMPARE(test.reports.size(), std::size_t{2});
        QVERIFY(test.reports[1]->wasCancelled);
        QVERIFY(test.lab.outcomes().empty());
    }
};

LOCKSCOPE_TEST(TestLabConnection)
#include "tst_lab_connection.moc"
