// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/ids.h>
#include <lockcore/result.h>
#include <lockcore/session/loop.h>
#include <lockcore/session/tls_facts.h>
#include <lockcore/session/write_op.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockcore {

/// What ZooKeeper keeps about a znode.
struct Stat {
    Zxid czxid = Zxid::None;   ///< transaction that created it: its identity
    Zxid mzxid = Zxid::None;   ///< transaction that last changed its data
    Zxid pzxid = Zxid::None;   ///< transaction that last changed its child list
    std::int64_t ctimeMs = 0;  ///< creation, Unix milliseconds by the leader's wall clock
    std::int64_t mtimeMs = 0;  ///< last change of data, likewise
    std::int32_t version = 0;
    std::int32_t cversion = 0;
    std::int32_t aversion = 0;
    SessionId ephemeralOwner = SessionId::None;  ///< None for persistent, container and TTL nodes
    std::int32_t dataLength = 0;
    std::int32_t numChildren = 0;

    bool operator==(const Stat&) const = default;
};

/// A znode that was just created.
struct CreatedNode {
    std::string path;  ///< with the sequence number, relative to the chroot
    Stat stat;
};

/// A znode as one read showed it.
struct NodeData {
    std::string data;
    Stat stat;
};

/// The children of a znode as one read showed them.
struct ChildList {
    std::vector<std::string> names;  ///< in the server's order, which means nothing
    Stat stat;                       ///< of the parent
};

/// Where a session stands.
enum class ConnectionState {
    Connecting,   ///< no connection yet
    Connected,    ///< first connection of this session
    Suspended,    ///< the connection broke; the session may still live, holds are in doubt
    Reconnected,  ///< connected again with the same session: its ephemerals still exist
    Expired,      ///< the session is over; this object won't connect again
    AuthFailed,   ///< the server does not take who we are; this object won't connect again
    Closed,       ///< closed by us
};

/// Stable English name, such as "Suspended".
std::string_view connectionStateName(ConnectionState state);

/// True where requests reach the server.
constexpr bool isConnected(ConnectionState state) {
    return state == ConnectionState::Connected || state == ConnectionState::Reconnected;
}
/// True where the session has ended and stays so.
constexpr bool isOver(ConnectionState state) {
    return state == ConnectionState::Expired || state == ConnectionState::AuthFailed ||
           state == ConnectionState::Closed;
}

/// One moment of a session.
struct ConnectionStatus {
    ConnectionState state = ConnectionState::Connecting;
    SessionId session = SessionId::None;   ///< None before the first connection
    std::chrono::milliseconds timeout{0};  ///< as negotiated with the server; 0 before the first connection
    std::string server = {};               ///< host:port connected to, or last tried
    std::optional<Error> problem = {};     ///< why it is not connected, if it is not
    std::shared_ptr<const TlsFacts> tls = {};  ///< of the connection, while there is one by TLS
};

/// What happened to a watched znode.
struct WatchEvent {
    /// The change; ChildrenChanged is for watches of children only.
    enum class Kind { Created, Deleted, DataChanged, ChildrenChanged };
    Kind kind;
    std::string path;
};

using Watcher = std::function<void(const WatchEvent&)>;
/// A watch, to cancel it.
enum class WatchToken : std::uint64_t { None = 0 };
/// A listener, to remove it.
enum class ListenerToken : std::uint64_t { None = 0 };

/// How recently the cluster was heard of, on Loop::bootTime()'s clock; 0 for never.
///
/// The leader ends a session, a timeout after it heard last that its client lives. A follower or observer
/// tells it so in its answers to the leader's pings, each half tick, never along with a write that it passes
/// on (LearnerHandler, 3.5 to 3.9). So an answered *write* shows that the session lived at the leader then,
/// not that its timeout began anew: see sureFor(). A read may be answered by a server that has lost its
/// leader.
struct Contact {
    std::chrono::nanoseconds written{0};  ///< when the newest write was sent that has been answered
    std::chrono::nanoseconds heard{
        0};  ///< when the newest request of any kind was sent that has been answered
    std::chrono::nanoseconds served{0};  ///< when the loop last looked after the session: an old time means
                                         ///< that this process was paused
    /// When the loop last came back to the session so late (by a third of the timeout, or more) that the
    /// session may have ended meanwhile; 0 for never.
    std::chrono::nanoseconds resumed{0};
    /// By how much pings may have been late, at most, within the last timeout: the loop came late to look
    /// after the session, or a request had no answer for longer than a third of the timeout, while which the
    /// client does not ping.
    std::chrono::nanoseconds late{0};
    std::chrono::milliseconds timeout{0};    ///< negotiated
    std::chrono::milliseconds tick{0};       ///< of the servers, as told in SessionOptions
    std::chrono::milliseconds syncLimit{0};  ///< how long a server may answer without a leader, likewise

    /// For how long a session lives at least after an answered write was sent: its timeout, less the third of
    /// it that may pass between two signs of life (the client pings when a third has passed without a
    /// request; later if it was paused or is waiting for an answer), less the two pings of the leader (a
    /// tick) of which a follower that is cut off or stopped may not have answered the second. Negative where
    /// nothing is sure.
    std::chrono::nanoseconds sureFor() const { return timeout - timeout / 3 - tick - late; }

    /// True where nothing was heard from a server since this process was paused for so long that the session
    /// may have ended: what arrives now may have waited in the socket.
    bool isInDoubt(std::chrono::nanoseconds now) const {
        const bool isPaused = served.count() != 0 && now - served > timeout * 2 / 3;
        return isPaused || resumed > heard;
    }
};

