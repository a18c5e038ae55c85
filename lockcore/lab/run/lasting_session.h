// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/session.h>

#include <functional>
#include <memory>

namespace lockcore {

/// A session of the lab's own that another one follows where it expires, as when somebody else closes it.
/// Lives on the loop.
class LastingSession : public std::enable_shared_from_this<LastingSession> {
public:
    struct Listener {
        std::function<void(const ConnectionStatus&)> told;  ///< of whichever session there is
        /// The session is another one now, which connects. Not inside of what the one before has told.
        std::function<void(const std::shared_ptr<Session>&)> followed;
    };

    LastingSession(EventLoop& loop, SessionOptions options, Listener listener);
    ~LastingSession();
    LastingSession(const LastingSession&) = delete;
    LastingSession& operator=(const LastingSession&) = delete;

    /// Once, before everything else.
    void open();
    const std::shared_ptr<Session>& session() const { return m_session; }
    /// Nothing follows any more.
    void close(std::function<void()> done = {});

private:
    void hear(const ConnectionStatus& status);
    void follow();

    EventLoop& m_loop;
    const SessionOptions m_options;
    const Listener m_listener;
    std::shared_ptr<Session> m_session;
    bool m_isClosed = false;
};

}  // namespace lockcore
