// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "dump.h"

#include "admin_reply.h"
#include "monitor_reply.h"
#include "reply_text.h"

#include <algorithm>
#include <array>
#include <chrono>

namespace lockcore {

namespace {

/// N of "Sessions with Ephemerals (N):".
std::optional<std::size_t> sessionCountOf(std::string_view line) {
    constexpr std::string_view kBegin = "Sessions with Ephemerals (";
    constexpr std::string_view kEnd = "):";
    if (!line.starts_with(kBegin) || !line.ends_with(kEnd)) return std::nullopt;
    line.remove_prefix(kBegin.size());
    line.remove_suffix(kEnd.size());
    return parseNumber<std::size_t>(line);
}

/// Servers from 3.5 on, which head their sessions so, tell of connections after the ephemerals; 3.4 does not.
bool isHeadOfMoreParts(std::string_view line) {
    return line.starts_with("Global Sessions(") || (line.find("Session Sets (") != std::string_view::npos &&
                                                    line.find(")/(") != std::string_view::npos);
}

/// The session of a line "0x…:".
std::optional<SessionId> sessionOf(std::string_view line) {
    if (!line.ends_with(':')) return std::nullopt;
    line.remove_suffix(1);
    return parseSessionId(line);
}

/// As Java writes one: "Fri Nov 20 18:20:47 UTC 2026".
struct JavaDate {
    std::int64_t unixMs = 0;  ///< if the zone were UTC
    std::string_view zone = {};
};

std::optional<JavaDate> parseJavaDate(std::string_view text) {
    static constexpr std::array<std::string_view, 12> kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                              "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    std::array<std::string_view, 6> words{};
    for (std::string_view& word : words) {
        const std::size_t end = text.find(' ');
        word = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    const auto& [weekday, monthName, day, time, zone, year] = words;
    const auto month = std::ranges::find(kMonths, monthName);
    const auto dayNumber = parseNumber<unsigned>(day);
    const auto yearNumber = parseNumber<int>(year);
    if (!text.empty() || month == kMonths.end() || !dayNumber || !yearNumber || time.size() != 8)
        return std::nullopt;
    const auto hours = parseNumber<int>(time.substr(0, 2));
    const auto minutes = parseNumber<int>(time.substr(3, 2));
    const auto seconds = parseNumber<int>(time.substr(6, 2));
    const std::chrono::year_month_day date{
        std::chrono::year(*yearNumber),
        std::chrono::month(static_cast<unsigned>(month - kMonths.begin()) + 1), std::chrono::day(*dayNumber)};
    if (!hours || !minutes || !seconds || !date.ok()) return std::nullopt;
    const auto sinceEpoch = std::chrono::sys_days(date).time_since_epoch() + std::chrono::hours(*hours) +
                            std::chrono::minutes(*minutes) + std::chrono::seconds(*seconds);
    return JavaDate{std::chrono::duration_cast<std::chrono::milliseconds>(sinceEpoch).count(), zone};
}

/// The date of a line "6 expire at Fri Nov 20 18:20:47 UTC 2026:".
std::optional<JavaDate> expiryDateOf(std::string_view line) {
    constexpr std::string_view kExpire = " expire at ";
    const std::size_t at = line.find(kExpire);
    if (at == std::string_view::npos || !line.ends_with(':')) return std::nullopt;
    line.remove_suffix(1);
    return parseJavaDate(line.substr(at + kExpire.size()));
}

tl::unexpected<Error> cutOff() {
    return fail(ErrorCode::BadFormat, "The reply to \"dump\" is cut off or broken");
}

/// Ephemerals, and when sessions expire, in a reply of AdminServer.
class DumpReader final : public AdminReader {
public:
    AdminDump takeDump() { return std::move(m_dump); }
    bool hasEphemerals() const { return m_hasEphemerals; }
    bool hasExpiry() const { return m_hasExpiry; }

private:
    bool isInEphemerals() const { return keyAt(1) == "session_id_to_ephemeral_paths"; }
    bool isInExpiry() const { return keyAt(1) == "expiry_time_to_session_ids"; }

    void onObject() override {
        if (depth() != 2) return;
        m_hasEphemerals = m_hasEphemerals || isInEphemerals();
        m_hasExpiry = m_hasExpiry || isInExpiry();
        if (m_hasEphemerals || m_hasExpiry) setFound();
    }
    void onText(std::string& value) override {
        if (depth() != kMapOfListsDepth || !isInEphemerals()) return;
        const auto session = parseNumber<std::int64_t>(keyAt(2));
        if (session && value.starts_with('/'))
            m_dump.ephemerals.push_back({SessionId{*session}, std::move(value)});
        else
            setBroken();  // one that is left out would be a lock that nobody misses
    }
    void onNumber(std::int64_t value) override {
        if (depth() != kMapOfListsDepth || !isInExpiry() || value == 0) return;
        const auto time = parseNumber<std::int64_t>(keyAt(2));
        if (time && *time >= 0)
            m_dump.expiresAtMs.insert_or_assign(SessionId{value}, std::min(*time, kLatestMs));
    }

    AdminDump m_dump;
    bool m_hasEphemerals = false;
    bool m_hasExpiry = false;
};

tl::unexpected<Error> notTold() {
    return fail(ErrorCode::NotZooKeeper, "Ask AdminServer for \"dump\", the reply does not tell it");
}

}  // namespace

Result<std::vector<EphemeralNode>> parseFourLetterDump(std::string_view reply) {
    if (auto refusal = fourLetterRefusal("dump", reply)) return tl::unexpected(std::move(*refusal));
    if (!reply.starts_with("SessionTracker dump:"))
        return fail(ErrorCode::NotZooKeeper, "Ask for \"dump\", the reply is no dump of sessions");
    std::optional<std::size_t> announced;
    bool isLastPart = true;
    while (!announced) {
        const auto line = takeLine(reply);
        if (!line) return cutOff();
        announced = sessionCountOf(*line);
        isLastPart = isLastPart && !isHeadOfMoreParts(*line);
    }
    std::vector<EphemeralNode> nodes;
    std::optional<SessionId> session;
    std::size_t sessions = 0;
    while (const auto line = takeLine(reply)) {
        if (line->starts_with("\t/") && session) {
            nodes.push_back({*session, std::string(line->substr(1))});
        } else if ((session = sessionOf(*line))) {
            ++sessions;
        } else if (line->ends_with(':') && !line->starts_with("0x")) {
            return nodes;  // the next part of the reply: this one is whole
        } else {
            return cutOff();
        }
    }
    // Whole lines only, and a block for each session announced, or something is missing.
    if (!isLastPart || !reply.empty() || sessions < *announced) return cutOff();
    return nodes;
}

std::map<SessionId, std::int64_t> expiryInFourLetterDump(std::string_view reply) {
    std::map<SessionId, std::int64_t> expiry;
    std::optional<JavaDate> date;
    std::string_view zone;
    while (const auto line = takeLine(reply)) {
        // Further dates are those of connections.
        if (*line == "ephemeral nodes dump:") break;
        if (line->starts_with('\t')) {
            const auto session = parseSessionId(line->substr(1));
            if (date && session) expiry.insert_or_assign(*session, date->unixMs);
            continue;
        }
        date = expiryDateOf(*line);
        if (!date) continue;
        if (!zone.empty() && zone != date->zone) return {};
        zone = date->zone;
    }
    return expiry;
}

Result<AdminDump> parseWholeAdminDump(std::string_view json) {
    DumpReader reader;
    if (const auto read = readAdminReply("dump", json, reader); !read) return tl::unexpected(read.error());
    if (!reader.hasEphemerals()) return notTold();
    return reader.takeDump();
}

Result<std::vector<EphemeralNode>> parseAdminDump(std::string_view json) {
    return parseWholeAdminDump(json).map([](AdminDump dump) { return std::move(dump.ephemerals); });
}

Result<std::map<SessionId, std::int64_t>> parseAdminExpiry(std::string_view json) {
    DumpReader reader;
    if (const auto read = readAdminReply("dump", json, reader); !read) return tl::unexpected(read.error());
    if (!reader.hasExpiry()) return notTold();
    return reader.takeDump().expiresAtMs;
}

std::optional<std::uint64_t> estimateDumpSize(std::string_view mntr, const DumpSize& last) {
    constexpr std::uint64_t kPathBytes = 256;     // generous: deep paths with a GUID in the name
    constexpr std::uint64_t kSessionBytes = 256;  // expiry, heading and connection lines
    constexpr std::uint64_t kAroundPath = 2;      // a tab and the end of the line
    constexpr std::uint64_t kMost = std::uint64_t{1} << 40;
    const auto told = monitorValue(mntr, "zk_ephemerals_count");
    if (!told) return std::nullopt;
    const std::uint64_t ephemerals = std::min(*told, kMost);
    const auto local = monitorValue(mntr, "zk_num_alive_connections").value_or(0);
    const auto sessions =
        std::min(std::max(monitorValue(mntr, "zk_global_sessions").value_or(0), local), kMost);
    std::uint64_t paths = ephemerals * kPathBytes;
    if (const auto all = monitorValue(mntr, "zk_approximate_data_size"))
        paths = std::min(paths, std::min(*all, kMost) + ephemerals * kAroundPath);
    std::uint64_t bytes = paths + sessions * kSessionBytes;
    if (last.ephemerals > 0 && last.bytes > 0 && ephemerals <= kMost / last.bytes)
        bytes = std::min(bytes, last.bytes * ephemerals / last.ephemerals * 3 / 2);
    return bytes;
}

}  // namespace lockcore
