// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/discovery.h>
#include <lockcore/observe/server_report.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace lockcore {

/// True where that server told of every client that is connected to it.
inline bool listsAllConnections(const ServerReport& server) {
    return server.connections && !server.hasUnlistedConnections;
}

/// True where that is known of it by this reading, or by one that is hardly older: who asks a server is in
/// its count for a moment, and not in its list, so that beside others who ask few readings may be whole.
bool coversConnections(const ServerReport& server);

/// The two last whole readings that such a server's clients are known by, the older one first: empty where
/// there is only one.
std::optional<ReadingMoment> earlierWholeReading(const ServerReport& server);
/// … and the newer one.
ReadingMoment newestWholeReading(const ServerReport& server);

/// False for one that counts for nothing.
inline bool isOfEnsemble(const ServerReport& server) {
    return server.standing == ServerStanding::Member;
}

/// A start is known by an uptime, which is told in a reply that took a while.
inline bool isSameStart(std::int64_t aUnixMs, std::int64_t bUnixMs) {
    constexpr std::int64_t kDoubtMs = 2'000;
    return aUnixMs - bUnixMs <= kDoubtMs && bUnixMs - aUnixMs <= kDoubtMs;
}

/// Of a server of which nothing is known, for that reason.
ServerReport reportWithout(const std::string& server, const Error& problem);

/// How many servers have told, whatever they are called: those that can't be told apart count once. By their
/// ids; else by their roles, when they began to serve, and their clients.
std::size_t countServers(const std::vector<ServerReport>& servers);

/// True where the ensemble has servers that were not asked, or may have: a leader counts those that follow it
/// now, a follower the observers behind it, and a configuration whom it names; a follower is never alone. Who
/// does not run does not count for a leader.
bool lacksServers(const std::vector<ServerReport>& servers);

/// Likewise, but not because of those that were asked and did not answer.
bool mayHaveUnasked(const std::vector<ServerReport>& servers);

/// Takes back what servers told that can't be of the ensemble at which session `own` is connected, as one of
/// the reports tells: OtherServer is the problem of their rungs. A server that is alone has all sessions of
/// its cluster, and only one leads. Members have names for each other, which each may spell in its own way:
/// who shares a session with others is of their ensemble, and so is whom its configuration (`named`, as for
/// markNotNamed()) names. Those of another ensemble that have another role are not known by this.
void disownOthers(std::vector<ServerReport>& reports, SessionId own, const std::set<std::string>& named);

/// Likewise, where `own` was connected all the while: no server that is alone, lists all and lacks it can be
/// of its cluster.
void disownLonely(std::vector<ServerReport>& reports, SessionId own);

/// Says of those that do not answer, and that the configuration does not name, that they count for nothing.
/// `named`: "host:port" of all members, by which servers must be asked; empty where only servers tell, if
/// any. `before`: those of earlier configurations.
void markNotNamed(std::vector<ServerReport>& reports, std::set<std::string> named,
                  const std::set<std::string>& before);

/// What the server that has listed the locks of a catalog told; null where it is none of those asked.
const ServerReport* listerOf(const LockCatalog& catalog, const std::vector<ServerReport>& servers);

/// What that server is called wherever it is told of, not the address of its AdminServer; as the catalog has
/// it where it is none of those asked.
std::string listerName(const LockCatalog& catalog, const std::vector<ServerReport>& servers);

/// True where a contender may have come after that reading, which then tells nothing of its client. The
/// server's last transaction, which it tells before its connections, decides; without it the clocks do.
/// `clockAhead` as by leaderClockAhead().
bool mayHaveComeAfter(const ReadingMoment& reading, const Stat& contender,
                      std::chrono::milliseconds clockAhead);

/// True where all servers of the ensemble told of all clients that are connected to them.
bool tellAllConnections(const std::vector<ServerReport>& servers);

/// True where a server told of all sessions that live: a dump by four-letter word is read for sessions with
/// ephemerals alone.
bool tellsAllSessions(const ServerReport& server);

}  // namespace lockcore
