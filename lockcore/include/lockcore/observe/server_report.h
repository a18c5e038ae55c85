// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/ids.h>
#include <lockcore/observe/server_standing.h>
#include <lockcore/result.h>
#include <lockcore/session/loop.h>
#include <lockcore/session/tls_facts.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace lockcore {

/// What can be asked of a server beside the ZooKeeper session: the rungs of the ladder, each of which adds
/// facts.
enum class Evidence {
    Server,       ///< role, version, last transaction (srvr, server_stats)
    Connections,  ///< hosts and silence of the sessions that are connected there (cons, connections)
    Ephemerals,   ///< all ephemerals of the cluster, from any one server (dump)
    Watches,      ///< data watches of the sessions connected there (watches); AdminServer only
    Metrics,      ///< counters (mntr, monitor)
};

/// Stable English name: "server", "connections", "ephemerals", "watches", "metrics".
std::string_view evidenceName(Evidence evidence);

/// How an answer was got.
enum class EvidenceSource { AdminServer, FourLetter };

/// Stable English name: "AdminServer", "four-letter word".
std::string_view evidenceSourceName(EvidenceSource source);

/// One rung on one server: that it gave something, or why it gave nothing. A rung is written down once, with
/// the better source that answered, or with the problem of the last one that was tried.
struct Rung {
    Evidence evidence = Evidence::Server;
    EvidenceSource source = EvidenceSource::FourLetter;
    std::optional<Error> problem = {};  ///< none: it was answered
    /// The line of the server's configuration that would allow it; empty where no line would help.
    std::string remedy = {};
    /// It is of an earlier time, and the server was not asked for it again: it tells nothing of whether that
    /// one answers now.
    bool isRemembered = false;
};

/// A client's connection, as its server tells.
struct ClientConnection {
    SessionId session = SessionId::None;
    std::string address = {};              ///< "10.0.3.7:4412", "[::1]:59762"; may be a proxy's
    std::chrono::milliseconds timeout{0};  ///< that the session negotiated
    /// Since the server's last answer, at least. By one reading: up to the server's newest answer to any
    /// client, so 0 for one that is alone there, and for one that was not answered yet. By several: also the
    /// time in which LivenessHistory saw no newer answer.
    std::chrono::milliseconds silentFor{0};
    std::optional<std::int64_t> sinceUnixMs = {};  ///< when it connected, by the server's clock
    std::string lastOperation = {};                ///< as the server abbreviates it: "GETD", "PING"
    /// When the server answered it last, in milliseconds of the server's monotonic clock, whose origin is its
    /// own; 0 where it has not answered this one yet.
    std::int64_t lastAnswerMs = 0;
    /// Readings in a row that found this same last answer: what `silentFor` rests on.
    std::size_t readings = 1;
    bool isHeardAnew = false;  ///< since the reading before this one: its client lives
    /// It may have been silent for longer than `silentFor`, by any time: its server has answered nobody after
    /// it, and no reading saw it answered. By several readings; false where it was not looked for.
    bool isSilenceOpen = false;
    /// Number of the client's last request, by its own count; pings and restored watches have none.
    std::optional<std::int64_t> lastRequest = {};
    std::optional<Zxid> lastZxid = {};  ///< the server's last transaction at its last answer
};

/// The moment of a reading of one server.
struct ReadingMoment {
    std::optional<Zxid> lastZxid = {};  ///< that the server had applied before
    std::int64_t readAtUnixMs = 0;      ///< when it had told; by this machine's clock
};

/// The counters that say something about locks.
struct ServerMetrics {
    std::optional<std::uint64_t> watches = {};      ///< data and child watches
    std::optional<std::uint64_t> dataWatches = {};  ///< data watches alone, where wchs or watch_summary told
    std::optional<std::uint64_t> ephemerals = {};
    std::optional<std::uint64_t> connections = {};
    /// Woken by one change of a directory, since the start. Servers 3.6 and later, as the next two.
    std::optional<std::uint64_t> mostChildWatchers = {};
    std::optional<std::uint64_t> mostDeleteWatchers = {};  ///< woken by one delete, since the start
    std::optional<std::uint64_t> sessionsExpired = {};  ///< since the start, by a leader or standalone server
    std::optional<std::uint64_t> learners = {};         ///< servers that follow this leader now
    /// Observers that get what they know from this follower (its observerMasterPort): the leader does not
    /// count them.
    std::optional<std::uint64_t> observers = {};
    std::optional<std::uint64_t> upForMs = {};  ///< since the server began to serve in its present role
};

