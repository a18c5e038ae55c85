// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "asker.h"

namespace lockcore {

Asker::Asker(Stage& stage, std::string name, std::shared_ptr<ZooKeeper> session)
    : m_stage(stage), m_name(std::move(name)), m_session(std::move(session)) {}

Asker::~Asker() {
    if (m_attempt) m_attempt->actor = nullptr;
}

void Asker::trace(const std::string& what) const {
    if (m_stage.isTraced()) m_stage.trace(m_name + ' ' + what);
}

void Asker::act() {
    if (!m_attempt) {
        actFreely();
    } else if (m_stage.random.percent(m_stage.profile.isForgetful ? 40 : 15)) {
        cancel();
    }
}

void Asker::cancel() {
    trace("cancels");
    m_attempt->isCancelled = true;
    m_attempt->cancel();
}

Asker::Manner Asker::anyManner() {
    const int roll = m_stage.random.below(100);
    return {.isTry = roll < 15, .hasDeadline = roll >= (m_stage.profile.isForgetful ? 60 : 85)};
}

std::optional<TimePoint> Asker::deadlineFor(const Manner& manner) {
    if (!manner.hasDeadline) return std::nullopt;
    const auto deadline = m_session->loop().now() + std::chrono::milliseconds(m_stage.random.below(80));
    if (m_attempt) m_attempt->deadline = deadline;
    return deadline;
}

bool Asker::isAtRest() const {
    const auto session = m_stage.cluster.find(m_session->status().session);
    return session && session->isAtRest();
}

void Asker::checkClocks() {
    if (!m_attempt || !m_attempt->deadline || m_session->loop().now() <= *m_attempt->deadline) return;
    if (isAtRest()) m_stage.fail(m_name + " waits longer than its deadline");
}

std::shared_ptr<Asker::Attempt> Asker::begin(const Manner& manner) {
    m_attempt = std::make_shared<Attempt>(Attempt{.actor = this, .manner = manner});
    return m_attempt;
}

void Asker::settle(Attempt& attempt, const Error* error) {
    if (std::exchange(attempt.isSettled, true)) m_stage.fail(m_name + " was answered twice");
    if (attempt.inCall) m_stage.fail(m_name + " was answered from inside its call");
    m_attempt.reset();
    if (error == nullptr) return;
    trace("is refused: " + describe(*error));
    if (error->code == ErrorCode::DeadlineExceeded && m_session->loop().now() < attempt.deadline)
        m_stage.fail(m_name + " was refused before its deadline");
    if (!isExpected(attempt, error->code))
        m_stage.fail(m_name + " was refused without reason: " + describe(*error));
}

/// Only what the user did, or what befell the session, may be the reason.
bool Asker::isExpected(const Attempt& attempt, ErrorCode code) const {
    if (m_mayGiveUp && (isAmbiguous(code) || code == ErrorCode::NoNode || code == ErrorCode::HoldLost))
        return true;
    if (m_stage.refusals.had(code) || (m_stage.hadRefusals && code == ErrorCode::NoAuth)) return true;
    switch (code) {
        case ErrorCode::Cancelled: return attempt.isCancelled;
        case ErrorCode::NotOwner: return attempt.isCancelled && attempt.manner.isClosable;
        case ErrorCode::DeadlineExceeded: return attempt.manner.hasDeadline;
        case ErrorCode::Busy: return attempt.manner.isTry;
        case ErrorCode::WouldDeadlock:
        case ErrorCode::HoldLost: return attempt.manner.isNested;
        case ErrorCode::NoNode: return m_stage.hadWipes;
        case ErrorCode::BadVersion: return attempt.manner.isCompared;
        case ErrorCode::SequenceExhausted:
        case ErrorCode::NodeExists: return m_stage.isNearlyExhausted;
        case ErrorCode::SessionExpired:
        case ErrorCode::Closing: return isOver(m_session->status().state);
        default: return false;
    }
}

void Asker::sessionEnded() {
    if (m_attempt) m_stage.fail(m_name + ": the session is over and what it asked for is not settled");
    dropAll();
}

}  // namespace lockcore
