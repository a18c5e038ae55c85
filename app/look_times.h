// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <optional>

namespace lockscope {

/// When who reads once looks again, where only time tells. Programs that begin together, as by cron, are in
/// each other's way: who asks a server is one of its connections. So each looks again a bit later than it
/// might, by a time of its own. A value.
class LookTimes {
public:
    /// From the first whole sample on.
    using Moment = std::chrono::milliseconds;

    static constexpr Moment kMostLater{400};

    /// `later` is less than kMostLater.
    explicit LookTimes(Moment later) : m_later(later) {}

    /// By chance.
    static LookTimes any();

    /// When to look again after a sample that was taken then; empty where nothing more is to be learnt.
    std::optional<Moment> after(Moment taken) const;

    /// When to look again after that for clients of sessions with that timeout: each speaks once in a third
    /// of it, even if it has nothing to say. Empty where that is over.
    std::optional<Moment> afterPing(Moment taken, Moment timeout) const;

private:
    Moment m_later;
};

}  // namespace lockscope
