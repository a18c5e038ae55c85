// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "found_problems.h"
#include "test_program.h"

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <utility>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

using std::chrono::milliseconds;

}  // namespace

/// Clocks and certificates of servers, and what this program itself has with them: watches and a ticket.
class TestServerFindings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void watchBudget();
    void ticketEnds();
    void certificateEnds();
    void clockSkew();
    void clockSkewOfThisMachine();
};

void TestServerFindings::watchBudget() {
    ClusterSample sample;
    sample.ownWatches = 1'000;
    QCOMPARE(problemsOf(sample), "");
    sample.ownWatches = 1'001;
    QCOMPARE(problemsOf(sample), "warning watch-budget");
    QCOMPARE(single(sample).count, std::optional<std::uint64_t>(1'001));
}

void TestServerFindings::ticketEnds() {
    ClusterSample sample;
    sample.takenAtUnixMs = 1'000'000'000;
    const auto leftFor = [&](milliseconds left) {
        sample.ownTicket = OwnTicket{"alice@REALM", sample.takenAtUnixMs + left.count()};
    };
    QCOMPARE(problemsOf(sample), "");  // needs none
    leftFor(15min + 1ms);
    QCOMPARE(problemsOf(sample), "");
    leftFor(15min);
    QCOMPARE(problemsOf(sample), "warning ticket-ends");
    QCOMPARE(single(sample).remaining, std::optional<milliseconds>(15min));
    leftFor(-1min);
    QCOMPARE(single(sample).remaining, std::optional<milliseconds>(0ms));
    sample.ownTicket = OwnTicket();
    QCOMPARE(problemsOf(sample), "warning ticket-ends none");
    QVERIFY(!single(sample).remaining);
    Thresholds shorter;
    shorter.ownTicket = 5min;
    leftFor(10min);
    QCOMPARE(problemsOf(sample, shorter), "");
}

void TestServerFindings::certificateEnds() {
    using std::chrono::days;
    ClusterSample sample = SampleBuilder().lock("/a", "M1@1").sample();
    const auto facts = [&](days server, days own) {
        TlsFacts tls;
        tls.server.untilUnixMs = sample.takenAtUnixMs + std::chrono::milliseconds(server).count();
        tls.own.emplace().untilUnixMs = sample.takenAtUnixMs + std::chrono::milliseconds(own).count();
        return tls;
    };
    const auto found = [&](days server, days own) {
        sample.servers = {ServerReport{.server = "zk1:2281", .tls = facts(server, own)}};
        QStringList texts;
        for (const Finding& finding : findProblems(sample))
            if (finding.kind == FindingKind::CertificateEnds)
                texts << QStringLiteral("%1 %2%3 %4")
                             .arg(QString::fromUtf8(severityName(finding.severity)),
                                  QString::fromStdString(finding.server),
                                  QString::fromStdString(finding.detail))
                             .arg(*finding.remaining / days(1));
        return texts;
    };
    QCOMPARE(found(days(22), days(400)), QStringList());
    QCOMPARE(found(days(21), days(400)), QStringList({"information zk1:2281 21"}));
    QCOMPARE(found(days(400), days(7)), QStringList({"warning own 7"}));
    QCOMPARE(found(days(-1), days(20)), QStringList({"warning zk1:2281 0", "information own 20"}));
    // Of one that lives for six days, two are early enough.
    sample.servers.front().tls->own.reset();
    auto& certificate = sample.servers.front().tls->server;
    certificate.fromUnixMs = sample.takenAtUnixMs - std::chrono::milliseconds(days(3)).count();
    certificate.untilUnixMs = sample.takenAtUnixMs + std::chrono::milliseconds(days(3)).count();
    QVERIFY(std::ranges::none_of(findProblems(sample), [](const Finding& finding) {
        return finding.kind == FindingKind::CertificateEnds;
    }));
    // What our session has agreed on is newer.
    TlsFacts renewed = *sample.servers.front().tls;
    certificate.untilUnixMs = sample.takenAtUnixMs;
    sample.ownServer = "zk1:2281";
    sample.ownTls = std::make_shared<const TlsFacts>(renewed);
    QVERIFY(std::ranges::none_of(findProblems(sample), [](const Finding& finding) {
        return finding.kind == FindingKind::CertificateEnds;
    }));
    sample.ownServer = "zk2:2281";
    QCOMPARE(std::ranges::count(findProblems(sample), FindingKind::CertificateEnds, &Finding::kind), 1);
    // One that says no time tells nothing.
    sample.ownTls.reset();
    sample.servers.front().tls->server.untilUnixMs = 0;
    sample.servers.front().tls->own.reset();
    QVERIFY(std::ranges::none_of(findProblems(sample), [](const Finding& finding) {
        return finding.kind == FindingKind::CertificateEnds;
    }));
}

void TestServerFindings::clockSkew() {
    SampleBuilder builder;
    for (const auto& [server, ahead] : {std::pair("zk1", 1'000), {"zk2", 1'001}, {"zk3", -3'000}})
        builder.server(server).editServer(
            [ahead = ahead](ServerReport& it) { it.clockAhead = milliseconds(ahead); });
    const auto findings = findProblems(builder.sample());
    QCOMPARE(textOf(findings), "warning clock-skew zk2, warning clock-skew zk3");
    QCOMPARE(findings[1].duration, std::optional<milliseconds>(-3s));
}

/// Servers agree with each other: one finding, of this machine.
void TestServerFindings::clockSkewOfThisMachine() {
    const auto skewOf = [](std::initializer_list<int> aheadMs) {
        SampleBuilder builder;
        for (const int ahead : aheadMs)
            builder.server("zk" + std::to_string(ahead)).editServer([ahead](ServerReport& it) {
                it.clockAhead = milliseconds(ahead);
            });
        return findProblems(builder.sample());
    };
    const auto own = skewOf({5000, 5400, 4800});
    QCOMPARE(textOf(own), "warning clock-skew own");
    QVERIFY(own[0].duration == milliseconds(-5100));
    QCOMPARE(skewOf({5000, 5400, 100}).size(), 2u);
    QCOMPARE(skewOf({5000, 15'000}).size(), 2u);
    QCOMPARE(skewOf({5000}).size(), 1u);
    QVERIFY(skewOf({5000})[0].detail.empty());
}

LOCKSCOPE_TEST(TestServerFindings)
#include "tst_server_findings.moc"
