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

#include <algorithm>
#include <deque>
#include <map>
#include <mutex>
#include <set>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

const std::string kSemaphore = "/sem";
const std::string kLockBeside = "/sem-__lock__";

/// Who has a permit and still waits for it: of clients that wait once at a time nobody does. Who gave one
/// back and waits again may be seen to wait a moment sooner than to have no permit.
std::set<SessionId> holdersThatWait(const LockQueue& queue) {
    const auto cameBy = [](const QueueRow& row) {
        return row.contender->stat ? row.contender->stat->czxid : Zxid::None;
    };
    std::map<SessionId, Zxid> holders;
    std::set<SessionId> both;
    for (const QueueRow& row : queue.rows)
        if (row.role == Role::Holder) holders[ownerOf(row)] = cameBy(row);
    for (const QueueRow& row : queue.rows) {
        const auto holder = holders.find(ownerOf(row));
        if (row.role == Role::Waiter && holder != holders.end() && holder->second > cameBy(row))
            both.insert(ownerOf(row));
    }
    return both;
}

/// Watches kazoo's semaphore, and has it recorded. Lives on the test's thread.
class RecordedSemaphore {
public:
    RecordedSemaphore(const std::string& connect, const std::string& file,
                      std::set<std::string> observed = {kSemaphore, kLockBeside})
        : m_recorder(startRecorder(connect, file)), m_feed(optionsFor(connect), sink()) {
        m_feed.observe(std::move(observed));
    }

    Recorder& recorder() { return *m_recorder; }
    /// As it was told last; nobody before.
    RoleCounts counts() const {
        const std::scoped_lock lock(m_told->mutex);
        return m_told->queue ? m_told->queue->counts() : RoleCounts();
    }

    /// As it was told last.
    bool holds(Peer& peer) const {
        const QString session = peer.ask("session").section(' ', 1);
        const std::scoped_lock lock(m_told->mutex);
        return m_told->queue && std::ranges::any_of(m_told->queue->rows, [&](const QueueRow& row) {
                   return row.role == Role::Holder && QString::fromStdString(toHex(ownerOf(row))) == session;
               });
    }
    /// In all that was told so far.
    std::size_t holdersThatWaited() const {
        const std::scoped_lock lock(m_told->mutex);
        return m_told->holdersThatWaited;
    }

private:
    struct Told {
        std::mutex mutex;
        std::shared_ptr<const LockQueue> queue;  // guarded by mutex
        std::size_t holdersThatWaited = 0;       // guarded by mutex
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
            if (!queue || (*queue)->path != kSemaphore || (*queue)->freshness != Freshness::Live) return;
            told->queue = *queue;
            told->holdersThatWaited += holdersThatWait(**queue).size();
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
    void whoHasAPermitIsNotToldToWait();
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

/// Two have permits all the time, which they give back in turn to the three that wait.
void TestRecordedKazoo::whoHasAPermitIsNotToldToWait() {
    if (const QString problem = Peer::kazooProblem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
    const std::string connect = TestCluster::instance().freshConnectString();
    std::deque<std::unique_ptr<Peer>> holders;
    std::deque<std::unique_ptr<Peer>> waiters;
    for (auto* const peers : {&holders, &holders, &waiters, &waiters, &waiters}) {
        peers->push_back(kazooOfTwo(connect));
        QVERIFY(peers->back());
    }
    for (const auto& holder : holders)
        QCOMPARE(holder->ask("acquire"), kAcquired);
    const QTemporaryDir directory;
    const std::string file = directory.filePath("kazoo.lockrec").toStdString();
    RecordedSemaphore recorded(connect, file, {kSemaphore});
    const auto areThere = [&](std::size_t waiting) {
        const RoleCounts counts = recorded.counts();
        return counts.holders == 2 && counts.waiters == waiting;
    };
    QTRY_VERIFY_WITH_TIMEOUT(areThere(0), kServerPatienceMs);
    for (std::size_t i = 0; i < waiters.size(); ++i) {
        waiters[i]->send("acquire");
        // In this order, and at once: by the watch of the lock beside.
        QTRY_VERIFY_WITH_TIMEOUT(areThere(i + 1), kServerPatienceMs);
    }
    for (int turn = 0; turn < 30; ++turn) {
        QCOMPARE(holders.front()->ask("release"), kReleased);
        QCOMPARE(waiters.front()->hear(), kAcquired);
        holders.front()->send("acquire");
        std::swap(holders.front(), waiters.front());
        std::rotate(holders.begin(), holders.begin() + 1, holders.end());
        std::rotate(waiters.begin(), waiters.begin() + 1, waiters.end());
        QTRY_VERIFY_WITH_TIMEOUT(areThere(3), kServerPatienceMs);
    }
    QTRY_VERIFY_WITH_TIMEOUT(recorded.holds(*holders.back()) && areThere(3), kServerPatienceMs);
    // While a client that has its permit still removes its place, somebody else may come: then it can't be
    // told from one that waits twice. Of samples alone it was two of three.
    constexpr std::size_t kGrants = 30;
    QVERIFY2(recorded.holdersThatWaited() <= kGrants / 3, QByteArray::number(recorded.holdersThatWaited()));
    QVERIFY(!recorded.recorder().end().problem);

    const auto recording = Recording::open(file);
    QVERIFY2(recording, recording ? "" : describe(recording.error()).c_str());
    const RecordedRun run = (*recording)->runs().front();
    int moments = 0;
    int withHoldersThatWait = 0;
    for (std::int64_t unixMs = run.beganUnixMs; unixMs < run.untilUnixMs; unixMs += 20, ++moments) {
        const auto queues = (*recording)->locksAt(unixMs, kSemaphore);
        QVERIFY(queues);
        for (const auto& queue : *queues)
            withHoldersThatWait += holdersThatWait(*queue).empty() ? 0 : 1;
    }
    QVERIFY2(withHoldersThatWait <= moments / 10, QByteArray::number(withHoldersThatWait));
    // Who waited waited for as long as it did: each got a permit, in the order in which it came.
    const auto past = (*recording)->pastIn({run.beganUnixMs, run.untilUnixMs});
    QVERIFY(past && past->of(kSemaphore));
    std::size_t joined = 0;
    for (const Turn& turn : past->of(kSemaphore)->turns)
        if (turn.granted && turn.queuedAtUnixMs && !turn.beganBefore) {
            QVERIFY(!turn.contender->name.starts_with('/'));
            ++joined;
        }
    QCOMPARE(joined, kGrants);
}

LOCKSCOPE_TEST(TestRecordedKazoo)
#include "tst_recorded_kazoo.moc"
