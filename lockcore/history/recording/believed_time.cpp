// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "believed_time.h"

#include <algorithm>
#include <cstdlib>
#include <ctime>

namespace lockcore {
namespace {

constexpr std::int64_t kDayMs = 86'400'000;
/// By so much a clock is set, or slewed, while it goes on.
constexpr std::int64_t kSameClockMs = 3'600'000;

}  // namespace

BelievedTime::BelievedTime(std::int64_t knownUnixMs) : m_knownUnixMs(knownUnixMs) {}

/// While the machine is suspended, too.
std::int64_t BelievedTime::machineUpMs() {
    std::timespec up{};
    ::clock_gettime(CLOCK_BOOTTIME, &up);
    return std::int64_t{up.tv_sec} * 1'000 + up.tv_nsec / 1'000'000;
}

std::int64_t BelievedTime::at(std::int64_t nowUnixMs, std::int64_t upMs) {
    if (!m_last) m_last = Reading{m_knownUnixMs, upMs};
    const std::int64_t expected = m_last->after(upMs);
    if (nowUnixMs - expected > kDayMs) {
        if (!m_doubted || std::abs(nowUnixMs - m_doubted->after(upMs)) > kSameClockMs)
            m_doubted = Reading{nowUnixMs, upMs};
        if (upMs - m_doubted->upMs < kDayMs) return expected;
    }
    m_doubted.reset();
    // One that was set back may be set right again.
    m_last = Reading{std::max(nowUnixMs, expected), upMs};
    return nowUnixMs;
}

}  // namespace lockcore
