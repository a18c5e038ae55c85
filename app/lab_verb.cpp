// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab_verb.h"

#include "headless_cluster.h"
#include "json_values.h"
#include "lab_clean.h"
#include "lab_cluster.h"
#include "lab_files.h"
#include "lab_lines.h"
#include "lab_run.h"
#include "process.h"
#include "terminal.h"
#include "text_table.h"

#include "bridge/cluster_access.h"
#include "bridge/explanation.h"
#include "bridge/lab_permission.h"
#include "lab/lab_comparison.h"
#include "lab/lab_report.h"
#include "lab/lab_words.h"
#include "lab/scenarios.h"
#include "report/report_page.h"
#include "words/display_text.h"

#include <QApplication>
#include <QCoreApplication>
#include <QTimer>

#include <functional>
#include <memory>
#include <utility>

namespace lockscope {
namespace {

using Deed = LabWords::Deed;

struct LabVerb {
    Q_DECLARE_TR_FUNCTIONS(lockscope::LabVerb)
};

/// Signs in without asking anybody, and hands over what a session is opened with. Lives on the main thread.
class LabSignIn : public HeadlessCluster {
public:
    using Then = std::function<void(const lockcore::SessionOptions&)>;
    LabSignIn(const CommandLine& command, AuditLog& audit, Then then)
        : HeadlessCluster(command, audit, LabVerb::tr("Nothing was done.")), m_then(std::move(then)) {}

private:
    void openCluster() override { m_then(sessionOptions(options())); }

