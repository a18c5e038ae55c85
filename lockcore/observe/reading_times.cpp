// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "reading_times.h"

#include <lockcore/wall_clock.h>

#include <algorithm>
#include <chrono>

namespace lockcore {

namespace {

/// The present by both clocks, of which one alone is the loop's.
struct Present {
    TimePoint now;
    std::int64_t unixMs;

    std::int64_t toUnixMs(TimePoint then) const {
        return unixMs - std::chrono::ceil<std::chrono::milliseconds>(now - then).count();
    }
};

}  // namespace

void ReadingTimes::asked() {
    m_askedAt = m_session.loop().now();
    m_heardAsked = heardOf();
}

void ReadingTimes::changed() {
    if (!m_heardChanged) m_heardChanged = heardOf();
}

void ReadingTimes::forgetWatch() {
    m_isWatched = false;
    m_heardChanged.reset();
}

void ReadingTimes::watchLost(LockQueue& queue) {
    const Present present{m_session.loop().now(), unixMs()};
    if (m_isWatched) queue.unchangedUntilUnixMs = present.toUnixMs(unchangedUntil(heardOf()));
    forgetWatch();
}

void ReadingTimes::answered(LockQueue& queue) {
    const Present present{m_session.loop().now(), unixMs()};
    queue.unchangedUntilUnixMs.reset();
    if (m_isWatched) queue.unchangedUntilUnixMs = present.toUnixMs(unchangedUntil(m_heardAsked));
    queue.readAt = present.now;
    queue.readAtUnixMs = present.unixMs;
    queue.askedAtUnixMs = present.toUnixMs(m_askedAt);
    ++queue.reading;
    m_lastAskedAt = m_askedAt;
    m_isWatched = true;
    m_heardChanged.reset();
}

void ReadingTimes::gone(LockQueue& queue) {
    answered(queue);
    forgetWatch();
}

TimePoint ReadingTimes::unchangedUntil(TimePoint heard) const {
    return std::max(m_lastAskedAt, std::min(m_heardChanged.value_or(heard), heard));
}

TimePoint ReadingTimes::heardOf() const {
    Loop& loop = m_session.loop();
    return loop.now() - (loop.bootTime() - m_session.contact().heard);
}

}  // namespace lockcore
