// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "kept_past.h"
#include "live_session.h"
#include "test_cluster.h"
#include "test_program.h"

#include <lockcore/history/recording.h>
#include <lockcore/history/recording_import.h>
#include <lockcore/lab/local_cluster.h>
#include <lockcore/recipes/mutex.h>
#include <lockcore/session/connect_string.h>

#include <QFile>
#include <QTemporaryDir>

#include <atomic>
#include <future>
#include <thread>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

const std::string kLoggedLock = "/app/lock";

/// A contender of its own session. Queued up when it is there.
class LoggedClient {
public:
    explicit LoggedClient(const std::string& connect, std::chrono::milliseconds timeout = 20s)
        : m_session(connect, timeout, 200ms) {
        const auto queued = std::make_shared<std::promise<Queued>>();
        const auto granted = std::make_shared<std::promise<Result<Hold>>>();
        m_granted = granted->get_future();
        m_acquisition = m_mutex.acquireAsync(
            Owner::unique(), {}, [granted](Result<Hold> hold) { granted->set_value(std::move(hold)); },
            [queued](const Queued& place) { queued->set_value(place); });
        m_node = queued->get_future().get().path;
        m_id = m_session.id();
    }

    const std::string& node() const { return m_node; }
    SessionId id() const { return m_id; }
    LiveSession& session() { return m_session; }
    const Acquisition& acquisition() const { return m_acquisition; }

    bool isGranted() {
        if (m_granted.wait_for(std::chrono::milliseconds(kServerPatienceMs)) != std::future_status::ready)
            return false;
        auto hold = m_granted.get();
        if (!hold) return false;
        m_hold = std::move(*hold);
        return true;
    }
    bool release() { return m_hold.release().has_value(); }
    void close() { m_session.session()->closeAndWait(); }

    ToldTurn told(PastEnd end, SessionId endedBy, bool wasGranted = true) const {
        return {std::string(nodeName(m_node)), m_id, end, endedBy, wasGranted};
    }

private:
    LiveSession m_session;
    Mutex m_mutex{m_session.session(), kLoggedLock};
    std::future<Result<Hold>> m_granted;
    Acquisition m_acquisition;
    std::string m_node;
    SessionId m_id = SessionId::None;
    Hold m_hold;
};

/// Nothing is sent on a loop as long as this is there, not even a ping.
class StandingStill {
public:
    explicit StandingStill(EventLoop& loop) {
        loop.post([go = m_go.get_future().share()] { go.wait(); });
    }
    ~StandingStill() { m_go.set_value(); }

private:
    std::promise<void> m_go;
};

}  // namespace

/// What a real server's own files tell, compared with what its clients know.
class TestServerFilesLive : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsWhatItsClientsDid();
    void isReadWhileTheServerWrites();
    void auditLogNamesWhoHadASession();
};

void TestServerFilesLive::tellsWhatItsClientsDid() {
    const auto server = LocalCluster::start({.tickTime = 200ms, .adminServer = false});
    QVERIFY2(server, server ? "" : describe(server.error()).c_str());
    const std::string connect = (*server)->connectString();
    LoggedClient releases(connect);
    LoggedClient givesUp(connect);
    LoggedClient closes(connect);
    LoggedClient isRemoved(connect);
    auto fallsSilent = std::make_unique<LoggedClient>(connect, 1s);
    LoggedClient stays(connect);
    LiveSession other(connect);

    QVERIFY(releases.isGranted());
    givesUp.acquisition().cancel();
    const auto isGone = [&](const std::string& node) {
        const auto read = other.await<Stat>(
            [&](Session& zookeeper, auto done) { zookeeper.exists(node, {}, std::move(done)); });
        return !read && read.error().code == ErrorCode::NoNode;
    };
    QTRY_VERIFY_WITH_TIMEOUT(isGone(givesUp.node()), kServerPatienceMs);
    QVERIFY(releases.release());
    QVERIFY(closes.isGranted());
    closes.close();
    QVERIFY(isRemoved.isGranted());
    QVERIFY(other.await<void>(
        [&](Session& zookeeper, auto done) { zookeeper.remove(isRemoved.node(), -1, std::move(done)); }));
    QVERIFY(fallsSilent->isGranted());
    {
        const StandingStill still(fallsSilent->session().loop());
        QVERIFY(stays.isGranted());
    }
    const std::vector<ToldTurn> told{releases.told(PastEnd::DeletedByOwner, releases.id()),
                                     givesUp.told(PastEnd::DeletedByOwner, givesUp.id(), false),
                                     closes.told(PastEnd::SessionClosed, closes.id()),
                                     isRemoved.told(PastEnd::DeletedByOther, other.id()),
                                     fallsSilent->told(PastEnd::SessionExpired, fallsSilent->id()),
                                     stays.told(PastEnd::Open, SessionId::None)};
    // What was answered is in the file.
    (*server)->kill();
    const std::vector<std::string> directories{(*server)->directory() + "/data"};
    const auto check = [&](std::uint64_t logs) {
        KeptPast kept;
        const auto report = readServerFiles(directories, {}, kept);
        QVERIFY2(report, report ? "" : describe(report.error()).c_str());
        QVERIFY2(report->problems.empty(),
                 report->problems.empty() ? "" : describe(report->problems[0]).c_str());
        QVERIFY(report->gaps.empty() && report->torn.empty() && report->unknownTypes.empty());
        QCOMPARE(report->unreadable + report->contradictions + report->duplicates, 0U);
        QCOMPARE(report->logs, logs);
        QCOMPARE(QString::fromStdString(asLines(kept.of(kLoggedLock))),
                 QString::fromStdString(asLines(told)));
        const std::string problem = handoverProblem(kept.of(kLoggedLock));
        QVERIFY2(problem.empty(), problem.c_str());
        const PastSession* const silent = kept.sessionOf(fallsSilent->id());
        const PastSession* const closed = kept.sessionOf(closes.id());
        const PastSession* const living = kept.sessionOf(stays.id());
        QVERIFY(silent && silent->began && silent->ended && silent->expired);
        QVERIFY(silent->timeoutMs == 1000);
        QVERIFY(closed && closed->began && closed->ended && !closed->expired);
        QVERIFY(living && living->began && !living->ended);
    };
    check(1);
    if (QTest::currentTestFailed()) return;
    // It goes on with another log.
    QVERIFY((*server)->restart());
    LiveSession afterwards((*server)->connectString());
    QVERIFY(afterwards.await<CreatedNode>([](Session& zookeeper, auto done) {
        zookeeper.create("/later", {}, NodeKind::Persistent, std::move(done));
    }));
    check(2);
}

