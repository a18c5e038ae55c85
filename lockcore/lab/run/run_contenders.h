// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "clients/contender_processes.h"
#include "clients/group_processes.h"
#include "clients/shared_session.h"
#include "load/load_contender.h"
#include "load/load_tally.h"
#include "load/rate_gate.h"
#include "run/lasting_session.h"
#include "run/lost_nodes.h"

#include <lockcore/lab/programs.h>
#include <lockcore/lab/run.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace lockcore {

/// Where the contenders of a run are. A value.
struct ContenderSite {
    SessionOptions session = {};  ///< as theirs are opened, but for the timeout; `traffic` is set
    std::string path = {};        ///< of the run
    std::uint64_t seed = 0;
    std::size_t registerWrites = 0;
    double acquiresPerSecond = 0;
    LabPrograms programs = {};
};

/// Where a register of a run is. Pure.
std::string registerPathIn(const std::string& run, const std::string& name);

/// Why a group can't be there at all, whatever else is there; nothing where it can. Pure.
std::optional<Error> problemOfGroup(const ContenderGroup& group, const LabPrograms& programs,
                                    bool isOwnCluster);

/// The contenders of a run, with their sessions, and what is counted of them. Lives on the lab's loop.
class RunContenders : public std::enable_shared_from_this<RunContenders> {
public:
    using Ids = LabActs::Ids;

    /// `changed` is called when views() may have changed.
    RunContenders(EventLoop& loop, ContenderSite site, std::function<void()> changed);
    ~RunContenders();
    RunContenders(const RunContenders&) = delete;
    RunContenders& operator=(const RunContenders&) = delete;

    /// With ids from `firstId` on.
    void add(std::uint64_t firstId, const ContenderGroup& group);
    /// @{ As LabActs has them.
    void start(const Ids& ids);
    void stop(const Ids& ids);
    void remove(const Ids& ids);
    void write(const Ids& ids);
    void release(const Ids& ids);
    void disturb(const Ids& ids, Disturbance disturbance);
    void crashWhileHolding(const Ids& ids);
    ListenerToken listen(ListenerToken token, LabActs::Listener listener);
    void removeListener(ListenerToken token) { m_listeners.erase(token); }
    /// @}

    /// Whatever was frozen goes on, whatever was cut is whole again.
    void mendAll();
    /// Calls `done` when nobody does anything any more, or `limit` has passed.
    void stopAll(Duration limit, std::function<void()> done);
    void removeAll();
    /// Calls `done` when those that were removed are gone, or `limit` has passed: then they are dropped.
    void whenGone(Duration limit, std::function<void()> done);

    /// Told what is done to contenders, before it is.
    using Disturbed = std::function<void(std::uint64_t contender, Disturbance disturbance)>;
    void setDisturbed(Disturbed disturbed) { m_disturbed = std::move(disturbed); }
    /// Told what somebody else has done to a contender's process: Frozen, Thawed, or Died, which says how;
    /// and of a session that has Expired although nobody here has disturbed its client.
    using Suffered =
        std::function<void(std::uint64_t contender, LabMoment::Kind what, const std::string& how)>;
    void setSuffered(Suffered suffered) { m_suffered = std::move(suffered); }
    /// By which is seen whether others delete znodes of contenders; without it nobody looks.
    void setControl(std::shared_ptr<ZooKeeper> control) { m_control = std::move(control); }
    /// Whose znodes others have deleted in this phase.
    const LostNodes& lostNodes() const { return m_lostNodes; }
    /// Of its session, as its server agreed to it.
    std::optional<std::chrono::milliseconds> timeoutOf(std::uint64_t id) const;

