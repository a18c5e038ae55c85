// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/ids.h>
#include <lockcore/observe/server_standing.h>
#include <lockcore/result.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockcore {

/// What of a cluster's locks is looked at, each part of which may stay unchecked by itself.
enum class Aspect {
    Locks,       ///< that the list of locks has all of them
    Contenders,  ///< whose the contenders of these locks are, and since when
    Liveness,    ///< whether the clients of their sessions are connected
    Watches,     ///< whether waiters watch whom they wait for
};

inline constexpr std::array kAspects{Aspect::Locks, Aspect::Contenders, Aspect::Liveness, Aspect::Watches};

/// Stable English key: "locks", "contenders", "liveness", "watches".
std::string_view aspectKey(Aspect aspect);
/// The aspect of a key; empty if none has it.
std::optional<Aspect> aspectFromKey(std::string_view key);

/// How something came to stay unchecked.
enum class GapKind {
    NoSource,   ///< locks: no server may list its ephemerals, and no path is pinned
    NotListed,  ///< locks: no server has listed its ephemerals this time; pinned paths and the last list are
                ///< known
    ReadOnlySource,       ///< locks: the server that listed them has lost its quorum
    UnknownSource,        ///< locks: the AdminServer that listed them may be another cluster's
    LaggingSource,        ///< locks: … had not applied what another one had applied a while before
    SearchCut,            ///< locks: the search of pinned paths ended early; `count` znodes were left
    SearchGoesOn,         ///< locks: it has not come to its end yet
    DirectoryUnread,      ///< locks: nobody knows what is below `path`
    LockMissing,          ///< locks: `path` is listed with contenders, and was not there when it was read
    OtherCluster,         ///< locks: `server` is of another cluster, whose locks are not among these
    ForeignSource,        ///< locks: … and it is the one that listed them
    OnlyRecorded,         ///< locks: a recording has of a moment what had been read by then, and findings as
                          ///< they were last told
    LockUnread,           ///< contenders: none of `path` could be read
    ContendersUnread,     ///< contenders: `count` of `path` could not be read
    NotReadYet,           ///< contenders: `count` of `path` are still to be read
    ChangesUnseen,        ///< contenders: `count` came to `path` or left it between two readings, neither of
                          ///< which shows them
    ServersUnknown,       ///< liveness: the ensemble has members whose address nobody gave
    ConnectionsNotTold,   ///< liveness: `server` does not tell who is connected
    ConnectionsUnlisted,  ///< liveness: `server` counted more connections than it listed
    /// Liveness: `server` began to serve just now, or our own connection is new where it names none: clients
    /// may be coming back.
    ServerSettling,
    SessionsNotAsked,  ///< liveness: `count` sessions came to their locks after the servers were asked
    /// Liveness: of `count` sessions servers told too little, while they were looked at, to say that they are
    /// gone.
    SessionsInDoubt,
    /// Liveness: `count` sessions that hold or are before others have clients of whom no server told how long
    /// they have been silent, while they were looked at.
    SilenceUnknown,
    WatchesNotTold,  ///< watches: `server` does not tell who watches what; no name: none was asked
    /// Watches: the servers tell, but none has the clients of `count` waiters, or what these watch is a
    /// directory above their lock's, which may tell them or not.
    WatchersUnknown,
    WatchesSettling,  ///< watches: `count` waiters seem to lack theirs, but their queues have just changed
    /// Watches: `count` waiters stand in queues that are not as they were when the servers told of watches.
    WatchesNotCompared,
};

/// Stable English key of a kind, for files and --json: "search-cut".
std::string_view gapKey(GapKind kind);
/// The kind of a key; empty if no kind has it.
std::optional<GapKind> gapFromKey(std::string_view key);
/// The aspect that a kind is about.
Aspect aspectOf(GapKind kind);
/// True where servers of several clusters were asked: which one is read is chance, so that all that is told
/// might be the other one's.
bool isOfOtherCluster(GapKind kind);

/// One thing that was not checked, and why.
struct Gap {
    GapKind kind = GapKind::NotReadYet;
    std::string path = {};    ///< of a lock or directory; empty where it is about a server
    std::string server = {};  ///< empty where it is about no particular one
    /// Contenders, znodes, or sessions and waiters that may be that server's: by kind. 0: not known.
    std::uint64_t count = 0;
    std::optional<Error> reason = {};
    /// ConnectionsUnlisted: connections that `server` counted, and how many it listed at another moment.
    /// DirectoryUnread: children of `path` where these are too many, none of which was listed. 0: not known.
    std::uint64_t counted = 0;
    std::uint64_t listed = 0;
    /// Of a recording, LockUnread and ChangesUnseen: from when until when. 0: not known, or still so when the
    /// recording ended.
    std::int64_t fromUnixMs = 0;
    std::int64_t toUnixMs = 0;
    /// ChangesUnseen: there may have been others, which nothing counted.
    bool mayBeMore = false;

    /// The four-letter word that the server's configuration does not allow, where that is the reason; else
    /// empty. It may be "mntr", which tells how large another word's answer will be.
    std::string_view refusedWord() const;
};

/// One server that was asked beside the session.
struct AskedServer {
    std::string server;
    std::string mode = {};                ///< as ServerReport has it
    std::optional<std::int64_t> id = {};  ///< likewise
    /// The first name under which the same server was asked; empty where this is it, as far as is known.
    std::string aliasOf = {};
    ServerStanding standing = ServerStanding::Member;
    bool answered = false;              ///< anything at all
    std::optional<Error> problem = {};  ///< of one that answered nothing
    std::int64_t readAtUnixMs = 0;      ///< when it was asked
    std::int64_t watchedAtUnixMs = 0;   ///< when it was asked for its watch table last; 0: never told
};

/// What a picture of a cluster's locks rests on, and what is missing in it. What is not in `gaps` was
/// checked. Immutable value; any thread.
struct Coverage {
    std::vector<AskedServer> servers = {};
    /// The server that listed the locks, by its name among `servers` where it is one of them; empty: pinned
    /// paths were read.
    std::string listedBy = {};
    std::int64_t listedAtUnixMs = 0;  ///< when
    std::size_t locks = 0;
    std::size_t locksRead = 0;  ///< with all of their contenders
    std::size_t contenders = 0;
    std::size_t contendersRead = 0;
    std::size_t sessions = 0;
    std::size_t sessionsFound = 0;  ///< whose clients are known to be connected, or known to be gone
    /// Others of these, those that hold or lead first; the first kMostNamed. Not in files.
    std::vector<SessionId> sessionsOpen = {};
    std::size_t waiters = 0;
    /// Whose watches were told. Not of those that wait by a watch on a directory's list, as for a permit of a
    /// semaphore: that no server tells, which is no gap; nor, in a queue that changes all the time, of those
    /// that came after the tables. Nor of those whose clients no server has: they watch nothing, which their
    /// sessions' states and findings tell.
    std::size_t waitersVerified = 0;
    std::vector<Gap> gaps = {};  ///< by aspect

    /// How many servers of this cluster were asked, by whatever names.
    std::size_t serversAsked() const;
    bool isComplete() const { return gaps.empty(); }
    /// True where something of that aspect was not checked.
    bool lacks(Aspect aspect) const;
    /// True while more comes by itself.
    bool isUnderWay() const;
};

}  // namespace lockcore
