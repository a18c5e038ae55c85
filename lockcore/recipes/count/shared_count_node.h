// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/recipes/shared_count.h>

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockcore {

/// How Curator writes a count: four bytes, the highest first.
std::string encodeCount(std::int32_t value);
std::optional<std::int32_t> decodeCount(std::string_view data);

/// Lives on the loop thread, except latest(). The znode of a shared count, as this process knows it.
class SharedCountNode : public std::enable_shared_from_this<SharedCountNode> {
public:
    SharedCountNode(std::shared_ptr<ZooKeeper> session, std::string path, std::int32_t seed, Acl acl);

    void start();
    /// Watches no more; whoever still waits for a value gets Cancelled.
    void stop();

    void read(Completion<VersionedCount> done);
    void write(std::int32_t value, Completion<VersionedCount> done);
    void compareAndSet(const VersionedCount& expected, std::int32_t value, Completion<VersionedCount> done);
    void addListener(ListenerToken token, SharedCount::Listener listener);
    void removeListener(ListenerToken token) { m_listeners.erase(token); }

    /// Any thread.
    std::optional<VersionedCount> latest() const;
    Loop& loop() const { return m_session->loop(); }
    const std::string& path() const { return m_path; }

private:
    enum class Phase {
        Idle,    ///< nothing is watched and nothing under way: before start(), or what was asked was refused
        Asking,  ///< a request is under way that will lead to a watch
        Watching,  ///< the value's watch, or the one for a znode that is missing, is armed
        Offline,   ///< asks when the connection is back
        Stopped,
    };

    void load();
    void loaded(const Result<NodeData>& result);
    void createNode();
    void created(const Result<CreatedNode>& result);
    void awaitNode();
    void asked(const Error& error);
    void askAgainLater();
    void follow(const ConnectionStatus& status);

    void whenKnown(std::function<void(const Result<VersionedCount>&)> task);
    void put(std::int32_t value, std::int32_t version, Completion<VersionedCount> done);
    Error otherThan(const VersionedCount& expected, const std::string& why) const;
    Result<VersionedCount> take(const NodeData& node);
    void publish(const VersionedCount& count, Zxid written);
    void tell(const Result<VersionedCount>& count);

    const std::shared_ptr<ZooKeeper> m_session;
    const std::string m_path;
    const std::int32_t m_seed;
    const Acl m_acl;

    Phase m_phase = Phase::Idle;
    int m_creates = 0;   ///< in vain, since it was refused
    int m_refusals = 0;  ///< in a row, of what leads to a watch
    Loop::Timer m_askAgain = Loop::Timer::None;
    Result<void> m_parents;  ///< why they could not be created, if so
    mutable std::mutex m_latestMutex;
    std::optional<VersionedCount> m_latest;  ///< guarded by m_latestMutex
    Zxid m_written = Zxid::None;             ///< orders values, also those of a znode that was created again
    WatchToken m_watch = WatchToken::None;
    ListenerToken m_connection = ListenerToken::None;
    std::vector<std::function<void(const Result<VersionedCount>&)>> m_waiting;
    std::map<ListenerToken, SharedCount::Listener> m_listeners;
};

}  // namespace lockcore
