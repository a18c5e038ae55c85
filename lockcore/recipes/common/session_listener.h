// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/zookeeper.h>

#include <functional>
#include <memory>

namespace lockcore {

/// Lives on the session's loop. Tells what a recipe has to know of its session, until it is destroyed.
/// Nothing is told from inside the constructor.
class SessionListener {
public:
    struct Handlers {
        std::function<void()> connected = {};  ///< for the first time, or again
        std::function<void()> suspended = {};
        std::function<void(ErrorCode)> over = {};
    };

    SessionListener(std::shared_ptr<ZooKeeper> session, Handlers handlers);
    ~SessionListener();
    SessionListener(const SessionListener&) = delete;
    SessionListener& operator=(const SessionListener&) = delete;

private:
    std::shared_ptr<ZooKeeper> m_session;
    ListenerToken m_token;
};

/// Why nothing can be done with a session that isOver().
ErrorCode endOfSession(ConnectionState state);

}  // namespace lockcore
