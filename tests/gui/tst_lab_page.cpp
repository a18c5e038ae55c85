// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/lab_page.h"
#include "lab/lab_pictures.h"
#include "lab/scenarios.h"
#include "report/page_html.h"
#include "test_program.h"

#include <QRegularExpression>

using namespace lockscope;
using namespace std::chrono_literals;

namespace {

lockcore::Distribution times(std::initializer_list<lockcore::Duration> all) {
    lockcore::Distribution distribution;
    for (const auto time : all)
        distribution.add(time);
    return distribution;
}

/// Of the scenario fair-queue, in which one was overtaken.
lockcore::LabReport playedReport() {
    lockcore::LockReport lock;
    lock.lock = "orders";
    lock.grants = 3;
    lock.inversions = 1;
    lock.jain = 0.75;
    lock.waits = times({10ms, 20ms, 40ms});
    lock.holds = times({5ms, 5ms});
    lock.order = lockcore::grantOrder({{"1", lockcore::Zxid{1}, false, 0, 1},
                                       {"3", lockcore::Zxid{3}, false, 0, 2},
                                       {"2", lockcore::Zxid{2}, false, 0, 3}});
    lockcore::GroupReport group;
    group.group = "clients";
    group.contenders = 4;
    group.grants = 30;
    group.failures["NoAuth"] = 2;
    group.holdsWithoutWrites = 5;
    lockcore::RegisterReading reading;
    reading.name = "stock";
    reading.entries.resize(2);
    reading.stale = 7;
    lockcore::PhaseReport phase;
    phase.name = "queue";
    phase.took = 2s;
    phase.locks = {lock};
    phase.groups = {group};
    phase.registers = {reading};
    phase.servers.requests = 120;
    phase.servers.whyNot = "too old";
    phase.mostBelievers = 2;
    lockcore::LabReport report;
    report.scenario = "fair-queue";
    report.seed = 4711;
    report.cluster = {true, 1, "3.9.2", {}};
    report.phases = {phase};
    report.notMeasured = {"woken watches"};
    report.leftBehind = std::vector<std::string>{};
    return report;
}

QString pageOf(const lockcore::LabReport& report, const std::optional<lockcore::Scenario>& scenario) {
    return QString::fromUtf8(
        pageHtml(labPage(report, scenario, lockcore::ScenarioSize::Small, reportLook())));
}

/// What comes after what, as a reader of the page finds it.
QStringList headingsOf(const QString& page) {
    static const QRegularExpression heading(QStringLiteral("<h2>([^<]*)</h2>"));
    QStringList texts;
    for (auto found = heading.globalMatch(page); found.hasNext();)
        texts << found.next().captured(1);
    return texts;
}

}  // namespace

/// The report of a run of the lab as a page, and its pictures.
class TestLabPage : public QObject {
    Q_OBJECT

    std::optional<lockcore::Scenario> m_scenario;

private Q_SLOTS:
    void initTestCase() {
        const auto scenario = scenarioNamed(QStringLiteral("fair-queue"));
        QVERIFY(scenario.has_value());
        m_scenario = *scenario;
    }

    void tellsInOrderWhatARunCameTo() {
        lockcore::LabReport report = playedReport();
        report.checks = lockcore::outcomesOf(m_scenario->small.checks, report);
        const QString page = pageOf(report, m_scenario);
        QCOMPARE(headingsOf(page), QStringList({QStringLiteral("What was shown"),
                                                QStringLiteral("Order of arrival against order of grants"),
                                                QStringLiteral("Waits, holds and handoffs"),
                                                QStringLiteral("Throughput, and what it cost the servers"),
                                                QStringLiteral("Violations"), QStringLiteral("What is left"),
                                                QStringLiteral("What is not known")}));
        for (const char* text :
             {"Seed: 4711", "ZooKeeper 3.9.2, 1 server(s) of its own", "Not all that it promises was seen.",
              "<td>broken</td><td>Nobody was overtaken", "Unfair: 1 of 3 grants overtook an earlier arrival",
              "<td class=\"number\">0.75</td>", "<td>Waits</td><td class=\"number\">3</td>", "NoAuth",
              "<td class=\"number\">4.00</td>", "too old", "<td class=\"number\">7</td>",
              "2 clients believed at one time", "all that it made was removed",
              "Not measured: woken watches.", "clients wrote nothing in 5 round(s): a phase may"})
            QVERIFY2(page.contains(QLatin1String(text)), text);
        QCOMPARE(page.count(QStringLiteral("<svg ")), 2);
    }

