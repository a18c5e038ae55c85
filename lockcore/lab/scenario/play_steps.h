// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scenario/play_cast.h"

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace lockcore {

/// Takes the steps of one phase, one after the other. Lives on the loop of the play.
///
/// A step waits for an event that no step before it has taken, and that came since the step before it began:
/// two clients may do in any order what two steps wait for.
class PlaySteps : public std::enable_shared_from_this<PlaySteps> {
public:
    struct Listener {
        std::function<void(const PlayStep&)> told;
        std::function<void(LabMoment)> happened;
        std::function<void(const MissedStep&)> missed;
        std::function<void()> done;  ///< all of them, and what they asked to be written is answered
    };

    /// Whatever is here has to outlive it. `phase` began at `begun`.
    PlaySteps(LabActs& acts, Loop& loop, const ScenarioPhase& phase, PlayCast& cast, TimePoint begun,
              Listener listener);
    ~PlaySteps();

    void begin();
    void hear(std::uint64_t id, LabMoment::Kind kind);
    bool areDone() const { return m_step >= m_phase.steps.size() && m_answersDue.empty(); }
    /// Takes no more steps, and undoes to servers what steps have done to them; then calls `done`.
    void end(std::function<void()> done);

private:
    void beginStep();
    void goOn();
    void wait(const StepWait& awaited);
    void lookForLeader();
    void act();
    void act(const ContenderStep& step);
    void act(const ServerStep& step);
    void perform(ContenderAct deed, const LabActs::Ids& ids);
    void disturb(const LabActs::Ids& ids, Disturbance disturbance, LabMoment::Kind kind);
    void actOnServer(std::size_t server, ServerAct deed, std::function<void(Result<void>)> done);
    void addAgain(const ScenarioWho& who);
    void stepDone();
    void miss(const std::string& why);
    void undoNext(std::function<void()> done);
    bool matches(const ScenarioStep& step, std::uint64_t id, LabMoment::Kind kind) const;
    void noteForAll(std::uint64_t id, LabMoment::Kind kind);
    bool hasComeForAll() const;
    void tell(PlayStep::Kind kind, std::string what = {}) const;
    void note(LabMoment::Kind kind, std::string who, std::string text = {},
              std::optional<std::chrono::milliseconds> timeout = {}) const;
    void after(TimePoint when, void (PlaySteps::*then)());
    std::optional<std::size_t> serverOf(const ServerStep& step) const;
    std::optional<std::size_t> leader() const;

    LabActs& m_acts;
    Loop& m_loop;
    const ScenarioPhase& m_phase;
    PlayCast& m_cast;
    const TimePoint m_begun;
    const Listener m_listener;

    std::size_t m_step = 0;
    bool m_isWaiting = false;  ///< for the event of the step
    bool m_nextCame = false;   ///< the event of the step after it
    bool m_hasEnded = false;
    Loop::Timer m_timer = Loop::Timer::None;
    Loop::Timer m_look = Loop::Timer::None;
    std::optional<std::size_t> m_oldLeader;   ///< that a step has done something to
    std::optional<std::size_t> m_lastServer;  ///< likewise any one
    /// By step: of whom it still waits to hear, where it waits for all of a group.
    std::map<std::size_t, std::set<std::uint64_t>> m_lacking;
    std::set<std::uint64_t> m_answersDue;
    std::set<std::uint64_t> m_crashing;       ///< killed once they hold, which their end tells
    std::map<std::size_t, ServerAct> m_undo;  ///< by server
};

}  // namespace lockcore
