// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "clients/own_lock_client.h"

#include <functional>
#include <memory>

namespace lockcore {

/// A session that several contenders of a run have in common, as threads of one program would. Lives on the
/// lab's loop.
class SharedSession : public std::enable_shared_from_this<SharedSession> {
public:
    SharedSession(EventLoop& loop, SessionOptions options);
    ~SharedSession();
    SharedSession(const SharedSession&) = delete;
    SharedSession& operator=(const SharedSession&) = delete;

    /// One of those who have it. What is done to the link of one is done to all of them.
    OwnSession way();

private:
    std::shared_ptr<ZooKeeper> open();
    void close(const std::shared_ptr<ZooKeeper>& session, std::function<void()> closed);

    EventLoop& m_loop;
    SessionOptions m_options;
    std::shared_ptr<Session> m_session;  ///< null before the first one comes, and after the last has left
    std::size_t m_users = 0;             ///< of it
};

}  // namespace lockcore
