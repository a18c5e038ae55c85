// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "held_node.h"

#include "common/known_state.h"

#include <algorithm>
#include <utility>

namespace lockcore {

HeldNode::HeldNode(std::shared_ptr<ZooKeeper> session, std::weak_ptr<Contention> contention,
                   std::shared_ptr<std::atomic<int>> heldHere, Identity identity)
    : m_session(std::move(session)),
      m_contention(std::move(contention)),
      m_heldHere(std::move(heldHere)),
      m_identity(std::move(identity)) {
    ++*m_heldHere;
    if (const auto alive = m_contention.lock()) m_revokeAsked = alive->isAskedToRelease();  // while it waited
}

HeldNode::~HeldNode() {
    stopCounting();
}

void HeldNode::stopCounting() {
    if (m_counted.exchange(false)) --*m_heldHere;
}

bool HeldNode::isOver() const {
    const auto state = m_state.load();
    return state == HoldState::Lost || state == HoldState::Released;
}

HoldState HeldNode::state() const {
    return knownState(m_state.load(), *m_session);
}

std::chrono::nanoseconds HeldNode::validUntil(LifeSign sign) const {
    if (isOver()) return {};
    const auto contact = m_session->contact();
    const auto sure = contact.sureFor();
    const auto written = contact.written.count() != 0 ? contact.written + sure : contact.written;
    if (sign == LifeSign::Writes) return written;
    return std::max(written, contact.heard + sure - contact.syncLimit);
}

bool HeldNode::nest() {
    int holds = m_holds.load();
    while (holds > 0) {
        if (m_holds.compare_exchange_weak(holds, holds + 1)) return true;
    }
    return false;
}

void HeldNode::releaseOne() {
    if (m_holds.fetch_sub(1) != 1) return;
    auto state = m_state.load();
    while (state != HoldState::Lost && !m_state.compare_exchange_weak(state, HoldState::Released)) {
    }
    stopCounting();
    loop().post([self = shared_from_this(), contention = m_contention] {
        self->loop().cancel(std::exchange(self->m_doubtDue, Loop::Timer::None));
        if (const auto alive = contention.lock()) alive->release();
    });
}

void HeldNode::change(HoldState state) {
    // What was connected again may be connected to a server that is cut off.
    if (state == HoldState::Held && m_keepsVerified && !isSure()) {
        state = HoldState::Doubtful;
        verifyForTrust();
    }
    auto before = m_state.load();
    do {
        const bool isOverNow = before == HoldState::Lost || before == HoldState::Released;
        if (isOverNow || before == state) return;
        // Nothing shows that it is trusted more where the connection breaks as well.
        if (before == HoldState::Doubtful && state == HoldState::Suspended) return;
    } while (!m_state.compare_exchange_weak(before, state));  // another thread may release just now
    loop().cancel(std::exchange(m_doubtDue, Loop::Timer::None));
    if (state == HoldState::Lost) stopCounting();
    if (state == HoldState::Suspended) suspended();
    if (state == HoldState::Held && m_keepsVerified) doubtBy(validUntil(LifeSign::Writes));
    const auto listeners = m_changeListeners;
    for (const auto& listener : listeners)
        listener(state);
}

/// With promises that are kept up to date the last one counts, where it ends sooner.
void HeldNode::suspended() {
    const auto third = loop().bootTime() + m_session->contact().timeout / 3;
    doubtBy(m_keepsVerified ? std::min(third, validUntil(LifeSign::Writes)) : third);
}

void HeldNode::revokeAsked() {
    m_revokeAsked = true;
    const auto listeners = m_revokeListeners;
    for (const auto& listener : listeners)
        listener();
}

void HeldNode::releaseRefused(const Error& error) {
    m_refusal = error;
    const auto listeners = m_refusalListeners;
    for (const auto& listener : listeners)
        listener(error);
}

void HeldNode::addRefusalListener(std::function<void(const Error&)> listener) {
    if (m_refusal) listener(*m_refusal);
    m_refusalListeners.push_back(std::move(listener));
}

/// What happened before this ran would otherwise never be told.
void HeldNode::addChangeListener(std::function<void(HoldState)> listener) {
    if (m_state.load() != HoldState::Held) listener(m_state.load());
    m_changeListeners.push_back(std::move(listener));
}

void HeldNode::addRevokeListener(std::function<void()> listener) {
    if (m_revokeAsked) listener();
    m_revokeListeners.push_back(std::move(listener));
}

/// The check is for existence, whatever the version: a revoke writes to the znode. A GUID in the name makes
/// sure that it is still the same znode.
void HeldNode::guard(std::vector<WriteOp> ops, const Completion<std::vector<std::string>>& done) {
    if (isOver()) {
        done(fail(ErrorCode::HoldLost, "Writing under the lock", path()));
        return;
    }
    ops.insert(ops.begin(), CheckNode{path(), -1});
    const auto finish = [self = shared_from_this(), done](Result<std::vector<std::string>> result) {
        if (result) {
            result->erase(result->begin());
        } else if (result.error().code == ErrorCode::NoNode && result.error().path == self->path()) {
            result.error().code = ErrorCode::HoldLost;
            if (const auto contention = self->m_contention.lock()) contention->ownIsGone();
        }
        done(std::move(result));
    };
    m_session->multi(std::move(ops), finish);
}

void HeldNode::verify(const Completion<void>& done) {
    guard({}, [done](const Result<std::vector<std::string>>& result) {
        done(result.map([](const std::vector<std::string>&) {}));
    });
}

void HeldNode::keepVerified() {
    if (std::exchange(m_keepsVerified, true)) return;
    // The answer to the first one may come after the last promise has ended.
    if (m_state.load() == HoldState::Held)
        doubtBy(std::max(validUntil(LifeSign::Writes), loop().bootTime() + m_session->contact().timeout / 3));
    verifyAndRepeat();
}

void HeldNode::verifyAndRepeat() {
    if (isOver()) return;
    verifyForTrust();
    const auto contact = m_session->contact();
    const Duration pause = std::max<Duration>(contact.sureFor() / 2, contact.timeout / 12);
    loop().callAt(loop().now() + pause, [weak = weak_from_this()] {
        if (const auto self = weak.lock()) self->verifyAndRepeat();
    });
}

void HeldNode::verifyForTrust() {
    verify([weak = weak_from_this()](const Result<void>& result) {
        const auto self = weak.lock();
        if (!self || !result || !self->isSure()) return;
        const auto state = self->m_state.load();
        if (state == HoldState::Doubtful) self->change(HoldState::Held);
        if (state == HoldState::Held) self->doubtBy(self->validUntil(LifeSign::Writes));
    });
}

bool HeldNode::isSure() const {
    return validUntil(LifeSign::Writes) > loop().bootTime();
}

/// Doubtful then, unless more is known by then.
void HeldNode::doubtBy(std::chrono::nanoseconds when) {
    loop().cancel(std::exchange(m_doubtDue, Loop::Timer::None));
    const Duration left = when - loop().bootTime();
    m_doubtDue = loop().callAt(loop().now() + left, [weak = weak_from_this()] {
        const auto self = weak.lock();
        if (!self) return;
        self->m_doubtDue = Loop::Timer::None;
        const auto state = self->m_state.load();
        if (state == HoldState::Suspended || (state == HoldState::Held && self->m_keepsVerified))
            self->change(HoldState::Doubtful);
    });
}

}  // namespace lockcore
