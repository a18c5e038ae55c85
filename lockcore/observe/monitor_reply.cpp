// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "monitor_reply.h"

#include "admin_reply.h"
#include "reply_text.h"

#include <algorithm>
#include <array>

namespace lockcore {

namespace {

struct Counter {
    std::string_view key;  ///< as AdminServer has it; "mntr" puts "zk_" before it
    std::optional<std::uint64_t> ServerMetrics::*member;
};

constexpr std::array<Counter, 10> kCounters{{
    {"watch_count", &ServerMetrics::watches},
    {"ephemerals_count", &ServerMetrics::ephemerals},
    {"num_alive_connections", &ServerMetrics::connections},
    {"max_node_children_watch_count", &ServerMetrics::mostChildWatchers},
    {"max_node_deleted_watch_count", &ServerMetrics::mostDeleteWatchers},
    {"stale_sessions_expired", &ServerMetrics::sessionsExpired},
    {"learners", &ServerMetrics::learners},
    {"followers", &ServerMetrics::learners},  // servers before 3.6
    {"synced_observers", &ServerMetrics::observers},
    {"uptime", &ServerMetrics::upForMs},
}};

const Counter* counterOf(std::string_view key) {
    const auto* const found = std::ranges::find(kCounters, key, &Counter::key);
    return found == kCounters.end() ? nullptr : found;
}

/// A server that measures with Prometheus writes whole numbers as "22.0".
std::optional<std::uint64_t> countOf(std::string_view text) {
    constexpr double kExact = 9007199254740992.0;
    if (const auto count = parseNumber<std::uint64_t>(text)) return count;
    const auto value = parseNumber<double>(text);
    if (!value || !(*value >= 0 && *value <= kExact)) return std::nullopt;
    return static_cast<std::uint64_t>(*value);
}

class MonitorReader final : public AdminReader {
public:
    const ServerMetrics& metrics() const { return m_metrics; }

private:
    void onText(std::string&) override {
        if (depth() == 1 && keyAt(1) == "server_state") setFound();
    }
    void onNumber(std::int64_t value) override {
        const Counter* const counter = depth() == 1 && value >= 0 ? counterOf(keyAt(1)) : nullptr;
        if (counter) m_metrics.*counter->member = static_cast<std::uint64_t>(value);
    }

    ServerMetrics m_metrics;
};

class WatchSummaryReader final : public AdminReader {
public:
    std::uint64_t total() const { return m_total; }

private:
    void onNumber(std::int64_t value) override {
        if (depth() != 1 || keyAt(1) != "num_total_watches" || value < 0) return;
        m_total = static_cast<std::uint64_t>(value);
        setFound();
    }

    std::uint64_t m_total = 0;
};

}  // namespace

Result<ServerMetrics> parseFourLetterMonitor(std::string_view reply) {
    if (auto refusal = fourLetterRefusal("mntr", reply)) return tl::unexpected(std::move(*refusal));
    constexpr std::string_view kPrefix = "zk_";
    if (!reply.starts_with(kPrefix))
        return fail(ErrorCode::NotZooKeeper, "Ask for \"mntr\", the reply is no list of counters");
    ServerMetrics metrics;
    while (const auto line = takeLine(reply)) {
        const auto tab = line->find('\t');
        if (tab == std::string_view::npos || !line->starts_with(kPrefix)) continue;
        if (const Counter* const counter = counterOf(line->substr(kPrefix.size(), tab - kPrefix.size())))
            metrics.*counter->member = countOf(line->substr(tab + 1));
    }
    if (!reply.empty()) return fail(ErrorCode::BadFormat, "The reply to \"mntr\" ends before its end");
    return metrics;
}

Result<ServerMetrics> parseAdminMonitor(std::string_view json) {
    MonitorReader reader;
    return readAdminReply("monitor", json, reader).map([&] { return reader.metrics(); });
}

Result<std::uint64_t> parseFourLetterWatchSummary(std::string_view reply) {
    if (auto refusal = fourLetterRefusal("wchs", reply)) return tl::unexpected(std::move(*refusal));
    // "11 connections watching 15 paths": also connections whose watches have fired, so of no use.
    const auto first = takeLine(reply);
    if (!first || first->find(" connections watching ") == std::string_view::npos)
        return fail(ErrorCode::NotZooKeeper, "Ask for \"wchs\", the reply is no count of watches");
    const auto total = restOfLine(reply, "Total watches:");
    const auto count = total ? parseNumber<std::uint64_t>(*total) : std::nullopt;
    if (!count) return fail(ErrorCode::BadFormat, "The reply to \"wchs\" ends before its end");
    return *count;
}

Result<std::uint64_t> parseAdminWatchSummary(std::string_view json) {
    WatchSummaryReader reader;
    return readAdminReply("watch_summary", json, reader).map([&] { return reader.total(); });
}

std::optional<std::uint64_t> monitorValue(std::string_view mntr, std::string_view key) {
    const auto value = restOfLine(mntr, std::string(key) + '\t');
    return value ? countOf(*value) : std::nullopt;
}

}  // namespace lockcore
