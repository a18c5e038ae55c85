// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "bridge/lab_connection_run.h"

#include "bridge/cluster_access.h"
#include "bridge/lab_place.h"
#include "threads/background.h"
#include "threads/closing.h"

#include <lockcore/session/connect_string.h>

#include <QCoreApplication>
#include <QDir>
#include <QtConcurrentRun>

#include <algorithm>
#include <utility>

namespace lockscope {
namespace {

using lockcore::LabStage;

constexpr auto kFreePhase = "free";

bool hasPhase(const lockcore::LabReport& report, const std::string& name) {
    return std::ranges::any_of(report.phases,
                               [&](const lockcore::PhaseReport& phase) { return phase.name == name; });
}

}  // namespace

QString labProgramsFolder() {
    return QDir::cleanPath(QCoreApplication::applicationDirPath() + QStringLiteral("/../libexec/lockscope"));
}

LabConnection::LabConnection(QString programsFolder, LabRunsFile runs, QObject* parent)
    : QObject(parent), m_programsFolder(std::move(programsFolder)), m_runs(std::move(runs)) {}

LabConnection::~LabConnection() {
    blockSignals(true);
    leaveRun();
}

bool LabConnection::playsHere(const KnownLabRun& run) {
    return NotedLabRun::isHere(run);
}

bool LabConnection::isUnderWay() const {
    return m_run != nullptr;
}

const lockcore::ScenarioPlan* LabConnection::plan() const {
    return m_scenario ? &m_scenario->plan(m_start.size) : nullptr;
}

const std::vector<lockcore::LabCheck>& LabConnection::checks() const {
    static const std::vector<lockcore::LabCheck> none;
    return plan() ? plan()->checks : none;
}

std::string LabConnection::lockPathOf(const std::string& lock) const {
    return lock.empty() ? lock : lockcore::lockPathIn(m_begun.path, lock);
}

QString LabConnection::adminUrl() const {
    if (!m_run || !m_run->lab || m_start.foreign) return {};
    const auto servers = m_run->lab->servers();
    if (servers.size() != 1 || servers.front().adminPort == 0) return {};
    return QStringLiteral("http://127.0.0.1:%1/commands").arg(servers.front().adminPort);
}

void LabConnection::playScenario(const lockcore::Scenario& scenario, const LabStart& start) {
    begin(scenario, start);
}

void LabConnection::beginFree(const LabStart& start) {
    begin(std::nullopt, start);
}

void LabConnection::begin(std::optional<lockcore::Scenario> scenario, const LabStart& start) {
    leaveRun();
    m_scenario = std::move(scenario);
    m_start = start;
    m_seed = start.seed ? *start.seed : anyLabSeed();
    m_begun = {};
    m_view.reset();
    m_report.reset();
    m_outcomes.clear();
    m_groups.clear();
    m_soFar = {};
    m_run = std::make_shared<Run>(this);
    // What programs need is looked for in files.
    auto programs = QtConcurrent::run(
        [folder = m_programsFolder.toStdString()] { return lockcore::LabPrograms::in(folder); });
    whenDone(std::move(programs), this,
             [this, run = std::weak_ptr(m_run)](const lockcore::LabPrograms& found) {
                 if (const auto begun = run.lock(); begun && begun == m_run) launch(found);
             });
    setStage(LabStage::Beginning);
}

lockcore::LabLimits LabConnection::limits() const {
    return m_start.limits.value_or(m_start.foreign ? lockcore::LabLimits::ofForeign()
                                                   : lockcore::LabLimits{});
}

lockcore::LabPlace LabConnection::place() const {
    lockcore::LabPlace place = labPlaceFor(m_scenario ? m_scenario->name : kFreePhase, plan());
    if (!m_start.foreign) {
        place.own = labServersFor(plan(), m_start.servers);
        return place;
    }
    place.foreign = sessionOptions(*m_start.foreign);
    place.adminUrl = m_start.foreign->adminUrl.toStdString();
    place.announced = [noted = m_run->noted](const std::string& path) { return noted->add(path); };
    return place;
}

void LabConnection::launch(lockcore::LabPrograms programs) {
    if (m_stage == LabStage::Ending) {  // told so meanwhile
        leaveRun();
        return setStage(LabStage::Ended);
    }
    if (m_start.foreign)
        m_run->noted = std::make_shared<NotedLabRun>(m_runs, m_start.foreign->connectString,
                                                     m_start.foreign->profile.name);
    const std::weak_ptr run = m_run;
    m_run->lab = std::make_unique<lockcore::LabRun>(place(), limits(), m_seed, std::move(programs),
                                                    [run](std::shared_ptr<const lockcore::LabView> view) {
                                                        if (const auto open = run.lock())
                                                            open->views.put(0, std::move(view));
                                                    });
    m_run->hasBegun = true;
    m_run->lab->begin([this, run](const lockcore::Result<lockcore::LabBegun>& begun) {
        if (const auto open = run.lock()) open->post([this, begun] { hasBegun(begun); });
    });
}

void LabConnection::hasBegun(const lockcore::Result<lockcore::LabBegun>& begun) {
    if (m_stage != LabStage::Beginning) return;  // it ends already
    if (!begun) {
        leaveRun();
        setStage(LabStage::Ended);
        Q_EMIT failed(begun.error());
        return;
    }
    m_begun = *begun;
    const auto run = m_run;
    if (m_scenario)
        play();
    else
        m_run->lab->beginPhase(kFreePhase, [](const lockcore::Result<void>&) {});
    setStage(LabStage::Running);
    if (m_run == run) Q_EMIT began(m_begun);
}

void LabConnection::play() {
    const std::weak_ptr weak = m_run;
    m_run->lab->loop().post([this, weak, scenario = *m_scenario, size = m_start.size,
                             contenders = m_start.contenders, most = limits().most] {
        const auto run = weak.lock();
        if (!run) return;
        run->play = std::make_unique<lockcore::ScenarioPlay>(*run->lab, run->lab->loop(), scenario, size,
                                                             contenders, most);
        run->play->play(
            [this, weak](const lockcore::PlayStep& step) {
                if (const auto open = weak.lock()) open->post([this, step] { told(step); });
            },
            [this, weak](const lockcore::Result<lockcore::LabReport>& report) {
                if (const auto open = weak.lock()) open->post([this, report] { played(report); });
            });
    });
}

void LabConnection::takeView() {
    const auto views = m_run->views.take();
    if (views.empty()) return;
    m_view = views.begin()->second;
    Q_EMIT viewChanged(m_view);
}

void LabConnection::told(const lockcore::PlayStep& step) {
    const auto run = m_run;
    if (step.kind == lockcore::PlayStep::Kind::PhaseBegins) knowGroups(step.phase);
    Q_EMIT stepTold(step);
    if (m_run == run && step.report) judgePhase(*step.report);
}

void LabConnection::knowGroups(const std::string& phase) {
    m_groups.clear();
    for (const lockcore::ScenarioPhase& each : plan()->phases)
        if (each.name == phase)
            for (const lockcore::ScenarioGroup& group : each.groups)
                m_groups[group.group.name] = group.group;
}

/// Checks of this phase alone, and those that compare it with one that has ended.
void LabConnection::judgePhase(const lockcore::PhaseReport& phase) {
    m_soFar.phases.push_back(phase);
    if (m_stage != LabStage::Running) return;  // nothing is judged of what is cancelled
    const auto run = m_run;
    const auto all = checks();
    for (std::size_t check = 0; check < all.size() && m_run == run; ++check) {
        const bool isKnown = !all[check].of.phase.empty() && hasPhase(m_soFar, all[check].of.phase) &&
                             (!all[check].times || hasPhase(m_soFar, all[check].times->phase));
        if (isKnown && !m_outcomes.contains(check))
            tellOutcome(check, lockcore::outcomeOf(all[check], m_soFar));
    }
}

void LabConnection::tellOutcome(std::size_t check, const lockcore::CheckOutcome& outcome) {
    lockcore::CheckOutcome numbered = outcome;
    numbered.check = check;
    const auto known = m_outcomes.find(check);
    if (known != m_outcomes.end() && known->second == numbered) return;
    m_outcomes[check] = numbered;
    Q_EMIT checked(check, numbered);
}

bool LabConnection::isOfLeftovers(std::size_t check) const {
    return check < checks().size() && checks()[check].that == "left-behind";
}

void LabConnection::tellReport(lockcore::LabReport report) {
    report.seed = m_seed;
    report.cluster = m_begun.cluster;
    const auto run = m_run;
    for (const lockcore::CheckOutcome& outcome : report.checks) {
        // What is removed still is looked at when it has been.
        const bool isOpen =
            outcome.kind == lockcore::CheckOutcome::Kind::NotChecked && isOfLeftovers(outcome.check);
        if (isOpen && !report.leftBehind) continue;
        if (m_run == run && !report.wasCancelled) tellOutcome(outcome.check, outcome);
    }
    if (m_run != run) return;
    m_report = std::make_shared<const lockcore::LabReport>(std::move(report));
    Q_EMIT reported(m_report);
}

void LabConnection::played(lockcore::Result<lockcore::LabReport> report) {
    const auto run = m_run;
    if (report)
        tellReport(*std::move(report));
    else
        Q_EMIT failed(report.error());
    if (m_run != run) return;
    run->lab->loop().post([this, weak = std::weak_ptr(run)] {
        const auto open = weak.lock();
        if (!open) return;
        open->play.reset();
        open->post([this] { endRun(); });
    });
    setStage(LabStage::Ending);
}

void LabConnection::end() {
    if (m_stage != LabStage::Beginning && m_stage != LabStage::Running) return;
    const bool isRunning = m_stage == LabStage::Running;
    const auto run = m_run;
    setStage(LabStage::Ending);
    if (m_run != run || !run->lab) return;  // launch() ends it
    if (!isRunning) return endRun();
    if (!m_scenario) return endFreePhase();
    run->lab->loop().post([weak = std::weak_ptr(run)] {
        if (const auto open = weak.lock(); open && open->play) open->play->cancel();
    });
}

void LabConnection::endFreePhase() {
    m_run->lab->endPhase(
        [this, weak = std::weak_ptr(m_run)](const lockcore::Result<lockcore::PhaseReport>& phase) {
            if (const auto open = weak.lock()) open->post([this, phase] { freePhaseEnded(phase); });
        });
}

void LabConnection::freePhaseEnded(const lockcore::Result<lockcore::PhaseReport>& phase) {
    const auto run = m_run;
    if (phase) {
        lockcore::LabReport report;
        report.phases.push_back(*phase);
        tellReport(std::move(report));
    } else {
        Q_EMIT failed(phase.error());
    }
    if (m_run == run) endRun();
}

void LabConnection::endRun() {
    m_run->end([this, weak = std::weak_ptr(m_run)](const lockcore::Result<lockcore::LabEnded>& ended) {
        if (const auto open = weak.lock()) open->post([this, ended] { hasEnded(ended); });
    });
}

void LabConnection::hasEnded(const lockcore::Result<lockcore::LabEnded>& result) {
    leaveRun();
    lockcore::LabEnded what = result.value_or(lockcore::LabEnded{});
    if (!result && !m_begun.path.empty()) what.leftBehind = {m_begun.path};
    if (m_report) {
        lockcore::LabReport report = *m_report;
        report.leftBehind = what.leftBehind;
        report.rootKeptBy = what.rootKeptBy;
        report.removalFailed = what.removalFailed;
        if (plan()) report.checks = lockcore::outcomesOf(plan()->checks, report);
        tellReport(std::move(report));
    }
    if (m_run) return;  // who was told has begun another one
    Q_EMIT ended(what);
    if (!m_run) setStage(LabStage::Ended);
}

void LabConnection::leaveRun() {
    const auto run = std::exchange(m_run, nullptr);
    if (!run) return;
    run->isOpen = false;
    closeInBackground([run] { run->finish(); });
}

void LabConnection::setStage(LabStage stage) {
    if (std::exchange(m_stage, stage) != stage) Q_EMIT stageChanged(stage);
}

}  // namespace lockscope
