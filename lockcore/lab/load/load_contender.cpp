// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "load_contender.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace lockcore {

namespace {

constexpr auto kPauseAfterFailure = std::chrono::seconds(1);
/// From an order to a process until that shows.
constexpr auto kOrderTakes = std::chrono::seconds(1);

/// True where the same attempt would fail in the same way.
bool canNotHelp(ErrorCode code) {
    return code == ErrorCode::BadArguments || code == ErrorCode::AuthFailed ||
           code == ErrorCode::SignInRequired || code == ErrorCode::SequenceExhausted ||
           code == ErrorCode::MissingProgram;
}

ContenderFault faultBy(Disturbance disturbance, bool isInThisProcess) {
    switch (disturbance) {
        case Disturbance::Freeze: return isInThisProcess ? ContenderFault::Stalled : ContenderFault::Frozen;
        case Disturbance::Cut: return ContenderFault::Cut;
        case Disturbance::LoseAnswers: return ContenderFault::LosesAnswers;
        case Disturbance::Kill: return ContenderFault::Killed;
        case Disturbance::Thaw:
        case Disturbance::Mend: break;
    }
    return ContenderFault::None;
}

std::int64_t unixMsNow() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

}  // namespace

LoadContender::LoadContender(std::uint64_t id, const ContenderGroup& group, Loop& loop,
                             std::unique_ptr<LockClient> client, LabRandom random, LoadTally& tally,
                             RateGate& gate, std::function<void()> changed)
    : m_group(group),
      m_loop(loop),
      m_client(std::move(client)),
      m_random(random),
      m_tally(tally),
      m_gate(gate),
      m_changed(std::move(changed)) {
    m_view.id = id;
    m_view.lockPath = group.locks.empty() ? std::string() : group.locks.front();
    m_view.mode = lockModeOf(group.recipe);
    m_tally.joined(id, m_group);
}

LoadContender::~LoadContender() {
    forgetPlans();
    m_tally.left(m_view.id);
}

void LoadContender::open() {
    m_isOpening = true;
    m_changed();
    m_client->open([weak = weak_from_this()](const ClientEvent& event) {
        if (const auto self = weak.lock()) self->take(event);
    });
}

void LoadContender::start(Duration delay) {
    if (m_isClosing) return;
    if (m_isStopping) {
        m_startsAgainAfter = delay;
        return;
    }
    const bool isAtRest = m_state == State::Idle || m_state == State::Done || m_state == State::Hopeless;
    if (!isAtRest) return;
    m_cyclesDone = 0;
    m_hasCome = false;
    enter(State::Coming);
    after(delay, &LoadContender::comeOn);
}

void LoadContender::stop(std::function<void()> done) {
    m_whenStopped.push_back(std::move(done));
    m_isToCrash = false;
    m_isStopping = true;
    m_startsAgainAfter.reset();
    forgetPlans();
    if (m_state == State::Waiting || m_state == State::Holding)
        giveBack();
    else if (m_state != State::Releasing)
        rest();
}

void LoadContender::close(std::function<void()> done) {
    m_isClosing = true;
    m_whenClosed = std::move(done);
    stop([weak = weak_from_this()] {
        const auto self = weak.lock();
        if (!self) return;
        if (self->m_state == State::Ended)
            self->noteClosed();
        else
            self->m_client->close();
    });
}

void LoadContender::write() {
    if (m_state != State::Holding || !m_group.writes) return;
    ++m_unanswered;
    m_client->write(m_round, m_group.writes->isNumbering ? std::optional(kNextNumber) : std::nullopt);
}

void LoadContender::release() {
    if (m_state == State::Holding) giveBack();
}

/// Nothing is done any more to one that is no more.
void LoadContender::disturb(Disturbance disturbance) {
    if (isNoMore(m_view.fault)) return;
    suffer(disturbance);
    if (m_disturbed) m_disturbed(disturbance);
    m_client->disturb(disturbance);
}

void LoadContender::suffer(Disturbance disturbance) {
    if (isNoMore(m_view.fault)) return;
    const ClientTraits& traits = m_client->traits();
    m_wasDisturbed = true;
    m_view.fault = faultBy(disturbance, traits.pid == 0 && traits.process == 0);
    m_view.faultSince = m_loop.now();
    if (disturbance == Disturbance::Kill) noteSessionsEnd();
    m_changed();
}

