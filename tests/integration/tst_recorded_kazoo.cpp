// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "peer.h"
#include "test_cluster.h"
#include "test_program.h"

#include <lockcore/feed/cluster_feed.h>
#include <lockcore/history/recorder.h>
#include <lockcore/history/report.h>
#include <lockcore/session/connect_string.h>

#include <QTemporaryDir>

#include <map>
#include <mutex>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

const std::string kSemaphore = "/sem";
const std::string kLockBeside = "/sem-__lock__";

/// Watches kazoo's semaphore, and has it recorded. Lives on the test's thread.
class RecordedSemaphore {
public:
    RecordedSemaphore(const std::string& connect, const std::string& file)
        : m_recorder(startRecorder(connect, file)), m_feed(optionsFor(connect), sink()) {
        m_feed.observe({kSemaphore, kLockBeside});
    }

    Recorder& recorder() { return *m_recorder; }
    /// As it was told last; nobody before.
    RoleCounts counts() const {
        const std::scoped_lock lock(m_told->mutex);
        return m_told->queue ? m_told->queue->counts() : RoleCounts();
    }

private:
    struct Told {
        std::mutex mutex;
        std::shared_ptr<const LockQueue> queue;  // guarded by mutex
    };

    static std::unique_ptr<Recorder> startRecorder(const std::string& connect, const std::string& file) {
        auto recorder = Recorder::start({.file = file, .program = "test", .cluster = connect});
        if (!recorder) qFatal("%s", describe(recorder.error()).c_str());
        return std::move(*recorder);
    }
    static FeedOptions optionsFor(const std::string& connect) {
        FeedOptions options{.session = {connect, 10s}};
        options.discovery.connect = *parseConnectString(connect);
        options.survey.servers = options.discovery.connect.servers;
        options.asksTheseServersOnly = true;
        return options;
    }
    FactSink sink() {
        return [told = m_told, recorder = m_recorder.get()](const Fact& fact) {
            recorder->put(fact);
            const auto* const queue = std::get_if<std::shared_ptr<const LockQueue>>(&fact.what);
            const std::scoped_lock lock(told->mutex);
            if (queue && (*queue)->path == kSemaphore && (*queue)->freshness == Freshness::Live)
                told->queue = *queue;
        };
    }

    std::shared_ptr<Told> m_told = std::make_shared<Told>();
    std::unique_ptr<Recorder> m_recorder;
    ClusterFeed m_feed;
};

std::unique_ptr<Peer> kazooOfTwo(const std::string& connect) {
    auto peer = Peer::kazoo(connect);
    return peer && peer->ask("semaphore /sem 2") == "LOCK /sem" ? std::move(peer) : nullptr;
}

}  // namespace

/// What a recording of kazoo's own clients tells.
class TestRecordedKazoo : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whoWaitsForAPermitIsReported();
};

void TestRecordedKazoo::whoWaitsForAPermitIsReported() {
    if (const QString problem = Peer::kazooProblem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
    const std::string connect = TestCluster::instance().freshConnectString();
    const auto first = kazooOfTwo(connect);
    const auto second = kazooOfTwo(connect);
    const auto third = kazooOfTwo(connect);
    QVERIFY(first && second && third);
    QCOMPARE(first->ask("acquire"), kAcquired);
    QCOMPARE(second->ask("acquire"), kAcquired);
    const QTemporaryDir directory;
    const std::string file = directory.filePath("kazoo.lockrec").toStdString();
    RecordedSemaphore recorded(connect, file);
    const auto holdAndWait = [&](std::size_t holders, std::size_t waiters) {
        const RoleCounts counts = recorded.counts();
        return counts.holders == holders && counts.waiters == waiters;
    };
    QTRY_VERIFY_WITH_TIMEOUT(holdAndWait(2, 0), kServerPatienceMs);
    third->send("acquire");
    QTRY_VERIFY_WITH_TIMEOUT(holdAndWait(2, 1), kServerPatienceMs);
    QCOMPARE(first->ask("release"), kReleased);
    QCOMPARE(third->hear(), kAcquired);
    QTRY_VERIFY_WITH_TIMEOUT(holdAndWait(2, 0), kServerPatienceMs);
    QVERIFY(!recorded.recorder().end().problem);

    const auto recording = Recording::open(file);
    QVERIFY2(recording, recording ? "" : describe(recording.error()).c_str());
    const RecordedRun run = (*recording)->runs().front();
    const auto report =
        reportOf(**recording, {run.beganUnixMs, run.untilUnixMs}, {.stuckFor = std::chrono::milliseconds(1)});
    QVERIFY2(report, report ? "" : describe(report.error()).c_str());
    const auto stuck = std::ranges::find(report->stuck, kSemaphore, &StuckLock::path);
    QVERIFY(stuck != report->stuck.end());
    QCOMPARE(stuck->kind, DirectoryKind::Semaphore);
    QCOMPARE(stuck->holders.size(), std::size_t{2});
    QCOMPARE(stuck->waiters.size(), std::size_t{1});
    const Turn& waited = stuck->waiters.front().turn.turn;
    QVERIFY(waited.granted && stuck->until);
    QCOMPARE(QString::fromStdString(toHex(waited.session)), third->ask("session").section(' ', 1));

    // While it waits: of all locks as of this one.
    const std::int64_t then = stuck->shownAtUnixMs;
    for (const auto& checked : {(*recording)->at(then), (*recording)->at(then, kSemaphore)}) {
        QVERIFY(checked);
        const auto& locks = (*checked)->sample->locks;
        const auto semaphore = std::ranges::find(locks, kSemaphore, &LockQueue::path);
        QVERIFY(semaphore != locks.end());
        QCOMPARE((*semaphore)->waiters(), std::size_t{1});
    }
}

LOCKSCOPE_TEST(TestRecordedKazoo)
#include "tst_recorded_kazoo.moc"
