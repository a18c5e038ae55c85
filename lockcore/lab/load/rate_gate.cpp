// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "rate_gate.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace lockcore {

namespace {

/// That some come at the same time, and go one after the other for so many turns, holds nothing back.
constexpr int kFewTurns = 25;

}  // namespace

RateGate::Ticket RateGate::enter(std::function<void()> go) {
    if (m_perSecond <= 0) {
        go();
        return Ticket::None;
    }
    const Ticket ticket{++m_lastTicket};
    if (m_waiting.empty() && m_loop.now() >= m_next) m_busySince = m_loop.now();
    m_waiting.emplace(ticket, std::move(go));
    wake();
    return ticket;
}

void RateGate::wake() {
    if (m_timer != Loop::Timer::None || m_waiting.empty()) return;
    m_timer = m_loop.callAt(std::max(m_next, m_loop.now()), [this] { letOneGo(); });
}

void RateGate::letOneGo() {
    m_timer = Loop::Timer::None;
    if (m_waiting.empty()) return;
    const auto apart = std::chrono::duration_cast<Duration>(std::chrono::duration<double>(1 / m_perSecond));
    const TimePoint now = m_loop.now();
    m_next = now + apart;
    const auto go = std::move(m_waiting.begin()->second);
    m_waiting.erase(m_waiting.begin());
    if (now - m_busySince > kFewTurns * apart) ++m_heldBack;
    wake();
    go();
}

}  // namespace lockcore
