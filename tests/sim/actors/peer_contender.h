// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "peer_actor.h"

#include <lockcore/session/zookeeper.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lockcore {

/// What a peer owns.
struct PeerHold {
    std::string path;
    Zxid token = Zxid::None;
};

/// One acquire as Curator's LockInternals or kazoo's Lock does it, from the create to the deleted znode:
/// list, wait for the one before, list again. Keeps itself alive until then. One thread.
///
/// Both look for a znode whose create got no answer by a list alone, which a server that is behind may
/// answer; here it goes behind a sync, since what they leave then would be in everybody's way.
class PeerContender : public std::enable_shared_from_this<PeerContender> {
public:
    PeerContender(PeerRule rule, std::shared_ptr<ZooKeeper> session, std::string directory,
                  std::string prefix, Completion<PeerHold> done);

    void start();
    void cancel();
    void release();

private:
    enum class State { Idle, Creating, Searching, Listing, Arming, Waiting, Held, Deleting, Done };

    void follow(ConnectionState state);
    void goOn();
    /// Goes on from `state` now, or when the connection is back.
    void again(State state);
    void create();
    void created(const Result<CreatedNode>& result);
    void createDirectory();
    void search();
    void searched(const Result<ChildList>& result);
    void adopt(const std::string& path);
    void list();
    void listed(const Result<ChildList>& result);
    void await(const std::string& path);
    void armed(const Result<void>& result);
    void woken();
    void grant();
    void remove();
    void unwatch();
    void settle(Result<PeerHold> result);
    void fail(const Error& error);
    void finish();
    template <class T>
    bool isRetried(const Result<T>& result, State state);

    const PeerRule m_rule;
    const std::shared_ptr<ZooKeeper> m_session;
    const std::string m_directory;
    const std::string m_prefix;
    Completion<PeerHold> m_done;
    State m_state = State::Idle;
    State m_next = State::Creating;  ///< when the connection is back
    bool m_isWanted = true;
    int m_creates = 0;
    PeerHold m_own;
    WatchToken m_watch = WatchToken::None;
    ListenerToken m_listener = ListenerToken::None;
    std::shared_ptr<PeerContender> m_self;
};

}  // namespace lockcore
