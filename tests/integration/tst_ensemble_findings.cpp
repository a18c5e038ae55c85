// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cluster_watch.h"
#include "peer.h"
#include "raw_client.h"
#include "test_program.h"
#include "three_servers.h"

#include <lockcore/lab/local_ensemble.h>

#include <algorithm>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

const std::string kMutexName = "_c_00000000-0000-0000-0000-000000000001-lock-";

const ServerReport* reportOf(const ClusterAssessment& assessment, const std::string& server) {
    const auto found = std::ranges::find(assessment.sample->servers, server, &ServerReport::server);
    return found == assessment.sample->servers.end() ? nullptr : &*found;
}

}  // namespace

/// Findings by facts of three servers, told by four-letter words.
class TestEnsembleFindings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void healthyLocks();
    void frozenHolderAloneOnItsServer();
    void killedHolder();
    void oneServerAskedOfThree();
    void clientsOfADeadServer();

private:
    ClusterWatch::Plan plan() const {
        // Nobody listens there.
        return {.connect = ensemble().connectString() + m_chroot,
                .adminUrl = "http://{host}:1/commands",
                .interval = 1s};
    }
    std::string m_chroot;
};

void TestEnsembleFindings::init() {
    QVERIFY(ensemble().awaitLeader());
    m_chroot = createOnceServed(ensemble().connectString(), "/test", "", NodeKind::PersistentSequential);
}

void TestEnsembleFindings::cleanup() {
    QVERIFY(ensemble().restartAll());
    QVERIFY(ensemble().awaitLeader());
}

/// Each client at a server of its own.
void TestEnsembleFindings::healthyLocks() {
    RawClient holder(ensemble().connectString(0) + m_chroot);
    RawClient second(ensemble().connectString(1) + m_chroot);
    RawClient third(ensemble().connectString(2) + m_chroot);
    const std::string held = holder.queue("/lock", kMutexName);
    const std::string next = second.queue("/lock", "_c_00000000-0000-0000-0000-000000000002-lock-");
    second.watch("/lock/" + held);
    third.queue("/lock", "_c_00000000-0000-0000-0000-000000000003-lock-");
    third.watch("/lock/" + next);
    ClusterWatch watch(plan());
    const auto seen = watch.await([](const ClusterAssessment& it) {
        return it.sessions.size() == 3 && std::ranges::all_of(it.sessions, [](const SessionView& session) {
                   return session.state == SessionState::Connected;
               });
    });
    QVERIFY(seen);
    QCOMPARE(textOf(seen->findings), "");
    for (std::size_t server = 0; server < 3; ++server) {
        const std::string name = ensemble().connectString(server);
        const ServerReport* const report = reportOf(*seen, name);
        QVERIFY(report);
        QCOMPARE(report->mode, server == *ensemble().awaitLeader() ? "leader" : "follower");
        QVERIFY(!report->hasUnlistedConnections);
        for (const Rung& rung : report->rungs)
            QCOMPARE(rung.problem.has_value(), rung.evidence == Evidence::Watches);
    }
    QCOMPARE(sessionIn(*seen, second.id())->server, ensemble().connectString(1));
    const ServerReport* const leader = reportOf(*seen, ensemble().connectString(*ensemble().awaitLeader()));
    QCOMPARE(leader->metrics->learners, std::optional<std::uint64_t>(2));
    QVERIFY(leader->livingSessions && leader->livingSessions->contains(third.id()));
}

/// By words nobody tells for how long it has been silent, until it is heard.
void TestEnsembleFindings::frozenHolderAloneOnItsServer() {
    // So that the session lasts for as long as it takes to look.
    LocalClusterOptions options;
    options.tickTime = 1s;
    const auto servers = LocalEnsemble::start(3, options);
    QVERIFY2(servers, servers ? "" : describe(servers.error()).c_str());
    const auto leader = (*servers)->awaitLeader();
    QVERIFY(leader);
    const std::string alone = (*servers)->connectString((*leader + 1) % 3);
    const std::string watched = (*servers)->connectString((*leader + 2) % 3);
    const auto holder = Peer::lockcore(alone, 20s, 1s);
    QVERIFY(holder);
    QCOMPARE(holder->ask("acquire /lock"), "QUEUED /lock");
    QCOMPARE(holder->hear(), "ACQUIRED /lock");
    holder->freeze();
    ClusterWatch watch({.connect = watched,
                        .adminUrl = "http://{host}:1/commands",
                        .servers = parseConnectString((*servers)->connectString())->servers,
                        .interval = 1s});
    const auto isConnected = [](const ClusterAssessment& it, bool isUnknown) {
        return std::ranges::any_of(it.sessions, [isUnknown](const SessionView& session) {
            return !session.holds.empty() && session.state == SessionState::Connected &&
                   session.isSilenceUnknown == isUnknown;
        });
    };
    const auto frozen = watch.await([&](const ClusterAssessment& it) { return isConnected(it, true); });
    holder->thaw();
    QVERIFY(frozen);
    QVERIFY(frozen->coverage->lacks(Aspect::Liveness));
    const auto thawed = watch.await([&](const ClusterAssessment& it) { return isConnected(it, false); });
    QVERIFY(thawed);
    QVERIFY(!thawed->coverage->lacks(Aspect::Liveness));
}

