// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cluster_watch.h"
#include "peer.h"
#include "raw_client.h"
#include "test_program.h"
#include "three_servers.h"

#include <QRegularExpression>

#include <algorithm>
#include <fstream>
#include <iterator>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

const std::string kOldLock = "/old";
const std::string kNewLock = "/new";
const std::string kLaggingName = "_c_00000000-0000-0000-0000-000000000001-lock-";

/// Where a member listens to its followers and to elections, as the configuration of all has it.
struct MemberPorts {
    int followers = 0;
    QString elections = {};
};

MemberPorts portsOf(const LocalEnsemble& servers, std::size_t member) {
    std::ifstream file(servers.directory(member) + "/zoo.cfg");
    const std::string config{std::istreambuf_iterator<char>(file), {}};
    const QRegularExpression line(
        QStringLiteral("server\\.%1=127\\.0\\.0\\.1:(\\d+):(\\d+)").arg(member + 1));
    const auto match = line.match(QString::fromStdString(config));
    return {match.captured(1).toInt(), match.captured(2)};
}

bool lists(const ClusterAssessment& seen, const std::string& path) {
    return std::ranges::count(seen.sample->catalog->locks, path, &DiscoveredLock::path) > 0;
}

const Gap* lagOf(const ClusterAssessment& seen) {
    if (!seen.coverage) return nullptr;
    const auto found = std::ranges::find(seen.coverage->gaps, GapKind::LaggingSource, &Gap::kind);
    return found == seen.coverage->gaps.end() ? nullptr : &*found;
}

const Finding* lagFinding(const ClusterAssessment& seen) {
    const auto found = std::ranges::find(seen.findings, FindingKind::ServerLag, &Finding::kind);
    return found == seen.findings.end() ? nullptr : &*found;
}

}  // namespace

/// A follower that serves, and whose leader it hears nothing of for a while.
class TestServerLag : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void followerThatIsBehindIsNotTheTruth();
};

/// What it lists was true when it heard of its leader last. A server gives its leader up after ten ticks.
void TestServerLag::followerThatIsBehindIsNotTheTruth() {
    LocalClusterOptions options;
    options.tickTime = 3s;
    const auto started = LocalEnsemble::start(3, options);
    QVERIFY2(started, started ? "" : describe(started.error()).c_str());
    LocalEnsemble& servers = **started;
    const std::size_t leader = *servers.awaitLeader();
    const std::size_t follower = (leader + 1) % 3;
    const MemberPorts ports = portsOf(servers, leader);
    QVERIFY(ports.followers > 0);
    const auto line = Peer::delayProxy(ports.followers, 0);
    QVERIFY(line);
    const QString port = line->hear();
    servers.kill(follower);
    std::ofstream(servers.directory(follower) + "/zoo.cfg", std::ios::app)
        << "server." << leader + 1 << "=127.0.0.1:" << port.toStdString() << ':'
        << ports.elections.toStdString() << '\n';
    QVERIFY(servers.restart(follower));
    QCOMPARE(*servers.awaitLeader(), leader);

    RawClient client(servers.connectString(leader), 40s);
    const std::string held = client.queue(kOldLock, kLaggingName);
    const ClusterWatch::Plan plan{.connect = servers.connectString(follower),
                                  .adminUrl = "http://{host}:1/commands",
                                  .servers = parseConnectString(servers.connectString())->servers,
                                  .interval = 1s};
    {
        ClusterWatch watch(plan);
        const auto well = watch.awaitFindings("");
        QVERIFY(well);
        QVERIFY(lists(*well, kOldLock) && !lagOf(*well));
        QCOMPARE(well->sample->catalog->server, servers.connectString(follower));

        line->freeze();
        client.remove(kOldLock + '/' + held);
        client.queue(kNewLock, kLaggingName);
        const auto behind =
            watch.await([](const ClusterAssessment& seen) { return lagFinding(seen) && lagOf(seen); });
        line->thaw();
        QVERIFY(behind);
        QCOMPARE(lagFinding(*behind)->server, servers.connectString(follower));
        QVERIFY(lagFinding(*behind)->duration && *lagFinding(*behind)->duration >= 5s);
        QCOMPARE(lagOf(*behind)->server, servers.connectString(follower));
        // What it lists is shown, and said to be no more than that.
        QVERIFY(lists(*behind, kOldLock) && !lists(*behind, kNewLock));
        QVERIFY(behind->coverage->lacks(Aspect::Locks));
    }
    ClusterWatch watch(plan);
    const auto again = watch.await([](const ClusterAssessment& seen) {
        return lists(seen, kNewLock) && !lagFinding(seen) && !lagOf(seen);
    });
    QVERIFY(again);
    QCOMPARE(again->sample->catalog->server, servers.connectString(follower));
}

LOCKSCOPE_TEST(TestServerLag)
#include "tst_server_lag.moc"
