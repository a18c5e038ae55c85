// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "c_replies.h"
#include "c_words.h"
#include "multi_call.h"
#include "operations.h"
#include "watches.h"

#include <sys/time.h>
#include <zookeeper/zookeeper.h>

#include <functional>
#include <memory>

namespace lockcore {

/// Lives on the loop thread. One handle of the single-threaded ZooKeeper C client, its operations and
/// watches, without any socket waiting: Session drives it through interest() and process().
///
/// The client calls back only from inside interest(), process() and close, on the thread that calls them, so
/// a thread-local "current client" finds the way back: contexts are tokens, never owners.
class CClient {
public:
    struct Events {
        /// The handle's state, or what it says about the connection, may have changed.
        std::function<void()> stateMayHaveChanged;
        /// Runs a task on the loop later: failures found while sending are told from there.
        std::function<void(std::function<void()>)> post;
        /// Something was sent: the client's wishes about its socket may have changed.
        std::function<void()> sent;
        /// Boot time.
        std::function<std::chrono::nanoseconds()> now;
        /// A request sent then was answered, by whatever result; `byLeader`: which has had it.
        std::function<void(std::chrono::nanoseconds sentAt, bool byLeader)> answered;
        /// The server has sent what no ZooKeeper sends: nothing of it is to be trusted from now on.
        std::function<void(const Error&)> distrusted;
        /// The server takes nobody who has not signed in as its configuration wants, and ends the connection.
        std::function<void()> refused;
        /// What was called back for an answer or event has thrown.
        std::function<void(std::string what)> threw;
        /// The client's words with the servers in place of what it takes for them; empty: they are the same.
        std::function<std::string(std::string_view)> withServers = {};
        /// The server behind what it is connected to; empty: it is not, or that is the server itself.
        std::function<std::string()> linkedTo = {};
    };

    /// Resolves the hosts, which may block. HostNotFound where none of them is known, or the text can't be
    /// used.
    static Result<std::unique_ptr<CClient>> open(const std::string& connectString,
                                                 std::chrono::milliseconds timeout, Events events);
    /// Ends the ZooKeeper session if it is connected, which may block for seconds if the server hangs.
    ~CClient();
    CClient(const CClient&) = delete;
    CClient& operator=(const CClient&) = delete;

    /// As zookeeper_interest(): what to wait for, and until when. Errors mean that the socket was closed.
    int interest(int& socket, int& events, timeval& wait);
    /// As zookeeper_process().
    int process(int events);

    int state() const;
    SessionId sessionId() const;
    std::chrono::milliseconds negotiatedTimeout() const;
    /// host:port that it is connected to or tries now.
    std::string server() const;
    /// The last one since the last call; `server` is empty if there was none. The client tells it in its log
    /// only.
    SocketFailure takeSocketFailure();
    bool hasSocketFailure() const { return !m_socketFailure.server.empty(); }

    void create(const NewNode& node, Completion<CreatedNode> done);
    void remove(const std::string& path, std::int32_t version, Completion<void> done);
    void set(const std::string& path, std::string_view data, std::int32_t version, Completion<Stat> done);
    WatchToken get(const std::string& path, Watcher watcher, Completion<NodeData> done);
    WatchToken exists(const std::string& path, Watcher watcher, Completion<Stat> done);
    WatchToken children(const std::string& path, Watcher watcher, Completion<ChildList> done);
    void multi(std::vector<WriteOp> ops, Completion<std::vector<std::string>> done);
    void acl(const std::string& path, Completion<Acl> done);
    void addAuth(const std::string& scheme, const std::string& credentials, Completion<void> done);
    void sync(const std::string& path, Completion<void> done);
    void cancelWatch(WatchToken token);

    /// The server has sent what no ZooKeeper sends, which the client was spared.
    void distrust() { m_isDistrusted = true; }

    bool hasPendingOperations() const { return !m_operations.empty(); }
    std::size_t watchCount() const { return m_watches.size(); }
    std::uint64_t requestCount() const { return m_operations.count(); }
    /// Settles all that is pending with `code` and forgets the watches.
    void settleAll(ErrorCode code);

private:
    class Scope;
    CClient(Events events, std::size_t chrootBytes) : m_events(std::move(events)), m_watches(chrootBytes) {}

    template <class T>
    Operations::Token begin(const char* what, const std::string& path, Completion<T> done,
                            WatchToken watch = WatchToken::None);
    template <class T>
    Operations::Token beginWrite(const char* what, const std::string& path, Completion<T> done);
    void sent(Operations::Token token, int rc);
    void failLater(Operations::Token token, std::function<Error(const Operation&)> error);
    /// The watch of a read that is about to be sent; nothing where there is no room for it, which `done`
    /// hears.
    template <class T>
    std::optional<WatchTable::Begun> beginWatch(const char* what, const std::string& path,
                                                WatchTable::Kind kind, Watcher watcher, Completion<T>& done);
    std::optional<Operation> take(const void* token, int rc);
    /// Runs what the client has called back for. Nothing may be thrown through the client's own frames.
    template <class Task>
    static void contain(const Task& task) noexcept;
    void failContained(const Operation& operation, Error error) noexcept;
    /// Settles what was answered with what `read` makes of the answer: a Reply<T>.
    template <class T, class Read>
    static void settle(int rc, const void* token, const Read& read);
    static void onMulti(int rc, const void* token);
    Error refuse(const BadReply& reply, const Operation& operation);
    void settleWatch(WatchToken watch, bool armed);
    void unwatch(const std::optional<WatchTable::Unwatched>& unwatched);
    Error error(int rc, const Operation& operation) const;
    std::string withServers(std::string_view text) const;

    static void onSessionEvent(zhandle_t*, int type, int state, const char* path, void* context);
    static void onUnwatched(int rc, const void* context);
    static void onNodeEvent(zhandle_t*, int type, int state, const char* path, void* context);
    static void onLog(const char* message);

    Events m_events;
    zhandle_t* m_handle = nullptr;
    Operations m_operations;
    /// What the C client writes the results of transactions to. Kept until it has answered, or until the
    /// handle is closed.
    std::unordered_map<Operations::Token, std::unique_ptr<MultiCall>> m_multis;
    WatchTable m_watches;
    /// What the server was told to drop and has not answered.
    std::unordered_map<std::uint64_t, WatchTable::Unwatched> m_unwatched;
    std::uint64_t m_lastUnwatched = 0;
    SocketFailure m_socketFailure;
    bool m_isDistrusted = false;  ///< what it hands over from now on is not told
};

}  // namespace lockcore
