// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "clocked_servers.h"
#include "cluster_watch.h"
#include "raw_client.h"
#include "test_program.h"

#include <lockcore/observe/contender_times.h>
#include <lockcore/wall_clock.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

using Clocks = ClockedServers::Clocks;
using std::chrono::milliseconds;

const std::string kHolderByTheClock = "_c_00000000-0000-0000-0000-00000000000a-lock-";
const std::string kWaiterByTheClock = "_c_00000000-0000-0000-0000-00000000000b-lock-";

/// Those of the test function before, where they are the same; a machine has enough to do with three.
ClockedServers& serversWith(Clocks clocks) {
    static Clocks startedWith = clocks;
    static std::unique_ptr<ClockedServers> started;
    if (!started || startedWith != clocks) {
        started.reset();
        started = std::make_unique<ClockedServers>(clocks);
        startedWith = clocks;
    }
    return *started;
}

bool isNear(milliseconds told, milliseconds truth) {
    return std::chrono::abs(told - truth) < ClockedServers::kClockStep / 10;
}

std::vector<Finding> skewsIn(const ClusterAssessment& seen) {
    std::vector<Finding> skews;
    std::ranges::copy_if(seen.findings, std::back_inserter(skews),
                         [](const Finding& finding) { return finding.kind == FindingKind::ClockSkew; });
    return skews;
}

bool haveAllToldTheTime(const ClusterAssessment& seen) {
    const auto& servers = seen.sample->servers;
    return servers.size() == 3 && std::ranges::all_of(servers, [](const ServerReport& server) {
               return server.clockAhead.has_value();
           });
}

/// Every duration that is told of a cluster, and is never less than nothing; a clock's offset may be.
std::vector<milliseconds> durationsIn(const ClusterAssessment& seen) {
    std::vector<milliseconds> durations;
    const auto add = [&](const std::optional<milliseconds>& duration) {
        if (duration) durations.push_back(*duration);
    };
    const auto addBounds = [&](const std::optional<KnownDuration>& duration) {
        if (!duration) return;
        add(duration->least);
        if (duration->most) add(*duration->most - duration->least);
    };
    const ObservedNow now{unixMs(), seen.sample->clocks};
    for (const auto& lock : seen.sample->locks)
        for (const QueueRow& row : lock->rows) {
            const ContenderTimes times =
                contenderTimes(*row.contender, row.role, directoryPast(*lock), {}, now);
            add(times.queued);
            addBounds(times.waited);
            addBounds(times.held);
        }
    for (const SessionView& session : seen.sessions) {
        add(session.silentFor);
        add(session.expiresIn);
    }
    for (const Finding& finding : seen.findings) {
        if (finding.kind != FindingKind::ClockSkew) add(finding.duration);
        add(finding.remaining);
        if (finding.blocked) add(finding.blocked->waited);
    }
    return durations;
}

/// All that were told, over and over. The watch writes, and the test's thread reads.
class ToldDurations {
public:
    ClusterWatch::Sink sink() {
        return [this](const ClusterAssessment& seen) {
            const auto durations = durationsIn(seen);
            const std::scoped_lock lock(m_mutex);
            m_told.insert(m_told.end(), durations.begin(), durations.end());
        };
    }
    std::vector<milliseconds> all() {
        const std::scoped_lock lock(m_mutex);
        return m_told;
    }

private:
    std::mutex m_mutex;
    std::vector<milliseconds> m_told;  // guarded by m_mutex
};

}  // namespace

/// What is told by servers whose clocks are not that of this machine.
class TestWrongClocks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void clocksOfServers();
    void clockOfThisMachine();
    void nothingIsNegative_data();
    void nothingIsNegative();

private:
    /// A holder, and a waiter that watches it, in a directory of their own.
    struct Queue {
        explicit Queue(const ClockedServers& servers, const std::string& chroot)
            : holder(servers.ensemble().connectString() + chroot, 20s),
              waiter(servers.ensemble().connectString() + chroot, 20s) {
            const std::string held = holder.queue("/lock", kHolderByTheClock);
            waiter.queue("/lock", kWaiterByTheClock);
            waiter.watch("/lock/" + held);
        }
        RawClient holder;
        RawClient waiter;
    };
    static std::string freshChroot(const ClockedServers& servers) {
        RawClient client(servers.ensemble().connectString(), 20s);
        return '/' + client.create("/test", NodeKind::PersistentSequential);
    }
};

