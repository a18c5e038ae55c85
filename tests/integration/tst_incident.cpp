// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "counting_clients.h"
#include "peer.h"
#include "recording_agreement.h"
#include "test_program.h"
#include "three_servers.h"

#include <lockcore/feed/cluster_feed.h>
#include <lockcore/history/recorder.h>
#include <lockcore/history/recording_import.h>
#include <lockcore/session/connect_string.h>
#include <lockcore/wall_clock.h>

#include <QTemporaryDir>

#include <algorithm>
#include <future>
#include <map>
#include <mutex>
#include <set>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

const std::string kOwnLock = "/lock";  // where counting clients count
const std::string kCuratorLock = "/app/curator";
const std::string kKazooLock = "/app/kazoo";
const std::string kFrozenLock = "/app/frozen";
const std::string kForcedLock = "/app/forced";
const std::vector<std::string> kIncidentLocks{kOwnLock, kCuratorLock, kKazooLock, kFrozenLock, kForcedLock};

/// Watches the locks of the ensemble, and has them recorded. Lives on the test's thread.
class RecordedEnsemble {
public:
    RecordedEnsemble(const std::string& connect, const std::string& file)
        : m_recorder(startRecorder(connect, file)), m_feed(optionsFor(connect), sink()) {
        m_feed.observe(std::set<std::string>(kIncidentLocks.begin(), kIncidentLocks.end()));
    }

    ClusterFeed& feed() { return m_feed; }
    Recorder& recorder() { return *m_recorder; }
    /// As it was told last; null before.
    std::shared_ptr<const LockQueue> queue(const std::string& path) const {
        const std::scoped_lock lock(m_told->mutex);
        const auto found = m_told->queues.find(path);
        return found == m_told->queues.end() ? nullptr : found->second;
    }
    /// All of them are watched, and have as many contenders.
    bool areAllWatched(std::size_t contenders) const {
        return std::ranges::all_of(kIncidentLocks, [&](const std::string& path) {
            const auto newest = queue(path);
            return newest && newest->freshness == Freshness::Live && newest->rows.size() == contenders;
        });
    }
    /// Samples that were begun after that time.
    int samplesSince(std::int64_t unixMs) const {
        const std::scoped_lock lock(m_told->mutex);
        return static_cast<int>(
            std::ranges::count_if(m_told->samples, [&](std::int64_t taken) { return taken > unixMs; }));
    }

private:
    struct Told {
        std::mutex mutex;
        std::map<std::string, std::shared_ptr<const LockQueue>> queues;  // guarded by mutex, as the next
        std::vector<std::int64_t> samples;
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
            const std::scoped_lock lock(told->mutex);
            if (const auto* const queue = std::get_if<std::shared_ptr<const LockQueue>>(&fact.what))
                told->queues.insert_or_assign((*queue)->path, *queue);
            if (const auto* const checked = std::get_if<std::shared_ptr<const ClusterAssessment>>(&fact.what))
                told->samples.push_back((*checked)->sample->takenAtUnixMs);
        };
    }

    std::shared_ptr<Told> m_told = std::make_shared<Told>();
    std::unique_ptr<Recorder> m_recorder;
    ClusterFeed m_feed;
};

QString asWord(const std::string& path) {
    return QString::fromStdString(path);
}

std::unique_ptr<Peer> kazooAt(const std::string& connect, const std::string& lock) {
    auto peer = Peer::kazoo(connect);
    return peer && peer->ask("lock " + asWord(lock)) == "LOCK " + asWord(lock) ? std::move(peer) : nullptr;
}

std::unique_ptr<Peer> curatorAt(const std::string& connect, const std::string& lock) {
    auto peer = Peer::curator(connect);
    return peer && peer->ask("mutex " + asWord(lock)) == "LOCK " + asWord(lock) ? std::move(peer) : nullptr;
}

}  // namespace

/// One incident: what was recorded of it, and what the servers' own files tell of it afterwards.
class TestIncident : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void serversFilesTellWhatWasRecorded();

