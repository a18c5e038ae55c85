// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cluster_watch.h"
#include "healthy_traffic.h"
#include "peer.h"
#include "raw_client.h"
#include "scripted_server.h"
#include "test_program.h"
#include "three_servers.h"

#include <lockcore/observe/server_probe.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <stop_token>
#include <thread>
#include <vector>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

SessionId idOf(Peer& peer) {
    return SessionId{peer.ask("session").section(' ', 1).toLongLong(nullptr, 16)};
}

const std::string kWaiterName = "_c_00000000-0000-0000-0000-00000000000f-lock-";

/// The lines of the members' configuration that name them all.
std::vector<std::string> memberLines() {
    std::vector<std::string> lines;
    std::ifstream config(ensemble().directory(0) + "/zoo.cfg");
    for (std::string line; std::getline(config, line);)
        if (line.starts_with("server.") || line.starts_with("initLimit") || line.starts_with("syncLimit"))
            lines.push_back(line);
    return lines;
}

/// One that joins the ensemble without being named in its members' configuration; `config` names them. It has
/// been a server of its own before, whose configuration is there to be added to.
Result<std::unique_ptr<LocalCluster>> startObserver(std::vector<std::string> config) {
    LocalClusterOptions options;
    options.tickTime = 200ms;
    options.adminServer = false;
    auto observer = LocalCluster::start(options);
    if (!observer) return observer;
    (*observer)->kill();
    const std::string data = (*observer)->directory() + "/data";
    std::filesystem::remove_all(data + "/version-2");
    const std::string id = "10";
    std::ofstream(data + "/myid") << id;
    config.push_back("peerType=observer");
    config.push_back("server." + id + "=127.0.0.1:" + std::to_string(ScriptedServer::unusedPort()) + ":" +
                     std::to_string(ScriptedServer::unusedPort()) + ":observer");
    std::ofstream file((*observer)->directory() + "/zoo.cfg", std::ios::app);
    for (const std::string& line : config)
        file << line << '\n';
    file.close();
    if (const auto joined = (*observer)->restart(); !joined) return tl::unexpected(joined.error());
    return observer;
}

/// True in every assessment that calls no session a ghost; the test asks at its end.
class GhostWatch {
public:
    ClusterWatch::Sink sink() {
        return [this](const ClusterAssessment& seen) {
            for (const SessionView& session : seen.sessions)
                if (session.state == SessionState::Ghost) m_seen = true;
        };
    }
    bool hasSeen() const { return m_seen; }

private:
    std::atomic<bool> m_seen = false;
};

}  // namespace

/// What is said of clients by what three real servers tell by four-letter words, again and again.
class TestLiveness : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void frozenHolderAloneOnItsServer();
    void killedHolderStaysAsLastKnown();
    void clientsThatAreNotBackYet();
    void leaderThatGoes();
    void serversThatRestartInTurns();
    void besideOthersWhoAskByWords();
    void namesOfOneServer();
    void observersThatWereNotAsked_data();
    void observersThatWereNotAsked();

private:
    /// From a session on the leader; nobody listens at AdminServer's port.
    ClusterWatch::Plan plan(std::size_t ownServer) const {
        return {.connect = ensemble().connectString(ownServer) + m_chroot,
                .adminUrl = "http://{host}:1/commands",
                .servers = parseConnectString(ensemble().connectString())->servers,
                .interval = 1s};
    }
    std::string m_chroot;
};

void TestLiveness::init() {
    QVERIFY(ensemble().awaitLeader());
    m_chroot = createOnceServed(ensemble().connectString(), "/test", "", NodeKind::PersistentSequential);
}

void TestLiveness::cleanup() {
    QVERIFY(ensemble().restartAll());
    QVERIFY(ensemble().awaitLeader());
}

