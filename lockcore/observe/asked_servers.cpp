// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "asked_servers.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace lockcore {

namespace {

/// Six readings by four-letter words.
constexpr std::int64_t kWholeForMs = 30'000;

using Sockets = std::set<std::pair<SessionId, std::string_view>>;

Sockets socketsOf(const ServerReport& server) {
    Sockets sockets;
    for (const ClientConnection& connection : *server.connections)
        sockets.emplace(connection.session, connection.address);
    return sockets;
}

bool share(const Sockets& a, const Sockets& b) {
    return std::ranges::any_of(a, [&](const auto& socket) { return b.contains(socket); });
}

/// A connection ends at one server. Where two list none at all they may be one.
bool haveOtherClients(const ServerReport& a, const ServerReport& b) {
    if (!a.connections || !b.connections) return false;
    const Sockets ofA = socketsOf(a);
    const Sockets ofB = socketsOf(b);
    return !share(ofA, ofB) && !(ofA.empty() && ofB.empty());
}

/// An address by one name of its machine where it has several: each server may have its own spelling of
/// "127.0.0.1:2888:3888".
std::string inOneSpelling(std::string_view address) {
    constexpr std::string_view kLocal = "localhost";
    const bool isBracketed = address.starts_with('[');
    const std::size_t end = address.find(isBracketed ? "]:" : ":");
    if (end == std::string_view::npos) return std::string(address);
    const std::string_view host = address.substr(0, isBracketed ? end + 1 : end);
    const std::string_view ports = address.substr(host.size());
    const bool isLocal = host.starts_with("127.") || host == "[::1]" || host == "[0:0:0:0:0:0:0:1]";
    return std::string(isLocal ? kLocal : host).append(ports);
}

std::set<std::string> inOneSpelling(const std::set<std::string>& addresses) {
    std::set<std::string> spelled;
    for (const std::string& address : addresses)
        spelled.insert(inOneSpelling(address));
    return spelled;
}

/// By the addresses at which members reach each other. Two ensembles that share some are one that changes.
bool haveOtherMembers(const ServerReport& a, const ServerReport& b) {
    const std::set<std::string> ofA = inOneSpelling(a.ensemble);
    const std::set<std::string> ofB = inOneSpelling(b.ensemble);
    return !ofA.empty() && !ofB.empty() &&
           std::ranges::none_of(ofA, [&](const std::string& member) { return ofB.contains(member); });
}

/// Whatever either of them leaves out of its list.
bool areAtOtherPlaces(const ServerReport& a, const ServerReport& b) {
    return !a.portAndData.empty() && !b.portAndData.empty() && a.portAndData != b.portAndData;
}

/// Those that are alone have no id of their own.
bool areKnownToBeOne(const ServerReport& a, const ServerReport& b) {
    if (haveOtherMembers(a, b)) return false;
    if (a.id && b.id) return *a.id == *b.id && (*a.id != 0 || !haveOtherClients(a, b));
    if (!a.connections || !b.connections) return false;
    return share(socketsOf(a), socketsOf(b));
}

bool areDifferent(const ServerReport& a, const ServerReport& b) {
    if (a.id && b.id) return *a.id != *b.id;
    if (!a.mode.empty() && !b.mode.empty() && a.mode != b.mode) return true;
    if (a.servesSinceUnixMs && b.servesSinceUnixMs &&
        !isSameStart(*a.servesSinceUnixMs, *b.servesSinceUnixMs))
        return true;
    return haveOtherClients(a, b);
}

bool lists(const ServerReport& server, SessionId session) {
    return server.connections && std::ranges::find(*server.connections, session,
                                                   &ClientConnection::session) != server.connections->end();
}

bool areOfOneEnsemble(const ServerReport& home, const ServerReport& other) {
    if (home.mode.empty() || other.mode.empty()) return true;
    if (home.mode == "standalone" || other.mode == "standalone") return false;
    return home.mode != "leader" || other.mode != "leader";
}

/// A session is of one ensemble, which numbers it for all times. One that is alone may be a former member,
/// and remember sessions of then.
std::set<SessionId> sessionsToldBy(const ServerReport& server) {
    std::set<SessionId> sessions;
    if (server.mode.empty() || server.mode == "standalone") return sessions;
    if (server.livingSessions) sessions = *server.livingSessions;
    if (server.connections)
        for (const ClientConnection& connection : *server.connections)
            sessions.insert(connection.session);
    sessions.erase(SessionId::None);
    return sessions;
}

/// The places of those that are known to be of the ensemble of the one at `home`, whatever names they have
/// for its members: by sessions that they share, be it by way of others.
std::set<std::size_t> ofEnsembleOf(std::size_t home, const std::vector<ServerReport>& servers) {
    std::set<std::size_t> known{home};
    std::set<SessionId> sessions = sessionsToldBy(servers[home]);
    for (bool grows = true; grows;) {
        grows = false;
        for (std::size_t i = 0; i < servers.size(); ++i) {
            std::set<SessionId> told = known.contains(i) ? std::set<SessionId>() : sessionsToldBy(servers[i]);
            if (std::ranges::none_of(told, [&](SessionId session) { return sessions.contains(session); }))
                continue;
            known.insert(i);
            sessions.merge(told);
            grows = true;
        }
    }
    return known;
}

/// The configuration of one of them has the other's address, as it was asked.
bool isNamedBy(const ServerReport& server, const std::set<std::string>& named) {
    return inOneSpelling(named).contains(inOneSpelling(server.server));
}

ServerReport disowned(const ServerReport& report) {
    const Error problem{
        ErrorCode::OtherServer, "Ask a server of this cluster, this one is of another", {}, report.server};
    ServerReport nothing = reportWithout(report.server, problem);
    nothing.askedAt = report.askedAt;
    nothing.toldAt = report.toldAt;
    nothing.questions = report.questions;
    nothing.readAtUnixMs = report.readAtUnixMs;
    nothing.standing = ServerStanding::OtherCluster;
    return nothing;
}

/// Nobody is there, or nobody who talks to us.
bool isSilent(const ServerReport& report) {
    if (report.rungs.empty() || !report.rungs.front().problem || report.hasAnswered()) return false;
    const ErrorCode code = report.rungs.front().problem->code;
    return code == ErrorCode::Io || code == ErrorCode::HostNotFound || code == ErrorCode::RouteFailed ||
           code == ErrorCode::OperationTimeout || code == ErrorCode::ConnectionLoss;
}

/// As they count themselves; empty where none of them can tell.
std::optional<std::size_t> ensembleSize(const std::vector<ServerReport>& servers) {
    std::size_t members = 0;
    std::size_t behindFollowers = 0;
    const ServerReport* leader = nullptr;
    bool isAlone = false;
    for (const ServerReport& server : servers) {
        members = std::max(members, server.members);
        isAlone = isAlone || server.mode == "standalone";
        if (server.mode == "leader") leader = &server;
        if (server.mode == "follower" && server.metrics)
            behindFollowers += server.metrics->observers.value_or(0);
    }
    if (leader) {
        if (!leader->metrics || !leader->metrics->learners) return std::nullopt;
        return std::max(members, 1 + *leader->metrics->learners + behindFollowers);
    }
    if (isAlone) return 1;
    return std::nullopt;
}

}  // namespace

