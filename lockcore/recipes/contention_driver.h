// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contention.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace lockcore {

/// Lives on the session's loop. Carries out the commands of one Contention and tells it what came of them;
/// keeps itself alive until the contention is finished, so that a znode is deleted even when nobody waits for
/// it any more.
class ContentionDriver : public std::enable_shared_from_this<ContentionDriver> {
public:
    /// Empty ones are not called. Exactly one of `granted` and `failed` is called, and `finished` at the end.
    struct Handlers {
        std::function<void(const std::string& path, const Stat& stat)> queued = {};
        std::function<void(const std::string& path, const Stat& stat)> granted = {};
        std::function<void(const Error&)> failed = {};
        std::function<void(HoldState)> holdChanged = {};
        std::function<void()> revokeAsked = {};
        /// The server refuses to delete the znode, which others wait for. Told once, and tried again until
        /// it is gone or the session over.
        std::function<void(const Error&)> removeRefused = {};
        std::function<void()> finished = {};  ///< the last call
        /// Creates the contender znode instead of the driver, for spec.createsElsewhere. The Stat must be the
        /// znode's own.
        std::function<void(const NewNode&, Completion<CreatedNode>)> create = {};
    };

    ContentionDriver(std::shared_ptr<ZooKeeper> session, ContentionSpec spec, Handlers handlers);

    void start(std::optional<TimePoint> deadline);
    /// Before the grant: no znode stays and `failed` is called with `why`. After it: nothing.
    void giveUp(ErrorCode why);
    /// After the grant: deletes the znode, however often that takes. Before it: nothing.
    void release();
    /// After the grant: somebody else found out that the znode is gone.
    void ownIsGone();
    /// Somebody has asked for its present znode to be given back.
    bool isAskedToRelease() const { return m_isAsked; }
    /// Lease only: the number of leases has changed.
    void setMaxLeases(int maxLeases);

private:
    void run();
    void follow(const ConnectionStatus& status);
    bool isInDoubt() const;
    void noteDoubt();
    void askBeforeHeld();

    void execute(const Contention::Create& command);
    void execute(const Contention::CreateParents&);
    void execute(const Contention::List& command);
    void execute(const Contention::Sync&);
    void execute(const Contention::Inspect& command);
    void execute(const Contention::Watch& command);
    void execute(const Contention::Unwatch&);
    void execute(const Contention::WatchOwn& command);
    void execute(const Contention::AwaitView& command);
    void execute(const Contention::Retry& command);
    void execute(const Contention::Remove& command);
    void execute(const Contention::Queued& command);
    void execute(const Contention::Granted&);
    void execute(const Contention::Failed& command);
    void execute(const Contention::HoldChanged& command);
    void execute(const Contention::RevokeAsked&);
    void execute(const Contention::RemoveFailed& command);
    void execute(const Contention::Finished&);

    void awaitPatiently();
    void stopAwaiting();
    Watcher watcherFor(std::uint64_t id);
    void createNode(const NewNode& node, Completion<CreatedNode> done);

    std::shared_ptr<ZooKeeper> m_session;
    std::shared_ptr<DirectoryView> m_view;
    Handlers m_handlers;
    Contention m_contention;
    TimePoint m_startedAt{};
    int m_retries = 0;
    int m_refusals = 0;  ///< of the delete
    std::string m_path;
    Stat m_stat;
    WatchToken m_watch = WatchToken::None;
    WatchToken m_ownWatch = WatchToken::None;
    ListenerToken m_listener = ListenerToken::None;
    Loop::Timer m_deadline = Loop::Timer::None;
    Loop::Timer m_ownWatchDue = Loop::Timer::None;
    Loop::Timer m_viewDue = Loop::Timer::None;
    Loop::Timer m_retryDue = Loop::Timer::None;
    std::string m_awaiting;  ///< what it waits for the view as
    bool m_isAsked = false;
    bool m_running = false;
    std::shared_ptr<ContentionDriver> m_self;
};

}  // namespace lockcore
