// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab_run.h"

#include "lab_files.h"
#include "lab_lines.h"
#include "process.h"
#include "report_json.h"

#include "bridge/explanation.h"
#include "bridge/lab_connection.h"
#include "bridge/lab_place.h"
#include "lab/lab_page.h"
#include "lab/lab_words.h"
#include "lab/scenarios.h"
#include "report/report_page.h"
#include "words/display_text.h"

#include <lockcore/lab/checks.h>

#include <QCoreApplication>
#include <QDateTime>

#include <algorithm>
#include <cstdio>
#include <utility>
#include <variant>

namespace lockscope {
namespace {

constexpr auto kDefaultRoot = "/lockscope-lab";
/// Beyond a session's timeout: what a server needs to notice its end, and what is rounded up.
constexpr std::int64_t kNoticeMs = 3'000;

std::uint64_t seedOf(const CommandLine& command) {
    return command.lab.seed ? *command.lab.seed : anyLabSeed();
}

}  // namespace

LabPlayer::LabPlayer(const CommandLine& command, lockcore::Scenario scenario,
                     std::optional<lockcore::SessionOptions> foreign)
    : m_command(command),
      m_scenario(std::move(scenario)),
      m_foreign(std::move(foreign)),
      m_seed(seedOf(command)) {}

LabPlayer::~LabPlayer() = default;

lockcore::ScenarioSize LabPlayer::size() const {
    return m_command.lab.full ? lockcore::ScenarioSize::Full : lockcore::ScenarioSize::Small;
}

lockcore::LabLimits LabPlayer::limits() const {
    return m_foreign ? lockcore::LabLimits::ofForeign() : lockcore::LabLimits{};
}

lockcore::LabPlace LabPlayer::place() {
    const lockcore::ScenarioPlan& plan = m_scenario.plan(size());
    lockcore::LabPlace place = labPlaceFor(m_scenario.name, &plan);
    place.root = m_command.probePath.isEmpty() ? kDefaultRoot : m_command.probePath.toStdString();
    if (!m_foreign) {
        place.own = labServersFor(&plan);
        return place;
    }
    place.foreign = *m_foreign;
    if (m_command.connection) place.adminUrl = m_command.connection->adminUrl.toStdString();
    place.announced = [noted = m_noted](const std::string& path) { return noted->add(path); };
    return place;
}

/// A program that was killed has not removed what it made.
void LabPlayer::tellLeftRuns() {
    for (const KnownLabRun& run : m_runs.runs())
        if (run.cluster.toStdString() == m_foreign->connectString)
            printProblem(
                tr("%1 was not removed, or still runs: “lockscope lab clean” tells, and removes it.", "znode")
                    .arg(displayText(run.path.toStdString())));
}

void LabPlayer::begin() {
    m_isUnderWay = true;
    if (m_foreign) {
        tellLeftRuns();
        m_noted = std::make_shared<NotedLabRun>(m_runs, QString::fromStdString(m_foreign->connectString),
                                                m_command.profile);
    }
    m_run = std::make_unique<lockcore::LabRun>(
        place(), limits(), m_seed, lockcore::LabPrograms::in(labProgramsFolder().toStdString()),
        [this](const std::shared_ptr<const lockcore::LabView>& view) {
            QMetaObject::invokeMethod(
                this, [this, view] { show(view); }, Qt::QueuedConnection);
        });
    say({scenarioText(m_scenario.title), scenarioText(m_scenario.look)});
    if (!m_foreign) m_line.show(tr("Starting a ZooKeeper server on this machine…"));
    m_run->begin([this](const lockcore::Result<lockcore::LabBegun>& result) {
        QMetaObject::invokeMethod(
            this, [this, result] { begun(result); }, Qt::QueuedConnection);
    });
}

void LabPlayer::begun(const lockcore::Result<lockcore::LabBegun>& begun) {
    m_line.clear();
    if (begun && !m_isCancelled) return play(*begun);
    if (!begun) m_problem = begun.error();
    if (begun) m_path = begun->path;
    if (m_isCancelled) return;  // it ends already
    endRun();
}

void LabPlayer::play(const lockcore::LabBegun& begun) {
    m_path = begun.path;
    m_cluster = begun.cluster;
    say({tr("ZooKeeper %1 at %2, seed %3.")
             .arg(displayText(begun.cluster.version), displayText(begun.connectString))
             .arg(static_cast<qulonglong>(m_seed))});
    if (m_foreign)
        setLastWords(tr("%1 may be left: the run was ended at once. “%2” removes it.", "znode, command")
                         .arg(displayText(m_path), cleanCommand()));
    m_run->loop().post([this, most = limits().most] {
        m_play = std::make_unique<lockcore::ScenarioPlay>(*m_run, m_run->loop(), m_scenario, size(),
                                                          m_command.lab.contenders, most);
        m_play->play(
            [this](const lockcore::PlayStep& step) {
                QMetaObject::invokeMethod(
                    this, [this, step] { told(step); }, Qt::QueuedConnection);
            },
            [this](lockcore::Result<lockcore::LabReport> report) {
                QMetaObject::invokeMethod(
                    this, [this, report = std::move(report)] { played(report); }, Qt::QueuedConnection);
            });
    });
}

void LabPlayer::told(const lockcore::PlayStep& step) {
    if (step.kind == lockcore::PlayStep::Kind::PhaseBegins) {
        m_phase = step.phase;
        m_faults.clear();
        say({QString(), tr("— %1 —", "phase").arg(displayText(step.phase))});
    } else if (step.kind == lockcore::PlayStep::Kind::PhaseEnds) {
        m_phase.clear();
        m_line.clear();
    } else if (const QString line = labStepLine(step); !line.isEmpty()) {
        say({line});
    }
}

/// What it waits for.
void LabPlayer::tellSilence(bool isSilent) {
    if (std::exchange(m_isSilent, isSilent) == isSilent || !m_isUnderWay) return;
    m_line.clear();
    if (!isSilent)
        printProblem(tr("The cluster answers again."));
    else if (m_isCancelled || m_isEnding)
        tellSilenceAtEnd();
    else
        printProblem(tr("The cluster does not answer; the run goes on meanwhile, and an interrupt ends it."));
}

void LabPlayer::tellSilenceAtEnd() {
    m_line.clear();
    printProblem(
        tr("The cluster does not answer; what the run made can't be removed meanwhile. It is waited for some "
           "seconds more; another interrupt ends this at once."));
}

/// What nobody but somebody else has done to them: a scenario that does such things says so itself.
void LabPlayer::tellServers(const std::vector<lockcore::ServerView>& servers) {
    const auto& phases = m_scenario.plan(size()).phases;
    const bool isOfScenario = std::ranges::any_of(phases, [](const lockcore::ScenarioPhase& phase) {
        return std::ranges::any_of(phase.steps, [](const lockcore::ScenarioStep& step) {
            return std::holds_alternative<lockcore::ServerStep>(step.does);
        });
    });
    if (isOfScenario || m_isEnding) return;
    for (const lockcore::ServerView& server : servers) {
        const bool isFrozen = server.state == lockcore::ServerState::Frozen;
        const bool isStill = isFrozen || server.state == lockcore::ServerState::Stopped;
        if (!isStill) m_still.erase(server.number);
        if (!isStill || !m_still.insert(server.number).second) continue;
        m_line.clear();
        const QString number = QString::number(server.number + 1);
        printProblem(isFrozen ? tr("Server %1 was stopped, but not by the lab; the run goes on meanwhile, "
                                   "and an interrupt ends it.")
                                    .arg(number)
                              : tr("Server %1 was ended, but not by the lab.").arg(number));
    }
}

/// As it is to be typed.
QString LabPlayer::cleanCommand() const {
    const QString there = m_command.profile.isEmpty()
                              ? QStringLiteral("--connect ") + displayText(m_foreign->connectString)
                              : QStringLiteral("--profile ") + m_command.profile;
    const QString root =
        m_command.probePath.isEmpty() ? QString() : QStringLiteral(" --path ") + m_command.probePath;
    return QStringLiteral("lockscope lab clean ") + there + root;
}

void LabPlayer::show(const std::shared_ptr<const lockcore::LabView>& view) {
    tellSilence(view->isSilent);
    for (const lockcore::ContenderView& contender : view->contenders)
        if (!contender.node.empty())
            m_sessionsEndByMs = std::max(m_sessionsEndByMs, contender.sessionEndsByUnixMs.value_or(0));
    if (m_isUnderWay && !m_phase.empty()) tellServers(view->servers);
    if (m_phase.empty() || !m_run) return;
    for (const lockcore::ContenderView& contender : view->contenders) {
        if (contender.fault == lockcore::ContenderFault::None) {
            m_faults.erase(contender.id);
        } else if (m_faults.insert(contender.id).second) {
            say({tr("        %1: %2", "contenders' group, what has happened to one")
                     .arg(displayText(view->groups.at(contender.group)),
                          contenderFaultText(contender.fault))});
            m_run->faultShown(contender.id);
        }
    }
    m_line.show(labStatusLine(m_phase, *view));
}

void LabPlayer::cancel() {
    if (std::exchange(m_isCancelled, true)) return;
    m_line.clear();
    printProblem(
        tr("Interrupted: the run ends and removes what it made; another interrupt ends it at once."));
    if (m_isSilent) tellSilenceAtEnd();
    if (m_path.empty()) {
        endRun();
        return;
    }
    m_run->loop().post([this] {
        if (m_play) m_play->cancel();
    });
}

void LabPlayer::played(lockcore::Result<lockcore::LabReport> report) {
    m_phase.clear();
    if (report)
        m_report = std::move(*report);
    else
        m_problem = report.error();
    m_line.show(tr("Removing what it made…"));
    m_run->loop().post([this] {
        m_play.reset();
        QMetaObject::invokeMethod(
            this, [this] { endRun(); }, Qt::QueuedConnection);
    });
}

/// Of clients that are no more, whose znodes stay for as long as their sessions.
void LabPlayer::tellSessionsAtEnd() {
    const std::int64_t leftMs = m_sessionsEndByMs - QDateTime::currentMSecsSinceEpoch();
    if (!m_isCancelled || leftMs <= 0 || m_isSilent) return;
    m_line.clear();
    printProblem(
        tr("It waits until the sessions of crashed clients are over, %n second(s) at most; another "
           "interrupt ends this at once.",
           nullptr, static_cast<int>((leftMs + kNoticeMs) / 1000)));
}

/// What was announced stays in the list for as long as something of it may be there.
void LabPlayer::endRun() {
    if (std::exchange(m_isEnding, true)) return;
    tellSessionsAtEnd();
    m_run->end([this, noted = m_noted](const lockcore::Result<lockcore::LabEnded>& result) {
        if (noted && result && result->leftBehind.empty()) noted->remove();
        QMetaObject::invokeMethod(
            this, [this, result] { ended(result); }, Qt::QueuedConnection);
    });
}

void LabPlayer::ended(const lockcore::Result<lockcore::LabEnded>& ended) {
    m_line.clear();
    const auto left = ended ? ended->leftBehind : std::vector<std::string>{m_path};
    setLastWords({});
    if (!m_report) {
        for (const std::string& path : left)
            if (!path.empty()) printProblem(tr("%1 may be left.", "znode").arg(displayText(path)));
        tellHowToClean(left);
        return leave(kExitFailed);
    }
    m_report->seed = m_seed;
    m_report->cluster = m_cluster;
    m_report->leftBehind = left;
    if (ended) m_report->rootKeptBy = ended->rootKeptBy;
    if (ended) m_report->removalFailed = ended->removalFailed;
    m_report->checks = lockcore::outcomesOf(m_scenario.plan(size()).checks, *m_report);
    tellReport();
}

void LabPlayer::tellHowToClean(const std::vector<std::string>& left) {
    if (m_foreign && !left.empty())
        printProblem(
            tr("“%1” removes what is left, once the cluster answers.", "command").arg(cleanCommand()));
}

void LabPlayer::tellReport() {
    for (const auto& phase : m_report->phases) {
        say({QString(), tr("Phase %1, %2 s:")
                            .arg(displayText(phase.name))
                            .arg(std::chrono::duration<double>(phase.took).count(), 0, 'f', 1)});
        say(labPhaseLines(phase));
    }
    say({QString()});
    say(labCheckLines(m_scenario, size(), *m_report));
    say({QString()});
    say(labVerdictLines(*m_report));
    if (m_report->removalFailed) tellHowToClean(m_report->leftBehind.value_or(std::vector<std::string>()));
    if (m_command.format == ReportFormat::Json)
        (void)writeOutput(QByteArray::fromStdString(lockcore::labReportToJson(*m_report)));
    const bool isWritten = m_command.output.isEmpty() || writeReport();
    leave(isWritten ? statusOf(*m_report) : kExitFailed);
}

bool LabPlayer::writeReport() const {
    return writeLabFile(m_command.output,
                        {[this] { return lockcore::labReportToCsv(*m_report); },
                         [this] { return lockcore::labReportToJson(*m_report); },
                         [this] { return labPage(*m_report, m_scenario, size(), reportLook()); }},
                        tr("The report was not written."));
}

int LabPlayer::statusOf(const lockcore::LabReport& report) const {
    if (report.wasCancelled) return kExitPartial;
    const int well = report.leftBehind && !report.leftBehind->empty() ? kExitPartial : kExitDone;
    switch (lockcore::verdictOf(report)) {
        case lockcore::LabVerdict::Shown: return well;
        case lockcore::LabVerdict::NotShown: return kExitFailed;
        case lockcore::LabVerdict::NotChecked: break;
    }
    const bool promisesNothing = report.checks.empty() && report.notMeasured.empty();
    return promisesNothing ? well : kExitPartial;
}

/// With --json a program reads standard output.
void LabPlayer::say(const QStringList& lines) {
    m_line.clear();
    const bool isForPrograms = m_command.format == ReportFormat::Json;
    for (const QString& line : lines) {
        if (isForPrograms)
            std::fprintf(stderr, "%s\n", line.toLocal8Bit().constData());
        else
            (void)writeOutput(line.toUtf8() + '\n');
    }
}

void LabPlayer::leave(int status) {
    m_isUnderWay = false;
    if (m_isCancelled && !m_report) {
        printProblem(tr("The scenario was not played. It was interrupted."));
        status = kExitPartial;
    } else if (m_problem) {
        if (m_command.format == ReportFormat::Json)
            (void)writeOutput(QByteArray::fromStdString(failureJson(*m_problem, std::nullopt)));
        Explanation explanation = explainError(tr("The scenario was not played."), *m_problem);
        // Files of Lockscope's own are all that it tells something of.
        if (m_problem->code != lockcore::ErrorCode::Io) explanation.advice.clear();
        printProblem(explanation.joined());
    }
    QCoreApplication::exit(status);
}

}  // namespace lockscope