template <class T>
using Completion = std::function<void(Result<T>)>;

/// The operations that lockcore needs of a ZooKeeper session: the port behind which a real session or a
/// simulated one stands. Loop thread only.
///
/// Guarantees of each operation:
///  - its completion is called exactly once, on the loop, never from inside the call; also when the session
///    is closed (Closing) or expires (SessionExpired);
///  - operations of one session are applied, and their completions called, in the order of the calls
///  (ZooKeeper's
///    FIFO client order), as long as the connection holds;
///  - ConnectionLoss and OperationTimeout do not tell whether a write was applied. Nothing is sent twice;
///  - an answer that no ZooKeeper sends (a count below 0, more names than it has, another znode's path) is
///  the
///    error NotZooKeeper, which says what is wrong with it, and ends the session (Closed): nothing that such
///    a server said is sure. One of more than 64 MiB is TooLarge, and ends nothing.
///
/// Completions, watchers and listeners must not throw. What a completion or watcher throws nevertheless ends
/// the session, with the exception's text as its problem, and no other session.
///
/// Watches fire once, only for node events: a disconnect does not fire them, they survive a reconnect of the
/// same session, and with Expired or Closed they are gone without a call. A watch is armed when the operation
/// that carries it succeeds (exists() also on NoNode); when it fails, the token is void before the completion
/// runs. A watch event is delivered before the completion of any later operation of this session that would
/// show the new state.
///
/// One session has room for watches on paths of 1 MB together (15 000 of 60 letters, each 4 bytes more with
/// its length, on distinct paths or kinds): the C client arms all of them in one packet after a reconnect,
/// and a server takes none of more than 1 MiB. A read that carries one more is not sent, and fails with
/// TooLarge. What a broken connection and the next one cost the loop grows with the number of watches: 30 000
/// took it 20 ms, 85 000 on short paths, which are nearly all that there is room for, up to 0.1 s.
class ZooKeeper {
public:
    virtual ~ZooKeeper() = default;

    /// Creates a znode. create2 is used for the Stat; a server before 3.5 answers Unimplemented.
    virtual void create(const NewNode& node, Completion<CreatedNode> done) = 0;
    /// The same with the open ACL.
    void create(const std::string& path, std::string_view data, NodeKind kind, Completion<CreatedNode> done);

    /// Deletes a childless znode; `version` −1 means whatever version it has.
    virtual void remove(const std::string& path, std::int32_t version, Completion<void> done) = 0;

    /// Writes the data; `version` as in remove().
    virtual void set(const std::string& path, std::string_view data, std::int32_t version,
                     Completion<Stat> done) = 0;

    /// Reads; a non-empty `watcher` is armed together with the read.
    virtual WatchToken get(const std::string& path, Watcher watcher, Completion<NodeData> done) = 0;
    /// The Stat alone. The watch is armed on NoNode too and then tells of the creation.
    virtual WatchToken exists(const std::string& path, Watcher watcher, Completion<Stat> done) = 0;
    /// The names of the children. The watch tells of the next one that comes or goes.
    virtual WatchToken children(const std::string& path, Watcher watcher, Completion<ChildList> done) = 0;

    /// All of `ops` or none, as one transaction with one zxid. Completes with the paths of the parts in their
    /// order, those of sequential znodes with their number; an error carries the path of the part that
    /// failed. The Stats of created znodes are not known (the protocol has them, ZooKeeper's C client drops
    /// them). BadArguments for no parts, or one that creates a container, whose answer the C client can't
    /// read.
    virtual void multi(std::vector<WriteOp> ops, Completion<std::vector<std::string>> done) = 0;

    /// The access control list of a znode.
    virtual void acl(const std::string& path, Completion<Acl> done) = 0;

    /// Presents credentials ("digest", "user:password"), also again after each reconnect. A refusal ends the
    /// session with AuthFailed.
    virtual void addAuth(const std::string& scheme, const std::string& credentials,
                         Completion<void> done) = 0;

    /// Brings the server that this session is connected to up to date with the leader: a read sent after it
    /// sees everything that was committed before.
    virtual void sync(const std::string& path, Completion<void> done) = 0;

    /// The watcher is not called any more. When no watch on the same path and kind is left the server is told
    /// to drop its own, so that no watch outlives its purpose.
    virtual void cancelWatch(WatchToken token) = 0;

    virtual const ConnectionStatus& status() const = 0;

    /// `listener` is called on the loop with each later status, in order. It is not called with the current
    /// one.
    virtual ListenerToken addListener(std::function<void(const ConnectionStatus&)> listener) = 0;
    /// It is not called any more, also not for a change that is just being told.
    virtual void removeListener(ListenerToken token) = 0;

    /// Watches that this session has armed or is arming.
    virtual std::size_t watchCount() const = 0;

    /// Requests that were made of this session so far: what it costs its cluster. Without pings, and without
    /// what the session does by itself (reconnecting, dropping watches).
    virtual std::uint64_t requestCount() const = 0;

    /// The loop that it lives on. Any thread.
    virtual Loop& loop() = 0;

    /// Any thread.
    virtual Contact contact() const = 0;

    /// Names the cluster and chroot that paths belong to: equal for sessions with the same servers and
    /// chroot, so that what one of them sees there is true for the other. Any thread.
    virtual const std::string& cluster() const = 0;
};

}  // namespace lockcore