/// What one server of the ensemble told in one pass. Immutable.
struct ServerReport {
    std::string server;     ///< "host:port" of its client port
    std::string mode = {};  ///< "leader", "follower", "standalone", "observer", "read-only"; empty: not told
    std::string version = {};  ///< as the server gives it
    /// "host:port" of its AdminServer, as it was asked; empty where that may be another server's.
    std::string adminServer = {};
    std::optional<Zxid> lastZxid = {};
    std::int64_t zxidAskedUnixMs = 0;  ///< when that was asked for, some time before readAtUnixMs
    /// By which servers are told apart, whatever they are called: `myid`. 0 for a standalone one. Asked where
    /// there are several servers, or an AdminServer.
    std::optional<std::int64_t> id = {};
    /// Client port and directory of data, as it tells. One server tells the same by all of its names and
    /// ports; on two machines servers may tell the same. Empty: not told.
    std::string portAndData = {};
    /// Servers of the ensemble by this one's configuration, observers too; 0: not told.
    std::size_t members = 0;
    /// The same as the addresses at which they reach each other; empty: not told.
    std::set<std::string> ensemble = {};
    /// "host:port" of their client ports; empty where not all of them are told.
    std::set<std::string> named = {};
    ServerStanding standing = ServerStanding::Member;
    /// Its tickTime, by which it rounds up when sessions expire; 0: not told.
    std::chrono::milliseconds tick{0};
    /// When it began to serve in its present role, which ended all its connections, as it tells itself
    /// (servers 3.6 and later); by this machine's clock.
    std::optional<std::int64_t> servesSinceUnixMs = {};
    /// The first of own readings that found it in that role, by LivenessHistory; 0: there is none.
    std::int64_t seenServingUnixMs = 0;
    std::optional<std::vector<ClientConnection>> connections = {};
    /// Connections that it told beside these, of a report from a file, which lists none of clients without a
    /// contender.
    std::size_t connectionsBeside = 0;
    /// The last reading before this one in which it told all its connections, if it has served in the same
    /// role since.
    std::optional<ReadingMoment> listedBefore = {};
    /// The last such reading before that one.
    std::optional<ReadingMoment> listedEarlier = {};
    /// Between these moments the connections and the expiry of sessions were read.
    TimePoint askedAt{};
    TimePoint toldAt{};
    /// True where the server counts more connections than it listed: a four-letter word lists those of its
    /// own port alone, so that clients on a TLS port are missing. Whom it did not list may be connected
    /// there; or nobody, for no word tells both of one moment.
    bool hasUnlistedConnections = false;
    /// A four-letter word told expiresAtMs, to whole seconds. Then `expiresIn` rests on the one of the
    /// sessions that was heard of last: it may be too long by the time since, a tick and a second.
    bool isExpiryByDate = false;
    /// What it counted and what it listed then; 0: not told.
    std::uint64_t connectionsCounted = 0;
    std::uint64_t connectionsListed = 0;
    /// Sessions that had not ended when the connections had been told, from the dump of a leader or
    /// standalone server: at least those with ephemerals.
    std::optional<std::set<SessionId>> livingSessions = {};
    /// The moment before these were told, where that was before this report, for something else; empty where
    /// they were told along with it, after `lastZxid`.
    std::optional<ReadingMoment> livingAsOf = {};
    /// How long until a session expires at most unless it is heard of, from a leader or standalone server. As
    /// `silentFor` by one reading or several: it never grows unless expiresAtMs does.
    std::map<SessionId, std::chrono::milliseconds> expiresIn = {};
    /// The same as a time of the server's monotonic clock; where isExpiryByDate, of its wall clock in some
    /// time zone, to be compared only with others of this report.
    std::map<SessionId, std::int64_t> expiresAtMs = {};
    /// Znodes on which a session has a data watch here; a child watch is told by no server.
    std::optional<std::map<SessionId, std::set<std::string>>> watched = {};
    std::optional<Zxid> zxidAfterWatches = {};  ///< its last transaction when they had been told
    std::int64_t watchedAtUnixMs = 0;           ///< when those were asked for, which is seldom
    std::optional<ServerMetrics> metrics = {};
    /// By how much the server's wall clock is ahead of this machine's, to about half a second; AdminServer
    /// only.
    std::optional<std::chrono::milliseconds> clockAhead = {};
    /// Of a server that is asked by TLS: what a handshake agreed on last, up to an hour ago or when it last
    /// succeeded; empty where none has.
    std::optional<TlsFacts> tls = {};
    std::vector<Rung> rungs = {};
    std::size_t questions = 0;  ///< that it was asked for this report
    std::int64_t readAtUnixMs = 0;

    /// True if that rung was answered.
    bool has(Evidence evidence) const;
    /// False where the server told nothing at all when it was asked for this report.
    bool hasAnswered() const;
    /// True where it has told only that it serves nobody now: it has no quorum, or is still starting.
    bool servesNobody() const;
};

/// For each of `servers` the place of the first that is known to be the same one by another name ("localhost"
/// beside "127.0.0.1"), its own where none is: by their ids, or by a client's connection that both have.
/// Pure.
std::vector<std::size_t> firstNames(const std::vector<ServerReport>& servers);

}  // namespace lockcore
