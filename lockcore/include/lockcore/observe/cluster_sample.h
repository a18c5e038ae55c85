// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/discovery.h>
#include <lockcore/observe/lock_queue.h>
#include <lockcore/observe/server_report.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace lockcore {

/// What this program itself costs the cluster: requests since the sample before, and the time they are spread
/// over. 0 ms in the first sample.
struct OwnLoad {
    std::uint64_t requests = 0;   ///< of the session, pings left out
    std::uint64_t questions = 0;  ///< to AdminServers and by four-letter word, to all servers
    std::chrono::milliseconds over{0};
};

/// All that is known of a cluster's locks at about one moment: what findings, sessions and the wait-for graph
/// are made of. Immutable.
struct ClusterSample {
    std::vector<std::shared_ptr<const LockQueue>> locks;  ///< by path
    std::vector<ServerReport> servers = {};
    std::shared_ptr<const LockCatalog> catalog = {};  ///< that named the locks: how they were found
    /// Locks that changed while the servers were asked: their watch tables are of another moment.
    std::set<std::string> changing = {};
    SessionId ownSession = SessionId::None;  ///< the observer's own, which is no finding
    std::size_t ownWatches = 0;
    OwnLoad ownLoad = {};
    std::int64_t takenAtUnixMs = 0;  ///< by this machine's wall clock
};

/// Whether a session's client is there.
enum class SessionState {
    Connected,  ///< a server has its connection, and has heard from it lately
    Silent,     ///< … and has not for more than half of its timeout
    /// All servers of the ensemble told all their connections, and none has it: the session ends unless its
    /// client comes back.
    Ghost,
    /// No server has it, but some may: one that was not readable or was not asked, that was read before the
    /// session's last contender came, or that has connections which it did not list (clients on a TLS port,
    /// where there is no AdminServer). Or the session has ended since its contenders were read.
    Unknown,
};

/// Stable English name: "connected", "silent", "ghost", "unknown".
std::string_view sessionStateName(SessionState state);

/// A contender of a session: which lock, which row of its queue.
struct ContenderPlace {
    std::shared_ptr<const LockQueue> lock;
    std::size_t row = 0;
};

/// One session that has contenders, joined from queues and servers.
struct SessionView {
    SessionId session = SessionId::None;
    SessionState state = SessionState::Unknown;
    std::string address = {};  ///< of its client; empty: not told
    std::string server = {};   ///< that it is connected to; empty: not told
    /// The server that created it, by the id's first byte; it may be connected to another one since.
    int createdBy = 0;
    std::optional<std::chrono::milliseconds> timeout = {};
    std::optional<std::chrono::milliseconds> silentFor = {};
    std::optional<std::chrono::milliseconds> expiresIn = {};  ///< at most
    std::vector<ContenderPlace> holds = {};
    std::vector<ContenderPlace> waits = {};
    std::vector<ContenderPlace> leads = {};
    std::vector<ContenderPlace> standsBy = {};  ///< in elections
    std::vector<ContenderPlace> memberOf = {};
    std::vector<std::string> unreadServers = {};  ///< that may have it, where the state is Unknown
};

/// The sessions of all contenders, by id. Contenders that are not read yet, or not ephemeral, have none.
/// Pure.
std::vector<SessionView> sessionsOf(const ClusterSample& sample);

/// What a server says about a waiter's watch.
enum class ChainVerdict {
    Inferred,      ///< not known: the watches of the session's server were not readable
    Verified,      ///< watches its predecessor
    OtherTarget,   ///< watches another child of the lock
    NoWatch,       ///< watches no contender: a child watch, polling, between two steps, or an orphan
    Disconnected,  ///< its client is not connected; it will bring its watch along
};

/// Stable English name: "inferred", "verified", "other target", "no watch", "disconnected".
std::string_view chainVerdictName(ChainVerdict verdict);

/// One row's place in the real watch chain.
struct ChainLink {
    ChainVerdict verdict = ChainVerdict::Inferred;
    /// Row that it watches; empty too where that one is gone. Also of a holder, which may think that it
    /// waits.
    std::optional<std::size_t> target = {};
    bool watchesItself = false;  ///< a holder that would notice a request to release
};

/// The chain of a lock by the watch tables of `servers`; one link for each row. Only waiters and standbys
/// have a verdict. Servers tell what a session watches, not for which of its contenders: a watch that one of
/// them must have is not held against another. Pure. The caller takes care that queue and tables are of one
/// moment: the directory's cversion and pzxid are the same before and after.
std::vector<ChainLink> verifyChain(const LockQueue& lock, const std::vector<ServerReport>& servers,
                                   std::string_view chroot);

}  // namespace lockcore
