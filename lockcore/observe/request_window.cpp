// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "request_window.h"

#include <algorithm>

namespace lockcore {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t kRequestsPerSecond = 12'000;
/// Our own loop and the server's other work delay an answer, too.
constexpr Duration kTripJitter = 50ms;
/// No way on earth is longer.
constexpr Duration kLongestWay = 1s;
/// By so many for each answer: three times as many after each round trip.
constexpr std::size_t kGrowth = 2;

}  // namespace

void RequestWindow::answered(Duration roundTrip) {
    --m_underWay;
    m_shortest = std::min(m_shortest, roundTrip);
    const bool isOfNarrowed = m_sentBefore == 0;
    if (!isOfNarrowed) --m_sentBefore;
    if (roundTrip > 2 * m_shortest + kTripJitter) {
        if (!isOfNarrowed) return;
        m_size = std::max(kLeast, m_size / 2);
        m_sentBefore = m_underWay;
        return;
    }
    const auto way = std::chrono::duration_cast<std::chrono::milliseconds>(std::min(m_shortest, kLongestWay));
    const std::size_t most = kRequestsPerSecond * static_cast<std::size_t>(way.count()) / 1000;
    m_size = std::min(std::clamp(most, m_shortWay, m_most), m_size + kGrowth);
}

}  // namespace lockcore