private:
    void kazooTakesTurns();
    void holderFreezes();
    void holderIsRemoved(RecordedEnsemble& recorded);
    void leaderIsKilled(CountingClients& clients);
    void compare(const std::string& recordedFile, const std::string& importedFile);

    std::string m_connect;
};

void TestIncident::initTestCase() {
    for (const QString& problem : {Peer::kazooProblem(), Peer::curatorProblem()})
        if (!problem.isEmpty()) QSKIP(qPrintable(problem));
    m_connect = ensemble().connectString();
    (void)createOnceServed(m_connect, "/app", {}, NodeKind::Persistent);
    for (const std::string& path : kIncidentLocks)
        (void)createOnceServed(m_connect, path, {}, NodeKind::Persistent);
}

void TestIncident::kazooTakesTurns() {
    const auto first = kazooAt(m_connect, kKazooLock);
    const auto second = kazooAt(m_connect, kKazooLock);
    QVERIFY(first && second);
    QCOMPARE(first->ask("acquire"), kAcquired);
    for (int turn = 0; turn < 20; ++turn) {
        Peer& holds = turn % 2 == 0 ? *first : *second;
        Peer& waits = turn % 2 == 0 ? *second : *first;
        waits.send("acquire");
        QCOMPARE(holds.ask("release"), kReleased);
        QCOMPARE(waits.hear(), kAcquired);
    }
    QCOMPARE(first->ask("release"), kReleased);
}

/// Its session expires, and the lock goes on without it.
void TestIncident::holderFreezes() {
    const auto frozen = Peer::lockcore(m_connect, 4s, 200ms);
    const auto next = curatorAt(m_connect, kFrozenLock);
    QVERIFY(frozen && next);
    QCOMPARE(frozen->ask("acquire " + asWord(kFrozenLock)), "QUEUED " + asWord(kFrozenLock));
    QCOMPARE(frozen->hear(), "ACQUIRED " + asWord(kFrozenLock));
    next->send("acquire");
    frozen->freeze();
    QCOMPARE(next->hear(), kAcquired);
    frozen->thaw();
    QCOMPARE(next->ask("release"), kReleased);
}

void TestIncident::holderIsRemoved(RecordedEnsemble& recorded) {
    const auto holds = kazooAt(m_connect, kForcedLock);
    const auto waits = kazooAt(m_connect, kForcedLock);
    QVERIFY(holds && waits);
    QCOMPARE(holds->ask("acquire"), kAcquired);
    waits->send("acquire");
    const auto hasBoth = [&] {
        const auto queue = recorded.queue(kForcedLock);
        return queue && queue->rows.size() == 2 && queue->rows[0].contender->stat;
    };
    QTRY_VERIFY_WITH_TIMEOUT(hasBoth(), kServerPatienceMs);
    std::promise<Result<void>> removed;
    recorded.feed().removeContender(kForcedLock, recorded.queue(kForcedLock)->rows[0].contender,
                                    [&](Result<void> result) { removed.set_value(std::move(result)); },
                                    {7, "its program hangs", "ops"});
    const auto result = removed.get_future().get();
    QVERIFY2(result, result ? "" : describe(result.error()).c_str());
    QCOMPARE(waits->hear(), kAcquired);
    QCOMPARE(waits->ask("release"), kReleased);
}

void TestIncident::leaderIsKilled(CountingClients& clients) {
    const auto one = curatorAt(m_connect, kCuratorLock);
    const auto other = curatorAt(m_connect, kCuratorLock);
    QVERIFY(one && other);
    one->send("cycles 200");
    other->send("cycles 200");
    const auto leader = ensemble().awaitLeader();
    QVERIFY(leader);
    QVERIFY(clients.everybodyProceeds());
    ensemble().kill(*leader);
    QVERIFY(ensemble().awaitLeader());
    QVERIFY(clients.everybodyProceeds());
    QVERIFY(ensemble().restart(*leader));
    QVERIFY(clients.everybodyProceeds());
    // Or that the connection was lost at the wrong moment.
    QVERIFY(!one->hear().isEmpty());
    QVERIFY(!other->hear().isEmpty());
}

