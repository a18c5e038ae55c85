// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/coverage.h>
#include <lockcore/observe/discovery.h>
#include <lockcore/observe/leader_clocks.h>
#include <lockcore/observe/lock_queue.h>
#include <lockcore/observe/server_report.h>
#include <lockcore/session/own_ticket.h>
#include <lockcore/session/tls_facts.h>

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace lockcore {

/// What this program itself costs the cluster: requests since the sample before, and the time they are spread
/// over. 0 ms in the first sample.
struct OwnLoad {
    std::uint64_t requests = 0;   ///< of the session, pings left out
    std::uint64_t questions = 0;  ///< to AdminServers and by four-letter word, to all servers
    std::chrono::milliseconds over{0};
};

/// A client that was connected in an earlier reading of the servers, or whose session's end moved on between
/// two of them, and that is connected to none of them now, as far as they tell.
struct LostClient {
    std::string address = {};              ///< that it had; empty: it was never seen connected
    std::string server = {};               ///< that had it
    std::chrono::milliseconds timeout{0};  ///< 0: it was never told
    std::int64_t seenUnixMs = 0;  ///< when that server told of it last; by this machine's clock; 0: never
    /// Readings in a row in which every server told all its connections, and none had it; since its session's
    /// end moved on, or may have.
    std::size_t missed = 0;
    std::chrono::milliseconds missedFor{0};  ///< from the first of them to the last
};

/// All that is known of a cluster's locks at about one moment: what findings, sessions and the wait-for graph
/// are made of. Immutable.
struct ClusterSample {
    std::vector<std::shared_ptr<const LockQueue>> locks;  ///< by path
    std::vector<ServerReport> servers = {};
    /// By session: what earlier readings of the servers know, and the last does not.
    std::map<SessionId, LostClient> lostClients = {};
    /// When our own session was connected again after it had been cut off, which may have cut off others;
    /// 0: it was not. By this machine's wall clock.
    std::int64_t reconnectedUnixMs = 0;
    LeaderClocks clocks = {};  ///< what was learnt of leaders in this and all earlier samples
    std::shared_ptr<const LockCatalog> catalog = {};  ///< that named the locks: how they were found
    /// Locks that changed while the servers were asked: their watch tables are of another moment.
    std::set<std::string> changing = {};
    SessionId ownSession = SessionId::None;  ///< the observer's own, which is no finding
    std::size_t ownWatches = 0;
    /// By which our session has signed in, as it is now; empty: it needs none, or gets one by itself.
    std::optional<OwnTicket> ownTicket = {};
    /// Of our session's connection, and the server that it is to; null where that is not by TLS.
    std::shared_ptr<const TlsFacts> ownTls = {};
    std::string ownServer = {};
    OwnLoad ownLoad = {};
    /// What was known when it was taken, of a sample that comes from a file; else assess() works it out.
    std::optional<Coverage> coverage = {};
    std::int64_t takenAtUnixMs = 0;  ///< by this machine's wall clock

    /// True where a lock that is not among `locks` may be there as before: no server has listed its
    /// ephemerals, and no search of pinned paths has got there. False where nobody has made a list.
    bool mayLack(std::string_view lock) const;
};

/// Whether a session's client is there.
enum class SessionState {
    Connected,  ///< a server has its connection, and has heard from it lately
    Silent,     ///< … and has not for more than half of its timeout
    /// All servers of the ensemble told all their connections, twice in a row, and none has it: the session
    /// ends unless its client comes back.
    Ghost,
    /// No server has it, as far as is known; SessionDoubt says why it may be connected nevertheless.
    Unknown,
};

/// Stable English name: "connected", "silent", "ghost", "unknown".
std::string_view sessionStateName(SessionState state);

/// Why a session's state is not known.
enum class SessionDoubt {
    None,      ///< it is known
    NoServer,  ///< no server was asked
    Unread,    ///< SessionView::unreadServers did not tell all their connections
    NotAsked,  ///< the ensemble has servers, or may have, that were not asked
    TooEarly,  ///< the servers were read only once since its last contender came, or since it was missed
    Settling,  ///< SessionView::settling began to serve just now: its clients may be coming back
    Ended,     ///< it has ended since its contenders were read
};

/// Stable English name: "none", "no server", "unread", "not asked", "too early", "settling", "ended".
std::string_view sessionDoubtName(SessionDoubt doubt);

/// A contender of a session: which lock, which row of its queue.
struct ContenderPlace {
    std::shared_ptr<const LockQueue> lock;
    std::size_t row = 0;
};

/// One session that has contenders, joined from queues and servers.
struct SessionView {
    SessionId session = SessionId::None;
    SessionState state = SessionState::Unknown;
    SessionDoubt doubt = SessionDoubt::None;  ///< where the state is Unknown
    std::string address = {};                 ///< of its client, as last known; empty: never told
    std::string server = {};                  ///< that it is connected to; empty: to none, as far as is known
    std::string lastServer = {};              ///< that it is or was connected to; empty: never told
    /// When a server told last that it has the client, by this machine's wall clock; 0: never. Older than
    /// toldAtUnixMs where the client is connected nowhere now.
    std::int64_t seenUnixMs = 0;
    /// What the state, the silence and the remaining time are of; by this machine's wall clock, 0: nobody
    /// told.
    std::int64_t toldAtUnixMs = 0;
    /// Readings of the servers in a row in which nothing was heard of the client: how often the silence, or
    /// that it is nowhere, was seen. 1 is what a single look tells.
    std::size_t readings = 0;
    /// The server that created it, by the id's first byte; it may be connected to another one since.
    int createdBy = 0;
    std::optional<std::chrono::milliseconds> timeout = {};
    /// At least; not known of a client that its server answered last of all, where that was seen once and
    /// nothing tells when the session ends.
    std::optional<std::chrono::milliseconds> silentFor = {};
    /// It holds, leads or is before others, and its client may have been silent for any time longer: its
    /// server has answered nobody after it, it was not seen to be answered, and what is left of the session
    /// does not tell either.
    bool isSilenceUnknown = false;
    std::optional<std::chrono::milliseconds> expiresIn = {};  ///< at most, unless its client is heard of
    std::vector<ContenderPlace> holds = {};
    std::vector<ContenderPlace> waits = {};
    std::vector<ContenderPlace> leads = {};
    std::vector<ContenderPlace> standsBy = {};  ///< in elections
    std::vector<ContenderPlace> memberOf = {};
    std::vector<std::string> unreadServers = {};  ///< that may have it, where they are the doubt
    std::string settling = {};                    ///< the server that is the doubt
    /// Of TooEarly: no server had the client in its last reading, all of which should have. It may be gone.
    bool isMissed = false;
};

/// Where a client runs: its address without the port; empty where none was told. Pure.
std::string hostOf(const SessionView& session);

/// The sessions of all contenders, by id. Contenders that are not read yet, or not ephemeral, have none.
/// Pure.
std::vector<SessionView> sessionsOf(const ClusterSample& sample);

/// Members whose znodes stay until their sessions expire.
struct AbsentMembers {
    std::size_t gone = 0;     ///< their clients are connected nowhere
    std::size_t inDoubt = 0;  ///< likewise, but that was not seen for long enough to be certain
};

/// How many of a lock's members are there no more. `sessions` by id. Pure.
AbsentMembers absentMembers(const LockQueue& lock, const std::vector<SessionView>& sessions);

/// What a server says about a waiter's watch.
enum class ChainVerdict {
    Inferred,     ///< not known: the watches of the session's server were not readable
    Verified,     ///< watches its predecessor
    OtherTarget,  ///< watches another child of the lock
    /// Watches no contender, but their directory or one above it: where that watch is a persistent recursive
    /// one, which no table tells, it learns of its turn.
    Directory,
    NoWatch,       ///< watches no contender: a child watch, polling, between two steps, or an orphan
    Disconnected,  ///< its client is not connected; it will bring its watch along
};

/// Stable English name: "inferred", "verified", "other target", "directory", "no watch", "disconnected".
std::string_view chainVerdictName(ChainVerdict verdict);

/// Why it is not known whether what a waiter watches will tell it of its turn.
enum class WatchDoubt {
    None,      ///< it is known, or its verdict says why not
    Settling,  ///< seems to watch nothing that will; but it or its queue had just changed
    Above,     ///< watches nothing but a directory above its lock's: a recursive watch there would
};

/// Stable English name: "none", "settling", "above".
std::string_view watchDoubtName(WatchDoubt doubt);

/// One row's place in the real watch chain.
struct ChainLink {
    ChainVerdict verdict = ChainVerdict::Inferred;
    /// Row that it watches; empty too where that one is gone. Also of a holder, which may think that it
    /// waits.
    std::optional<std::size_t> target = {};
    /// A holder that would notice a request to release, if its client listens for one. Only where no other
    /// contender of its session can have set the watch, since servers don't tell for which one it is.
    bool watchesItself = false;
    /// Of Directory: the watch is on one above the lock's own, where it is most likely for something else.
    bool isAbove = false;
    /// As assess() finds it, which knows how the queue was before.
    WatchDoubt doubt = WatchDoubt::None;
};

/// True for a waiter that by its recipe watches the list of a directory's children, as who is the next to get
/// a permit of a semaphore: no server tells such watches, so that ChainVerdict::NoWatch says nothing of it.
/// Pure.
bool waitsByList(const LockQueue& lock, std::size_t row);

/// The chain of a lock by the watch tables of `servers`; one link for each row. Only waiters and standbys
/// have a verdict. Servers tell what a session watches, not for which of its contenders: a watch that one of
/// them must have is not held against another. Pure. The caller takes care that queue and tables are of one
/// moment: the directory's cversion and pzxid are the same before and after.
std::vector<ChainLink> verifyChain(const LockQueue& lock, const std::vector<ServerReport>& servers,
                                   std::string_view chroot);

}  // namespace lockcore