void LoadContender::noteSessionsEnd() {
    if (m_isOpen && m_timeout) m_view.sessionEndsByUnixMs = unixMsNow() + m_timeout->count();
}

/// An order of the lab's is on its way for a while.
std::optional<Disturbance> LoadContender::processSeen(bool isStopped) {
    const bool isFrozen = m_view.fault == ContenderFault::Frozen;
    const bool isOpenToIt = isFrozen || m_view.fault == ContenderFault::None;
    const bool isOrderUnderWay = m_loop.now() - m_view.faultSince < kOrderTakes;
    // Until all threads of a process stand still that takes a while on a busy machine.
    const bool wasStopped = std::exchange(m_wasSeenStopped, isStopped);
    if (isStopped == isFrozen || !isOpenToIt || isOrderUnderWay || (isFrozen && !wasStopped))
        return std::nullopt;
    const Disturbance seen = isStopped ? Disturbance::Freeze : Disturbance::Thaw;
    suffer(seen);
    return seen;
}

void LoadContender::crashWhileHolding() {
    if (m_state == State::Holding)
        disturb(Disturbance::Kill);
    else
        m_isToCrash = true;
}

void LoadContender::take(const ClientEvent& event) {
    const auto self = shared_from_this();
    if (event.round == m_round) takeOfRound(event);
    if (const auto* opened = std::get_if<ClientEvent::Opened>(&event.what))
        noteOpened(*opened);
    else if (const auto* written = std::get_if<ClientEvent::Written>(&event.what))
        noteWritten(event.round, *written);
    else if (const auto* refused = std::get_if<ClientEvent::WriteRefused>(&event.what))
        noteRefused(event.round, *refused);
    else if (const auto* failed = std::get_if<ClientEvent::Failed>(&event.what))
        noteFailed(event.round, failed->error);
    else if (std::holds_alternative<ClientEvent::Closed>(event.what))
        noteClosed();
    else if (std::holds_alternative<ClientEvent::Ended>(event.what))
        noteEnded(std::get<ClientEvent::Ended>(event.what), event.at);
    m_view.pid = m_client->traits().pid;
    m_changed();
    if (m_listener) m_listener(event);
}

/// What is told of an earlier round comes too late.
void LoadContender::takeOfRound(const ClientEvent& event) {
    if (const auto* queued = std::get_if<ClientEvent::InQueue>(&event.what))
        noteQueued(*queued);
    else if (const auto* granted = std::get_if<ClientEvent::Granted>(&event.what))
        noteGranted(*granted, event.at);
    else if (const auto* changed = std::get_if<ClientEvent::HoldChanged>(&event.what))
        noteHold(changed->state, event.at);
    else if (std::holds_alternative<ClientEvent::Released>(event.what))
        noteReleased(event.at);
}

void LoadContender::noteOpened(const ClientEvent::Opened& opened) {
    m_isOpening = false;
    m_isOpen = true;
    m_wasDisturbed = m_view.fault != ContenderFault::None;
    m_view.session = opened.session;
    m_timeout = opened.timeout;
    m_view.problem.reset();
    if (m_state == State::Coming && m_hasCome)
        askSoon();
    else
        enter(m_state);
}

void LoadContender::noteQueued(const ClientEvent::InQueue& queued) {
    m_view.node = queued.node;
    m_tally.queued(m_view.id, queued.czxid);
}

void LoadContender::noteGranted(const ClientEvent::Granted& granted, TimePoint at) {
    if (m_state != State::Waiting) return;  // it has given up
    m_tally.granted(m_view.id, granted.token, at);
    m_view.node = granted.node;
    m_view.hold = HoldState::Held;
    m_view.lastWait = std::max(Duration(0), at - m_askedAt);
    m_view.shortestWait =
        m_view.grants == 0 ? m_view.lastWait : std::min(m_view.shortestWait, m_view.lastWait);
    m_view.longestWait = std::max(m_view.longestWait, m_view.lastWait);
    ++m_view.grants;
    m_view.problem.reset();
    m_wasGranted = true;
    enter(State::Holding);
    if (std::exchange(m_isToCrash, false)) {
        disturb(Disturbance::Kill);
        return;
    }
    m_writesLeft = m_group.writes ? m_group.writes->writesEachHold : 0;
    if (m_writesLeft > 0 && !m_tally.takeWrite()) {
        m_writesLeft = 0;
        m_tally.wroteNothing(m_view.id);
    }
    after(m_group.hold.draw(m_random), &LoadContender::giveBack);
    goOnHolding();
}