    /// As it was played, also with another number of contenders.
    void saysHowToRepeatIt() {
        lockcore::LabReport report = playedReport();
        QVERIFY(
            pageOf(report, m_scenario)
                .contains(QStringLiteral("<li>To repeat it: lockscope lab run fair-queue --seed 4711</li>")));
        report.contenders = 77;
        report.cluster = {false, 3, "3.9.2", "zk1:2181"};
        const QString page = pageOf(report, m_scenario);
        QVERIFY(page.contains(QStringLiteral("--seed 4711 --contenders 77 --connect zk1:2181</li>")));
        QVERIFY(page.contains(QStringLiteral("ZooKeeper 3.9.2, 3 server(s), at zk1:2181")));
    }

    /// A server, or a file, may have called something anything.
    void namesAreText() {
        lockcore::LabReport report = playedReport();
        report.phases[0].name = "<script>%1\x01";
        report.phases[0].locks[0].lock = "<b onload=1>";
        report.cluster.version = "<i>";
        const QString page = pageOf(report, m_scenario);
        for (const char* text : {"<script", "<b ", "<i>"})
            QVERIFY2(!page.contains(QLatin1String(text)), text);
        QVERIFY(page.contains(QStringLiteral("&lt;script&gt;%1\\x01")));
    }

    void whatIsNotThereIsSaid() {
        const QString page = pageOf({}, std::nullopt);
        for (const char* text :
             {"a free run", "No lock was asked for.", "Nothing was granted.", "No phase was played.",
              "No register was written to", "was still being removed"})
            QVERIFY2(page.contains(QLatin1String(text)), text);
        QVERIFY(!page.contains(QStringLiteral("<svg ")));
        lockcore::LabReport report = playedReport();
        report.leftBehind = std::vector<std::string>{"/lockscope-lab/x"};
        report.phases[0].locks[0].waits = {};
        report.phases[0].locks[0].holds = {};
        report.phases[0].servers = {};
        const QString other = pageOf(report, std::nullopt);
        QVERIFY(other.contains(QStringLiteral("/lockscope-lab/x could not be removed.")));
        QVERIFY(other.contains(QStringLiteral("<td class=\"number\">–</td>")));
    }

    /// Nothing is loaded or run, and whoever reads in the dark is not blinded.
    void standsAlone() {
        const QString page = pageOf(playedReport(), m_scenario);
        QVERIFY(page.contains(QStringLiteral("prefers-color-scheme:dark")));
        QVERIFY(page.contains(QStringLiteral("default-src 'none'")));
        for (const char* text : {"<script", "<link", "<img", " src="})
            QVERIFY2(!page.contains(QLatin1String(text)), text);
    }

    void timesFallIntoRoundBins() {
        const TimeBins bins = timeBins({times({12ms, 12ms, 90ms, 190ms}), times({40ms})}, 10);
        QCOMPARE(bins.from, lockcore::Duration(10ms));
        QCOMPARE(bins.to, lockcore::Duration(200ms));
        QCOMPARE(bins.shares.size(), std::size_t{2});
        double all = 0;
        for (const double share : bins.shares[0])
            all += share;
        QVERIFY(std::abs(all - 1) < 1e-9);
        QCOMPARE(bins.shares[0].front(), 0.5);
        QCOMPARE(bins.shares[0].back(), 0.25);
        QCOMPARE(bins.greatest(), 1.0);
        QVERIFY(timeBins({{}}, 10).greatest() == 0);
        // All the same, at a round time.
        const TimeBins one = timeBins({times({1ms})}, 10);
        QVERIFY(one.to > one.from);
    }

    void ticksAreRoundAndFew() {
        QVERIFY(timeTicks(10ms, 200ms, 6) ==
                (std::vector<lockcore::Duration>{10ms, 20ms, 50ms, 100ms, 200ms}));
        QVERIFY(timeTicks(20us, 50s, 6) ==
                (std::vector<lockcore::Duration>{100us, 1ms, 10ms, 100ms, 1s, 10s}));
        QVERIFY(timeTicks(100ns, std::chrono::hours(20'000), 6).size() <= 6);
    }
};

LOCKSCOPE_TEST(TestLabPage)
#include "tst_lab_page.moc"
