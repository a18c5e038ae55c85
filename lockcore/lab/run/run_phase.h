// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cluster/server_counters.h"
#include "run/findings_watch.h"
#include "run/lock_look.h"
#include "run/run_contenders.h"
#include "run/run_pulse.h"
#include "run/work_thread.h"

#include <lockcore/lab/servers.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace lockcore {

/// What a phase is made of. Whatever is here outlives it, but for what may be null.
struct PhaseParts {
    Loop& loop;
    WorkThread& work;                    ///< for questions to the servers
    std::shared_ptr<ZooKeeper> control;  ///< by which registers and directories are read
    std::shared_ptr<RunContenders> contenders;
    CounterSource counters;
    LabServers* servers = nullptr;  ///< of its own
    FindingsWatch* findings = nullptr;
    RunPulse* pulse = nullptr;  ///< of others' clusters
    std::string run;            ///< its path
    bool isOwnCluster = true;
    std::function<bool()> canServe;  ///< false: too few of its own servers run
    /// What whoever looks for findings sends and gets; null: nobody does.
    std::shared_ptr<LinkTraffic> watching = {};
};

/// The phases of a run, one after the other: what servers, registers and directories show of each. Lives on
/// the lab's loop.
class RunPhase : public std::enable_shared_from_this<RunPhase> {
public:
    explicit RunPhase(PhaseParts parts);
    ~RunPhase();
    RunPhase(const RunPhase&) = delete;
    RunPhase& operator=(const RunPhase&) = delete;

    void begin(std::string name, Completion<void> done);
    void end(Completion<PhaseReport> done);
    /// Its end, also one that is under way, reads nothing: nobody asks for it.
    void cutShort();
    /// From now on PhaseParts::control is that session: the one before is over.
    void use(std::shared_ptr<ZooKeeper> control);
    /// PhaseParts::pulse has changed.
    void silenceChanged();
    /// It happens now.
    void note(LabMoment moment);
    /// It was so when the phase began.
    void noteOfBefore(LabMoment moment);
    bool isOn() const { return m_isOn; }

private:
    /// The counters, and what of them is the lab's own doing.
    struct Reading {
        CounterReading counters = {};
        std::uint64_t ownRequests = 0;
        std::uint64_t ownQuestions = 0;
        /// @{ Of the load, by LinkTraffic.
        std::uint64_t loadRequests = 0;
        std::uint64_t loadEvents = 0;
        /// @}
    };

    void read(std::function<void(Reading)> done);
    void began(Reading reading, const Completion<void>& done);
    void watchTables();
    /// @{ The end, one after the other. What is asked has one patience, and what settles another one; an
    /// answer that comes when they are over has the number of an earlier stage, and is not taken.
    std::uint64_t beginStage(Duration patience, void (RunPhase::*late)());
    bool isReadable() const;
    void look();
    void lookedInVain();
    void settle();
    void boundSettling();
    void stopped();
    void count();
    void counted(const Reading& reading);
    void notCounted();
    void lookForOrphans(std::uint64_t stage, TimePoint until);
    void lookAgain(std::uint64_t stage, TimePoint until);
    void looked(std::uint64_t stage, std::map<std::string, LockSight> after);
    void readNextRegister(std::uint64_t stage);
    void registerRead(const std::string& name, Result<RegisterReading> reading);
    void notRead();
    void deliver();
    /// @}
    void keep(LabMoment moment);
    void noteStandstill();
    std::optional<std::uint64_t> mostWatches(const Reading& before) const;
    ServerCost costBetween(const Reading& before, const Reading& after) const;
    void leaveOutOthers(const Reading& before, const Reading& after, ServerCost& cost) const;
    std::map<std::string, LockStanding> standings() const;

    PhaseParts m_parts;
    bool m_isOn = false;
    std::string m_name;
    TimePoint m_begun{};
    Reading m_before;
    std::uint64_t m_questions = 0;        ///< asked by this object so far
    std::uint64_t m_earlierRequests = 0;  ///< of controls that are over
    std::optional<std::uint64_t> m_mostWatches;
    Loop::Timer m_timer = Loop::Timer::None;
    std::vector<LabMoment> m_moments;
    std::uint64_t m_momentsLeftOut = 0;

    // Of its end.
    bool m_isCut = false;
    bool m_isMute = false;  ///< what was asked first had no answer in its time
    bool m_isSettling = false;
    std::uint64_t m_stage = 0;
    Loop::Timer m_patience = Loop::Timer::None;
    TimePoint m_readBy{};
    Completion<PhaseReport> m_done;
    PhaseReport m_report;
    bool m_hasStopped = false;
    std::vector<LockReport> m_locksAtEnd;  ///< while those who wait still did
    std::vector<GroupReport> m_groupsAtEnd;
    std::map<std::string, LockSight> m_during;
    std::map<std::string, LockSight> m_after;
    std::vector<std::string> m_toRead;  ///< registers
};

}  // namespace lockcore
