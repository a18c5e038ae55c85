// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "srvr_reply.h"

#include <lockcore/observe/admin_access.h>
#include <lockcore/observe/cluster_survey.h>

#include "admin_reply.h"
#include "reply_text.h"

#include <algorithm>

namespace lockcore {

namespace {

class ServerFactsReader final : public AdminReader {
public:
    ServerFacts takeFacts() { return std::move(m_facts); }

private:
    bool isInStats() const { return depth() == 2 && keyAt(1) == "server_stats"; }

    void onText(std::string& value) override {
        if (isInStats() && keyAt(2) == "server_state") {
            m_facts.mode = std::move(value);
            setFound();
        } else if (depth() == 1 && keyAt(1) == "version") {
            m_facts.version = std::move(value);
        }
    }
    void onNumber(std::int64_t value) override {
        if (depth() == 1 && keyAt(1) == "node_count" && value >= 0)
            m_facts.nodeCount = static_cast<std::uint64_t>(value);
        if (!isInStats()) return;
        if (keyAt(2) == "last_processed_zxid") m_facts.lastZxid = Zxid{value};
        if (keyAt(2) == "uptime" && value >= 0) m_facts.upForMs = static_cast<std::uint64_t>(value);
    }

    ServerFacts m_facts;
};

std::chrono::milliseconds tickOf(std::int64_t ms) {
    return std::chrono::milliseconds(std::clamp(ms, std::int64_t{0}, kLongestTimeoutMs));
}

class IdentityReader final : public AdminReader {
public:
    ServerIdentity identity() const { return m_identity; }

private:
    void onNumber(std::int64_t value) override {
        if (depth() == 1 && keyAt(1) == "client_port") m_identity.clientPort = value;
        if (depth() == 1 && keyAt(1) == "tick_time") m_identity.tick = tickOf(value);
        if (depth() != 1 || keyAt(1) != "server_id") return;
        m_identity.id = value;
        setFound();
    }
    void onText(std::string& value) override {
        if (depth() == 1 && keyAt(1) == "data_dir") m_identity.dataDir = std::move(value);
    }

    ServerIdentity m_identity;
};

}  // namespace

bool isAtClientPort(const ServerIdentity& admin, const std::string& adminUrl, const HostPort& server) {
    return admin.clientPort == server.port && isAdminOnHost(adminUrl, server);
}

Error otherServer(const Result<ServerIdentity>& told, const std::string& adminName) {
    return {ErrorCode::OtherServer,
            told ? "Ask AdminServer, which is that of the server at client port " +
                       std::to_string(told->clientPort)
                 : "Ask AdminServer, which does not tell whose it is (" + told.error().what + ")",
            {},
            adminName};
}

Result<ServerFacts> parseFourLetterServer(std::string_view reply) {
    if (auto refusal = fourLetterRefusal("srvr", reply)) return tl::unexpected(std::move(*refusal));
    const auto version = restOfLine(reply, "Zookeeper version: ");
    const auto mode = restOfLine(reply, "Mode: ");
    if (!version || version->empty() || !mode || mode->empty())
        return fail(ErrorCode::NotZooKeeper, "Ask for \"srvr\", the reply tells no version or mode");
    const auto zxid = restOfLine(reply, "Zxid: ");
    ServerFacts facts{std::string(*version), std::string(*mode), zxid ? parseZxid(*zxid) : std::nullopt};
    if (const auto connections = restOfLine(reply, "Connections: "))
        facts.connections = parseNumber<std::uint64_t>(*connections);
    return facts;
}

Result<ServerFacts> parseAdminServer(std::string_view json) {
    ServerFactsReader reader;
    return readAdminReply("server_stats", json, reader).map([&] { return reader.takeFacts(); });
}

Result<ServerIdentity> parseFourLetterIdentity(std::string_view reply) {
    if (auto refusal = fourLetterRefusal("conf", reply)) return tl::unexpected(std::move(*refusal));
    const auto id = restOfLine(reply, "serverId=");
    ServerIdentity identity{.id = id ? parseNumber<std::int64_t>(*id) : std::nullopt,
                            .members = membersInConfig(reply),
                            .ensemble = ensembleInConfig(reply),
                            .named = namesInConfig(reply),
                            .dataDir = std::string(restOfLine(reply, "dataDir=").value_or(""))};
    if (const auto port = restOfLine(reply, "clientPort="))
        identity.clientPort = parseNumber<std::int64_t>(*port).value_or(0);
    if (const auto tick = restOfLine(reply, "tickTime="))
        identity.tick = tickOf(parseNumber<std::int64_t>(*tick).value_or(0));
    if (!identity.id) return fail(ErrorCode::NotZooKeeper, "Ask for \"conf\", the reply tells no server id");
    return identity;
}

Result<ServerIdentity> parseAdminIdentity(std::string_view json) {
    IdentityReader reader;
    return readAdminReply("configuration", json, reader).map([&] { return reader.identity(); });
}

}  // namespace lockcore