/// Nobody else is answered by that server, so that its newest answer is the frozen client's own: by a single
/// look it has been silent for 0 ms until its session ends.
void TestLiveness::frozenHolderAloneOnItsServer() {
    const std::size_t leader = *ensemble().awaitLeader();
    const std::size_t alone = (leader + 1) % 3;
    const std::string connect = ensemble().connectString(alone) + m_chroot;
    const bool isKazoo = Peer::kazooProblem().isEmpty();
    const auto holder = isKazoo ? Peer::kazoo(connect) : Peer::lockcore(connect, 20s);
    QVERIFY(holder);
    if (isKazoo) {
        QCOMPARE(holder->ask("lock /lock"), "LOCK /lock");
        QCOMPARE(holder->ask("acquire"), kAcquired);
    } else {
        QCOMPARE(holder->ask("acquire /lock"), "QUEUED /lock");
        QCOMPARE(holder->hear(), "ACQUIRED /lock");
    }
    RawClient waiter(ensemble().connectString(leader) + m_chroot, 20s);
    // Of the holder's own library: a directory of two is understood as that of either.
    waiter.queue("/lock", isKazoo ? "0000000000000000000000000000000f__lock__" : kWaiterName);
    ClusterWatch watch(plan(leader));
    const auto holderIn = [](const ClusterAssessment& seen) -> const SessionView* {
        for (const SessionView& session : seen.sessions)
            if (!session.holds.empty()) return &session;
        return nullptr;
    };
    const auto well = watch.await([&](const ClusterAssessment& seen) {
        const SessionView* const session = holderIn(seen);
        return session && session->state == SessionState::Connected && session->readings == 1;
    });
    QVERIFY(well);
    QCOMPARE(QString::fromStdString(holderIn(*well)->server),
             QString::fromStdString(ensemble().connectString(alone)));

    holder->freeze();
    const auto silent = watch.await([&](const ClusterAssessment& seen) {
        const SessionView* const session = holderIn(seen);
        return session && session->state == SessionState::Silent;
    });
    QVERIFY(silent);
    const SessionView first = *holderIn(*silent);
    QVERIFY(first.timeout && first.silentFor && *first.silentFor > *first.timeout / 2);
    QVERIFY(first.readings >= 2);
    const auto later = watch.await([&](const ClusterAssessment& seen) {
        const SessionView* const session = holderIn(seen);
        return !session || session->readings > first.readings;
    });
    QVERIFY(later);
    if (const SessionView* const session = holderIn(*later)) QVERIFY(*session->silentFor > *first.silentFor);
    holder->thaw();
}

/// Its host is what leads to the machine that it died on.
void TestLiveness::killedHolderStaysAsLastKnown() {
    const std::size_t leader = *ensemble().awaitLeader();
    const auto holder = Peer::lockcore(ensemble().connectString((leader + 1) % 3) + m_chroot, 20s);
    QVERIFY(holder);
    QCOMPARE(holder->ask("acquire /lock"), "QUEUED /lock");
    QCOMPARE(holder->hear(), "ACQUIRED /lock");
    const SessionId id = idOf(*holder);
    ClusterWatch watch(plan(leader));
    const auto well = watch.await([&](const ClusterAssessment& seen) {
        const SessionView* const session = sessionIn(seen, id);
        return session && session->state == SessionState::Connected;
    });
    QVERIFY(well);
    const SessionView before = *sessionIn(*well, id);
    QVERIFY(!before.address.empty());
    holder->kill();
    const auto gone = watch.await([&](const ClusterAssessment& seen) {
        const SessionView* const session = sessionIn(seen, id);
        return session && session->state == SessionState::Ghost;
    });
    QVERIFY(gone);
    const SessionView after = *sessionIn(*gone, id);
    QCOMPARE(after.address, before.address);
    QCOMPARE(after.lastServer, before.server);
    QCOMPARE(after.server, "");
    QCOMPARE(after.timeout, before.timeout);
    QVERIFY(after.readings >= 2);
    QVERIFY(after.seenUnixMs >= before.seenUnixMs && after.seenUnixMs < after.toldAtUnixMs);
}

/// All servers have started again, and list nobody: whoever has not come back within seconds is no ghost.
void TestLiveness::clientsThatAreNotBackYet() {
    const auto holder = Peer::lockcore(ensemble().connectString() + m_chroot, 40s);
    QVERIFY(holder);
    QCOMPARE(holder->ask("acquire /lock"), "QUEUED /lock");
    QCOMPARE(holder->hear(), "ACQUIRED /lock");
    const SessionId id = idOf(*holder);
    RawClient waiter(ensemble().connectString() + m_chroot, 40s);
    waiter.queue("/lock", kWaiterName);
    holder->freeze();  // it can't be back before the test says so
    for (std::size_t server = 0; server < ensemble().size(); ++server)
        ensemble().kill(server);
    QVERIFY(ensemble().restartAll());
    QVERIFY(ensemble().awaitLeader());
    GhostWatch ghosts;
    ClusterWatch watch({.connect = ensemble().connectString() + m_chroot,
                        .adminUrl = "http://{host}:1/commands",
                        .interval = 1s},
                       ghosts.sink());
    const auto settling = watch.await([&](const ClusterAssessment& seen) {
        const SessionView* const session = sessionIn(seen, id);
        return session && session->doubt == SessionDoubt::Settling;
    });
    QVERIFY(settling);
    QVERIFY(!sessionIn(*settling, id)->settling.empty());
    holder->thaw();
    QVERIFY(watch.await([&](const ClusterAssessment& seen) {
        return std::ranges::all_of(seen.sessions, [](const SessionView& session) {
            return session.state == SessionState::Connected;
        });
    }));
    QVERIFY(!ghosts.hasSeen());
}

