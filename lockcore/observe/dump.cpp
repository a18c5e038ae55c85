// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "dump.h"

#include "admin_reply.h"
#include "monitor_reply.h"
#include "reply_text.h"

#include <algorithm>

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

/// The session of a line "0x…:".
std::optional<SessionId> sessionOf(std::string_view line) {
    if (!line.ends_with(':')) return std::nullopt;
    line.remove_suffix(1);
    return parseSessionId(line);
}

tl::unexpected<Error> cutOff() {
    return fail(ErrorCode::BadFormat, "The reply to \"dump\" ends before its end");
}

/// Ephemerals in a reply of AdminServer.
class EphemeralsReader final : public AdminReader {
public:
    std::vector<EphemeralNode> takeNodes() { return std::move(m_nodes); }

private:
    bool isInEphemerals() const { return keyAt(1) == "session_id_to_ephemeral_paths"; }

    void onObject() override {
        if (depth() == 2 && isInEphemerals()) setFound();
    }
    void onText(std::string& value) override {
        if (depth() != kMapOfListsDepth || !isInEphemerals() || !value.starts_with('/')) return;
        if (const auto session = parseNumber<std::int64_t>(keyAt(2)))
            m_nodes.push_back({SessionId{*session}, std::move(value)});
    }

    std::vector<EphemeralNode> m_nodes;
};

/// When sessions expire, in a reply of AdminServer.
class ExpiryReader final : public AdminReader {
public:
    std::map<SessionId, std::int64_t> takeExpiry() { return std::move(m_expiry); }

private:
    bool isInExpiry() const { return keyAt(1) == "expiry_time_to_session_ids"; }

    void onObject() override {
        if (depth() == 2 && isInExpiry()) setFound();
    }
    void onNumber(std::int64_t value) override {
        if (depth() != kMapOfListsDepth || !isInExpiry() || value == 0) return;
        const auto time = parseNumber<std::int64_t>(keyAt(2));
        if (time && *time >= 0) m_expiry.insert_or_assign(SessionId{value}, *time);
    }

    std::map<SessionId, std::int64_t> m_expiry;
};

}  // namespace

Result<std::vector<EphemeralNode>> parseFourLetterDump(std::string_view reply) {
    if (auto refusal = fourLetterRefusal("dump", reply)) return tl::unexpected(std::move(*refusal));
    if (!reply.starts_with("SessionTracker dump:"))
        return fail(ErrorCode::NotZooKeeper, "Ask for \"dump\", the reply is no dump of sessions");
    std::optional<std::size_t> announced;
    while (!announced) {
        const auto line = takeLine(reply);
        if (!line) return cutOff();
        announced = sessionCountOf(*line);
    }
    std::vector<EphemeralNode> nodes;
    std::optional<SessionId> session;
    std::size_t sessions = 0;
    while (const auto line = takeLine(reply)) {
        if (line->starts_with("\t/")) {
            if (session) nodes.push_back({*session, std::string(line->substr(1))});
        } else if ((session = sessionOf(*line))) {
            ++sessions;
        } else if (line->ends_with(':') && !line->starts_with("0x")) {
            return nodes;  // the next part of the reply: this one is whole
        }
    }
    // Servers 3.4 end here. Whole lines only, and a block for each session announced, or something is
    // missing.
    if (!reply.empty() || sessions < *announced) return cutOff();
    return nodes;
}

Result<std::vector<EphemeralNode>> parseAdminDump(std::string_view json) {
    EphemeralsReader reader;
    return readAdminReply("dump", json, reader).map([&] { return reader.takeNodes(); });
}

Result<std::map<SessionId, std::int64_t>> parseAdminExpiry(std::string_view json) {
    ExpiryReader reader;
    return readAdminReply("dump", json, reader).map([&] { return reader.takeExpiry(); });
}

std::optional<std::uint64_t> estimateDumpSize(std::string_view mntr) {
    constexpr std::uint64_t kPathBytes = 256;     // generous: deep paths with a GUID in the name
    constexpr std::uint64_t kSessionBytes = 256;  // expiry, heading and connection lines
    constexpr std::uint64_t kMost = std::uint64_t{1} << 40;
    const auto ephemerals = monitorValue(mntr, "zk_ephemerals_count");
    if (!ephemerals) return std::nullopt;
    const auto local = monitorValue(mntr, "zk_num_alive_connections").value_or(0);
    const auto sessions = std::max(monitorValue(mntr, "zk_global_sessions").value_or(0), local);
    return std::min(*ephemerals, kMost) * kPathBytes + std::min(sessions, kMost) * kSessionBytes;
}

}  // namespace lockcore
