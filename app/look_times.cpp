// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "look_times.h"

#include <QRandomGenerator>

#include <algorithm>
#include <array>

namespace lockscope {
namespace {

using namespace std::chrono_literals;

/// When one more sample can tell more than those before: as soon as servers may be asked again, when a circle
/// of waiting has lasted for the five seconds that make it certain, and once more for what was disturbed
/// then. With what is added the last one is within six seconds.
constexpr std::array<LookTimes::Moment, 3> kEarliest{2'050ms, 5'050ms, 5'600ms};

/// A sample's time is that of its end, by a clock that somebody may set.
constexpr LookTimes::Moment kEarly{50};

}  // namespace

LookTimes LookTimes::any() {
    return LookTimes(Moment(QRandomGenerator::global()->bounded(static_cast<int>(kMostLater.count()))));
}

std::optional<LookTimes::Moment> LookTimes::after(Moment taken) const {
    if (taken >= kEarliest.back() + m_later - kEarly) return std::nullopt;
    return *std::ranges::upper_bound(kEarliest, taken - m_later) + m_later;
}

std::optional<LookTimes::Moment> LookTimes::afterPing(Moment taken, Moment timeout) const {
    constexpr Moment kLatest = 14s;
    constexpr Moment kOnItsWay = 1s;
    const Moment ping = std::min(timeout / 3 + kOnItsWay, kLatest) + m_later;
    return taken >= ping - kEarly ? std::nullopt : std::optional(ping);
}

}  // namespace lockscope
