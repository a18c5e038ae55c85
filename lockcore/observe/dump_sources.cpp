// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "dump_sources.h"

#include "catalog.h"
#include "monitor_reply.h"
#include "reply_text.h"
#include "side_channel.h"

#include <algorithm>

namespace lockcore {

namespace {

using namespace std::chrono_literals;

constexpr Duration kRestAfterRefusal = 60s;
/// It changes slowly, and a server logs each question.
constexpr Duration kCountInterval = 60s;
constexpr std::chrono::milliseconds kCountLimit = 1s;
/// A reply that the sockets' buffers take can't stall the server even if we do.
constexpr std::uint64_t kMostDumpBytes = std::uint64_t{1} << 20;

bool isRefusal(ErrorCode code) {
    return code == ErrorCode::NotAllowed || code == ErrorCode::NotTrusted ||
           code == ErrorCode::NotZooKeeper || code == ErrorCode::TooLarge;
}

/// The next question would wait as long for nothing.
bool isNobodyThere(ErrorCode code) {
    return code == ErrorCode::Io || code == ErrorCode::HostNotFound || code == ErrorCode::NotTrusted ||
           isAmbiguous(code);
}

}  // namespace

DumpSources::DumpSources(const ConnectString& connect, const std::string& adminUrl, const AdminTls& adminTls)
    : m_chroot(connect.chroot) {
    for (const HostPort& server : connect.servers)
        m_servers.push_back({toString(server), server});
    // One URL for all leads to the AdminServer of any one of them.
    const bool isOne = !adminUrl.empty() && adminUrl.find("{host}") == std::string::npos;
    for (const HostPort& server : isOne ? std::vector<HostPort>(1) : connect.servers) {
        const std::string url = adminUrlOf(adminUrl, server);
        m_adminServers.push_back({adminServerName(url), {}, url, adminTls});
    }
}

std::optional<LockCatalog> DumpSources::read(const LockMarks& marks, const LockCatalog& earlier,
                                             std::vector<Error>& problems, const std::stop_token& stop) {
    m_cost = {};
    m_readOnlySeen = m_readOnlyWanted = false;
    auto told = readFromAny(problems, stop);
    if (!told && m_readOnlySeen) {
        m_readOnlyWanted = true;
        problems.clear();
        told = readFromAny(problems, stop);
    }
    if (!told) return std::nullopt;
    const TimePoint began = Clock::now();
    LockCatalog catalog;
    if (m_readOnlyWanted) catalog.gaps.push_back({.kind = GapKind::ReadOnlySource, .server = told->server});
    catalog.locks = locksAmong(told->ephemerals, m_chroot, marks, earlier.locks);
    catalog.source = told->source;
    if (began < m_countAgainAt) catalog.nodeCount = m_nodeCount;
    catalog.server = std::move(told->server);
    m_cost += Clock::now() - began;
    return catalog;
}

std::optional<DumpSources::Told> DumpSources::readFromAny(std::vector<Error>& problems,
                                                          const std::stop_token& stop) {
    auto told = readFrom(m_adminServers, &DumpSources::askAdminServer, problems, stop);
    if (told) return told;
    told = readFrom(m_servers, &DumpSources::askByWord, problems, stop);
    if (told) told->source = DiscoverySource::FourLetter;
    return told;
}

std::optional<Zxid> DumpSources::lastZxid(std::string& server, const std::stop_token& stop) {
    if (m_adminServers.empty()) return std::nullopt;
    const Source& source = m_adminServers.front();
    if (source.refusal && Clock::now() < source.askAgainAt) return std::nullopt;
    server = source.server;
    ++m_questions;
    const auto facts = fetchAdminCommand(source.url, "server_stats", {}, stop, source.tls)
                           .and_then([](const std::string& reply) { return parseAdminServer(reply); });
    if (!facts) return std::nullopt;
    note(source.server, *facts);
    return facts->lastZxid;
}

std::optional<std::uint64_t> DumpSources::nodeCount(const std::stop_token& stop) {
    if (Clock::now() < m_countAgainAt) return m_nodeCount;
    m_nodeCount.reset();
    for (auto source = m_servers.begin(); source != m_servers.end() && !stop.stop_requested(); ++source) {
        ++m_questions;
        const auto reply = askFourLetterWord(source->address, "srvr", {.timeout = kCountLimit}, stop);
        const auto text = reply ? restOfLine(*reply, "Node count: ") : std::nullopt;
        if (!text) continue;
        m_nodeCount = parseNumber<std::uint64_t>(*text);
        break;
    }
    m_countAgainAt = Clock::now() + kCountInterval;
    return m_nodeCount;
}

void DumpSources::note(const std::string& server, const ServerFacts& facts) {
    m_modes[server] = facts.mode;
    noteCount(facts.nodeCount);
}

void DumpSources::noteCount(std::optional<std::uint64_t> count) {
    if (!count) return;
    m_nodeCount = count;
    m_countAgainAt = Clock::now() + kCountInterval;
}

void DumpSources::forgetRefusals() {
    for (Source& source : m_adminServers)
        source.refusal.reset();
    for (Source& source : m_servers)
        source.refusal.reset();
}

std::optional<DumpSources::Told> DumpSources::readFrom(std::vector<Source>& sources, Ask ask,
                                                       std::vector<Error>& problems,
                                                       const std::stop_token& stop) {
    for (auto source = sources.begin(); source != sources.end() && !stop.stop_requested(); ++source) {
        if (source->refusal && Clock::now() < source->askAgainAt) {
            problems.push_back(*source->refusal);
            continue;
        }
        source->refusal.reset();
        const TimePoint began = Clock::now();
        auto ephemerals = (this->*ask)(*source, stop);
        if (!ephemerals) {
            Error& problem = problems.emplace_back(std::move(ephemerals.error()));
            if (problem.server.empty()) problem.server = source->server;
            if (!isRefusal(problem.code)) continue;
            source->refusal = problem;
            source->askAgainAt = Clock::now() + kRestAfterRefusal;
            continue;
        }
        m_cost = Clock::now() - began;
        Told told{std::move(*ephemerals), source->server};
        // The one that answers comes first from now on, before those that may need their whole time limit.
        std::rotate(sources.begin(), source, source + 1);
        return told;
    }
    return std::nullopt;
}

Result<DumpSources::Ephemerals> DumpSources::askAdminServer(const Source& source,
                                                            const std::stop_token& stop) {
    if (!m_modes.contains(source.server)) {
        ++m_questions;
        const auto reply = fetchAdminCommand(source.url, "server_stats", {}, stop, source.tls);
        if (!reply && isNobodyThere(reply.error().code)) return tl::unexpected(reply.error());
        const auto facts = reply.and_then([](const std::string& text) { return parseAdminServer(text); });
        if (facts) note(source.server, *facts);
    }
    const auto mode = m_modes.extract(source.server);
    if (auto refusal = readOnlyRefusal(mode ? mode.mapped() : std::string())) return tl::unexpected(*refusal);
    ++m_questions;
    return fetchAdminCommand(source.url, "dump", {}, stop, source.tls).and_then([](const std::string& reply) {
        return parseAdminDump(reply);
    });
}

/// What a server without its quorum lists was so when it lost it: one that any other one can replace.
std::optional<Error> DumpSources::readOnlyRefusal(std::string_view mode) {
    if (mode != "read-only") return std::nullopt;
    m_readOnlySeen = true;
    if (m_readOnlyWanted) return std::nullopt;
    return Error{ErrorCode::NotServing, "Ask for \"dump\" a server that is read-only"};
}

Result<std::string> DumpSources::askWord(const Source& source, std::string_view word,
                                         const std::stop_token& stop) {
    ++m_questions;
    return askFourLetterWord(source.address, word, {}, stop);
}

Result<DumpSources::Ephemerals> DumpSources::askByWord(const Source& source, const std::stop_token& stop) {
    const auto monitor = askWord(source, "mntr", stop);
    if (!monitor) return tl::unexpected(monitor.error());
    if (auto refusal = fourLetterRefusal("mntr", *monitor)) return tl::unexpected(std::move(*refusal));
    noteCount(monitorValue(*monitor, "zk_znode_count"));
    const auto mode = restOfLine(*monitor, "zk_server_state\t");
    if (auto refusal = readOnlyRefusal(mode.value_or(""))) return tl::unexpected(*refusal);
    const auto size = estimateDumpSize(*monitor);
    if (!size) return fail(ErrorCode::NotZooKeeper, "Ask for \"mntr\", the reply does not count ephemerals");
    if (*size > kMostDumpBytes)
        return fail(ErrorCode::TooLarge,
                    "Ask for \"dump\", which may be " + std::to_string(*size) + " bytes");
    return askWord(source, "dump", stop).and_then([](const std::string& reply) {
        return parseFourLetterDump(reply);
    });
}

}  // namespace lockcore
