// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "test_program.h"

#include <lockcore/lab/checks.h>

#include <algorithm>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

/// A report in which everything is something.
LabReport fullReport() {
    LockReport lock;
    lock.lock = "orders";
    lock.grants = 3;
    lock.inversions = 1;
    lock.jain = 0.75;
    for (const Duration wait : {10ms, 20ms, 40ms})
        lock.waits.add(wait);
    lock.longestWithoutGrant = 1500ms;
    lock.mostBelievers = 2;
    lock.order.grants = 3;
    lock.order.last = {{"1", 1, false, false}, {"2", 2, true, true}};
    lock.orphans = 1;

    GroupReport group;
    group.group = "clients";
    group.contenders = 4;
    group.grants = 3;
    group.holds.add(5ms);
    group.failures["NoAuth"] = 2;

    RegisterReading reading;
    reading.name = "orders";
    reading.entries = {{7, 1, Zxid{0x1'0000'0005}, 1, RegisterCheck::Token},
                       {8, 2, Zxid{-3}, kNoNumber, RegisterCheck::None}};
    reading.stale = 1;

    PhaseReport phase;
    phase.name = "queue";
    phase.end = PhaseEnd::TimeUp;
    phase.took = 2s;
    phase.locks = {lock};
    phase.groups = {group};
    phase.registers = {reading};
    phase.servers.requests = 12;
    phase.servers.whyNot = "too old";
    phase.mostBelievers = 2;
    phase.moments = {{LabMoment::Kind::Frozen, 1s, "clients#1", "a \"text\"", 3000ms, true}};
    phase.findings.emplace()["ghost-holder"] = 1;
    phase.locks[0].mostWaiting = 7;
    phase.groups[0].mostWaiting = 6;
    phase.servers.othersRequests = 99;
    phase.heldBack = 5;
    phase.acquiresPerSecond = 200;
    phase.wasSilent = true;
    phase.unreadRegisters["ledger"] = "somebody \"else\"";

    LabReport report;
    report.scenario = "fair-queue";
    report.size = "small";
    report.seed = 0xffff'ffff'ffff'fffe;
    report.contenders = 40;
    report.cluster = {false, 3, "3.9.2", "a:2181"};
    report.phases = {phase};
    report.checks = {{0, CheckOutcome::Kind::Held, "3", ""}, {1, CheckOutcome::Kind::NotChecked, "", "why"}};
    report.missed = {{"queue", 2, "when granted first#1"}};
    report.notMeasured = {"woken watches"};
    report.leftBehind = std::vector<std::string>{"/lockscope-lab/x"};
    report.rootKeptBy = {"/lockscope-lab/theirs"};
    report.removalFailed = true;
    return report;
}

/// The row of a measure; one without numbers where there is none.
MeasureRow rowOf(const std::vector<MeasureRow>& rows, const std::string& kind, const std::string& that) {
    const auto found = std::ranges::find_if(
        rows, [&](const MeasureRow& row) { return row.ofKind == kind && row.that == that; });
    return found == rows.end() ? MeasureRow{} : *found;
}

}  // namespace

