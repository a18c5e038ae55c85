// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "reading_times.h"

#include <lockcore/wall_clock.h>

#include <algorithm>
#include <chrono>

namespace lockcore {

void ReadingTimes::asked(TimePoint now) {
    m_askedAt = now;
}

void ReadingTimes::changed(TimePoint now) {
    if (!m_changedAt) m_changedAt = now;
}

void ReadingTimes::watchLost() {
    m_isWatched = false;
    m_changedAt.reset();
}

void ReadingTimes::answered(LockQueue& queue, TimePoint now) {
    const Duration trip = now - m_askedAt;
    const std::int64_t nowUnixMs = unixMs();
    const auto toUnixMs = [&](TimePoint then) {
        return nowUnixMs - std::chrono::ceil<std::chrono::milliseconds>(now - then).count();
    };
    queue.unchangedUntilUnixMs.reset();
    if (m_isWatched) {
        const TimePoint told = std::min(m_changedAt.value_or(m_askedAt), m_askedAt);
        queue.unchangedUntilUnixMs = toUnixMs(std::max(m_lastAskedAt, told - std::max(trip, m_lastTrip)));
    }
    queue.readAt = now;
    queue.readAtUnixMs = nowUnixMs;
    queue.askedAtUnixMs = toUnixMs(m_askedAt);
    ++queue.reading;
    m_lastAskedAt = m_askedAt;
    m_lastTrip = trip;
    m_isWatched = true;
    m_changedAt.reset();
}

}  // namespace lockcore
