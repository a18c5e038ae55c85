// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "event_loop_impl.h"

#include "link/tls_context.h"

#include <pthread.h>
#include <time.h>
#include <asio/post.hpp>
#include <atomic>
#include <cassert>
#include <utility>

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

void TimerQueue::add(std::uint64_t id, TimePoint when, std::function<void()> task) {
    m_lastId = id;
    m_due.emplace(id, when);
    m_tasks.emplace(Key{when, id}, std::move(task));
    wakeAt(when);
}

void TimerQueue::cancel(std::uint64_t id) {
    const auto found = m_due.find(id);
    if (found == m_due.end()) return;
    const auto task = m_tasks.extract({found->second, id});  // goes last: what it keeps may cancel others
    m_due.erase(found);
}

/// What is set for no task would keep the thread alive until its time.
void TimerQueue::clear() {
    const auto tasks = std::exchange(m_tasks, {});
    m_due.clear();
    m_alarm.cancel();
    m_alarmAt = TimePoint::max();
}

void TimerQueue::wakeAt(TimePoint when) {
    if (m_isPosted || m_alarmAt <= when) return;
    if (when <= Clock::now()) {
        m_isPosted = true;
        asio::post(m_context, [this] {
            m_isPosted = false;
            runDue();
        });
        return;
    }
    m_alarmAt = when;
    m_alarm.expires_at(when);  // cancels what it was set for
    m_alarm.async_wait([this](const asio::error_code& error) {
        if (error) return;
        m_alarmAt = TimePoint::max();
        runDue();
    });
}

/// What a task adds that is due at once has its turn behind the tasks that were posted until then.
void TimerQueue::runDue() {
    const TimePoint now = Clock::now();
    const std::uint64_t last = m_lastId;
    while (!m_tasks.empty()) {
        const auto [when, id] = m_tasks.begin()->first;
        if (when > now || id > last) break;
        const auto task = m_tasks.extract(m_tasks.begin());
        m_due.erase(id);
        task.mapped()();
    }
    if (!m_tasks.empty()) wakeAt(m_tasks.begin()->first.first);
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
    m_impl->m_timers.add(id, when, std::move(task));
    return Timer{id};
}

void EventLoop::cancel(Timer timer) {
    m_impl->m_timers.cancel(static_cast<std::uint64_t>(timer));
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