/// Reports as files and as numbers side by side.
class TestLabReport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void comesBackFromItsJson() {
        const LabReport report = fullReport();
        const std::string json = labReportToJson(report);
        const auto again = labReportFromJson(json, "a.json");
        QVERIFY2(again.has_value(), again ? "" : (again.error().path + ": " + again.error().what).c_str());
        QCOMPARE(labReportToJson(*again), json);
        QCOMPARE(again->seed, report.seed);
        QVERIFY(again->contenders == report.contenders);
        const PhaseReport& phase = again->phases.at(0);
        QVERIFY(phase.end == PhaseEnd::TimeUp);
        QVERIFY(phase.moments == report.phases[0].moments);
        QVERIFY(phase.registers[0].entries == report.phases[0].registers[0].entries);
        QVERIFY(phase.locks[0].order == report.phases[0].locks[0].order);
        QVERIFY(phase.locks[0].orphans == std::optional<std::uint64_t>(1));
        QVERIFY(!phase.locks[0].behindOwnSession);
        QVERIFY(!phase.servers.woken);
        QVERIFY(again->checks == report.checks);
        QVERIFY(again->missed == report.missed);
        QVERIFY(again->leftBehind == report.leftBehind);
        QVERIFY(again->rootKeptBy == report.rootKeptBy);
        QVERIFY(phase.locks[0].mostWaiting == std::optional<std::uint64_t>(7));
        QVERIFY(phase.groups[0].mostWaiting == std::optional<std::uint64_t>(6));
        QVERIFY(phase.servers.othersRequests == std::optional<std::uint64_t>(99));
        QCOMPARE(phase.heldBack, std::uint64_t{5});
        QCOMPARE(phase.acquiresPerSecond, 200.0);
        QVERIFY(again->removalFailed);
        QVERIFY(phase.wasSilent);
        QVERIFY(phase.unreadRegisters == report.phases[0].unreadRegisters);
    }

    void whatWasNotMeasuredIsNotThere() {
        LabReport report = fullReport();
        report.leftBehind.reset();
        report.contenders.reset();
        report.phases[0].findings.reset();
        const auto again = labReportFromJson(labReportToJson(report), "a.json");
        QVERIFY(again.has_value());
        QVERIFY(!again->leftBehind);
        QVERIFY(!again->contenders);
        QVERIFY(!again->phases.at(0).findings);
    }

    void refusesWhatIsNoReport_data() {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<QByteArray>("place");
        const auto row = [](const char* from, const char* to, const char* place) {
            QTest::newRow(place) << QByteArray(from) << QByteArray(to) << QByteArray(place);
        };
        row("\"format\": 1", "\"format\": 2", "a.json, format");
        row("\"time-up\"", "\"late\"", "a.json, phases[0].end");
        row("\"jain\": 0.75", "\"jain\": 7", "a.json, phases[0].locks[0].jain");
        row("\"frozen\"", "\"warm\"", "a.json, phases[0].moments[0].kind");
        row("\"not-checked\"", "\"fine\"", "a.json, checks[1].outcome");
        row("\"seed\": \"18446744073709551614\"", "\"seed\": 1", "a.json, seed");
        row("\"token\"", "\"tokens\"", "a.json, phases[0].registers[0].entries[0][4]");
        row("{", "", "a.json, line");
    }

    void refusesWhatIsNoReport() {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QFETCH(QByteArray, place);
        QByteArray json = QByteArray::fromStdString(labReportToJson(fullReport()));
        const qsizetype at = json.indexOf(from);
        QVERIFY(at >= 0);
        json.replace(at, from.size(), to);
        const auto report = labReportFromJson(json.toStdString(), "a.json");
        QVERIFY(!report);
        QVERIFY(report.error().code == ErrorCode::BadFormat);
        const QByteArray told = QByteArray::fromStdString(report.error().path);
        QVERIFY2(told.startsWith(place), told.constData());
    }

    void csvIsALineForEachMeasure() {
        LabReport report = fullReport();
        report.phases[0].name = "=1,\"2\"";
        const QByteArray csv = QByteArray::fromStdString(labReportToCsv(report));
        const QList<QByteArray> lines = csv.split('\n');
        QVERIFY(lines.at(0).startsWith("scenario,seed,phase,kind,name,measure,unit,value"));
        QVERIFY(lines.at(1).endsWith('\r'));
        const QByteArray begin = "fair-queue,18446744073709551614,\"'=1,\"\"2\"\"\",";
        QVERIFY2(csv.contains(begin + "lock,orders,inversions,count,1\r\n"), csv.constData());
        QVERIFY(csv.contains(begin + "lock,orders,wait.max,ns,40000000\r\n"));
        QVERIFY(csv.contains(begin + "lock,orders,jain,ratio,0.75\r\n"));
        QVERIFY(csv.contains(begin + "phase,,woken-per-grant,ratio,\r\n"));
    }

    void twoRunsStandSideBySide() {
        const LabReport first = fullReport();
        LabReport second = fullReport();
        second.phases[0].locks[0].inversions = 5;
        second.phases[0].groups[0].group = "others";
        const auto rows = sideBySide(first, second);
        const MeasureRow inversions = rowOf(rows, "lock", "inversions");
        QVERIFY(inversions.first == std::optional<double>(1));
        QVERIFY(inversions.second == std::optional<double>(5));
        const auto alone = [&](const char* group) {
            const auto found = std::ranges::find_if(rows, [&](const MeasureRow& row) {
                return row.ofKind == "group" && row.of == group && row.that == "grants";
            });
            return found == rows.end() ? MeasureRow{} : *found;
        };
        QVERIFY(alone("clients").first && !alone("clients").second);
        QVERIFY(!alone("others").first && alone("others").second);
        QVERIFY(rows.size() > measuresOf(first).size());
        const std::string csv = sideBySideToCsv(rows);
        QVERIFY(csv.starts_with("phase,kind,name,measure,unit,first,second,ratio\r\n"));
        QVERIFY2(csv.find("queue,lock,orders,inversions,count,1,5,5\r\n") != std::string::npos, csv.c_str());
        QVERIFY(csv.find("queue,group,clients,grants,count,3,,\r\n") != std::string::npos);
        const std::string json = sideBySideToJson({inversions, alone("others")});
        QVERIFY2(json.find("\"ratio\": 5.0") != std::string::npos, json.c_str());
        QVERIFY(json.find("\"first\": null") != std::string::npos);
    }

    void aRatioNeedsTwoNumbers() {
        MeasureRow row{.phase = "queue", .that = "grants", .first = 4, .second = 10};
        QVERIFY(ratioOf(row) == std::optional<double>(2.5));
        row.second = 0;
        QVERIFY(ratioOf(row) == std::optional<double>(0));
        row.first = 0;
        QVERIFY(!ratioOf(row));
        row.first.reset();
        QVERIFY(!ratioOf(row));
        row = {.phase = "queue",
               .that = "learned-before-write",
               .unit = MeasureUnit::Truth,
               .first = 1,
               .second = 1};
        QVERIFY(!ratioOf(row));
    }

    void numbersReadTheSameInAllLanguages() {
        QCOMPARE(measureText(41, MeasureUnit::Count), std::string("41"));
        QCOMPARE(measureText(1.254, MeasureUnit::Ratio), std::string("1.25"));
        QCOMPARE(measureText(12.5e6, MeasureUnit::Time), std::string("12.5 ms"));
        QCOMPARE(measureText(1.5e9, MeasureUnit::Time), std::string("1.50 s"));
        QCOMPARE(measureText(120e3, MeasureUnit::Time), std::string("120 µs"));
        QCOMPARE(measureText(1, MeasureUnit::Truth), std::string("yes"));
    }

    void theVerdictIsOfTheWorst() {
        LabReport report;
        QVERIFY(verdictOf(report) == LabVerdict::NotChecked);
        report.checks = {{0, CheckOutcome::Kind::Held, "1", ""}};
        QVERIFY(verdictOf(report) == LabVerdict::Shown);
        report.checks.push_back({1, CheckOutcome::Kind::NotChecked, "", "why"});
        QVERIFY(verdictOf(report) == LabVerdict::NotChecked);
        report.checks.push_back({2, CheckOutcome::Kind::Broken, "1", ""});
        QVERIFY(verdictOf(report) == LabVerdict::NotShown);
        report.checks.clear();
        report.missed = {{"queue", 0, "step"}};
        QVERIFY(verdictOf(report) == LabVerdict::NotShown);
        report.contenders = 50;
        QVERIFY(verdictOf(report) == LabVerdict::NotChecked);
        report.wasCancelled = true;
        QVERIFY(verdictOf(report) == LabVerdict::NotChecked);
    }
};

LOCKSCOPE_TEST(TestLabReport)
#include "tst_lab_report.moc"