/// Writes one after the other; then it holds for what is left of its time.
void LoadContender::goOnHolding() {
    if (m_state != State::Holding || m_unanswered > 0) return;
    if (m_writesLeft == 0) {
        if (m_hasHeldEnough) giveBack();
        return;
    }
    --m_writesLeft;
    write();
    if (m_writesLeft > 0 && !m_tally.takeWrite()) m_writesLeft = 0;
}

void LoadContender::noteWritten(std::uint64_t round, const ClientEvent::Written& written) {
    ++m_view.written;
    m_tally.written(m_view.id, round, written.number);
    if (round == m_round) answerOfWrite();
}

/// Whoever was refused does not hold any more, and has nothing to write.
void LoadContender::noteRefused(std::uint64_t round, const ClientEvent::WriteRefused& refused) {
    ++m_view.refused;
    m_tally.refused(m_view.id, round);
    if (round != m_round) return;
    m_view.problem = Error{ErrorCode::HoldLost, "Writing to the register: " + refused.text};
    m_writesLeft = 0;
    answerOfWrite();
}

void LoadContender::answerOfWrite() {
    if (m_unanswered > 0) --m_unanswered;
    goOnHolding();
}

void LoadContender::noteHold(HoldState state, TimePoint at) {
    m_view.hold = state;
    m_tally.holdChanged(m_view.id, state, at);
    if (state != HoldState::Lost || m_state != State::Holding) return;
    m_failure = Error{ErrorCode::HoldLost, "Holding a lock", m_view.node};
    m_view.problem = m_failure;
    giveBack();
}

/// By its timer, too: then what is still to be written, or to be answered, comes first.
void LoadContender::giveBack() {
    const bool isByTime = m_state == State::Holding && !m_isStopping && !m_failure && !m_hasHeldEnough;
    m_hasHeldEnough = true;
    if (isByTime && (m_writesLeft > 0 || m_unanswered > 0)) return;
    forgetPlans();
    enter(State::Releasing);
    m_client->release(m_round);
}

void LoadContender::noteReleased(TimePoint at) {
    if (m_state != State::Releasing) return;
    m_tally.released(m_view.id, at);
    afterRound();
}

void LoadContender::noteFailed(std::uint64_t round, const Error& error) {
    if (round == 0) {
        failedForAll(error);
        return;
    }
    if (round != m_round) return;
    // That its session has ended it tells besides.
    if (!isSessionOver(error.code)) m_tally.failed(m_view.id, error.code);
    m_view.problem = error;
    if (m_state == State::Waiting) {
        m_failure = error;
        giveBack();
    } else if (m_state == State::Holding) {
        m_writesLeft = 0;
        answerOfWrite();
    }
}

/// It has no session, or none any more.
void LoadContender::failedForAll(const Error& error) {
    m_isOpen = m_isOpening = false;
    m_tally.failed(m_view.id, error.code);
    m_view.problem = error;
    const bool isWithinRound =
        m_state == State::Waiting || m_state == State::Holding || m_state == State::Releasing;
    if (!isWithinRound) {
        pause(error);
        return;
    }
    m_failure = error;
    if (m_state != State::Releasing) giveBack();
}

void LoadContender::noteEnded(const ClientEvent::Ended& ended, TimePoint at) {
    m_tally.released(m_view.id, at);
    forgetPlans();
    if (!m_isClosing && m_view.fault != ContenderFault::Killed) {
        m_view.fault = ContenderFault::Ended;
        m_view.faultSince = m_loop.now();
        m_view.problem = Error{ErrorCode::Io, "Its process has ended: " + ended.how};
        m_tally.failed(m_view.id, ErrorCode::Io);
        noteSessionsEnd();
    }
    m_isOpen = m_isOpening = false;
    // Of one that is no more it stands in the queue for as long as its session lives.
    if (!isNoMore(m_view.fault)) m_view.node.clear();
    enter(State::Ended);
    tellStopped();
    if (m_isClosing) noteClosed();
}

