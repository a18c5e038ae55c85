// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "hold_clock.h"

#include <algorithm>
#include <utility>

namespace lockcore {

namespace {

using namespace std::chrono_literals;

/// By so much two clocks may differ within a timeout.
constexpr Duration kDrift = FakeSession::kTimeout / 1000;
/// A timer is due when its loop's clock has reached it.
constexpr Duration kTimerGrain = 1ms;

std::string inMs(Duration time) {
    return std::to_string(time / 1ms) + " ms";
}

}  // namespace

HoldClock::HoldClock(Stage& stage, std::string owner, SessionId session)
    : m_stage(&stage), m_owner(std::move(owner)), m_session(stage.cluster.find(session)) {}

HoldClock::HoldClock(Stage& stage, std::string owner, const Hold& hold)
    : HoldClock(stage, std::move(owner), hold.session()) {}

void HoldClock::keepVerified(Hold& hold) {
    hold.keepVerified();
    expectVerified();
}

void HoldClock::checkGrant(Stage& stage, const std::string& owner, SessionId session) {
    const auto client = stage.cluster.find(session);
    if (client && client->isUnheard())
        stage.fail(owner + " was granted by what had waited while its process was paused");
}

void HoldClock::check(const Hold& hold) {
    if (!m_session || !hold) return;
    notePromise(m_verified, hold.validUntil(LifeSign::Writes));
    notePromise(m_promised, hold.validUntil(LifeSign::Answers));
    if (const auto* end = m_stage->cluster.endOf(hold.session())) {
        checkPromise(*end);
        checkState(hold.state(), *end);
    }
    checkHeard(hold.state());
    checkDoubt(hold.state());
}

void HoldClock::check(HoldState state) {
    if (!m_session) return;
    if (const auto* end = m_stage->cluster.endOf(m_session->status().session)) checkState(state, *end);
    checkHeard(state);
}

void HoldClock::check(const Leadership& leadership) {
    if (!m_session) return;
    notePromise(m_verified, leadership.verified);
    notePromise(m_promised, leadership.promised);
    if (const auto* end = m_stage->cluster.endOf(m_session->status().session)) checkPromise(*end);
    if (leadership.token == Zxid::None) return;
    // A new one may have begun since the last look.
    if (std::exchange(m_token, leadership.token) != leadership.token) m_hasBegun = false;
    if (leadership.isKeptVerified && m_session->isAtRest()) checkVerified();
}

void HoldClock::notePromise(TimePoint& latest, std::chrono::nanoseconds until) {
    const bool isAhead = until > m_session->loop().bootTime();
    if (isAhead) latest = std::max(latest, m_session->inWorld(until));
}

void HoldClock::checkPromise(const FakeZooKeeper::End& end) {
    const TimePoint latest = std::max(m_verified, m_promised);
    if (latest > end.when + kDrift)
        m_stage->fail(m_owner + " was promised its hold until " + inMs(latest - end.when) +
                      " after the end of its session");
}

/// Held after the session's end, which the client can know.
void HoldClock::checkState(HoldState state, const FakeZooKeeper::End& end) {
    if (state != HoldState::Held) return;
    using Health = FakeZooKeeper::Health;
    if (m_session->isPaused() ? m_session->pausedFor() <= FakeSession::kTimeout * 2 / 3
                              : !m_session->isAtRest())
        return;
    if (end.linked && m_session->isLinked()) {
        // It has not been told either.
        if (m_stage->cluster.isClosing(m_session->status().session)) return;
        if (m_stage->cluster.isBehind(m_session->server())) return;
        if (end.server == Health::CutOff || end.server == Health::Out) return;
        const Duration since = m_session->worldTime() - end.gone;
        const Duration tick = end.server == Health::Stopped ? m_stage->cluster.tick() : Duration(0);
        const Duration late = std::max<Duration>(m_session->contact().late, m_session->eventLate());
        if (since <= tick + late + kDrift) return;
    }
    m_stage->fail(m_owner + " is told Held after the end of its session");
}

void HoldClock::checkHeard(HoldState state) {
    if (state == HoldState::Held && m_session->isAtRest() && m_session->isUnheard())
        m_stage->fail(m_owner + " is told Held after a long pause and no server was heard since");
}

void HoldClock::checkDoubt(HoldState state) {
    if (!m_session->isAtRest()) return;
    constexpr Duration kThird = FakeSession::kTimeout / 3;
    const bool isTrusted = state == HoldState::Held || state == HoldState::Suspended;
    if (isTrusted && m_session->downFor() > kThird + kTimerGrain)
        m_stage->fail(m_owner + " is suspended for a third of the timeout and not in doubt");
    if (state == HoldState::Held && m_keepsVerified) checkVerified();
}

void HoldClock::checkVerified() {
    constexpr Duration kThird = FakeSession::kTimeout / 3;
    const auto now = m_session->loop().bootTime();
    if (!std::exchange(m_hasBegun, true)) m_verifiedFrom = now;
    const bool isFirstAnswered = now > m_verifiedFrom + kThird + kTimerGrain;
    // What was promised before a pause holds, though nothing like it would be promised after it.
    if (isFirstAnswered && m_session->worldTime() > m_verified + kTimerGrain)
        m_stage->fail(m_owner + " keeps its hold verified and is told Held though nothing is sure");
}

}  // namespace lockcore