void TestEnsembleFindings::killedHolder() {
    const std::size_t follower = (*ensemble().awaitLeader() + 1) % ensemble().size();
    const auto holder = Peer::lockcore(ensemble().connectString(follower) + m_chroot, 12s);
    RawClient waiter(ensemble().connectString() + m_chroot);
    QVERIFY(holder);
    QCOMPARE(holder->ask("acquire /lock"), "QUEUED /lock");
    QCOMPARE(holder->hear(), "ACQUIRED /lock");
    waiter.queue("/lock", kMutexName);
    ClusterWatch watch(plan());
    QVERIFY(watch.awaitFindings(""));
    holder->kill();
    const auto found = watch.awaitFindings("fault ghost-holder /lock");
    QVERIFY(found);
    // By dates, which are those of a clock that only other sessions' ends tell.
    QVERIFY(found->findings[0].remaining && *found->findings[0].remaining <= 14s);
    QVERIFY(watch.awaitFindings(""));
}

/// Nobody gave the addresses of the others, so whoever is not at this one may be at another.
void TestEnsembleFindings::oneServerAskedOfThree() {
    const std::size_t leader = *ensemble().awaitLeader();
    for (const std::size_t asked : {leader, (leader + 1) % 3}) {
        RawClient holder(ensemble().connectString((asked + 1) % 3) + m_chroot);
        holder.queue("/lock", kMutexName);
        ClusterWatch::Plan partly = plan();
        partly.servers = parseConnectString(ensemble().connectString(asked))->servers;
        ClusterWatch watch(partly);
        const auto seen = watch.await([&](const ClusterAssessment& it) {
            const ServerReport& report = it.sample->servers.at(0);
            const SessionView* const session = sessionIn(it, holder.id());
            return session && report.lastZxid &&
                   *report.lastZxid >= it.sample->locks.at(0)->rows.at(0).contender->stat->czxid;
        });
        QVERIFY(seen);
        QCOMPARE(sessionIn(*seen, holder.id())->state, SessionState::Unknown);
        QCOMPARE(textOf(seen->findings), "");
    }
}

/// Its clients may be anywhere; what the others tell still holds, each fact with its source.
void TestEnsembleFindings::clientsOfADeadServer() {
    const std::size_t leader = *ensemble().awaitLeader();
    const std::size_t dead = (leader + 1) % 3;
    RawClient holder(ensemble().connectString(dead) + m_chroot, 12s);
    RawClient waiter(ensemble().connectString(leader) + m_chroot, 12s);
    const std::string held = holder.queue("/lock", kMutexName);
    waiter.queue("/lock", "_c_00000000-0000-0000-0000-000000000002-lock-");
    waiter.watch("/lock/" + held);
    const SessionId lost = holder.id();
    ClusterWatch watch(plan());
    QVERIFY(watch.await([&](const ClusterAssessment& it) {
        const SessionView* const session = sessionIn(it, lost);
        return session && session->state == SessionState::Connected;
    }));
    ensemble().kill(dead);
    const std::string name = ensemble().connectString(dead);
    const auto seen = watch.await([&](const ClusterAssessment& it) {
        const ServerReport* const report = reportOf(it, name);
        return sessionIn(it, lost) && report && !report->connections;
    });
    QVERIFY(seen);
    QCOMPARE(textOf(seen->findings), "");
    QCOMPARE(sessionIn(*seen, lost)->state, SessionState::Unknown);
    QCOMPARE(sessionIn(*seen, lost)->unreadServers, std::vector{name});
    QCOMPARE(sessionIn(*seen, waiter.id())->state, SessionState::Connected);
    for (const ServerReport& report : seen->sample->servers)
        for (const Rung& rung : report.rungs) {
            const bool fails = report.server == name || rung.evidence == Evidence::Watches;
            QCOMPARE(rung.problem.has_value(), fails);
            if (!fails) QCOMPARE(rung.source, EvidenceSource::FourLetter);
        }
    QVERIFY(watch.await([&](const ClusterAssessment& it) { return !sessionIn(it, lost); }));
}

LOCKSCOPE_TEST(TestEnsembleFindings)
#include "tst_ensemble_findings.moc"