    LoadTally& tally() { return m_tally; }
    const RateGate& gate() const { return m_gate; }
    /// What the sessions of this process have sent and got, of contenders and for registers.
    const LinkTraffic& traffic() const { return *m_site.session.traffic; }
    /// Some of this phase send what nobody here counts.
    bool hasProcesses() const { return m_hasProcesses; }
    /// Names of groups, as the views count them.
    const std::vector<std::string>& groups() const { return m_groups; }
    std::vector<ContenderView> views() const;
    /// "first#1": numbered in its group, within a phase; empty of one who is not there.
    std::string nameOf(std::uint64_t id) const;
    /// Numbers from 1 again, and what is told of a phase.
    void beginPhase(TimePoint at);
    /// One contender, and what it was told to be.
    struct Standing {
        const ContenderView& view;
        const ContenderGroup& group;
    };
    std::vector<Standing> standings() const;
    /// Those that somebody there may write to, or has written to in this phase, by name.
    std::set<std::string> registers() const;

private:
    struct Member {
        std::shared_ptr<LoadContender> contender;
        std::size_t group = 0;
        std::size_t number = 0;
        bool isLeaving = false;
        std::uint64_t queuedRound = 0;
        std::string queuedNode = {};  ///< in that round
    };

    /// What contenders of one group have in common, in turns.
    struct Common {
        std::vector<std::shared_ptr<SharedSession>> sessions;
        std::optional<GroupProcesses> processes;  ///< where they are not in this one
        std::uint64_t firstNumber = 0;            ///< of ClientTraits
    };
    /// That writers write to, and what waits for it to be there.
    struct Register {
        std::shared_ptr<RegisterWriter> writer;
        bool isMade = false;   ///< or is being made
        bool isReady = false;  ///< it is there, as far as can be
        std::vector<std::function<void()>> waiting;
    };

    Common commonOf(const ContenderGroup& group);
    std::unique_ptr<LockClient> clientOf(std::uint64_t id, const ContenderGroup& group, const Common& common,
                                         std::size_t index);
    std::unique_ptr<LockClient> ownClient(std::uint64_t id, const ContenderGroup& group, const Common& common,
                                          std::size_t index);
    std::unique_ptr<LockClient> processClient(std::uint64_t id, const ContenderGroup& group,
                                              const Common& common, std::size_t index);
    Register* registerOf(const ContenderGroup& group);
    void openResource();
    void makeRegisters();
    void registerMade(const std::string& name, const Result<void>& result);
    void whenReady(const ContenderGroup& group, std::function<void()> act);
    SessionOptions optionsFor(const ContenderGroup& group) const;
    std::size_t groupNumber(const std::string& name);
    void tellSharers(std::uint64_t id, Disturbance disturbance);
    void watchProcesses();
    void lookAtProcesses();
    void hear(std::uint64_t id, const ClientEvent& event);
    void tellSuffered(const Member& member, const ClientEvent& event) const;
    /// @{ Whose znodes others delete.
    static bool isQueuedAnew(Member& member, const ClientEvent& event);
    void watchNodes(std::uint64_t id, const ClientEvent& event);
    void askForOtherHolders(const Member& granted);
    void askForNode(const LoadContender& holder);
    /// @}
    void gone(std::uint64_t id);
    template <class Do>
    void each(const Ids& ids, const Do& act);

    EventLoop& m_loop;
    const ContenderSite m_site;
    const std::function<void()> m_changed;
    Disturbed m_disturbed;
    Suffered m_suffered;
    Loop::Timer m_lookingAtProcesses = Loop::Timer::None;
    LoadTally m_tally;
    RateGate m_gate;
    std::shared_ptr<LastingSession> m_resource;   ///< null as long as nobody writes
    std::map<std::string, Register> m_registers;  ///< by name
    ContenderProcesses m_processes;
    std::vector<std::string> m_groups;
    std::map<std::string, std::size_t> m_numbers;  ///< the last of each group
    bool m_hasProcesses = false;
    std::shared_ptr<ZooKeeper> m_control;  ///< null where nobody looks
    LostNodes m_lostNodes;
    std::uint64_t m_lastCommon = 0;  ///< number of a session or process that is shared
    std::map<ListenerToken, LabActs::Listener> m_listeners;
    std::map<std::uint64_t, Member> m_members;  ///< the first to go
    std::function<void()> m_whenGone;
};

}  // namespace lockcore
