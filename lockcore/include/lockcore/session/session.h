// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/event_loop.h>
#include <lockcore/session/link_fault.h>
#include <lockcore/session/link_step.h>
#include <lockcore/session/link_traffic.h>
#include <lockcore/session/route_options.h>
#include <lockcore/session/sasl_options.h>
#include <lockcore/session/tls_options.h>
#include <lockcore/session/zookeeper.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace lockcore {

/// Of ZooKeeper's C client that lockcore was compiled with, such as "3.8.0".
std::string zooKeeperClientVersion();

/// What a session is opened with.
struct SessionOptions {
    std::string connectString;                  ///< host:port,host:port/chroot
    std::chrono::milliseconds timeout{10'000};  ///< asked for; the server bounds it (2 to 20 of its ticks)
    /// The servers' tickTime and syncLimit, which a client can't ask for: what Hold::validUntil() subtracts.
    std::chrono::milliseconds serverTick{2'000};
    int serverSyncLimit = 5;  ///< in ticks
    /// Who the session is: "user:password" of ZooKeeper's scheme "digest"; empty: nobody. Presented before
    /// anything is asked, and again to each server. Where it is refused the session ends as AuthFailed.
    std::string digest = {};
    /// Reaches the servers by *links*: see Session. Default: directly, where neither TLS, SASL nor a route is
    /// asked for.
    bool link = false;
    /// To the servers by TLS, and by links whatever `link` says. Where a server and this end don't come to
    /// terms the problem is TlsFailed, which says why, and they are tried again like any others; what is
    /// wrong with a file of the options ends the session (Closed).
    std::optional<TlsOptions> tls = {};
    /// Who the session is by SASL, and by links whatever `link` says. A server gets the connect request, and
    /// nothing that is asked before it has said that it agrees; at each reconnect too. Where it refuses the
    /// session ends as AuthFailed; where it has no SASL, not this mechanism, or can't prove who it is, or
    /// there is no ticket to show, the problem is SaslFailed, and the servers are tried again like any
    /// others. Without it a server that takes nobody who has not signed in (enforce.auth) ends the session as
    /// AuthFailed with SignInRequired, at the first thing that is asked.
    std::optional<SaslOptions> sasl = {};
    /// How the servers are reached: directly, or by a proxy or bastion, and then by links whatever `link`
    /// says. Where the way ends before a server the problem is RouteFailed; where there is no ssh it is
    /// MissingProgram.
    RouteOptions route = {};
    /// By a link: what an answer may have of bytes. A longer one is not kept; whoever has asked gets
    /// TooLarge.
    std::size_t largestAnswer = std::size_t{64} << 20U;
    /// By a link: told each step of each connection.
    LinkObserver linkObserver = {};
    /// What is wrong with the way to the servers, and may be changed while the session lives; by links then,
    /// whatever `link` says. Sessions that share it are hit together.
    std::shared_ptr<LinkFault> fault = {};
    /// Counts what passes; by links then, whatever `link` says.
    std::shared_ptr<LinkTraffic> traffic = {};
};

/// One ZooKeeper session on an EventLoop. Lives on its loop; open(), close() and the destructor may be
/// called on any thread, everything else on the loop only.
///
/// Opening is batched: at most 32 sessions of a loop connect at once, because a server's accept backlog (50)
/// overruns otherwise. It connects again by itself until it is Expired, AuthFailed or Closed: at once where
/// it has not tried all servers yet; then, once none has taken it, after a pause that grows with the outage,
/// up to a quarter of what that has lasted, at most 5 s and a third of the timeout (a 24th as long as the
/// session may still live), less up to a half of it by chance. So a thousand sessions neither keep a cluster
/// down that has just come back, nor come back at once. What is asked meanwhile waits for the next try, and
/// fails with ConnectionLoss if that is in vain.
///
/// Where no name of the connect string is known it goes on trying as well, with HostNotFound as its problem:
/// a name service may come up after this process, and a host get its name later.
///
/// Directly, the C client looks up the servers' names on the loop: all of them, one after the other, when the
/// session is opened and at each try to connect again, also where they were known before. It waits for the
/// answers, and no session of the loop is served meanwhile: lookups that take two thirds of a session's
/// timeout break its connection, longer ones let it expire, whether a name is found or not. After lookups
/// that have failed the loop has nine times as long for other sessions, up to the longest pause of those
/// above. Where a name server may be slow, name the servers by their addresses, resolve names on the machine
/// itself (nscd, systemd-resolved), or give sessions that must not wait for each other loops of their own.
///
/// By links (SessionOptions::link) the C client is connected to a port on 127.0.0.1 for each server, which
/// serves this session's client and nobody else, and the session itself to the servers. What changes:
/// - What a server sends is checked before the C client gets it; see below.
/// - Names are looked up beside the loop, and hold up nobody who is connected. Of a name with several
///   addresses each is tried.
/// - Errors and status tell the reason why a server can't be reached, and name servers as the connect string
///   does; directly they are named by the address that was tried.
/// - close() waits up to 2 s for the server to end the session, and stops no other session of the loop
///   meanwhile; directly the C client waits for that itself, for 1.5 s.
/// - Each session has two descriptors more, and one more for each server of its connect string.
/// - All is said twice on this machine, by the loop, the second time by a pair of sockets, which no network
///   carries: what TLS hides can't be read there either. tests/bench measures what that costs an uncontended
///   lock ("uncontended", lockcore by link, and "uncontended-tls").
/// What is promised of times is the same: to the session a link is a network that is a little slower.
///
/// What a server may do to the process: replies are checked as ZooKeeper says. Directly, the C client reads
/// them first, and takes frames for what they say of themselves: a short reply to a read of data makes it
/// free memory twice, a frame of negative length makes it spin, an answer that ends too soon is filled up
/// with what happens to be in memory, and a list of 64 MiB of short names takes it half a GiB. Do not connect
/// directly to servers that you do not trust that far. By a link nothing of that reaches it: the session ends
/// (Closed) with NotZooKeeper, which says what was wrong, and a list of more than a million names is
/// TooLarge.
class Session final : public ZooKeeper, public std::enable_shared_from_this<Session> {
public:
    /// Starts connecting and returns at once. `listener` hears each status from the first change on. A
    /// connect string that can't be used ends in Closed with `problem` set. The loop must outlive the
    /// session, and whatever keeps it, as locks and holds do; debug builds assert that.
    static std::shared_ptr<Session> open(EventLoop& loop, SessionOptions options,
                                         std::function<void(const ConnectionStatus&)> listener = {});

    /// Closes: waits up to 2 s for the operations under way (the C client drops their completions otherwise),
    /// ends the ZooKeeper session, settles what is left with Closing and calls `done` on the loop. While the
    /// connection is down the server keeps the session, and its ephemerals, until its timeout. Idempotent.
    void close(std::function<void()> done = {});

    /// close() and wait for it. Not on the loop thread.
    void closeAndWait();

    ~Session() override;

    using ZooKeeper::create;
    void create(const NewNode& node, Completion<CreatedNode> done) override;
    void remove(const std::string& path, std::int32_t version, Completion<void> done) override;
    void set(const std::string& path, std::string_view data, std::int32_t version,
             Completion<Stat> done) override;
    WatchToken get(const std::string& path, Watcher watcher, Completion<NodeData> done) override;
    WatchToken exists(const std::string& path, Watcher watcher, Completion<Stat> done) override;
    WatchToken children(const std::string& path, Watcher watcher, Completion<ChildList> done) override;
    void multi(std::vector<WriteOp> ops, Completion<std::vector<std::string>> done) override;
    void acl(const std::string& path, Completion<Acl> done) override;
    void addAuth(const std::string& scheme, const std::string& credentials, Completion<void> done) override;
    void sync(const std::string& path, Completion<void> done) override;
    void cancelWatch(WatchToken token) override;
    const ConnectionStatus& status() const override;
    ListenerToken addListener(std::function<void(const ConnectionStatus&)> listener) override;
    void removeListener(ListenerToken token) override;
    std::size_t watchCount() const override;
    std::uint64_t requestCount() const override;
    Loop& loop() override;
    Contact contact() const override;
    const std::string& cluster() const override;

private:
    class Impl;
    explicit Session(std::shared_ptr<Impl> impl);
    std::shared_ptr<Impl> m_impl;
};

}  // namespace lockcore
