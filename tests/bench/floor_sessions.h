// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <zookeeper/zookeeper.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

/// Sessions of the plain single-threaded C client, all on one epoll set. Main thread. It recovers from
/// nothing: whatever goes wrong ends the program.
class FloorSessions {
public:
    /// Returns when all are connected.
    FloorSessions(const std::string& connectString, int count);
    ~FloorSessions();

    zhandle_t* at(int index) const {
        return m_slots[static_cast<std::size_t>(index) % m_slots.size()]->handle;
    }

    /// Serves all sessions until `done`.
    void serveUntil(const std::function<bool()>& done);

private:
    struct Slot {
        FloorSessions* owner = nullptr;
        zhandle_t* handle = nullptr;
        int descriptor = -1;
        std::uint32_t events = 0;
        bool connected = false;
    };

    static void onEvent(zhandle_t* handle, int type, int state, const char* path, void* slot);
    void connectMore();
    void serve();
    void serveTimers();
    void ask(Slot& slot);

    std::string m_connectString;
    int m_epoll = -1;
    int m_connected = 0;
    std::vector<std::unique_ptr<Slot>> m_slots;
    std::size_t m_opened = 0;
    std::chrono::steady_clock::time_point m_timersServed;
};
