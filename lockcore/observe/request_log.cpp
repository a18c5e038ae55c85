// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/request_log.h>

#include <algorithm>

namespace lockcore {
namespace {

constexpr std::int64_t kApartMs = 1000;

/// Drops every second one of the older half.
void thinOut(std::deque<RequestCount>& counts) {
    std::deque<RequestCount> kept;
    for (std::size_t i = 0; i < counts.size(); ++i)
        if (i % 2 == 0 || i >= counts.size() / 2) kept.push_back(counts[i]);
    counts = std::move(kept);
}

std::int64_t requestsBetween(const RequestCount& before, const RequestCount& after) {
    if (before.directory != after.directory) return after.created;
    // The Stat's counters are 32 bits wide and begin anew behind that.
    return std::max<std::int64_t>(0, after.created - before.created);
}

}  // namespace

void RequestLog::update(const LockQueue& queue) {
    if (queue.freshness != Freshness::Live || !queue.stat) return;
    auto& counts = m_counts[queue.path];
    const RequestCount newer{queue.readAtUnixMs, childrenEverCreated(*queue.stat), queue.stat->czxid};
    // The last one moves on until it is a second away from the one before.
    const bool replaces = counts.size() > 1 && counts.back().directory == newer.directory &&
                          counts.back().atUnixMs - counts[counts.size() - 2].atUnixMs < kApartMs;
    if (replaces) counts.pop_back();
    counts.push_back(newer);
    if (counts.size() > kMostCounts) thinOut(counts);
}

const std::deque<RequestCount>* RequestLog::of(const std::string& path) const {
    const auto found = m_counts.find(path);
    return found == m_counts.end() ? nullptr : &found->second;
}

std::optional<RequestRate> requestRate(const std::deque<RequestCount>& counts, const TimeSpan& span) {
    const auto first = std::ranges::lower_bound(counts, span.fromUnixMs, {}, &RequestCount::atUnixMs);
    const auto end = std::ranges::upper_bound(counts, span.toUnixMs, {}, &RequestCount::atUnixMs);
    if (end - first < 2) return std::nullopt;
    RequestRate rate{.span = {first->atUnixMs, (end - 1)->atUnixMs}};
    for (auto after = first + 1; after != end; ++after)
        rate.requests += requestsBetween(*(after - 1), *after);
    const std::int64_t ms = rate.span.toUnixMs - rate.span.fromUnixMs;
    if (ms >= kApartMs)
        rate.perSecond = static_cast<double>(rate.requests) * 1000.0 / static_cast<double>(ms);
    return rate;
}

}  // namespace lockcore