void TestWrongClocks::initTestCase() {
    if (const QString problem = ClockedServers::problem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
}

/// Each is off by another time: each is named.
void TestWrongClocks::clocksOfServers() {
    ClockedServers& servers = serversWith(Clocks::Apart);
    const std::string chroot = freshChroot(servers);
    const Queue queue(servers, chroot);
    ClusterWatch watch(
        {.connect = servers.addresses() + chroot, .adminUrl = servers.adminUrl(), .interval = 1s});
    const auto seen = watch.await(
        [](const ClusterAssessment& it) { return haveAllToldTheTime(it) && !it.sample->locks.empty(); });
    QVERIFY(seen);
    const auto skews = skewsIn(*seen);
    QCOMPARE(textOf(skews), "warning clock-skew, warning clock-skew, warning clock-skew");
    for (std::size_t server = 0; server < 3; ++server) {
        const auto skew = std::ranges::find(skews, servers.address(server), &Finding::server);
        QVERIFY(skew != skews.end());
        QVERIFY(skew->duration && isNear(*skew->duration, ClockedServers::ahead(server)));
    }
}

/// All servers agree with each other: that is no fault of theirs, and nobody waits for as long as that.
void TestWrongClocks::clockOfThisMachine() {
    ClockedServers& servers = serversWith(Clocks::Ahead);
    const std::string chroot = freshChroot(servers);
    const Queue queue(servers, chroot);
    ClusterWatch watch(
        {.connect = servers.addresses() + chroot, .adminUrl = servers.adminUrl(), .interval = 1s});
    const auto seen = watch.await([](const ClusterAssessment& it) {
        return haveAllToldTheTime(it) && !it.sample->locks.empty() && it.sample->clocks.current() &&
               it.sample->locks[0]->rows.size() == 2 && textOf(it.findings) == "warning clock-skew own";
    });
    QVERIFY(seen);
    const Finding& skew = seen->findings[0];
    QCOMPARE(skew.server, "");
    QVERIFY(skew.duration && isNear(*skew.duration, -ClockedServers::kClockStep));
    const ObservedNow now{unixMs(), seen->sample->clocks};
    const LockQueue& lock = *seen->sample->locks[0];
    for (const QueueRow& row : lock.rows) {
        const auto queued = contenderTimes(*row.contender, row.role, directoryPast(lock), {}, now).queued;
        QVERIFY(queued && isNear(*queued, 0s));
    }
}

void TestWrongClocks::nothingIsNegative_data() {
    QTest::addColumn<bool>("isCompared");
    QTest::newRow("clocks are compared") << true;
    QTest::newRow("no server tells the time") << false;
}

/// By the server's clock everything happens in a quarter of an hour.
void TestWrongClocks::nothingIsNegative() {
    QFETCH(const bool, isCompared);
    ClockedServers& servers = serversWith(Clocks::Ahead);
    const std::string chroot = freshChroot(servers);
    const Queue queue(servers, chroot);
    // All that can be told of durations is told.
    Thresholds impatient;
    impatient.longWait = 1ms;
    impatient.longQueue = 0;
    const std::string adminUrl = isCompared ? servers.adminUrl() : "http://{host}:1/commands";
    const std::string connect = isCompared ? servers.addresses() : servers.ensemble().connectString();
    ToldDurations told;
    ClusterWatch watch(
        {.connect = connect + chroot, .adminUrl = adminUrl, .thresholds = impatient, .interval = 1s},
        told.sink());
    const auto isRead = [&](const ClusterAssessment& it) {
        return !it.sample->locks.empty() && it.sample->locks[0]->rows.size() == 2 &&
               it.sessions.size() == 2 && it.sample->clocks.current().has_value() == isCompared &&
               std::ranges::any_of(
                   it.findings, [](const Finding& finding) { return finding.kind == FindingKind::LongWait; });
    };
    for (int look = 0; look < 3; ++look) {
        QVERIFY(watch.await(isRead));
        QVERIFY(watch.next());
    }
    const auto durations = told.all();
    QVERIFY(durations.size() > 10);
    for (const milliseconds duration : durations)
        QVERIFY2(duration >= 0ms, qPrintable(QString::number(duration.count())));
}

LOCKSCOPE_TEST(TestWrongClocks)
#include "tst_wrong_clocks.moc"
