// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "awaited_run.h"
#include "test_program.h"

#include <lockcore/lab/checks.h>
#include <lockcore/lab/scenario.h>

#include <QDir>
#include <QFile>

#include <algorithm>

using namespace lockcore;

namespace {

Result<Scenario> scenarioNamed(const QString& name) {
    QFile file(QStringLiteral(SCENARIOS "/") + name);
    if (!file.open(QIODevice::ReadOnly)) return fail(ErrorCode::Io, "reading a scenario", name.toStdString());
    return parseScenario(file.readAll().toStdString(), name.toStdString());
}

LabPlace placeOf(const ScenarioPlan& plan, const std::string& name) {
    LabPlace place;
    place.own = LabServersOptions{};
    place.own->count = plan.cluster.servers;
    place.own->server.tickTime = plan.cluster.tick;
    place.own->nextNumbers = plan.cluster.nextNumbers;
    place.scenario = name;
    place.looksForFindings = std::ranges::any_of(
        plan.checks, [](const LabCheck& check) { return check.that.starts_with("finding."); });
    return place;
}

/// Plays it, and ends the run.
Result<LabReport> played(const Scenario& scenario) {
    const ScenarioPlan& plan = scenario.plan(ScenarioSize::Small);
    AwaitedRun run(placeOf(plan, scenario.name), {}, LabPrograms::in(LAB_PROGRAMS));
    const auto begun = run.begin();
    if (!begun) return tl::unexpected(begun.error());
    std::unique_ptr<ScenarioPlay> play;
    auto report = awaited<LabReport>([&](auto done) {
        run.run().loop().post([&, done] {
            play = std::make_unique<ScenarioPlay>(run.run(), run.run().loop(), scenario, ScenarioSize::Small);
            play->play([](const PlayStep&) {}, done);
        });
    });
    run.run().loop().post([&] { play.reset(); });
    const auto ended = run.end();
    if (!report || !ended) return report;
    report->leftBehind = ended->leftBehind;
    report->checks = outcomesOf(plan.checks, *report);
    return report;
}

QByteArray lineOf(const LabCheck& check, const CheckOutcome& outcome) {
    const std::string_view kind = checkOutcomeName(outcome.kind);
    return QByteArray(kind.data(), static_cast<qsizetype>(kind.size())) + ' ' +
           QByteArray::fromStdString(check.that + ' ' + check.of.phase + ' ' + check.of.lock +
                                     check.of.group + check.of.registerName + check.of.who + ' ' +
                                     outcome.measured + outcome.why);
}

}  // namespace

/// Each scenario that is shipped, small, on real servers: what it promises is seen.
class ScenariosTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsWhatItPromises_data() {
        QTest::addColumn<QString>("file");
        const QStringList files =
            QDir(QStringLiteral(SCENARIOS)).entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Name);
        for (const QString& file : files)
            if (file != QStringLiteral("scenario.schema.json"))
                QTest::newRow(qPrintable(file.chopped(5))) << file;
    }

    void showsWhatItPromises() {
        QFETCH(QString, file);
        const auto scenario = scenarioNamed(file);
        QVERIFY2(scenario, scenario ? "" : describe(scenario.error()).c_str());
        const auto programs = LabPrograms::in(LAB_PROGRAMS).programs;
        for (const ClientLibrary library : scenario->needs)
            if (!programs.at(library).command) QSKIP(programs.at(library).whyNot.c_str());
        const auto report = played(*scenario);
        QVERIFY2(report, report ? "" : describe(report.error()).c_str());
        QByteArray told;
        for (const MissedStep& step : report->missed)
            told += "in vain: " + QByteArray::fromStdString(step.phase + ": " + step.what) + '\n';
        for (const std::string& what : report->notMeasured)
            told += "not measured: " + QByteArray::fromStdString(what) + '\n';
        const auto& checks = scenario->plan(ScenarioSize::Small).checks;
        bool isHeld = report->missed.empty();
        for (const CheckOutcome& outcome : report->checks) {
            const LabCheck& check = checks[outcome.check];
            told += lineOf(check, outcome) + '\n';
            // Nobody looks on here.
            const bool isOfWindow = check.that == "frozen-shown-after";
            isHeld = isHeld && (outcome.kind == CheckOutcome::Kind::Held || isOfWindow);
        }
        QVERIFY2(isHeld, told.constData());
        if (qEnvironmentVariableIsSet("LOCKSCOPE_SHOW_CHECKS")) qInfo("%s", told.constData());
    }
};

LOCKSCOPE_TEST(ScenariosTest)
#include "tst_scenarios.moc"
