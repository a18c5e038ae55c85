// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "joint_create.h"
#include "queue/held_node.h"

#include <lockcore/recipes/queue_lock.h>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockcore {

/// Lives on the session's loop. One try of an AtomicMultiLock: contends for each lock by a Contention,
/// with one transaction that creates the znodes of all. The contentions keep it alive until they are
/// finished.
class JointContention : public std::enable_shared_from_this<JointContention> {
public:
    using Nodes = std::vector<std::shared_ptr<HeldNode>>;

    /// One of `granted`, `failed` and `broken` is called, unless it is given up first, and `finished` at the
    /// end.
    struct Handlers {
        std::function<void(const std::vector<Queued>&)> queued;
        std::function<void(const Nodes&)> granted;
        std::function<void(const Error&)> failed;
        /// Somebody deleted the znode in `directory`: the places don't share one zxid any more. All are given
        /// up.
        std::function<void(const std::string& directory)> broken;
        std::function<void()> revokeAsked;  ///< for one of the locks
        std::function<void()> finished;     ///< the last call: no lock is held and no znode is left
    };

    JointContention(std::shared_ptr<ZooKeeper> session, std::shared_ptr<std::atomic<int>> heldHere,
                    Handlers handlers);

    /// One for each lock, of a kind with createsElsewhere.
    void start(const std::vector<ContentionSpec>& specs);
    /// Before the grant: no znode stays. After it: nothing.
    void giveUp();

private:
    struct Member {
        std::string directory;
        std::weak_ptr<Contention> contention;
        std::optional<Queued> place = {};
        SessionId session = SessionId::None;
        bool isGranted = false;
        bool isFinished = false;
        std::shared_ptr<HeldNode> node = {};  ///< once all are granted
    };

    std::shared_ptr<Contention> add(const ContentionSpec& spec);
    void create(std::size_t index, const NewNode& node, Completion<CreatedNode> done);
    void queued(std::size_t index, const std::string& path, const Stat& stat);
    void granted(std::size_t index);
    void failed(const Error& error);
    void holdChanged(std::size_t index, HoldState state);
    void finished(std::size_t index);
    void breakUp(const std::string& directory);

    const std::shared_ptr<ZooKeeper> m_session;
    const std::shared_ptr<std::atomic<int>> m_heldHere;
    const Handlers m_handlers;
    std::shared_ptr<JointCreate> m_create;
    std::vector<Member> m_members;
    bool m_settled = false;  ///< granted, failed, broken or given up
};

}  // namespace lockcore
