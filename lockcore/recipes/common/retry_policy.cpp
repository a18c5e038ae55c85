// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/recipes/retry_policy.h>

#include "random.h"

#include <algorithm>

namespace lockcore {

namespace {

/// 2^30 pauses are more than anybody waits; a larger shift would overflow.
constexpr int kMostBackoffRetries = 29;

}  // namespace

RetryPolicy RetryPolicy::forever(Duration pause) {
    return RetryPolicy([pause](int, Duration) { return pause; });
}

RetryPolicy RetryPolicy::never() {
    return nTimes(0, Duration::zero());
}

RetryPolicy RetryPolicy::once(Duration pause) {
    return nTimes(1, pause);
}

RetryPolicy RetryPolicy::nTimes(int retries, Duration pause) {
    return RetryPolicy([retries, pause](int count, Duration) {
        return count < retries ? std::optional(pause) : std::nullopt;
    });
}

RetryPolicy RetryPolicy::untilElapsed(Duration limit, Duration pause) {
    return RetryPolicy([limit, pause](int, Duration elapsed) {
        return elapsed < limit ? std::optional(pause) : std::nullopt;
    });
}

RetryPolicy RetryPolicy::exponentialBackoff(Duration base, int retries) {
    return boundedExponentialBackoff(base, Duration::max(), retries);
}

RetryPolicy RetryPolicy::boundedExponentialBackoff(Duration base, Duration longest, int retries) {
    const int most = std::min(retries, kMostBackoffRetries);
    return RetryPolicy([base, longest, most](int count, Duration) -> std::optional<Duration> {
        if (count >= most) return std::nullopt;
        const auto factor = 1 + randomNumber() % (std::uint64_t{1} << (count + 1));
        // Divided, not multiplied: the product of a long pause and a late retry does not fit.
        const bool isLonger = base.count() > 0 && factor > static_cast<std::uint64_t>(longest / base);
        return isLonger ? longest : base * static_cast<std::int64_t>(factor);
    });
}

std::optional<Duration> RetryPolicy::pause(int retries, Duration elapsed) const {
    return m_rule(retries, elapsed);
}

}  // namespace lockcore
