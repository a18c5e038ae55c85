// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "common/session_listener.h"
#include "common/wait_limits.h"

#include <lockcore/recipes/simple_lock.h>

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace lockcore {

/// Lives on the session's loop. One acquire of a SimpleLock, from the first create to the deleted znode;
/// keeps itself alive until then.
///
/// A create whose fate is unknown is simply sent again: if the first one was applied the answer is
/// NodeExists, and the read that follows shows whose znode it is. That read can't be behind: the server that
/// it goes to has just answered a write that came later.
class SimpleContender : public std::enable_shared_from_this<SimpleContender> {
public:
    /// Exactly one of `granted` and `failed` is called.
    struct Handlers {
        std::function<void(Zxid)> granted;
        std::function<void(const Error&)> failed;
        std::function<void(HoldState)> holdChanged;
        std::function<void()> woken;
        std::function<void(const Error&)> removeRefused;
    };

    SimpleContender(std::shared_ptr<ZooKeeper> session, std::string path, SimpleLockOptions options,
                    Handlers handlers);

    void start(std::optional<TimePoint> deadline, const std::stop_token& stop);
    void release();

private:
    enum class State {
        Idle,  ///< waits for a connection
        Creating,
        Arming,   ///< somebody has the lock: the watch on its znode is under way
        Waiting,  ///< … is armed
        Held,
        Removing,
        Done,
    };

    void connected();
    void heldAgain();
    bool isInDoubt() const;
    void suspended();
    void sessionOver(ErrorCode why);
    void giveUp(ErrorCode why);

    void create();
    void created(const Result<CreatedNode>& result);
    void createFailed(const Error& error);
    void retry();
    void watch();
    void watched(const Result<NodeData>& result);
    void fired(WatchEvent::Kind kind);
    void hold(const Stat& stat);
    void watchOwn();
    void ownRead(const Result<NodeData>& result);
    void watchOwnIn(Duration pause);
    void lose();

    bool isOurs(const NodeData& node) const;
    Error error(ErrorCode code) const;
    void fail(const Error& error);
    /// The caller is gone or has failed: deletes what may be there, then finishes.
    void remove(bool surelyOurs);
    void removeWhatMayBeOurs();
    void finish();

    const std::shared_ptr<ZooKeeper> m_session;
    const std::string m_path;
    const SimpleLockOptions m_options;
    const std::string m_guid;
    Handlers m_handlers;
    State m_state = State::Idle;
    bool m_wanted = true;       ///< the caller awaits an answer
    bool m_mayBeOurs = false;   ///< a create got no answer
    Zxid m_czxid = Zxid::None;  ///< of the own znode, as far as known
    bool m_ownWanted = false;   ///< the own znode should be watched
    int m_ownRefusals = 0;      ///< of that watch, in a row
    int m_parentAttempts = 0;
    Result<void> m_parents;  ///< why they could not be created, if so
    WatchToken m_watch = WatchToken::None;
    Loop::Timer m_ownWatchDue = Loop::Timer::None;
    std::optional<SessionListener> m_listener;
    std::optional<WaitLimits> m_limits;
    std::shared_ptr<SimpleContender> m_self;
};

}  // namespace lockcore
