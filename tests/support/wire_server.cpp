// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "wire_server.h"

#include <utility>

namespace {

constexpr std::int32_t kNoNode = -101;
constexpr std::int32_t kCloseSession = -11;

}  // namespace

std::string WireServer::Request::path() const {
    return wire::Reader(body).string();
}

WireServer::WireServer(Script script, std::function<std::string(std::int32_t)> connectReply)
    : m_script(std::move(script)),
      m_connectReply(connectReply ? std::move(connectReply)
                                  : [](std::int32_t timeoutMs) { return connected(timeoutMs); }),
      m_server({.opened = [this](PacketServer::Connection, int) { ++m_connects; },
                .received =
                    [this](PacketServer::Connection connection, const std::string& packet) {
                        m_server.send(connection, answer(connection, packet));
                    },
                .closed = {}}) {}

std::string WireServer::connected(std::int32_t timeoutMs, std::int64_t session) {
    return wire::frame(wire::int32(0) + wire::int32(timeoutMs) + wire::int64(session) +
                       wire::string(std::string(16, 'p')) + '\0');
}

std::string WireServer::answer(PacketServer::Connection connection, const std::string& packet) {
    constexpr std::size_t kTimeoutAt = 12;  // behind the protocol's version and the last zxid
    if (m_greeted.insert(connection).second) return m_connectReply(wire::readInt32(packet, kTimeoutAt));
    return answer(Request{wire::readInt32(packet, 0), wire::readInt32(packet, 4), packet.substr(8)});
}

std::string WireServer::answer(const Request& request) const {
    // Those with xids of their own (ping, credentials, watches to set) and the session's end succeed.
    if (request.xid < 0 || request.type == kCloseSession) return wire::frame(wire::replyHeader(request.xid));
    return m_script(request).value_or(wire::frame(wire::replyHeader(request.xid, kNoNode)));
}
