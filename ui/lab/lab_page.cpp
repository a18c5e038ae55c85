// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/lab_page.h"

#include "lab/lab_page_parts.h"
#include "lab/lab_words.h"
#include "lab/scenarios.h"
#include "words/display_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockscope {
namespace {

using lockcore::LabReport;
using lockcore::PhaseEnd;
using lockcore::Scenario;
using lockcore::ScenarioSize;

struct LabPageText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::LabPage)
};

QString clusterSentence(const lockcore::ClusterFacts& cluster) {
    const QString version = displayText(cluster.version);
    const int servers = static_cast<int>(std::min<std::size_t>(cluster.servers, 1'000));
    return cluster.isOwn
               ? LabPageText::tr("ZooKeeper %1, %n server(s) of its own on this machine", nullptr, servers)
                     .arg(version)
               : LabPageText::tr("ZooKeeper %1, %n server(s), at %2", nullptr, servers)
                     .arg(version, displayText(cluster.connectString));
}

QString repeatCommand(const LabReport& report, const Scenario& scenario, ScenarioSize size) {
    QString command = QStringLiteral("lockscope lab run ") + displayText(scenario.name) +
                      QStringLiteral(" --seed ") + QString::number(report.seed);
    if (size == ScenarioSize::Full) command += QStringLiteral(" --full");
    if (report.contenders) command += QStringLiteral(" --contenders %1").arg(*report.contenders);
    if (!report.cluster.isOwn)
        command += QStringLiteral(" --connect %1").arg(displayText(report.cluster.connectString));
    return command;
}

PageItems headOf(const LabReport& report, const std::optional<Scenario>& scenario, ScenarioSize size) {
    PageItems items;
    if (scenario)
        items.lines << (size == ScenarioSize::Full ? LabPageText::tr("Scenario: %1, in full size")
                                                   : LabPageText::tr("Scenario: %1, small"))
                           .arg(displayText(scenario->name));
    items.lines << LabPageText::tr("Seed: %1").arg(static_cast<qulonglong>(report.seed))
                << LabPageText::tr("Cluster: %1").arg(clusterSentence(report.cluster));
    if (scenario)
        items.lines
            << LabPageText::tr("To repeat it: %1", "a command").arg(repeatCommand(report, *scenario, size));
    return items;
}

/// What did not go as its scenario says; empty where all did.
QStringList badEnds(const LabReport& report) {
    QStringList lines;
    for (const lockcore::PhaseReport& phase : report.phases) {
        const QString name = displayText(phase.name);
        if (phase.end == PhaseEnd::TimeUp)
            lines << LabPageText::tr("Phase %1 took longer than it may, and was ended.").arg(name);
        if (phase.end == PhaseEnd::Cancelled) lines << LabPageText::tr("Phase %1 was interrupted.").arg(name);
    }
    for (const lockcore::MissedStep& step : report.missed)
        lines << LabPageText::tr("In vain in phase %1: %2", "phase, step")
                     .arg(displayText(step.phase), displayText(step.what));
    return lines;
}

/// Also why not, of what was not checked.
QStringList addPromises(const LabReport& report, const Scenario& scenario, ScenarioSize size,
                        std::vector<PageBlock>& page) {
    PageTable table;
    table.columns = {{LabPageText::tr("Promise")}, {LabPageText::tr("What was measured")}};
    QStringList open;
    for (const JudgedCheck& check : judgedChecks(scenario, size, report)) {
        table.rows.push_back({labOutcomeWord(check.kind), check.text});
        if (check.kind == lockcore::CheckOutcome::Kind::NotChecked)
            open << LabPageText::tr("Not checked: %1", "a promise").arg(check.text);
    }
    if (!table.rows.empty()) page.push_back(std::move(table));
    return open;
}

QStringList addShown(const LabReport& report, const std::optional<Scenario>& scenario, ScenarioSize size,
                     std::vector<PageBlock>& page) {
    page.push_back(PageHeading{2, LabPageText::tr("What was shown")});
    if (scenario) {
        page.push_back(PageParagraph{scenarioText(scenario->look)});
        page.push_back(PageParagraph{labVerdictSentence(report)});
    } else {
        page.push_back(PageParagraph{
            LabPageText::tr("A free run: contenders were added by hand, and nothing was promised.")});
    }
    if (const QStringList ends = badEnds(report); !ends.isEmpty()) page.push_back(PageItems{ends});
    return scenario ? addPromises(report, *scenario, size, page) : QStringList();
}

}  // namespace

QString labVerdictSentence(const LabReport& report) {
    LabReport alone;  // what is left, and what was not measured, has its own place
    alone.checks = report.checks;
    alone.missed = report.missed;
    alone.wasCancelled = report.wasCancelled;
    return labVerdictLines(alone).join(QLatin1Char(' '));
}

ReportPage labPage(const LabReport& report, const std::optional<Scenario>& scenario, ScenarioSize size,
                   const ReportLook& look) {
    ReportPage page;
    page.title = scenario ? LabPageText::tr("The lab: %1", "scenario").arg(scenarioText(scenario->title))
                          : LabPageText::tr("The lab: a free run");
    page.language = reportLanguage().replace(QLatin1Char('_'), QLatin1Char('-'));
    page.blocks.push_back(PageHeading{1, page.title});
    page.blocks.push_back(headOf(report, scenario, size));
    const QStringList open = addShown(report, scenario, size, page.blocks);
    const LabNumbers numbers(report);
    addLabFairness(report, numbers, look, page.blocks);
    addLabTimes(report, look, page.blocks);
    addLabCosts(report, numbers, page.blocks);
    addLabViolations(report, page.blocks);
    addLabLeftovers(report, page.blocks);
    addLabUnknown(report, open, page.blocks);
    return page;
}

}  // namespace lockscope