ServerReport reportWithout(const std::string& server, const Error& problem) {
    ServerReport nothing{.server = server};
    for (const Evidence evidence : {Evidence::Server, Evidence::Connections, Evidence::Ephemerals,
                                    Evidence::Watches, Evidence::Metrics})
        nothing.rungs.push_back({evidence, EvidenceSource::FourLetter, problem});
    return nothing;
}

bool coversConnections(const ServerReport& server) {
    if (listsAllConnections(server)) return true;
    return server.connections && server.listedBefore &&
           server.readAtUnixMs - server.listedBefore->readAtUnixMs <= kWholeForMs;
}

std::optional<ReadingMoment> earlierWholeReading(const ServerReport& server) {
    return listsAllConnections(server) ? server.listedBefore : server.listedEarlier;
}

ReadingMoment newestWholeReading(const ServerReport& server) {
    const bool isThisOne = listsAllConnections(server) || !server.listedBefore;
    return isThisOne ? ReadingMoment{server.lastZxid, server.readAtUnixMs} : *server.listedBefore;
}

bool mayHaveComeAfter(const ReadingMoment& reading, const Stat& contender,
                      std::chrono::milliseconds clockAhead) {
    if (reading.lastZxid) return *reading.lastZxid < contender.czxid;
    return reading.readAtUnixMs != 0 && reading.readAtUnixMs < contender.ctimeMs - clockAhead.count();
}

