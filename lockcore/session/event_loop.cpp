// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "event_loop_impl.h"

#include "link/tls_context.h"

#include <pthread.h>
#include <time.h>
#include <asio/post.hpp>
#include <atomic>
#include <cassert>

namespace lockcore {

namespace {

std::atomic<unsigned> s_forks = 0;

/// How many forks lie between the process that loaded lockcore and this one.
unsigned forkDepth() {
    static const bool registered [[maybe_unused]] =
        pthread_atfork(nullptr, nullptr, [] { s_forks.fetch_add(1, std::memory_order_relaxed); }) == 0;
    return s_forks.load(std::memory_order_relaxed);
}

}  // namespace

EventLoop::Impl::Impl() : m_tlsContexts(std::make_shared<TlsContexts>()), m_forks(forkDepth()) {}

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
    if (m_clearLocals) m_clearLocals();
    m_timers.clear();
    m_work.reset();
}

EventLoop::EventLoop() : m_impl(new Impl) {
    m_impl->m_thread = std::jthread([impl = m_impl.get()] {
        pthread_setname_np(pthread_self(), "lockcore-loop");
        impl->m_context.run();
    });
}

EventLoop::~EventLoop() {
    if (isForked()) {
        // The thread to join is the parent's, and closing a socket politely would end the parent's session.
        static_cast<void>(m_impl.release());
        return;
    }
    m_impl->m_clearLocals = [this] { dropLocals(); };
    post([impl = m_impl.get()] { impl->shutDown(); });
    m_impl->m_thread.join();
    assert(m_impl->m_users == 0 && "a session, or a lock or hold that keeps one, outlives its loop");
}

void EventLoop::post(std::function<void()> task) {
    if (isForked()) return;
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

std::chrono::nanoseconds EventLoop::bootTime() const {
    timespec time{};
    clock_gettime(CLOCK_BOOTTIME, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

bool EventLoop::isForked() const {
    return m_impl->m_forks != forkDepth();
}

bool EventLoop::isCurrent() const {
    return std::this_thread::get_id() == m_impl->m_thread.get_id();
}

}  // namespace lockcore
