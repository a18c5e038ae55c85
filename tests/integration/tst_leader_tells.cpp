// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "clocked_servers.h"
#include "cluster_watch.h"
#include "peer.h"
#include "raw_client.h"
#include "test_program.h"
#include "three_servers.h"

#include <lockcore/observe/contender_times.h>
#include <lockcore/wall_clock.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

const std::string kWaiterOfFrozen = "_c_00000000-0000-0000-0000-00000000000f-lock-";

ClockedServers& clocked() {
    static ClockedServers started;
    return started;
}

/// Everything that was said of a session's client, in order. The watch writes, and the test's thread reads.
class SaidOfHolder {
public:
    ClusterWatch::Sink sink() {
        return [this](const ClusterAssessment& seen) {
            const std::scoped_lock lock(m_mutex);
            for (const SessionView& session : seen.sessions)
                if (!session.holds.empty()) m_said.push_back(session);
        };
    }
    std::size_t size() {
        const std::scoped_lock lock(m_mutex);
        return m_said.size();
    }
    std::vector<SessionView> since(std::size_t first) {
        const std::scoped_lock lock(m_mutex);
        return {m_said.begin() + static_cast<std::ptrdiff_t>(first), m_said.end()};
    }

private:
    std::mutex m_mutex;
    std::vector<SessionView> m_said;  // guarded by m_mutex
};

bool isClockOf(std::size_t server, const std::optional<std::chrono::milliseconds>& ahead) {
    return ahead && std::chrono::abs(*ahead - ClockedServers::ahead(server)) < ClockedServers::kClockStep / 2;
}

/// How long ago a lock's only contender came, as it is shown; empty where it is not told by the clock of that
/// leader.
std::optional<std::chrono::milliseconds> shownAge(const ClusterAssessment& seen, const std::string& path,
                                                  std::size_t leader) {
    const auto lock =
        std::ranges::find(seen.sample->locks, path, [](const auto& queue) { return queue->path; });
    if (lock == seen.sample->locks.end() || (*lock)->rows.size() != 1) return std::nullopt;
    const QueueRow& row = (*lock)->rows.front();
    const ObservedNow now{unixMs(), seen.sample->clocks};
    if (!row.contender->stat) return std::nullopt;
    if (!isClockOf(leader, now.clocks.aheadAt(row.contender->stat->czxid))) return std::nullopt;
    return contenderTimes(*row.contender, row.role, directoryPast(**lock), {}, now).queued;
}

}  // namespace

/// What a leader's AdminServer alone knows: when sessions expire, and by which clock znodes have their times.
class TestLeaderTells : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void frozenHolderEndsWithinLessAndLess();
    void timesAreOfTheLeaderOfThen();

private:
    std::string m_chroot;
};

