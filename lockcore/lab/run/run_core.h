// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "run/findings_watch.h"
#include "run/grant_rate.h"
#include "run/lasting_session.h"
#include "run/run_contenders.h"
#include "run/run_phase.h"
#include "run/run_pulse.h"
#include "run/standstill_watch.h"
#include "run/work_thread.h"

#include <lockcore/lab/lab_root.h>
#include <lockcore/lab/run.h>

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace lockcore {

/// A run, on its loop. Made elsewhere; its first and last words are begin() and end(), on the loop.
class RunCore : public std::enable_shared_from_this<RunCore> {
public:
    using Ids = LabActs::Ids;

    RunCore(EventLoop& loop, WorkThread& work, LabPlace place, LabLimits limits, std::uint64_t seed,
            LabPrograms programs, LabRun::Sink sink);
    ~RunCore();
    RunCore(const RunCore&) = delete;
    RunCore& operator=(const RunCore&) = delete;

    void begin(Completion<LabBegun> done);
    void end(Completion<LabEnded> done);
    void add(std::uint64_t firstId, const ContenderGroup& group);
    void start(const Ids& ids);
    void remove(const Ids& ids);
    void act(std::size_t server, ServerAct act, Completion<void> done);
    void beginPhase(std::string name, Completion<void> done);
    void endPhase(Completion<PhaseReport> done);
    void cutShort();
    void faultShown(std::uint64_t contender);
    /// Null before it has begun, and when it has ended.
    RunContenders* contenders() { return m_contenders.get(); }
    void listen(ListenerToken token, LabActs::Listener listener);
    void removeListener(ListenerToken token);
    /// Any thread.
    std::vector<ServerView> servers() const;

private:
    /// @{ The beginning, one after the other.
    void startServers();
    void connect(const std::string& connectString);
    void openControl();
    void follow(const ConnectionStatus& status);
    void controlFollowed(const std::shared_ptr<Session>& control);
    void makeRoot();
    void makeFolders(Result<LabRoot> root);
    void readVersion();
    void begun(const CounterReading& counters);
    void failBegin(const Error& error);
    /// @}
    /// @{ The end, likewise.
    void endContenders();
    void mendServers();
    bool canServe() const;
    void removeRoot();
    void boundRemoval();
    void removeByRoot();
    void removed(const Result<LabRemoval>& removal);
    void closeControl();
    void endServers();
    void ended();
    /// @}
    void saw(std::vector<ServerView> servers);
    void changed();
    void silenceChanged();
    void publish();
    void publishOnceMore();
    void noteServer(const ServerView& before, ServerState now);
    void noteServersOfBefore();
    std::optional<ServerAct> actBehind(const ServerView& server) const;
    void noteStandstill(Duration howLong);
    void noteSuffered(std::uint64_t contender, LabMoment::Kind what, const std::string& how);
    void noteDisturbance(std::uint64_t contender, Disturbance disturbance);
    SessionOptions sessionOptions(std::chrono::milliseconds timeout) const;
    std::string adminUrl() const;
    CounterSource counterSource() const;
    void timeUp();

    EventLoop& m_loop;
    WorkThread& m_work;
    LabPlace m_place;
    const LabLimits m_limits;
    const std::uint64_t m_seed;
    const LabPrograms m_programs;
    const LabRun::Sink m_sink;
    const LabRunMark m_mark;
    const std::string m_path;  ///< of the run

    LabStage m_stage = LabStage::NotBegun;
    bool m_isTimeUp = false;  ///< nobody begins any more
    Completion<LabBegun> m_begun;
    Completion<LabEnded> m_ended;
    bool m_isMaking = false;  ///< something, or has made it
    bool m_isToEnd = false;   ///< told so while it begins
    std::optional<Error> m_lastProblem;
    ClusterFacts m_facts;
    std::string m_connectString;
    std::unique_ptr<LabServers> m_servers;      ///< null on others'
    std::shared_ptr<LastingSession> m_lasting;  ///< null before it connects, and at the end
    std::shared_ptr<Session> m_control;         ///< its session
    std::optional<LabRoot> m_root;
    std::shared_ptr<RunPulse> m_pulse;  ///< null on its own servers
    bool m_isSilent = false;            ///< as it has told last
    std::shared_ptr<RunContenders> m_contenders;
    std::unique_ptr<FindingsWatch> m_findings;
    std::shared_ptr<RunPhase> m_phase;
    std::shared_ptr<StandstillWatch> m_standstill;
    bool m_isRemoving = false;
    Duration m_removalPatience{};
    std::map<std::size_t, ServerAct> m_orders;  ///< the last of each server
    /// By which the lab has stopped or frozen a server that was not seen to run since.
    std::map<std::size_t, ServerAct> m_downBy;
    LabEnded m_result;
    Loop::Timer m_limit = Loop::Timer::None;  ///< of connecting, then of the run, then of the removal
    std::vector<std::pair<ListenerToken, LabActs::Listener>> m_early;  ///< who listens before it has begun

    Loop::Timer m_publishing = Loop::Timer::None;
    TimePoint m_publishedAt{};
    GrantRate m_rate;
    Loop::Timer m_slowing = Loop::Timer::None;  ///< until what is told of the last second is none of it

    mutable std::mutex m_mutex;  // guards m_seen
    std::vector<ServerView> m_seen;
};

}  // namespace lockcore
