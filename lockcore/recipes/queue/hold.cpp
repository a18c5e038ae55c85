// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "common/await.h"
#include "common/option_listeners.h"
#include "held_node.h"

#include <utility>

namespace lockcore {

namespace {
const std::string kNoPath;
}  // namespace

std::string_view holdStateName(HoldState state) {
    switch (state) {
        case HoldState::Held: return "Held";
        case HoldState::Suspended: return "Suspended";
        case HoldState::Doubtful: return "Doubtful";
        case HoldState::Lost: return "Lost";
        case HoldState::Released: return "Released";
    }
    return "";
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

void Hold::onChange(std::function<void(HoldState)> listener, Executor executor) {
    if (!m_impl) return;
    m_impl->node->loop().post(
        [node = m_impl->node, listener = std::move(listener), executor = std::move(executor)] {
            node->addChangeListener([listener, executor](HoldState state) {
                runBy(executor, [listener, state] { listener(state); });
            });
        });
}

void Hold::onRevoke(std::function<void()> listener, Executor executor) {
    if (!m_impl) return;
    m_impl->node->loop().post(
        [node = m_impl->node, listener = std::move(listener), executor = std::move(executor)] {
            node->addRevokeListener([listener, executor] { runBy(executor, listener); });
        });
}

void Hold::onReleaseRefused(std::function<void(const Error&)> listener, Executor executor) {
    if (!m_impl) return;
    m_impl->node->loop().post(
        [node = m_impl->node, listener = std::move(listener), executor = std::move(executor)] {
            node->addRefusalListener([listener, executor](const Error& error) {
                runBy(executor, [listener, error] { listener(error); });
            });
        });
}

std::chrono::nanoseconds Hold::validUntil(LifeSign sign) const {
    return *this ? m_impl->node->validUntil(sign) : std::chrono::nanoseconds(0);
}

void Hold::verifyAsync(Completion<void> done) const {
    guard({}, [done = std::move(done)](const Result<std::vector<std::string>>& result) {
        done(result.map([](const std::vector<std::string>&) {}));
    });
}

Result<void> Hold::verify() const {
    if (!*this) return fail(ErrorCode::NotOwner, "Verifying", path());
    return await<void>(m_impl->node->loop(), "Verifying " + path(), path(),
                       [this](Completion<void> done) { verifyAsync(std::move(done)); });
}

void Hold::keepVerified() {
    if (!m_impl) return;
    m_impl->node->loop().post([node = m_impl->node] { node->keepVerified(); });
}

void Hold::guard(std::vector<WriteOp> ops, Completion<std::vector<std::string>> done) const {
    if (!*this) {
        done(fail(ErrorCode::NotOwner, "Writing under the lock", path()));
        return;
    }
    postOrRefuse(m_impl->node->loop(), "Writing under the lock", path(), std::move(done),
                 [node = m_impl->node,
                  ops = std::move(ops)](const Completion<std::vector<std::string>>& written) mutable {
                     node->guard(std::move(ops), written);
                 });
}

CheckNode Hold::check() const {
    return {path(), -1};
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
