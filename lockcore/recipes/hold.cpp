// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "held_node.h"

#include <utility>

namespace lockcore {

namespace {
const std::string kNoPath;
}

std::string_view holdStateName(HoldState state) {
    switch (state) {
        case HoldState::Held: return "Held";
        case HoldState::Suspended: return "Suspended";
        case HoldState::Lost: return "Lost";
        case HoldState::Released: return "Released";
    }
    return "";
}

HeldNode::HeldNode(std::shared_ptr<ZooKeeper> session, std::weak_ptr<ContentionDriver> driver,
                   std::shared_ptr<std::atomic<int>> heldHere, LockMode mode, std::string path,
                   const Stat& stat)
    : m_session(std::move(session)),
      m_driver(std::move(driver)),
      m_heldHere(std::move(heldHere)),
      m_mode(mode),
      m_path(std::move(path)),
      m_stat(stat) {
    ++*m_heldHere;
}

HeldNode::~HeldNode() {
    stopCounting();
}

void HeldNode::stopCounting() {
    if (m_counted.exchange(false)) --*m_heldHere;
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
    if (m_state.load() == HoldState::Released) return;
    m_state.store(state);
    if (state == HoldState::Lost) stopCounting();
    const auto listeners = m_changeListeners;
    for (const auto& listener : listeners)
        listener(state);
}

void HeldNode::revokeAsked() const {
    const auto listeners = m_revokeListeners;
    for (const auto& listener : listeners)
        listener();
}

void HeldNode::addChangeListener(std::function<void(HoldState)> listener) {
    m_changeListeners.push_back(std::move(listener));
}

void HeldNode::addRevokeListener(std::function<void()> listener) {
    m_revokeListeners.push_back(std::move(listener));
}

Hold::Hold(std::shared_ptr<Impl> impl) : m_impl(std::move(impl)) {}
Hold::Hold(Hold&&) noexcept = default;

Hold::~Hold() {
    if (m_impl) static_cast<void>(release());
}

Hold& Hold::operator=(Hold&& other) noexcept {
    if (this != &other) {
        if (m_impl) static_cast<void>(release());
        m_impl = std::exchange(other.m_impl, nullptr);
    }
    return *this;
}

Hold::operator bool() const {
    return m_impl && !m_impl->released.load();
}

const std::string& Hold::path() const {
    return m_impl ? m_impl->node->path() : kNoPath;
}

Zxid Hold::fencingToken() const {
    return m_impl ? m_impl->node->token() : Zxid::None;
}

SessionId Hold::session() const {
    return m_impl ? m_impl->node->sessionId() : SessionId::None;
}

LockMode Hold::mode() const {
    return m_impl ? m_impl->node->mode() : LockMode::Exclusive;
}

HoldState Hold::state() const {
    if (!m_impl || m_impl->released.load()) return HoldState::Released;
    return m_impl->node->state();
}

void Hold::onChange(std::function<void(HoldState)> listener) {
    if (!m_impl) return;
    m_impl->node->loop().post([node = m_impl->node, listener = std::move(listener)] {
        // What happened before this ran would otherwise never be told.
        if (node->state() != HoldState::Held) listener(node->state());
        node->addChangeListener(listener);
    });
}

void Hold::onRevoke(std::function<void()> listener) {
    if (!m_impl) return;
    m_impl->node->loop().post(
        [node = m_impl->node, listener = std::move(listener)] { node->addRevokeListener(listener); });
}

Result<void> Hold::release() {
    if (!m_impl || m_impl->released.exchange(true)) {
        return fail(ErrorCode::NotOwner, "Releasing", path());
    }
    const bool lost = m_impl->node->state() == HoldState::Lost;
    m_impl->node->releaseOne();
    if (lost) return fail(ErrorCode::HoldLost, "Releasing", path());
    return {};
}

}  // namespace lockcore
