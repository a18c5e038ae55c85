// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "probe_report.h"
#include "process.h"
#include "program_run.h"
#include "test_program.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QScopeGuard>

#include <chrono>
#include <csignal>

using namespace std::chrono_literals;

namespace {

lockcore::ProbeReport::Row measuredRow(const std::string& server) {
    lockcore::ProbeReport::Row row;
    row.server = server;
    row.cycles = 1;
    row.roundTrip.add(10ms);
    row.lock.add(25ms);
    row.handoff.add(250ms);
    row.notification.add(10ms);
    return row;
}

lockcore::ProbeReport::Row downRow(const std::string& server) {
    lockcore::ProbeReport::Row row;
    row.server = server;
    row.problem =
        lockcore::Error{lockcore::ErrorCode::ConnectionRefused, "Connecting to a server", {}, server};
    return row;
}

}  // namespace

/// "lockscope probe": what it says before, what it says of what was measured, and how it ends.
class TestProbeCommand : public QObject {
    Q_OBJECT

    QTemporaryDir m_directory;
    std::string m_cluster;

    Outcome probe(const QStringList& arguments) const {
        return runLockscope(
            QStringList{QStringLiteral("probe"), QStringLiteral("--language"), QStringLiteral("en"),
                        QStringLiteral("--connect"), QString::fromStdString(m_cluster)} +
                arguments,
            bareEnvironment(m_directory));
    }

    void startLong(QProcess& program) const {
        program.setProcessEnvironment(bareEnvironment(m_directory));
        program.start(
            QStringLiteral(LOCKSCOPE_PROGRAM),
            {QStringLiteral("probe"), QStringLiteral("--connect"), QString::fromStdString(m_cluster),
             QStringLiteral("--language=en"), QStringLiteral("--cycles=10000"), QStringLiteral("--json")});
        QVERIFY(program.waitForStarted());
    }

    std::vector<std::string> topNodes() const {
        LiveSession session(m_cluster);
        const auto children = session.await<lockcore::ChildList>(
            [](lockcore::Session& asked, lockcore::Completion<lockcore::ChildList> done) {
                asked.children("/", {}, std::move(done));
            });
        return children ? children->names : std::vector<std::string>{"nobody knows"};
    }

private Q_SLOTS:
    void init() { m_cluster = freshCluster(); }

    void saysBeforehandWhatItDoes() {
        const auto done = probe({QStringLiteral("--cycles"), QStringLiteral("2")});
        QVERIFY2(done.status == lockscope::kExitDone, done.errors.constData());
        for (const char* word : {"127.0.0.1", "/lockscope-probe", "on each 2 times", "removes"})
            QVERIFY2(done.errors.contains(word), done.errors.constData());
        for (const char* word : {"p99", "round trip", "free lock", "handoff", "notification"})
            QVERIFY2(done.output.contains(word), done.output.constData());
        QVERIFY(topNodes().empty());
    }

    void tellsProgramsInJson() {
        const auto done = probe({QStringLiteral("--cycles=3"), QStringLiteral("--json")});
        QVERIFY2(done.status == lockscope::kExitDone, done.errors.constData());
        const auto report = QJsonDocument::fromJson(done.output).object();
        QCOMPARE(report[QStringLiteral("cutShort")].toBool(true), false);
        QVERIFY(report[QStringLiteral("left")].toArray().isEmpty());
        const auto servers = report[QStringLiteral("servers")].toArray();
        QCOMPARE(servers.size(), qsizetype{1});
        for (const char* key : {"roundTrip", "lock", "handoff", "notification"}) {
            const auto times = servers.first()[QLatin1String(key)];
            QCOMPARE(times[QStringLiteral("count")].toInt(), 3);
            QVERIFY(times[QStringLiteral("p50Ms")].toDouble() > 0);
            QVERIFY(times[QStringLiteral("worstMs")].toDouble() >= times[QStringLiteral("p50Ms")].toDouble());
        }
    }

    void usesTheZnodeThatItIsGiven() {
        const auto done = probe({QStringLiteral("--cycles=1"), QStringLiteral("--path=/mine")});
        QCOMPARE(done.status, lockscope::kExitDone);
        QVERIFY(done.errors.contains("/mine"));
        const auto nowhere = probe({QStringLiteral("--path=/not/there/probe"), QStringLiteral("--json")});
        QCOMPARE(nowhere.status, lockscope::kExitFailed);
        QVERIFY(QJsonDocument::fromJson(nowhere.output).object().contains(QStringLiteral("failure")));
        QVERIFY(topNodes().empty());
    }

    /// Ctrl+C in the middle: it tells what it has, and removes what it made.
    void endsInOrderWhenItIsInterrupted() {
        QProcess program;
        startLong(program);
        QTRY_VERIFY_WITH_TIMEOUT(!topNodes().empty(), kServerPatienceMs);
        ::kill(static_cast<pid_t>(program.processId()), SIGINT);
        QVERIFY(program.waitForFinished(kServerPatienceMs));
        QCOMPARE(program.exitStatus(), QProcess::NormalExit);
        QVERIFY(program.exitCode() == lockscope::kExitPartial ||
                program.exitCode() == lockscope::kExitFailed);
        QVERIFY(topNodes().empty());
    }

