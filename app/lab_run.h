// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_line.h"
#include "terminal.h"

#include "bridge/lab_runs.h"
#include "bridge/noted_lab_run.h"

#include <lockcore/lab/run.h>
#include <lockcore/lab/scenario.h>

#include <QObject>
#include <QStringList>

#include <memory>
#include <optional>
#include <set>

namespace lockscope {

/// Plays one scenario, tells how it goes on, and ends the event loop. Lives on the main thread.
class LabPlayer : public QObject {
    Q_OBJECT

public:
    /// `foreign`: the cluster on which it plays; without it on servers of its own.
    LabPlayer(const CommandLine& command, lockcore::Scenario scenario,
              std::optional<lockcore::SessionOptions> foreign);
    ~LabPlayer() override;

    void begin();
    /// Ends in order, and then the event loop.
    void cancel();
    bool isUnderWay() const { return m_isUnderWay; }

private:
    lockcore::LabLimits limits() const;
    lockcore::LabPlace place();
    void tellLeftRuns();
    void begun(const lockcore::Result<lockcore::LabBegun>& begun);
    void play(const lockcore::LabBegun& begun);
    void told(const lockcore::PlayStep& step);
    void show(const std::shared_ptr<const lockcore::LabView>& view);
    void tellSilence(bool isSilent);
    void tellSilenceAtEnd();
    void tellSessionsAtEnd();
    void tellServers(const std::vector<lockcore::ServerView>& servers);
    QString cleanCommand() const;
    void played(lockcore::Result<lockcore::LabReport> report);
    void endRun();
    void ended(const lockcore::Result<lockcore::LabEnded>& ended);
    void tellHowToClean(const std::vector<std::string>& left);
    void tellReport();
    bool writeReport() const;
    void say(const QStringList& lines);
    void leave(int status);
    int statusOf(const lockcore::LabReport& report) const;
    lockcore::ScenarioSize size() const;

    const CommandLine& m_command;
    const lockcore::Scenario m_scenario;
    const std::optional<lockcore::SessionOptions> m_foreign;
    const std::uint64_t m_seed;
    const LabRunsFile m_runs;
    std::shared_ptr<NotedLabRun> m_noted;  ///< on the run's loop; null: on servers of its own
    ProgressLine m_line;
    std::string m_phase;                 ///< that goes on
    std::set<std::uint64_t> m_faults;    ///< contenders whose fault is told
    std::int64_t m_sessionsEndByMs = 0;  ///< of clients that are no more, by the world's clock; 0: none
    std::string m_path;
    lockcore::ClusterFacts m_cluster;
    std::optional<lockcore::LabReport> m_report;
    std::optional<lockcore::Error> m_problem;
    bool m_isUnderWay = false;
    bool m_isCancelled = false;
    bool m_isEnding = false;
    bool m_isSilent = false;        ///< the cluster, for seconds
    std::set<std::size_t> m_still;  ///< servers of its own that don't serve, which is told
    std::unique_ptr<lockcore::LabRun> m_run;
    std::unique_ptr<lockcore::ScenarioPlay> m_play;  ///< on the run's loop
};

}  // namespace lockscope
