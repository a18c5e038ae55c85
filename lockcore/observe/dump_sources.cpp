// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "dump_sources.h"

#include "catalog.h"
#include "reply_text.h"
#include "side_channel.h"

#include <algorithm>

namespace lockcore {

namespace {

using namespace std::chrono_literals;

constexpr std::uint16_t kAdminPort = 8080;
constexpr Duration kRestAfterRefusal = 60s;
/// A reply that the sockets' buffers take can't stall the server even if we do.
constexpr std::uint64_t kMostDumpBytes = std::uint64_t{1} << 20;

bool isRefusal(ErrorCode code) {
    return code == ErrorCode::NotAllowed || code == ErrorCode::NotZooKeeper || code == ErrorCode::TooLarge;
}

}  // namespace

DumpSources::DumpSources(ConnectString connect, const std::string& adminUrl)
    : m_chroot(std::move(connect.chroot)) {
    for (const HostPort& server : connect.servers) {
        m_servers.push_back({toString(server), server});
        const HostPort admin{server.host, kAdminPort};
        if (adminUrl.empty())
            m_adminServers.push_back({toString(admin), {}, "http://" + toString(admin) + "/commands"});
    }
    if (!adminUrl.empty()) m_adminServers.push_back({adminServerName(adminUrl), {}, adminUrl});
}

std::optional<LockCatalog> DumpSources::read(std::vector<Error>& problems, const std::stop_token& stop) {
    auto catalog = readFrom(m_adminServers, DiscoverySource::AdminServer, &askAdminServer, problems, stop);
    if (!catalog) catalog = readFrom(m_servers, DiscoverySource::FourLetter, &askByWord, problems, stop);
    return catalog;
}

void DumpSources::forgetRefusals() {
    for (Source& source : m_adminServers)
        source.refusal.reset();
    for (Source& source : m_servers)
        source.refusal.reset();
}

std::optional<LockCatalog> DumpSources::readFrom(std::vector<Source>& sources, DiscoverySource kind, Ask ask,
                                                 std::vector<Error>& problems, const std::stop_token& stop) {
    for (auto source = sources.begin(); source != sources.end() && !stop.stop_requested(); ++source) {
        if (source->refusal && Clock::now() < source->askAgainAt) {
            problems.push_back(*source->refusal);
            continue;
        }
        source->refusal.reset();
        auto ephemerals = ask(*source, stop);
        if (!ephemerals) {
            Error& problem = problems.emplace_back(std::move(ephemerals.error()));
            if (problem.server.empty()) problem.server = source->server;
            if (!isRefusal(problem.code)) continue;
            source->refusal = problem;
            source->askAgainAt = Clock::now() + kRestAfterRefusal;
            continue;
        }
        LockCatalog catalog{locksAmong(*ephemerals, m_chroot), kind, source->server, {}, 0};
        // The one that answers comes first from now on, before those that may need their whole time limit.
        std::rotate(sources.begin(), source, source + 1);
        return catalog;
    }
    return std::nullopt;
}

Result<DumpSources::Ephemerals> DumpSources::askAdminServer(const Source& source,
                                                            const std::stop_token& stop) {
    return fetchAdminCommand(source.url, "dump", {}, stop).and_then([](const std::string& reply) {
        return parseAdminDump(reply);
    });
}

Result<DumpSources::Ephemerals> DumpSources::askByWord(const Source& source, const std::stop_token& stop) {
    const auto monitor = askFourLetterWord(source.address, "mntr", {}, stop);
    if (!monitor) return tl::unexpected(monitor.error());
    if (auto refusal = fourLetterRefusal("mntr", *monitor)) return tl::unexpected(std::move(*refusal));
    const auto size = estimateDumpSize(*monitor);
    if (!size) return fail(ErrorCode::NotZooKeeper, "Ask for \"mntr\", the reply does not count ephemerals");
    if (*size > kMostDumpBytes)
        return fail(ErrorCode::TooLarge,
                    "Ask for \"dump\", which may be " + std::to_string(*size) + " bytes");
    return askFourLetterWord(source.address, "dump", {}, stop).and_then([](const std::string& reply) {
        return parseFourLetterDump(reply);
    });
}

}  // namespace lockcore
