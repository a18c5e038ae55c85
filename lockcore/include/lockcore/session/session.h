// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/event_loop.h>
#include <lockcore/session/zookeeper.h>

#include <functional>
#include <memory>
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
};

/// One ZooKeeper session on an EventLoop. Lives on its loop; open(), close() and the destructor may be
/// called on any thread, everything else on the loop only.
///
/// Opening is batched: at most 32 sessions of a loop connect at once, because a server's accept backlog (50)
/// overruns otherwise. It connects again by itself until it is Expired, AuthFailed or Closed.
class Session final : public ZooKeeper, public std::enable_shared_from_this<Session> {
public:
    /// Starts connecting and returns at once. `listener` hears each status from the first change on. A
    /// connect string that can't be used ends in Closed with `problem` set. The loop must outlive the
    /// session.
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
