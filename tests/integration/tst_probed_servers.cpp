// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "probed.h"
#include "test_program.h"
#include "three_servers.h"

using namespace lockcore;
using namespace std::chrono_literals;

/// A probe of three servers.
class ProbedServersTest : public QObject {
    Q_OBJECT

    static std::vector<std::string> rootNodes() {
        LiveSession session(ensemble().connectString());
        const auto children = session.await<ChildList>(
            [](Session& asked, Completion<ChildList> done) { asked.children("/", {}, std::move(done)); });
        return children ? children->names : std::vector<std::string>();
    }

private Q_SLOTS:
    void cleanup() {
        QVERIFY(ensemble().restartAll());
        // A server that has just come back may be behind.
        QTRY_COMPARE_WITH_TIMEOUT(rootNodes(), std::vector<std::string>{"zookeeper"}, kServerPatienceMs);
    }

    void measuresEachOfThem() {
        const auto report = probed(planOn(ensemble().connectString(), 10));
        QVERIFY2(report, report ? "" : describe(report.error()).c_str());
        QCOMPARE(report->servers.size(), std::size_t{3});
        for (std::size_t server = 0; server < 3; ++server) {
            const auto& row = report->servers[server];
            QCOMPARE(row.server, ensemble().connectString(server));
            QVERIFY2(!row.problem, row.problem ? describe(*row.problem).c_str() : "");
            QCOMPARE(row.cycles, std::size_t{10});
            QCOMPARE(row.handoff.count(), std::uint64_t{10});
        }
        QVERIFY(report->left.empty());
    }

    void tellsWhichOneIsDown() {
        ensemble().kill(1);
        QVERIFY(ensemble().awaitLeader());
        auto plan = planOn(ensemble().connectString(), 5);
        plan.most = 15s;
        const auto report = probed(plan);
        QVERIFY2(report, report ? "" : describe(report.error()).c_str());
        QCOMPARE(report->servers.size(), std::size_t{3});
        QVERIFY(report->servers[1].problem);
        QCOMPARE(report->servers[1].cycles, std::size_t{0});
        for (const std::size_t server : {0U, 2U}) {
            const auto& row = report->servers[server];
            QVERIFY2(!row.problem, row.problem ? describe(*row.problem).c_str() : "");
            QCOMPARE(row.cycles, std::size_t{5});
        }
        QVERIFY(report->left.empty());
    }
};

LOCKSCOPE_TEST(ProbedServersTest)
#include "tst_probed_servers.moc"