/// The clients of the leader, and we ourselves, look for another server while two elect the next one.
void TestLiveness::leaderThatGoes() {
    const std::size_t leader = *ensemble().awaitLeader();
    std::vector<std::unique_ptr<Peer>> peers;
    for (std::size_t i = 0; i < 4; ++i) {
        peers.push_back(Peer::lockcore(ensemble().connectString() + m_chroot, 40s));
        QVERIFY(peers.back());
        const QString path = QString("/lock%1").arg(i / 2);
        QCOMPARE(peers.back()->ask("acquire " + path), "QUEUED " + path);
        if (i % 2 == 0) QCOMPARE(peers.back()->hear(), "ACQUIRED " + path);
    }
    GhostWatch ghosts;
    ClusterWatch watch({.connect = ensemble().connectString() + m_chroot,
                        .adminUrl = "http://{host}:1/commands",
                        .interval = 1s},
                       ghosts.sink());
    const auto allAreThere = [](const ClusterAssessment& seen) {
        return seen.sessions.size() == 4 &&
               std::ranges::all_of(seen.sessions, [](const SessionView& session) {
                   return session.state == SessionState::Connected;
               });
    };
    QVERIFY(watch.await(allAreThere));
    ensemble().kill(leader);
    QVERIFY(ensemble().awaitLeader());
    QVERIFY(ensemble().restartAll());
    const int before = watch.samples();
    QVERIFY(watch.await(
        [&](const ClusterAssessment& seen) { return watch.samples() > before + 1 && allAreThere(seen); }));
    QVERIFY(!ghosts.hasSeen());
}

/// Hundreds of locks, whose clients all have to look for another server, again and again.
void TestLiveness::serversThatRestartInTurns() {
    const std::string connect = ensemble().connectString() + m_chroot;
    const HealthyTraffic traffic(
        {.connect = connect, .locks = 300, .keepers = 6, .wanderers = 20, .members = 6});
    GhostWatch ghosts;
    ClusterWatch watch({.connect = connect, .adminUrl = "http://{host}:1/commands", .interval = 1s},
                       ghosts.sink());
    // Who always has a lock, and who is always in the group.
    const auto areThere = [](const ClusterAssessment& seen) {
        return seen.sample->locks.size() > 100 &&
               std::ranges::count(seen.sessions, SessionState::Connected, &SessionView::state) >= 12;
    };
    QVERIFY(watch.await(areThere));
    for (std::size_t server = 0; server < ensemble().size(); ++server) {
        ensemble().kill(server);
        QVERIFY(watch.next());
        QVERIFY(ensemble().restart(server));
        QVERIFY(ensemble().awaitLeader());
        const int before = watch.samples();
        QVERIFY(watch.await(
            [&](const ClusterAssessment& seen) { return watch.samples() > before + 1 && areThere(seen); }));
    }
    QVERIFY(!ghosts.hasSeen());
}

/// Each of their connections is in a server's count, and in no list: what was known was unknown at each of
/// them.
void TestLiveness::besideOthersWhoAskByWords() {
    std::vector<std::jthread> others;
    for (std::size_t server = 0; server < ensemble().size(); ++server)
        others.emplace_back(
            [address = HostPort{"127.0.0.1", ensemble().port(server)}](const std::stop_token& stop) {
                while (!stop.stop_requested())
                    static_cast<void>(probeServer(address));
            });
    const auto holder = Peer::lockcore(ensemble().connectString() + m_chroot, 40s);
    QVERIFY(holder);
    QCOMPARE(holder->ask("acquire /lock"), "QUEUED /lock");
    QCOMPARE(holder->hear(), "ACQUIRED /lock");
    std::atomic<bool> isKnown = false;
    std::atomic<int> unread = 0;
    ClusterWatch watch(plan(*ensemble().awaitLeader()), [&](const ClusterAssessment& seen) {
        for (const SessionView& session : seen.sessions)
            if (isKnown && session.doubt == SessionDoubt::Unread) ++unread;
    });
    const auto isIn = [](SessionState state) {
        return [state](const ClusterAssessment& seen) {
            return seen.sessions.size() == 1 && seen.sessions[0].state == state;
        };
    };
    QVERIFY(watch.await(isIn(SessionState::Connected)));
    holder->kill();
    QVERIFY(watch.await(isIn(SessionState::Ghost)));
    isKnown = true;
    const int before = watch.samples();
    QVERIFY(watch.await([&](const ClusterAssessment&) { return watch.samples() > before + 5; }));
    QCOMPARE(unread.load(), 0);
}

