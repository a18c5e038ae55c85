// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "server_counters.h"

#include <lockcore/observe/side_channel.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <system_error>

namespace lockcore {

namespace {

using Count = std::optional<std::uint64_t>;

/// Watches that fired are counted by what made them fire.
constexpr std::array<std::string_view, 4> kWokenKeys{
    "sum_node_created_watch_count", "sum_node_deleted_watch_count", "sum_node_changed_watch_count",
    "sum_node_children_watch_count"};
constexpr std::string_view kWordPrefix = "zk_";
constexpr const char* kTooOld = "the servers do not count the watches that fire; those from 3.6 on do";

/// A server that measures with Prometheus writes whole numbers as "22.0".
Count counterNumber(std::string_view text) {
    constexpr double kMostExact = 9007199254740992.0;
    double value = -1;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem != std::errc() || end != text.data() + text.size() || !(value >= 0 && value <= kMostExact))
        return std::nullopt;
    return static_cast<std::uint64_t>(value);
}

/// "3.8.0" of "3.8.0-1234abcd, built on 2022-02-25".
std::string shortVersion(std::string_view version) {
    return std::string(version.substr(0, version.find_first_of("-, ")));
}

/// `valueOf` gives the text of a counter by its key without prefix, or nothing.
template <class ValueOf>
CounterReading readingBy(const ValueOf& valueOf) {
    const auto numberOf = [&](std::string_view key) -> Count {
        const auto text = valueOf(key);
        return text ? counterNumber(*text) : std::nullopt;
    };
    CounterReading reading;
    reading.packets = numberOf("packets_received");
    reading.watches = numberOf("watch_count");
    reading.connections = numberOf("num_alive_connections");
    if (const auto version = valueOf("version")) reading.version = shortVersion(*version);
    for (const std::string_view key : kWokenKeys)
        if (const Count woken = numberOf(key)) reading.woken = reading.woken.value_or(0) + *woken;
    return reading;
}

void fillWhyNot(CounterReading& reading) {
    if (reading.packets && !reading.woken && reading.whyNot.empty()) reading.whyNot = kTooOld;
}

CounterReading askOne(const CounterSource& source, const HostPort& server, const std::stop_token& stop) {
    if (source.asksAdmin) {
        const auto json =
            fetchAdminCommand(adminUrlOf(source.adminUrl, server), "monitor", {}, stop, {}, {}, source.way);
        if (json) {
            CounterReading reading = countersInMonitor(*json);
            if (reading.packets) return reading;
        }
    }
    const auto reply = askFourLetterWord(server, "mntr", {.tellsRefusal = true}, stop, source.way);
    CounterReading reading = reply ? countersInWord(*reply) : CounterReading{};
    reading.questions = 1;
    if (!reading.packets) {
        const ErrorCode problem = reply ? ErrorCode::NotAllowed : reply.error().code;
        reading.whyNot =
            toString(server) + (problem == ErrorCode::ConnectionRefused
                                    ? " does not run: nobody listens there"
                                    : " tells nobody its counters, neither by AdminServer nor by "
                                      "mntr: " +
                                          std::string(errorReason(problem)));
    }
    return reading;
}

}  // namespace

CounterReading countersInWord(std::string_view mntr) {
    std::map<std::string_view, std::string_view> values;
    while (!mntr.empty()) {
        const auto end = mntr.find('\n');
        const std::string_view line = mntr.substr(0, end);
        const auto tab = line.find('\t');
        if (tab != std::string_view::npos && line.starts_with(kWordPrefix))
            values.emplace(line.substr(kWordPrefix.size(), tab - kWordPrefix.size()), line.substr(tab + 1));
        mntr.remove_prefix(end == std::string_view::npos ? mntr.size() : end + 1);
    }
    CounterReading reading = readingBy([&](std::string_view key) -> std::optional<std::string> {
        const auto found = values.find(key);
        return found == values.end() ? std::nullopt : std::optional(std::string(found->second));
    });
    fillWhyNot(reading);
    return reading;
}

CounterReading countersInMonitor(std::string_view json) {
    const auto object = nlohmann::json::parse(json, nullptr, false);
    if (!object.is_object()) return {};
    CounterReading reading = readingBy([&](std::string_view key) -> std::optional<std::string> {
        const auto found = object.find(std::string(key));
        if (found == object.end()) return std::nullopt;
        return found->is_string() ? found->get<std::string>() : found->dump();
    });
    fillWhyNot(reading);
    return reading;
}

CounterReading sumOf(const std::vector<CounterReading>& servers) {
    if (servers.empty()) return {};
    CounterReading sum = servers.front();
    const auto add = [](Count& to, const Count& what) {
        to = to && what ? Count(*to + *what) : std::nullopt;
    };
    sum.each = {servers.front().packets};
    for (auto other = servers.begin() + 1; other != servers.end(); ++other) {
        sum.each.push_back(other->packets);
        add(sum.packets, other->packets);
        add(sum.woken, other->woken);
        add(sum.watches, other->watches);
        add(sum.connections, other->connections);
        if (sum.version.empty()) sum.version = other->version;
        if (sum.whyNot.empty()) sum.whyNot = other->whyNot;
        sum.questions += other->questions;
    }
    return sum;
}

bool hasBegunAnew(const CounterReading& before, const CounterReading& after) {
    for (std::size_t i = 0; i < std::min(before.each.size(), after.each.size()); ++i)
        if (before.each[i] && after.each[i] && *after.each[i] < *before.each[i]) return true;
    return false;
}

CounterReading readCounters(const CounterSource& source, const std::stop_token& stop) {
    std::vector<CounterReading> readings;
    readings.reserve(source.servers.size());
    for (const HostPort& server : source.servers)
        readings.push_back(askOne(source, server, stop));
    return sumOf(readings);
}

}  // namespace lockcore