std::size_t countServers(const std::vector<ServerReport>& servers) {
    std::vector<const ServerReport*> counted;
    for (const ServerReport& server : servers) {
        const bool hasTold = !server.mode.empty() || server.connections;
        if (hasTold && std::ranges::all_of(
                           counted, [&](const ServerReport* other) { return areDifferent(*other, server); }))
            counted.push_back(&server);
    }
    return counted.size();
}

std::vector<std::size_t> firstNames(const std::vector<ServerReport>& servers) {
    std::vector<std::size_t> first;
    for (std::size_t i = 0; i < servers.size(); ++i) {
        std::size_t same = 0;
        while (same < i && !areKnownToBeOne(servers[same], servers[i]))
            ++same;
        first.push_back(same < i ? first[same] : i);
    }
    return first;
}

const ServerReport* listerOf(const LockCatalog& catalog, const std::vector<ServerReport>& servers) {
    const bool byAdmin = catalog.source == DiscoverySource::AdminServer;
    const auto isLister = [&](const ServerReport& report) {
        return !catalog.server.empty() && (byAdmin ? report.adminServer : report.server) == catalog.server;
    };
    const auto found = std::ranges::find_if(servers, isLister);
    return found == servers.end() ? nullptr : &*found;
}

std::string listerName(const LockCatalog& catalog, const std::vector<ServerReport>& servers) {
    const ServerReport* const lister = listerOf(catalog, servers);
    if (!lister) return catalog.server;
    return servers[firstNames(servers)[static_cast<std::size_t>(lister - servers.data())]].server;
}

bool mayHaveUnasked(const std::vector<ServerReport>& servers) {
    const auto silent =
        static_cast<std::size_t>(std::ranges::count_if(servers, [](const ServerReport& server) {
            return server.mode.empty() && !server.connections && isOfEnsemble(server);
        }));
    std::size_t members = 0;
    for (const ServerReport& server : servers)
        members = std::max(members, server.members);
    const std::size_t size = ensembleSize(servers).value_or(members);
    // Who counts the members may be one of those that did not answer.
    if (size == 0) return silent == 0;
    return countServers(servers) + silent < size;
}

void disownOthers(std::vector<ServerReport>& reports, SessionId own, const std::set<std::string>& named) {
    const auto found =
        std::ranges::find_if(reports, [own](const auto& report) { return lists(report, own); });
    if (own == SessionId::None || found == reports.end()) return;
    const ServerReport home = *found;
    const auto known = ofEnsembleOf(static_cast<std::size_t>(found - reports.begin()), reports);
    for (std::size_t i = 0; i < reports.size(); ++i) {
        ServerReport& report = reports[i];
        if (lists(report, own) || known.contains(i)) continue;
        const bool isNamed =
            isNamedBy(report, named) || isNamedBy(report, home.named) || isNamedBy(home, report.named);
        // Else it may be the same server by its TLS port, whose connections no word lists.
        const bool isNotHome = listsAllConnections(report) || areAtOtherPlaces(home, report);
        if ((haveOtherMembers(home, report) && !isNamed) || (isNotHome && !areOfOneEnsemble(home, report)))
            report = disowned(report);
    }
}

void disownLonely(std::vector<ServerReport>& reports, SessionId own) {
    for (ServerReport& report : reports)
        if (report.mode == "standalone" && listsAllConnections(report) && !lists(report, own))
            report = disowned(report);
}

void markNotNamed(std::vector<ServerReport>& reports, std::set<std::string> named,
                  const std::set<std::string>& before) {
    for (const ServerReport& report : reports)
        if (named.empty() && isOfEnsemble(report)) named = report.named;
    if (named.empty()) return;
    for (ServerReport& report : reports) {
        if (!isOfEnsemble(report) || !isSilent(report) || named.contains(report.server)) continue;
        report.standing = before.contains(report.server) ? ServerStanding::Removed : ServerStanding::NotNamed;
    }
}

bool tellAllConnections(const std::vector<ServerReport>& servers) {
    return !servers.empty() && !lacksServers(servers) &&
           std::ranges::all_of(servers, [](const ServerReport& server) {
               return !isOfEnsemble(server) || listsAllConnections(server);
           });
}

bool tellsAllSessions(const ServerReport& server) {
    return server.livingSessions && std::ranges::any_of(server.rungs, [](const Rung& rung) {
               return rung.evidence == Evidence::Ephemerals && !rung.problem &&
                      rung.source == EvidenceSource::AdminServer;
           });
}

bool lacksServers(const std::vector<ServerReport>& servers) {
    const auto size = ensembleSize(servers);
    return !size || countServers(servers) < *size;
}

}  // namespace lockcore
