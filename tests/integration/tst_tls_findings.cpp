// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cluster_watch.h"
#include "peer.h"
#include "test_program.h"
#include "tls_server.h"

using namespace lockcore;
using namespace std::chrono_literals;

/// Clients at a server's TLS port, which four-letter words don't list.
class TestTlsFindings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void clientsThatWordsDoNotList();
};

void TestTlsFindings::clientsThatWordsDoNotList() {
    for (const QString& problem : {TlsServer::problem(), Peer::kazooProblem()})
        if (!problem.isEmpty()) QSKIP(qPrintable(problem));
    const TestCertificates keys;
    TlsServer::Options options;
    options.cluster.tickTime = 200ms;
    const TlsServer tls(keys, options);
    const LocalCluster& server = tls.cluster();

    const auto secret = Peer::kazooOverTls(tls.connectString());
    QVERIFY(secret);
    secret->ask("lock /lock");
    QCOMPARE(secret->ask("acquire"), "ACQUIRED");
    const ClusterWatch::Plan words{
        .connect = server.connectString(), .adminUrl = "http://{host}:1/commands", .interval = 1s};
    const auto isJudged = [](const ClusterAssessment& seen) {
        const auto& report = seen.sample->servers.at(0);
        return seen.sessions.size() == 1 && report.lastZxid &&
               *report.lastZxid >= seen.sample->locks.at(0)->rows.at(0).contender->stat->czxid;
    };
    {
        ClusterWatch watch(words);
        const auto seen = watch.await(isJudged);
        QVERIFY(seen);
        QCOMPARE(textOf(seen->findings), "");
        QCOMPARE(seen->sessions[0].state, SessionState::Unknown);
        QVERIFY(seen->sample->servers[0].hasUnlistedConnections);
    }
    if (!server.adminUrl().empty()) {
        ClusterWatch watch(server, server.connectString());
        const auto seen = watch.await(isJudged);
        QVERIFY(seen);
        QCOMPARE(textOf(seen->findings), "");
        QCOMPARE(seen->sessions[0].state, SessionState::Connected);
    }
    // Nobody is left whom the words don't list, so they can be believed.
    secret->kill();
    ClusterWatch watch(words);
    QVERIFY(watch.awaitFindings("warning ghost-holder /lock"));
}

LOCKSCOPE_TEST(TestTlsFindings)
#include "tst_tls_findings.moc"
