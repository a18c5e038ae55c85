// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/cluster_status.h"
#include "bridge/lab_runs.h"

#include <lockcore/lab/checks.h>
#include <lockcore/lab/run.h>
#include <lockcore/lab/scenario.h>

#include <QObject>
#include <QString>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope {

/// Where contenders' programs are: beside this one, in the build as where it is installed.
QString labProgramsFolder();

/// How a run of the lab is to be. A value.
struct LabStart {
    /// Another one's cluster, where labRefusal() has said that it may; it is not asked again here. Without it
    /// servers of its own are started on this machine, and end with the run.
    std::optional<ConnectionOptions> foreign = {};
    std::size_t servers = 0;  ///< of its own; 0: as many as the scenario asks for, else one
    lockcore::ScenarioSize size = lockcore::ScenarioSize::Small;
    std::optional<std::uint64_t> seed = {};      ///< else any
    std::optional<std::size_t> contenders = {};  ///< of a scenario's largest group, instead of its own number
    /// Else those of servers of its own, or of another one's cluster.
    std::optional<lockcore::LabLimits> limits = {};
};

/// One run of the lab as the window sees it, and after it the next one: values come as signals, acts go in as
/// methods. Lives on the GUI thread and never waits: the run has loops and servers of its own, and is ended
/// in the background when this is destroyed.
///
/// What is told of a run comes in this order: stageChanged() to Beginning, to Running, began(); views, steps
/// and checks; reported(); stageChanged() to Ending; ended() and reported() once more, with what was left
/// behind; stageChanged() to Ended. failed() comes instead of began(), or of reported(). After end() its
/// stage is Ending at once, and what follows is the same, with a report that says that it was cancelled,
/// unless it has not begun.
///
/// It does not open the window's connection: whoever wants to see the lab's locks opens one on
/// begun().connectString, as ClusterTab does for the one of its own, ClusterTab::lab().
class LabConnection : public QObject {
    Q_OBJECT

public:
    using Ids = std::vector<std::uint64_t>;

    /// `runs`: where runs on other ones' clusters are written down until they are removed.
    explicit LabConnection(QString programsFolder = labProgramsFolder(), LabRunsFile runs = LabRunsFile(),
                           QObject* parent = nullptr);
    ~LabConnection() override;

    /// @{ Begins a run; one that is under way is ended, and nothing is told of it any more.
    void playScenario(const lockcore::Scenario& scenario, const LabStart& start = {});
    /// With nobody in it: contenders come by add().
    void beginFree(const LabStart& start = {});
    /// @}
    /// Ends it in order, with a report of what there was. Nothing without a run.
    void end();

    /// One of this program, in whatever window, plays it, or still removes what it made.
    static bool playsHere(const KnownLabRun& run);

    lockcore::LabStage stage() const { return m_stage; }
    /// From its begin until its servers have ended, and all that it made is removed.
    bool isUnderWay() const;
    /// Contenders and servers may be acted on.
    bool isRunning() const { return m_stage == lockcore::LabStage::Running; }
    /// @{ Of the run that is under way, or was the last one.
    const lockcore::LabBegun& begun() const { return m_begun; }  ///< empty before began()
    /// Of a lock as the run's views and scenarios name it.
    std::string lockPathOf(const std::string& lock) const;
    const std::optional<lockcore::Scenario>& scenario() const { return m_scenario; }  ///< empty: a free one
    const LabStart& start() const { return m_start; }
    std::uint64_t seed() const { return m_seed; }
    bool isOnOwnServers() const { return !m_start.foreign; }
    /// Where the AdminServers of its own servers are, as ConnectionOptions has it; empty before they run.
    QString adminUrl() const;
    /// Null before the first one.
    const std::shared_ptr<const lockcore::LabView>& view() const { return m_view; }
    /// Null before reported().
    const std::shared_ptr<const lockcore::LabReport>& report() const { return m_report; }
    /// Of the scenario, in the size that is played; empty of a free run.
    const std::vector<lockcore::LabCheck>& checks() const;
    /// What is known of its checks so far: of those that speak of phases that have ended. By check.
    const std::map<std::size_t, lockcore::CheckOutcome>& outcomes() const { return m_outcomes; }
    /// What its contenders are, by the names of their groups: those of the phase, or all that were added.
    const std::map<std::string, lockcore::ContenderGroup>& groups() const { return m_groups; }
    /// @}

