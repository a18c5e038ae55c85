// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "live_session.h"
#include "test_cluster.h"
#include "test_program.h"

#include <lockcore/lab/local_ensemble.h>

#include <QFileInfo>
#include <QProcess>

#include <signal.h>
#include <sys/wait.h>

#include <set>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

bool processExists(int pid) {
    return ::kill(pid, 0) == 0 || errno != ESRCH;
}

bool exists(const std::string& path) {
    return QFileInfo::exists(QString::fromStdString(path));
}

std::unique_ptr<LocalEnsemble> startEnsemble() {
    LocalClusterOptions options;
    options.tickTime = 200ms;
    auto ensemble = LocalEnsemble::start(3, options);
    if (!ensemble) qFatal("%s", describe(ensemble.error()).c_str());
    return std::move(*ensemble);
}

/// A read that sees what was committed before it, on whichever server the session is connected to.
Result<NodeData> readNewest(LiveSession& session, const std::string& path) {
    const auto synced =
        session.await<void>([&](Session& zookeeper, auto done) { zookeeper.sync(path, std::move(done)); });
    if (!synced) return tl::unexpected(synced.error());
    return session.await<NodeData>(
        [&](Session& zookeeper, auto done) { zookeeper.get(path, {}, std::move(done)); });
}

/// Tries until it is done, as the connection may break and come back meanwhile.
bool awaitWrite(LiveSession& session, const std::string& path, const std::string& data) {
    return QTest::qWaitFor(
        [&] {
            return session
                .await<Stat>(
                    [&](Session& zookeeper, auto done) { zookeeper.set(path, data, -1, std::move(done)); })
                .has_value();
        },
        kServerPatienceMs);
}

}  // namespace

/// The lab's ensemble of three real servers.
class TestLocalEnsemble : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyServerServesWhenStarted();
    void sessionOutlivesTheLeader();
    void pausedServerIsNoLeader();
    void majorityGoesAndComesBack();
    void leavesNothingBehind();
    void diesWithItsProgram();
    void tooFewServersAreRefused();
    void startCanBeCancelled();
};

void TestLocalEnsemble::everyServerServesWhenStarted() {
    const auto ensemble = startEnsemble();
    QCOMPARE(ensemble->size(), std::size_t{3});
    QVERIFY(ensemble->leader());
    std::set<std::uint16_t> ports;
    QStringList hosts;
    for (std::size_t server = 0; server < ensemble->size(); ++server) {
        ports.insert(ensemble->port(server));
        hosts << QString::fromStdString(ensemble->connectString(server));
        QVERIFY(exists(ensemble->logFile(server)));
        LiveSession session(ensemble->connectString(server));
        QVERIFY(readNewest(session, "/"));
    }
    QCOMPARE(ports.size(), std::size_t{3});
    QCOMPARE(QString::fromStdString(ensemble->connectString()), hosts.join(','));
}

void TestLocalEnsemble::sessionOutlivesTheLeader() {
    const auto ensemble = startEnsemble();
    LiveSession session(ensemble->connectString());
    const SessionId id = session.id();
    QVERIFY(session.await<CreatedNode>([](Session& zookeeper, auto done) {
        zookeeper.create("/kept", "before", NodeKind::Persistent, std::move(done));
    }));

    const auto killed = ensemble->leader();
    QVERIFY(killed);
    ensemble->kill(*killed);
    QCOMPARE(ensemble->processId(*killed), 0);
    const auto next = ensemble->awaitLeader();
    QVERIFY2(next, next ? "" : describe(next.error()).c_str());
    QVERIFY(*next != *killed);
    QVERIFY(awaitWrite(session, "/kept", "after"));
    QCOMPARE(session.id(), id);

    QVERIFY(ensemble->restart(*killed));
    LiveSession onRestarted(ensemble->connectString(*killed));
    const auto read = readNewest(onRestarted, "/kept");
    QVERIFY(read);
    QCOMPARE(read->data, "after");
}

void TestLocalEnsemble::pausedServerIsNoLeader() {
    const auto ensemble = startEnsemble();
    const auto paused = ensemble->leader();
    QVERIFY(paused);
    ensemble->pause(*paused);
    const auto next = ensemble->awaitLeader();
    QVERIFY2(next, next ? "" : describe(next.error()).c_str());
    QVERIFY(*next != *paused);
    ensemble->resume(*paused);
    QCOMPARE(*ensemble->awaitLeader(), *next);  // also while the old one has not noticed
    LiveSession session(ensemble->connectString(*paused));
    QVERIFY(readNewest(session, "/"));
}

void TestLocalEnsemble::majorityGoesAndComesBack() {
    const auto ensemble = startEnsemble();
    ensemble->kill(0);
    ensemble->kill(1);
    QTRY_VERIFY_WITH_TIMEOUT(!ensemble->leader(), kServerPatienceMs);
    QVERIFY(ensemble->restartAll());
    QVERIFY(ensemble->leader());
    for (std::size_t server = 0; server < ensemble->size(); ++server)
        QVERIFY(ensemble->processId(server) != 0);
}

void TestLocalEnsemble::leavesNothingBehind() {
    auto ensemble = startEnsemble();
    std::vector<int> processes;
    std::vector<std::string> directories;
    for (std::size_t server = 0; server < ensemble->size(); ++server) {
        processes.push_back(ensemble->processId(server));
        directories.push_back(ensemble->directory(server));
    }
    ensemble->kill(0);
    ensemble->pause(1);
    ensemble.reset();
    QVERIFY(std::ranges::none_of(processes, processExists));
    QVERIFY(std::ranges::none_of(directories, exists));
    QCOMPARE(::waitpid(-1, nullptr, WNOHANG), -1);  // no child is left, not even as a zombie
    QCOMPARE(errno, ECHILD);
}

void TestLocalEnsemble::diesWithItsProgram() {
    QProcess program;
    program.start(QStringLiteral(LOCAL_CLUSTER_PROGRAM), {"3"});
    QByteArray output;
    while (output.count('\n') < 6 && program.waitForReadyRead(kServerPatienceMs))
        output += program.readAllStandardOutput();
    const QList<QByteArray> lines = output.trimmed().split('\n');
    QVERIFY2(lines.size() == 6, program.readAllStandardError());
    program.kill();  // SIGKILL: the program itself can't clean up
    QVERIFY(program.waitForFinished(kServerPatienceMs));
    for (qsizetype line = 0; line < lines.size(); line += 2) {
        QTRY_VERIFY_WITH_TIMEOUT(!processExists(lines[line].toInt()), kServerPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(!exists(lines[line + 1].toStdString()), kServerPatienceMs);
    }
}

void TestLocalEnsemble::tooFewServersAreRefused() {
    const auto ensemble = LocalEnsemble::start(2);
    QVERIFY(!ensemble);
    QCOMPARE(ensemble.error().code, ErrorCode::BadArguments);
}

void TestLocalEnsemble::startCanBeCancelled() {
    std::stop_source stop;
    stop.request_stop();
    const auto ensemble = LocalEnsemble::start(3, {}, stop.get_token());
    QVERIFY(!ensemble);
    QCOMPARE(ensemble.error().code, ErrorCode::Cancelled);
}

LOCKSCOPE_TEST(TestLocalEnsemble)
#include "tst_local_ensemble.moc"
