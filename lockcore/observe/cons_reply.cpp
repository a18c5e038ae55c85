// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cons_reply.h"

#include "admin_reply.h"
#include "client_address.h"
#include "monitor_reply.h"
#include "reply_text.h"

#include <algorithm>

namespace lockcore {

namespace {

using std::chrono::milliseconds;

/// Drops what has no session or no address, and turns times into silence. A last answer of 0: none yet, or
/// none since the server's statistics were reset.
ConnectionList listOf(std::vector<ClientConnection> connections) {
    ConnectionList list;
    list.listed = connections.size();
    std::erase_if(connections, [](const ClientConnection& one) {
        return one.session == SessionId::None || one.address.empty();
    });
    std::int64_t newest = 0;
    for (const ClientConnection& one : connections)
        newest = std::max(newest, one.lastAnswerMs);
    if (newest > 0) list.lastAnswerMs = newest;
    for (ClientConnection& one : connections)
        if (one.lastAnswerMs > 0) one.silentFor = milliseconds(newest - one.lastAnswerMs);
    list.connections = std::move(connections);
    return list;
}

/// Value of "key=value" in a list that is separated by commas.
std::optional<std::string_view> fieldOf(std::string_view fields, std::string_view key) {
    while (!fields.empty()) {
        const std::string_view field = fields.substr(0, fields.find(','));
        fields.remove_prefix(std::min(field.size() + 1, fields.size()));
        if (field.size() > key.size() && field.starts_with(key) && field[key.size()] == '=')
            return field.substr(key.size() + 1);
    }
    return std::nullopt;
}

/// The number of a request as "0x8"; none where there was no request yet ("0xffffffffffffffff").
std::optional<std::int64_t> countedRequest(std::string_view hex) {
    const auto number = parseZxid(hex);
    return number && *number >= Zxid::None ? std::optional(raw(*number)) : std::nullopt;
}

/// The connection of a line "
/// /127.0.0.1:46120[1](queued=0,recved=16,sent=16,sid=0x1000007e0050000,lop=GETD,…)"; one without session
/// where it has none, nothing if the line is not whole.
std::optional<ClientConnection> connectionOf(std::string_view line) {
    constexpr std::string_view kBeforeFields = "](";
    const auto open = line.find(kBeforeFields);
    if (!line.starts_with(' ') || !line.ends_with(')') || open == std::string_view::npos) return std::nullopt;
    const std::string_view socket = line.substr(1, open - 1);
    const auto operations = socket.rfind('[');
    if (operations == std::string_view::npos) return std::nullopt;
    std::string_view fields = line.substr(open + kBeforeFields.size());
    fields.remove_suffix(1);

    ClientConnection one;
    const auto sid = fieldOf(fields, "sid");
    if (!sid) return one;
    const auto session = parseSessionId(*sid);
    const auto timeout = parseNumber<std::int32_t>(fieldOf(fields, "to").value_or(""));
    const auto answer = parseNumber<std::int64_t>(fieldOf(fields, "lresp").value_or(""));
    if (!session || !timeout || *timeout < 0 || !answer || *answer < 0) return std::nullopt;
    one.session = *session;
    one.address = clientAddress(socket.substr(0, operations));
    one.timeout = milliseconds(*timeout);
    one.sinceUnixMs = parseNumber<std::int64_t>(fieldOf(fields, "est").value_or(""));
    one.lastOperation = fieldOf(fields, "lop").value_or("");
    one.lastRequest = countedRequest(fieldOf(fields, "lcxid").value_or(""));
    one.lastZxid = parseZxid(fieldOf(fields, "lzxid").value_or(""));
    if (one.lastZxid < Zxid::None) one.lastZxid.reset();
    one.lastAnswerMs = std::min(*answer, kLatestMs);
    return one;
}

class ConnectionsReader final : public AdminReader {
public:
    std::vector<ClientConnection> takeConnections() { return std::move(m_connections); }

private:
    static constexpr int kFieldDepth = 3;  ///< { "connections": [ { "field": here

    bool isInConnections() const { return keyAt(1) == "connections" || keyAt(1) == "secure_connections"; }
    bool isField() const { return depth() == kFieldDepth && isInConnections() && !m_connections.empty(); }

    void onArray() override {
        if (depth() == 2 && isInConnections()) setFound();
    }
    void onObject() override {
        if (depth() == kFieldDepth && isInConnections()) m_connections.emplace_back();
    }
    void onText(std::string& value) override {
        if (!isField()) return;
        ClientConnection& connection = m_connections.back();
        if (keyAt(kFieldDepth) == "remote_socket_address") connection.address = clientAddress(value);
        if (keyAt(kFieldDepth) == "last_operation") connection.lastOperation = std::move(value);
    }
    void onNumber(std::int64_t value) override {
        if (!isField()) return;
        const std::string& key = keyAt(kFieldDepth);
        ClientConnection& one = m_connections.back();
        if (key == "session_id") one.session = SessionId{value};
        if (value < 0) return;
        if (key == "session_timeout") one.timeout = milliseconds(std::min(value, kLongestTimeoutMs));
        if (key == "last_cxid") one.lastRequest = value;
        if (key == "last_zxid") one.lastZxid = Zxid{value};
        if (key == "established") one.sinceUnixMs = std::min(value, kLatestMs);
        if (key == "last_response_time") one.lastAnswerMs = std::min(value, kLatestMs);
    }

    std::vector<ClientConnection> m_connections;
};

}  // namespace

Result<ConnectionList> parseFourLetterConnections(std::string_view reply) {
    if (auto refusal = fourLetterRefusal("cons", reply)) return tl::unexpected(std::move(*refusal));
    if (!reply.starts_with(" ") && !reply.starts_with("\n") && !reply.starts_with("\r\n"))
        return fail(ErrorCode::NotZooKeeper, "Ask for \"cons\", the reply is no list of connections");
    std::vector<ClientConnection> answered;
    while (const auto line = takeLine(reply)) {
        // The empty line is the end, and the only sign that nothing is missing.
        if (line->empty()) return listOf(std::move(answered));
        auto one = connectionOf(*line);
        if (!one) break;
        answered.push_back(std::move(*one));
    }
    return fail(ErrorCode::BadFormat, "The reply to \"cons\" is cut off or broken");
}

Result<ConnectionList> parseAdminConnections(std::string_view json) {
    ConnectionsReader reader;
    return readAdminReply("connections", json, reader).map([&] { return listOf(reader.takeConnections()); });
}

std::optional<std::uint64_t> estimateConsSize(std::string_view mntr) {
    constexpr std::uint64_t kLineBytes = 250;
    constexpr std::uint64_t kMost = std::uint64_t{1} << 40;
    const auto connections = monitorValue(mntr, "zk_num_alive_connections");
    if (!connections) return std::nullopt;
    return std::min(*connections, kMost) * kLineBytes;
}

}  // namespace lockcore
