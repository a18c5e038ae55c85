// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cluster/server_counters.h"
#include "live_session.h"
#include "test_cluster.h"
#include "test_program.h"

using namespace lockcore;

namespace {

CounterSource sourceOf(const LocalCluster& server) {
    CounterSource source;
    source.servers = {{"127.0.0.1", server.port()}};
    return source;
}

void ask(LiveSession& session, int times) {
    for (int i = 0; i < times; ++i)
        (void)session.await<Stat>(
            [](Session& asked, Completion<Stat> done) { asked.exists("/none", {}, std::move(done)); });
}

}  // namespace

/// What servers tell of their counters.
class ServerCountersTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void countsRequestsOfARealServer() {
        auto& server = TestCluster::instance().server();
        LiveSession session(freshCluster());
        const CounterReading before = readCounters(sourceOf(server), {});
        QVERIFY2(before.packets, before.whyNot.c_str());
        QVERIFY(before.woken);
        QVERIFY(before.watches);
        QVERIFY(before.connections && *before.connections >= 1);
        QVERIFY(before.version.starts_with("3."));
        QCOMPARE(before.questions, std::uint64_t{1});
        constexpr int kRequests = 50;
        ask(session, kRequests);
        const CounterReading after = readCounters(sourceOf(server), {});
        const std::uint64_t more = *after.packets - *before.packets;
        QVERIFY2(more >= kRequests && more <= kRequests + 10, std::to_string(more).c_str());
    }

    void countsWatchesThatFire() {
        auto& server = TestCluster::instance().server();
        LiveSession session(freshCluster());
        const CounterReading before = readCounters(sourceOf(server), {});
        (void)session.await<Stat>([](Session& asked, Completion<Stat> done) {
            asked.exists(
                "/watched", [](WatchEvent) {}, std::move(done));
        });
        QVERIFY(*readCounters(sourceOf(server), {}).watches > *before.watches);
        (void)session.await<CreatedNode>([](Session& asked, Completion<CreatedNode> done) {
            asked.create("/watched", {}, NodeKind::Persistent, std::move(done));
        });
        QCOMPARE(*readCounters(sourceOf(server), {}).woken, *before.woken + 1);
    }

    void adminServerTellsTheSame() {
        auto& server = TestCluster::instance().server();
        CounterSource source = sourceOf(server);
        source.adminUrl = server.adminUrl();
        source.asksAdmin = true;
        const CounterReading told = readCounters(source, {});
        QVERIFY2(told.packets && told.woken && told.watches, told.whyNot.c_str());
        QCOMPARE(told.questions, std::uint64_t{0});
    }

    void nobodyThereIsSaid() {
        CounterSource source;
        source.servers = {{"127.0.0.1", 1}};
        const CounterReading told = readCounters(source, {});
        QVERIFY(!told.packets && !told.woken && !told.watches);
        QVERIFY2(told.whyNot.starts_with("127.0.0.1:1 does not run"), told.whyNot.c_str());
    }

    void oldServersDoNotCountWhatFires() {
        const CounterReading told = countersInWord(
            "zk_version\t3.5.9-1234, built on 1\nzk_packets_received\t12\nzk_watch_count\t3\n");
        QCOMPARE(told.packets, std::optional<std::uint64_t>(12));
        QCOMPARE(told.version, std::string("3.5.9"));
        QVERIFY(!told.woken);
        QVERIFY(!told.whyNot.empty());
    }

    void whatOneLacksNobodyHas() {
        const CounterReading all =
            sumOf({{.packets = 3, .woken = 2, .watches = 1}, {.packets = 4, .watches = 5}});
        QCOMPARE(all.packets, std::optional<std::uint64_t>(7));
        QCOMPARE(all.watches, std::optional<std::uint64_t>(6));
        QVERIFY(!all.woken);
    }

    void oneThatBeganAnewIsSeenThoughTheOthersHaveCountedMore() {
        const CounterReading before = sumOf({{.packets = 300}, {.packets = 10}});
        QVERIFY(hasBegunAnew(before, sumOf({{.packets = 20}, {.packets = 900}})));
        QVERIFY(!hasBegunAnew(before, sumOf({{.packets = 301}, {.packets = 10}})));
        QVERIFY(!hasBegunAnew(before, sumOf({CounterReading{}, {.packets = 10}})));
    }

    void prometheusNumbersAreRead() {
        QCOMPARE(countersInWord("zk_packets_received\t22.0\n").packets, std::optional<std::uint64_t>(22));
        QVERIFY(!countersInWord("zk_packets_received\t-1\n").packets);
        QVERIFY(!countersInWord("zk_packets_received\tnan\n").packets);
        QVERIFY(!countersInMonitor("[]").packets);
        QVERIFY(!countersInMonitor("{").packets);
    }
};

LOCKSCOPE_TEST(ServerCountersTest)
#include "tst_server_counters.moc"
