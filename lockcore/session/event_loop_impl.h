// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "side_workers.h"

#include <lockcore/session/event_loop.h>
#include <lockcore/session/tls_facts.h>

#include <asio/executor_work_guard.hpp>
#include <asio/io_context.hpp>
#include <asio/steady_timer.hpp>
#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <thread>
#include <unordered_map>
#include <utility>

namespace lockcore {

class TlsContexts;

/// Lives on the loop thread. Lets a bounded number of sessions connect at once: ZooKeeper's accept backlog is
/// 50, and what overruns it is reset.
class ConnectGate {
public:
    /// Calls `start` now, or when an earlier one has left.
    void enter(std::function<void()> start);
    void leave();

private:
    static constexpr std::size_t kAtOnce = 32;
    std::size_t m_inside = 0;
    std::deque<std::function<void()>> m_waiting;
};

/// Tasks by the time at which they are due. Lives on the loop thread. One timer of the system serves all, and
/// is set anew only where a task is due before all others: a lock handed on sets and cancels several, and
/// each time would cost a system call. One that comes too early, for a task that was cancelled, costs a look.
class TimerQueue {
public:
    explicit TimerQueue(asio::io_context& context) : m_context(context), m_alarm(context) {}

    /// Ids ascend.
    void add(std::uint64_t id, TimePoint when, std::function<void()> task);
    void cancel(std::uint64_t id);
    void clear();

private:
    using Key = std::pair<TimePoint, std::uint64_t>;

    void wakeAt(TimePoint when);
    void runDue();

    asio::io_context& m_context;
    asio::steady_timer m_alarm;
    TimePoint m_alarmAt = TimePoint::max();  ///< max() while it is not set
    bool m_isPosted = false;                 ///< runDue(), since something was due at once
    std::uint64_t m_lastId = 0;
    std::map<Key, std::function<void()>> m_tasks;
    std::unordered_map<std::uint64_t, TimePoint> m_due;  ///< by id
};

/// What sessions need of their loop beyond Loop. Lives on the loop thread.
class EventLoop::Impl {
public:
    asio::io_context& context() { return m_context; }
    ConnectGate& gate() { return m_gate; }
    SideWorkers& workers() { return m_workers; }
    /// For files: one at a time, since a thousand sessions read the same ones.
    SideWorkers& fileWorker() { return m_fileWorker; }
    /// The file worker's.
    TlsContexts& tlsContexts() { return *m_tlsContexts; }
    /// Equal ones as one: a thousand sessions see the same certificates.
    std::shared_ptr<const TlsFacts> oneOf(std::shared_ptr<const TlsFacts> facts) {
        if (!m_lastFacts || !facts || *m_lastFacts != *facts) m_lastFacts = std::move(facts);
        return m_lastFacts;
    }

    /// Keeps `close` to be called when the loop shuts down while the session is open.
    void addSession(const void* session, std::function<void()> close);
    void removeSession(const void* session);

    /// A Session, or what keeps one, refers to the loop from now on; any thread.
    void addUser() { ++m_users; }
    /// The last that it does with it.
    void removeUser() { --m_users; }

private:
    friend class EventLoop;

    Impl();

    void shutDown();
    void finishIfIdle();

    asio::io_context m_context{1};
    asio::executor_work_guard<asio::io_context::executor_type> m_work{m_context.get_executor()};
    ConnectGate m_gate;
    const std::shared_ptr<TlsContexts> m_tlsContexts;
    std::shared_ptr<const TlsFacts> m_lastFacts;
    SideWorkers m_workers;  // behind m_context, which they post to
    SideWorkers m_fileWorker{1};
    std::map<const void*, std::function<void()>> m_sessions;
    TimerQueue m_timers{m_context};
    std::uint64_t m_lastTimer = 0;
    std::function<void()> m_clearLocals;
    std::atomic<int> m_users = 0;
    bool m_shuttingDown = false;
    bool m_finished = false;  ///< shut down, and the last session is closed
    const unsigned m_forks;   ///< how many forks deep the process was that made this
    std::jthread m_thread;
};

}  // namespace lockcore
