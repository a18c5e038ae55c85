// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/recipes/multi_hold.h>

#include <atomic>
#include <utility>

namespace lockcore {

namespace {

/// Higher is worse.
int badness(HoldState state) {
    switch (state) {
        case HoldState::Held: return 0;
        case HoldState::Suspended: return 1;
        case HoldState::Doubtful: return 2;
        case HoldState::Released: return 3;
        case HoldState::Lost: return 4;
    }
    return 0;
}

}  // namespace

/// Any thread: the holds are, and nothing else changes but the flag.
class MultiHold::Impl {
public:
    explicit Impl(std::vector<Hold> all) : holds(std::move(all)) {}

    HoldState state() const {
        if (released.load()) return HoldState::Released;
        auto worst = HoldState::Held;
        for (const auto& hold : holds) {
            if (const auto state = hold.state(); badness(state) > badness(worst)) worst = state;
        }
        return worst;
    }

    std::vector<Hold> holds;
    std::atomic<bool> released = false;
};

MultiHold::MultiHold() = default;
MultiHold::MultiHold(std::vector<Hold> holds)
    : m_impl(holds.empty() ? nullptr : std::make_shared<Impl>(std::move(holds))) {}
MultiHold::MultiHold(MultiHold&&) noexcept = default;

MultiHold::~MultiHold() {
    if (m_impl) static_cast<void>(release());
}

MultiHold& MultiHold::operator=(MultiHold&& other) noexcept {
    if (this != &other) {
        if (m_impl) static_cast<void>(release());
        m_impl = std::exchange(other.m_impl, nullptr);
    }
    return *this;
}

MultiHold::operator bool() const {
    return m_impl && !m_impl->released.load();
}

const std::vector<Hold>& MultiHold::holds() const {
    static const std::vector<Hold> kNone;
    return m_impl ? m_impl->holds : kNone;
}

HoldState MultiHold::state() const {
    return m_impl ? m_impl->state() : HoldState::Released;
}

/// The listeners must not keep the holds alive, which keep the listeners.
void MultiHold::onChange(std::function<void(HoldState)> listener, Executor executor) {
    if (!m_impl) return;
    const auto told = std::make_shared<std::atomic<HoldState>>(HoldState::Held);
    for (auto& hold : m_impl->holds) {
        hold.onChange([weak = std::weak_ptr(m_impl), told, listener, executor](HoldState) {
            const auto impl = weak.lock();
            if (!impl || impl->released.load()) return;
            const auto now = impl->state();
            if (told->exchange(now) == now) return;
            if (executor) {
                executor([listener, now] { listener(now); });
            } else {
                listener(now);
            }
        });
    }
}

void MultiHold::onRevoke(std::function<void()> listener, Executor executor) {
    if (!m_impl) return;
    for (auto& hold : m_impl->holds)
        hold.onRevoke(listener, executor);
}

void MultiHold::keepVerified() {
    if (!m_impl) return;
    for (auto& hold : m_impl->holds)
        hold.keepVerified();
}

void MultiHold::onReleaseRefused(std::function<void(const Error&)> listener, Executor executor) {
    if (!m_impl) return;
    for (auto& hold : m_impl->holds)
        hold.onReleaseRefused(listener, executor);
}

tl::expected<void, std::vector<Error>> MultiHold::release() {
    if (!m_impl || m_impl->released.exchange(true))
        return tl::unexpected(std::vector{Error{ErrorCode::NotOwner, "Releasing several locks"}});
    std::vector<Error> errors;
    for (auto hold = m_impl->holds.rbegin(); hold != m_impl->holds.rend(); ++hold) {
        if (auto released = hold->release(); !released) errors.push_back(std::move(released.error()));
    }
    if (!errors.empty()) return tl::unexpected(std::move(errors));
    return {};
}

}  // namespace lockcore
