// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/zookeeper.h>

#include <atomic>

namespace lockcore {

/// Written on the loop, read on any thread: Contact as independent atomics. They only grow, so a reader may
/// get an older mixture, never one that promises too much.
class ContactTimes {
public:
    void answered(std::chrono::nanoseconds sentAt, bool isWrite);
    void served(std::chrono::nanoseconds now) { m_served.store(now); }
    void negotiated(std::chrono::milliseconds timeout) { m_timeout.store(timeout); }

    Contact read() const;

private:
    std::atomic<std::chrono::nanoseconds> m_written{std::chrono::nanoseconds(0)};
    std::atomic<std::chrono::nanoseconds> m_heard{std::chrono::nanoseconds(0)};
    std::atomic<std::chrono::nanoseconds> m_served{std::chrono::nanoseconds(0)};
    std::atomic<std::chrono::milliseconds> m_timeout{std::chrono::milliseconds(0)};
};

}  // namespace lockcore