    // Acts, while it is running; nothing else. Where one can't be done actFailed() tells it.

    /// They come and begin, as the group's arrival says.
    void add(const lockcore::ContenderGroup& group);
    void startContenders(const Ids& ids);
    void stopContenders(const Ids& ids);
    void removeContenders(const Ids& ids);
    void disturb(const Ids& ids, lockcore::Disturbance disturbance);
    void crashWhileHolding(const Ids& ids);
    /// `server` as ServerView::number has it.
    void actOnServer(std::size_t server, lockcore::ServerAct act);
    /// Somebody sees the fault of that contender now, which the run measures.
    void faultShown(std::uint64_t contender);

Q_SIGNALS:
    void stageChanged(lockcore::LabStage stage);
    void began(const lockcore::LabBegun& begun);
    /// The newest one; those that came before it was handed over are left out.
    void viewChanged(std::shared_ptr<const lockcore::LabView> view);
    /// A phase begins or ends, a step is waited for, done or missed; with a sentence and what to look at.
    void stepTold(const lockcore::PlayStep& step);
    /// One check is judged: with the phase of which it speaks, else at the end, where it may change.
    void checked(std::size_t check, const lockcore::CheckOutcome& outcome);
    void reported(std::shared_ptr<const lockcore::LabReport> report);
    void ended(const lockcore::LabEnded& ended);
    void failed(const lockcore::Error& error);
    /// `what` was to be done in the run, which goes on.
    void actFailed(const QString& what, const lockcore::Error& error);

private:
    struct Run;

    void begin(std::optional<lockcore::Scenario> scenario, const LabStart& start);
    void launch(lockcore::LabPrograms programs);
    lockcore::LabPlace place() const;
    lockcore::LabLimits limits() const;
    void takeView();
    void hasBegun(const lockcore::Result<lockcore::LabBegun>& begun);
    void play();
    void told(const lockcore::PlayStep& step);
    void played(lockcore::Result<lockcore::LabReport> report);
    void endFreePhase();
    void freePhaseEnded(const lockcore::Result<lockcore::PhaseReport>& phase);
    void tellReport(lockcore::LabReport report);
    void endRun();
    void hasEnded(const lockcore::Result<lockcore::LabEnded>& result);
    void knowGroups(const std::string& phase);
    void judgePhase(const lockcore::PhaseReport& phase);
    void tellOutcome(std::size_t check, const lockcore::CheckOutcome& outcome);
    bool isOfLeftovers(std::size_t check) const;
    void setStage(lockcore::LabStage stage);
    void leaveRun();
    const lockcore::ScenarioPlan* plan() const;

    const QString m_programsFolder;
    const LabRunsFile m_runs;
    lockcore::LabStage m_stage = lockcore::LabStage::NotBegun;
    std::optional<lockcore::Scenario> m_scenario;
    LabStart m_start;
    std::uint64_t m_seed = 0;
    lockcore::LabBegun m_begun;
    std::shared_ptr<const lockcore::LabView> m_view;
    std::shared_ptr<const lockcore::LabReport> m_report;
    std::map<std::size_t, lockcore::CheckOutcome> m_outcomes;
    std::map<std::string, lockcore::ContenderGroup> m_groups;
    lockcore::LabReport m_soFar;  ///< phases that have ended
    std::shared_ptr<Run> m_run;   ///< null: none is under way
};

}  // namespace lockscope
