// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "common/session_listener.h"
#include "contention_spec.h"
#include "directory_view.h"

#include <lockcore/recipes/hold.h>
#include <lockcore/session/zookeeper.h>

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace lockcore {

/// Lives on the session's loop. One contender's life, from the wish to acquire to the deleted znode: it keeps
/// itself alive until then, so that a znode is deleted even when nobody waits for it any more. The same
/// machine serves mutex, read and write lock, latch and lease: they differ in queue_rule.h.
///
/// What it rests on:
///  - where the lock may be free, create and list travel in one flight: the list is evaluated after the
///  create
///    (FIFO client order);
///  - it grants by a list of its own session that shows its own znode, or as predecessorGone() explains,
///  never just
///    because a predecessor vanished;
///  - what waited in the socket while this process was paused grants nothing: another list must show the own
///    znode, behind a sync, which a server that is cut off can't answer;
///  - when a create's fate is unknown it looks for its GUID after the reconnect, behind a sync, so that the
///  server
///    asked can't be behind; the session is the same, or Expired would have come;
///  - what it created it deletes, as often as needed, until the znode or the session is gone.
///
/// Each call, answer, event and timer is one transition, which nothing comes into the middle of: what it
/// sends and tells waits until it is over (later()) and goes out in this order. The session never calls back
/// from inside a call, but handlers do: they release, give up, and begin other contentions.
class Contention : public std::enable_shared_from_this<Contention> {
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
        /// Creates the contender znode instead of the contention, for spec.createsElsewhere. The Stat must be
        /// the znode's own.
        std::function<void(const NewNode&, Completion<CreatedNode>)> create = {};
    };

    Contention(std::shared_ptr<ZooKeeper> session, ContentionSpec spec, Handlers handlers);

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
    enum class State {
        Idle,        ///< waits for a connection to begin
        Probing,     ///< try only: looks first whether anybody is there
        Creating,    ///< create, and perhaps list, are under way
        Unknown,     ///< the create may have been applied
        Inspecting,  ///< a znode with our GUID was found
        Lost,        ///< the own znode or the directory was deleted: will create again
        Viewing,     ///< the process does not know yet who is before it
        Listing,
        Watching,  ///< the watch on the predecessor, or on the directory, is being armed
        Waiting,   ///< … is armed
        Parked,    ///< queued, an answer was lost: will list again
        Held,
        Removing,
        Done,
    };

    void later(std::function<void()> step) { m_steps.push_back(std::move(step)); }
    void run();
    /// A callback, which keeps this alive, for the transition that it leads to.
    template <class Transition>
    auto event(Transition transition) {
        return [self = shared_from_this(), transition](const auto&... what) {
            transition(what...);
            self->run();
        };
    }
    template <class Handler, class... What>
    void tell(Handler Handlers::*handler, What... what) {
        later([this, handler, what...] {
            if (m_handlers.*handler) (m_handlers.*handler)(what...);
        });
    }

    void connected();
    void suspended();
    void sessionOver(ErrorCode why);

    void begin();
    void create();
    void sendCreate(const NewNode& node);
    void createParents();
    void created(const Result<CreatedNode>& result);
    void queued(const std::string& path, const Stat& stat);
    void list();
    void listQueue();
    void sendList(std::uint64_t watch);
    void listed(std::uint64_t id, const Result<ChildList>& result);
    void probed(const Result<ChildList>& result);
    void evaluate(const ChildList& list);
    void evaluateLease(const ChildList& list);
    void place();
    void awaitView();
    void awaitPatiently();
    void stopAwaiting();
    void viewChanged();
    void mustWaitFor(const std::string& name);
    void watchPredecessor(const std::string& name);
    Watcher watcherFor(std::uint64_t id);
    void watched(std::uint64_t id, const Result<NodeData>& result);
    void watchFired(std::uint64_t id, WatchEvent::Kind kind);
    void dropWatch();
    void predecessorGone();
    void grant();

    void watchOwnDue();
    void watchOwn();
    void ownRead(const Result<NodeData>& result);
    void watchOwnAgain();
    void ownFired(WatchEvent::Kind kind);
    void heldAgain();
    void loseHold();

    void lookForOwn();
    void sync();
    void lookedForOwn(const Result<ChildList>& result);
    void inspected(const std::string& path, const Result<NodeData>& result);
    void notFound();
    void ownGone();
    void forgetOwn();
    void retry(State state, const Error& cause);
    void retryAfterPause(const Error& cause);
    void retryDue();
    void retriesExhausted(const Error& cause);
    void proceed();

    void abandon(ErrorCode why);
    void fail(const Error& error);
    void failAndFinish(const Error& error);
    void failAndRemove(const Error& error);
    void remove();
    void sendRemove();
    void removed(const Result<void>& result);
    void removeRefused(const Error& error);
    void removeDue();
    void finish();

    Error error(ErrorCode code) const;
    std::string ownName() const;
    bool isQueued() const;
    bool isInDoubt() const;

    const std::shared_ptr<ZooKeeper> m_session;
    ContentionSpec m_spec;
    const Handlers m_handlers;
    const std::shared_ptr<DirectoryView> m_view;
    std::string m_guid;  ///< makes the name of the znode unique; after the loss of one the next gets another
    State m_state = State::Idle;
    bool m_connected = false;
    bool m_pausing = false;      ///< until the next try
    bool m_wanted = true;        ///< the caller awaits an answer: neither granted nor failed yet
    bool m_listFollows = false;  ///< a list travels with the create
    bool m_isAsked = false;      ///< to give the present znode back
    bool m_ownWanted = false;    ///< the own znode should be watched
    bool m_ownWatched = false;   ///< … and is, or is about to be
    bool m_ownSeen = false;      ///< … and was there when the watch was armed
    int m_parentAttempts = 0;
    int m_retries = 0;
    int m_refusals = 0;         ///< of the delete
    int m_ownRefusals = 0;      ///< of the watch on the own znode, in a row
    Result<void> m_parents;     ///< why they could not be created, if so
    std::string m_node;         ///< path of the own znode, empty while there is none
    Stat m_stat;                ///< … as it was created or found
    std::string m_predecessor;  ///< name of whoever is waited for
    std::string m_awaiting;     ///< what it waits for the view as
    std::uint64_t m_list = 0;   ///< the list whose answer counts
    std::uint64_t m_watch = 0;  ///< the watch whose answer and event count; 0 for none
    std::uint64_t m_lastWatch = 0;
    WatchToken m_watchToken = WatchToken::None;
    WatchToken m_ownWatchToken = WatchToken::None;
    std::optional<SessionListener> m_listener;
    TimePoint m_startedAt{};
    Loop::Timer m_deadline = Loop::Timer::None;
    Loop::Timer m_ownWatchDue = Loop::Timer::None;
    Loop::Timer m_viewDue = Loop::Timer::None;
    Loop::Timer m_retryDue = Loop::Timer::None;
    std::deque<std::function<void()>> m_steps;
    bool m_running = false;
    std::shared_ptr<Contention> m_self;
};

}  // namespace lockcore
