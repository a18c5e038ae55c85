// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/loop.h>

#include <cstdint>
#include <functional>
#include <map>

namespace lockcore {

/// How many acquires a second the contenders of a run begin, all together, at most. Lives on the lab's loop,
/// which outlives it.
class RateGate {
public:
    enum class Ticket : std::uint64_t { None = 0 };

    /// `perSecond`: 0 for no limit.
    RateGate(Loop& loop, double perSecond) : m_loop(loop), m_perSecond(perSecond) {}
    ~RateGate() { m_loop.cancel(m_timer); }
    RateGate(const RateGate&) = delete;
    RateGate& operator=(const RateGate&) = delete;

    /// Calls `go` when it is its turn: inside the call, and then without a ticket, where nothing limits it.
    Ticket enter(std::function<void()> go);
    /// Of those that went since forget(): when there had been no free turn for so long that the load is not
    /// what it would have been without the limit.
    std::uint64_t heldBack() const { return m_heldBack; }
    void forget() { m_heldBack = 0; }
    double perSecond() const { return m_perSecond; }
    /// It has not gone yet, and does not want to any more.
    void leave(Ticket ticket) { m_waiting.erase(ticket); }

private:
    void wake();
    void letOneGo();

    Loop& m_loop;
    const double m_perSecond;
    std::map<Ticket, std::function<void()>> m_waiting;  ///< in their order
    std::uint64_t m_heldBack = 0;
    std::uint64_t m_lastTicket = 0;
    Loop::Timer m_timer = Loop::Timer::None;
    TimePoint m_next{};       ///< when another one may go
    TimePoint m_busySince{};  ///< the first of those between whom no turn was free
};

}  // namespace lockcore
