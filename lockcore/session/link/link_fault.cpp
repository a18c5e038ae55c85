// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/session/link_fault.h>

#include <utility>

namespace lockcore {

void LinkFault::set(LinkState state) {
    const std::lock_guard guard(m_mutex);
    m_state = state;
    tell();
}

LinkState LinkFault::state() const {
    const std::lock_guard guard(m_mutex);
    return m_state;
}

void LinkFault::setDelay(Duration oneWay) {
    const std::lock_guard guard(m_mutex);
    m_delay = oneWay;
    tell();
}

Duration LinkFault::delay() const {
    const std::lock_guard guard(m_mutex);
    return m_delay;
}

std::uint64_t LinkFault::listen(Listener listener) {
    const std::lock_guard guard(m_mutex);
    m_listeners.emplace(++m_lastListener, std::move(listener));
    return m_lastListener;
}

void LinkFault::ignore(std::uint64_t listener) {
    const std::lock_guard guard(m_mutex);
    m_listeners.erase(listener);
}

/// Under the mutex, so that listeners hear changes in their order, and nothing after ignore().
void LinkFault::tell() const {
    for (const auto& [number, listener] : m_listeners)
        listener(m_state, m_delay);
}

}  // namespace lockcore