    /// Its terminal has closed.
    void hangupEndsItInOrder() {
        QProcess program;
        startLong(program);
        QTRY_VERIFY_WITH_TIMEOUT(!topNodes().empty(), kServerPatienceMs);
        ::kill(static_cast<pid_t>(program.processId()), SIGHUP);
        QVERIFY(program.waitForFinished(kServerPatienceMs));
        QCOMPARE(program.exitStatus(), QProcess::NormalExit);
        QVERIFY(topNodes().empty());
    }

    /// The server hangs, and whoever has interrupted it does not want to wait.
    void secondInterruptTellsWhatMayBeLeft() {
        QProcess program;
        startLong(program);
        QTRY_VERIFY_WITH_TIMEOUT(!topNodes().empty(), kServerPatienceMs);
        auto& server = TestCluster::instance().server();
        server.pause();
        const auto goesOn = qScopeGuard([&server] { server.resume(); });
        const auto id = static_cast<pid_t>(program.processId());
        QElapsedTimer sinceFirst;
        sinceFirst.start();
        ::kill(id, SIGINT);
        QTRY_VERIFY_WITH_TIMEOUT(sinceFirst.elapsed() > 5'500, kServerPatienceMs);
        ::kill(id, SIGINT);
        QVERIFY(program.waitForFinished(kServerPatienceMs));
        QCOMPARE(program.exitStatus(), QProcess::NormalExit);
        QCOMPARE(program.exitCode(), lockscope::kExitPartial);
        const QByteArray told = program.readAllStandardError();
        QVERIFY2(told.contains("/lockscope-probe/2") && told.contains("may be left"), told.constData());
    }

    void tellsWhatItCouldNotMeasure() {
        lockcore::ProbeReport report;
        report.servers = {measuredRow("zk1:2181"), downRow("zk2:2181")};
        report.cutShort = true;
        report.left = {"/lockscope-probe/run-1"};
        report.earlier = {"/lockscope-probe/run-0"};
        const QString text = lockscope::probeLines(report, std::nullopt).join(QLatin1Char('\n'));
        for (const char* word :
             {"zk1:2181", "zk2:2181 was not measured", "10.0", "25.0", "250", "2.5", "ended before",
              "/lockscope-probe/run-0 is left", "/lockscope-probe/run-1 could not be removed"})
            QVERIFY2(text.contains(QLatin1String(word)), qPrintable(text));
    }

    void tellsWhyItWasNotDoneToItsEnd() {
        lockcore::ProbeReport report;
        report.servers = {measuredRow("zk1:2181")};
        report.left = {"/lockscope-probe/run-1"};
        report.failure = lockcore::Error{lockcore::ErrorCode::SessionExpired, "Probing a cluster"};
        report.notRemoved = lockcore::Error{lockcore::ErrorCode::DeadlineExceeded, "Connecting to a cluster"};
        const QString text = lockscope::probeLines(report, std::nullopt).join(QLatin1Char('\n'));
        for (const char* word :
             {"zk1:2181", "not done to its end: Probing a cluster: the session has expired",
              "/lockscope-probe/run-1 may be left", "lockscope probe --clean"})
            QVERIFY2(text.contains(QLatin1String(word)), qPrintable(text));
        const auto json =
            QJsonDocument::fromJson(QByteArray::fromStdString(lockscope::probeJson(report))).object();
        QCOMPARE(json[QStringLiteral("failure")][QStringLiteral("code")].toString(),
                 QStringLiteral("SessionExpired"));
        QCOMPARE(json[QStringLiteral("servers")].toArray().size(), qsizetype{1});
        QCOMPARE(json[QStringLiteral("left")].toArray().size(), qsizetype{1});
        QVERIFY(json.contains(QStringLiteral("notRemoved")));
        QCOMPARE(lockscope::probeStatus(report), lockscope::kExitPartial);
    }

    void statusSaysWhetherAllWasMeasured() {
        lockcore::ProbeReport report;
        report.servers = {measuredRow("zk1:2181")};
        QCOMPARE(lockscope::probeStatus(report), lockscope::kExitDone);
        auto changed = report;
        changed.servers.push_back(downRow("zk2:2181"));
        QCOMPARE(lockscope::probeStatus(changed), lockscope::kExitPartial);
        changed = report;
        changed.cutShort = true;
        QCOMPARE(lockscope::probeStatus(changed), lockscope::kExitPartial);
        changed = report;
        changed.left = {"/lockscope-probe"};
        QCOMPARE(lockscope::probeStatus(changed), lockscope::kExitPartial);
        report.servers = {downRow("zk1:2181")};
        QCOMPARE(lockscope::probeStatus(report), lockscope::kExitFailed);
    }

    void namesOfServersAreNoMarkupForTerminals() {
        lockcore::ProbeReport report;
        report.servers = {downRow("zk\x1b[31m1:2181")};
        QVERIFY(!lockscope::probeLines(report, std::nullopt).join(QString()).contains(QChar(0x1b)));
    }
};

LOCKSCOPE_TEST(TestProbeCommand)
#include "tst_probe_command.moc"
