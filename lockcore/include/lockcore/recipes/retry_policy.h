// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/loop.h>

#include <functional>
#include <optional>

namespace lockcore {

/// How often, and after which pauses, a recipe tries again what a lost connection or a vanished znode
/// spoiled. A value without thread.
///
/// It counts the failures of one acquire: requests that got no answer, and own znodes or directories that
/// somebody deleted. It does not count waiting: for the lock itself, or for a connection that is down. Giving
/// up never leaves a znode behind: deleting what was created goes on until it is done or the session is over.
class RetryPolicy {
public:
    /// Again and again, `pause` apart (Curator's RetryForever). The default of recipes: their deadline ends
    /// it.
    static RetryPolicy forever(Duration pause = Duration::zero());
    /// The first failure is final.
    static RetryPolicy never();
    /// Curator's RetryOneTime.
    static RetryPolicy once(Duration pause);
    /// Curator's RetryNTimes.
    static RetryPolicy nTimes(int retries, Duration pause);
    /// Until `limit` has passed since the first attempt (Curator's RetryUntilElapsed).
    static RetryPolicy untilElapsed(Duration limit, Duration pause);
    /// Retry n after `base` × a random number from 1 to 2^(n+1), at most `retries` (at most 29) times
    /// (Curator's ExponentialBackoffRetry).
    static RetryPolicy exponentialBackoff(Duration base, int retries);
    /// The same with pauses of at most `longest` (Curator's BoundedExponentialBackoffRetry).
    static RetryPolicy boundedExponentialBackoff(Duration base, Duration longest, int retries);

    /// The pause before the next attempt when there were `retries` of them (0 at first) and `elapsed` has
    /// passed since the first attempt; empty to give up.
    std::optional<Duration> pause(int retries, Duration elapsed) const;

private:
    using Rule = std::function<std::optional<Duration>(int retries, Duration elapsed)>;
    explicit RetryPolicy(Rule rule) : m_rule(std::move(rule)) {}
    Rule m_rule;
};

}  // namespace lockcore
