// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "held_node.h"

#include <algorithm>
#include <utility>

namespace lockcore {

HeldNode::HeldNode(std::shared_ptr<ZooKeeper> session, std::weak_ptr<ContentionDriver> driver,
                   std::shared_ptr<std::atomic<int>> heldHere, Identity identity)
    : m_session(std::move(session)),
      m_driver(std::move(driver)),
      m_heldHere(std::move(heldHere)),
      m_identity(std::move(identity)) {
    ++*m_heldHere;
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

/// A loop that has not run for as long as a disconnect takes to be noticed can't have told of one.
HoldState HeldNode::state() const {
    const auto state = m_state.load();
    if (state != HoldState::Held) return state;
    const auto contact = m_session->contact();
    const bool wasPaused =
        contact.served.count() != 0 && loop().bootTime() - contact.served > contact.timeout * 2 / 3;
    return wasPaused ? HoldState::Suspended : HoldState::Held;
}

std::chrono::nanoseconds HeldNode::validUntil(LifeSign sign) const {
    if (isOver()) return {};
    const auto contact = m_session->contact();
    const auto patience = contact.timeout - 2 * contact.tick;
    const auto written = contact.written.count() != 0 ? contact.written + patience : contact.written;
    if (sign == LifeSign::Writes) return written;
    return std::max(written, contact.heard + patience - contact.syncLimit);
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
    loop().post([driver = m_driver] {
        if (const auto alive = driver.lock()) alive->release();
    });
}

void HeldNode::change(HoldState state) {
    auto before = m_state.load();
    do {
        const bool isOverNow = before == HoldState::Lost || before == HoldState::Released;
        if (isOverNow || before == state) return;
    } while (!m_state.compare_exchange_weak(before, state));  // another thread may release just now
    if (state == HoldState::Lost) stopCounting();
    const auto listeners = m_changeListeners;
    for (const auto& listener : listeners)
        listener(state);
}

void HeldNode::revokeAsked() {
    m_revokeAsked = true;
    const auto listeners = m_revokeListeners;
    for (const auto& listener : listeners)
        listener();
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
            if (const auto driver = self->m_driver.lock()) driver->ownIsGone();
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
    if (!std::exchange(m_keepsVerified, true)) verifyAndRepeat();
}

void HeldNode::verifyAndRepeat() {
    if (isOver()) return;
    verify([](const Result<void>&) {});
    loop().callAt(loop().now() + m_session->contact().timeout / 3, [weak = weak_from_this()] {
        if (const auto self = weak.lock()) self->verifyAndRepeat();
    });
}

}  // namespace lockcore
