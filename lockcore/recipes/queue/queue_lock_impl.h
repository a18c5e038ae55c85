// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "held_node.h"
#include "nested_acquire.h"

#include <lockcore/recipes/queue_lock.h>

#include <atomic>
#include <map>
#include <memory>

namespace lockcore {

/// Lives on the loop thread. What each owner has or waits for on one lock object; shared by both sides of a
/// read/write lock, so that an owner can't wait for itself.
class OwnerTable {
public:
    struct Entry {
        std::weak_ptr<Contention> contention;
        std::shared_ptr<HeldNode> node = {};  ///< null while it waits
    };

    Entry* find(Owner owner, LockMode mode);
    /// The node that `owner` holds in this mode, or null.
    std::shared_ptr<HeldNode> held(Owner owner, LockMode mode);
    bool isWaiting(Owner owner, LockMode mode);
    void add(Owner owner, LockMode mode, Entry entry);
    void removeIf(Owner owner, LockMode mode, const Contention* contention);

private:
    std::map<std::pair<std::uint64_t, LockMode>, Entry> m_entries;
};

/// Lives on the loop thread; start() may be called on any.
class QueueLock::Impl : public std::enable_shared_from_this<Impl> {
public:
    Impl(std::shared_ptr<ZooKeeper> session, std::string path, LockMode mode, LockOptions options,
         std::shared_ptr<OwnerTable> owners);

    struct Request {
        Owner owner;
        std::optional<TimePoint> deadline;
        Granted done;
        std::function<void(const Queued&)> queued;
        bool tryOnly = false;
    };
    Acquisition start(Request request);
    void participants(Completion<std::vector<std::string>> done) const;

    const std::string& path() const { return m_path; }
    LockMode mode() const { return m_mode; }
    bool isHeldHere() const { return m_heldHere->load() > 0; }
    Loop& loop() const { return m_session->loop(); }

private:
    /// What the handlers of one contention share.
    struct Contender {
        Request request;
        std::weak_ptr<Contention> contention;
        std::shared_ptr<HeldNode> node;       ///< null before the grant
        std::shared_ptr<HeldNode> writeHold;  ///< of a reader that is the writer too
    };

    void acquire(const Request& request, const std::shared_ptr<Acquisition::Impl>& acquisition);
    void nested(const Request& request, const std::shared_ptr<Acquisition::Impl>& acquisition,
                const std::shared_ptr<HeldNode>& node) const;
    void refuse(const Request& request, const std::string& why) const;
    void contend(const Request& request, const std::shared_ptr<Acquisition::Impl>& acquisition,
                 std::shared_ptr<HeldNode> writeHold = {});
    ContentionSpec spec(const Contender& contender) const;
    Contention::Handlers handlers(const std::shared_ptr<Contender>& contender,
                                  const std::shared_ptr<Acquisition::Impl>& acquisition);
    void granted(Contender& contender, const std::string& path, const Stat& stat);
    void revokeAsked(const Contender& contender) const;

    const std::shared_ptr<ZooKeeper> m_session;
    const std::string m_path;
    const LockMode m_mode;
    const LockOptions m_options;
    const std::shared_ptr<OwnerTable> m_owners;
    const std::shared_ptr<std::atomic<int>> m_heldHere = std::make_shared<std::atomic<int>>(0);
};

/// Lives on the loop thread; `session` is constant.
class Acquisition::Impl {
public:
    explicit Impl(std::shared_ptr<ZooKeeper> zookeeper) : session(std::move(zookeeper)) {}

    const std::shared_ptr<ZooKeeper> session;
    // One of them is under way.
    std::weak_ptr<Contention> contention;
    std::weak_ptr<NestedAcquire> nested;
};

}  // namespace lockcore
