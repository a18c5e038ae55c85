// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "reading_times.h"

#include <lockcore/wall_clock.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace lockcore {

void ReadingTimes::asked() {
    m_askedAt = m_session.loop().bootTime();
    m_heardAsked = m_session.contact().heard;
    m_isAsking = true;
}

void ReadingTimes::changed() {
    std::optional<BootTime>& heard = m_isAsking ? m_heardChangedSince : m_heardChanged;
    if (!heard) heard = m_session.contact().heard;
}

void ReadingTimes::forgetWatch() {
    m_isAsking = false;
    m_isWatched = false;
    m_heardChanged.reset();
    m_heardChangedSince.reset();
}

void ReadingTimes::watchLost(LockQueue& queue) {
    if (m_isWatched) {
        const BootTime heard = m_session.contact().heard;
        queue.unchangedUntilUnixMs =
            toUnixMs(unchangedUntil(std::min(heard, m_heardChangedSince.value_or(heard))));
    }
    forgetWatch();
}

void ReadingTimes::answered(LockQueue& queue) {
    queue.unchangedUntilUnixMs.reset();
    if (m_isWatched) queue.unchangedUntilUnixMs = toUnixMs(unchangedUntil(m_heardAsked));
    queue.askedAtUnixMs = toUnixMs(m_askedAt);
    queue.readAt = m_session.loop().now();
    queue.readAtUnixMs = unixMs();
    ++queue.reading;
    m_lastAskedAt = m_askedAt;
    m_isAsking = false;
    m_isWatched = true;
    m_heardChanged = std::exchange(m_heardChangedSince, std::nullopt);
}

void ReadingTimes::gone(LockQueue& queue) {
    answered(queue);
    forgetWatch();
}

ReadingTimes::BootTime ReadingTimes::unchangedUntil(BootTime heard) const {
    return std::max(m_lastAskedAt, std::min(m_heardChanged.value_or(heard), heard));
}

/// The wall clock is read first: where this process is stopped in between, it is too early.
std::int64_t ReadingTimes::toUnixMs(BootTime then) const {
    const std::int64_t nowUnixMs = unixMs();
    const BootTime ago = m_session.loop().bootTime() - then;
    return nowUnixMs - std::chrono::ceil<std::chrono::milliseconds>(ago).count();
}

}  // namespace lockcore
