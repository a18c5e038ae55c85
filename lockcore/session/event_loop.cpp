// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "event_loop_impl.h"

#include <pthread.h>
#include <asio/post.hpp>

namespace lockcore {

void ConnectGate::enter(std::function<void()> start) {
    if (m_inside >= kAtOnce) {
        m_waiting.push_back(std::move(start));
        return;
    }
    ++m_inside;
    start();
}

void ConnectGate::leave() {
    --m_inside;
    if (m_waiting.empty()) return;
    auto start = std::move(m_waiting.front());
    m_waiting.pop_front();
    ++m_inside;
    start();
}

void EventLoop::Impl::addSession(const void* session, std::function<void()> close) {
    m_sessions.emplace(session, std::move(close));
    if (m_shuttingDown) m_sessions.at(session)();
}

void EventLoop::Impl::removeSession(const void* session) {
    m_sessions.erase(session);
    if (m_shuttingDown) finishIfIdle();
}

void EventLoop::Impl::shutDown() {
    m_shuttingDown = true;
    const auto sessions = m_sessions;  // a close may end at once and remove itself
    for (const auto& [session, close] : sessions)
        close();
    finishIfIdle();
}

void EventLoop::Impl::finishIfIdle() {
    if (!m_sessions.empty()) return;
    m_finished = true;
    m_timers.clear();
    m_work.reset();
}

EventLoop::EventLoop() : m_impl(std::make_unique<Impl>()) {
    m_impl->m_thread = std::jthread([impl = m_impl.get()] {
        pthread_setname_np(pthread_self(), "lockcore-loop");
        impl->m_context.run();
    });
}

EventLoop::~EventLoop() {
    post([impl = m_impl.get()] { impl->shutDown(); });
    m_impl->m_thread.join();
}

void EventLoop::post(std::function<void()> task) {
    asio::post(m_impl->m_context, std::move(task));
}

Loop::Timer EventLoop::callAt(TimePoint when, std::function<void()> task) {
    const auto id = ++m_impl->m_lastTimer;
    if (m_impl->m_finished) return Timer{id};  // a timer would keep the thread alive until its time
    auto timer = std::make_unique<asio::steady_timer>(m_impl->m_context, when);
    // A cancelled timer may have been queued already: only the table says whether the task is still wanted.
    timer->async_wait([impl = m_impl.get(), id, task = std::move(task)](const asio::error_code&) {
        if (impl->m_timers.erase(id) != 0) task();
    });
    m_impl->m_timers.emplace(id, std::move(timer));
    return Timer{id};
}

void EventLoop::cancel(Timer timer) {
    m_impl->m_timers.erase(static_cast<std::uint64_t>(timer));
}

TimePoint EventLoop::now() const {
    return Clock::now();
}

bool EventLoop::isCurrent() const {
    return std::this_thread::get_id() == m_impl->m_thread.get_id();
}

}  // namespace lockcore