void LoadContender::noteClosed() {
    m_isOpen = false;
    if (m_whenClosed) m_loop.post(std::exchange(m_whenClosed, nullptr));
}

/// Its time has come.
void LoadContender::comeOn() {
    m_hasCome = true;
    if (isOpen())
        askSoon();
    else if (!m_isOpening)
        open();
}

void LoadContender::askSoon() {
    enter(State::AtGate);
    m_ticket = m_gate.enter([weak = weak_from_this()] {
        if (const auto self = weak.lock()) self->ask();
    });
}

void LoadContender::ask() {
    m_ticket = RateGate::Ticket::None;
    m_view.round = ++m_round;
    m_wasGranted = m_hasHeldEnough = false;
    m_writesLeft = m_unanswered = 0;
    m_failure.reset();
    m_askedAt = m_loop.now();
    m_tally.asked(m_view.id, m_askedAt);
    enter(State::Waiting);
    m_client->acquire(m_round);
}

/// What it had is given back, or was lost.
void LoadContender::afterRound() {
    m_view.node.clear();
    m_view.hold = HoldState::Released;
    if (m_wasGranted) ++m_cyclesDone;
    const bool wasLast = m_group.cycles > 0 && m_cyclesDone >= m_group.cycles;
    if (m_isStopping)
        rest();
    else if (wasLast)
        enter(State::Done);
    else if (m_failure)
        pause(*m_failure);
    else
        think();
}

void LoadContender::think() {
    enter(State::Thinking);
    after(m_group.think.draw(m_random), &LoadContender::askSoon);
}

void LoadContender::pause(const Error& error) {
    m_view.problem = error;
    forgetPlans();
    if (m_isStopping) {
        rest();
        return;
    }
    if (m_state == State::Idle || m_state == State::Done) {
        enter(m_state);
        return;
    }
    const bool isForGood = canNotHelp(error.code);
    enter(isForGood ? State::Hopeless : State::Pausing);
    if (!isForGood) after(kPauseAfterFailure, &LoadContender::tryAgain);
}

void LoadContender::tryAgain() {
    if (isOpen()) {
        askSoon();
        return;
    }
    m_hasCome = true;
    enter(State::Coming);
    if (!m_isOpening) open();
}

/// It was told to stop, and nothing is under way any more.
void LoadContender::rest() {
    if (m_state != State::Ended) enter(State::Idle);
    tellStopped();
}

void LoadContender::tellStopped() {
    m_isStopping = false;
    for (auto& done : std::exchange(m_whenStopped, {}))
        m_loop.post(std::move(done));
    if (const auto delay = std::exchange(m_startsAgainAfter, std::nullopt)) start(*delay);
}

void LoadContender::forgetPlans() {
    m_loop.cancel(std::exchange(m_timer, Loop::Timer::None));
    m_gate.leave(std::exchange(m_ticket, RateGate::Ticket::None));
}

void LoadContender::enter(State state) {
    m_state = state;
    m_view.isDone = isDone();
    switch (state) {
        case State::Coming:
            m_view.activity = isOpen() ? ContenderActivity::Thinking : ContenderActivity::Connecting;
            break;
        case State::AtGate:
        case State::Thinking: m_view.activity = ContenderActivity::Thinking; break;
        case State::Waiting: m_view.activity = ContenderActivity::Waiting; break;
        case State::Holding: m_view.activity = ContenderActivity::Holding; break;
        case State::Releasing: break;  // as before, until that is answered
        case State::Pausing:
        case State::Hopeless: m_view.activity = ContenderActivity::Failed; break;
        case State::Idle:
        case State::Done:
        case State::Ended: m_view.activity = ContenderActivity::Stopped; break;
    }
    m_changed();
}

void LoadContender::after(Duration time, void (LoadContender::*step)()) {
    m_timer = m_loop.callAt(m_loop.now() + time, [weak = weak_from_this(), step] {
        const auto self = weak.lock();
        if (!self) return;
        self->m_timer = Loop::Timer::None;
        ((*self).*step)();
    });
}

}  // namespace lockcore