/// As on a server that nobody may stop for this.
void TestServerFilesLive::isReadWhileTheServerWrites() {
    const auto server = LocalCluster::start({.tickTime = 200ms, .adminServer = false});
    QVERIFY2(server, server ? "" : describe(server.error()).c_str());
    const std::string connect = (*server)->connectString();
    const std::vector<std::string> directories{(*server)->directory() + "/data"};
    LoggedClient holds(connect);
    QVERIFY(holds.isGranted());
    LiveSession busy(connect);
    std::atomic<bool> isEnough = false;
    std::thread writer([&] {
        // Each reading is of all of them.
        for (int number = 0; number < 2'000 && !isEnough; ++number)
            (void)busy.await<CreatedNode>([&](Session& zookeeper, auto done) {
                zookeeper.create("/busy-" + std::to_string(number), "data", NodeKind::Persistent,
                                 std::move(done));
            });
    });
    std::string problems;
    std::string lines;
    for (int times = 0; times < 20; ++times) {
        KeptPast kept;
        const auto report = readServerFiles(directories, {}, kept);
        if (!report) problems += describe(report.error()) + '\n';
        for (const Error& problem : report ? report->problems : std::vector<Error>())
            problems += describe(problem) + '\n';
        lines = asLines(kept.of(kLoggedLock));
    }
    isEnough = true;
    writer.join();
    QVERIFY2(problems.empty(), problems.c_str());
    QCOMPARE(QString::fromStdString(lines),
             QString::fromStdString(asLines({holds.told(PastEnd::Open, SessionId::None)})));
}

/// Its entries stand among other lines here.
void TestServerFilesLive::auditLogNamesWhoHadASession() {
    const auto server =
        LocalCluster::start({.tickTime = 200ms, .adminServer = false, .extraConfig = {"audit.enable=true"}});
    QVERIFY2(server, server ? "" : describe(server.error()).c_str());
    LoggedClient holds((*server)->connectString());
    QVERIFY(holds.isGranted());
    const QTemporaryDir directory;
    const auto isAudited = [&] {
        QFile log(QString::fromStdString((*server)->logFile()));
        return log.open(QIODevice::ReadOnly) &&
               log.readAll().contains(QByteArray::fromStdString("session=" + toHex(holds.id())));
    };
    QTRY_VERIFY_WITH_TIMEOUT(isAudited(), kServerPatienceMs);
    const auto report = importServerFiles({.directories = {(*server)->directory() + "/data"},
                                           .file = directory.filePath("a.lockrec").toStdString(),
                                           .auditLogs = {(*server)->logFile()}});
    QVERIFY2(report, report ? "" : describe(report.error()).c_str());
    QVERIFY(report->files.problems.empty());
    QVERIFY(report->auditEntries > 0 && report->auditOtherLines > 0);
    const auto recording = Recording::open(directory.filePath("a.lockrec").toStdString());
    QVERIFY2(recording, recording ? "" : describe(recording.error()).c_str());
    const auto moment = (*recording)->at((*recording)->runs().back().untilUnixMs, kLoggedLock);
    QVERIFY2(moment, moment ? "" : describe(moment.error()).c_str());
    QCOMPARE((*moment)->sessions.size(), std::size_t{1});
    QCOMPARE((*moment)->sessions.front().session, holds.id());
    QCOMPARE((*moment)->sessions.front().address, std::string("127.0.0.1"));
}

LOCKSCOPE_TEST(TestServerFilesLive)
#include "tst_server_files_live.moc"