void TestIncident::serversFilesTellWhatWasRecorded() {
    const QTemporaryDir directory;
    const std::string recordedFile = directory.filePath("recorded.lockrec").toStdString();
    const std::string importedFile = directory.filePath("imported.lockrec").toStdString();
    RecordedEnsemble recorded(m_connect, recordedFile);
    QTRY_VERIFY_WITH_TIMEOUT(recorded.areAllWatched(0), kServerPatienceMs);
    CountingClients clients({.connectString = m_connect, .sessionTimeout = 6s, .counting = 3});
    kazooTakesTurns();
    if (!QTest::currentTestFailed()) holderFreezes();
    if (!QTest::currentTestFailed()) holderIsRemoved(recorded);
    if (!QTest::currentTestFailed()) leaderIsKilled(clients);
    clients.stop();
    if (QTest::currentTestFailed()) return;
    QTRY_VERIFY_WITH_TIMEOUT(recorded.areAllWatched(0), kServerPatienceMs);
    // How the last ones ended is told then.
    const std::int64_t over = unixMs();
    QTRY_VERIFY_WITH_TIMEOUT(recorded.samplesSince(over) >= 4, kServerPatienceMs);
    const RecorderState state = recorded.recorder().end();
    QVERIFY2(!state.problem, state.problem ? describe(*state.problem).c_str() : "");
    QCOMPARE(state.combined, std::uint64_t{0});

    std::vector<std::string> directories;
    for (std::size_t server = 0; server < ensemble().size(); ++server)
        directories.push_back(ensemble().directory(server) + "/data");
    const auto report = importServerFiles({.directories = directories, .file = importedFile});
    QVERIFY2(report, report ? "" : describe(report.error()).c_str());
    QVERIFY2(report->files.problems.empty(),
             report->files.problems.empty() ? "" : describe(report->files.problems[0]).c_str());
    QVERIFY(report->files.gaps.empty());
    compare(recordedFile, importedFile);
}

void TestIncident::compare(const std::string& recordedFile, const std::string& importedFile) {
    const auto watched = Recording::open(recordedFile);
    QVERIFY2(watched, watched ? "" : describe(watched.error()).c_str());
    const auto imported = Recording::open(importedFile);
    QVERIFY2(imported, imported ? "" : describe(imported.error()).c_str());
    const Agreement agreement = compareRecordings(**watched, **imported, kIncidentLocks);
    qInfo("%s", agreement.text().c_str());
    QVERIFY2(agreement.differences.empty(), agreement.text().c_str());
    QVERIFY(agreement.turns > 100);

    const TimeSpan all{0, unixMs()};
    const auto acts = (*watched)->actsIn(all);
    QVERIFY(acts && acts->size() == 1);
    QCOMPARE(acts->front().reason, std::string("its program hangs"));
    QCOMPARE(acts->front().outcome, std::string("done"));
    const auto seenForced = (*watched)->turnsIn(all, kForcedLock);
    QVERIFY(seenForced && seenForced->turns.size() == 2);
    QCOMPARE(seenForced->turns[0].turn.end->kind, EndKind::RemovedHere);
    const auto forced = (*imported)->turnsIn(all, kForcedLock);
    QVERIFY(forced && forced->turns.size() == 2);
    QCOMPARE(forced->turns[0].turn.end->kind, EndKind::RemovedByOther);
    const auto frozen = (*imported)->turnsIn(all, kFrozenLock);
    QVERIFY(frozen && frozen->turns.size() == 2);
    QCOMPARE(frozen->turns[0].turn.end->kind, EndKind::SessionExpired);
    // While the leader was elected nobody was served, and that is told.
    const auto gaps = (*watched)->gapsIn(all);
    QVERIFY(gaps && std::ranges::any_of(*gaps, [](const RecordedGap& gap) { return !gap.missed; }));
}

LOCKSCOPE_TEST(TestIncident)
#include "tst_incident.moc"
