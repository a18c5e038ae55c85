// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "dump.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

namespace lockcore {

namespace {

/// Cuts the next line off `text`, without its end. Empty if no whole line is left.
std::optional<std::string_view> takeLine(std::string_view& text) {
    const auto end = text.find('\n');
    if (end == std::string_view::npos) return std::nullopt;
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

template <class Number>
std::optional<Number> parseNumber(std::string_view text) {
    Number value{};
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || rest != text.data() + text.size()) return std::nullopt;
    return value;
}

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

/// Whether a JSON reply of AdminServer says why there is no answer.
std::optional<Error> adminRefusal(const std::string& text) {
    if (text.empty()) return std::nullopt;
    const bool notServing = text.find("not currently serving") != std::string::npos ||
                            text.find("not initialized") != std::string::npos;
    return Error{notServing ? ErrorCode::NotServing : ErrorCode::NotAllowed, "AdminServer says: " + text};
}

/// Takes what is needed out of AdminServer's reply as it is parsed: no tree of a large or hostile reply is
/// ever built.
class AdminDumpReader final : public nlohmann::json_sax<nlohmann::json> {
public:
    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool number_integer(number_integer_t) override { return true; }
    bool number_unsigned(number_unsigned_t) override { return true; }
    bool number_float(number_float_t, const string_t&) override { return true; }
    bool binary(binary_t&) override { return true; }

    bool string(string_t& value) override {
        if (m_depth == 1 && m_topKey == "error") m_error = value;
        if (m_depth == kPathDepth && m_inEphemerals && m_session && value.starts_with('/'))
            m_nodes.push_back({*m_session, std::move(value)});
        return true;
    }
    bool key(string_t& key) override {
        if (m_depth == 1) {
            m_topKey = key;
            m_inEphemerals = key == "session_id_to_ephemeral_paths";
        } else if (m_depth == 2 && m_inEphemerals) {
            const auto number = parseNumber<std::int64_t>(key);
            m_session = number ? std::optional(SessionId{*number}) : std::nullopt;
        }
        return true;
    }
    bool start_object(std::size_t) override {
        m_found = m_found || (m_depth == 1 && m_inEphemerals);
        return ++m_depth <= kMaxDepth;
    }
    bool end_object() override {
        --m_depth;
        return true;
    }
    bool start_array(std::size_t) override { return ++m_depth <= kMaxDepth; }
    bool end_array() override {
        --m_depth;
        return true;
    }
    bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception&) override {
        return false;
    }

    bool found() const { return m_found; }
    const std::string& error() const { return m_error; }
    std::vector<EphemeralNode> takeNodes() { return std::move(m_nodes); }

private:
    static constexpr int kMaxDepth = 16;
    static constexpr int kPathDepth = 3;  ///< { "session_id_to_ephemeral_paths": { "<id>": [ here

    int m_depth = 0;
    bool m_inEphemerals = false;
    bool m_found = false;
    std::string m_topKey;
    std::string m_error;
    std::optional<SessionId> m_session;
    std::vector<EphemeralNode> m_nodes;
};

/// Value of a line "key<tab>value" of "mntr".
std::optional<std::uint64_t> monitorValue(std::string_view mntr, std::string_view key) {
    while (const auto line = takeLine(mntr)) {
        if (line->size() > key.size() && line->starts_with(key) && (*line)[key.size()] == '\t')
            return parseNumber<std::uint64_t>(line->substr(key.size() + 1));
    }
    return std::nullopt;
}

}  // namespace

std::optional<Error> fourLetterRefusal(std::string_view word, std::string_view reply) {
    const std::string asked = "Ask for \"" + std::string(word) + "\"";
    if (reply.empty()) return Error{ErrorCode::NotZooKeeper, asked + ", closed without an answer"};
    if (reply.starts_with(std::string(word) + " is not executed because it is not in the whitelist"))
        return Error{ErrorCode::NotAllowed, asked};
    if (reply.starts_with("This ZooKeeper instance is not currently serving requests"))
        return Error{ErrorCode::NotServing, asked};
    if (reply.starts_with("HTTP/") || reply.starts_with('<'))
        return Error{ErrorCode::NotZooKeeper, asked + ", answered by a web server"};
    return std::nullopt;
}

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
    AdminDumpReader reader;
    // The parser takes a NUL, which JSON never contains, for the end and would not look at what follows.
    const bool whole = json.find('\0') == std::string_view::npos &&
                       nlohmann::json::sax_parse(json.begin(), json.end(), &reader);
    if (!whole && !json.starts_with('{'))
        return fail(ErrorCode::NotZooKeeper, "Ask AdminServer for \"dump\", the reply is not JSON");
    if (!whole)
        return fail(ErrorCode::BadFormat, "The reply of AdminServer to \"dump\" is cut off or broken");
    if (auto refusal = adminRefusal(reader.error())) return tl::unexpected(std::move(*refusal));
    if (!reader.found())
        return fail(ErrorCode::NotZooKeeper,
                    "Ask AdminServer for \"dump\", the reply has no list of ephemerals");
    return reader.takeNodes();
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