void TestLeaderTells::initTestCase() {
    if (const QString problem = ClockedServers::problem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
}

void TestLeaderTells::init() {
    const auto leader = clocked().ensemble().awaitLeader();
    QVERIFY(leader);
    RawClient client(clocked().ensemble().connectString(), 20s);
    m_chroot = '/' + client.create("/test", NodeKind::PersistentSequential);
}

void TestLeaderTells::cleanup() {
    QVERIFY(clocked().ensemble().restartAll());
    QVERIFY(clocked().ensemble().awaitLeader());
}

/// Nobody else is at its follower, and the only client of the leader says something every 20 seconds: by one
/// look the newest answer of either is the frozen client's own time, or older.
void TestLeaderTells::frozenHolderEndsWithinLessAndLess() {
    LocalEnsemble& ensemble = clocked().ensemble();
    const std::size_t leader = *ensemble.awaitLeader();
    const std::size_t alone = (leader + 1) % 3;
    const std::size_t watched = (leader + 2) % 3;
    const std::string connect = ensemble.connectString(alone) + m_chroot;
    const bool isCurator = Peer::curatorProblem().isEmpty();
    const auto holder = isCurator ? Peer::curator(connect, 16s) : Peer::lockcore(connect, 16s);
    QVERIFY(holder);
    if (isCurator) {
        QCOMPARE(holder->ask("mutex /lock"), "LOCK /lock");
        QCOMPARE(holder->ask("acquire"), kAcquired);
    } else {
        QCOMPARE(holder->ask("acquire /lock"), "QUEUED /lock");
        QCOMPARE(holder->hear(), "ACQUIRED /lock");
    }
    RawClient waiter(ensemble.connectString(watched) + m_chroot, 20s);
    waiter.queue("/lock", kWaiterOfFrozen);
    const RawClient seldom(ensemble.connectString(leader) + m_chroot, 60s);
    SaidOfHolder said;
    ClusterWatch watch({.connect = clocked().address(watched) + m_chroot,
                        .adminUrl = clocked().adminUrl(),
                        .servers = parseConnectString(clocked().addresses())->servers,
                        .interval = 1s},
                       said.sink());
    const auto holderIn = [](const ClusterAssessment& seen) -> const SessionView* {
        const auto found = std::ranges::find_if(
            seen.sessions, [](const SessionView& session) { return !session.holds.empty(); });
        return found == seen.sessions.end() ? nullptr : &*found;
    };
    const auto well = watch.await([&](const ClusterAssessment& seen) {
        const SessionView* const session = holderIn(seen);
        return session && session->state == SessionState::Connected && session->expiresIn;
    });
    QVERIFY(well);
    const SessionId id = holderIn(*well)->session;
    QCOMPARE(holderIn(*well)->server, clocked().address(alone));

    holder->freeze();
    // A follower tells the leader of its clients along with pings; so what was told before may come late.
    QVERIFY(watch.next());
    const std::size_t first = said.size();
    const auto gone = watch.await([&](const ClusterAssessment& seen) { return !sessionIn(seen, id); });
    holder->thaw();
    QVERIFY(gone);
    std::vector<SessionView> frozen = said.since(first);
    std::erase_if(frozen, [&](const SessionView& session) {
        return session.session != id || !session.silentFor || !session.expiresIn;
    });
    QVERIFY(frozen.size() >= 3);
    for (std::size_t i = 0; i < frozen.size(); ++i) {
        qInfo("silent for %lld ms, ends within %lld ms", static_cast<long long>(frozen[i].silentFor->count()),
              static_cast<long long>(frozen[i].expiresIn->count()));
        if (i == 0) continue;
        QVERIFY(*frozen[i].silentFor >= *frozen[i - 1].silentFor);
        QVERIFY(*frozen[i].expiresIn <= *frozen[i - 1].expiresIn);
    }
    QVERIFY(*frozen.back().silentFor > *frozen.back().timeout / 2);
    QVERIFY(*frozen.back().expiresIn < *frozen.back().timeout / 2);
    QVERIFY(*frozen.back().expiresIn < *frozen.front().expiresIn);
}

/// Each leader's clock is behind by another quarter of an hour, and no lock is as old as that.
void TestLeaderTells::timesAreOfTheLeaderOfThen() {
    LocalEnsemble& ensemble = clocked().ensemble();
    const std::size_t earlier = *ensemble.awaitLeader();
    RawClient client(ensemble.connectString() + m_chroot, 40s);
    QElapsedTimer sinceFirst;
    sinceFirst.start();
    client.queue("/first", kWaiterOfFrozen);
    ClusterWatch watch(
        {.connect = clocked().addresses() + m_chroot, .adminUrl = clocked().adminUrl(), .interval = 1s});
    QVERIFY(watch.await(
        [&](const ClusterAssessment& it) { return shownAge(it, "/first", earlier).has_value(); }));
    ensemble.kill(earlier);
    const auto later = ensemble.awaitLeader();
    QVERIFY(later && *later != earlier);
    const std::string path =
        createOnceServed(ensemble.connectString(*later) + m_chroot, "/second", "", NodeKind::Persistent);
    RawClient second(ensemble.connectString(*later) + m_chroot, 40s);
    QElapsedTimer sinceSecond;
    sinceSecond.start();
    second.queue(path, kWaiterOfFrozen);
    const auto seen = watch.await([&](const ClusterAssessment& it) {
        return isClockOf(*later, it.sample->clocks.current()) && shownAge(it, "/first", earlier) &&
               shownAge(it, "/second", *later);
    });
    QVERIFY(seen);
    constexpr std::chrono::seconds kMargin = ClockedServers::kClockStep / 10;
    const auto isAbout = [&](std::chrono::milliseconds age, const QElapsedTimer& since) {
        const std::chrono::milliseconds truth(since.elapsed());
        qInfo("shown %lld ms, in truth %lld ms", static_cast<long long>(age.count()),
              static_cast<long long>(truth.count()));
        return std::chrono::abs(age - truth) < kMargin;
    };
    QVERIFY(isAbout(*shownAge(*seen, "/first", earlier), sinceFirst));
    QVERIFY(isAbout(*shownAge(*seen, "/second", *later), sinceSecond));
}

LOCKSCOPE_TEST(TestLeaderTells)
#include "tst_leader_tells.moc"