    const Then m_then;
};

int printScenarios(const CommandLine& command) {
    const auto scenarios = shippedScenarios();
    if (command.format == ReportFormat::Json) {
        ReportValue list = ReportValue::array();
        for (const auto& scenario : scenarios) {
            ReportValue needs = ReportValue::array();
            for (const auto library : scenario.needs)
                needs.push_back(std::string(lockcore::clientLibraryName(library)));
            list.push_back({{"name", scenario.name},
                            {"title", scenario.title.english},
                            {"look", scenario.look.english},
                            {"servers", scenario.small.cluster.servers},
                            {"ownServersOnly", scenario.small.cluster.isOwnOnly},
                            {"needs", std::move(needs)}});
        }
        (void)writeOutput(QByteArray::fromStdString(jsonText(list, JsonLayout::Pretty)));
        return kExitDone;
    }
    TextTable table;
    table.column({LabVerb::tr("Scenario")});
    table.column({LabVerb::tr("Title")});
    for (const auto& scenario : scenarios)
        table.row({{displayText(scenario.name)}, {scenarioText(scenario.title)}});
    for (const QString& line : table.lines({.width = outputWidth()}))
        printLine(line);
    printLine(LabVerb::tr("lockscope lab run SCENARIO plays one on a server of its own."));
    return kExitDone;
}

int compareReports(const CommandLine& command) {
    std::vector<ComparedRun> runs;
    for (const QString& name : command.lab.names) {
        auto report = readLabReport(name);
        if (!report) {
            printProblem(
                explainError(LabVerb::tr("The reports were not compared."), report.error()).joined());
            return kExitFailed;
        }
        runs.push_back({displayText(name.toStdString()),
                        std::make_shared<const lockcore::LabReport>(*std::move(report))});
    }
    const LabComparison both = labComparison(runs[0], runs[1]);
    const bool isForPrograms = command.format == ReportFormat::Json;
    if (isForPrograms) (void)writeOutput(QByteArray::fromStdString(lockcore::sideBySideToJson(both.rows)));
    QStringList lines = labComparisonHeading(both);
    if (!isForPrograms) lines << labCompareLines(both.rows, outputWidth());
    for (const QString& line : lines)
        isForPrograms ? printProblem(line) : printLine(line);
    if (command.output.isEmpty()) return kExitDone;
    const bool isWritten = writeLabFile(command.output,
                                        {[&] { return lockcore::sideBySideToCsv(both.rows); },
                                         [&] { return lockcore::sideBySideToJson(both.rows); },
                                         [&] { return labComparisonPage(both, reportLook()); }},
                                        LabVerb::tr("The comparison was not written."));
    return isWritten ? kExitDone : kExitFailed;
}

/// Begins `act` with a cluster that is named, or without one, and turns the event loop.
int turn(const CommandLine& command, AuditLog& audit, const LabSignIn::Then& onCluster,
         const std::function<void()>& without) {
    if (!command.connection) {
        QTimer::singleShot(0, QCoreApplication::instance(), without);
        return QCoreApplication::exec();
    }
    LabSignIn signIn(command, audit, onCluster);
    QTimer::singleShot(0, &signIn, [&signIn] { signIn.start(); });
    return QCoreApplication::exec();
}

/// Why the scenario can't be there; empty where it can.
QString whyNotThere(const CommandLine& command, const lockcore::Scenario& scenario) {
    if (!command.connection) return {};
    const auto size = command.lab.full ? lockcore::ScenarioSize::Full : lockcore::ScenarioSize::Small;
    if (scenario.plan(size).cluster.isOwnOnly)
        return LabVerb::tr("The scenario “%1” is for servers of its own: leave out --connect.")
            .arg(displayText(scenario.name));
    if (const auto refusal = labRefusal(*command.connection, command.lab.here))
        return labRefusalText(*refusal, *command.connection);
    return {};
}

/// Of an event loop that ended before there was anything to tell: that is done by an interrupt only.
int statusOfEnd(int status) {
    if (status != kExitDone) return status;
    printProblem(LabVerb::tr("Nothing was done. It was interrupted."));
    return kExitPartial;
}

QString whyNotPlayed(const lockcore::Error& error) {
    Explanation explanation = explainError(LabVerb::tr("The scenario was not played."), error);
    if (error.code == lockcore::ErrorCode::BadFormat)
        explanation.advice =
            LabVerb::tr("The schema of scenarios, scenario.schema.json, says what it may have.");
    return explanation.joined();
}

int playScenario(const CommandLine& command) {
    const auto scenario = scenarioNamed(command.lab.names.front());
    if (!scenario) {
        const bool isUnknown = scenario.error().code == lockcore::ErrorCode::NoNode;
        printProblem(isUnknown
                         ? LabVerb::tr("There is no scenario “%1”, and no file of that name. “lockscope lab "
                                       "list” tells which there are.")
                               .arg(displayText(command.lab.names.front().toStdString()))
                         : whyNotPlayed(scenario.error()));
        return isUnknown ? kExitUsage : kExitFailed;
    }
    if (const QString why = whyNotThere(command, *scenario); !why.isEmpty()) {
        printProblem(why);
        return kExitFailed;
    }
    AuditLog audit(AuditLog::defaultFile());  // never written: all that is done is to the lab's own znodes
    std::unique_ptr<LabPlayer> player;
    const auto play = [&](std::optional<lockcore::SessionOptions> foreign) {
        if (foreign) {
            for (const QString& line : labLimitLines(
                     lockcore::LabLimits::ofForeign(), displayText(foreign->connectString),
                     command.probePath.isEmpty() ? QStringLiteral("/lockscope-lab") : command.probePath))
                std::fprintf(stderr, "%s\n", line.toLocal8Bit().constData());
            if (!userAgrees(command, LabVerb::tr("Begin?"))) return QCoreApplication::exit(kExitFailed);
        }
        player = std::make_unique<LabPlayer>(command, *scenario, std::move(foreign));
        player->begin();
    };
    int status = turn(
        command, audit, [&](const lockcore::SessionOptions& options) { play(options); },
        [&] { play(std::nullopt); });
    if (player && player->isUnderWay()) {
        player->cancel();
        status = QCoreApplication::exec();
    }
    return player ? status : statusOfEnd(status);
}

int cleanCluster(const CommandLine& command) {
    if (const auto refusal = labRefusal(*command.connection, QString())) {
        // Removing what a lab has left is allowed wherever acts are.
        if (*refusal == LabRefusal::ReadOnly) {
            printProblem(labRefusalText(*refusal, *command.connection));
            return kExitFailed;
        }
    }
    AuditLog audit(AuditLog::defaultFile());
    std::unique_ptr<LabCleaner> cleaner;
    const int status = turn(
        command, audit,
        [&](const lockcore::SessionOptions& options) {
            cleaner = std::make_unique<LabCleaner>(command, audit, options);
            cleaner->begin();
        },
        [] {});
    if (!cleaner) return statusOfEnd(status);
    if (cleaner->isOver()) return status;
    printProblem(cleaner->hasBegun() ? LabVerb::tr("Not all was removed. It was interrupted.")
                                     : LabVerb::tr("Nothing was removed. It was interrupted."));
    return kExitPartial;
}

int runServers(const CommandLine& command) {
    LabCluster cluster(command.lab.servers);
    QTimer::singleShot(0, &cluster, [&cluster] { cluster.begin(); });
    return QCoreApplication::exec();
}

int doLab(const CommandLine& command) {
    switch (*command.lab.deed) {
        case Deed::List: return printScenarios(command);
        case Deed::Compare: return compareReports(command);
        case Deed::Clean: return cleanCluster(command);
        case Deed::Cluster: return runServers(command);
        case Deed::Run: break;
    }
    return playScenario(command);
}

/// Pages have pictures, and those have fonts.
std::unique_ptr<QCoreApplication> labApplication(int& argc, char** argv, const CommandLine& command) {
    if (!isLabPage(command.output)) return std::make_unique<QCoreApplication>(argc, argv);
    goOffscreen();
    return std::make_unique<QApplication>(argc, argv);
}

}  // namespace

int runLab(int& argc, char** argv, const CommandLine& command) {
    const auto application = labApplication(argc, argv, command);
    loadTranslations(command.language);
    surviveBrokenPipe();
    const bool saysSo = command.lab.deed == Deed::Run;
    const TerminationSignals termination(saysSo ? TerminationSignals::kShortSameWish
                                                : TerminationSignals::kSameWish);
    const int status = doLab(command);
    finishClosing();
    return status;
}

}  // namespace lockscope
