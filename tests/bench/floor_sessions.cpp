// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "floor_sessions.h"

#include "bench_program.h"

#include <sys/epoll.h>
#include <unistd.h>

#include <array>

namespace {

constexpr int kSessionTimeoutMs = 60'000;
// A server's accept backlog is 50.
constexpr int kConnectingAtOnce = 32;
// Often enough for pings and connection timeouts, and for what a full socket buffer kept back.
constexpr std::chrono::milliseconds kTimerPeriod{100};

}  // namespace

FloorSessions::FloorSessions(const std::string& connectString, int count) : m_connectString(connectString) {
    zoo_set_debug_level(ZOO_LOG_LEVEL_ERROR);
    m_epoll = ::epoll_create1(EPOLL_CLOEXEC);
    for (int i = 0; i < count; ++i) {
        m_slots.push_back(std::make_unique<Slot>());
        m_slots.back()->owner = this;
    }
    connectMore();
    serveUntil([this, count] { return m_connected == count; });
}

FloorSessions::~FloorSessions() {
    for (const auto& slot : m_slots)
        zookeeper_close(slot->handle);
    ::close(m_epoll);
}

void FloorSessions::connectMore() {
    while (m_opened < m_slots.size() && static_cast<int>(m_opened) - m_connected < kConnectingAtOnce) {
        Slot& slot = *m_slots[m_opened++];
        slot.handle = zookeeper_init(m_connectString.c_str(), onEvent, kSessionTimeoutMs, nullptr, &slot, 0);
        if (slot.handle == nullptr) giveUp("zookeeper_init failed");
        // Otherwise each zookeeper_interest() resolves the server's name again: a dozen system calls.
        zoo_set_servers_resolution_delay(slot.handle, -1);
        ask(slot);
    }
}

void FloorSessions::onEvent(zhandle_t* /*handle*/, int type, int state, const char* /*path*/, void* context) {
    Slot& slot = *static_cast<Slot*>(context);
    if (type != ZOO_SESSION_EVENT) return;
    if (state == ZOO_EXPIRED_SESSION_STATE) giveUp("a session expired");
    if (state != ZOO_CONNECTED_STATE || slot.connected) return;
    slot.connected = true;
    ++slot.owner->m_connected;
}

/// Waits for what the C client wants to hear about this session.
void FloorSessions::ask(Slot& slot) {
    int descriptor = -1;
    int interest = 0;
    timeval limit{};
    zookeeper_interest(slot.handle, &descriptor, &interest, &limit);
    const std::uint32_t events = ((interest & ZOOKEEPER_READ) != 0 ? std::uint32_t{EPOLLIN} : 0U) |
                                 ((interest & ZOOKEEPER_WRITE) != 0 ? std::uint32_t{EPOLLOUT} : 0U);
    if (descriptor == slot.descriptor && events == slot.events) return;
    epoll_event wanted{};
    wanted.events = events;
    wanted.data.ptr = &slot;
    const int change = descriptor == slot.descriptor ? EPOLL_CTL_MOD : EPOLL_CTL_ADD;
    if (descriptor >= 0 && ::epoll_ctl(m_epoll, change, descriptor, &wanted) != 0) giveUp("epoll_ctl failed");
    slot.descriptor = descriptor;
    slot.events = events;
}

void FloorSessions::serveTimers() {
    const auto now = std::chrono::steady_clock::now();
    if (now - m_timersServed < kTimerPeriod) return;
    m_timersServed = now;
    for (std::size_t i = 0; i < m_opened; ++i)
        ask(*m_slots[i]);
}

void FloorSessions::serve() {
    serveTimers();
    std::array<epoll_event, 256> ready{};
    const int count = ::epoll_wait(m_epoll, ready.data(), static_cast<int>(ready.size()),
                                   static_cast<int>(kTimerPeriod.count()));
    for (int i = 0; i < count; ++i) {
        const epoll_event& event = ready.at(static_cast<std::size_t>(i));
        Slot& slot = *static_cast<Slot*>(event.data.ptr);
        const int readable = (event.events & (EPOLLIN | EPOLLHUP | EPOLLERR)) != 0 ? ZOOKEEPER_READ : 0;
        const int writable = (event.events & EPOLLOUT) != 0 ? ZOOKEEPER_WRITE : 0;
        zookeeper_process(slot.handle, readable | writable);
        ask(slot);
    }
}

void FloorSessions::serveUntil(const std::function<bool()>& done) {
    while (!done()) {
        serve();
        connectMore();
    }
}
