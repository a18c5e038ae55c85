// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/session.h>

#include <future>
#include <memory>
#include <string>
#include <type_traits>

/// A connected session on a loop of its own, whose operations a test waits for. Lives on the test's thread;
/// the destructor closes the session.
class LiveSession {
public:
    /// Ends the executable with a message if it does not get connected. `tick`: of the servers.
    explicit LiveSession(const std::string& connectString,
                         std::chrono::milliseconds timeout = std::chrono::seconds(10),
                         std::chrono::milliseconds tick = std::chrono::seconds(2));
    explicit LiveSession(lockcore::SessionOptions options);
    ~LiveSession();

    const std::shared_ptr<lockcore::Session>& session() const { return m_session; }
    lockcore::EventLoop& loop() { return m_loop; }
    lockcore::SessionId id();

    /// Runs `task` on the loop and returns what it returns.
    template <class Task>
    auto onLoop(Task task) {
        std::packaged_task<std::invoke_result_t<Task>()> packaged(std::move(task));
        auto result = packaged.get_future();
        m_loop.post([&packaged] { packaged(); });
        return result.get();
    }

    /// Hands a completion to `start` on the loop and returns what it is called with.
    template <class T>
    lockcore::Result<T> await(std::function<void(lockcore::Session&, lockcore::Completion<T>)> start) {
        std::promise<lockcore::Result<T>> answered;
        m_loop.post([&] {
            start(*m_session, [&](lockcore::Result<T> result) { answered.set_value(std::move(result)); });
        });
        return answered.get_future().get();
    }

    /// A directory with so many empty znodes, "0" and up, in few transactions. Ends the executable with a
    /// message if a server refuses that.
    void createChildren(const std::string& directory, int count);

private:
    lockcore::EventLoop m_loop;
    std::shared_ptr<lockcore::Session> m_session;
};

/// The first that a session with these options tells of how it stands, beside that it is on its way; nothing
/// within a minute: that of a session that was never opened.
lockcore::ConnectionStatus firstWord(lockcore::SessionOptions options);