/// Two names of one server leave a server out, where the holder is.
void TestLiveness::namesOfOneServer() {
    const std::size_t leader = *ensemble().awaitLeader();
    const std::size_t follower = (leader + 1) % 3;
    const std::size_t unasked = (leader + 2) % 3;
    RawClient holder(ensemble().connectString(unasked) + m_chroot, 20s);
    holder.queue("/lock", kWaiterName);
    ClusterWatch::Plan aliases = plan(leader);
    aliases.servers =
        parseConnectString(ensemble().connectString(leader) + "," + ensemble().connectString(follower) +
                           ",localhost:" + std::to_string(ensemble().port(follower)))
            ->servers;
    GhostWatch ghosts;
    ClusterWatch watch(aliases, ghosts.sink());
    const auto twice = [&](const ClusterAssessment& seen) {
        const SessionView* const session = sessionIn(seen, holder.id());
        return session && std::ranges::all_of(seen.sample->servers, [](const ServerReport& server) {
                   // Two questions at once to one server count each other as clients.
                   return server.listedBefore.has_value() && !server.hasUnlistedConnections;
               });
    };
    const auto seen = watch.await(twice);
    QVERIFY(seen);
    QCOMPARE(sessionIn(*seen, holder.id())->state, SessionState::Unknown);
    QCOMPARE(sessionIn(*seen, holder.id())->doubt, SessionDoubt::NotAsked);
    QVERIFY(!ghosts.hasSeen());
}

void TestLiveness::observersThatWereNotAsked_data() {
    QTest::addColumn<bool>("behindFollower");
    QTest::newRow("of the leader") << false;
    QTest::newRow("of a follower's observerMasterPort") << true;
}

/// No member's configuration names it, and behind a follower the leader does not count it. The holder is
/// there.
void TestLiveness::observersThatWereNotAsked() {
    QFETCH(const bool, behindFollower);
    const std::size_t leader = *ensemble().awaitLeader();
    std::vector<std::string> config = memberLines();
    if (behindFollower) {
        const std::size_t follower = (leader + 1) % 3;
        config.push_back("observerMasterPort=" + std::to_string(ScriptedServer::unusedPort()));
        ensemble().kill(follower);
        std::ofstream(ensemble().directory(follower) + "/zoo.cfg", std::ios::app) << config.back() << '\n';
        QVERIFY(ensemble().restart(follower));
    }
    const auto observer = startObserver(config);
    QVERIFY2(observer, observer ? "" : describe(observer.error()).c_str());
    RawClient holder((*observer)->connectString() + m_chroot, 20s);
    holder.queue("/lock", kWaiterName);
    const auto isRead = [&](const ClusterAssessment& seen) {
        const SessionView* const session = sessionIn(seen, holder.id());
        return session && std::ranges::all_of(seen.sample->servers, [](const ServerReport& server) {
                   return server.listedBefore.has_value() && !server.hasUnlistedConnections;
               });
    };
    {
        GhostWatch ghosts;
        ClusterWatch watch(plan(leader), ghosts.sink());
        const auto seen = watch.await(isRead);
        QVERIFY(seen);
        QCOMPARE(sessionIn(*seen, holder.id())->state, SessionState::Unknown);
        QCOMPARE(sessionIn(*seen, holder.id())->doubt, SessionDoubt::NotAsked);
        QVERIFY(!ghosts.hasSeen());
    }
    ClusterWatch::Plan all = plan(leader);
    all.servers.push_back({"127.0.0.1", (*observer)->port()});
    ClusterWatch watch(all);
    QVERIFY(watch.await([&](const ClusterAssessment& seen) {
        const SessionView* const session = sessionIn(seen, holder.id());
        return session && session->state == SessionState::Connected &&
               session->server == (*observer)->connectString();
    }));
}

LOCKSCOPE_TEST(TestLiveness)
#include "tst_liveness.moc"
