// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "load_tally.h"
#include "rate_gate.h"

#include <lockcore/lab/contender_view.h>
#include <lockcore/lab/load.h>
#include <lockcore/lab/lock_client.h>
#include <lockcore/lab/time_spread.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace lockcore {

/// One contender's life, whatever client it has: it comes, asks, holds, writes, gives back, thinks and asks
/// again, for its group's cycles. Lives on the lab's loop; knows no clock and no socket but the loop's.
///
/// What fails is tried again after a pause, with a new session where its own is over, unless that can't help.
/// Everything it is told belongs to a round: an answer to an earlier one counts, and moves nothing.
class LoadContender : public std::enable_shared_from_this<LoadContender> {
public:
    using Listener = std::function<void(const ClientEvent&)>;

    /// `tally` and `gate` outlive it. `changed` is called when view() has changed.
    LoadContender(std::uint64_t id, const ContenderGroup& group, Loop& loop,
                  std::unique_ptr<LockClient> client, LabRandom random, LoadTally& tally, RateGate& gate,
                  std::function<void()> changed);
    ~LoadContender();
    LoadContender(const LoadContender&) = delete;
    LoadContender& operator=(const LoadContender&) = delete;

    /// Told all that the client tells, after it has been taken account of.
    void setListener(Listener listener) { m_listener = std::move(listener); }

    /// Told what is done to it, before it is, also by crashWhileHolding().
    void setDisturbed(std::function<void(Disturbance)> disturbed) { m_disturbed = std::move(disturbed); }

    /// Connects, and waits for start(). Once.
    void open();
    /// Comes after that time, and does its cycles; again after a stop, of one that is under way when it is
    /// done. Nothing where it runs.
    void start(Duration delay = {});
    /// Gives back what it has, or gives up; calls `done`, never inside the call, when it does nothing any
    /// more. That takes an answer of its client, which has none while it is frozen.
    void stop(std::function<void()> done);
    /// The same, and its session ends.
    void close(std::function<void()> done);

    /// Where it holds, or believes so, beside what its group says.
    void write();
    /// Where it holds, when it has written what it is about to write.
    void release();
    void disturb(Disturbance disturbance);
    /// Somebody else was disturbed whose process or session it shares: it has the same fault.
    void suffer(Disturbance disturbance);
    /// Whether its process is stopped, as it was looked at: what that tells beyond what the lab has done.
    std::optional<Disturbance> processSeen(bool isStopped);
    void crashWhileHolding();

    const ContenderView& view() const { return m_view; }
    /// It is sure that it holds, has not begun to give back, and nobody has disturbed it.
    bool isSureOfHold() const {
        return m_state == State::Holding && m_view.hold == HoldState::Held &&
               m_view.fault == ContenderFault::None;
    }
    /// Since its session was opened, which may end for that.
    bool wasDisturbed() const { return m_wasDisturbed; }
    /// Of its session, as its server agreed to it; empty before.
    std::optional<std::chrono::milliseconds> timeout() const { return m_timeout; }
    const ContenderGroup& group() const { return m_group; }
    const ClientTraits& traits() const { return m_client->traits(); }
    /// It has done its group's cycles, or can't do anything any more.
    bool isDone() const {
        return m_state == State::Done || m_state == State::Hopeless || m_state == State::Ended;
    }

private:
    enum class State {
        Idle,       ///< is there, and is not to do anything
        Coming,     ///< until its time has come and it is connected
        AtGate,     ///< the run's rate does not let it ask yet
        Waiting,    ///< has asked
        Holding,    ///< until it has held and written enough
        Releasing,  ///< until its client says so
        Thinking,
        Pausing,   ///< something has failed
        Hopeless,  ///< … for good
        Done,      ///< with its cycles
        Ended,     ///< its client is no more
    };

    void take(const ClientEvent& event);
    void takeOfRound(const ClientEvent& event);
    /// @{ By what has happened.
    void noteOpened(const ClientEvent::Opened& opened);
    void noteQueued(const ClientEvent::InQueue& queued);
    void noteGranted(const ClientEvent::Granted& granted, TimePoint at);
    void noteWritten(std::uint64_t round, const ClientEvent::Written& written);
    void noteRefused(std::uint64_t round, const ClientEvent::WriteRefused& refused);
    void noteReleased(TimePoint at);
    void noteHold(HoldState state, TimePoint at);
    void noteFailed(std::uint64_t round, const Error& error);
    void failedForAll(const Error& error);
    void noteEnded(const ClientEvent::Ended& ended, TimePoint at);
    void noteSessionsEnd();
    void noteClosed();
    /// @}

    void comeOn();
    void askSoon();
    void ask();
    void think();
    void goOnHolding();
    void answerOfWrite();
    void giveBack();
    void afterRound();
    void pause(const Error& error);
    void tryAgain();
    void rest();
    void forgetPlans();
    void tellStopped();

    void enter(State state);
    void after(Duration time, void (LoadContender::*step)());
    bool isOpen() const { return m_isOpen; }

    const ContenderGroup m_group;
    Loop& m_loop;
    const std::unique_ptr<LockClient> m_client;
    LabRandom m_random;
    LoadTally& m_tally;
    RateGate& m_gate;
    const std::function<void()> m_changed;
    Listener m_listener;
    bool m_wasSeenStopped = false;
    bool m_wasDisturbed = false;
    std::function<void(Disturbance)> m_disturbed;
    std::optional<std::chrono::milliseconds> m_timeout;

    State m_state = State::Idle;
    ContenderView m_view;
    bool m_isOpening = false;
    bool m_isOpen = false;
    bool m_hasCome = false;
    bool m_isStopping = false;
    std::optional<Duration> m_startsAgainAfter;  ///< once it has stopped
    bool m_isClosing = false;
    bool m_isToCrash = false;
    std::vector<std::function<void()>> m_whenStopped;
    std::function<void()> m_whenClosed;
    Loop::Timer m_timer = Loop::Timer::None;
    RateGate::Ticket m_ticket = RateGate::Ticket::None;

    std::uint64_t m_round = 0;
    std::uint64_t m_cyclesDone = 0;
    TimePoint m_askedAt{};
    bool m_wasGranted = false;  ///< in this round
    bool m_hasHeldEnough = false;
    std::size_t m_writesLeft = 0;    ///< of those that its group says
    std::size_t m_unanswered = 0;    ///< writes
    std::optional<Error> m_failure;  ///< of this round
};

}  // namespace lockcore
